"""Labelled examples as integers over one common denominator.

A `Dataset` holds X_i = D·x_i for one D > 0 shared by all examples.  The perceptron through the origin
commutes with such a scaling, so every decision on X is the decision on x; a denominator per example
would change the algorithm.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from verified_perceptron.exact import (
    ExactError,
    common_denominator,
    exact,
    norm_sq,
    scaled,
)


class DataError(ValueError):
    """The data cannot be used; the message says where and why in one sentence."""


class Example(NamedTuple):
    """A point, scaled to integers, and its label −1 or +1."""

    x: tuple[int, ...]
    y: int


@dataclass(frozen=True)
class Dataset:
    """Examples (X_i, y_i) with X_i = denominator · x_i."""

    examples: tuple[Example, ...]
    denominator: int = 1
    name: str = "data"

    def __post_init__(self) -> None:
        if not self.examples:
            raise DataError(f"{self.name}: there are no examples")
        if self.denominator < 1:
            raise DataError(f"{self.name}: the denominator must be positive")
        dimension = len(self.examples[0].x)
        if dimension == 0:
            raise DataError(f"{self.name}: the examples have no features")
        for number, (x, y) in enumerate(self.examples, start=1):
            if len(x) != dimension:
                raise DataError(f"{self.name}: example {number} has {len(x)} features, the first has {dimension}")
            if y not in (-1, 1):
                raise DataError(f"{self.name}: example {number} has the label {y}, not −1 or +1")

    @staticmethod
    def of(points: Iterable[Sequence[object]], labels: Iterable[object], name: str = "data") -> Dataset:
        """The data set of these points (ints, fractions, floats, text) and labels (±1)."""
        try:
            rows = [[exact(value) for value in point] for point in points]
            signs = [exact(label) for label in labels]
        except ExactError as error:
            raise DataError(f"{name}: {error}") from None
        if len(rows) != len(signs):
            raise DataError(f"{name}: {len(rows)} points but {len(signs)} labels")
        for number, sign in enumerate(signs, start=1):
            if sign not in (-1, 1):
                raise DataError(f"{name}: example {number} has the label {sign}, not −1 or +1")
        return Dataset.of_fractions(rows, [int(sign) for sign in signs], name)

    @staticmethod
    def of_fractions(rows: Sequence[Sequence[Fraction]], labels: Sequence[int], name: str = "data") -> Dataset:
        """The data set of these rational points and labels ±1."""
        try:
            denominator = common_denominator(value for row in rows for value in row)
        except ExactError as error:
            raise DataError(f"{name}: {error}") from None
        examples = (Example(scaled(row, denominator), y) for row, y in zip(rows, labels, strict=True))
        return Dataset(tuple(examples), denominator, name)

    def __len__(self) -> int:
        return len(self.examples)

    @property
    def dimension(self) -> int:
        """The number of features."""
        return len(self.examples[0].x)

    @property
    def scaled_radius_sq(self) -> int:
        """max ‖X_i‖², the radius of the integer points."""
        return max(int(norm_sq(x)) for x, _ in self.examples)

    @property
    def radius_sq(self) -> Fraction:
        """R² = max ‖x_i‖²."""
        return Fraction(self.scaled_radius_sq, self.denominator**2)

    @property
    def points(self) -> list[tuple[Fraction, ...]]:
        """The points x_i themselves."""
        return [tuple(Fraction(v, self.denominator) for v in x) for x, _ in self.examples]

    @property
    def labels(self) -> list[int]:
        """The labels y_i."""
        return [y for _, y in self.examples]

    @property
    def has_both_classes(self) -> bool:
        """Both labels occur."""
        return len({y for _, y in self.examples}) == 2
