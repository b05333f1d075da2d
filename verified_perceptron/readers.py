"""Readers of data files.  Every bad input dies here, with the file, the place and the reason.

Formats: CSV and TSV (label in the last column, or named), LIBSVM, JSON, NumPy's NPY and NPZ, and `.dat`
(one token a line: rows, features, then label and features of each row).  Text numbers are read exactly;
binary floats are the dyadics they store.
"""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from verified_perceptron.data import DataError, Dataset
from verified_perceptron.exact import ExactError, exact, parse_number, round_to_float64, shorten

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array: TypeAlias = NDArray[np.generic]

MAX_CELLS = 200_000_000
"""Rows × features that a sparse file may unfold to."""


class Format(Enum):
    """The file formats, by their usual endings."""

    CSV = "csv"
    TSV = "tsv"
    LIBSVM = "libsvm"
    JSON = "json"
    NPY = "npy"
    NPZ = "npz"
    DAT = "dat"


ENDINGS = {f".{format_.value}": format_ for format_ in Format} | {".svm": Format.LIBSVM}


@dataclass(frozen=True)
class ReadOptions:
    """How a file is to be read."""

    format: Format | None = None
    """By default the ending of the file's name decides."""
    label: str | None = None
    """The name of the label's column (CSV and TSV)."""
    positive: str | None = None
    """The label that means +1; the other one then means −1."""
    float64: bool = False
    """Round every number to float64 first, as most programs do."""


class Row(NamedTuple):
    """An example as it stands in the file: its place there, its features, its label."""

    place: str
    features: Sequence[object]
    label: object


class _PlaceError(Exception):
    """Something at this place of the file cannot be used."""

    def __init__(self, place: str, reason: object) -> None:
        super().__init__(reason)
        self.place = f":{place}" if place else ""


def read_dataset(path: str | Path, options: ReadOptions = ReadOptions()) -> Dataset:
    """The data set in the file, or a `DataError` that says what is wrong with it and where."""
    path = Path(path)
    format_ = options.format or ENDINGS.get(path.suffix.lower())
    if format_ is None:
        known = ", ".join(sorted(ENDINGS))
        raise DataError(f"{path}: the ending {shorten(path.suffix)} is none of {known}; name the format")
    if options.label is not None and format_ not in (Format.CSV, Format.TSV):
        raise DataError(f"{path}: only CSV and TSV files name their label column")
    try:
        rows = list(_READERS[format_](path, options))
        points, labels = _typed(rows, options)
    except _PlaceError as error:
        raise DataError(f"{path}{error.place}: {error}") from None
    except OSError as error:
        raise DataError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise DataError(f"{path}: not UTF-8 text (at byte {error.start})") from None
    return Dataset.of_fractions(points, labels, str(path))


def _typed(rows: Sequence[Row], options: ReadOptions) -> tuple[list[list[Fraction]], list[int]]:
    """The rows as exact points of one dimension and labels ±1."""
    if not rows:
        raise _PlaceError("", "there are no examples")
    dimension = len(rows[0].features)
    if dimension == 0:
        raise _PlaceError(rows[0].place, "an example needs at least one feature beside its label")
    points = []
    labels = _Labels(options.positive)
    for place, features, label in rows:
        if len(features) != dimension:
            raise _PlaceError(place, f"{len(features)} features where the first example has {dimension}")
        try:
            point = [exact(value) for value in features]
            points.append([round_to_float64(value) for value in point] if options.float64 else point)
        except ExactError as error:
            raise _PlaceError(place, error) from None
        labels.add(place, label)
    return points, labels.signs()


@dataclass
class _Labels:
    """Labels as read, in order, at most two different ones."""

    positive: str | None
    seen: list[str] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)

    def add(self, place: str, label: object) -> None:
        text = _canonical_label(label)
        if not text:
            raise _PlaceError(place, "the label is missing")
        if text not in self.kinds:
            if len(self.kinds) == 2:
                first, second = map(shorten, self.kinds)
                raise _PlaceError(
                    place,
                    f"label {shorten(text)} is neither of the two labels seen so far ({first}, {second})",
                )
            self.kinds.append(text)
        self.seen.append(text)

    def signs(self) -> list[int]:
        """±1 for each label: as written, 0 read as −1, or by the label that was named positive."""
        if self.positive is not None:
            positive = _canonical_label(self.positive)
            if positive not in self.kinds and len(self.kinds) == 2:
                first, second = map(shorten, self.kinds)
                raise _PlaceError("", f"no label is {shorten(positive)}; the labels are {first} and {second}")
            return [1 if text == positive else -1 for text in self.seen]
        if not (set(self.kinds) <= {"-1", "1"} or set(self.kinds) <= {"0", "1"}):
            kinds = " and ".join(map(shorten, self.kinds))
            raise _PlaceError("", f"the labels are {kinds}, not ±1 or 0 and 1; say which one is positive")
        return [1 if text == "1" else -1 for text in self.seen]


