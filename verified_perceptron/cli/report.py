"""`report`: a run as one self-contained page, with the curves of the proof, certificates and a playground."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from enum import Enum
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
    print_json,
    read_options,
)
from verified_perceptron.cli.options import (
    BatchSizeOption,
    ContractsOption,
    CorrectionOption,
    EpochsOption,
    FoldingOption,
    GroupOption,
    MarginOption,
    OffsetOption,
    OrderOption,
    PresetOption,
    RateOption,
    SeedOption,
    SeparatorOption,
    SmallChangeOption,
    StartOption,
    ThresholdOption,
    TieOption,
    UpdatesOption,
)
from verified_perceptron.cli.run import known_separator, progress_bar
from verified_perceptron.files import write_whole
from verified_perceptron.invariants import Level
from verified_perceptron.readers import read_dataset


def report_command(
    data: DataPath,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="OUT", help="Where to write the page.")] = Path(
        "report.html"
    ),
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
    epochs: EpochsOption = None,
    updates: UpdatesOption = None,
    small_change: SmallChangeOption = None,
    contracts: ContractsOption = Level.EVERY,
    separator: SeparatorOption = "auto",
    label: LabelOption = None,
    positive: PositiveOption = None,
    float64: Float64Option = False,
    format_: FormatOption = None,
    json_: JsonOption = False,
) -> None:
    """Run a perceptron on DATA as `run` does and write a page that shows the run, its proof and its certificates.

    Exit status 0: the page was written, whatever the run found.  2: bad input.
    """
    choices = Choices(
        preset, tie, offset, folding, rate, start, order, seed, group, batch_size, correction,
        margin, threshold, epochs, updates, small_change,
    )  # fmt: skip
    conventions = conventions_of(choices)
    dataset = read_dataset(data, read_options(format_, label, positive, float64))
    known = known_separator(separator, dataset, conventions)
    # The solvers take a moment to load; a mistake on the command line should not wait for them.
    from verified_perceptron.report import Asked, gather, page

    reading = {"label": label, "positive": positive, "float64": float64 or None, "format": format_}
    running = {name: value for name, value in vars(choices).items() if name not in ("seed", "batch_size")}
    if seed:
        running["seed"] = seed
    if group is not None:
        running["batch_size"] = batch_size
    asked = Asked(preset, str(data), tuple(_typed(running)), tuple(_typed(reading)))
    with ExitStack() as stack:
        observer = stack.enter_context(progress_bar()) if sys.stderr.isatty() and not json_ else None
        record = gather(
            dataset,
            conventions,
            known.hypothesis,
            known.multipliers,
            asked=asked,
            contracts=contracts,
            on_event=observer,
        )
    text = page(f"{data.name}: a perceptron run and its proof", {"runs": [record]})
    write_whole(out, text)
    if json_:
        print_json(
            {
                "report": str(out),
                "bytes": len(text.encode()),
                "outcome": record["outcome"],
                "updates": record["updates"],
                "separable": record["separable"],
            }
        )
    else:
        typer.echo(f"{out}: {record['outcome']} after {record['updates']} updates, {len(text.encode())} bytes")


def _typed(options: Mapping[str, object]) -> Iterator[str]:
    """The options as they are typed, without those that were not given."""
    for name, value in options.items():
        if value is None:
            continue
        yield f"--{name.replace('_', '-')}"
        if value is not True:
            yield str(value.value if isinstance(value, Enum) else value)
