"""Exact numbers: what text and floats denote, and how roots compare."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verified_perceptron.exact import (
    ExactError,
    Root,
    add_scaled,
    at_most_sum_of_roots,
    common_denominator,
    dot,
    exact,
    norm_sq,
    number_text,
    parse_number,
    round_to_float64,
    scaled,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.1", Fraction(1, 10)),
        ("1e-3", Fraction(1, 1000)),
        ("-0.9", Fraction(-9, 10)),
        ("7/3", Fraction(7, 3)),
        ("-4 % 25", Fraction(-4, 25)),
        ("+.5", Fraction(1, 2)),
        ("5.", Fraction(5)),
        (" 12 ", Fraction(12)),
        ("1E+2", Fraction(100)),
        ("-0", Fraction(0)),
        ("6/-4", Fraction(-3, 2)),
        ("1e-4000", Fraction(1, 10**4000)),
    ],
)
def test_text_denotes_exactly_what_it_says(text: str, value: Fraction) -> None:
    assert parse_number(text) == value


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not a number"),
        (".", "is not a number"),
        ("e5", "is not a number"),
        ("1,5", "is not a number"),
        ("1_000", "is not a number"),
        ("٣", "is not a number"),
        ("0x10", "is not a number"),
        ("nan", "not a finite number"),
        ("-Infinity", "not a finite number"),
        ("1/0", "divides by zero"),
        ("1e999999999", "exponent beyond"),
        ("1e-999999999999999999999", "exponent beyond"),
        ("1" * 4001, "more than 4000 digits"),
        ("1" * 100_000, "longer than this program reads"),
        ("1/" + "7" * 4001, "more than 4000 digits"),
    ],
)
def test_text_that_is_no_number_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(ExactError, match=reason):
        parse_number(text)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_float_is_the_dyadic_it_stores(value: float) -> None:
    assert exact(value) == Fraction(value)
    assert round_to_float64(exact(value)) == Fraction(value)


@given(st.fractions())
def test_printed_numbers_read_back_as_themselves(value: Fraction) -> None:
    assert parse_number(number_text(value)) == value


@pytest.mark.parametrize("value", [float("nan"), float("inf"), True, None, [1], 1j])
def test_what_is_no_real_number_is_refused(value: object) -> None:
    with pytest.raises(ExactError):
        exact(value)


def test_a_number_beyond_float64_is_refused_when_float64_is_asked_for() -> None:
    with pytest.raises(ExactError, match="beyond the range"):
        round_to_float64(Fraction(10**400))


@given(st.lists(st.fractions(max_denominator=50), min_size=1, max_size=6))
def test_the_common_denominator_makes_integers_and_is_the_least(values: list[Fraction]) -> None:
    denominator = common_denominator(values)
    assert all((value * denominator).denominator == 1 for value in values)
    for prime in (2, 3, 5, 7, 11, 13):
        if denominator % prime == 0:
            with pytest.raises(ExactError):
                scaled(values, denominator // prime)


def test_a_runaway_common_denominator_is_refused() -> None:
    primes = [p for p in range(2, 200_000) if all(p % q for q in range(2, math.isqrt(p) + 1))]
    with pytest.raises(ExactError, match="common denominator"):
        common_denominator(Fraction(1, p) for p in primes)


roots = st.builds(
    lambda sign, square: Root((square > 0) * sign, square),
    st.sampled_from((-1, 1)),
    st.fractions(0, 50, max_denominator=9),
)


@given(roots, roots)
def test_roots_are_ordered_as_the_reals_they_denote(a: Root, b: Root) -> None:
    if a == b:
        assert a.sign == b.sign
        assert a.square == b.square
        assert hash(a) == hash(b)
    else:
        # Floats decide only where they cannot be wrong: the squares differ by more than 1e-4.
        assert (a < b) == (float(a) < float(b))


@given(st.fractions(-9, 9, max_denominator=6), st.fractions(-9, 9, max_denominator=6))
def test_a_rational_root_compares_as_the_rational(p: Fraction, q: Fraction) -> None:
    assert (Root.of(p) < Root.of(q)) == (p < q)
    assert (Root.of(p) < q) == (p < q)
    assert Root.of(p) * Root.of(q) == p * q
    assert -Root.of(p) == -p


@pytest.mark.parametrize(
    ("root", "text"),
    [
        (Root.quotient(-1, 2), "-√2/2"),
        (Root.sqrt(2), "√2"),
        (Root.sqrt(8), "2√2"),
        (Root.sqrt(Fraction(9, 4)), "3/2"),
        (Root.sqrt(0), "0"),
        (Root.quotient(3, 5), "3√5/5"),
    ],
)
def test_roots_print_in_lowest_form(root: Root, text: str) -> None:
    assert str(root) == text


@pytest.mark.parametrize("parts", [(0, 1), (1, 0), (2, 4), (-1, 0), (1, -1)])
def test_no_root_has_a_sign_that_its_square_contradicts(parts: tuple[int, int]) -> None:
    with pytest.raises(ExactError):
        Root(parts[0], Fraction(parts[1]))


def test_lengths_that_cannot_be_divided_by_are_refused() -> None:
    with pytest.raises(ExactError):
        Root.quotient(1, 0)
    with pytest.raises(ExactError):
        Root.sqrt(-1)


@given(st.integers(0, 60), st.integers(0, 20), st.integers(0, 20))
def test_a_sum_of_two_roots_is_compared_exactly(left: int, first: int, second: int) -> None:
    a, b, c = (math.isqrt(v) for v in (left, first, second))
    if (a * a, b * b, c * c) == (left, first, second):
        assert at_most_sum_of_roots(left, first, second) == (a <= b + c)
    assert at_most_sum_of_roots((b + c) ** 2, b * b, c * c)
    assert not at_most_sum_of_roots((b + c) ** 2 + 1, b * b, c * c)


vectors = st.lists(st.fractions(-5, 5, max_denominator=4), min_size=3, max_size=3)


@given(vectors, vectors, st.fractions(-5, 5, max_denominator=4))
def test_the_inner_product_is_bilinear_and_symmetric(a: list[Fraction], b: list[Fraction], c: Fraction) -> None:
    assert dot(a, b) == dot(b, a)
    assert dot(add_scaled(a, c, b), b) == dot(a, b) + c * norm_sq(b)


def test_vectors_of_different_dimension_have_no_inner_product() -> None:
    with pytest.raises(ValueError, match="shorter"):
        dot((1, 2), (1,))
