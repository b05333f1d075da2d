"""The delta rule: least squares by gradient steps on every example, right or wrong.

w ← start
repeat
    for each batch of the scan
        w ← w + η_k Σ (t − (⟨w,x⟩ + b))·x
        b ← b + η_k Σ (t − (⟨w,x⟩ + b))·c²
"""

from __future__ import annotations

from fractions import Fraction

from verified_perceptron.algorithms.batch import batch_size
from verified_perceptron.algorithms.orders import chunks, scans
from verified_perceptron.exact import add_scaled
from verified_perceptron.problem import Problem, State
from verified_perceptron.trace import Events, PassEnd, Term, Update


def by_residuals(problem: Problem) -> Events:
    """The updates of the delta rule; a batch whose residuals are all zero makes none."""
    size = batch_size(problem)
    w, b = problem.start
    k = seen = 0
    for number, scan in enumerate(scans(problem.conventions.order, len(problem.examples)), start=1):
        for chunk in chunks(scan, size):
            state = State(w, b)
            residuals = [
                problem.examples[i].y - Fraction(problem.score(state, i)) / problem.score_scale for i in chunk
            ]
            seen += len(chunk)
            if any(residuals):
                k += 1
                step = problem.step(k)
                terms = []
                for i, residual in zip(chunk, residuals, strict=True):
                    x, y = problem.examples[i]
                    w = add_scaled(w, step * residual, x)
                    b = b + step * residual * problem.offset_step
                    terms.append(Term(i, step * residual * y))
                yield Update(k, number, seen, tuple(terms), w, b)
        yield PassEnd(number, seen, w, b)
