"""`run`: a perceptron on a data file, in exact arithmetic, with the proof's invariants checked as it goes."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from verified_perceptron.algorithms.voted import weighted_sum
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
    size_text,
    vector_text,
)
from verified_perceptron.cli.fast import EngineChoice, is_fast, run_fast
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
from verified_perceptron.conventions import PRESETS, ConventionError, Conventions
from verified_perceptron.data import DataError, Dataset
from verified_perceptron.exact import ExactError, exact, number_text
from verified_perceptron.files import writing
from verified_perceptron.invariants import STATEMENTS, Level
from verified_perceptron.invariants.monitor import theorem_of
from verified_perceptron.problem import Hypothesis, pose
from verified_perceptron.readers import Format, read_dataset
from verified_perceptron.run import Outcome, Run, run
from verified_perceptron.trace import Event, Update
from verified_perceptron.trace_file import trace_line


def run_command(
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
    epochs: EpochsOption = None,
    updates: UpdatesOption = None,
    small_change: SmallChangeOption = None,
    contracts: ContractsOption = Level.EVERY,
    separator: SeparatorOption = "auto",
    certificate: Annotated[
        Path | None, typer.Option(metavar="OUT", help="Write a certificate of the run, for `check`.")
    ] = None,
    engine: Annotated[
        EngineChoice, typer.Option(help="Who runs it: the reference, the fast engine, or as the size suggests.")
    ] = EngineChoice.AUTO,
    trace: Annotated[Path | None, typer.Option(metavar="OUT", help="Write every update as a line of JSON.")] = None,
    label: LabelOption = None,
    positive: PositiveOption = None,
    float64: Float64Option = False,
    format_: FormatOption = None,
    json_: JsonOption = False,
) -> None:
    """Run a perceptron on DATA in exact arithmetic, with every invariant of its proof checked at every update.

    Exit status 0: converged.  1: certified not separable.  2: bad input.  3: stopped by a limit.
    """
    conventions = conventions_of(
        Choices(
            preset, tie, offset, folding, rate, start, order, seed, group, batch_size, correction,
            margin, threshold, epochs, updates, small_change,
        )
    )  # fmt: skip
    options = read_options(format_, label, positive, float64)
    may_be_large = data.suffix.lower() in (".npy", ".npz") or format_ in (Format.NPY, Format.NPZ)
    if may_be_large and separator in ("auto", "none") and trace is None and certificate is None:
        from verified_perceptron.cli.large import is_large_array, run_large

        if is_large_array(data, options, engine, conventions):
            large = run_large(data, conventions, contracts)
            if json_:
                print_json(large.record())
            else:
                large.show(preset)
            raise typer.Exit(large.status)
    dataset = read_dataset(data, options)
    known = known_separator(separator, dataset, conventions)
    rounds: list[int] = []
    with ExitStack() as stack:
        observers = [stack.enter_context(progress_bar())] if sys.stderr.isatty() and not json_ else []
        if trace is not None:
            observers.append(stack.enter_context(_trace(trace, dataset, conventions)))

        def on_event(event: Event) -> None:
            if certificate is not None and isinstance(event, Update):
                rounds.append(event.round)
            for observe in observers:
                observe(event)

        if is_fast(engine, dataset, conventions, contracts, needs_updates=bool(trace or certificate)):
            result = run_fast(dataset, conventions, contracts, known.hypothesis)
        else:
            result = run(dataset, conventions, contracts=contracts, separator=known.hypothesis, on_event=on_event)
    if certificate is not None:
        _certify(result, rounds, certificate)
    multipliers = result.cycle.multipliers if result.cycle is not None else known.multipliers
    if json_:
        print_json(run_record(result, multipliers) | {"certificate": str(certificate) if certificate else None})
    else:
        _show(result, preset, known.multipliers)
    raise typer.Exit(exit_status(result, multipliers))


def presets_command(json_: JsonOption = False) -> None:
    """List the systems that `run --preset` knows, with what each of them chooses."""
    if json_:
        print_json({name: conventions.describe() for name, conventions in PRESETS.items()})
        return
    table = Table("preset", "differs from the cyclic perceptron through the origin by", box=None)
    for name, conventions in PRESETS.items():
        table.add_row(name, differences(conventions))
    console().print(table)


# --- the separator ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Known:
    """What is known of the data before the run: a separator, or multipliers that exclude one, or neither."""

    hypothesis: Hypothesis | None = None
    multipliers: tuple[int, ...] | None = None


def known_separator(choice: str, data: Dataset, conventions: Conventions) -> Known:
    """What the choice `auto`, `none` or a file says of the data."""
    if choice == "none":
        return Known()
    if choice != "auto":
        return Known(read_hypothesis(Path(choice), data.dimension))
    # The solvers take a moment to load; a run against given weights does without them.
    from verified_perceptron.max_margin import best_separator

    found = best_separator(data, conventions.offset)
    if isinstance(found, Hypothesis):
        return Known(found)
    return Known(multipliers=tuple(found.multipliers.get(i, 0) for i in range(len(data))))


def read_hypothesis(path: Path, dimension: int) -> Hypothesis:
    """Weights and offset from a JSON file {"weights": ["1", "-1/2"], "offset": "3"}."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"), parse_float=str, parse_int=str, parse_constant=str)
        weights = tuple(exact(value) for value in record["weights"])
        offset = exact(record.get("offset", "0"))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        reason = error if isinstance(error, ExactError) else 'expected {"weights": ["p/q", …], "offset": "p/q"}'
        raise DataError(f"{path}: {reason}") from None
    if len(weights) != dimension:
        raise DataError(f"{path}: {len(weights)} weights, but the examples have {dimension} features")
    return Hypothesis(weights, offset)


