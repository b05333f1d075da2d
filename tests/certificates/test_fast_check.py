"""The fast check says what the slow one says, about every certificate and every kind of data."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from benchmarks.soak_certificates import mutant, stored_certificates
from verified_perceptron import fast_check
from verified_perceptron.certificates import certificate, check_files
from verified_perceptron.checker import Refused
from verified_perceptron.conventions import Offset
from verified_perceptron.data import Dataset
from verified_perceptron.exact import number_text
from verified_perceptron.max_margin import max_margin
from verified_perceptron.problem import Hypothesis
from verified_perceptron.readers import read_dataset
from verified_perceptron.separability import decide, separable


def verdicts(stored: Path, data: Path) -> tuple[str, str]:
    """What the slow and the fast check say."""
    said = []
    for check in (check_files, fast_check.check):
        try:
            said.append("accepted: " + check(stored, data))
        except Refused as reason:
            said.append("refused: " + str(reason).partition(":")[0])
    return said[0], said[1]


def write_csv(path: Path, data: Dataset) -> None:
    rows = zip(data.points, data.labels, strict=True)
    path.write_text("".join(",".join([*map(number_text, x), str(y)]) + "\n" for x, y in rows))


def test_both_say_the_same_of_certificates_and_of_mutants(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast_check, "BLOCK", 3)
    draw = random.Random(11)
    source = stored_certificates(draw)
    table, stored_path = tmp_path / "data.csv", tmp_path / "c.json"
    said = set()
    for _ in range(150):
        data, stored = next(source)
        write_csv(table, data)
        for text in (stored, *(mutant(draw, stored, len(data)) for _ in range(4))):
            stored_path.write_text(json.dumps(text))
            slow, fast = verdicts(stored_path, table)
            assert slow == fast, text
            said.add(slow.partition(":")[0])
    assert said == {"accepted", "refused"}


@pytest.mark.parametrize("kind", ["gauss", "integers", "signs", "huge", "tiny", "mixed"])
@pytest.mark.parametrize("dtype", ["f8", "f4", "i8"])
def test_both_say_the_same_of_arrays(
    kind: str, dtype: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fast_check, "BLOCK", 128)
    monkeypatch.setattr(fast_check, "KEPT", 50)
    draw = np.random.default_rng(5)
    points = draw.normal(size=(700, 4))
    normal = np.array([3.0, -1.0, 2.0, 1.0])
    match kind:
        case "integers":
            points = np.rint(points * 20)
        case "signs":
            points = np.sign(points)
        case "huge":
            points *= 1e30 if dtype == "f4" else 1e15 if dtype == "i8" else 1e200
        case "tiny":
            points *= 1 if dtype == "i8" else 1e-30
        case "mixed":
            points *= 10.0 ** draw.integers(-6, 6, size=(700, 1))
    if dtype == "i8":
        points = np.rint(points)
    points = points.astype(dtype)
    scores = points.astype(np.float64) @ normal
    points = points[np.abs(scores) > 1e-3 * np.abs(scores).max()]
    labels = np.sign(points.astype(np.float64) @ normal)
    path = tmp_path / "data.npy"
    np.save(path, np.c_[points, labels].astype(dtype))
    data = read_dataset(path)
    found = separable(data, Offset.NONE, Hypothesis(tuple(Fraction(int(v)) for v in normal)))
    stored = json.loads(certificate(found, data).json())
    for text in (stored, {**stored, "gamma": "1"}, {**stored, "radius_sq": "1"}, {**stored, "weights": ["1"] * 4}):
        (tmp_path / "c.json").write_text(json.dumps(text))
        slow, fast = verdicts(tmp_path / "c.json", path)
        assert slow == fast
    assert verdicts(tmp_path / "c.json", path)[0].startswith("refused")
    certificate(max_margin(data), data).write(tmp_path / "c.json")
    slow, fast = verdicts(tmp_path / "c.json", path)
    assert slow == fast == "accepted: the weights separate the examples, and no margin is larger"


def test_a_violation_by_the_last_bit_is_seen(tmp_path: Path) -> None:
    # In float64 both scores of the last example round to 0: 1 − (1 + 2⁻⁵²)·(1 − 2⁻⁵²) = 2⁻¹⁰⁴.
    up, down = 1 + 2.0**-52, 1 - 2.0**-52
    points = np.array([[1.0, 0.0], [1.0, -down]])
    weights = (Fraction(1), Fraction(up))
    for label, accepted in ((1.0, True), (-1.0, False)):
        table = np.c_[points, [1.0, label]]
        np.save(tmp_path / "data.npy", table)
        data = read_dataset(tmp_path / "data.npy")
        straight = Dataset.of(points.tolist(), [1, 1])
        found = separable(straight, Offset.NONE, Hypothesis(weights))
        stored = json.loads(certificate(found, straight).json())
        stored["sha256"] = json.loads(certificate(decide(data), data).json())["sha256"]
        (tmp_path / "c.json").write_text(json.dumps(stored))
        slow, fast = verdicts(tmp_path / "c.json", tmp_path / "data.npy")
        assert slow == fast
        assert slow.startswith("accepted") == accepted


BAD_ARRAYS = {
    "one dimension": np.zeros(3),
    "no features": np.ones((3, 1)),
    "text": np.array([["a", "b"]]),
    "nan": np.array([[np.nan, 1.0]]),
    "infinite": np.array([[np.inf, 1.0]]),
    "labels": np.array([[1.0, 2.0]]),
    "empty": np.zeros((0, 2)),
}


@pytest.mark.parametrize("name", BAD_ARRAYS)
def test_bad_arrays_are_refused(name: str, tmp_path: Path) -> None:
    np.save(tmp_path / "data.npy", BAD_ARRAYS[name])
    data = Dataset.of([[1]], [1])
    certificate(decide(data), data).write(tmp_path / "c.json")
    with pytest.raises(Refused):
        fast_check.check(tmp_path / "c.json", tmp_path / "data.npy")


BAD_TEXT = {
    "ragged": "1,1\n1,2,1\n",
    "ragged across blocks": "1,1\n1,1\n1,1\n1,2,1\n",
    "a second header": "1,1\n1,1\nx,y\n1,1\n",
    "words": "1,1\none,1\n",
    "labels": "1,1\n1,1\n1,7\n",
    "empty": "",
}


@pytest.mark.parametrize("name", BAD_TEXT)
def test_bad_text_is_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast_check, "BLOCK", 2)
    (tmp_path / "data.csv").write_text(BAD_TEXT[name])
    data = Dataset.of([[1], [1]], [1, 1])
    certificate(decide(data), data).write(tmp_path / "c.json")
    with pytest.raises(Refused):
        fast_check.check(tmp_path / "c.json", tmp_path / "data.csv")


def test_numbers_beyond_float64_are_compared_exactly(tmp_path: Path) -> None:
    (tmp_path / "data.csv").write_text("x,y\n1e400,1\n2e400,1\n1e-400,1\n")
    data = read_dataset(tmp_path / "data.csv")
    certificate(decide(data), data).write(tmp_path / "c.json")
    assert (
        verdicts(tmp_path / "c.json", tmp_path / "data.csv") == ("accepted: the weights separate the examples",) * 2
    )
