"""`python -m proofs.systems`: the systems of the five documents, run exactly, every invariant at every update.

Each system runs on its document's own examples, against a separator where there is one.  A broken invariant or
an outcome that differs from what the data allow ends the program with status 1.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from rich.console import Console
from rich.table import Table

from verified_perceptron.conventions import PRESETS, ConstantRate, Conventions, Correction, GivenStart, Offset
from verified_perceptron.data import Dataset
from verified_perceptron.exact import number_text
from verified_perceptron.invariants import STATEMENTS, InvariantViolation
from verified_perceptron.invariants.monitor import theorem_of
from verified_perceptron.max_margin import best_separator
from verified_perceptron.problem import Hypothesis
from verified_perceptron.run import Outcome, Run, run

EVIDENCE = Path("build/evidence/systems.json")

OWN_THEOREM = {
    **dict.fromkeys(("step", "mistake", "skipped"), "definition"),
    "folding": "T3",
    "slack": "T11",
    "machine": "T12",
}
"""The invariants that belong to one theorem whatever the conventions; the others go with the conventions."""

FOUR_POINTS = Dataset.of([(4, 0), (1, 1), (0, 1), (-2, -2)], [1, -1, -1, 1], "four points (002)")
EXCLUSIVE_OR = Dataset.of([(1, 1), (1, -1), (-1, 1), (-1, -1)], [1, -1, -1, 1], "exclusive or (002)")
SMALL_MARGIN = Dataset.of([(1, -1), (-1, -1), ("0.01", 0), (-1, 0)], [1, 1, 1, -1], "margin 1/100 (002)")
ONE_TO_FOUR = Dataset.of([[1], [2], [3], [4]], [1, 1, -1, -1], "one to four (001)")
ZERO_AND_ONE = Dataset.of([[0], [1]], [-1, 1], "zero and one (000)")
NEARBY = Dataset.of([["1/50"], ["1/25"]], [1, -1], "1/50 and 1/25 (001)")
EIGHT_POINTS = Dataset.of(
    [(1, 1), (1, 3), (2, 1), (2, 2), (-1, -1), (-1, -3), (-2, -1), (-2, -2)],
    [1, 1, 1, 1, -1, -1, -1, -1],
    "eight points (003)",
)
BASIS = Dataset.of([[int(i == j) for j in range(4)] for i in range(4)], [1, 1, 1, 1], "orthonormal basis (004)")

EXAMPLES: dict[str, tuple[Dataset, ...]] = {
    "P0": (ZERO_AND_ONE, ONE_TO_FOUR, FOUR_POINTS),
    "P1": (ONE_TO_FOUR, NEARBY, FOUR_POINTS),
    "P2": (FOUR_POINTS, ONE_TO_FOUR),
    "P3": (FOUR_POINTS, EXCLUSIVE_OR, SMALL_MARGIN),
    "P4": (FOUR_POINTS, EXCLUSIVE_OR),
    "P5": (FOUR_POINTS, EXCLUSIVE_OR),
    "P6": (FOUR_POINTS, EXCLUSIVE_OR),
    "P12": (BASIS, FOUR_POINTS, EXCLUSIVE_OR),
    "P13": (BASIS, FOUR_POINTS),
    "P14": (BASIS, FOUR_POINTS),
}
"""The data of each system; the systems of document 003 run on its eight points, from its kind of start."""


@dataclass(frozen=True)
class Trial:
    """A system of a document and the data it is tried on."""

    system: str
    conventions: Conventions
    data: Dataset


def trials() -> Iterator[Trial]:
    """Every system on its document's data."""
    start = GivenStart((Fraction(-1), Fraction(1)))
    for name, conventions in PRESETS.items():
        for data in EXAMPLES.get(name, ()):
            yield Trial(name, conventions, data)
        if name not in EXAMPLES:
            yield Trial(name, conventions, EIGHT_POINTS)
            yield Trial(f"{name}, start (−1, 1)", _with(conventions, start), EIGHT_POINTS)


def _with(conventions: Conventions, start: GivenStart) -> Conventions:
    rate = conventions.rate if conventions.correction is Correction.RESIDUAL else ConstantRate(Fraction(1, 2))
    return replace(conventions, start=start, rate=rate)


def separator_of(data: Dataset, offset: Offset) -> Hypothesis | None:
    """The tightest separator, if there is any."""
    found = best_separator(data, offset)
    return found if isinstance(found, Hypothesis) else None


def expected(trial: Trial, separator: Hypothesis | None) -> tuple[Outcome, ...]:
    """How the run may end, by the theorems."""
    if trial.conventions.correction is Correction.RESIDUAL or trial.conventions.stop.small_change is not None:
        return (Outcome.CONVERGED, Outcome.STOPPED)
    return (Outcome.CONVERGED,) if separator is not None else (Outcome.CYCLED,)


def main() -> int:
    """Run everything, print what was found, and fail if a theorem is contradicted."""
    console = Console(width=None if sys.stdout.isatty() else 150, highlight=False)
    table = Table(
        "system", "data", "outcome", "updates", "bound", "final weights; offset", "invariants checked", box=None
    )
    totals = dict.fromkeys(STATEMENTS, 0)
    ends = {"cycle": 0, "quiet pass": 0}
    theorems: Counter[str] = Counter()
    failures = []
    for trial in trials():
        separator = separator_of(trial.data, trial.conventions.offset)
        try:
            result = run(trial.data, trial.conventions, separator=separator)
        except InvariantViolation as violation:
            failures.append(f"{trial.system} on {trial.data.name}: {violation}")
            continue
        if result.outcome not in expected(trial, separator):
            failures.append(f"{trial.system} on {trial.data.name}: {result.outcome.value}")
        ends["cycle"] += result.cycle is not None
        ends["quiet pass"] += result.outcome is Outcome.CONVERGED and "skipped" in result.checks
        for name, count in result.checks.items():
            totals[name] += count
            theorems[OWN_THEOREM.get(name, theorem_of(result.problem))] += count
        theorems["T6"] += result.cycle is not None
        table.add_row(trial.system, trial.data.name, *_row(result))
    console.print(table)
    console.print()
    console.print("checks: " + ", ".join(f"{name} {count}" for name, count in totals.items()))
    EVIDENCE.parent.mkdir(parents=True, exist_ok=True)
    EVIDENCE.write_text(json.dumps({"invariants": {**totals, **ends}, "theorems": theorems}, indent=1))
    failures += [f"{name} was never checked" for name, count in totals.items() if not count]
    for failure in failures:
        console.print(f"[bold]contradicted[/bold] {failure}")
    console.print(f"systems: {table.row_count} runs, {len(failures)} contradictions")
    return 1 if failures else 0


def _row(result: Run) -> Iterator[str]:
    outcome = result.outcome.value
    yield f"{outcome}, λ = {result.cycle.multipliers}" if result.cycle is not None else outcome
    yield str(result.updates)
    speaks_of_updates = theorem_of(result.problem) in ("T1", "T3")
    separator = result.separator if speaks_of_updates else None
    yield number_text(separator.bound(result.problem)) if separator is not None and separator.gamma > 0 else "–"
    weights, offset = result.hypothesis
    text = ", ".join(map(number_text, weights)) + f"; {number_text(offset)}"
    yield text if len(text) <= 40 else f"{text[:37]}…"
    yield f"{len(result.checks)} of {len(STATEMENTS)}"
    yield str(sum(result.checks.values()))


if __name__ == "__main__":
    sys.exit(main())
