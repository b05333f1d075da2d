"""The evidence matrix: for every invariant and theorem, what each kind of check has said about it.

Rows are looked up by name in the files that the checks leave in build/evidence; no cell is kept by hand. A cell
that nothing fills is shown as empty. Where that lies in the nature of things, `EXPLAINED` says why; an empty cell
without a reason, or a check that did not pass, makes the matrix incomplete.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from verified_perceptron.invariants import STATEMENTS

EVIDENCE: Final = Path(__file__).resolve().parent.parent / "build" / "evidence"

PRODUCED_BY: Final = {
    "proofs": "python -m proofs",
    "coq": "python -m proofs.coq",
    "crosshair": "python -m proofs.crosshair",
    "faults": "python -m proofs.faults",
    "systems": "python -m proofs.systems",
    "properties": "python -m pytest",
}
"""The command that leaves each file of evidence."""


class EvidenceError(Exception):
    """A file of evidence does not say what it should."""


# --- rows and columns -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """An invariant or a theorem, and the names under which the checks know it."""

    name: str
    statement: str
    theorem: str | None = None
    """The statements `theorem` and `theorem.…` of the proofs."""
    lemma: str | None = None
    """The statements `….lemma` of the proofs."""
    words: tuple[str, ...] = ()
    """What the names of CrossHair's targets begin with."""

    def is_stated_as(self, statement_id: str) -> bool:
        theorem, _, part = statement_id.partition(".")
        return part == self.lemma if self.lemma else theorem == self.theorem


def _invariant(name: str, statement: str, theorem: str | None = None, *, lemma: bool = False) -> Row:
    word = re.split(r"[ –]", name.lower())[0]
    return Row(name, statement, theorem, name if lemma else None, (word,))


LEMMAS: Final = frozenset({"progress", "growth", "combination", "folding"})
"""The invariants that are statements of their own in the proofs."""

INVARIANTS: Final = (
    *(
        _invariant(name, statement, {"slack": "T11", "machine": "T12"}.get(name), lemma=name in LEMMAS)
        for name, statement in STATEMENTS.items()
    ),
    _invariant("cycle", "weights seen twice certify that no separator exists", "T6"),
    _invariant("quiet pass", "a pass without updates leaves no mistake"),
    _invariant("Cauchy–Schwarz", "⟨a,b⟩² ≤ ‖a‖²‖b‖²", "T0"),
)

THEOREMS: Final = (
    Row("T0", "Cauchy–Schwarz", "T0", words=("cauchy",)),
    Row("T1", "kγ² ≤ R²‖w*‖²", "T1", words=("progress", "growth", "combination")),
    Row("T2", "any start, any rate", "T2"),
    Row("T3", "the offset as a coordinate", "T3", words=("folding",)),
    Row("T4", "the margin perceptron", "T4"),
    Row("T5", "batches and varying rates", "T5"),
    Row("T6", "a cycle excludes a separator", "T6", words=("cycle",)),
    Row("T7", "bounded on any data", "T7"),
    Row("T8", "geometric margin is distance", "T8"),
    Row("T9", "the bound is attained", "T9"),
    Row("T10", "gradients of the criteria", "T10"),
    Row("T11", "slack, votes and averages on any data", "T11"),
    Row("T12", "machine arithmetic is exact", "T12"),
)


@dataclass(frozen=True)
class Cell:
    """How many checks passed, and of how many."""

    passed: int
    total: int

    @property
    def good(self) -> bool:
        return self.passed == self.total > 0


