"""What ran, and what it said: every statement put to every engine, as plain records.

The evidence matrix and the reports read the file that `write` leaves; no cell of it is kept by hand.
"""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from proofs.registry import all_statements, kernel_seconds
from proofs.statement import Statement
from verified_perceptron.logic import render, second
from verified_perceptron.logic.engines import Verdict, judge
from verified_perceptron.logic.obligations import Obligation, obligations
from verified_perceptron.logic.serialise import proof_text

ROOT = Path(__file__).resolve().parent.parent
EVIDENCE = ROOT / "build" / "evidence"
ENGINES = ("kernel", "second", "z3", "cvc5")


@dataclass(frozen=True)
class Score:
    """How many obligations of a statement an engine passed, and how long it took over them."""

    passed: int
    total: int
    seconds: float

    @property
    def whole(self) -> bool:
        return self.passed == self.total > 0


@dataclass(frozen=True)
class Judged:
    """A statement and its scores, by engine."""

    statement: Statement
    scores: dict[str, Score]

    @property
    def passed(self) -> bool:
        return all(score.whole for score in self.scores.values())


@dataclass(frozen=True)
class Evidence:
    """Everything that one run of the proofs has shown."""

    judged: tuple[Judged, ...]
    verdicts: tuple[Verdict, ...]
    seconds: dict[str, float]

    @property
    def passed(self) -> bool:
        return all(item.passed for item in self.judged)

    def obligation_count(self) -> int:
        return len({verdict.obligation for verdict in self.verdicts})


def unique_obligations(statements: Sequence[Statement]) -> dict[str, Obligation]:
    """The obligations of all statements by name; one name is one obligation."""
    found: dict[str, Obligation] = {}
    for statement in statements:
        for obligation in obligations(statement.theorem):
            if found.setdefault(obligation.name, obligation) != obligation:
                raise ValueError(f"two different obligations are called {obligation.name}")
    return found


def _accepted_proofs(statements: Sequence[Statement]) -> set[str]:
    """The statements whose whole derivation the second checker accepts."""
    accepted = set()
    for statement in statements:
        try:
            second.check_proof(proof_text(statement.theorem))
        except second.ProofError:
            continue
        accepted.add(statement.id)
    return accepted


def gather(
    chosen: Callable[[Statement], bool] = lambda _: True,
    progress: Callable[[str], None] = lambda _: None,
) -> Evidence:
    """Build the chosen statements and put them to every engine; `progress` hears what is being done."""
    progress("kernel")
    statements = [s for s in all_statements() if chosen(s)]
    seconds = {"kernel": kernel_seconds()}
    unique = unique_obligations(statements)
    # a statement exists only if the kernel accepted every step of it
    verdicts = [Verdict("kernel", name, True, "accepted", seconds["kernel"] / len(unique)) for name in unique]
    started = time.perf_counter()
    accepted = _accepted_proofs(statements)
    seconds["second"] = time.perf_counter() - started
    for engine in ENGINES[1:]:
        progress(engine)
        started = time.perf_counter()
        verdicts += judge(engine, unique.values())
        seconds[engine] = seconds.get(engine, 0) + time.perf_counter() - started
    by_name = {(verdict.engine, verdict.obligation): verdict for verdict in verdicts}

    def score(statement: Statement, engine: str) -> Score:
        said = [by_name[engine, obligation.name] for obligation in obligations(statement.theorem)]
        proof_refused = engine == "second" and statement.id not in accepted
        passed = 0 if proof_refused else sum(verdict.passed for verdict in said)
        return Score(passed, len(said), sum(verdict.seconds for verdict in said))

    judged = [Judged(s, {engine: score(s, engine) for engine in ENGINES}) for s in statements]
    return Evidence(tuple(judged), tuple(verdicts), seconds)


def as_json(evidence: Evidence) -> dict[str, object]:
    """The evidence as data; keys are stable."""
    return {
        "passed": evidence.passed,
        "obligations": evidence.obligation_count(),
        "seconds": {engine: round(value, 3) for engine, value in evidence.seconds.items()},
        "statements": [_statement_json(item) for item in evidence.judged],
        "unsettled": [asdict(verdict) for verdict in evidence.verdicts if not verdict.passed],
    }


def _statement_json(item: Judged) -> dict[str, object]:
    statement = item.statement
    return {
        "id": statement.id,
        "title": statement.title,
        "words": statement.words,
        "conclusion": render.proposition(statement.conclusion),
        "hypotheses": {name: render.proposition(h) for name, h in statement.named().items()},
        "witness": render.model(statement.witness),
        "countermodels": {name: render.model(m) for name, m in statement.countermodels.items()},
        "kept": dict(statement.kept),
        "engines": {
            engine: {"passed": s.passed, "total": s.total, "seconds": round(s.seconds, 4)}
            for engine, s in item.scores.items()
        },
    }


def write(name: str, data: object) -> Path:
    """Write a file of evidence, whole or not at all."""
    EVIDENCE.mkdir(parents=True, exist_ok=True)
    target = EVIDENCE / name
    with tempfile.NamedTemporaryFile("w", dir=EVIDENCE, encoding="utf-8", delete=False) as file:
        json.dump(data, file, ensure_ascii=False, indent=1)
        file.write("\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(file.name, target)
    return target
