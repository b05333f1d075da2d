"""`conform`: does this perceptron follow these conventions?"""

from __future__ import annotations

from typing import Annotated

import typer

from verified_perceptron.cli.choices import Choices, conventions_of
from verified_perceptron.cli.common import JsonOption, console, print_json
from verified_perceptron.cli.identify import show_departure
from verified_perceptron.cli.oracle_target import (
    ArgOption,
    BatchSizeOption,
    CorrectionOption,
    FoldingOption,
    GroupOption,
    MarginOption,
    OffsetOption,
    OrderOption,
    PresetOption,
    RateOption,
    TargetArgument,
    ThresholdOption,
    TieOption,
    TimeoutOption,
    progress_shown,
    target_of,
)
from verified_perceptron.exact import number_text
from verified_perceptron.oracle.conform import Conformance, conform
from verified_perceptron.oracle.departure import SMALL_DATA_SETS
from verified_perceptron.oracle.targets import TIMEOUT


def conform_command(
    target: TargetArgument,
    preset: PresetOption = "P1",
    tie: TieOption = None,
    offset: OffsetOption = None,
    folding: FoldingOption = None,
    rate: RateOption = None,
    order: OrderOption = None,
    group: GroupOption = None,
    batch_size: BatchSizeOption = 2,
    correction: CorrectionOption = None,
    margin: MarginOption = None,
    threshold: ThresholdOption = None,
    epochs: Annotated[int | None, typer.Option(min=1, help="It stops after so many passes.")] = None,
    data_sets: Annotated[int, typer.Option(min=0, help="On how many small data sets to try it.")] = SMALL_DATA_SETS,
    arg: ArgOption = None,
    timeout: TimeoutOption = TIMEOUT,
    json_: JsonOption = False,
) -> None:
    """Hold TARGET to conventions; show the smallest data set on which it departs.

    Exit status 0: it conforms.  1: it departs.  2: bad target.
    """
    chosen = conventions_of(
        Choices(
            preset, tie, offset, folding, rate, None, order, 0, group, batch_size, correction,
            margin, threshold, epochs,
        )
    )  # fmt: skip
    with target_of(target, arg, timeout) as asked, progress_shown(json_) as progress:
        found = conform(asked, chosen, data_sets, progress)
        name = asked.name
    if json_:
        print_json(conform_record(found))
    else:
        before = f", after {found.checked} data sets that agree" if found.checked else ""
        verdict = str(found) if found.departure is None else f"departs{before}"
        console().print(f"{name}: {verdict}", markup=False, soft_wrap=True)
        if found.departure is not None:
            show_departure(found.departure)
        for seen in found.rounding:
            console().print(f"rounding, {seen.data.name}: follows {seen.follows}", markup=False, soft_wrap=True)
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
