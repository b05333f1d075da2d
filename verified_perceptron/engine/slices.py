"""Exact sums of floats: each number is cut into slices of b bits, and each slice is summed without rounding.

x·2⁻ᵍ with |x| ≤ 2^(g+b) is rounded to an integer q, |q| ≤ 2ᵇ; the rest x·2⁻ᵍ − q is exact and at most ½, and
times 2ᵇ it is cut again.  Sums Σ c·q with Σ|c| ≤ 2^(52−b) stay within 2⁵², so float64 adds them exactly, in any
order: the fewer numbers are added, the wider may the slices be.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from verified_perceptron.engine.loops import Integers, Reals

LEAST_SLICE, MOST_SLICE = 25, 44
MOST_COUNTS = 2**27
"""Σ|c| up to which a sum of the narrowest slices is exact."""


def slice_bits(weight: int) -> int:
    """The widest slices of which Σ|c| = weight may be summed."""
    return max(LEAST_SLICE, min(MOST_SLICE, 52 - weight.bit_length()))


def take_slices_of_rows(X: Reals, rows: Integers, counts: Reals, scale: float, unit: float, sums: Reals) -> bool:
    """sums[l,j] += Σ counts·(l-th slice of scale·X[rows,j]); False if the slices did not exhaust every number.

    The unit is 2ᵇ for slices of b bits.
    """
    levels, d = sums.shape
    rest = np.empty(d)
    whole = True
    for p in range(rows.shape[0]):
        r = rows[p]
        c = counts[p]
        for j in range(d):
            rest[j] = X[r, j] * scale
        for level in range(levels):
            for j in range(d):
                q = np.rint(rest[j])
                sums[level, j] += c * q
                rest[j] = (rest[j] - q) * unit
        left = 0.0
        for j in range(d):
            left += abs(rest[j])
        whole = whole and left == 0.0
    return whole


def take_slices(X: Reals, rows: Integers, counts: Reals, scale: float, unit: float, sums: Reals) -> bool:
    """The same on blocks of rows."""
    whole = True
    for first in range(0, rows.size, 4096):
        rest = X[rows[first : first + 4096]].astype(np.float64) * scale
        c = counts[first : first + 4096]
        for level in range(sums.shape[0]):
            q = np.rint(rest)
            sums[level] += c @ q
            rest -= q
            rest *= unit
        whole = whole and not rest.any()
    return whole


def dyadic_row(row: NDArray[np.float64]) -> tuple[list[int], int]:
    """(a, e) with row = a·2^e exactly."""
    mantissas, exponents = np.frexp(row)
    numerators = np.ldexp(mantissas, 53).astype(np.int64).tolist()
    powers = (exponents - 53).tolist()
    least = min((p for a, p in zip(numerators, powers, strict=True) if a), default=0)
    return [a << (p - least) if a else 0 for a, p in zip(numerators, powers, strict=True)], least


def add_dyadic(a: list[int], e: int, b: list[int], f: int, factor: int = 1) -> tuple[list[int], int]:
    """a·2^e + factor·b·2^f over one power of two."""
    if f < e:
        return [(v << (e - f)) + factor * u for v, u in zip(a, b, strict=True)], f
    shift = f - e
    return [v + ((factor * u) << shift) for v, u in zip(a, b, strict=True)], e


def rounded(value: int, e: int, q: int) -> float:
    """The float64 nearest to value·2^e/q."""
    return (value << e) / q if e >= 0 else value / (q << -e)


def power_of_two_above(value: float) -> int:
    """The least g with |value| ≤ 2^g."""
    return math.frexp(value)[1] if value else 0
