"""`conform`: does this perceptron follow these conventions?"""

from __future__ import annotations

from typing import Annotated

import typer

from verified_perceptron.cli.choices import Choices, conventions_of
from verified_perceptron.cli.common import JsonOption, console, print_json
from verified_perceptron.cli.identify import show_departure
from verified_perceptron.cli.oracle_target import ArgOption, TargetArgument, TimeoutOption, target_of
from verified_perceptron.conventions import Offset, OrderKind, Tie
from verified_perceptron.exact import number_text
from verified_perceptron.oracle.conform import Conformance, conform
from verified_perceptron.oracle.targets import TIMEOUT


def conform_command(
    target: TargetArgument,
    preset: Annotated[str, typer.Option(help="The system it should follow: P0 … P15, see `presets`.")] = "P1",
    tie: Annotated[Tie | None, typer.Option(help="Is a score of zero a mistake?")] = None,
    offset: Annotated[Offset | None, typer.Option(help="How the offset moves on a mistake.")] = None,
    order: Annotated[OrderKind | None, typer.Option(help="Which example comes next.")] = None,
    epochs: Annotated[int | None, typer.Option(min=1, help="It stops after so many passes.")] = None,
    arg: ArgOption = None,
    timeout: TimeoutOption = TIMEOUT,
    json_: JsonOption = False,
) -> None:
    """Hold TARGET to conventions; show the smallest data set on which it departs.

    Exit status 0: it conforms.  1: it departs.  2: bad target.
    """
    chosen = conventions_of(Choices(preset, tie=tie, offset=offset, order=order, epochs=epochs))
    with target_of(target, arg, timeout) as asked:
        found = conform(asked, chosen)
        name = asked.name
    if json_:
        print_json(conform_record(found))
    else:
        console().print(f"{name}: {'conforms' if found.conforms else 'departs'}", markup=False)
        if found.departure is not None:
            show_departure(found.departure)
        else:
            console().print(str(found), markup=False)
        for seen in found.rounding:
            console().print(f"rounding, {seen.data.name}: follows {seen.follows}", markup=False)
    raise typer.Exit(0 if found.conforms else 1)


def conform_record(found: Conformance) -> dict[str, object]:
    """The stable keys of `conform --json`."""
    return {
        "conforms": found.conforms,
        "checked": found.checked,
        "labels": found.labels.value,
        "rate": number_text(found.rate) if found.rate is not None else None,
        "departure": found.departure.record() if found.departure is not None else None,
        "rounding": {seen.data.name: seen.follows for seen in found.rounding},
    }
