"""The perceptron through the origin.

w ← start
repeat
    for each example (x, y) in the order of the scan
        if y⟨w,x⟩ contradicts the label
            w ← w + η·y·x
"""

from __future__ import annotations

from verified_perceptron.algorithms.orders import scans
from verified_perceptron.conventions import is_mistake
from verified_perceptron.problem import Problem
from verified_perceptron.steps import corrected
from verified_perceptron.trace import Events, PassEnd, Term, Update


def through_origin(problem: Problem) -> Events:
    """The updates of the perceptron through the origin, on folded examples if the problem is folded."""
    tie = problem.conventions.tie
    w = problem.start.weights
    k = seen = 0
    for number, scan in enumerate(scans(problem.conventions.order, len(problem.examples)), start=1):
        for i in scan:
            x, y = problem.examples[i]
            seen += 1
            if is_mistake(tie, y, problem.inner(w, x)):
                k += 1
                step = problem.step(k)
                w = corrected(w, step, y, x)
                yield Update(k, number, seen, (Term(i, step),), w)
        yield PassEnd(number, seen, w)
