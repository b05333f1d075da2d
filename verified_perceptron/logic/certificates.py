"""What a certificate is made of. This file is trusted: a product that exists has a positive coefficient."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from .systems import Falsehood
from .terms import Comparison, KernelError, Polynomial, exactly

NEGATION: Final = -1  # as a factor of a product: the negation of the goal


@dataclass(frozen=True, slots=True)
class Product:
    """c · Π facts · Π s²: c > 0 rational, facts by position (or NEGATION), squares of any polynomials."""

    coefficient: Fraction
    factors: tuple[int, ...]
    squares: tuple[Polynomial, ...]

    def __post_init__(self) -> None:
        if exactly(Fraction, self.coefficient) <= 0:
            raise KernelError(f"the coefficient {self.coefficient} is not positive")
        for position in exactly(tuple, self.factors):
            exactly(int, position)
        for square in exactly(tuple, self.squares):
            exactly(Polynomial, square)


@dataclass(frozen=True, slots=True)
class Multiple:
    """m · e: any polynomial m times the left side of the fact e = 0 at that position."""

    multiplier: Polynomial
    equation: int

    def __post_init__(self) -> None:
        exactly(Polynomial, self.multiplier)
        exactly(int, self.equation)


@dataclass(frozen=True, slots=True)
class Certificate:
    """Why the goal follows from the facts: what `ring` and `certificate` check. The name is for readers."""

    name: str
    goal: Comparison | Falsehood
    products: tuple[Product, ...]
    multiples: tuple[Multiple, ...]
