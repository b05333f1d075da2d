"""Examples as arrays: as they come from NumPy files, and as exact rows whatever they are made of.

`Arrays` is the door for large data: no Python object is made for a number.  `Rows` gives a kernel its storage and
the driver its exact integers: row r is numerators·2^exponent, times 1/D in the data's units.
"""

from __future__ import annotations

import zipfile
from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import numpy as np
from numpy.typing import NDArray

from verified_perceptron.data import DataError, Dataset, Example
from verified_perceptron.engine.loops import Integers, Reals
from verified_perceptron.engine.slices import (
    MOST_COUNTS,
    add_dyadic,
    dyadic_row,
    power_of_two_above,
    rounded,
    slice_bits,
)

LOOK_AHEAD = 64
"""Rows that are looked at before a whole array is tested for a property."""
BLOCK = 1 << 16


@dataclass(frozen=True)
class Arrays:
    """Points X[n,d], integers or floats up to 64 bits, and labels ±1."""

    X: Reals
    y: NDArray[np.int8]
    name: str = "data"
    denominator: int = 1
    """The points are X/denominator."""

    @staticmethod
    def of_dataset(data: Dataset) -> Arrays | None:
        """The data set's integers in the narrowest type, or None if machine integers do not hold them."""
        try:
            integers = np.array([x for x, _ in data.examples], dtype=np.int64)
        except OverflowError:
            return None
        greatest = max(int(integers.max()), -int(integers.min()))
        if greatest >= 2**63:
            return None
        labels = np.array(data.labels, dtype=np.int8)
        return Arrays(_narrowed(integers, greatest), labels, data.name, data.denominator)

    @staticmethod
    def of(X: NDArray[np.generic], y: NDArray[np.generic], name: str = "data") -> Arrays:
        """These arrays, checked; labels 0 and 1 are read as −1 and +1.  Contiguous points are not copied."""
        if X.ndim != 2 or y.ndim != 1 or len(X) != len(y):
            raise DataError(f"{name}: the points have shape {X.shape} and the labels {y.shape}")
        if not X.size:
            raise DataError(f"{name}: there are no examples")
        if X.dtype.kind not in "iuf" or X.dtype.itemsize > 8 or y.dtype.kind not in "iuf":
            raise DataError(f"{name}: the arrays hold {X.dtype} and {y.dtype}, not numbers of up to 64 bits")
        if not (np.isin(y, (-1, 1)).all() or np.isin(y, (0, 1)).all()):
            raise DataError(f"{name}: the labels are not all ±1, nor all 0 and 1")
        points: Reals = np.ascontiguousarray(X, dtype=np.float32 if X.dtype == np.float16 else None)
        return Arrays(points, np.where(y == 1, np.int8(1), np.int8(-1)), name)

    def __len__(self) -> int:
        return int(self.X.shape[0])

    @property
    def dimension(self) -> int:
        """The number of features."""
        return int(self.X.shape[1])

    def dataset(self) -> Dataset:
        """The same data as Python integers."""
        if self.denominator == 1:
            return Dataset.of(self.X.tolist(), self.y.tolist(), self.name)
        examples = zip(self.X.tolist(), self.y.tolist(), strict=True)
        return Dataset(tuple(Example(tuple(x), y) for x, y in examples), self.denominator, self.name)


def read_arrays(path: str | Path) -> Arrays:
    """The arrays of an NPY file (the label in the last column) or an NPZ file ("X" and "y").

    A table is read in blocks, so that it never stands in memory twice.
    """
    path = Path(path)
    try:
        with path.open("rb") as file:
            if file.read(2) == b"PK":
                with np.load(path, allow_pickle=False) as archive:
                    return Arrays.of(archive["X"], archive["y"], str(path))
            file.seek(0)
            version = np.lib.format.read_magic(file)
            read_header = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}
            shape, is_fortran, dtype = read_header[version](file)
            if len(shape) != 2 or is_fortran or dtype.kind not in "iuf":
                raise DataError(f"{path}: expected numbers in two dimensions, by rows")
            n, width = shape
            X = np.empty((n, width - 1), dtype=dtype)
            y = np.empty(n, dtype=dtype)
            for first in range(0, n, BLOCK):
                count = min(BLOCK, n - first)
                block = np.fromfile(file, dtype=dtype, count=count * width).reshape(count, width)
                X[first : first + count], y[first : first + count] = block[:, :-1], block[:, -1]
    except (ValueError, EOFError, KeyError, zipfile.BadZipFile) as error:
        if isinstance(error, DataError):
            raise
        raise DataError(f"{path}: not a NumPy file of plain numbers: {error}") from None
    except OSError as error:
        raise DataError(f"{path}: {error.strerror or error}") from None
    return Arrays.of(X, y, str(path))


