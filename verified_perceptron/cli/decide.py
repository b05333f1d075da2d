"""`verified-perceptron decide DATA`: separable or not, with the proof.

Exit status 0: separable; 1: not separable; 2: the data cannot be used.
"""

from __future__ import annotations

import json
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from verified_perceptron.certificates import certificate, decimal
from verified_perceptron.cli.common import console, size_text
from verified_perceptron.conventions import Offset
from verified_perceptron.data import Dataset
from verified_perceptron.max_margin import MaxMargin, max_margin
from verified_perceptron.readers import Format, ReadOptions, read_dataset
from verified_perceptron.separability import Decision, NonSeparable, decide

WIDTH = 60
"""Longer exact numbers are shortened in the table; `--json` has all of their digits."""


class WithOffset(Enum):
    """Is the hyperplane tied to the origin?"""

    NONE = "none"
    UNIT = "unit"


def decide_command(
    data: Annotated[Path, typer.Argument(help="The data file.")],
    *,
    offset: Annotated[
        WithOffset, typer.Option(help="Look for separators through the origin, or with an offset.")
    ] = (WithOffset.NONE),
    certificate_path: Annotated[
        Path | None, typer.Option("--certificate", help="Where to store the certificate.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Answer in JSON.")] = False,
    label: Annotated[str | None, typer.Option(help="The name of the label's column.")] = None,
    positive: Annotated[str | None, typer.Option(help="The label that means +1.")] = None,
    float64: Annotated[bool, typer.Option("--float64", help="Round all numbers to float64 first.")] = False,
    format_: Annotated[Format | None, typer.Option("--format", help="The file's format, if its name hides it.")] = (
        None
    ),
) -> None:
    """Decide whether the data are separable, with the exact maximum margin or the proof that there is none."""
    dataset = read_dataset(data, ReadOptions(format_, label, positive, float64))
    found = _answer(dataset, Offset(offset.value))
    if certificate_path is not None:
        certificate(found, dataset).write(certificate_path)
    keys = _keys(found, dataset)
    if as_json:
        typer.echo(json.dumps(keys, indent=1))
    else:
        _show(keys, dataset)
    raise typer.Exit(1 if isinstance(found, NonSeparable) else 0)


def _answer(data: Dataset, offset: Offset) -> Decision | MaxMargin:
    """The maximum margin; where all labels are equal and an offset is free there is none, only a separator."""
    if offset is not Offset.NONE and not data.has_both_classes:
        return decide(data, offset)
    return max_margin(data, offset)


def _keys(found: Decision | MaxMargin, data: Dataset) -> dict[str, object]:
    """The answer as `--json` gives it; what does not apply is null."""
    keys: dict[str, object] = dict.fromkeys(
        ("weights", "offset", "multipliers", "margin_sq", "bound", "updates_bound")
    )
    if isinstance(found, NonSeparable):
        keys |= {"multipliers": {str(i): str(m) for i, m in found.multipliers.items()}}
    else:
        keys |= {
            "weights": [decimal(v) for v in found.hypothesis.weights],
            "offset": decimal(found.hypothesis.offset),
        }
        if isinstance(found, MaxMargin):
            keys |= {
                "multipliers": {str(i): decimal(m) for i, m in found.multipliers.items()},
                "margin_sq": decimal(found.margin_sq),
                "bound": decimal(found.bound),
                "updates_bound": decimal(found.updates_bound),
            }
        else:
            keys |= {"updates_bound": decimal(found.bound)}
    return {"separable": not isinstance(found, NonSeparable), **keys, "radius_sq": decimal(data.radius_sq)}


def _show(keys: dict[str, object], data: Dataset) -> None:
    table = Table()
    table.add_column("")
    table.add_column("exact", overflow="fold")
    names = {
        "separable": "separable",
        "weights": "w",
        "offset": "b",
        "multipliers": "λ (by example, from 0)",
        "margin_sq": "γ*², the square of the maximum margin",
        "bound": "R²/γ*²",
        "updates_bound": "updates at most",
        "radius_sq": "R²",
    }
    for key, name in names.items():
        match keys[key]:
            case None:
                continue
            case bool(value):
                text = "yes" if value else "no"
            case list(values):
                text = ", ".join(map(_short, values))
            case dict(values):
                text = ", ".join(f"{i}: {_short(m)}" for i, m in values.items())
            case value:
                text = _short(value)
        table.add_row(name, text)
    out = console()
    out.print(size_text(data.name, len(data), data.dimension), soft_wrap=True)
    out.print(table)


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= WIDTH else f"{text[: WIDTH // 2]}…{text[-8:]} ({len(text)} characters)"
