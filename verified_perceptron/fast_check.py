"""The check of large data: floating point finds the few examples that matter, the trusted checker judges those.

A separator or a maximum margin is a statement about every example, but only the examples of least margin, of
largest norm and with multipliers decide it.  One pass over the data in blocks computes every margin and norm in
float64 together with a bound on its error.  An example whose margin, error included, lies above that of another
one cannot be the least; likewise for norms.  The examples that are left are given, exactly, to `checker.verify`.
The answer is therefore that of the checker on all the data: the bound excludes, it never accepts.

Error bound.  Let u = 2⁻⁵³.  For floats v_j, a_j the computed ⟨v,a⟩ differs from the exact one by at most
γ_d·‖v‖‖a‖ with γ_d = du/(1−du), in any order of summation, with or without fused products.  Weights and data
rounded to float64 add a relative error u each, the offset one more term.  (d+16)·2u·‖(v,1)‖‖(a,b)‖ exceeds the
sum of all these for d ≤ 2²⁰, and also the absolute errors of underflow, as long as the entries stay within
2^±400; a block that does not is kept whole.

NPY, CSV and TSV files are read in blocks, so memory does not grow with their rows.  The other formats, and `run`
and `cycle` certificates, whose replay needs the examples in turn, go to the slow check.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

import numpy as np

from verified_perceptron import certificates, checker
from verified_perceptron.data import Dataset

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

BLOCK = 1 << 13
"""Rows looked at together: a block of some ten features stays in the cache."""
KEPT = 1 << 12
"""So many candidates are compared exactly, and all but the decisive one dropped."""
SAFE = 2.0**400
"""Entries between 1/SAFE and SAFE neither overflow nor lose digits to underflow."""
MANY = 64
"""With more candidates than this in one block it pays to ask whether the floats were exact."""


Cell: TypeAlias = float | int | Fraction


class Cells(Protocol):
    """The exact features of consecutive examples."""

    def __getitem__(self, i: int, /) -> Sequence[Cell]: ...

    def __iter__(self) -> Iterator[Sequence[Cell]]: ...


class Block(NamedTuple):
    """Consecutive examples: rounded to floats, and as they are."""

    floats: Floats
    labels: Floats
    """±1."""
    cells: Cells


class Example(NamedTuple):
    """An example that may decide, exactly."""

    x: tuple[Fraction, ...]
    y: int


class Extremes:
    """The examples that may have the least margin under the weights, and those that may have the largest norm."""

    def __init__(self, weights: Sequence[Fraction], offset: Fraction) -> None:
        self.weights, self.offset = weights, offset
        self.lowest: list[tuple[float, Example]] = []
        """Each with a lower bound of its margin, none of them above `ceiling`."""
        self.longest: list[tuple[float, Example]] = []
        """Each with an upper bound of its squared norm, none of them below `floor`."""
        self.ceiling, self.floor = math.inf, -math.inf
        # A positive factor changes no order: the weights become integers, and these are brought below 1.
        whole, _ = checker.integers([*weights, offset], len(weights) + 1, "the weights")
        self.length = max(abs(v) for v in whole).bit_length()
        scaled = [v / (1 << self.length) for v in whole]
        self.float_weights, self.float_offset = np.array(scaled[:-1]), scaled[-1]
        self.weight_norm = math.hypot(*scaled)

    def observe(self, block: Block) -> None:
        """Take the next examples into account."""
        floats, labels, _ = block
        with np.errstate(over="ignore", invalid="ignore"):
            norms = np.einsum("ij,ij->i", floats, floats)
            margins = floats @ self.float_weights
        longest = float(norms.max())
        if not 1 / SAFE < longest < SAFE:
            self._keep_all(block)
            return
        margins += self.float_offset
        margins *= labels
        relative = (floats.shape[1] + 16) * 2.0**-52
        self._take_lowest(block, margins, relative * math.sqrt(longest + 1) * self.weight_norm, longest)
        self._take_longest(block, norms, relative * longest, longest)

    def _take_lowest(self, block: Block, margins: Floats, slack: float, longest: float) -> None:
        """Keep what may have the least margin, each margin being right to within the slack."""
        least = float(margins.min())
        if least - slack > self.ceiling:
            return
        self.ceiling = min(self.ceiling, least + slack)
        chosen = np.flatnonzero(margins <= self.ceiling + slack)
        if len(chosen) > MANY and self._has_exact_margins(block.floats, longest):
            chosen = chosen[[margins[chosen].argmin()]]
        self.lowest += [(float(margins[i]) - slack, _example(block, i)) for i in chosen.tolist()]
        self._prune()

    def _take_longest(self, block: Block, norms: Floats, spread: float, longest: float) -> None:
        """Keep what may have the largest norm, each squared norm being right to within the spread."""
        if longest + spread < self.floor:
            return
        self.floor = max(self.floor, longest - spread)
        chosen = np.flatnonzero(norms >= self.floor - spread)
        if len(chosen) > MANY and _has_exact_norms(block.floats, longest):
            chosen = chosen[[norms[chosen].argmax()]]
        self.longest += [(float(norms[i]) + spread, _example(block, i)) for i in chosen.tolist()]
        self._prune()

    def examples(self) -> list[Example]:
        """The examples that decide the least margin and the largest norm."""
        return [example for _, example in (*self.lowest, *self.longest)]

    def _has_exact_margins(self, floats: Floats, longest: float) -> bool:
        """Integers times integers over 2^length, all sums below 2^53 of these units: nothing was rounded."""
        units = math.ldexp(math.sqrt(longest + 1) * self.weight_norm, self.length)
        return self.length <= 53 and units < 2.0**52 and _is_whole(floats)

    def _keep_all(self, block: Block) -> None:
        for i in range(len(block.labels)):
            self.lowest.append((-math.inf, _example(block, i)))
            self.longest.append((math.inf, _example(block, i)))
        self._prune()

    def _prune(self) -> None:
        self.lowest = [kept for kept in self.lowest if kept[0] <= self.ceiling]
        if len(self.lowest) > KEPT:
            self.lowest = [min(self.lowest, key=lambda kept: self._margin(kept[1]))]
        self.longest = [kept for kept in self.longest if kept[0] >= self.floor]
        if len(self.longest) > KEPT:
            self.longest = [max(self.longest, key=lambda kept: sum(v * v for v in kept[1].x))]

    def _margin(self, example: Example) -> Fraction:
        inner = sum((a * v for a, v in zip(self.weights, example.x, strict=True)), self.offset)
        return example.y * inner


def _example(block: Block, i: int) -> Example:
    return Example(tuple(Fraction(v) for v in block.cells[i]), int(block.labels[i]))


def _is_whole(floats: Floats) -> bool:
    return bool((floats == np.rint(floats)).all())


def _has_exact_norms(floats: Floats, longest: float) -> bool:
    return longest < 2.0**52 and _is_whole(floats)


def check(certificate: str | Path, data: str | Path) -> str:
    """What the slow check says of these two files, found in one pass over the data."""
    path = Path(data)
    try:
        claim = checker.parse(Path(certificate).read_text("utf-8"))
        if path.suffix.lower() not in (".npy", ".csv", ".tsv") or "rounds" in claim:
            return certificates.check_files(certificate, data)
        return _verify(claim, _blocks(path))
    except checker.BAD as error:
        raise checker.Refused(f"malformed certificate or data ({type(error).__name__}: {error})") from None


def data_sha256(data: str | Path) -> str:
    """The hash of the canonical data set of a NPY, CSV or TSV file, in one pass."""
    digest, count, size = hashlib.sha256(), 0, 0
    for block in _blocks(Path(data)):
        digest.update(_canonical(block))
        count, size = count + len(block.labels), block.floats.shape[1]
    digest.update(f"{count} {size}\n".encode())
    return digest.hexdigest()


def _verify(claim: dict[str, object], blocks: Iterator[Block]) -> str:
    support = claim.get("support", [])
    assert isinstance(support, list)
    wanted = set(support)
    first: list[Example] = []
    carriers: list[Example] = []
    extremes: Extremes | None = None
    digest, count, size = hashlib.sha256(), 0, 0
    for block in blocks:
        if not first:
            first, size = [_example(block, 0)], block.floats.shape[1]
            extremes = _extremes(claim, size)
        checker.demand(block.floats.shape[1] == size, "the examples differ in length or are empty")
        digest.update(_canonical(block))
        carriers += [_example(block, i) for i in range(len(block.labels)) if wanted and count + i in wanted]
        if extremes is not None:
            extremes.observe(block)
        count += len(block.labels)
    digest.update(f"{count} {size}\n".encode())
    checker.demand(claim["sha256"] == digest.hexdigest(), "the certificate is about other data")
    decisive = [*carriers, *first, *(extremes.examples() if extremes is not None else [])]
    # Listed in order and all present, the carriers of the multipliers are now the first of the examples.
    in_order = support == sorted(wanted) and len(carriers) == len(support)
    claim = claim | {"support": [i if in_order else len(decisive) for i in range(len(support))]}
    chosen = Dataset.of_fractions([example.x for example in decisive], [example.y for example in decisive])
    return checker.verify(claim, chosen.examples, chosen.denominator)


def _extremes(claim: dict[str, object], size: int) -> Extremes | None:
    weights, offset = claim.get("weights"), claim.get("b")
    if not isinstance(weights, list) or not isinstance(offset, Fraction) or len(weights) != size:
        return None
    return Extremes(weights, offset)


def _canonical(block: Block) -> bytes:
    """The examples as lines of the canonical data set."""
    lines = []
    for cells, label in zip(block.cells, block.labels.tolist(), strict=True):
        ratios = (v.as_integer_ratio() for v in cells)
        text = " ".join([f"{p:x}/{q:x}" if q > 1 else f"{p:x}" for p, q in ratios])
        lines.append(f"{int(label):+d} {text}\n")
    return "".join(lines).encode()


# --- reading in blocks ----------------------------------------------------------------------------


def _blocks(path: Path) -> Iterator[Block]:
    kinds: set[float | Fraction] = set()
    for cells, labels, floats in _array_rows(path) if path.suffix.lower() == ".npy" else _text_rows(path):
        kinds |= set(labels)
        checker.demand(kinds <= {1, -1} or kinds <= {1, 0}, "the labels are not ±1, or 0 and 1")
        yield Block(floats, np.array([1.0 if label == 1 else -1.0 for label in labels]), cells)


_Rows: TypeAlias = tuple[Sequence[Sequence[Cell]], Sequence[float | Fraction], "Floats"]


def _array_rows(path: Path) -> Iterator[_Rows]:
    array = np.load(path, mmap_mode="r", allow_pickle=False)
    plain = array.ndim == 2 and array.shape[1] > 1 and array.dtype.kind in "iuf" and array.dtype.itemsize <= 8
    checker.demand(plain, "the file is not an array of numbers with the labels in its last column")
    for start in range(0, len(array), BLOCK):
        part = np.asarray(array[start : start + BLOCK])
        yield part[:, :-1].tolist(), part[:, -1].tolist(), np.ascontiguousarray(part[:, :-1], dtype=np.float64)


def _text_rows(path: Path) -> Iterator[_Rows]:
    ending, header = path.suffix.lower().removeprefix("."), ""
    with path.open(encoding="utf-8-sig") as file:
        filled = (line for line in file if line.partition("#")[0].strip())
        while lines := list(islice(filled, BLOCK)):
            # Only the file has a header: later blocks are given one, lest a row of theirs be taken for it.
            rows = list(checker.rows(header + "".join(lines), ending))
            header = "features and label\n"
            cells = [[checker.rational(cell) for cell in features] for features, _ in rows]
            checker.demand(len({len(row) for row in cells}) == 1, "the examples differ in length or are empty")
            labels = [checker.rational(label) for _, label in rows]
            yield cells, labels, np.array([[_float(v) for v in row] for row in cells])


def _float(value: Fraction) -> float:
    try:
        return value.numerator / value.denominator
    except OverflowError:
        return math.inf