class Rows(ABC):
    """The examples as a kernel stores them and as they exactly are."""

    storage: Reals
    is_integral: bool
    """The storage holds the exact integers."""
    denominator: int = 1

    @abstractmethod
    def row(self, r: int) -> tuple[list[int], int]:
        """(a, e): row r is a·2^e."""

    @abstractmethod
    def total(self, rows: Integers, counts: Integers, code: SimpleNamespace) -> tuple[list[int], int]:
        """Σ counts·row, exactly, as (a, e)."""

    @abstractmethod
    def radius_sq(self, code: SimpleNamespace) -> Fraction:
        """max ‖row‖², exactly."""

    @abstractmethod
    def scaled_down(self, shift: int) -> Reals:
        """The rows·2^−shift, each number rounded once."""

    def norm_sq(self, r: int) -> Fraction:
        """‖row r‖², exactly."""
        numerators, e = self.row(r)
        return Fraction(sum(v * v for v in numerators)) * Fraction(2) ** (2 * e)


class IntegerRows(Rows):
    """Rows of machine integers, in the narrowest type that holds them; `greatest` bounds their size."""

    is_integral = True

    def __init__(self, integers: NDArray[np.integer], greatest: int, denominator: int = 1) -> None:
        self.integers = integers
        self.greatest = greatest
        self.denominator = denominator
        self.storage = integers.view()  # the same memory, whatever its type is called
        self._radius_sq: Fraction | None = None

    def row(self, r: int) -> tuple[list[int], int]:
        return self.integers[r].tolist(), 0

    def total(self, rows: Integers, counts: Integers, code: SimpleNamespace) -> tuple[list[int], int]:
        del code
        weight = int(np.abs(counts).sum())
        halves = weight * self.greatest >= 2**63
        total = [0] * self.integers.shape[1]
        for first in range(0, rows.size, BLOCK):
            block, c = self.integers[rows[first : first + BLOCK]].astype(np.int64), counts[first : first + BLOCK]
            if not halves:
                part = (c @ block).tolist()
            elif weight < 2**31:  # each half has 32 bits at most
                high, low = (c @ (block >> 31)).tolist(), (c @ (block & (2**31 - 1))).tolist()
                part = [(h << 31) + v for h, v in zip(high, low, strict=True)]
            else:
                part = (c.astype(object) @ block.astype(object)).tolist()
            total = [a + b for a, b in zip(total, part, strict=True)]
        return total, 0

    def radius_sq(self, code: SimpleNamespace) -> Fraction:
        if self._radius_sq is None:
            if self.greatest**2 * self.integers.shape[1] < 2**63:
                self._radius_sq = Fraction(int(code.greatest_norm_sq(self.integers)))
            else:
                near = np.unique(np.abs(self.integers[_longest(self.integers, 0)]), axis=0).tolist()
                self._radius_sq = Fraction(max(sum(v * v for v in row) for row in near))
        return self._radius_sq

    def scaled_down(self, shift: int) -> Reals:
        return np.ldexp(self.integers.astype(np.float64), -shift)


