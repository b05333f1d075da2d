"""Data files: the same data in every format, and every bad file refused with its place and reason."""

from __future__ import annotations

import json
import time
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from verified_perceptron.data import DataError, Dataset, Example
from verified_perceptron.readers import Format, ReadOptions, read_dataset

HALVES = Dataset((Example((1, -4), 1), Example((0, 3), -1)), denominator=2)


def write(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def same(found: Dataset, expected: Dataset) -> bool:
    return (found.examples, found.denominator) == (expected.examples, expected.denominator)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", "0.5,-2,1\n0,3/2,-1\n"),
        ("a.csv", "x1,x2,y\n0.5,-2,1\n0,1.5,-1\n"),
        ("a.csv", "\ufeffx1,x2,label\r\n5e-1,-2.0,+1\r\n\r\n# a remark\r\n0, 1.5 ,-1.0\r\n"),
        ("a.csv", '"0.5","-2","1"\n"0","1.5","0"\n'),
        ("a.tsv", "0.5\t-2\t1\n0\t1.5\t-1\n"),
        ("a.libsvm", "+1 1:0.5 2:-2\n-1 2:1.5 # a remark\n"),
        ("a.svm", "1 1:1/2 2:-2\n\n0 2:3/2\n"),
        ("a.json", '{"points": [[0.5, -2], [0, "3/2"]], "labels": [1, -1]}'),
        ("a.json", '[{"x": [0.5, -2], "y": 1}, {"x": [0, 1.5], "y": 0}]'),
        ("a.dat", "2\n2\n1\n1 % 2\n-2\n0\n0\n3 % 2\n"),
        ("a.CSV", "0.5,-2,1\n0,1.5,-1\n"),
    ],
)
def test_every_text_format_reads_the_same_data(tmp_path: Path, name: str, content: str) -> None:
    assert same(read_dataset(write(tmp_path, name, content)), HALVES)


def test_numpy_files_read_as_the_dyadics_they_store(tmp_path: Path) -> None:
    points, labels = np.array([[0.5, -2], [0, 1.5]]), np.array([1, -1])
    np.savez(tmp_path / "a.npz", X=points, y=labels)
    np.save(tmp_path / "a.npy", np.column_stack([points, labels]))
    assert same(read_dataset(tmp_path / "a.npz"), HALVES)
    assert same(read_dataset(tmp_path / "a.npy"), HALVES)
    np.savez(tmp_path / "tenth.npz", X=np.array([[0.1], [np.float32(0.1)]]), y=labels)
    assert read_dataset(tmp_path / "tenth.npz").points[0][0] == Fraction(0.1)


def test_text_is_decimal_unless_float64_is_asked_for(tmp_path: Path) -> None:
    path = write(tmp_path, "a.csv", "0.1,1\n0.3,-1\n")
    assert read_dataset(path).points == [(Fraction(1, 10),), (Fraction(3, 10),)]
    assert read_dataset(path, ReadOptions(float64=True)).points == [(Fraction(0.1),), (Fraction(0.3),)]


def test_the_label_column_can_be_named(tmp_path: Path) -> None:
    path = write(tmp_path, "a.csv", "y,x1,x2\n1,0.5,-2\n-1,0,1.5\n")
    assert same(read_dataset(path, ReadOptions(label="y")), HALVES)


def test_any_two_labels_do_when_one_is_named_positive(tmp_path: Path) -> None:
    path = write(tmp_path, "a.csv", "1,cat\n2,dog\n")
    assert read_dataset(path, ReadOptions(positive="dog")).labels == [-1, 1]


def test_the_format_can_be_named(tmp_path: Path) -> None:
    path = write(tmp_path, "data.txt", "0.5,-2,1\n0,1.5,-1\n")
    assert same(read_dataset(path, ReadOptions(format=Format.CSV)), HALVES)


BAD_FILES = [
    ("a.csv", "", "there are no examples"),
    ("a.csv", "x,y\n", "there are no examples"),
    ("a.csv", "1,2,1\n1,1\n", ":2: 1 features where the first example has 2"),
    ("a.csv", "1,2,1\n1,two,1\n", ':2: "two" is not a number'),
    ("a.csv", "1,nan,1\n", ':1: "nan" is not a finite number'),
    ("a.csv", "1,-inf,1\n", ':1: "-inf" is not a finite number'),
    ("a.csv", "1,1e999999999,1\n", ":1: .*exponent beyond"),
    ("a.csv", "1,,1\n", ':1: "" is not a number'),
    ("a.csv", "1,1\n2,2\n3,3\n", ':3: label "3" is neither of the two labels seen so far \\("1", "2"\\)'),
    ("a.csv", "1,1\n2,2\n", "not ±1 or 0 and 1; say which one is positive"),
    ("a.csv", "1,\n", ":1: the label is missing"),
    ("a.csv", "1\n-1\n", ":1: an example needs at least one feature"),
    ("a.csv", '1,"2,1\n', ":1: "),
    ("a.csv", b"1,2\xff,1\n", "not UTF-8 text"),
    ("a.csv", b"1,\x002,1\n", "NUL byte"),
    ("a.csv", "1," + "9" * 200_000 + ",1\n", ":1: "),
    ("a.xyz", "1,2,1\n", "name the format"),
    ("a.libsvm", "1 0:3\n", ":1: the index 0 does not come after 0"),
    ("a.libsvm", "1 2:3 1:4\n", ":1: the index 1 does not come after 2"),
    ("a.libsvm", "1 a:3\n", ":1: .*is not index:value"),
    ("a.libsvm", "1 3\n", ":1: .*is not index:value"),
    ("a.libsvm", "1 999999999999:3\n", ":1: .*more than this program unfolds"),
    ("a.libsvm", "1\n-1\n", "at least one feature"),
    ("a.json", "{", ":1: not JSON"),
    ("a.json", "[" * 100_000, "nested too deeply"),
    ("a.json", "[]", "expected"),
    ("a.json", "3", "expected"),
    ("a.json", '{"points": [[1]], "labels": [1, 1]}', "equally many"),
    ("a.json", '{"points": [[1]], "points": [[2]], "labels": [1]}', "occurs twice"),
    ("a.json", '{"points": [1], "labels": [1]}', r"points\[0\]: a point must be a list"),
    ("a.json", '{"points": [[NaN]], "labels": [1]}', r"points\[0\]: .*not a finite number"),
    ("a.json", '{"points": [[true]], "labels": [1]}', r"points\[0\]: .*not a number"),
    ("a.json", '{"points": [[[1]]], "labels": [1]}', r"points\[0\]: .*not a number"),
    ("a.json", '{"points": [[1]], "labels": [null]}', r"points\[0\]: a label must be"),
    ("a.json", '[{"x": [1], "y": 1}, {"x": [1]}]', r":\[1\]: expected"),
    ("a.dat", "2\n", ":1: the file must begin"),
    ("a.dat", "0\n1\n", ":1: .*not a positive count"),
    ("a.dat", "1\n2\n1\n5\n", ":4: 1 rows of 2 features are 3 values, but the file has 2"),
    ("a.dat", "1\n2\n1\n5\nx\n", ':5: "x" is not a number'),
    ("a.dat", "999999999\n999999999\n1\n", ":3: "),
    ("a.npy", b"no array", "not a NumPy file"),
    ("a.npz", b"PK\x03\x04 no archive", "not a NumPy file"),
]


