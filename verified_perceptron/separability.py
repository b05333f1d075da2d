"""Is there a separator?  Always an answer, never one from floating point.

Gordan's theorem: for z_i = y_i·x_i (with an offset z_i = y_i·(x_i, 1)) exactly one of these holds,
  (a) some w has ⟨w,z_i⟩ > 0 for every i,
  (b) some λ ≥ 0, λ ≠ 0 has Σλ_i z_i = 0.
`decide` returns one of the two, accepted by the trusted checker.  HiGHS proposes weights and multipliers; the
proposal is refined where the margin is too small for float64 (Gleixner, Steffy, Wolter 2016: the residuals are
computed exactly, scaled up, and the linear program is solved again for the correction).  Weights are rounded to
integers and tried; the rows with multipliers are few, and `nearest_point` decides exactly whether some
combination of them vanishes.  If no proposal holds, `nearest_point` on all rows decides, and its module says why
it always ends.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import mul, neg
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from verified_perceptron import checker
from verified_perceptron.conventions import ConventionError, Offset
from verified_perceptron.data import Dataset
from verified_perceptron.nearest_point import Polytope, nearest_point
from verified_perceptron.problem import Hypothesis
from verified_perceptron.proposals import PRECISION, Proposal, widest

if TYPE_CHECKING:
    from verified_perceptron.proposals import Floats

Rows: TypeAlias = Sequence[Sequence[int]]

REFINEMENTS = 4
"""How often a float proposal is refined before the exact method takes over."""
ZOOM = 24
"""Each refinement looks at corrections this many binary digits smaller."""


@dataclass(frozen=True)
class Separable:
    """y(⟨w,x⟩+b) ≥ γ > 0 for every example, and what follows for the perceptron."""

    offset: Offset
    hypothesis: Hypothesis
    gamma: Fraction
    radius_sq: Fraction
    bound: Fraction
    """(R²+c²)(‖w‖²+b²)/γ² with c = 0, or c = 1 with an offset: the most updates from zero (T1, T3)."""


@dataclass(frozen=True)
class NonSeparable:
    """λ_i > 0 for the examples listed, and Σλ_i z_i = 0."""

    offset: Offset
    multipliers: Mapping[int, int]


Decision: TypeAlias = Separable | NonSeparable


def decide(data: Dataset, offset: Offset = Offset.NONE) -> Decision:
    """A separator of the data or multipliers that exclude one, through the origin or with an offset."""
    rows = signed_rows(data, offset)
    found = _search(rows)
    if isinstance(found, dict):
        return non_separable(data, offset, found)
    divisor = math.gcd(*found)
    *weights, b = (Fraction(v // divisor) for v in (*found, 0)[: data.dimension + 1])
    return separable(data, offset, Hypothesis(tuple(weights), b))


def signed_rows(data: Dataset, offset: Offset) -> list[tuple[int, ...]]:
    """y·X, or y·(X, D) where an offset is wanted."""
    match offset:
        case Offset.NONE:
            return [tuple(map(neg, x)) if y < 0 else x for x, y in data.examples]
        case Offset.UNIT:
            return [tuple(v * y for v in (*x, data.denominator)) for x, y in data.examples]
        case Offset.RADIUS:
            raise ConventionError("separability with an offset does not depend on its step: say unit")


# --- answers, accepted by the checker before anyone sees them ------------------------------------


def separable(data: Dataset, offset: Offset, hypothesis: Hypothesis) -> Separable:
    """The hypothesis as a separator; raises `checker.Refused` if it is none."""
    weights, b = hypothesis
    factor = math.lcm(*(v.denominator for v in (*weights, b)))
    whole, whole_b = [int(v * factor) for v in weights], int(b * factor) * data.denominator
    gamma = Fraction(
        min(y * (sum(map(mul, whole, x)) + whole_b) for x, y in data.examples), factor * data.denominator
    )
    if gamma <= 0:
        raise checker.Refused("the weights do not separate the examples")
    radius_sq = data.radius_sq
    fold_sq = int(offset is not Offset.NONE)
    norm_sq = Fraction(sum(v * v for v in (*whole, int(b * factor))), factor**2)
    found = Separable(offset, hypothesis, gamma, radius_sq, (radius_sq + fold_sq) * norm_sq / gamma**2)
    checker.verify(separator_claim(found), data.examples, data.denominator)
    return found


def non_separable(data: Dataset, offset: Offset, multipliers: Mapping[int, int]) -> NonSeparable:
    """The multipliers as a proof that no separator exists; raises `checker.Refused` if they are none."""
    divisor = math.gcd(*multipliers.values())
    found = NonSeparable(offset, {i: multipliers[i] // divisor for i in sorted(multipliers)})
    checker.verify(non_separable_claim(found), data.examples, data.denominator)
    return found


def separator_claim(found: Separable) -> dict[str, object]:
    """The claim of a `separator` certificate."""
    return {
        "kind": "separator",
        "offset": found.offset.value,
        "weights": list(found.hypothesis.weights),
        "b": found.hypothesis.offset,
        "gamma": found.gamma,
        "radius_sq": found.radius_sq,
        "bound": found.bound,
    }


def non_separable_claim(found: NonSeparable) -> dict[str, object]:
    """The claim of a `non-separable` certificate."""
    return {
        "kind": "non-separable",
        "offset": found.offset.value,
        "support": list(found.multipliers),
        "multipliers": [Fraction(m) for m in found.multipliers.values()],
    }


# --- the search: nothing below is trusted ---------------------------------------------------------


def _search(rows: Rows) -> list[int] | dict[int, int]:
    """Weights w with ⟨w,z_i⟩ > 0 for all rows, or multipliers that cancel some of them."""
    for i, row in enumerate(rows):
        if not any(row):
            return {i: 1}
    search = _FloatSearch(rows)
    support: dict[int, int] = {0: 1}
    for _ in range(REFINEMENTS):
        proposal = search.refine()
        if proposal is None:
            break
        weights = search.weights
        if all(sum(map(mul, weights, row)) > 0 for row in rows):
            return weights
        support = proposal.support() or support
        cancelling = _cancelling(rows, support)
        if cancelling:
            return cancelling
    return _exactly(rows, support)


def _cancelling(rows: Rows, support: Mapping[int, int]) -> dict[int, int] | None:
    """Multipliers for a vanishing combination of the rows of the support, if there is one."""
    if len(support) > 4 * len(rows[0]) + 4:
        return None
    chosen = list(support)
    found = _exactly([rows[i] for i in chosen], {k: support[i] for k, i in enumerate(chosen)})
    return {chosen[k]: m for k, m in found.items()} if isinstance(found, dict) else None


def _exactly(rows: Rows, support: Mapping[int, int]) -> list[int] | dict[int, int]:
    """The answer by Wolfe's method, on rows and columns freed of common factors."""
    columns = [math.gcd(*column) or 1 for column in zip(*rows, strict=True)]
    lean = [[v // g for v, g in zip(row, columns, strict=True)] for row in rows]
    divisors = [math.gcd(*row) for row in lean]
    lean = [[v // g for v in row] for row, g in zip(lean, divisors, strict=True)]
    shifts = _levelling(lean)
    polytope = Polytope(
        [[v << s for v in row] for row, s in zip(lean, shifts, strict=True)], [range(len(rows))], [1] * len(columns)
    )
    nearest = nearest_point(polytope, {(i,): m for i, m in support.items()}, stop_at_separator=True)
    if nearest.is_origin:
        # Σ m_i·2^s_i·z_i/g_i = 0, with all g_i cleared by their product's least multiple.
        common = math.lcm(*(divisors[i] for (i,) in nearest.weights))
        return {i: (m << shifts[i]) * (common // divisors[i]) for (i,), m in nearest.weights.items()}
    common = math.lcm(*columns)
    return [v * (common // g) for v, g in zip(nearest.point, columns, strict=True)]


def _levelling(rows: Rows, most: int = 64) -> list[int]:
    """Shifts that make the rows equally long, as far as `most` binary digits do."""
    lengths = [max(v.bit_length() for v in row) for row in rows]
    longest = max(lengths)
    return [min(longest - length, most) for length in lengths]


class _FloatSearch:
    """The widest margin in the box −1 ≤ v ≤ 1, more and more exactly.

    The linear program sees row i divided by 2^r_i and column j by 2^c_j, so that no entry exceeds 1.  The point
    reached is v = V/2^p in integers, which stands for the weights W_j = V_j·2^(c−c_j), c = max c_j.
    """

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.floats, self.row_exponents, self.column_exponents = _scaled(rows)
        self.point = [0] * len(rows[0])
        self.precision = PRECISION
        self.zoom = 0

    @property
    def weights(self) -> list[int]:
        """W."""
        longest = max(self.column_exponents)
        return [v << (longest - c) for v, c in zip(self.point, self.column_exponents, strict=True)]

    def refine(self) -> Proposal | None:
        """Solve for a correction δ/2^zoom of the point, add it, and look closer next time."""
        residuals = self._residuals()
        # |⟨row,δ⟩| ≤ d, so a residual larger than the least one by more than 2d stays out of the way.
        near = np.flatnonzero(residuals <= residuals.min() + 2 * len(self.point))
        room = [Fraction(v, 1 << self.precision) for v in self.point]
        scale = 1 << self.zoom
        lower = np.array([float(max(Fraction(-1), (-1 - v) * scale)) for v in room])
        upper = np.array([float(min(Fraction(1), (1 - v) * scale)) for v in room])
        proposal = widest(self.floats[near], residuals[near], lower, upper)
        if proposal is None:
            return None
        finer = PRECISION + self.zoom
        self.point = [
            (v << (finer - self.precision)) + round(Fraction(delta) * (1 << PRECISION))
            for v, delta in zip(self.point, proposal.weights.tolist(), strict=True)
        ]
        self.precision, self.zoom = finer, self.zoom + ZOOM
        multipliers = np.zeros(len(self.rows))
        multipliers[near] = proposal.multipliers
        return Proposal(proposal.weights, multipliers)

    def _residuals(self) -> Floats:
        """⟨row_i,v⟩·2^zoom, from exact products."""
        if not any(self.point):
            return np.zeros(len(self.rows))
        weights, shift = self.weights, self.precision + max(self.column_exponents) - self.zoom
        products = [sum(map(mul, weights, row)) for row in self.rows]
        return np.array([_quotient(v, shift + r) for v, r in zip(products, self.row_exponents, strict=True)])


def scaled_to_floats(rows: Rows, scales: Sequence[int]) -> Floats:
    """The rows in float64 with coordinate j stretched by √scale_j, all divided by one power of two."""
    longest = max(v.bit_length() + s.bit_length() // 2 for row in rows for v, s in zip(row, scales, strict=True))
    stretch = np.array([math.sqrt(_quotient(s, 2 * (s.bit_length() // 2))) for s in scales])
    shifts = [longest - s.bit_length() // 2 for s in scales]
    floats = [[_quotient(v, shift) for v, shift in zip(row, shifts, strict=True)] for row in rows]
    stretched: Floats = np.array(floats) * stretch
    return stretched


def _scaled(rows: Rows) -> tuple[Floats, list[int], list[int]]:
    """The rows in float64, scaled, and the exponents r and c."""
    try:
        floats = np.array(rows, dtype=np.float64)
    except OverflowError:
        floats = np.array([])
    if floats.size and np.isfinite(floats).all():
        columns = np.frexp(np.abs(floats).max(axis=0))[1]
        floats = np.ldexp(floats, -columns)
        exponents = np.frexp(np.abs(floats).max(axis=1))[1]
        return np.ldexp(floats, -exponents[:, None]), exponents.tolist(), columns.tolist()
    c = [max(v.bit_length() for v in column) for column in zip(*rows, strict=True)]
    r = [max(v.bit_length() - c_j for v, c_j in zip(row, c, strict=True) if v) for row in rows]
    scaled = [
        [_quotient(v, c_j + r_i) for v, c_j in zip(row, c, strict=True)] for row, r_i in zip(rows, r, strict=True)
    ]
    return np.array(scaled), r, c


def _quotient(value: int, exponent: int) -> float:
    """value/2^exponent, rounded; beyond the range of floats the largest one."""
    try:
        return value / (1 << exponent) if exponent >= 0 else float(value << -exponent)
    except OverflowError:
        return math.copysign(sys.float_info.max, value)
