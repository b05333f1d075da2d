"""The perceptron with an explicit offset.

w ← start, b ← start
repeat
    for each example (x, y) in the order of the scan
        if y(⟨w,x⟩ + b) contradicts the label
            w ← w + η·y·x
            b ← b + η·y·c²          c = 1, or c = R
"""

from __future__ import annotations

from verified_perceptron.algorithms.orders import scans
from verified_perceptron.conventions import is_mistake
from verified_perceptron.problem import Problem
from verified_perceptron.steps import corrected
from verified_perceptron.trace import Events, PassEnd, Term, Update


def with_offset(problem: Problem) -> Events:
    """The updates of the perceptron that keeps its offset as a number of its own."""
    tie = problem.conventions.tie
    w, b = problem.start
    k = seen = 0
    for number, scan in enumerate(scans(problem.conventions.order, len(problem.examples)), start=1):
        for i in scan:
            x, y = problem.examples[i]
            seen += 1
            if is_mistake(tie, y, problem.inner(w, x) + b):
                k += 1
                step = problem.step(k)
                w = corrected(w, step, y, x)
                b = b + step * y * problem.offset_step
                yield Update(k, number, seen, (Term(i, step),), w, b)
        yield PassEnd(number, seen, w, b)
