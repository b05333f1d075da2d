"""The oracle: what does this perceptron really compute?

`identify.identify` names the conventions that an implementation follows, `conform.conform` holds it to given
ones, `audit.audit` checks a recorded run, and `vectors.write_vectors` writes test vectors for other languages.
"""
