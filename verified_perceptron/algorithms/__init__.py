"""The algorithms of the documents, one file each; `updates` finds the one that the conventions name."""

from __future__ import annotations

from verified_perceptron.algorithms.batch import in_batches
from verified_perceptron.algorithms.delta import by_residuals
from verified_perceptron.algorithms.margin import with_margin
from verified_perceptron.algorithms.offset import with_offset
from verified_perceptron.algorithms.origin import through_origin
from verified_perceptron.algorithms.pick import picking
from verified_perceptron.algorithms.target_output import by_target_and_output
from verified_perceptron.conventions import PICKS, Correction, Folding, GroupKind, Offset
from verified_perceptron.problem import Problem
from verified_perceptron.trace import Events


def updates(problem: Problem) -> Events:
    """The endless stream of updates and passes of the algorithm these conventions name."""
    conventions = problem.conventions
    if conventions.correction is Correction.RESIDUAL:
        return by_residuals(problem)
    if conventions.correction is not Correction.LABEL:
        return by_target_and_output(problem)
    if conventions.margin is not None:
        return with_margin(problem)
    if conventions.order.kind in PICKS:
        return picking(problem)
    if conventions.group.kind is not GroupKind.ONLINE:
        return in_batches(problem)
    if conventions.offset is Offset.NONE or conventions.folding is not Folding.EXPLICIT:
        return through_origin(problem)
    return with_offset(problem)
