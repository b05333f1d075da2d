"""What floating point proposes.  Nothing here is believed: every proposal is made exact and checked elsewhere.

Two proposals in float64: the widest functional margin within a box, a linear program that HiGHS solves, and the
nearest point of a polytope, by Wolfe's method.  (HiGHS has a quadratic solver too; on badly scaled rows it was seen
not to return and to end the process, which a proposal must never do.)  Both stop after a fixed number of steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import highspy
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

FEASIBILITY = 1e-10
"""The smallest tolerance that HiGHS takes."""
STEPS = 50
"""A solver that has not finished after so many steps for each row or column is stopped."""
PRECISION = 40
"""Binary digits kept of a proposed number."""


@dataclass(frozen=True)
class Proposal:
    """Weights, and a multiplier ≥ 0 for each row, as floats."""

    weights: Floats
    multipliers: Floats

    def support(self, relative: float = 1e-9) -> dict[int, int]:
        """The rows with a multiplier that is not negligible, and the multipliers as positive integers."""
        largest = self.multipliers.max()
        if not largest > 0:
            return {}
        whole = np.rint(np.ldexp(self.multipliers / largest, PRECISION))
        return {int(i): max(1, int(whole[i])) for i in np.flatnonzero(self.multipliers > relative * largest)}


def widest(rows: Floats, residuals: Floats, lower: Floats, upper: Floats) -> Proposal | None:
    """max t subject to rows·δ + residuals ≥ t and lower ≤ δ ≤ upper."""
    size = rows.shape[1]
    model = _model(np.c_[rows, -np.ones(len(rows))], -residuals)
    model.col_cost_ = np.r_[np.zeros(size), -1.0]
    model.col_lower_ = np.r_[lower, -highspy.kHighsInf]
    model.col_upper_ = np.r_[upper, highspy.kHighsInf]
    solver = _solver(STEPS * sum(rows.shape))
    solver.passModel(model)
    return _solve(solver, size)


def nearest(rows: Floats, groups: Sequence[Sequence[int]]) -> dict[tuple[int, ...], int]:
    """Vertices and positive weights of the point nearest to 0 in the sum of the groups' hulls.

    This is `nearest_point` in floating point: it stops when it sees no progress, and may be wrong.
    """
    members = [np.array(group) for group in groups]
    corral = [tuple(int(group[0]) for group in members)]
    weights = np.ones(1)
    for _ in range(STEPS * (rows.shape[1] + 1)):
        point = weights @ _sums(rows, corral)
        scores = rows @ point
        lowest = tuple(int(group[scores[group].argmin()]) for group in members)
        if lowest in corral or not sum(scores[i] for i in lowest) < (1 - FEASIBILITY) * (point @ point):
            break
        corral, weights = [*corral, lowest], np.append(weights, 0.0)
        while len(corral) > 1:
            goal = _affine_coordinates(_sums(rows, corral))
            if goal.min() > 0:
                weights = goal
                break
            down = np.flatnonzero(goal <= 0)
            steps = weights[down] / np.maximum(weights[down] - goal[down], np.finfo(np.float64).tiny)
            weights = weights + min(1.0, float(steps.min())) * (goal - weights)
            weights[down[steps.argmin()]] = 0.0
            kept = np.flatnonzero(weights > 0)
            if not len(kept):
                return {}
            corral, weights = [corral[i] for i in kept], weights[kept] / weights[kept].sum()
    return {v: max(1, int(a * 2**PRECISION)) for v, a in zip(corral, weights.tolist(), strict=True) if a > 0}


def _sums(rows: Floats, vertices: Sequence[Sequence[int]]) -> Floats:
    """The vertices: sums of one row of each group."""
    sums: Floats = rows[np.array(vertices)].sum(axis=1)
    return sums


def _affine_coordinates(vertices: Floats) -> Floats:
    """Those of the point nearest to 0 in the vertices' affine hull."""
    base = vertices[0]
    others = np.linalg.lstsq((vertices[1:] - base).T, -base, rcond=None)[0]
    coordinates: Floats = np.r_[1 - others.sum(), others]
    return coordinates


def _model(rows: Floats, lower: Floats) -> highspy.HighsLp:
    """The constraints rows·v ≥ lower."""
    count, size = rows.shape
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = size, count
    model.row_lower_, model.row_upper_ = lower, np.full(count, highspy.kHighsInf)
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_ = np.arange(count + 1, dtype=np.int32) * size
    model.a_matrix_.index_ = np.tile(np.arange(size, dtype=np.int32), count)
    model.a_matrix_.value_ = rows.ravel()
    return model


def _solver(steps: int) -> highspy.Highs:
    solver = highspy.Highs()  # type: ignore[no-untyped-call]  # highspy leaves its constructor unannotated
    solver.silent()
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("simplex_iteration_limit", steps)
    solver.setOptionValue("primal_feasibility_tolerance", FEASIBILITY)
    solver.setOptionValue("dual_feasibility_tolerance", FEASIBILITY)
    return solver


def _solve(solver: highspy.Highs, size: int) -> Proposal | None:
    """The solution, or nothing if HiGHS found none that it calls optimal."""
    solver.run()
    solution = solver.getSolution()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal or not solution.dual_valid:
        return None
    weights = np.array(solution.col_value[:size])
    multipliers = np.maximum(np.array(solution.row_dual), 0.0)
    return Proposal(weights, multipliers) if np.isfinite(weights).all() and np.isfinite(multipliers).all() else None
