"""The evidence matrix: cells come from the files of evidence, and from nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from proofs.matrix import COLUMNS, EXPLAINED, INVARIANTS, PRODUCED_BY, THEOREMS, Cell, EvidenceError, matrix
from verified_perceptron.invariants import STATEMENTS

ENGINES = ("kernel", "second", "z3", "cvc5")
ROWS = [row.name for row in (*INVARIANTS, *THEOREMS)]
THEOREM_NAMES = [row.name for row in THEOREMS]


def statement(name: str, passed: int = 2) -> dict[str, object]:
    engines = {engine: {"passed": passed, "total": 2, "seconds": 0.1} for engine in ENGINES}
    return {"id": name, "engines": engines, "countermodels": {"label": "x = (1)"}}


def evidence() -> dict[str, object]:
    """Evidence in which everything ran and passed."""
    ids = [*THEOREM_NAMES, "T1.progress", "T1.growth", "T1.combination", "T3.folding"]
    words = ("progress", "growth", "combination", "folding", "cycle", "quiet", "cauchy")
    return {
        "proofs": {"obligations": 9, "statements": [statement(name) for name in ids]},
        "coq": {
            "obligations": {"passed": 9, "total": 9},
            "theorems": [{"theorem": name, "passed": True} for name in THEOREM_NAMES if name != "T10"],
        },
        "crosshair": [
            {"name": f"{start}{word}_lemma", "passed": True} for word in words for start in ("", "false_")
        ],
        "faults": {"Fault": list(STATEMENTS)},
        "systems": {
            "invariants": dict.fromkeys([*STATEMENTS, "cycle", "quiet pass"], 3),
            "theorems": dict.fromkeys(THEOREM_NAMES, 4),
        },
        "properties": [{"test": "t", "evidence": ROWS, "passed": True}],
    }


def written(folder: Path, files: dict[str, object]) -> Path:
    for name, record in files.items():
        (folder / f"{name}.json").write_text(json.dumps(record), encoding="utf-8")
    return folder


def test_complete_evidence_leaves_no_cell_empty_without_a_reason(tmp_path: Path) -> None:
    found = matrix(written(tmp_path, evidence()))
    assert found.unexplained() == []
    assert found.complete


def test_there_is_a_row_for_every_invariant_and_every_theorem() -> None:
    expected = [*STATEMENTS, "cycle", "quiet pass", "Cauchy–Schwarz", *(f"T{i}" for i in range(13))]
    assert expected == ROWS


def test_a_row_is_looked_up_by_its_name(tmp_path: Path) -> None:
    found = matrix(written(tmp_path, evidence()))
    assert found.cells["growth", "kernel"] == Cell(2, 2)
    assert found.cells["T1", "kernel"] == Cell(8, 8)
    assert found.cells["Cauchy–Schwarz", "CrossHair"] == Cell(1, 1)
    assert found.cells["growth", "fault caught"] == Cell(2, 2)
    assert found.cells["T10", "Coq"] == Cell(2, 2)
    assert found.cells["T12", "contract"] == Cell(4, 4)


def test_without_evidence_every_cell_is_empty_and_the_commands_are_named(tmp_path: Path) -> None:
    found = matrix(tmp_path)
    assert set(found.cells.values()) == {None}
    assert set(found.missing) == set(PRODUCED_BY)
    assert not found.complete


@pytest.mark.parametrize("name", PRODUCED_BY)
def test_every_file_of_evidence_fills_cells_that_nothing_else_fills(tmp_path: Path, name: str) -> None:
    files = {key: record for key, record in evidence().items() if key != name}
    found = matrix(written(tmp_path, files))
    assert found.missing == (name,)
    assert found.unexplained()


def test_a_check_that_did_not_pass_is_shown(tmp_path: Path) -> None:
    files = evidence() | {"proofs": {"obligations": 9, "statements": [statement("T0", passed=1)]}}
    found = matrix(written(tmp_path, files))
    assert found.cells["T0", "kernel"] == Cell(1, 2)
    assert ("T0", "kernel") in found.failed()


@pytest.mark.parametrize(
    ("name", "record", "sentence"),
    [
        ("crosshair", [{"name": "corrected", "passed": False}], "CrossHair: corrected did not pass"),
        (
            "properties",
            [{"test": "t", "evidence": ["grwoth"], "passed": True}],
            "speaks of grwoth, which is no row",
        ),
    ],
)
def test_evidence_that_no_row_would_show_is_pointed_out(
    tmp_path: Path, name: str, record: object, sentence: str
) -> None:
    found = matrix(written(tmp_path, {name: record}))
    assert sentence in found.stray[0]
    assert not found.complete


def test_coq_vouches_for_obligations_only_if_it_has_seen_all_of_them(tmp_path: Path) -> None:
    files = evidence() | {"coq": {"obligations": {"passed": 8, "total": 8}, "theorems": []}}
    assert matrix(written(tmp_path, files)).cells["growth", "Coq"] is None


@pytest.mark.parametrize("content", ["{", "[1]", '{"statements": [{}]}', "null"])
def test_damaged_evidence_is_refused_with_the_command_that_makes_it(tmp_path: Path, content: str) -> None:
    (tmp_path / "proofs.json").write_text(content)
    with pytest.raises(EvidenceError, match="run python -m proofs"):
        matrix(tmp_path)


def test_reasons_are_given_for_cells_that_exist() -> None:
    assert all(row in ROWS and column in COLUMNS for row, column in EXPLAINED)


def test_the_command_prints_every_row_or_says_where_to_run_it(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "verified_perceptron", "matrix", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode in (0, 1)
    assert list(json.loads(done.stdout)["rows"]) == ROWS
    elsewhere = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, cwd=tmp_path)
    assert elsewhere.returncode == 2
    assert "run it in the project's directory" in elsewhere.stderr
