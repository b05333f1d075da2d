"""`audit`: is this recorded run a run of the perceptron it claims to be?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verified_perceptron.cli.choices import Choices, conventions_of
from verified_perceptron.cli.common import (
    DataPath,
    Float64Option,
    FormatOption,
    JsonOption,
    LabelOption,
    PositiveOption,
    console,
    print_json,
    read_options,
)
from verified_perceptron.conventions import Correction, Folding, GroupKind, Offset, OrderKind, Tie
from verified_perceptron.oracle.audit import Audit, audit, read_trace
from verified_perceptron.readers import read_dataset


def audit_command(
    trace: Annotated[Path, typer.Argument(metavar="TRACE", help="JSON lines as `run --trace` writes, or CSV.")],
    data: DataPath,
    preset: Annotated[str, typer.Option(help="The system it should be a run of: P0 … P15.")] = "P1",
    tie: Annotated[Tie | None, typer.Option(help="Is a score of zero a mistake?")] = None,
    offset: Annotated[Offset | None, typer.Option(help="How the offset moves on a mistake.")] = None,
    folding: Annotated[Folding | None, typer.Option(help="Keep the offset apart, or as a coordinate.")] = None,
    rate: Annotated[str | None, typer.Option(metavar="η", help="A number, 1/k, or a list 1,1/2,1/3.")] = None,
    start: Annotated[str | None, typer.Option(metavar="w;b", help="zero, random, or w1,w2,…;b.")] = None,
    order: Annotated[OrderKind | None, typer.Option(help="Which example comes next.")] = None,
    seed: Annotated[int, typer.Option(help="For random orders and starts.")] = 0,
    group: Annotated[GroupKind | None, typer.Option(help="How many examples share an update.")] = None,
    batch_size: Annotated[int, typer.Option(min=1, help="The size of a mini-batch.")] = 2,
    correction: Annotated[Correction | None, typer.Option(help="What a mistake adds.")] = None,
    label: LabelOption = None,
    positive: PositiveOption = None,
    float64: Float64Option = False,
    format_: FormatOption = None,
    json_: JsonOption = False,
) -> None:
    """Replay TRACE on DATA exactly: every update a real mistake, no mistake passed over, every invariant.

    Exit status 0: accepted.  1: broken, with the first place.  2: bad input.
    """
    conventions = conventions_of(
        Choices(preset, tie, offset, folding, rate, start, order, seed, group, batch_size, correction)
    )
    dataset = read_dataset(data, read_options(format_, label, positive, float64))
    found = audit(dataset, conventions, read_trace(trace, dataset))
    if json_:
        print_json(audit_record(found))
    else:
        _show(trace, found)
    raise typer.Exit(0 if found.accepted else 1)


def audit_record(found: Audit) -> dict[str, object]:
    """The stable keys of `audit --json`."""
    return {
        "accepted": found.accepted,
        "updates": found.updates,
        "arithmetic": found.arithmetic,
        "violations": [
            {"invariant": f.invariant, "update": f.update, "place": f.place, "reason": f.sentence}
            for f in found.findings
        ],
        "final_mistakes": list(found.final_mistakes),
    }


def _show(trace: Path, found: Audit) -> None:
    screen = console()
    verdict = "accepted" if found.accepted else "not a run of these conventions"
    screen.print(f"{trace}: {verdict}, {found.updates} updates, {found.arithmetic} arithmetic", markup=False)
    for finding in found.findings:
        screen.print(f"{finding.place}: {finding.sentence}", markup=False)
    if found.final_mistakes:
        shown = ", ".join(str(i + 1) for i in found.final_mistakes[:6])
        screen.print(f"the last weights still get example {shown} wrong", markup=False)
