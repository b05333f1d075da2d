"""The exact weights beside a float kernel: integers over one power of two, brought up to date when asked for.

v = V·2^e/q with V integers; w = (η/D)·v in the data's units, and the score of row x is ⟨v,x⟩ + B, B = B₀ + c²t,
where t is the sum of the labels added.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
from numpy.typing import NDArray

from verified_perceptron.engine.arrays import Rows
from verified_perceptron.engine.loops import Integers
from verified_perceptron.engine.slices import add_dyadic, rounded

FEW = 24
"""So many rows are added one by one, more at once."""


@dataclass
class ExactWeights:
    """V, e, q, t and where they come from."""

    rows: Rows
    y: NDArray[np.int8]
    numerators: list[int]
    exponent: int
    divisor: int
    start_offset: Fraction
    fold_sq: Fraction
    label_sum: int = 0

    def add(self, entries: Integers, code: SimpleNamespace) -> None:
        """Add y·x for each of these rows, as often as it occurs."""
        if entries.size <= FEW:
            for r in entries.tolist():
                label = int(self.y[r])
                self._add(self.rows.row(r), label * self.divisor)
                self.label_sum += label
            return
        self.add_counts(*np.unique(entries, return_counts=True), code)

    def add_counts(self, support: Integers, counts: Integers, code: SimpleNamespace) -> None:
        """Add y·x so often for each of these rows."""
        signed = counts * self.y[support]
        self._add(self.rows.total(support, signed, code), self.divisor)
        self.label_sum += int(signed.sum())

    def _add(self, dyadic: tuple[list[int], int], factor: int) -> None:
        self.numerators, self.exponent = add_dyadic(self.numerators, self.exponent, *dyadic, factor)

    @property
    def offset(self) -> Fraction:
        """B."""
        return self.start_offset + self.fold_sq * self.label_sum

    @property
    def weights(self) -> list[Fraction]:
        """v."""
        scale = Fraction(2) ** self.exponent / self.divisor
        return [v * scale for v in self.numerators]

    def score(self, r: int) -> Fraction:
        """⟨v,x_r⟩ + B."""
        row, e = self.rows.row(r)
        flat = sum(v * x for v, x in zip(self.numerators, row, strict=True))
        return Fraction(flat) * Fraction(2) ** (self.exponent + e) / self.divisor + self.offset

    def sign(self, r: int) -> int:
        """The sign of y·(⟨v,x_r⟩ + B)."""
        if self.fold_sq:
            value: Fraction | int = self.score(r)
        else:
            row, _ = self.rows.row(r)
            value = sum(v * x for v, x in zip(self.numerators, row, strict=True))
        return ((value > 0) - (value < 0)) * int(self.y[r])

    def norm_sq(self) -> Fraction:
        """‖(v, B/c)‖²."""
        flat = Fraction(sum(v * v for v in self.numerators)) * Fraction(4) ** self.exponent / self.divisor**2
        return flat + self.offset**2 / self.fold_sq if self.fold_sq else flat

    def align(self, weights: tuple[Fraction, ...], offset: Fraction) -> Fraction:
        """⟨(v, B/c), (u, C/c)⟩."""
        flat = sum((a * b for a, b in zip(self.weights, weights, strict=True)), Fraction(0))
        return flat + self.offset * offset / self.fold_sq if self.fold_sq else flat

    def floats(self, shift: int) -> list[float]:
        """v·2^−shift and B·4^−shift, each rounded once."""
        flat = [rounded(v, self.exponent - shift, self.divisor) for v in self.numerators]
        return [*flat, float(self.offset / Fraction(4) ** shift)]
