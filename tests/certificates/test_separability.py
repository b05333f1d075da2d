"""Every data set gets an answer, whatever floating point says of it."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.soak_certificates import is_true
from tests.certificates.conftest import small_data
from verified_perceptron import separability
from verified_perceptron.checker import Refused
from verified_perceptron.conventions import ConventionError, Offset
from verified_perceptron.data import Dataset
from verified_perceptron.problem import Hypothesis
from verified_perceptron.proposals import Proposal
from verified_perceptron.separability import (
    Decision,
    NonSeparable,
    Separable,
    decide,
    non_separable,
    non_separable_claim,
    separable,
    separator_claim,
)

OFFSETS = st.sampled_from((Offset.NONE, Offset.UNIT))
TINY = Fraction(1, 10**15)


def holds(found: Decision, data: Dataset) -> bool:
    claim = separator_claim(found) if isinstance(found, Separable) else non_separable_claim(found)
    return is_true(claim, data)


@settings(deadline=None, max_examples=300)
@given(data=small_data(), offset=OFFSETS)
def test_every_answer_is_true_by_the_definitions(data: Dataset, offset: Offset) -> None:
    assert holds(decide(data, offset), data)


@settings(deadline=None, max_examples=100)
@given(data=small_data(), offset=OFFSETS, factor=st.fractions(min_value=Fraction(1, 99), max_value=99))
def test_the_answer_does_not_depend_on_the_scale(data: Dataset, offset: Offset, factor: Fraction) -> None:
    if factor:
        scaled = Dataset.of([[factor * v for v in x] for x in data.points], data.labels)
        assert type(decide(scaled, offset)) is type(decide(data, offset))


EDGES: dict[str, tuple[list[list[object]], list[int], bool, bool]] = {
    # points, labels, separable through the origin, separable with an offset
    "one example": ([[3]], [1], True, True),
    "one example at the origin": ([[0, 0]], [-1], False, True),
    "one class": ([[1, 2], [2, 1], [-1, 4]], [1, 1, 1], True, True),
    "one class around the origin": ([[1], [-1]], [-1, -1], False, True),
    "a zero vector among others": ([[1, 1], [0, 0]], [1, -1], False, True),
    "opposite duplicates": ([[1, 2], [1, 2]], [1, -1], False, False),
    "equal duplicates": ([[1, 2], [1, 2]], [1, 1], True, True),
    "one feature": ([[1], [2], [-1]], [1, 1, -1], True, True),
    "one feature, interleaved": ([[1], [2], [3]], [1, -1, 1], False, False),
    "rank one": ([[1, 2], [2, 4], [-3, -6]], [1, 1, -1], True, True),
    "rank one, torn": ([[1, 2], [2, 4], [3, 6]], [1, -1, 1], False, False),
    "fewer examples than features": ([[1, 0, 2, 0], [0, -1, 1, 5]], [1, -1], True, True),
    "exponents of 300": ([[1e300, 1e-300], [1e-300, -1e300], [5e-324, 1e300]], [1, -1, 1], True, True),
    "exponents beyond float64": ([["1e400", "1e-400"], ["-1e400", "1e-400"]], [1, 1], True, True),
    "exponents beyond float64, torn": ([["1e400"], ["-1e-400"]], [1, 1], False, True),
    "a margin of 1e-15": ([[1, TINY], [-1, TINY], [1, -TINY]], [1, 1, -1], True, True),
    "short of zero by 1e-15": ([[1, TINY], [-1, -TINY], [1, 2 * TINY], [1, 0]], [1, 1, 1, -1], False, True),
    "exclusive or": ([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, -1], False, False),
    "decimals that float64 cannot tell apart": (
        [["0.1", "0.3"], ["0.1", "0.30000000000000001"]],
        [1, -1],
        True,
        True,
    ),
}


@pytest.mark.parametrize("name", EDGES)
def test_edge_cases(name: str) -> None:
    points, labels, through_origin, with_offset = EDGES[name]
    data = Dataset.of(points, labels)
    for offset, expected in ((Offset.NONE, through_origin), (Offset.UNIT, with_offset)):
        found = decide(data, offset)
        assert isinstance(found, Separable) == expected
        assert holds(found, data)


def squeezed(n: int, d: int, depth: float, seed: int, flips: int = 0) -> Dataset:
    """Random examples pressed against a hyperplane; the first few labels turned over."""
    draw = np.random.default_rng(seed)
    normal = draw.normal(size=d)
    normal /= np.linalg.norm(normal)
    points = draw.normal(size=(n, d))
    labels = np.sign(points @ normal)
    points += np.outer(labels * depth * (1 + draw.random(n)) - points @ normal, normal)
    labels[:flips] *= -1
    return Dataset.of(points.tolist(), labels.astype(int).tolist())


@pytest.mark.parametrize("depth", [1.0, 1e-9, 1e-12, 1e-15])
@pytest.mark.parametrize("flips", [0, 60])
def test_margins_too_small_for_float64_are_decided(depth: float, flips: int) -> None:
    found = decide(squeezed(200, 8, depth, 1, flips))
    # Rounding the points leaves about 1e-16 of noise: only there the labels alone do not say what is true.
    if depth > 1e-14 or flips:
        assert isinstance(found, NonSeparable) == bool(flips)


@pytest.mark.parametrize("flips", [0, 100])
def test_many_more_examples_than_features(flips: int) -> None:
    assert isinstance(decide(squeezed(3000, 4, 0.5, 2, flips)), NonSeparable) == bool(flips)


@settings(deadline=None, max_examples=60)
@given(data=small_data(), offset=OFFSETS)
def test_without_any_proposal_the_exact_method_decides(data: Dataset, offset: Offset) -> None:
    expected = type(decide(data, offset))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(separability, "widest", lambda *_: None)
        found = decide(data, offset)
    assert type(found) is expected
    assert holds(found, data)


@settings(deadline=None, max_examples=60)
@given(data=small_data(), offset=OFFSETS, seed=st.integers(0, 10**6))
def test_a_misleading_proposal_misleads_nobody(data: Dataset, offset: Offset, seed: int) -> None:
    expected = type(decide(data, offset))
    draw = np.random.default_rng(seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            separability,
            "widest",
            lambda rows, *_: Proposal(draw.normal(size=rows.shape[1]), np.abs(draw.normal(size=len(rows)))),
        )
        found = decide(data, offset)
    assert type(found) is expected
    assert holds(found, data)


def test_a_proposal_without_multipliers_is_survived(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        separability, "widest", lambda rows, *_: Proposal(np.zeros(rows.shape[1]), np.zeros(len(rows)))
    )
    assert isinstance(decide(Dataset.of([[1], [-2]], [1, 1])), NonSeparable)
    assert isinstance(decide(Dataset.of([[1], [2]], [1, 1])), Separable)


def test_a_proposal_with_too_many_multipliers_is_left_to_the_exact_method(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        separability, "widest", lambda rows, *_: Proposal(np.zeros(rows.shape[1]), np.ones(len(rows)))
    )
    draw = random.Random(0)
    points = [[draw.randint(-9, 9) or 1] for _ in range(50)]
    assert isinstance(decide(Dataset.of(points, [1] * 50)), NonSeparable)


def test_false_answers_cannot_be_made() -> None:
    data = Dataset.of([[1], [2]], [1, 1])
    with pytest.raises(Refused, match="do not separate"):
        separable(data, Offset.NONE, Hypothesis((Fraction(-1),)))
    with pytest.raises(Refused, match="do not cancel"):
        non_separable(data, Offset.NONE, {0: 1, 1: 1})


def test_the_bound_is_that_of_the_theorems() -> None:
    data = Dataset.of([[3, 4], [-1, 0]], [1, -1])
    through_origin = separable(data, Offset.NONE, Hypothesis((Fraction(1), Fraction(0))))
    assert [through_origin.gamma, through_origin.radius_sq, through_origin.bound] == [
        Fraction(v) for v in (1, 25, 25)
    ]
    with_offset = separable(data, Offset.UNIT, Hypothesis((Fraction(1), Fraction(0)), Fraction(1, 2)))
    assert (with_offset.gamma, with_offset.bound) == (Fraction(1, 2), 26 * Fraction(5, 4) * 4)


def test_the_step_of_the_offset_is_no_matter_of_separability() -> None:
    with pytest.raises(ConventionError, match="say unit"):
        decide(Dataset.of([[1]], [1]), Offset.RADIUS)
