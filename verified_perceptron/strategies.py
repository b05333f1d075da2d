"""Hypothesis strategies for perceptron data: separable with a known separator, provably not, and awkward.

Numbers are small integers unless said otherwise: ties, duplicates and zero vectors are then common, and it is
there that implementations differ.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from hypothesis import strategies as st

from verified_perceptron.conventions import (
    PICKS,
    ConstantRate,
    Conventions,
    Correction,
    Folding,
    Group,
    GroupKind,
    HarmonicRate,
    Offset,
    Order,
    OrderKind,
    RandomStart,
    Rate,
    Start,
    Stop,
    Tie,
    ZeroStart,
)
from verified_perceptron.data import Dataset
from verified_perceptron.exact import dot
from verified_perceptron.problem import Hypothesis


def small_integers() -> st.SearchStrategy[Fraction]:
    """−3 … 3."""
    return st.integers(-3, 3).map(Fraction)


def rationals() -> st.SearchStrategy[Fraction]:
    """Small fractions."""
    return st.builds(Fraction, st.integers(-12, 12), st.integers(1, 12))


def decimals() -> st.SearchStrategy[Fraction]:
    """The grid of tenths, where float64 goes wrong."""
    return st.integers(-30, 30).map(lambda n: Fraction(n, 10))


def dyadics() -> st.SearchStrategy[Fraction]:
    """What any finite float64 stores, subnormal or huge."""
    return st.floats(allow_nan=False, allow_infinity=False).map(Fraction)


def huge_and_tiny() -> st.SearchStrategy[Fraction]:
    """Integers times powers of ten from 10⁻³⁰⁰ to 10³⁰⁰."""
    return st.builds(
        lambda n, e: Fraction(n * 10**e) if e >= 0 else Fraction(n, 10**-e),
        st.integers(-9, 9),
        st.integers(-300, 300),
    )


def any_numbers() -> st.SearchStrategy[Fraction]:
    """All of these kinds."""
    return st.one_of(small_integers(), rationals(), decimals(), dyadics(), huge_and_tiny())


@st.composite
def datasets(
    draw: st.DrawFn,
    numbers: Callable[[], st.SearchStrategy[Fraction]] = small_integers,
    max_dimension: int = 3,
    max_size: int = 6,
    one_class: bool = False,
) -> Dataset:
    """Any data: separable or not, with ties, duplicates, opposite duplicates and zero vectors among them."""
    dimension = draw(st.integers(1, max_dimension))
    point = st.lists(numbers(), min_size=dimension, max_size=dimension)
    points = draw(st.lists(point, min_size=1, max_size=max_size))
    if len(points) < max_size and draw(st.booleans()):
        points.append(draw(st.sampled_from([*points, [Fraction(0)] * dimension])))
    labels = [1 if one_class else draw(st.sampled_from((-1, 1))) for _ in points]
    return Dataset.of_fractions(points, labels)


@dataclass(frozen=True)
class Planted:
    """Data with a separator that was there first."""

    data: Dataset
    separator: Hypothesis


@st.composite
def separable(
    draw: st.DrawFn,
    numbers: Callable[[], st.SearchStrategy[Fraction]] = small_integers,
    offset: Offset = Offset.NONE,
    max_dimension: int = 3,
    max_size: int = 6,
) -> Planted:
    """Data that a known hypothesis separates strictly."""
    dimension = draw(st.integers(1, max_dimension))
    vector = st.lists(numbers(), min_size=dimension, max_size=dimension)
    weights = tuple(draw(vector.filter(any)))
    b = draw(numbers()) if offset is not Offset.NONE else Fraction(0)
    points, labels = [], []
    for drawn in draw(st.lists(vector, min_size=1, max_size=max_size)):
        score = dot(weights, drawn) + b
        # A point on the boundary moves to the positive side, by the normal itself.
        x = drawn if score else [v + a for v, a in zip(drawn, weights, strict=True)]
        points.append(x)
        labels.append(1 if score >= 0 else -1)
    return Planted(Dataset.of_fractions(points, labels), Hypothesis(weights, b))


@st.composite
def inseparable(
    draw: st.DrawFn,
    numbers: Callable[[], st.SearchStrategy[Fraction]] = small_integers,
    max_dimension: int = 3,
    max_size: int = 6,
) -> Dataset:
    """Data with Σ λ·y·x = 0 planted in them, so that nothing through the origin separates them."""
    data = draw(datasets(numbers, max_dimension, max_size - 1))
    points, labels = data.points, data.labels
    multipliers = [draw(st.integers(0, 2)) for _ in points]
    closing = [
        -sum((m * y * x[j] for m, y, x in zip(multipliers, labels, points, strict=True)), start=Fraction(0))
        for j in range(data.dimension)
    ]
    return Dataset.of_fractions([*points, tuple(closing)], [*labels, 1])


@st.composite
def conventions(draw: st.DrawFn, max_passes: int = 30) -> Conventions:
    """Any conventions that go together, capped."""
    offset = draw(st.sampled_from(Offset))
    folding = draw(st.sampled_from(Folding)) if offset is not Offset.NONE else Folding.EXPLICIT
    order = Order(draw(st.sampled_from(OrderKind)), draw(st.integers(0, 3)))
    picks = order.kind in PICKS
    group = Group() if picks else Group(draw(st.sampled_from(GroupKind)), draw(st.integers(1, 3)))
    correction = Correction.LABEL if picks else draw(st.sampled_from(Correction))
    rates: tuple[Rate, ...] = (ConstantRate(), ConstantRate(Fraction(1, 3)), HarmonicRate())
    starts: tuple[Start, ...] = (ZeroStart(), RandomStart(1), RandomStart(2))
    return Conventions(
        tie=draw(st.sampled_from(Tie)),
        offset=offset,
        folding=folding,
        rate=draw(st.sampled_from(rates)),
        start=draw(st.sampled_from(starts)),
        order=order,
        group=group,
        correction=correction,
        stop=Stop(passes=draw(st.integers(1, max_passes))),
    )
