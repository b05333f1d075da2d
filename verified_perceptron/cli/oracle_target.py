"""What `identify`, `conform` and `audit` share: the target and the conventions on the command line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, TypeAlias

import typer
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from verified_perceptron.cli.common import console
from verified_perceptron.conventions import Correction, Folding, GroupKind, Offset, OrderKind, Tie
from verified_perceptron.oracle.targets import TIMEOUT, Target, parse_argument

TargetArgument: TypeAlias = Annotated[
    list[str], typer.Argument(metavar="TARGET", help="module:attribute, or -- and a command with its arguments.")
]
ArgOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--arg", metavar="KEY=VALUE", help="An argument for the target; may be given again."),
]
TimeoutOption: TypeAlias = Annotated[
    float, typer.Option(min=0.1, metavar="SECONDS", help="How long the target may take for one data set.")
]
PresetOption: TypeAlias = Annotated[str, typer.Option(help="The system it should follow: P0 … P15, see `presets`.")]
TieOption: TypeAlias = Annotated[Tie | None, typer.Option(help="Is a score of zero a mistake?")]
OffsetOption: TypeAlias = Annotated[Offset | None, typer.Option(help="How the offset moves on a mistake.")]
FoldingOption: TypeAlias = Annotated[
    Folding | None, typer.Option(help="Keep the offset apart, or as a coordinate.")
]
RateOption: TypeAlias = Annotated[str | None, typer.Option(metavar="η", help="A number, 1/k, or a list 1,1/2,1/3.")]
StartOption: TypeAlias = Annotated[str | None, typer.Option(metavar="w;b", help="zero, random, or w1,w2,…;b.")]
OrderOption: TypeAlias = Annotated[OrderKind | None, typer.Option(help="Which example comes next.")]
SeedOption: TypeAlias = Annotated[int, typer.Option(help="For random orders and starts.")]
GroupOption: TypeAlias = Annotated[GroupKind | None, typer.Option(help="How many examples share an update.")]
BatchSizeOption: TypeAlias = Annotated[int, typer.Option(min=1, help="The size of a mini-batch.")]
CorrectionOption: TypeAlias = Annotated[Correction | None, typer.Option(help="What a mistake adds.")]
MarginOption: TypeAlias = Annotated[str | None, typer.Option(metavar="β", help="Correct when y·f ≤ β‖w‖.")]
ThresholdOption: TypeAlias = Annotated[str | None, typer.Option(metavar="τ", help="Correct when y·f ≤ τ.")]


def target_of(words: list[str], arguments: list[str] | None, timeout: float = TIMEOUT) -> Target:
    """`module:attribute`, if that is the only word; otherwise a command."""
    given = dict(map(parse_argument, arguments or []))
    if len(words) == 1 and ":" in words[0] and "/" not in words[0]:
        return Target.of(words[0], (), given, timeout)
    return Target.of(None, words, given, timeout)


@contextmanager
def progress_shown(quietly: bool) -> Iterator[Callable[[str], None]]:
    """A line on the terminal that says what is being done; nothing in a pipe, or when told to be quiet."""
    if quietly or not sys.stderr.isatty():
        yield lambda _: None
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, transient=True, console=console(stderr=True)) as progress:
        task = progress.add_task("starting the target", total=None)
        yield lambda words: progress.update(task, description=words)
