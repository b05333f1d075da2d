"""Recorded runs: the right ones are accepted, every planted fault is found where it first shows."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from fractions import Fraction
from itertools import takewhile
from pathlib import Path

import pytest

from proofs.faults import data_sets
from verified_perceptron.conventions import (
    PRESETS,
    Conventions,
    FixedMargin,
    Folding,
    Offset,
    Order,
    OrderKind,
    RelativeMargin,
    Tie,
)
from verified_perceptron.data import DataError, Dataset
from verified_perceptron.faults import Textbook, all_faults
from verified_perceptron.oracle.audit import Audit, audit, read_trace
from verified_perceptron.problem import pose
from verified_perceptron.run import run
from verified_perceptron.trace import Event, Update
from verified_perceptron.trace_file import trace_line

FOUR = Dataset.of([(4, 0), (1, 1), (0, 1), (-2, -2)], [1, -1, -1, 1])
TENTHS = Dataset.of([("0.1", "0.2"), ("0.3", "0.7"), ("-0.6", "0.1")], [1, 1, -1])


def lines_of(data: Dataset, conventions: Conventions, passes: int = 8) -> list[dict[str, object]]:
    events: list[Event] = []
    result = run(data, conventions.capped(passes), on_event=events.append)
    return [json.loads(trace_line(result.problem, event)) for event in events if isinstance(event, Update)]


def audited(tmp_path: Path, data: Dataset, conventions: Conventions, lines: list[dict[str, object]]) -> Audit:
    path = tmp_path / "trace.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return audit(data, conventions, read_trace(path, data))


@pytest.mark.parametrize("preset", PRESETS)
def test_our_own_traces_are_accepted_also_with_fewer_fields(tmp_path: Path, preset: str) -> None:
    conventions = PRESETS[preset]
    for data in (FOUR, data_sets()[1]):
        lines = lines_of(data, conventions)
        assert audited(tmp_path, data, conventions, lines).accepted
        if conventions.order.kind is not OrderKind.SHUFFLED:
            short = [{key: line[key] for key in ("examples", "weights", "offset")} for line in lines]
            assert audited(tmp_path, data, conventions, short).accepted


@pytest.mark.parametrize("folding", [Folding.FIRST, Folding.LAST])
def test_folded_runs_are_accepted(tmp_path: Path, folding: Folding) -> None:
    conventions = Conventions(offset=Offset.RADIUS, folding=folding)
    assert audited(tmp_path, FOUR, conventions, lines_of(FOUR, conventions)).accepted


@pytest.mark.parametrize("fault", list(all_faults()), ids=lambda fault: fault.__name__)
def test_every_planted_fault_is_found_in_its_trace(tmp_path: Path, fault: type[Textbook]) -> None:
    broken = set()
    for data in data_sets():
        problem = pose(data, fault.claims)
        events = takewhile(lambda event: event.pass_number <= 12, fault(problem).events())
        lines = [json.loads(trace_line(problem, event)) for event in events if isinstance(event, Update)]
        found = audited(tmp_path, data, fault.claims, lines)
        broken |= {finding.invariant for finding in found.findings}
        if not found.accepted:
            assert found.findings[0].place.startswith((str(tmp_path), "the start"))
        elif found.final_mistakes:
            # A run that ends with mistakes and makes no wrong step has stopped too early.
            broken.add("skipped")
    assert set(fault.caught_by) & broken


def float_trace(data: Dataset) -> list[dict[str, object]]:
    """A float64 run, as a program would print it."""
    rows = [[float(v) for v in x] for x in data.points]
    w, b, lines = [0.0] * data.dimension, 0.0, []
    for _ in range(12):
        for i, (x, y) in enumerate(zip(rows, data.labels, strict=True)):
            if y * (sum(p * q for p, q in zip(w, x, strict=True)) + b) <= 0:
                w, b = [p + y * q for p, q in zip(w, x, strict=True)], b + y
                lines.append({"example": i, "weights": w, "offset": b})
    return lines


def test_a_float_trace_may_be_off_by_its_own_rounding_and_no_more(tmp_path: Path) -> None:
    lines = float_trace(TENTHS)
    found = audited(tmp_path, TENTHS, PRESETS["P1"], lines)
    assert (found.accepted, found.arithmetic) == (True, "float64")
    weights = lines[1]["weights"]
    assert isinstance(weights, list)
    lines[1] = {**lines[1], "weights": [weights[0] + 1e-12, *weights[1:]]}
    worse = audited(tmp_path, TENTHS, PRESETS["P1"], lines)
    assert [finding.invariant for finding in worse.findings][:1] == ["step"]
    assert worse.findings[0].update == 2


def test_a_float_trace_that_skips_a_mistake_is_found(tmp_path: Path) -> None:
    lines = float_trace(TENTHS)
    found = audited(tmp_path, TENTHS, PRESETS["P1"], lines[1:])
    assert {"skipped", "step"} & {finding.invariant for finding in found.findings}


def test_csv_traces_are_read(tmp_path: Path) -> None:
    path = tmp_path / "trace.csv"
    path.write_text("example,w1,w2,offset\n0,4,0,1\n1,3,-1,0\n3,1,-3,1\n")
    assert audit(FOUR, PRESETS["P1"], read_trace(path, FOUR)).accepted
    path.write_text("example,w1,w2,offset\n0,4,0,1\n1,3,-1,0\n3,1,-3,2\n")
    found = audit(FOUR, PRESETS["P1"], read_trace(path, FOUR))
    assert (found.findings[0].invariant, found.findings[0].place) == ("step", f"{path}:4")


@pytest.mark.parametrize(
    ("content", "part"),
    [
        ("nonsense\n", ":1: "),
        ("[1]\n", "not a JSON object"),
        ('{"weights": [1, 2]}\n', 'no "example"'),
        ('{"example": 9}\n', "no example 9"),
        ('{"example": 0, "weights": [1]}\n', "1 weights"),
        ('{"example": 0, "weights": ["x", 1]}\n', "not a number"),
        ('{"example": 0, "weights": [NaN, 1]}\n', "not a finite number"),
        ('{"example": 0, "k": "first"}\n', "not a whole number"),
        ('{"example": 0, "weights": ["1e999", 1]}\n', "too large for float64"),
    ],
)
def test_a_bad_trace_is_one_sentence_with_its_line(tmp_path: Path, content: str, part: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(content)
    with pytest.raises(DataError, match=r"bad\.jsonl:1: ") as error:
        read_trace(path, FOUR)
    assert part in str(error.value)


@pytest.mark.parametrize("name", ["bytes.jsonl", "bytes.csv"])
def test_a_file_that_is_no_text_is_one_sentence(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"\x80\xff\x00")
    with pytest.raises(DataError, match="not a text file in UTF-8"):
        read_trace(path, FOUR)


@pytest.mark.parametrize("number", [-1, 0, 10**15])
def test_a_round_that_cannot_be_is_one_sentence(tmp_path: Path, number: int) -> None:
    with pytest.raises(DataError, match=f"round {number} is not one of the 1000 passes after"):
        audited(tmp_path, FOUR, PRESETS["P1"], [{"example": 0, "round": number}])


def test_a_pause_of_several_passes_is_a_mistake_passed_over(tmp_path: Path) -> None:
    lines = lines_of(FOUR, PRESETS["P1"])
    late = [lines[0], {**lines[1], "round": 30, "pass": 8}]
    found = audited(tmp_path, FOUR, PRESETS["P1"], late)
    # After update 1, at the end of the first pass.
    assert [(finding.invariant, finding.update) for finding in found.findings] == [("skipped", 1)]


def test_an_offset_where_none_is_learned_is_found(tmp_path: Path) -> None:
    found = audited(tmp_path, FOUR, PRESETS["P2"], lines_of(FOUR, PRESETS["P1"]))
    assert [(finding.invariant, finding.update) for finding in found.findings] == [("step", 1)]
    assert "the offset is 1, and these conventions learn none" in found.findings[0].sentence


def test_no_updates_are_a_run_only_where_nothing_is_a_mistake(tmp_path: Path) -> None:
    found = audited(tmp_path, FOUR, PRESETS["P1"], [])
    assert [finding.invariant for finding in found.findings] == ["skipped"]
    assert audited(tmp_path, FOUR, Conventions(tie=Tie.CORRECT), []).accepted


def test_csv_with_floats_and_exponents_is_read_as_float64(tmp_path: Path) -> None:
    path = tmp_path / "trace.csv"
    data = Dataset.of([("0.00001",), ("-0.3",)], [1, -1])
    path.write_text("example,w1,offset\n0,1e-05,1\n1,0.30001,0\n")
    found = audit(data, PRESETS["P1"], read_trace(path, data))
    assert (found.accepted, found.arithmetic) == (True, "float64")
    path.write_text("example,w1,offset\n0,1e-05,1\n1,0.3000100001,0\n")
    worse = audit(data, PRESETS["P1"], read_trace(path, data))
    assert [(finding.invariant, finding.update) for finding in worse.findings] == [("step", 2)]


@pytest.mark.parametrize("margin", [FixedMargin(Fraction(1, 10)), RelativeMargin(Fraction(1, 5))])
def test_a_float_trace_with_a_margin_is_accepted_and_a_missing_update_is_found(
    tmp_path: Path, margin: FixedMargin | RelativeMargin
) -> None:
    conventions = Conventions(margin=margin)
    rows = [[float(v) for v in x] for x in TENTHS.points]
    w, lines = [0.0, 0.0], []
    for _ in range(12):
        for i, (x, y) in enumerate(zip(rows, TENTHS.labels, strict=True)):
            limit = 0.1 if isinstance(margin, FixedMargin) else 0.2 * math.hypot(*w)
            if y * sum(p * q for p, q in zip(w, x, strict=True)) <= limit:
                w = [p + y * q for p, q in zip(w, x, strict=True)]
                lines.append({"example": i, "weights": w, "offset": 0.0})
    assert len(lines) > 1
    assert audited(tmp_path, TENTHS, conventions, lines).accepted
    assert not audited(tmp_path, TENTHS, conventions, lines[1:]).accepted


def test_the_command_accepts_refuses_and_says_where(tmp_path: Path) -> None:
    data, trace = tmp_path / "four.csv", tmp_path / "trace.jsonl"
    data.write_text("4,0,1\n1,1,-1\n0,1,-1\n-2,-2,1\n")
    program = [sys.executable, "-m", "verified_perceptron"]
    subprocess.run([*program, "run", str(data), "--trace", str(trace)], capture_output=True, check=True)
    call = [*program, "audit", str(trace), str(data), "--json"]
    good = subprocess.run(call, capture_output=True, text=True, check=False)
    assert (good.returncode, json.loads(good.stdout)["accepted"]) == (0, True)
    trace.write_text("\n".join(trace.read_text().splitlines()[1:]) + "\n")
    bad = subprocess.run(call, capture_output=True, text=True, check=False)
    assert bad.returncode == 1
    assert {"invariant", "update", "place", "reason"} == set(json.loads(bad.stdout)["violations"][0])


def test_a_shuffled_trace_needs_its_seed(tmp_path: Path) -> None:
    conventions = Conventions(order=Order(OrderKind.SHUFFLED, 3))
    lines = lines_of(data_sets()[4], conventions)
    assert audited(tmp_path, data_sets()[4], conventions, lines).accepted
