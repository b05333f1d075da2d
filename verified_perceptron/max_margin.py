"""The widest margin, exactly: min ‖w‖² subject to y_i(⟨w,x_i⟩+b) ≥ 1, with the proof that it is the least.

The optimum of rational data is rational.  Its certificate is Kuhn and Tucker's: λ ≥ 0 with w = Σλ_i y_i x_i,
Σλ_i = ‖w‖² and, where an offset is free, Σλ_i y_i = 0; then γ*² = 1/‖w‖² is the square of the largest geometric
margin (measured over w alone), and R²/γ*² the best bound that Novikoff's theorem can give.  Floating point proposes
the examples that carry the solution; `nearest_point` makes it exact, mends it, and ends in any case.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from verified_perceptron import checker
from verified_perceptron.conventions import Offset
from verified_perceptron.data import DataError, Dataset
from verified_perceptron.nearest_point import Nearest, Polytope, nearest_point
from verified_perceptron.problem import Hypothesis, fold_constant_sq
from verified_perceptron.proposals import nearest
from verified_perceptron.separability import NonSeparable, decide, scaled_to_floats, separable, signed_rows


@dataclass(frozen=True)
class MaxMargin:
    """The shortest w with y(⟨w,x⟩+b) ≥ 1, its multipliers, and γ*², R² and R²/γ*²."""

    offset: Offset
    hypothesis: Hypothesis
    multipliers: Mapping[int, Fraction]
    margin_sq: Fraction
    radius_sq: Fraction
    bound: Fraction
    """R²/γ*²; through the origin no run from zero makes more updates (T1)."""

    @property
    def updates_bound(self) -> Fraction:
        """The most updates of a run from zero: T1, or with an offset of unit step T3, (R²+1)(‖w‖²+b²)."""
        fold_sq = int(self.offset is not Offset.NONE)
        return (self.radius_sq + fold_sq) * (1 / self.margin_sq + self.hypothesis.offset**2)


Widest: TypeAlias = MaxMargin | NonSeparable


def max_margin(data: Dataset, offset: Offset = Offset.NONE) -> Widest:
    """The maximum margin of the data, or the proof that there is no separator.

    With an offset both classes must occur: otherwise w = 0 separates and the margin has no maximum.
    """
    if offset is not Offset.NONE and not data.has_both_classes:
        raise DataError(f"{data.name}: all labels are equal, and with an offset their margin has no maximum")
    decision = decide(data, offset)
    if isinstance(decision, NonSeparable):
        return decision
    rows = signed_rows(data, Offset.NONE)
    groups = [list(range(len(rows)))]
    if offset is not Offset.NONE:
        groups = [[i for i, y in enumerate(data.labels) if y == sign] for sign in (1, -1)]
    found = _nearest(rows, groups, [1] * data.dimension)
    # p = point/total is nearest; w = p·|groups|/‖p‖² in the units of X, and D times that in those of x.
    norm_sq = sum(v * v for v in found.point)
    scale = Fraction(len(groups) * found.total * data.denominator, norm_sq)
    weights = tuple(v * scale for v in found.point)
    multipliers = {i: m * scale * data.denominator for i, m in sorted(_multipliers(found).items())}
    # The offset levels the two classes: both then have functional margin 1.
    lowest = [min(found.scores[i] for i in group) for group in groups]
    b = Fraction(found.total * (lowest[-1] - lowest[0]), norm_sq)
    return _checked(data, offset, Hypothesis(weights, b), multipliers)


def best_separator(data: Dataset, offset: Offset = Offset.NONE) -> Hypothesis | NonSeparable:
    """The separator with the least bound for runs with this offset, or the proof that there is none.

    It has functional margin 1 and the least ‖w‖² + b²/c², where c is the fold constant (1, or R): the tightest
    separator of the folded examples, which T1 and T3 speak of.
    """
    fold_sq = fold_constant_sq(data, offset)
    # An offset without a step stays 0: such a run is one through the origin.
    decision = decide(data, Offset.UNIT if fold_sq else Offset.NONE)
    if isinstance(decision, NonSeparable):
        return decision
    fold = (1,) if fold_sq else ()
    rows = [tuple(v * y for v in (*x, *fold)) for x, y in data.examples]
    groups, scales = [list(range(len(rows)))], [*(1 for _ in range(data.dimension)), *(fold_sq for _ in fold)]
    found = _nearest(rows, groups, scales)
    norm_sq = sum(c * v * v for c, v in zip(scales, found.point, strict=True))
    scale = Fraction(found.total, norm_sq)
    weights = tuple(v * scale * data.denominator for v in found.point[: data.dimension])
    b = Fraction(sum(found.point[data.dimension :])) * fold_sq * scale
    return separable(data, decision.offset, Hypothesis(weights, b)).hypothesis


def max_margin_claim(found: MaxMargin) -> dict[str, object]:
    """The claim of a `max-margin` certificate."""
    return {
        "kind": "max-margin",
        "offset": found.offset.value,
        "weights": list(found.hypothesis.weights),
        "b": found.hypothesis.offset,
        "support": list(found.multipliers),
        "multipliers": list(found.multipliers.values()),
        "radius_sq": found.radius_sq,
        "margin_sq": found.margin_sq,
        "bound": found.bound,
    }


def _checked(
    data: Dataset, offset: Offset, hypothesis: Hypothesis, multipliers: Mapping[int, Fraction]
) -> MaxMargin:
    weights, radius_sq = hypothesis.weights, data.radius_sq
    denominator = math.lcm(*(v.denominator for v in weights))
    norm_sq = Fraction(sum(int(v * denominator) ** 2 for v in weights), denominator**2)
    found = MaxMargin(offset, hypothesis, multipliers, 1 / norm_sq, radius_sq, radius_sq * norm_sq)
    checker.verify(max_margin_claim(found), data.examples, data.denominator)
    return found


def _multipliers(point: Nearest) -> dict[int, int]:
    """How often each example occurs in the nearest point."""
    found: dict[int, int] = {}
    for vertex, weight in point.weights.items():
        for i in vertex:
            found[i] = found.get(i, 0) + weight
    return found


def _nearest(rows: Sequence[Sequence[int]], groups: Sequence[Sequence[int]], scales: Sequence[int]) -> Nearest:
    """The nearest point, from the float proposal if there is one, else from any vertex."""
    start = nearest(scaled_to_floats(rows, scales), groups) or {tuple(group[0] for group in groups): 1}
    return nearest_point(Polytope(rows, groups, scales), start)
