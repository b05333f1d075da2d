"""The soak of the oracle: `python -m benchmarks.soak_oracle [CHIMERAS] [TRACES] [SEED]`.

Right implementations: every convention that `identify` knows, at several stops and rates, must be found.
Chimeras: an implementation follows one convention in some passes and another in the rest; if `identify` names
conventions for it all the same, fresh data must not contradict them.  Traces: recorded runs must be accepted, and
after one change must be refused, unless what is left is the beginning of the same run.  The figures are printed,
and written to results/soak_oracle.json beside this file.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.soak_engine import random_conventions, random_data
from verified_perceptron.algorithms import updates
from verified_perceptron.conventions import (
    PICKS,
    ConstantRate,
    ConventionError,
    Conventions,
    Correction,
    OrderKind,
    Predictor,
    Stop,
    ZeroStart,
)
from verified_perceptron.data import DataError, Dataset
from verified_perceptron.files import write_whole
from verified_perceptron.invariants import Level
from verified_perceptron.oracle import worker
from verified_perceptron.oracle.audit import Record, audit
from verified_perceptron.oracle.float64 import float_passes
from verified_perceptron.oracle.identify import Finding, identify
from verified_perceptron.oracle.replay import at_rate, exact_path, is_scale_free, match, match_drawn
from verified_perceptron.oracle.space import DRAWN_ORDERS, space
from verified_perceptron.oracle.targets import Refused, Target
from verified_perceptron.problem import State, pose
from verified_perceptron.run import PASSES_WITHOUT_GUARANTEE, run
from verified_perceptron.trace import Event, Update

RESULT = Path(__file__).parent / "results" / "soak_oracle.json"
CHIMERA_PASSES = 40
FRESH = 25
"""On so many fresh data sets a name given to a chimera is tried."""
Floats = NDArray[np.float64]
Fit = Callable[[Floats, NDArray[np.int64]], object]


@dataclass
class Local(Target):
    """A function of this process as a target: the line protocol without the lines."""

    function: Fit = field(default=lambda _x, _y: None)

    def _exchange(self, case: Mapping[str, object]) -> dict[str, object]:
        try:
            return worker.answer(self.function, case)
        except (worker.Unusable, DataError, ArithmeticError) as error:
            raise Refused(str(error)) from None


def dataset(features: Floats, labels: NDArray[np.int64]) -> Dataset:
    """The data that a function was given."""
    return Dataset.of(features.tolist(), labels.tolist())


# --- right implementations ----------------------------------------------------------------------


def implementation(conventions: Conventions, passes: int | None, rate: Fraction) -> Fit:
    """An implementation in float64 that stops after so many passes, or when `run` would."""

    def fit(features: Floats, labels: NDArray[np.int64]) -> object:
        data = dataset(features, labels)
        chosen = at_rate(conventions, rate)
        if conventions.predictor is Predictor.AVERAGED:
            path = exact_path(data, conventions)
            numbers = [float(v) for v in path.after[-1]]
            return numbers[:-1], numbers[-1]
        state = next(float_passes(data, chosen))
        for number, found in enumerate(float_passes(data, chosen), start=1):
            state = found
            if (passes is None and state.quiet) or number == (passes or PASSES_WITHOUT_GUARANTEE):
                break
        return list(state.weights), state.offset

    return fit


def soak_conventions(tally: Counter[str], conventions: list[Conventions], draw: random.Random) -> None:
    """Each of these, at a stop and a rate drawn for it, must be among what `identify` names."""
    for chosen in conventions:
        averaged = chosen.predictor is Predictor.AVERAGED
        delta = chosen.correction is Correction.RESIDUAL
        passes = draw.choice((3, 4, 5)) if delta else None if averaged else draw.choice((None, None, 30, 200))
        free = is_scale_free(chosen) and not averaged
        rate = draw.choice((Fraction(1), Fraction(1), Fraction(1, 2), Fraction(3))) if free else Fraction(1)
        started = time.monotonic()
        found = identify(Local("right", [], function=implementation(chosen, passes, rate)))
        tally["slowest, in milliseconds"] = max(
            tally["slowest, in milliseconds"], round(1000 * (time.monotonic() - started))
        )
        tally["right implementations"] += 1
        if not any(_same(finding.conventions, chosen) for finding in found.findings):
            raise AssertionError(f"{chosen} at rate {rate}, {passes} passes, was taken for {found.findings}")
        tally["named by one convention alone"] += len(found.findings) == 1


def _same(a: Conventions, b: Conventions) -> bool:
    plain = ConstantRate(Fraction(1))
    if is_scale_free(a) and isinstance(a.rate, ConstantRate) and isinstance(b.rate, ConstantRate):
        a, b = replace(a, rate=plain), replace(b, rate=plain)
    return a == b


# --- chimeras -----------------------------------------------------------------------------------


def chimera(first: Conventions, second: Conventions, changes: Callable[[int], bool]) -> Fit:
    """Follows the second conventions in the passes that `changes` names, and the first in all others."""

    def fit(features: Floats, labels: NDArray[np.int64]) -> object:
        data = dataset(features, labels)
        problems = pose(data, first), pose(data, second)
        state, quiet = problems[0].hypothesis(problems[0].start), False
        for number in range(1, CHIMERA_PASSES + 1):
            problem = problems[changes(number)]
            before = problem.state(state)
            going_on = replace(problem, start=before)
            after, quiet = before, True
            for event in updates(going_on):
                after = State(event.weights, event.offset)
                if not isinstance(event, Update):
                    break
                quiet = False
            state = problem.hypothesis(after)
            if quiet and not any(changes(later) != changes(number) for later in (number + 1, number + 2)):
                break
        return [float(v) for v in state.weights], float(state.offset)

    return fit


def soak_chimeras(tally: Counter[str], draw: random.Random, count: int) -> None:
    """Whatever `identify` names for a chimera, fresh data must not contradict."""
    parts = [
        c
        for c in space()
        if c.predictor is Predictor.LAST
        and isinstance(c.rate, ConstantRate)
        and c.correction is Correction.LABEL
        and c.margin is None
    ]
    patterns: list[Callable[[int], bool]] = [
        lambda number: number % 2 == 0,
        lambda number: number > 1,
        lambda number: number == 1,
        lambda number: number == 3,
    ]
    while tally["chimeras"] < count:
        first, second, changes = draw.choice(parts), draw.choice(parts), draw.choice(patterns)
        fit = chimera(first, second, changes)
        target = Local("chimera", [], function=fit)
        found = identify(target, count=300)
        tally["chimeras"] += 1
        tally["refuted"] += found.departure is not None
        if found.departure is not None and len(found.departure.data) <= 4:
            tally["refuted by at most four points"] += 1
        if found.findings:
            tally["named"] += 1
            tally["named, and equal to the first or second"] += any(
                _same(f.conventions, c) for f in found.findings for c in (first, second)
            )
            tally["named, and contradicted by fresh data"] += not any(
                all(_agrees(finding, data, target) for data in fresh(draw)) for finding in found.findings
            )


def fresh(draw: random.Random) -> Iterator[Dataset]:
    """Small data sets of two classes on which the plain rule converges."""
    made = 0
    while made < FRESH:
        dimension, size = draw.choice(((1, 3), (2, 3), (2, 4), (2, 5), (3, 4)))
        points = [tuple(draw.randint(-4, 4) for _ in range(dimension)) for _ in range(size)]
        data = Dataset.of(points, [draw.choice((-1, 1)) for _ in points])
        if data.has_both_classes and run(data, Conventions(stop=Stop(passes=20)), contracts=Level.OFF).separates:
            made += 1
            yield data


def _agrees(finding: Finding, data: Dataset, target: Target) -> bool:
    answer = target.ask(data)
    if finding.conventions.order.kind in DRAWN_ORDERS:
        return match_drawn(data, finding.conventions, answer) is not None
    return match(data, finding.conventions, answer, finding.rate or Fraction(1)) is not None


# --- traces -------------------------------------------------------------------------------------


def recorded(data: Dataset, conventions: Conventions, passes: int) -> list[Record]:
    """The run as `audit` reads it from a file."""
    events: list[Event] = []
    result = run(data, conventions.capped(passes), contracts=Level.OFF, on_event=events.append)
    problem = result.problem
    records = []
    for event in events:
        if isinstance(event, Update):
            said = problem.hypothesis(State(event.weights, event.offset))
            examples = tuple(term.example for term in event.terms)
            records.append(
                Record(f"update {event.k}", examples, said.weights, said.offset, None, event.round, None, False)
            )
    return records


def altered(records: list[Record], data: Dataset, draw: random.Random) -> tuple[str, list[Record]] | None:
    """One change: an update dropped or repeated, a weight moved, another example named, two updates exchanged."""
    i = draw.randrange(len(records))
    chosen = records[i]
    kind = draw.choice(("dropped", "weight", "offset", "example", "exchanged", "coefficient"))
    before, after = records[:i], records[i + 1 :]
    match kind:
        case "dropped":
            return kind, before + after
        case "weight" if chosen.weights:
            j = draw.randrange(len(chosen.weights))
            moved = list(chosen.weights)
            moved[j] += Fraction(draw.choice((-1, 1)), draw.choice((1, 1000)))
            return kind, [*before, replace(chosen, weights=tuple(moved)), *after]
        case "offset" if chosen.offset is not None:
            return kind, [*before, replace(chosen, offset=chosen.offset + draw.choice((-1, 1))), *after]
        case "example" if len(chosen.examples) == 1 and len(data) > 1:
            others = [k for k in range(len(data)) if data.examples[k] != data.examples[chosen.examples[0]]]
            return (kind, [*before, replace(chosen, examples=(draw.choice(others),)), *after]) if others else None
        case "coefficient":
            given = tuple(Fraction(draw.choice((0, -1, 7))) for _ in chosen.examples)
            return kind, [*before, replace(chosen, coefficients=given), *after]
        case "exchanged" if after and (after[0].examples, after[0].weights) != (chosen.examples, chosen.weights):
            a = replace(chosen, examples=after[0].examples, weights=after[0].weights, offset=after[0].offset)
            b = replace(after[0], examples=chosen.examples, weights=chosen.weights, offset=chosen.offset)
            return kind, [*before, a, b, *after[1:]]
    return None


def soak_traces(tally: Counter[str], draw: random.Random, count: int) -> None:
    """Right traces are accepted; changed ones are refused unless they begin the same run."""
    while tally["traces"] < count:
        data = random_data(draw, draw.choice(("small", "bits", "tenths", "thirds")))
        try:
            conventions = random_conventions(draw)
            records = recorded(data, conventions, 6)
        except ConventionError:
            continue
        if not records or not isinstance(conventions.start, ZeroStart):
            continue
        tally["traces"] += 1
        found = audit(data, conventions, records)
        if not found.accepted:
            raise AssertionError(f"a right trace of {conventions} on {data} was refused: {found.findings}")
        change = altered(records, data, draw)
        if change is None:
            continue
        kind, changed = change
        tally[f"changed: {kind}"] += 1
        if audit(data, conventions, changed).accepted and not _is_beginning(changed, records, conventions):
            raise AssertionError(f"{kind} was accepted under {conventions} on {data}: {changed}")


def _is_beginning(changed: list[Record], records: list[Record], conventions: Conventions) -> bool:
    """Records that a right run could have left: a beginning, or what a drawn order may also have done."""
    drawn = conventions.order.kind is OrderKind.RANDOM or conventions.order.kind in PICKS
    same = all(
        (a.examples, a.weights, a.offset) == (b.examples, b.weights, b.offset)
        for a, b in zip(changed, records, strict=False)
    )
    return same or drawn


def main(chimeras: int = 400, traces: int = 20_000, seed: int = 6) -> None:
    """All three, with their figures."""
    draw, tally, started = random.Random(seed), Counter[str](), time.monotonic()
    soak_conventions(tally, [c for c in space() if c.predictor is not Predictor.VOTED], draw)
    soak_chimeras(tally, draw, chimeras)
    soak_traces(tally, draw, traces)
    record = {"seed": seed, **tally, "seconds": round(time.monotonic() - started)}
    write_whole(RESULT, json.dumps(record, indent=1) + "\n")
    for name, number in record.items():
        print(f"{name}: {number}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