def _canonical_label(label: object) -> str:
    """One spelling for each label: +1, 1.0 and 1 are the same label."""
    text = label.strip() if isinstance(label, str) else str(label)
    return str(parse_number(text)) if _is_number(text) else text


def _is_number(text: str) -> bool:
    try:
        parse_number(text)
    except ExactError:
        return False
    return True


# --- text ---------------------------------------------------------------------------------------


def _text(path: Path) -> str:
    text = path.read_text(encoding="utf-8-sig")
    if "\0" in text:
        raise _PlaceError("", "the file holds a NUL byte; it is not text")
    return text


def _read_delimited(path: Path, options: ReadOptions, delimiter: str) -> Iterator[Row]:
    reader = csv.reader(io.StringIO(_text(path)), delimiter=delimiter, skipinitialspace=True, strict=True)
    label_column: int | None = None
    try:
        for cells in reader:
            place = str(reader.line_num)
            if not any(cell.strip() for cell in cells) or cells[0].startswith("#"):
                continue
            if label_column is None:
                label_column, is_header = _label_column(cells, place, options.label)
                if is_header:
                    continue
            if label_column >= len(cells):
                raise _PlaceError(place, "the row ends before the label's column")
            label = cells.pop(label_column)
            yield Row(place, cells, label)
    except csv.Error as error:
        raise _PlaceError(str(reader.line_num), error) from None


def _label_column(first_row: Sequence[str], place: str, name: str | None) -> tuple[int, bool]:
    """Where the label stands (−1: last), and whether the first row is a header."""
    if name is None:
        return -1, not any(map(_is_number, first_row))
    names = [cell.strip() for cell in first_row]
    if names.count(name) != 1:
        raise _PlaceError(place, f"the header names no one column {shorten(name)}")
    return names.index(name), True


def _read_libsvm(path: Path, _: ReadOptions) -> Iterator[Row]:
    sparse: list[tuple[str, dict[int, str], str]] = []
    dimension = 0
    for number, line in enumerate(_text(path).splitlines(), start=1):
        place = str(number)
        tokens = line.partition("#")[0].split()
        if not tokens:
            continue
        features: dict[int, str] = {}
        last = 0
        for pair in tokens[1:]:
            index, colon, value = pair.partition(":")
            if not (colon and index.isascii() and index.isdigit() and len(index) <= 12):
                raise _PlaceError(place, f"{shorten(pair)} is not index:value")
            if int(index) <= last:
                raise _PlaceError(place, f"the index {int(index)} does not come after {last}")
            last = int(index)
            features[last] = value
        dimension = max(dimension, last)
        sparse.append((place, features, tokens[0]))
        if dimension * len(sparse) > MAX_CELLS:
            raise _PlaceError(
                place, f"{len(sparse)} rows of {dimension} features are more than this program unfolds"
            )
    for place, features, label in sparse:
        yield Row(place, [features.get(index, "0") for index in range(1, dimension + 1)], label)


def _read_dat(path: Path, _: ReadOptions) -> Iterator[Row]:
    lines = enumerate(_text(path).splitlines(), start=1)
    tokens = [(str(number), line.strip()) for number, line in lines if line.strip()]
    if len(tokens) < 2:
        raise _PlaceError("1", "the file must begin with its numbers of rows and of features")
    count, dimension = (_count(place, token) for place, token in tokens[:2])
    wanted, found = count * (dimension + 1), len(tokens) - 2
    if wanted != found:
        raise _PlaceError(
            tokens[-1][0],
            f"{count} rows of {dimension} features are {wanted} values, but the file has {found}",
        )
    for start in range(2, len(tokens), dimension + 1):
        place, label = tokens[start]
        features = []
        for feature_place, value in tokens[start + 1 : start + 1 + dimension]:
            try:
                features.append(parse_number(value))
            except ExactError as error:
                raise _PlaceError(feature_place, error) from None
        yield Row(place, features, label)


