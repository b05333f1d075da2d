"""`python -m proofs.faults`: every planted fault is caught, by the invariants that it names, or the build fails.

Each fault's stream of updates is held to the conventions it claims, on a fixed set of small data sets.  The
table shows every invariant that fires; the right implementation in the same harness sets off none.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from rich.console import Console
from rich.table import Table

from proofs.systems import separator_of
from verified_perceptron.data import Dataset
from verified_perceptron.faults import Textbook, all_faults
from verified_perceptron.invariants import STATEMENTS, Separator, violations
from verified_perceptron.problem import pose
from verified_perceptron.trace import Event

EVIDENCE = Path("build/evidence/faults.json")
PASSES = 12
"""How many passes of a fault are looked at: enough for each to show."""


def data_sets() -> list[Dataset]:
    """Small data sets, separable and not, with ties, decimals, large numbers and unequal lengths."""
    tenths = [("0.1", "0.2"), ("0.3", "0.7"), ("-0.6", "0.1"), ("0.3", "0.3"), ("0.1", "-0.3"), ("0.7", "0.2")]
    return [
        Dataset.of([(4, 0), (1, 1), (0, 1), (-2, -2)], [1, -1, -1, 1], "four points"),
        Dataset.of([(1, 1), (1, -1), (-1, 1), (-1, -1)], [1, -1, -1, 1], "exclusive or"),
        Dataset.of([[0], [1]], [-1, 1], "zero and one"),
        Dataset.of([[1], [2], [3], [4]], [1, 1, -1, -1], "one to four"),
        Dataset.of([[3], [1], [-2]], [1, 1, -1], "longest first"),
        Dataset.of([[1], [3], [-2]], [1, 1, -1], "shortest first"),
        Dataset.of([(1, 0, 0), (0, 1, 0), (0, 0, 1)], [1, 1, -1], "orthonormal"),
        Dataset.of([(100, -90), (-50, 100)], [1, 1], "large"),
        Dataset.of(tenths, [1, 1, -1, -1, 1, 1], "tenths"),
        Dataset.of([("0.1", "0.1"), ("0.2", "0.3")], [1, -1], "two tenths"),
    ]


def first_passes(events: Iterator[Event]) -> Iterator[Event]:
    """The stream up to the last pass that is looked at."""
    return takewhile(lambda event: event.pass_number <= PASSES, events)


@dataclass(frozen=True)
class Catch:
    """An invariant that caught a fault: where first, and how it said so."""

    invariant: str
    data: str
    message: str


def catches(fault: type[Textbook]) -> list[Catch]:
    """Every invariant that catches the fault, with the first data set on which it does."""
    found: dict[str, Catch] = {}
    for data in data_sets():
        problem = pose(data, fault.claims)
        separator = separator_of(data, fault.claims.offset)
        known = Separator.of(separator, problem) if separator is not None else None
        for name, violation in violations(problem, first_passes(fault(problem).events()), known).items():
            found.setdefault(name, Catch(name, data.name, str(violation)))
    return [found[name] for name in STATEMENTS if name in found]


def main() -> int:
    """Print the table, write the evidence, and fail if a fault goes unnoticed."""
    console = Console(width=None if sys.stdout.isatty() else 160, highlight=False)
    if found := catches(Textbook):
        console.print(f"the right implementation is accused: {found[0].message}")
        return 1
    table = Table("planted fault", "what is wrong", "caught by", "for example", box=None)
    record: dict[str, list[str]] = {}
    missed = []
    for fault in all_faults():
        found = catches(fault)
        names = [catch.invariant for catch in found]
        record[fault.__name__] = names
        if not names or not set(fault.caught_by) <= set(names):
            missed.append(f"{fault.__name__}: caught by {names}, expected {list(fault.caught_by)}")
        example = f"{found[0].data}: {found[0].message}" if found else ""
        table.add_row(fault.__name__, (fault.__doc__ or "").strip(), ", ".join(names) or "NOTHING", example)
    console.print(table)
    EVIDENCE.parent.mkdir(parents=True, exist_ok=True)
    EVIDENCE.write_text(json.dumps(record, indent=1))
    for line in missed:
        console.print(f"[bold]not as expected[/bold] {line}")
    console.print(f"faults: {len(record) - len(missed)} caught as expected, {len(missed)} not")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