def _certify(result: Run, rounds: list[int], path: Path) -> None:
    from verified_perceptron.certificates import CertificateError, run_certificate

    try:
        run_certificate(result, rounds).write(path)
    except CertificateError as error:
        raise ConventionError(str(error)) from None


# --- observers ----------------------------------------------------------------------------------


@contextmanager
def _trace(path: Path, data: Dataset, conventions: Conventions) -> Iterator[Callable[[Event], None]]:
    problem = pose(data, conventions)
    with writing(path) as file:

        def write(event: Event) -> None:
            if isinstance(event, Update):
                file.write(trace_line(problem, event))

        yield write


@contextmanager
def progress_bar() -> Iterator[Callable[[Event], None]]:
    """Shows on standard error how far a run is."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, transient=True, console=console(stderr=True)) as progress:
        task = progress.add_task("running", total=None)
        k = 0

        def show(event: Event) -> None:
            nonlocal k
            if isinstance(event, Update):
                k = event.k
            elif event.pass_number % 16 == 0:
                progress.update(task, description=f"pass {event.pass_number}, update {k}")

        yield show


# --- what is reported ---------------------------------------------------------------------------


def is_separable(result: Run, multipliers: tuple[int, ...] | None) -> bool | None:
    """A separator was found, multipliers prove that there is none, or neither."""
    if result.separates or (result.separator is not None and result.separator.gamma > 0):
        return True
    return None if multipliers is None else False


def exit_status(result: Run, multipliers: tuple[int, ...] | None) -> int:
    """0: converged.  1: certified not separable.  3: stopped, nothing known."""
    if result.outcome is Outcome.CONVERGED:
        return 0
    return 3 if multipliers is None else 1


def run_record(result: Run, multipliers: tuple[int, ...] | None) -> dict[str, object]:
    """The stable keys of `run --json`."""
    hypothesis, separator = result.hypothesis, result.separator
    separates = separator is not None and separator.gamma > 0
    return {
        "outcome": result.outcome.value,
        "updates": result.updates,
        "passes": result.passes,
        "weights": [number_text(v) for v in hypothesis.weights],
        "offset": number_text(hypothesis.offset),
        "radius_sq": number_text(result.problem.data.radius_sq),
        "separable": is_separable(result, multipliers),
        "separator": None
        if separator is None
        else {
            "weights": [number_text(v) for v in separator.hypothesis.weights],
            "offset": number_text(separator.hypothesis.offset),
        },
        "gamma": number_text(separator.gamma_in_data_units(result.problem)) if separator is not None else None,
        "bound": number_text(separator.bound(result.problem)) if separator is not None and separates else None,
        "invariants": result.checks,
        "not_checked": result.unchecked,
        "multipliers": list(map(str, multipliers)) if multipliers is not None else None,
        "survivors": [
            {
                "weights": [number_text(v) for v in voter.hypothesis.weights],
                "offset": number_text(voter.hypothesis.offset),
                "count": voter.count,
            }
            for voter in result.survivors
        ]
        or None,
        "conventions": result.problem.conventions.describe(),
    }


def _show(result: Run, preset: str, excluded: tuple[int, ...] | None) -> None:
    problem, separator = result.problem, result.separator
    data = problem.data
    facts = Table(show_header=False, box=None)
    facts.add_row("data", size_text(data.name, len(data), data.dimension))
    facts.add_row("system", f"{preset}: {differences(problem.conventions)}")
    facts.add_row("outcome", f"[bold]{result.outcome.value}[/bold] after {_counts(result)}")
    hypothesis = result.hypothesis
    facts.add_row("weights", vector_text(hypothesis.weights))
    facts.add_row("offset", number_text(hypothesis.offset))
    facts.add_row("R²", number_text(data.radius_sq))
    if separator is not None and separator.gamma > 0:
        facts.add_row(
            "w*, b*", f"{vector_text(separator.hypothesis.weights)}, {number_text(separator.hypothesis.offset)}"
        )
        facts.add_row("γ", number_text(separator.gamma_in_data_units(problem)))
        if theorem_of(problem) in ("T1", "T3"):
            facts.add_row("bound", f"at most {_rounded_down(separator.bound(problem))} updates")
    if result.survivors:
        total = weighted_sum(result.survivors)
        facts.add_row(
            "voters", f"{len(result.survivors)}, surviving {sum(v.count for v in result.survivors)} rounds in all"
        )
        facts.add_row("weighted sum", f"{vector_text(total.weights)}, offset {number_text(total.offset)}")
    if result.cycle is not None:
        facts.add_row(
            "not separable",
            f"the weights after pass {result.cycle.first_pass} and pass {result.cycle.last_pass} are equal: "
            f"Σ λ·y·x = 0 with λ = {vector_text(result.cycle.multipliers)}",
        )
    elif excluded is not None:
        facts.add_row("not separable", f"Σ λ·y·x = 0 with λ = {vector_text(excluded)}")
    screen = console()
    screen.print(facts)
    screen.print()
    table = Table("invariant", "by", "statement", "checked", box=None)
    held_to = {monitor.name: monitor for monitor in result.monitors}
    for name, statement in STATEMENTS.items():
        if monitor := held_to.get(name):
            table.add_row(name, monitor.theorem, monitor.statement, _times(result.checks[name]))
        else:
            table.add_row(name, "", statement, f"no: {result.unchecked[name]}")
    screen.print(table)


def _rounded_down(bound: Fraction) -> str:
    exact_text = number_text(bound)
    return exact_text if bound.denominator == 1 else f"{int(bound)} ({exact_text})"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _counts(result: Run) -> str:
    updates = "1 update" if result.updates == 1 else f"{result.updates} updates"
    return f"{updates} in {result.passes} {'pass' if result.passes == 1 else 'passes'}"


def differences(conventions: Conventions) -> str:
    """What these conventions choose otherwise than the cyclic perceptron through the origin."""
    plain = Conventions().describe()
    found = [f"{key} {value}" for key, value in conventions.describe().items() if value != plain[key]]
    return ", ".join(found) or "the cyclic perceptron through the origin"