@pytest.mark.parametrize(("name", "content", "reason"), BAD_FILES)
def test_a_bad_file_is_refused_quickly_with_file_place_and_reason(
    tmp_path: Path, name: str, content: str | bytes, reason: str
) -> None:
    path = write(tmp_path, name, content)
    start = time.monotonic()
    with pytest.raises(DataError, match=reason) as refusal:
        read_dataset(path)
    assert time.monotonic() - start < 2
    assert str(refusal.value).startswith(str(path))
    assert "\n" not in str(refusal.value)


def test_arrays_of_the_wrong_shape_or_kind_are_refused(tmp_path: Path) -> None:
    bad: list[tuple[str, dict[str, np.ndarray[tuple[int, ...], np.dtype[np.generic]]]]] = [
        ('"X" and "y"', {"a": np.zeros(3)}),
        ("shape", {"X": np.zeros((2, 2)), "y": np.ones(3)}),
        ("shape", {"X": np.zeros(2), "y": np.ones(2)}),
        ("not numbers", {"X": np.array([["a"]]), "y": np.ones(1)}),
        ("not numbers", {"X": np.array([[1j]]), "y": np.ones(1)}),
        (r":\[0\]: .*finite", {"X": np.array([[np.nan]]), "y": np.ones(1)}),
        ("there are no examples", {"X": np.zeros((0, 2)), "y": np.ones(0)}),
    ]
    for reason, arrays in bad:
        np.savez(tmp_path / "a.npz", allow_pickle=False, **arrays)
        with pytest.raises(DataError, match=reason):
            read_dataset(tmp_path / "a.npz")
    np.save(tmp_path / "flat.npy", np.ones(3))
    with pytest.raises(DataError, match="two dimensions"):
        read_dataset(tmp_path / "flat.npy")


def test_a_pickle_in_a_numpy_file_is_never_opened(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.array([{"a": 1}], dtype=object), allow_pickle=True)
    with pytest.raises(DataError, match="not a NumPy file of plain numbers"):
        read_dataset(tmp_path / "a.npy")


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="No such file"):
        read_dataset(tmp_path / "none.csv")
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(DataError, match="directory"):
        read_dataset(tmp_path / "folder.csv")


def test_a_wrong_label_name_or_positive_value_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, "a.csv", "x,y\n1,0\n2,1\n")
    with pytest.raises(DataError, match=':1: the header names no one column "z"'):
        read_dataset(path, ReadOptions(label="z"))
    with pytest.raises(DataError, match='no label is "7"'):
        read_dataset(path, ReadOptions(positive="7"))
    json_path = write(tmp_path, "a.json", json.dumps({"points": [[1]], "labels": [1]}))
    with pytest.raises(DataError, match="only CSV and TSV"):
        read_dataset(json_path, ReadOptions(label="y"))


def test_a_row_that_ends_before_its_label_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, "a.csv", "x,z,y\n1,2,1\n1,2\n")
    with pytest.raises(DataError, match=":3: the row ends before"):
        read_dataset(path, ReadOptions(label="y"))


def test_one_denominator_is_shared_by_all_examples() -> None:
    data = Dataset.of([["1/2"], ["1/3"]], [1, -1])
    assert data.denominator == 6
    assert data.examples == (Example((3,), 1), Example((2,), -1))


@pytest.mark.parametrize(
    ("points", "labels", "reason"),
    [
        ([], [], "no examples"),
        ([[]], [1], "no features"),
        ([[1], [1, 2]], [1, 1], "example 2 has 2 features"),
        ([[1]], [2], "label 2"),
        ([[1]], [1, 1], "1 points but 2 labels"),
        ([[float("nan")]], [1], "not a finite number"),
    ],
)
def test_data_given_in_python_are_checked_too(
    points: list[list[object]], labels: list[object], reason: str
) -> None:
    with pytest.raises(DataError, match=reason):
        Dataset.of(points, labels)
