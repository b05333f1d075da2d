"""The options that choose conventions, shared by the commands that run a perceptron."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

from verified_perceptron.conventions import Correction, Folding, GroupKind, Offset, OrderKind, Tie
from verified_perceptron.invariants import Level

PresetOption: TypeAlias = Annotated[str, typer.Option(help="The system to run: P0 … P15, see `presets`.")]
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
EpochsOption: TypeAlias = Annotated[int | None, typer.Option(min=1, help="Stop after so many passes.")]
UpdatesOption: TypeAlias = Annotated[int | None, typer.Option(min=1, help="Stop after so many updates.")]
SmallChangeOption: TypeAlias = Annotated[
    str | None, typer.Option(metavar="θ", help="Stop when a pass moves the weights by less.")
]
ContractsOption: TypeAlias = Annotated[Level, typer.Option(help="How often the invariants are checked.")]
SeparatorOption: TypeAlias = Annotated[
    str, typer.Option(metavar="auto|none|FILE", help="The w* that progress is measured against.")
]
