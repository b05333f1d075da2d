"""Integers at the door: exact numbers, exact vectors, and roots that are never taken.

Nothing in this module rounds.  Text and floats become fractions, fractions become integers over one
common denominator, and an irrational length is carried as its sign and its square (`Root`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import total_ordering
from typing import Protocol, TypeAlias

Number: TypeAlias = int | Fraction
"""An exact rational.  Ints are kept where they suffice: they are faster and CrossHair can exhaust them."""

Vector: TypeAlias = tuple[Number, ...]
Inner: TypeAlias = Callable[[Vector, Vector], Number]
"""An inner product: `dot`, or `dot` with one axis of another length (see `folded_inner`)."""

MAX_DIGITS = 4000
"""A number written with more digits, or a larger exponent, is refused: it is a mistake or an attack."""

MAX_DENOMINATOR_BITS = 200_000
"""No common denominator may be longer: every example is multiplied by it."""


class ExactError(ValueError):
    """A value is not an exact rational number, or too large to be meant."""


class _Ratio(Protocol):
    def as_integer_ratio(self) -> tuple[int, int]: ...


# --- numbers ------------------------------------------------------------------------------------

_DECIMAL = re.compile(r"([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?", re.ASCII)
_RATIO = re.compile(r"([+-]?[0-9]+)\s*[/%]\s*([+-]?[0-9]+)", re.ASCII)
_NOT_FINITE = re.compile(r"[+-]?(nan|inf|infinity)", re.IGNORECASE)


def parse_number(text: str) -> Fraction:
    """The rational that the text denotes: `-0.9`, `1e-3`, `7/3` and `-4 % 25` are exactly that."""
    text = text.strip()
    if len(text) > 3 * MAX_DIGITS:
        raise ExactError(f"a number of {len(text)} characters is longer than this program reads")
    if ratio := _RATIO.fullmatch(text):
        numerator, denominator = ratio.groups()
        if len(numerator) > MAX_DIGITS or len(denominator) > MAX_DIGITS:
            raise ExactError(f"{shorten(text)} has more than {MAX_DIGITS} digits")
        if int(denominator) == 0:
            raise ExactError(f"{shorten(text)} divides by zero")
        return Fraction(int(numerator), int(denominator))
    decimal = _DECIMAL.fullmatch(text)
    if decimal is None or not (decimal[2] or decimal[3]):
        if _NOT_FINITE.fullmatch(text):
            raise ExactError(f"{shorten(text)} is not a finite number")
        raise ExactError(f"{shorten(text)} is not a number")
    sign, whole, part, exponent = (group or "" for group in decimal.groups())
    if len(whole) + len(part) > MAX_DIGITS:
        raise ExactError(f"{shorten(text)} has more than {MAX_DIGITS} digits")
    # Python reads an exponent of any length, then hangs on the power of ten: refuse it by its length first.
    if len(exponent) > 6 or abs(int(exponent or 0)) > MAX_DIGITS:
        raise ExactError(f"{shorten(text)} has an exponent beyond ±{MAX_DIGITS}")
    digits = int(sign + whole + part)
    power = int(exponent or 0) - len(part)
    return Fraction(digits * 10**power) if power >= 0 else Fraction(digits, 10**-power)


def exact(value: object) -> Fraction:
    """The rational that a number *is*: a float is the dyadic it stores, text is what it says."""
    if isinstance(value, Fraction):
        return value
    if isinstance(value, str):
        return parse_number(value)
    if isinstance(value, bool) or not hasattr(value, "as_integer_ratio"):
        raise ExactError(f"{shorten(str(value))} is not a number")
    number: _Ratio = value
    try:
        numerator, denominator = number.as_integer_ratio()
    except (ValueError, OverflowError):
        raise ExactError(f"{value} is not a finite number") from None
    return Fraction(int(numerator), int(denominator))


def round_to_float64(value: Fraction) -> Fraction:
    """The nearest float64 (ties to even), as the dyadic rational it is."""
    try:
        return Fraction(value.numerator / value.denominator)
    except OverflowError:
        raise ExactError("the number is beyond the range of float64") from None


def shorten(text: str, width: int = 40) -> str:
    """The text in quotes, cut so that an error message stays one line."""
    text = " ".join(text.split())
    return f'"{text}"' if len(text) <= width else f'"{text[: width - 1]}…" ({len(text)} characters)'


# --- integers over one denominator --------------------------------------------------------------


def common_denominator(values: Iterable[Number]) -> int:
    """The least D > 0 with D·v an integer for every value v."""
    denominator = 1
    for value in values:
        if denominator % value.denominator:
            denominator = math.lcm(denominator, value.denominator)
            if denominator.bit_length() > MAX_DENOMINATOR_BITS:
                raise ExactError(f"the common denominator has more than {MAX_DENOMINATOR_BITS} bits")
    return denominator


def scaled(values: Iterable[Number], factor: int) -> tuple[int, ...]:
    """(factor·v for v in values), which must all be integers."""
    out = []
    for value in values:
        quotient, remainder = divmod(factor * value.numerator, value.denominator)
        if remainder:
            raise ExactError(f"{factor} · {value} is not an integer")
        out.append(quotient)
    return tuple(out)


# --- vectors ------------------------------------------------------------------------------------


def dot(a: Sequence[Number], b: Sequence[Number]) -> Number:
    """⟨a,b⟩ = Σ a_j b_j."""
    total: Number = 0
    for a_j, b_j in zip(a, b, strict=True):
        total += a_j * b_j
    return total


def norm_sq(a: Sequence[Number]) -> Number:
    """‖a‖² = ⟨a,a⟩."""
    return dot(a, a)


def add_scaled(a: Sequence[Number], c: Number, b: Sequence[Number]) -> Vector:
    """a + c·b."""
    return tuple(a_j + c * b_j for a_j, b_j in zip(a, b, strict=True))


def zero(dimension: int) -> Vector:
    """The zero vector."""
    return (0,) * dimension


# --- roots --------------------------------------------------------------------------------------


@total_ordering
@dataclass(frozen=True, eq=False)
class Root:
    """The real number sign·√square, ordered exactly: sign·√q is increasing in sign·q."""

    sign: int
    square: Fraction

    def __post_init__(self) -> None:
        if self.sign != (self.square > 0) * self.sign or self.sign not in (-1, 0, 1) or self.square < 0:
            raise ExactError(f"no root has sign {self.sign} and square {self.square}")
        if self.sign == 0 and self.square != 0:
            raise ExactError(f"no root has sign 0 and square {self.square}")

    @staticmethod
    def of(value: Number) -> Root:
        """The rational itself."""
        return Root((value > 0) - (value < 0), Fraction(value * value))

    @staticmethod
    def sqrt(value: Number) -> Root:
        """√value for value ≥ 0."""
        if value < 0:
            raise ExactError(f"√({value}) is not real")
        return Root(int(value > 0), Fraction(value))

    @staticmethod
    def quotient(numerator: Number, square: Number) -> Root:
        """numerator / √square for square > 0."""
        if square <= 0:
            raise ExactError("a length must be positive to divide by it")
        return Root((numerator > 0) - (numerator < 0), Fraction(numerator * numerator) / Fraction(square))

    def _key(self) -> Fraction:
        return self.sign * self.square

    def __mul__(self, other: Root | Number) -> Root:
        factor = other if isinstance(other, Root) else Root.of(other)
        return Root(self.sign * factor.sign, self.square * factor.square)

    def __neg__(self) -> Root:
        return Root(-self.sign, self.square)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Root):
            return self._key() == other._key()
        return self._key() == Root.of(other)._key() if isinstance(other, int | Fraction) else NotImplemented

    def __lt__(self, other: Root | Number) -> bool:
        bound = other if isinstance(other, Root) else Root.of(other)
        return self._key() < bound._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __float__(self) -> float:
        """A nearby float, for drawing only."""
        return self.sign * math.sqrt(self.square)

    def __str__(self) -> str:
        outside, inside = square_part(self.square.numerator * self.square.denominator)
        rational = Fraction(self.sign * outside, self.square.denominator)
        if inside == 1 or rational == 0:
            return number_text(rational)
        top = "" if abs(rational.numerator) == 1 else str(abs(rational.numerator))
        below = "" if rational.denominator == 1 else f"/{rational.denominator}"
        return f"{'-' if rational < 0 else ''}{top}√{inside}{below}"


def square_part(n: int) -> tuple[int, int]:
    """(a, b) with n = a²·b; b is square-free as far as its small prime factors go."""
    root = math.isqrt(n)
    if root * root == n:
        return root, 1
    outside, inside, p = 1, n, 2
    while p < 1000 and p * p <= inside:
        while inside % (p * p) == 0:
            inside //= p * p
            outside *= p
        p += 1
    return outside, inside


def at_most_sum_of_roots(left: Number, first: Number, second: Number) -> bool:
    """√left ≤ √first + √second, decided by signs and squares (all three ≥ 0)."""
    excess = left - first - second
    return excess <= 0 or excess * excess <= 4 * first * second


def number_text(value: Number) -> str:
    """`p` or `p/q` in lowest terms: the one way exact numbers are printed and stored."""
    fraction = Fraction(value)
    return str(fraction.numerator) if fraction.denominator == 1 else f"{fraction.numerator}/{fraction.denominator}"