class Evidence:
    """What the files say. A missing file says nothing; `missing` names it."""

    def __init__(self, folder: Path = EVIDENCE) -> None:
        self.folder = folder

    @cached_property
    def missing(self) -> tuple[str, ...]:
        return tuple(name for name in PRODUCED_BY if not (self.folder / f"{name}.json").is_file())

    def _read(self, name: str) -> Any:  # Any: JSON, whose shape the readers below check by using it
        path = self.folder / f"{name}.json"
        try:
            return json.loads(path.read_text(encoding="utf-8"))
        except ValueError:
            raise EvidenceError(f"{path} is damaged; run {PRODUCED_BY[name]}") from None

    def _told(self, name: str, reader: Callable[[Any], list[tuple[str, bool]]]) -> list[tuple[str, bool]]:
        """(name of what was checked, whether it passed) for every check in a file."""
        if name in self.missing:
            return []
        record = self._read(name)
        try:
            return reader(record)
        except (KeyError, TypeError, AttributeError, ValueError):
            path = self.folder / f"{name}.json"
            raise EvidenceError(f"{path} has another form than expected; run {PRODUCED_BY[name]}") from None

    @cached_property
    def engines(self) -> dict[str, dict[str, Cell]]:
        """statement → engine → obligations passed."""
        found: dict[str, dict[str, Cell]] = {}

        def reader(record: Any) -> list[tuple[str, bool]]:
            for item in record["statements"]:
                scores = item["engines"].items()
                found[item["id"]] = {engine: Cell(int(s["passed"]), int(s["total"])) for engine, s in scores}
            return []

        self._told("proofs", reader)
        return found

    @cached_property
    def dropped_hypotheses(self) -> list[tuple[str, bool]]:
        """For each hypothesis of each statement with a countermodel: the statement, and that it was checked."""
        return self._told(
            "proofs", lambda record: [(s["id"], True) for s in record["statements"] for _ in s["countermodels"]]
        )

    @cached_property
    def coq_theorems(self) -> list[tuple[str, bool]]:
        return self._told("coq", lambda record: [(t["theorem"], bool(t["passed"])) for t in record["theorems"]])

    @cached_property
    def coq_has_all_obligations(self) -> bool:
        """Whether Coq has accepted every obligation, as many as the kernel has."""
        told = self._told("proofs", lambda record: [(str(record["obligations"]), True)])
        told += self._told(
            "coq", lambda record: [(str(record["obligations"][k]), True) for k in ("passed", "total")]
        )
        return len(told) == 3 and len(set(told)) == 1

    @cached_property
    def crosshair(self) -> list[tuple[str, bool]]:
        return self._told("crosshair", lambda record: [(f["name"], bool(f["passed"])) for f in record])

    @cached_property
    def faults(self) -> list[tuple[str, bool]]:
        """For each fault and each invariant that caught it, that invariant."""
        return self._told("faults", lambda record: [(name, True) for names in record.values() for name in names])

    @cached_property
    def contracts(self) -> list[tuple[str, int]]:
        """How often each invariant, and each theorem's, was checked in the runs of the documents' systems."""
        found: list[tuple[str, int]] = []

        def reader(record: Any) -> list[tuple[str, bool]]:
            found.extend((n, int(c)) for part in ("invariants", "theorems") for n, c in record[part].items())
            return []

        self._told("systems", reader)
        return found

    @cached_property
    def properties(self) -> list[tuple[str, bool]]:
        """For each property test and each row that it speaks of, whether it passed."""
        return self._told(
            "properties", lambda record: [(name, bool(t["passed"])) for t in record for name in t["evidence"]]
        )


def _count(told: Iterable[bool]) -> Cell | None:
    results = list(told)
    return Cell(sum(results), len(results)) if results else None


def _engine(engine: str) -> Callable[[Row, Evidence], Cell | None]:
    def cell(row: Row, evidence: Evidence) -> Cell | None:
        scores = [
            scores[engine] for s, scores in evidence.engines.items() if row.is_stated_as(s) and engine in scores
        ]
        return Cell(sum(c.passed for c in scores), sum(c.total for c in scores)) if scores else None

    return cell


def _coq(row: Row, evidence: Evidence) -> Cell | None:
    """Theorems composed in Coq; where there are none, the obligations, if Coq has accepted all of them."""
    composed = _count(ok for name, ok in evidence.coq_theorems if name == row.theorem and not row.lemma)
    if composed is None and evidence.coq_has_all_obligations:
        return _engine("kernel")(row, evidence)
    return composed


def _crosshair(row: Row, evidence: Evidence) -> Cell | None:
    return _count(ok for name, ok in evidence.crosshair if name.split("_")[0] in row.words)


def _property(row: Row, evidence: Evidence) -> Cell | None:
    return _count(ok for name, ok in evidence.properties if name == row.name)


def _contract(row: Row, evidence: Evidence) -> Cell | None:
    count = sum(count for name, count in evidence.contracts if name == row.name)
    return Cell(count, count) if count else None


def _fault(row: Row, evidence: Evidence) -> Cell | None:
    """Faulty programs that the invariant caught, false lemmas refuted, hypotheses shown to be needed."""
    told = [ok for name, ok in evidence.faults if name == row.name]
    told += [ok for name, ok in evidence.crosshair if name.startswith("false_") and name.split("_")[1] in row.words]
    if row.theorem == row.name:
        told += [ok for name, ok in evidence.dropped_hypotheses if row.is_stated_as(name)]
    return _count(told)


