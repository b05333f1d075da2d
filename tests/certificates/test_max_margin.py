"""The maximum margin is exact, is a maximum, and does not depend on what floating point proposes."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.soak_certificates import is_true
from tests.certificates.conftest import small_data
from tests.certificates.test_separability import squeezed
from verified_perceptron import max_margin as module
from verified_perceptron.conventions import Conventions, Offset
from verified_perceptron.data import DataError, Dataset
from verified_perceptron.invariants import Separator
from verified_perceptron.max_margin import MaxMargin, best_separator, max_margin, max_margin_claim
from verified_perceptron.problem import Hypothesis, pose
from verified_perceptron.run import Outcome, run
from verified_perceptron.separability import NonSeparable

OFFSETS = st.sampled_from((Offset.NONE, Offset.UNIT))
ALL_OFFSETS = st.sampled_from(list(Offset))


@settings(deadline=None, max_examples=300)
@given(data=small_data(), offset=OFFSETS)
def test_the_kuhn_tucker_conditions_hold(data: Dataset, offset: Offset) -> None:
    if offset is Offset.NONE or data.has_both_classes:
        found = max_margin(data, offset)
        assert isinstance(found, NonSeparable) or is_true(max_margin_claim(found), data)


@settings(deadline=None, max_examples=200)
@given(data=small_data(), weights=st.lists(st.integers(-9, 9), min_size=3, max_size=3), b=st.integers(-9, 9))
def test_no_other_separator_has_a_larger_margin(data: Dataset, weights: list[int], b: int) -> None:
    w = weights[: data.dimension]
    for offset, shift in ((Offset.NONE, 0), (Offset.UNIT, b)):
        margin = min(
            y * (sum(a * v for a, v in zip(w, x, strict=True)) + shift)
            for x, y in zip(data.points, data.labels, strict=True)
        )
        if margin > 0 and any(w) and (offset is Offset.NONE or data.has_both_classes):
            found = max_margin(data, offset)
            assert isinstance(found, MaxMargin)
            assert found.margin_sq >= Fraction(margin) ** 2 / sum(a * a for a in w)


def test_known_margins() -> None:
    corner = max_margin(Dataset.of([["1/2", 0], [0, -1], [3, 4]], [1, -1, 1]))
    assert isinstance(corner, MaxMargin)
    assert corner.hypothesis == Hypothesis((Fraction(2), Fraction(1)))
    assert corner.multipliers == {0: 4, 1: 1}
    assert (corner.margin_sq, corner.radius_sq, corner.bound) == (Fraction(1, 5), Fraction(25), Fraction(125))
    assert corner.updates_bound == 125
    line = max_margin(Dataset.of([[0], [2], [5]], [-1, 1, 1]), Offset.UNIT)
    assert isinstance(line, MaxMargin)
    assert line.hypothesis == Hypothesis((Fraction(1),), Fraction(-1))
    assert [line.margin_sq, line.bound, line.updates_bound] == [Fraction(v) for v in (1, 25, 52)]


def test_one_class_with_an_offset_has_no_maximum() -> None:
    data = Dataset.of([[1], [2]], [1, 1])
    with pytest.raises(DataError, match="has no maximum"):
        max_margin(data, Offset.UNIT)
    assert isinstance(max_margin(data, Offset.NONE), MaxMargin)


@pytest.mark.parametrize("offset", [Offset.NONE, Offset.UNIT])
@pytest.mark.parametrize("depth", [1.0, 1e-6, 1e-12])
def test_the_proposal_does_not_matter(offset: Offset, depth: float, monkeypatch: pytest.MonkeyPatch) -> None:
    data = squeezed(60, 5, depth, 3)
    expected = max_margin(data, offset)
    assert isinstance(expected, MaxMargin)
    draw = random.Random(0)
    misleading: list[Callable[..., dict[tuple[int, ...], int]]] = [
        lambda *_: {},
        lambda _, groups: {tuple(draw.choice(group) for group in groups): draw.randint(1, 9) for _ in range(20)},
        lambda _, groups: {tuple(group[-1] for group in groups): 7},
    ]
    for propose in misleading:
        monkeypatch.setattr(module, "nearest", propose)
        found = max_margin(data, offset)
        assert isinstance(found, MaxMargin)
        # The shortest weights are unique; multipliers need not be.
        assert (found.hypothesis, found.margin_sq) == (expected.hypothesis, expected.margin_sq)


@settings(deadline=None, max_examples=100)
@given(data=small_data(), offset=ALL_OFFSETS)
def test_the_best_separator_gives_the_least_bound_of_all(data: Dataset, offset: Offset) -> None:
    best = best_separator(data, offset)
    conventions = Conventions(offset=offset)
    problem = pose(data, conventions)
    if isinstance(best, NonSeparable):
        return
    separator = Separator.of(best, problem)
    assert separator.gamma > 0
    bound = separator.bound(problem)
    done = run(data, conventions, separator=best)
    assert done.outcome is Outcome.CONVERGED
    assert done.updates <= bound
    assert bound <= Separator.of(done.hypothesis, problem).bound(problem)


def test_rows_on_which_a_quadratic_solver_did_not_return() -> None:
    points = [
        [-1e300, 1e300, 0.5156494515721819, -0.8853152576123978, 1.7e308],
        [-1.2755240948563726, -0.4250621957527346, 0.0, -2.1239330994385135, 1e300],
    ]
    assert isinstance(max_margin(Dataset.of(points, [-1, -1])), MaxMargin)


def test_through_the_origin_the_best_separator_is_the_widest() -> None:
    data = squeezed(40, 3, 0.5, 4)
    widest = max_margin(data)
    assert isinstance(widest, MaxMargin)
    assert best_separator(data) == widest.hypothesis


def test_an_offset_that_cannot_move_counts_as_none() -> None:
    data = Dataset.of([[0]], [1])
    assert isinstance(best_separator(data, Offset.RADIUS), NonSeparable)
    assert best_separator(data, Offset.UNIT) == Hypothesis((Fraction(0),), Fraction(1))