def _count(place: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text) > 0):
        raise _PlaceError(place, f"{shorten(text)} is not a positive count")
    return int(text)


def _read_json(path: Path, _: ReadOptions) -> Iterator[Row]:
    try:
        # Numbers stay text: a JSON number must not become a float before it is read exactly.
        document = json.loads(
            _text(path),
            parse_float=str,
            parse_int=str,
            parse_constant=str,
            object_pairs_hook=_without_repeats,
        )
    except json.JSONDecodeError as error:
        raise _PlaceError(str(error.lineno), f"not JSON: {error.msg} (column {error.colno})") from None
    except RecursionError:
        raise _PlaceError("", "the JSON is nested too deeply") from None
    match document:
        case {"points": list(points), "labels": list(labels)} if len(points) == len(labels):
            entries = [(f"points[{i}]", *pair) for i, pair in enumerate(zip(points, labels, strict=True))]
        case [{"x": _, "y": _}, *_]:
            entries = []
            for i, item in enumerate(document):
                if not isinstance(item, dict) or set(item) != {"x", "y"}:
                    raise _PlaceError(f"[{i}]", 'expected {"x": […], "y": …}')
                entries.append((f"[{i}]", item["x"], item["y"]))
        case _:
            raise _PlaceError(
                "", 'expected {"points": [[…], …], "labels": […]}, equally many, or [{"x": […], "y": …}, …]'
            )
    for place, point, label in entries:
        if not isinstance(point, list):
            raise _PlaceError(place, "a point must be a list of numbers")
        if not isinstance(label, str):
            raise _PlaceError(place, "a label must be a number or text")
        yield Row(place, point, label)


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise _PlaceError("", f"the key {shorten(key)} occurs twice in one object")
        found[key] = value
    return found


# --- NumPy --------------------------------------------------------------------------------------


def _read_npy(path: Path, _: ReadOptions) -> Iterator[Row]:
    table = _load_numpy(path)
    if isinstance(table, dict) or table.ndim != 2:
        raise _PlaceError("", "expected one array of two dimensions, the label in its last column")
    return _array_rows(table[:, :-1], table[:, -1])


def _read_npz(path: Path, _: ReadOptions) -> Iterator[Row]:
    arrays = _load_numpy(path)
    if not isinstance(arrays, dict) or not {"X", "y"} <= set(arrays):
        raise _PlaceError("", 'expected an archive with the arrays "X" and "y"')
    return _array_rows(arrays["X"], arrays["y"])


def _load_numpy(path: Path) -> Array | dict[str, Array]:
    import numpy as np

    try:
        with path.open("rb") as file:
            loaded = np.load(file, allow_pickle=False)
            if isinstance(loaded, np.lib.npyio.NpzFile):
                return {name: loaded[name] for name in loaded.files}
            array: Array = loaded
    except (ValueError, EOFError, KeyError, MemoryError, zipfile.BadZipFile) as error:
        raise _PlaceError("", f"not a NumPy file of plain numbers: {error}") from None
    return array


def _array_rows(points: Array, labels: Array) -> Iterator[Row]:
    if points.ndim != 2 or labels.ndim != 1 or len(points) != len(labels):
        raise _PlaceError("", f"the points have shape {points.shape} and the labels {labels.shape}")
    for array in (points, labels):
        if array.dtype.kind not in "iuf":
            raise _PlaceError("", f"the array holds {array.dtype}, not numbers")
    for i, (point, label) in enumerate(zip(points, labels, strict=True)):
        # A list of Python numbers: NumPy's own integers do not say what ratio they are.
        yield Row(f"[{i}]", point.tolist(), str(label))


_READERS: dict[Format, Callable[[Path, ReadOptions], Iterator[Row]]] = {
    Format.CSV: lambda path, options: _read_delimited(path, options, ","),
    Format.TSV: lambda path, options: _read_delimited(path, options, "\t"),
    Format.LIBSVM: _read_libsvm,
    Format.JSON: _read_json,
    Format.NPY: _read_npy,
    Format.NPZ: _read_npz,
    Format.DAT: _read_dat,
}
