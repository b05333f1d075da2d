"""Theorems that speak of formulas rather than of runs, on data that Hypothesis invents."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from verified_perceptron.conventions import Conventions, Order, OrderKind
from verified_perceptron.data import Dataset
from verified_perceptron.exact import Vector, add_scaled, dot, norm_sq
from verified_perceptron.problem import Hypothesis
from verified_perceptron.run import run

NUMBERS = st.fractions(-5, 5, max_denominator=6)
SIGNS = st.sampled_from((-1, 1))


def vectors(count: int) -> st.SearchStrategy[list[Vector]]:
    """So many vectors of one dimension."""
    return st.integers(1, 4).flatmap(
        lambda n: st.lists(st.lists(NUMBERS, min_size=n, max_size=n).map(tuple), min_size=count, max_size=count)
    )


@pytest.mark.evidence("Cauchy–Schwarz", "T0")
@given(vectors(2))
def test_an_inner_product_is_at_most_the_product_of_the_lengths(pair: list[Vector]) -> None:
    a, b = pair
    assert dot(a, b) ** 2 <= norm_sq(a) * norm_sq(b)


@pytest.mark.evidence("T8")
@settings(max_examples=100)
@given(vectors(3), NUMBERS, NUMBERS)
def test_no_point_of_the_hyperplane_is_nearer_than_the_foot(three: list[Vector], b: Fraction, t: Fraction) -> None:
    w, x, v = three
    assume(any(w))
    score = dot(w, x) + b
    distance_sq = Fraction(score) ** 2 / norm_sq(w)
    foot = add_scaled(x, Fraction(-score) / norm_sq(w), w)
    along = add_scaled(v, -Fraction(dot(v, w)) / norm_sq(w), w)
    other = add_scaled(foot, t, along)
    assert dot(w, foot) + b == dot(w, other) + b == 0
    assert norm_sq(add_scaled(x, -1, foot)) == distance_sq <= norm_sq(add_scaled(x, -1, other))


@pytest.mark.evidence("T9")
@given(st.lists(SIGNS, min_size=1, max_size=6), st.sampled_from(OrderKind), st.integers(0, 9), st.integers(1, 5))
def test_orthogonal_points_of_one_length_make_as_many_updates_as_the_bound(
    labels: list[int], kind: OrderKind, seed: int, size: int
) -> None:
    n = len(labels)
    data = Dataset.of([[size * (i == j) for j in range(n)] for i in range(n)], labels)
    separator = Hypothesis(tuple(map(Fraction, labels)))
    result = run(data, Conventions(order=Order(kind, seed)), separator=separator)
    assert result.separator is not None
    assert result.updates == n == result.separator.bound(result.problem)


@pytest.mark.evidence("T10")
@settings(max_examples=100)
@given(vectors(3), NUMBERS)
def test_the_error_of_the_delta_rule_is_its_linear_part_and_half_a_square(three: list[Vector], t: Fraction) -> None:
    w, x, h = three

    def error(weights: Vector) -> Fraction:
        return Fraction(t - dot(weights, x)) ** 2 / 2

    linear = -(t - dot(w, x)) * dot(x, h)
    assert error(add_scaled(w, 1, h)) == error(w) + linear + Fraction(dot(x, h)) ** 2 / 2


@pytest.mark.evidence("T10")
@settings(max_examples=100)
@given(vectors(3))
def test_the_perceptron_criterion_falls_along_the_correction(three: list[Vector]) -> None:
    w, x, h = three
    y = -1 if dot(w, x) > 0 else 1
    # stay among the mistakes, where the criterion is −y⟨w,x⟩
    h = h if y * dot(h, x) <= 0 else tuple(-v for v in h)
    gradient = tuple(-y * v for v in x)
    before, after = (max(Fraction(0), Fraction(-y * dot(v, x))) for v in (w, add_scaled(w, 1, h)))
    assert after - before == dot(gradient, h)
