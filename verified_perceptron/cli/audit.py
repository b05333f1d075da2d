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
from verified_perceptron.cli.oracle_target import (
    BatchSizeOption,
    CorrectionOption,
    FoldingOption,
    GroupOption,
    MarginOption,
    OffsetOption,
    OrderOption,
    PresetOption,
    RateOption,
    SeedOption,
    StartOption,
    ThresholdOption,
    TieOption,
)
from verified_perceptron.oracle.audit import Audit, audit, read_trace
from verified_perceptron.readers import read_dataset


def audit_command(
    trace: Annotated[Path, typer.Argument(metavar="TRACE", help="JSON lines as `run --trace` writes, or CSV.")],
    data: DataPath,
    preset: PresetOption = "P1",
    tie: TieOption = None,
    offset: OffsetOption = None,
    folding: FoldingOption = None,
    rate: RateOption = None,
    start: StartOption = None,
    order: OrderOption = None,
    seed: SeedOption = 0,
    group: GroupOption = None,
    batch_size: BatchSizeOption = 2,
    correction: CorrectionOption = None,
    margin: MarginOption = None,
    threshold: ThresholdOption = None,
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
        Choices(
            preset, tie, offset, folding, rate, start, order, seed, group, batch_size, correction,
            margin, threshold,
        )
    )  # fmt: skip
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
    screen.print(
        f"{trace}: {verdict}, {found.updates} updates, {found.arithmetic} arithmetic", markup=False, soft_wrap=True
    )
    for finding in found.findings:
        screen.print(f"{finding.place}: {finding.sentence}", markup=False, soft_wrap=True)
    if found.final_mistakes:
        numbers = [str(i + 1) for i in found.final_mistakes]
        more = f" and {len(numbers) - 6} more" if len(numbers) > 6 else ""
        what = f"examples {', '.join(numbers[:6])}{more}" if len(numbers) > 1 else f"example {numbers[0]}"
        screen.print(f"the run ends with {what} still wrong", markup=False)
