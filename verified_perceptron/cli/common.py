"""What the commands share: consoles, errors, data options, exact numbers on the screen."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, NoReturn, TypeAlias

import typer
from rich.console import Console

from verified_perceptron.conventions import ConventionError
from verified_perceptron.data import DataError
from verified_perceptron.exact import ExactError, Number, number_text
from verified_perceptron.oracle.targets import TargetError
from verified_perceptron.readers import Format, ReadOptions

USER_ERRORS = (DataError, ConventionError, ExactError, TargetError)

DataPath: TypeAlias = Annotated[
    Path, typer.Argument(metavar="DATA", help="A data file (CSV, TSV, LIBSVM, JSON, NPY, NPZ, DAT).")
]
LabelOption: TypeAlias = Annotated[
    str | None, typer.Option(metavar="NAME", help="The label's column (CSV, TSV); by default the last.")
]
PositiveOption: TypeAlias = Annotated[
    str | None, typer.Option(metavar="VALUE", help="The label that means +1; the other means −1.")
]
Float64Option: TypeAlias = Annotated[
    bool, typer.Option("--float64", help="Round every number to float64 first, as most programs do.")
]
FormatOption: TypeAlias = Annotated[
    Format | None, typer.Option("--format", help="The file's format; by default its ending tells.")
]
JsonOption: TypeAlias = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of tables.")]


def read_options(
    format_: Format | None = None, label: str | None = None, positive: str | None = None, float64: bool = False
) -> ReadOptions:
    """The options of the command line as the reader takes them."""
    return ReadOptions(format=format_, label=label, positive=positive, float64=float64)


def fail(sentence: str, status: int = 2) -> NoReturn:
    """Say what is wrong on standard error and end with this status."""
    print(f"verified-perceptron: {sentence}", file=sys.stderr)
    sys.exit(status)


def print_json(record: Mapping[str, object] | Sequence[object]) -> None:
    """One JSON object, or one list, on standard output."""
    print(json.dumps(record, ensure_ascii=False))


def console(stderr: bool = False) -> Console:
    """Where tables go.  In a pipe the lines are wide and uncoloured."""
    stream = sys.stderr if stderr else sys.stdout
    return Console(stderr=stderr, width=None if stream.isatty() else 120, highlight=False)


def size_text(name: str, examples: int, features: int) -> str:
    """name: n examples, d features."""

    def counted(count: int, noun: str) -> str:
        return f"{count} {noun}" if count == 1 else f"{count} {noun}s"

    return f"{name}: {counted(examples, 'example')}, {counted(features, 'feature')}"


def vector_text(values: Sequence[Number], limit: int = 12) -> str:
    """(a, b, …), cut after so many coordinates."""
    shown = ", ".join(number_text(v) for v in values[:limit])
    return f"({shown}, … {len(values)} in all)" if len(values) > limit else f"({shown})"
