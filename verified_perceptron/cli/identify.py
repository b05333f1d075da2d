"""`identify`: which conventions does this perceptron follow?"""

from __future__ import annotations

import typer
from rich.table import Table

from verified_perceptron.cli.common import JsonOption, console, print_json
from verified_perceptron.cli.oracle_target import (
    ArgOption,
    TargetArgument,
    TimeoutOption,
    progress_shown,
    target_of,
)
from verified_perceptron.data import Dataset
from verified_perceptron.exact import number_text
from verified_perceptron.oracle.departure import Departure
from verified_perceptron.oracle.identify import ALL_DATA, Identification, identify
from verified_perceptron.oracle.replay import readable
from verified_perceptron.oracle.targets import TIMEOUT


def identify_command(
    target: TargetArgument, arg: ArgOption = None, timeout: TimeoutOption = TIMEOUT, json_: JsonOption = False
) -> None:
    """Name the conventions that TARGET follows, each with the data set that decided it.

    Exit status 0: it follows some.  1: it follows none; the nearest and the smallest departure are shown.
    2: bad target.  3: it draws a new start in every run, so that no more can be said.
    """
    with target_of(target, arg, timeout) as asked, progress_shown(json_) as progress:
        found = identify(asked, progress)
        name = asked.name
    if json_:
        print_json(identify_record(found))
    else:
        _show(name, found)
    if not found.findings:
        raise typer.Exit(1 if found.nearest is not None else 3)


def identify_record(found: Identification) -> dict[str, object]:
    """The stable keys of `identify --json`."""
    return {
        "conventions": [finding.describe() for finding in found.findings],
        "decided_by": [
            {"choice": d.field, "other": d.other, "x": [list(x) for x, _ in d.data.examples], "y": d.data.labels}
            for d in found.decisions
        ],
        "labels": found.labels.value,
        "random": found.random,
        "prediction_at_zero": found.sign_zero,
        "rounding": {seen.data.name: seen.follows for seen in found.rounding},
        "nearest": found.nearest.describe() if found.nearest is not None else None,
        "departure": found.departure.record() if found.departure is not None else None,
        "asked": found.asked,
    }


def data_text(data: Dataset) -> str:
    """The examples on one line: (4, 0) + ; (1, 1) −."""
    rows = zip(data.points, data.labels, strict=True)
    return "; ".join(f"({', '.join(map(number_text, x))}) {'+' if y > 0 else '−'}" for x, y in rows)


def _show(name: str, found: Identification) -> None:
    screen = console()
    screen.print(
        f"{name}: asked {found.asked} data sets, labels {found.labels.value}", markup=False, soft_wrap=True
    )
    if found.random is not None:
        screen.print(found.random)
    if found.findings:
        several = f"{len(found.findings)} conventions" if len(found.findings) > 1 else "one convention"
        screen.print(f"agrees with {several}; every other one was refuted:")
        _table(found)
    elif found.nearest is not None:
        screen.print("follows none of the conventions; the nearest:")
        table = Table(show_header=False, box=None)
        for key, value in found.nearest.describe().items():
            table.add_row(key, value)
        screen.print(table)
        if found.departure is not None:
            show_departure(found.departure)
    if found.sign_zero is not None:
        screen.print(f"prediction at a score of zero: {found.sign_zero}", markup=False, soft_wrap=True)
    for seen in found.rounding:
        screen.print(f"rounding, {seen.data.name}: follows {seen.follows}", markup=False, soft_wrap=True)


def _table(found: Identification) -> None:
    table = Table("choice", "value", "decided by", box=None)
    words = [finding.describe() for finding in found.findings]
    for key in words[0]:
        values = list(dict.fromkeys(w[key] for w in words))
        decisions = [d for d in found.decisions if d.field == key]
        shown = "; ".join(f"not {d.other}: {d.data.name}" for d in decisions)
        table.add_row(key, " | ".join(values), shown)
    console().print(table)
    used = {d.data: None for d in found.decisions}
    for data in sorted(used, key=ALL_DATA.index):
        console().print(f"{data.name}: {data_text(data)}", markup=False, soft_wrap=True)


def show_departure(departure: Departure) -> None:
    """The data set, both answers, the place and the rule."""
    table = Table(show_header=False, box=None)
    answer = departure.answer
    table.add_row("departs on", data_text(departure.data))
    if answer is None:
        table.add_row("it answers", "nothing")
    elif answer.weights is not None:
        table.add_row("it answers", f"({', '.join(map(readable, answer.numbers))})")
    table.add_row("expected", f"({', '.join(map(readable, departure.expected))})")
    table.add_row("first wrong update", departure.place)
    table.add_row("rule", f"{departure.rule}: {departure.reason}")
    console().print(table)
