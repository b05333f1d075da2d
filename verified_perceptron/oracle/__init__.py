"""The oracle: what does this perceptron really compute?

`identify` names the conventions that an implementation follows, `conform` holds it to given ones, `audit`
checks a recorded run, and `vectors` writes test vectors for other languages.
"""

from __future__ import annotations

from verified_perceptron.oracle.conform import Conformance, conform
from verified_perceptron.oracle.identify import Identification, identify
from verified_perceptron.oracle.targets import Target, TargetError

__all__ = ["Conformance", "Identification", "Target", "TargetError", "conform", "identify"]
