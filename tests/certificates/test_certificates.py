"""Certificates are what the schema says, survive storing, and depend on the numbers only."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import jsonschema
import numpy as np
import pytest
from hypothesis import given, settings

from benchmarks.soak_certificates import is_true, stored_certificates
from tests.certificates.conftest import ROOT, small_data
from verified_perceptron import checker
from verified_perceptron.certificates import (
    Certificate,
    CertificateError,
    Rounds,
    certificate,
    check_certificate,
    check_files,
    data_sha256,
    decimal,
    packed_rounds,
    run_certificate,
    schema,
)
from verified_perceptron.conventions import (
    PRESETS,
    ConstantRate,
    Conventions,
    FixedMargin,
    Folding,
    GivenStart,
    HarmonicRate,
    Offset,
    RandomStart,
    Stop,
    Tie,
)
from verified_perceptron.data import DataError, Dataset
from verified_perceptron.max_margin import max_margin
from verified_perceptron.readers import Format, ReadOptions, read_dataset
from verified_perceptron.run import Outcome, Run, run
from verified_perceptron.separability import decide

VALIDATOR = jsonschema.Draft202012Validator(json.loads(schema()))
CORNER = Dataset.of([["1/2", 0], [0, -1], [3, 4]], [1, -1, 1], "corner")
TORN = Dataset.of([[1], [-2]], [1, 1], "torn")


def certified_run(data: Dataset, conventions: Conventions) -> tuple[Run, Certificate]:
    rounds = Rounds()
    done = run(data, conventions, on_event=rounds)
    return done, run_certificate(done, rounds.rounds)


def test_the_schema_is_a_schema_and_holds_for_every_kind() -> None:
    jsonschema.Draft202012Validator.check_schema(json.loads(schema()))
    source = stored_certificates(random.Random(3))
    seen = set()
    for _ in range(200):
        data, stored = next(source)
        VALIDATOR.validate(stored)
        check_certificate(json.dumps(stored), data)
        seen.add(stored["kind"])
    assert seen == set(checker.KINDS)


@pytest.mark.parametrize("kind", checker.KINDS)
def test_the_schema_and_the_checker_ask_for_the_same_fields(kind: str) -> None:
    described = json.loads(schema())["$defs"][kind]
    assert set(described["properties"]) == set(described["required"]) == {*checker.HEAD, *checker.KINDS[kind]}
    assert described["additionalProperties"] is False


@settings(deadline=None, max_examples=100)
@given(data=small_data())
def test_a_stored_certificate_says_what_was_found(data: Dataset) -> None:
    for offset in (Offset.NONE, Offset.UNIT):
        text = certificate(decide(data, offset), data).json()
        check_certificate(text, data)
        assert is_true(checker.parse(text), data)


def test_a_certificate_about_other_data_cannot_be_made() -> None:
    with pytest.raises(checker.Refused):
        certificate(decide(CORNER), TORN)


# --- runs ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tie", list(Tie))
@pytest.mark.parametrize("offset", list(Offset))
@pytest.mark.parametrize("data", [CORNER, TORN], ids=["corner", "torn"])
def test_a_run_is_certified_whatever_its_tie_and_offset(data: Dataset, offset: Offset, tie: Tie) -> None:
    foldings = [Folding.EXPLICIT] if offset is Offset.NONE else list(Folding)
    for folding in foldings:
        for start in (RandomStart(5), GivenStart(tuple(Fraction(1, 3) for _ in range(data.dimension)))):
            conventions = Conventions(tie, offset, folding, ConstantRate(Fraction(2, 7)), start)
            done, made = certified_run(data, conventions)
            assert made.kind == ("cycle" if done.outcome is Outcome.CYCLED else "run")
            assert is_true(checker.parse(made.json()), data)


@pytest.mark.parametrize("name", ["P0", "P1", "P2", "P3", "P12"])
def test_the_online_systems_of_the_documents_have_certificates(name: str) -> None:
    done, made = certified_run(CORNER, PRESETS[name])
    assert json.loads(made.json())["outcome"] == "converged"
    assert json.loads(made.json())["updates"] == done.updates


def test_a_stopped_run_says_so() -> None:
    for stop in (Stop(updates=1), Stop(passes=1)):
        _, made = certified_run(CORNER, Conventions(stop=stop))
        assert json.loads(made.json())["outcome"] == "stopped"


@pytest.mark.parametrize(
    ("conventions", "need"),
    [
        (PRESETS["P7"], "a cyclic order"),
        (PRESETS["P15-stochastic"], "a cyclic order"),
        (PRESETS["P8"], "one example for each update"),
        (PRESETS["P11"], "one example for each update"),
        (Conventions(margin=FixedMargin(Fraction(1))), "no margin"),
        (Conventions(rate=HarmonicRate()), "a constant rate"),
    ],
)
def test_other_runs_have_none_and_are_told_why(conventions: Conventions, need: str) -> None:
    with pytest.raises(CertificateError, match=f"a run certificate needs {need}"):
        certified_run(CORNER, conventions)


def test_rounds_of_another_run_are_refused() -> None:
    done = run(CORNER, Conventions())
    with pytest.raises(CertificateError, match="this run has no certificate: update 1 is not on a mistake"):
        run_certificate(run(CORNER, Conventions(start=GivenStart((Fraction(2), Fraction(1))))), [1])
    with pytest.raises(CertificateError, match="the number of updates is wrong"):
        run_certificate(done, [1])


def test_millions_of_updates_fit_in_a_few_megabytes() -> None:
    draw = random.Random(0)
    position, rounds = 0, []
    for _ in range(300_000):
        position += draw.randint(1, 42)
        rounds.append(position)
    text = packed_rounds(rounds)
    assert len(text) < 1.2 * len(rounds)
    assert checker.rounds(text) == rounds


def test_rounds_come_back() -> None:
    for rounds in ([], [1], [1, 2, 10, 10**12]):
        assert checker.rounds(packed_rounds(rounds)) == rounds


# --- data and files ---------------------------------------------------------------------------------


def test_the_hash_depends_on_the_numbers_only(tmp_path: Path) -> None:
    np.save(tmp_path / "d.npy", np.array([[0.5, 0, 1], [0, -1, -1], [3, 4, 1]]))
    np.savez(tmp_path / "d.npz", X=np.array([[0.5, 0], [0, -1], [3, 4]]), y=np.array([1, -1, 1]))
    (tmp_path / "d.csv").write_text("a,b,c\n1/2,0,1\n0,-1.0,0\n3,4e0,1\n")
    (tmp_path / "named.csv").write_text("class,a,b\ngood,1/2,0\nbad,0,-1\ngood,3,4\n")
    (tmp_path / "d.txt").write_text("1/2,0,1\n0,-1,-1\n3,4,1\n")
    made = certificate(max_margin(CORNER), CORNER)
    made.write(tmp_path / "c.json")
    for name in ("d.npy", "d.npz", "d.csv"):
        assert data_sha256(read_dataset(tmp_path / name)) == data_sha256(CORNER)
        assert check_files(tmp_path / "c.json", tmp_path / name)
    named = ReadOptions(label="class", positive="good")
    assert check_files(tmp_path / "c.json", tmp_path / "named.csv", named)
    assert check_files(tmp_path / "c.json", tmp_path / "d.txt", ReadOptions(format=Format.CSV))
    with pytest.raises(DataError, match="name the format"):
        check_files(tmp_path / "c.json", tmp_path / "d.txt")


def test_malformed_text_is_refused() -> None:
    for text in ("", "[]", "{", "[" * 100_000):
        with pytest.raises(checker.Refused, match="malformed certificate"):
            check_certificate(text, CORNER)


def test_long_numbers_are_written_in_full() -> None:
    assert decimal(Fraction(-(10**5000), 3)) == "-1" + "0" * 5000 + "/3"
    assert decimal(Fraction(7)) == "7"


WRITER = """
import sys
from verified_perceptron.certificates import certificate
from verified_perceptron.data import DataError, Dataset
from verified_perceptron.separability import decide
sizes = [Dataset.of([["1/2", 0]] * 1 + [[3, k] for k in range(n)], [1] * (n + 1)) for n in (1, 9000)]
made = [certificate(decide(data), data) for data in sizes]
print("ready", flush=True)
while True:
    for one in made:
        one.write(sys.argv[1])
"""


def test_a_kill_while_writing_leaves_a_whole_certificate(tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    draw = random.Random(1)
    for _ in range(10):
        process = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], cwd=ROOT, stdout=subprocess.PIPE)
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        time.sleep(0.05 + draw.random() / 20)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()
        stored = path.read_text("utf-8")
        VALIDATOR.validate(json.loads(stored))
        assert stored.endswith("}\n")
