"""What floating point proposes.  Nothing here is believed: every proposal is made exact and checked elsewhere.

Two programs, both solved by HiGHS in float64: the widest functional margin within a box (a linear program), and
the shortest weights with functional margins of at least 1 (a quadratic program).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import highspy
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

FEASIBILITY = 1e-10
"""The smallest tolerance that HiGHS takes."""


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
        whole = np.rint(np.ldexp(self.multipliers / largest, 40))
        return {int(i): max(1, int(whole[i])) for i in np.flatnonzero(self.multipliers > relative * largest)}


def widest(rows: Floats, residuals: Floats, lower: Floats, upper: Floats) -> Proposal | None:
    """max t subject to rows·δ + residuals ≥ t and lower ≤ δ ≤ upper."""
    size = rows.shape[1]
    model = _model(np.c_[rows, -np.ones(len(rows))], -residuals)
    model.col_cost_ = np.r_[np.zeros(size), -1.0]
    model.col_lower_ = np.r_[lower, -highspy.kHighsInf]
    model.col_upper_ = np.r_[upper, highspy.kHighsInf]
    solver = _solver()
    solver.passModel(model)
    return _solve(solver, size)


def shortest(rows: Floats, curvature: Floats) -> Proposal | None:
    """min Σ curvature_j·w_j² subject to rows·w ≥ 1."""
    size = rows.shape[1]
    model = _model(rows, np.ones(len(rows)))
    model.col_cost_ = np.zeros(size)
    model.col_lower_ = np.full(size, -highspy.kHighsInf)
    model.col_upper_ = np.full(size, highspy.kHighsInf)
    hessian = highspy.HighsHessian()
    hessian.dim_ = size
    hessian.format_ = highspy.HessianFormat.kTriangular
    hessian.start_ = np.arange(size + 1, dtype=np.int32)
    hessian.index_ = np.arange(size, dtype=np.int32)
    hessian.value_ = curvature
    solver = _solver()
    solver.passModel(model)
    solver.passHessian(hessian)
    return _solve(solver, size)


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


def _solver() -> highspy.Highs:
    solver = highspy.Highs()  # type: ignore[no-untyped-call]  # highspy leaves its constructor unannotated
    solver.silent()
    solver.setOptionValue("threads", 1)
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