class FloatRows(Rows):
    """Rows of floats: dyadic rationals."""

    is_integral = False

    def __init__(self, floats: Reals) -> None:
        self.floats = self.storage = floats
        self.reach = 0.0
        """No number of a row that is added is larger; 0 if not known."""
        self._radius_sq: Fraction | None = None

    def row(self, r: int) -> tuple[list[int], int]:
        return dyadic_row(self.floats[r].astype(np.float64))

    def total(self, rows: Integers, counts: Integers, code: SimpleNamespace) -> tuple[list[int], int]:
        total, e = [0] * self.floats.shape[1], 0
        weight = np.cumsum(np.abs(counts))
        first = 0
        while first < rows.size:
            used = int(weight[first - 1]) if first else 0
            last = int(np.searchsorted(weight, used + MOST_COUNTS, side="right"))
            last = min(last, first + BLOCK)
            if last == first:  # one count alone is too large: take it apart
                high, low = divmod(int(counts[first]), MOST_COUNTS // 2)
                row = np.full(1, rows[first])
                for part, factor in ((low, 1), (high, MOST_COUNTS // 2)):
                    a, f = self.total(row, np.full(1, part), code)
                    total, e = add_dyadic(total, e, a, f, factor)
                first += 1
                continue
            a, f = self._sliced(rows[first:last], counts[first:last], code)
            total, e = add_dyadic(total, e, a, f)
            first = last
        return total, e

    def _sliced(self, rows: Integers, counts: Integers, code: SimpleNamespace) -> tuple[list[int], int]:
        top = self.reach
        if not top:
            block = self.floats[rows]
            top = max(float(block.max()), -float(block.min()))
        bits = slice_bits(int(np.abs(counts).sum()))
        g = power_of_two_above(top) - bits
        if g > 0 or g < -900:  # scaling might underflow or overflow
            total, e = [0] * self.floats.shape[1], 0
            for r, c in zip(rows.tolist(), counts.tolist(), strict=True):
                total, e = add_dyadic(total, e, *self.row(r), c)
            return total, e
        levels = 2 if bits > 36 else 4
        while True:
            sums = np.zeros((levels, self.floats.shape[1]))
            if code.take_slices(self.floats, rows, counts.astype(np.float64), 2.0**-g, 2.0**bits, sums):
                break
            levels *= 2
        total = [0] * sums.shape[1]
        for level in sums.tolist():
            total = [(a << bits) + int(b) for a, b in zip(total, level, strict=True)]
        return total, g - bits * (levels - 1)

    def radius_sq(self, code: SimpleNamespace) -> Fraction:
        """The exact maximum among the rows whose computed length is within its error of the greatest."""
        del code
        if self._radius_sq is None:
            n = self.floats.shape[0]
            for first in range(0, n, BLOCK):
                if not np.isfinite(self.floats[first : first + BLOCK]).all():
                    raise DataError("a feature is not a finite number")
            g = -power_of_two_above(max(float(self.floats.max()), -float(self.floats.min())))
            self._radius_sq = max(self.norm_sq(int(r)) for r in _longest(self.floats, g))
        return self._radius_sq

    def scaled_down(self, shift: int) -> Reals:
        return np.ldexp(self.floats.astype(np.float64), -shift)


def _longest(X: Reals, g: int) -> Integers:
    """The rows whose computed length is within its error of the greatest; X·2^g is at most 1, or X are integers."""
    n, d = X.shape
    lengths = np.empty(n)
    for first in range(0, n, BLOCK):
        block = np.ldexp(X[first : first + BLOCK].astype(np.float64), g)
        lengths[first : first + BLOCK] = np.einsum("ij,ij->i", block, block)
    # The greatest is at least 1/4 here; a computed length is off by less than (d+4)·2⁻⁵² of it and 2⁻⁹⁰⁰.
    return np.flatnonzero(lengths >= lengths.max() * (1 - (d + 8) * 2.0**-51) - 2.0**-900)


class BigRows(Rows):
    """Rows of integers of any size, stored as rounded floats."""

    is_integral = False

    def __init__(self, data: Dataset) -> None:
        self.points = [x for x, _ in data.examples]
        self.denominator = data.denominator
        self.storage = np.zeros((len(self.points), data.dimension))
        self._radius_sq = Fraction(data.scaled_radius_sq)

    def row(self, r: int) -> tuple[list[int], int]:
        return list(self.points[r]), 0

    def total(self, rows: Integers, counts: Integers, code: SimpleNamespace) -> tuple[list[int], int]:
        del code
        total = [0] * len(self.points[0])
        for r, c in zip(rows.tolist(), counts.tolist(), strict=True):
            total = [a + c * v for a, v in zip(total, self.points[r], strict=True)]
        return total, 0

    def radius_sq(self, code: SimpleNamespace) -> Fraction:
        del code
        return self._radius_sq

    def scaled_down(self, shift: int) -> Reals:
        return np.array([[rounded(v, -shift, 1) for v in x] for x in self.points])


def rows_of(data: Dataset | Arrays) -> Rows:
    """The data as rows, as integers in the narrowest type wherever that is exact."""
    if isinstance(data, Dataset):
        arrays = Arrays.of_dataset(data)
        if arrays is None:
            return BigRows(data)
        data = arrays
    X = data.X
    if X.dtype in (np.int8, np.uint8, np.int16):
        return IntegerRows(X, -int(np.iinfo(X.dtype).min) or int(np.iinfo(X.dtype).max), data.denominator)
    if X.dtype.kind in "iu":
        greatest = max(int(X.max()), -int(X.min()))
        if greatest >= 2**63:
            return BigRows(data.dataset())
        return IntegerRows(_narrowed(X, greatest), greatest, data.denominator)
    if not _holds_integers(X[:LOOK_AHEAD]):
        return FloatRows(X)
    greatest = 0
    for first in range(0, len(X), BLOCK):
        block = X[first : first + BLOCK]
        if not _holds_integers(block):
            return FloatRows(X)
        greatest = max(greatest, int(np.abs(block).max()))
    return IntegerRows(_narrowed(X, greatest), greatest)


def _holds_integers(block: Reals) -> bool:
    return bool((np.rint(block) == block).all() and (np.abs(block) <= 2.0**53).all())


def _narrowed(X: NDArray[np.generic], greatest: int) -> NDArray[np.integer]:
    kind = next(kind for kind in (np.int8, np.int16, np.int32, np.int64) if greatest <= np.iinfo(kind).max)
    return np.ascontiguousarray(X, dtype=kind)
