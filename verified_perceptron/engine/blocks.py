"""The parts of the kernels that touch the data, as NumPy calls on blocks of rows: the engine without numba.

`build.bind` puts these functions in the place of those of the same name in `loops`; the kernels that call them stay
the same.  NumPy multiplies floats fast and integers slowly, so integers are stored as floats here, which T12 allows
up to 2²⁴ and 2⁵³.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from verified_perceptron.engine.bounds import sum_of_squares_bound
from verified_perceptron.engine.loops import Integers, Reals

FIRST_BLOCK, LAST_BLOCK = 32, 1 << 14
"""A block of rows is scored at once; blocks double while nothing is found."""


def score(X: Reals, r: int, w: Reals) -> float:
    """⟨w,x_r⟩ + b."""
    return float(np.dot(X[r], w[:-1]) + w[-1])


def row_norm_sq(X: Reals, r: int) -> float:
    """‖x_r‖², as float64 computes it."""
    row = X[r].astype(np.float64)
    return float(np.dot(row, row))


def greatest_norm_sq(X: Integers) -> int:
    """max ‖x_r‖² of integers; the caller knows that it fits."""
    greatest = 0
    for first in range(0, X.shape[0], LAST_BLOCK):
        block = X[first : first + LAST_BLOCK].astype(np.int64)
        greatest = max(greatest, int((block * block).sum(axis=1).max()))
    return greatest


def note_length(X: Reals, r: int, watch: Reals) -> None:
    """Let R² be at least the square of this row's length."""
    row = X[r].astype(watch.dtype)
    watch[0] = max(watch[0], watch[2] + np.dot(row, row))


def move_counts(entries: Integers, added: Integers, alpha: Integers) -> None:
    """alpha += added for the rows that occur in the entries, and added = 0."""
    rows = np.where(entries < 0, -1 - entries, entries)
    alpha[rows] += added[rows]  # of equal rows only one counts
    added[rows] = 0


def next_suspect(
    X: Reals, y: NDArray[np.int8], w: Reals, i: int, end: int, threshold: float, order: Integers | None
) -> int:
    """The first position from i on whose y·f is not greater than the threshold, or end."""
    size = FIRST_BLOCK
    flat, offset = w[:-1], w[-1]
    while i < end:
        last = min(end, i + size)
        rows = slice(i, last) if order is None else order[i:last]
        scores = np.dot(X[rows], flat)
        scores += offset
        scores *= y[rows]
        suspect = ~(scores > threshold)
        found = int(suspect.argmax())
        if suspect[found]:
            return int(i + found)
        i = last
        size = min(LAST_BLOCK, 2 * size)
    return int(end)


def next_suspect_or_longer(
    X: Reals, y: NDArray[np.int8], w: Reals, i: int, threshold: float, order: Integers | None, longest: float
) -> int:
    """The same, stopping also at a row whose computed ‖x‖² exceeds the longest so far."""
    size = FIRST_BLOCK
    flat, offset, end = w[:-1], w[-1], X.shape[0]
    while i < end:
        last = min(end, i + size)
        rows = slice(i, last) if order is None else order[i:last]
        block = X[rows]
        scores = np.dot(block, flat)
        scores += offset
        scores *= y[rows]
        with np.errstate(over="ignore"):
            lengths = np.einsum("ij,ij->i", block, block, dtype=np.float64)
        suspect = ~((scores > threshold) & (lengths <= longest))
        found = int(suspect.argmax())
        if suspect[found]:
            return int(i + found)
        i = last
        size = min(LAST_BLOCK, 2 * size)
    return int(end)


def add_row(X: Reals, r: int, w: Reals, amount: float, offset_amount: float) -> None:
    """w += amount·x_r, b += offset_amount."""
    w[:-1] += amount * X[r]
    w[-1] += offset_amount


def add_row_and_measure(X: Reals, r: int, w: Reals, amount: float, offset_amount: float, fold_sq: float) -> float:
    """w += amount·x_r, b += offset_amount; ‖(w, b/c)‖² as float64 computes it."""
    add_row(X, r, w, amount, offset_amount)
    return norm_sq(w, fold_sq)


def same_weights(w: Reals, kept: Reals, tolerance: float) -> bool:
    """No coordinate differs by more than the tolerance (0: the weights are equal)."""
    return bool((np.abs(w - kept) <= tolerance).all())


def norm_sq(w: Reals, fold_sq: float) -> float:
    """‖(w, b/c)‖², as float64 computes it."""
    flat = float(np.dot(w[:-1], w[:-1]))
    return flat + float(w[-1] * w[-1]) / fold_sq if fold_sq > 0.0 else flat


def next_not_positive(m: Integers, i: int) -> int:
    """The first index from i on with m ≤ 0, or n."""
    suspect = m[i:] <= 0
    if not suspect.size:
        return int(i)
    found = int(suspect.argmax())
    return int(i + found) if suspect[found] else m.shape[0]


def add_gram_row(G: Integers, r: int, m: Integers) -> None:
    """m += G_r."""
    m += G[r]


def select_rows(
    X: Reals,
    y: NDArray[np.int8],
    w: Reals,
    threshold: float,
    fold_sq: float,
    reach: float,
    lengths_known: bool,
    inverse: NDArray[np.float32],
    active: Integers,
    packed: Reals,
    labels: NDArray[np.int8],
) -> int:
    """Pack the rows that are not cleared by more than the reach, in order; how many, or −1 if they do not fit."""
    count = 0
    for first in range(0, X.shape[0], LAST_BLOCK):
        rows = slice(first, first + LAST_BLOCK)
        block = X[rows]
        if not lengths_known:
            squares = np.einsum("ij,ij->i", block, block, dtype=np.float64) + fold_sq * 1.000000000000001
            lengths = np.sqrt(sum_of_squares_bound(1.0, X.shape[1]) * squares + 2.0**-900)
            inverse[rows] = np.minimum(1e30, 0.999999 / lengths)
        margins = (np.dot(block, w[:-1]) + w[-1]).astype(np.float64) * y[rows] - threshold
        chosen = first + np.flatnonzero(~(margins * inverse[rows] * 0.999999999999999 > reach))
        last = count + chosen.size
        if last > packed.shape[0]:
            return -1
        packed[count:last], labels[count:last], active[count:last] = X[chosen], y[chosen], chosen
        count = last
    return count


def distance_sq(w: Reals, reference: Reals, fold_sq: float) -> float:
    """An upper bound of ‖w−r‖² in the folded space: 10⁻⁶ is far more than all roundings for d ≤ 2¹⁹."""
    gap = (w - reference).astype(np.float64)
    with np.errstate(over="ignore"):
        flat = float(np.dot(gap[:-1], gap[:-1]))
        total = flat + float(gap[-1] * gap[-1]) / fold_sq if fold_sq > 0.0 else flat
    return total * 1.000001 + 2.0**-880
