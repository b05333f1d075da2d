"""The test vectors: reproducible, valid, and strong enough to catch a planted bug in two languages."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from importlib import resources
from operator import mul
from pathlib import Path

import jsonschema
import pytest

from tests.conftest import ROOT
from verified_perceptron.conventions import PRESETS, ConventionError
from verified_perceptron.data import Dataset
from verified_perceptron.oracle.vectors import FLAGS, write_vectors
from verified_perceptron.testing import assert_conforms


@pytest.fixture(scope="module")
def vectors(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("vectors") / "vectors.json"
    assert write_vectors(path) >= 500
    return path


def test_the_file_is_the_same_byte_for_byte_in_another_process(vectors: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.json"
    call = [sys.executable, "-m", "verified_perceptron", "vectors", str(again), "--json"]
    # Another seed of Python's hashes brings sets and dictionaries of texts into another order.
    done = subprocess.run(call, capture_output=True, check=True, env={**os.environ, "PYTHONHASHSEED": "12345"})
    assert again.read_bytes() == vectors.read_bytes()
    assert json.loads(done.stdout)["cases"] == json.loads(vectors.read_text())["count"]


def test_the_file_fits_its_schema(vectors: Path) -> None:
    schema = json.loads(resources.files("verified_perceptron.oracle").joinpath("vectors_schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(json.loads(vectors.read_text()))


def test_every_flag_is_used_and_explained(vectors: Path) -> None:
    record = json.loads(vectors.read_text())
    used = {flag for case in record["cases"] for flag in case["flags"]}
    assert used == set(FLAGS) == set(record["notes"])
    assert record["count"] == len(record["cases"])


NAMED = (
    "Tie",
    "ZeroVector",
    "Duplicate",
    "OppositeDuplicate",
    "OneClass",
    "Scale",
    "LargeIntegers",
    "DecimalGrid",
    "Cancellation",
    "Rate",
    "Start",
    "Offset",
    "Folding",
    "Batch",
    "Margin",
    "Voted",
    "Averaged",
    "NonSeparable",
    "Cycle",
    "Tight",
)


def test_the_flags_tell_the_truth(vectors: Path) -> None:
    """The flags that speak of the data, of the outcome and of the bound, computed again from the case alone."""
    assert set(NAMED) <= set(FLAGS)
    counted = Counter[str]()
    for case in json.loads(vectors.read_text())["cases"]:
        points, labels = [tuple(x) for x in case["x"]], case["y"]
        examples = list(zip(points, labels, strict=True))
        flags, expected = set(case["flags"]), case["expected"]
        assert ("ZeroVector" in flags) == any(set(x) == {"0"} for x in points)
        assert ("Duplicate" in flags) == (len(set(examples)) < len(examples))
        assert ("OppositeDuplicate" in flags) == any((x, -y) in examples for x, y in examples)
        assert ("OneClass" in flags) == (len(set(labels)) == 1)
        assert ("Cycle" in flags) == (expected["outcome"] == "cycled")
        # Whoever cycles is not separable, and whoever separates is separable.
        assert "Cycle" not in flags or "NonSeparable" in flags
        data = Dataset.of_fractions([list(map(Fraction, x)) for x in points], labels)
        weights, offset = map(Fraction, case["result"]["weights"]), Fraction(case["result"]["offset"])
        if not flags & {"Voted", "Averaged"}:
            w = list(weights)
            if all(y * (sum(map(mul, w, x)) + offset) > 0 for x, y in zip(data.points, labels, strict=True)):
                assert "NonSeparable" not in flags
        counted.update(flags)
    assert min(counted[flag] for flag in NAMED) >= 3


def test_every_convention_occurs(vectors: Path) -> None:
    cases = [case["integers"] for case in json.loads(vectors.read_text())["cases"]]
    assert {c["tie"] for c in cases} == {"mistake", "correct", "plus", "minus"}
    assert {c["correction"] for c in cases} == {"label", "target-output", "target-sign", "residual"}
    assert {c["group"] for c in cases} == {"online", "mini-batch", "batch", "mean-batch"}
    assert {c["order"] for c in cases} >= {"cyclic", "shuffled", "first", "last", "worst", "random"}
    assert {c["margin"] for c in cases} == {"none", "fixed", "relative"}


def test_the_javascript_consumer_passes_and_its_planted_bug_fails(vectors: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    call = [node, str(ROOT / "examples" / "javascript" / "check_vectors.js"), str(vectors)]
    good = subprocess.run(call, capture_output=True, text=True, check=False)
    assert good.returncode == 0, good.stdout
    bug = subprocess.run(call, capture_output=True, text=True, check=False, env={**os.environ, "PLANTED_BUG": "1"})
    assert bug.returncode == 1
    assert "other updates" in bug.stdout


def test_the_c_consumer_passes_and_its_planted_bug_fails(vectors: Path, tmp_path: Path) -> None:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    source = str(ROOT / "examples" / "c" / "check_vectors.c")
    for name, options, status in (("good", [], 0), ("bug", ["-DPLANTED_BUG"], 1)):
        program = str(tmp_path / name)
        subprocess.run(
            [compiler, "-O1", "-Wall", "-Wextra", "-Werror", *options, "-o", program, source], check=True
        )
        done = subprocess.run([program, str(vectors)], capture_output=True, text=True, check=False)
        assert done.returncode == status, done.stdout


# --- in the user's own test suite ---------------------------------------------------------------


def test_assert_conforms_passes_a_right_target_and_shows_the_departure_of_a_wrong_one() -> None:
    assert_conforms("tests.oracle.planted:plain", data_sets=200)
    assert_conforms("tests.oracle.planted:offset_none", PRESETS["P2"], data_sets=200)
    assert_conforms("tests.oracle.planted:stop_forty_passes", passes=40, data_sets=200)
    with pytest.raises(AssertionError, match=r"planted:LabelDropped departs on \(1\) −: it answers"):
        assert_conforms("tests.oracle.planted:LabelDropped", data_sets=200)
    with pytest.raises(ConventionError, match="no preset"):
        assert_conforms("tests.oracle.planted:plain", "P77")
