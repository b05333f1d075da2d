"""The perceptron written with targets and outputs.

    w ← start
    repeat
        for each batch of the scan
            w ← w + η_k Σ (t − o)·x        t the label, o = sign(⟨w,x⟩ + b)
            b ← b + η_k Σ (t − o)·c²

t − o is 0 where the output is right and 2t where it is wrong, so this is the batch rule at twice the rate,
unless sign(0) = 0: then a tie counts half.
"""

from __future__ import annotations

from verified_perceptron.algorithms.batch import batch_size
from verified_perceptron.algorithms.orders import chunks, scans
from verified_perceptron.conventions import Correction, is_mistake
from verified_perceptron.exact import Number
from verified_perceptron.problem import Problem, State
from verified_perceptron.steps import corrected
from verified_perceptron.trace import Events, PassEnd, Term, Update


def target_minus_output(problem: Problem, y: int, score: Number) -> int:
    """t − o, where the tie rule says what sign(0) is for this target."""
    if problem.conventions.correction is Correction.TARGET_SIGN:
        return y - ((score > 0) - (score < 0))
    output = -y if is_mistake(problem.conventions.tie, y, score) else y
    return y - output


def by_target_and_output(problem: Problem) -> Events:
    """The updates of w += η Σ (t − o)·x, online or in batches."""
    size = batch_size(problem)
    w, b = problem.start
    k = seen = 0
    for number, scan in enumerate(scans(problem.conventions.order, len(problem.examples)), start=1):
        for chunk in chunks(scan, size):
            state = State(w, b)
            differences = [
                target_minus_output(problem, problem.examples[i].y, problem.score(state, i)) for i in chunk
            ]
            seen += len(chunk)
            if any(differences):
                k += 1
                step = problem.step(k)
                terms = []
                for i, difference in zip(chunk, differences, strict=True):
                    if difference:
                        x, y = problem.examples[i]
                        # (t − o)·x = |t − o|·y·x, because t − o is 0 or has the sign of t = y.
                        coefficient = step * abs(difference)
                        w = corrected(w, coefficient, y, x)
                        b = b + coefficient * y * problem.offset_step
                        terms.append(Term(i, coefficient))
                yield Update(k, number, seen, tuple(terms), w, b)
        yield PassEnd(number, seen, w, b)
