"""Margins and predictions of a hypothesis on a data set, exactly.

The functional margin of (x, y) is y(⟨w,x⟩+b), a rational.  The geometric margin divides by ‖w‖ and is the
signed distance to the boundary; it is a `Root`, so it can be compared and printed without rounding.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from verified_perceptron.conventions import SignZero
from verified_perceptron.data import Dataset
from verified_perceptron.exact import Number, Root, Vector, dot, norm_sq
from verified_perceptron.problem import Hypothesis


def score(hypothesis: Hypothesis, x: Vector) -> Fraction:
    """f(x) = ⟨w,x⟩ + b."""
    return Fraction(dot(hypothesis.weights, x) + hypothesis.offset)


def functional_margins(hypothesis: Hypothesis, data: Dataset) -> list[Fraction]:
    """y_i·f(x_i) for each example."""
    return [y * score(hypothesis, x) for x, y in zip(data.points, data.labels, strict=True)]


def geometric_margins(hypothesis: Hypothesis, data: Dataset) -> list[Root]:
    """y_i·f(x_i)/‖w‖ for each example; needs w ≠ 0."""
    length_sq = norm_sq(hypothesis.weights)
    return [Root.quotient(margin, length_sq) for margin in functional_margins(hypothesis, data)]


def margin(hypothesis: Hypothesis, data: Dataset) -> Root:
    """The least geometric margin: positive iff the hypothesis separates the data."""
    return min(geometric_margins(hypothesis, data))


def margin_distribution(hypothesis: Hypothesis, data: Dataset) -> list[tuple[Fraction, int]]:
    """The functional margins that occur, in increasing order, and how often each does."""
    return sorted(Counter(functional_margins(hypothesis, data)).items())


def sign(value: Number, zero: SignZero) -> int:
    """The sign of a score: −1, +1, or what the convention says of zero."""
    return (value > 0) - (value < 0) or zero.value


def predict(hypothesis: Hypothesis, x: Vector, zero: SignZero) -> int:
    """The label that the hypothesis gives x; 0 where the convention leaves a tie open."""
    return sign(score(hypothesis, x), zero)


def training_errors(hypothesis: Hypothesis, data: Dataset, zero: SignZero) -> int:
    """How many examples are predicted wrongly; an open tie counts as wrong."""
    return sum(predict(hypothesis, x, zero) != y for x, y in zip(data.points, data.labels, strict=True))


def separates(hypothesis: Hypothesis, data: Dataset) -> bool:
    """y·f(x) > 0 for every example."""
    return min(functional_margins(hypothesis, data)) > 0