COLUMNS: Final[Mapping[str, Callable[[Row, Evidence], Cell | None]]] = {
    "kernel": _engine("kernel"),
    "second normaliser": _engine("second"),
    "Z3": _engine("z3"),
    "cvc5": _engine("cvc5"),
    "Coq": _coq,
    "CrossHair": _crosshair,
    "property": _property,
    "contract": _contract,
    "fault caught": _fault,
}

_LOGIC: Final = ("kernel", "second normaliser", "Z3", "cvc5", "Coq")
_DEFINITION: Final = "it defines the algorithm, so there is nothing to derive"


def _explained() -> Iterator[tuple[tuple[str, str], str]]:
    for row in ("step", "mistake", "skipped"):
        for column in (*_LOGIC, "CrossHair"):
            yield (row, column), _DEFINITION
    for column in _LOGIC:
        yield ("quiet pass", column), "it follows from the definition of a mistake alone, without algebra"
    yield (
        ("slack", "CrossHair"),
        "a sum over a run; symbolic execution confirms the single steps of growth and progress",
    )
    yield ("machine", "CrossHair"), "a square root of a sum over a run is beyond symbolic execution"
    yield ("T2", "CrossHair"), "‖w*‖‖w₀‖ is irrational in general; symbolic execution is on integers"
    yield ("T4", "CrossHair"), "β‖w‖ is irrational in general; symbolic execution is on integers"
    yield ("T5", "CrossHair"), "sums over any number of mistakes; symbolic execution has a fixed number"
    yield ("T7", "CrossHair"), "an induction on the number of examples, done whole in Coq"
    yield ("T8", "CrossHair"), "a statement about distances, which are irrational in general"
    yield ("T9", "CrossHair"), "an induction on the number of points, done whole in Coq"
    yield ("T10", "CrossHair"), "identities of polynomials; the kernel has them for all reals"
    yield ("T11", "CrossHair"), "sums over a run of any length"
    yield ("T12", "CrossHair"), "square roots of sums over a run"
    for row in ("T0", "Cauchy–Schwarz"):
        yield (row, "contract"), "no run computes it; `combination` is what it gives"
    yield ("T7", "contract"), "its constant is not computed in a run; the cycle that it promises is (`cycle`)"
    for row in ("T8", "T9", "T10"):
        yield (row, "contract"), "it speaks of formulas or of special data, not of every run"


EXPLAINED: Final[Mapping[tuple[str, str], str]] = dict(_explained())
"""Why a cell is empty by nature."""


# --- the matrix -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Matrix:
    """Every cell, and what is wrong with the whole."""

    cells: Mapping[tuple[str, str], Cell | None]
    missing: tuple[str, ...]
    stray: tuple[str, ...]
    """Checks that failed, or property tests, that belong to no row."""

    def unexplained(self) -> list[tuple[str, str]]:
        """Empty cells that nobody gives a reason for."""
        return [place for place, cell in self.cells.items() if cell is None and place not in EXPLAINED]

    def failed(self) -> list[tuple[str, str]]:
        """Cells in which not every check passed."""
        return [place for place, cell in self.cells.items() if cell is not None and not cell.good]

    @property
    def complete(self) -> bool:
        return not self.unexplained() and not self.failed() and not self.stray


def matrix(folder: Path = EVIDENCE) -> Matrix:
    """The matrix of what ran."""
    evidence = Evidence(folder)
    cells = {
        (row.name, column): find(row, evidence)
        for row in (*INVARIANTS, *THEOREMS)
        for column, find in COLUMNS.items()
    }
    return Matrix(cells, evidence.missing, tuple(_stray(evidence)))


def _stray(evidence: Evidence) -> Iterator[str]:
    """What no row would show: a failure under another name, a property test that names no row."""
    rows = (*INVARIANTS, *THEOREMS)
    words = {word for row in rows for word in row.words}
    for name, passed in evidence.crosshair:
        if not passed and name.removeprefix("false_").split("_")[0] not in words:
            yield f"CrossHair: {name} did not pass"
    for name, passed in evidence.coq_theorems:
        if not passed and name not in {row.theorem for row in rows}:
            yield f"Coq: {name} did not pass"
    for name, _ in evidence.properties:
        if name not in {row.name for row in rows}:
            yield f"a property test speaks of {name}, which is no row"
