"""The margin perceptron: an example that is right by too little is corrected as well.

w ← start
repeat
    for each example (x, y) in the order of the scan
        if y⟨w,x⟩ ≤ β‖w‖            or y⟨w,x⟩ ≤ τ
            w ← w + η·y·x
"""

from __future__ import annotations

from verified_perceptron.algorithms.orders import scans
from verified_perceptron.conventions import ConventionError, FixedMargin, RelativeMargin
from verified_perceptron.exact import Number, Vector
from verified_perceptron.problem import Problem
from verified_perceptron.steps import corrected
from verified_perceptron.trace import Events, PassEnd, Term, Update


def within_margin(problem: Problem, w: Vector, signed_score: Number) -> bool:
    """y·f ≤ β‖w‖ (or ≤ τ), in scaled units: S·D·β‖w‖ = D·β·‖W‖, compared by sign and square."""
    match problem.conventions.margin:
        case RelativeMargin(beta):
            bound_sq = (beta * problem.data.denominator) ** 2 * problem.inner(w, w)
            return signed_score <= 0 or signed_score * signed_score <= bound_sq
        case FixedMargin(tau):
            return signed_score <= tau * problem.score_scale
        case None:
            raise ConventionError("the margin perceptron needs a margin")


def with_margin(problem: Problem) -> Events:
    """The updates of the margin perceptron."""
    w = problem.start.weights
    k = seen = 0
    for number, scan in enumerate(scans(problem.conventions.order, len(problem.examples)), start=1):
        for i in scan:
            x, y = problem.examples[i]
            seen += 1
            if within_margin(problem, w, y * problem.inner(w, x)):
                k += 1
                step = problem.step(k)
                w = corrected(w, step, y, x)
                yield Update(k, number, seen, (Term(i, step),), w)
        yield PassEnd(number, seen, w)
