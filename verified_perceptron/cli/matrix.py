"""`matrix`: what has been checked, by whom, and what has not.  Works in a checkout, where the proofs are."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich.table import Table

from verified_perceptron.cli.common import JsonOption, console, fail, print_json

if TYPE_CHECKING:
    from proofs.matrix import Matrix, Row


def matrix_command(json_: JsonOption = False) -> None:
    """Show which kinds of checks have passed for every invariant and theorem; empty cells are shown as empty.

    Exit status 0: every cell is filled, or empty for a stated reason.  1: not so.
    """
    if (Path.cwd() / "proofs" / "matrix.py").is_file():
        sys.path.insert(0, str(Path.cwd()))
    try:
        proofs = importlib.import_module("proofs.matrix")
    except ModuleNotFoundError:
        fail("matrix reads the evidence of a checkout: run it in the project's directory")
    try:
        found: Matrix = proofs.matrix()
    except proofs.EvidenceError as error:
        fail(str(error))
    rows: tuple[tuple[Row, ...], ...] = (proofs.INVARIANTS, proofs.THEOREMS)
    if json_:
        print_json(_record(found, proofs.EXPLAINED, proofs.PRODUCED_BY))
    else:
        _show(found, rows, tuple(proofs.COLUMNS), proofs.EXPLAINED)
        for name in found.missing:
            print(f"build/evidence/{name}.json is missing: run {proofs.PRODUCED_BY[name]}", file=sys.stderr)
    raise typer.Exit(0 if found.complete else 1)


def _record(found: Matrix, explained: dict[tuple[str, str], str], produced_by: dict[str, str]) -> dict[str, object]:
    """The stable keys of `matrix --json`."""
    rows: dict[str, dict[str, object]] = {}
    for (row, column), cell in found.cells.items():
        rows.setdefault(row, {})[column] = (
            {"passed": cell.passed, "total": cell.total}
            if cell is not None
            else {"empty": explained.get((row, column))}
        )
    return {
        "complete": found.complete,
        "rows": rows,
        "unexplained": [list(place) for place in found.unexplained()],
        "failed": [list(place) for place in found.failed()],
        "stray": list(found.stray),
        "missing": {name: produced_by[name] for name in found.missing},
    }


def _show(
    found: Matrix,
    groups: tuple[tuple[Row, ...], ...],
    columns: tuple[str, ...],
    explained: dict[tuple[str, str], str],
) -> None:
    table = Table(box=None, pad_edge=False)
    table.add_column("", no_wrap=True)
    table.add_column("", max_width=24, no_wrap=True, overflow="ellipsis", style="dim")
    for column in columns:
        table.add_column(column, min_width=max(map(len, column.split())))
    for rows in groups:
        for row in rows:
            table.add_row(row.name, row.statement, *(_cell(found, row.name, c) for c in columns))
        table.add_section()
    screen = console()
    screen.print(table)
    reasons: dict[str, list[tuple[str, str]]] = {}
    for place, cell in found.cells.items():
        if cell is None and place in explained:
            reasons.setdefault(explained[place], []).append(place)
    screen.print("\n[bold]Empty by nature (·)[/]")
    for reason, places in reasons.items():
        screen.print(f"  {_places(places)}: [dim]{reason}[/]")
    for place in found.unexplained():
        screen.print(f"[bold red]empty without a reason[/] {'/'.join(place)}")
    for sentence in found.stray:
        screen.print(f"[bold red]beside the rows[/] {sentence}")
    for place in found.failed():
        screen.print(f"[bold red]not all passed[/] {'/'.join(place)}")
    filled = sum(cell is not None for cell in found.cells.values())
    gaps = len(found.unexplained())
    screen.print(f"\n{filled} cells of {len(found.cells)} are filled, {gaps} are empty without a reason")


def _cell(found: Matrix, row: str, column: str) -> str:
    cell = found.cells[row, column]
    if cell is None:
        return "[bold red]empty[/]" if (row, column) in found.unexplained() else "[dim]·[/]"
    return f"[green]✓[/] {cell.total}" if cell.good else f"[bold red]✗ {cell.passed}/{cell.total}[/]"


def _places(places: list[tuple[str, str]]) -> str:
    """The rows and the columns, if all their crossings are meant; else the cells one by one."""
    rows, columns = (list(dict.fromkeys(place[i] for place in places)) for i in (0, 1))
    if len(places) == len(rows) * len(columns):
        return f"{', '.join(rows)} in {', '.join(columns)}"
    return ", ".join(f"{row} in {column}" for row, column in places)
