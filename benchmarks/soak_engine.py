"""Random runs of the engine against the reference, over conventions, kinds of data, backends and kernels.

    python -m benchmarks.soak_engine [RUNS] [SEED]

Every run must agree in the order of updates, weights, offset, passes, outcome and cycle.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from verified_perceptron.algorithms import updates
from verified_perceptron.algorithms.voted import weighted_sum
from verified_perceptron.conventions import (
    ConstantRate,
    ConventionError,
    Conventions,
    Correction,
    FixedMargin,
    Folding,
    Group,
    GroupKind,
    Margin,
    Offset,
    Order,
    OrderKind,
    Predictor,
    RandomStart,
    RelativeMargin,
    Start,
    Stop,
    Tie,
    ZeroStart,
)
from verified_perceptron.data import Dataset
from verified_perceptron.engine import Arrays, Backend, Kernel, Solution, solve, uncovered
from verified_perceptron.invariants import Level
from verified_perceptron.problem import pose
from verified_perceptron.run import Run, supervise
from verified_perceptron.trace import Event, Update

KINDS = ("small", "bits", "tenths", "thirds", "floats", "tiny", "huge", "wide", "edge53", "cancelling", "large")


def random_data(draw: random.Random, kind: str) -> Dataset:
    """A data set of this kind, separable or not."""
    d, n = draw.randint(1, 5), draw.randint(1, 14)

    def value() -> Fraction:
        k = draw.randint(-4, 4)
        match kind:
            case "small":
                return Fraction(k)
            case "bits":
                return Fraction(draw.randint(0, 1))
            case "tenths":
                return Fraction(draw.randint(-30, 30), 10)
            case "thirds":
                return Fraction(k, draw.choice((1, 2, 3, 7)))
            case "floats":
                return Fraction(draw.gauss(0, 1))
            case "tiny":
                return Fraction(k) * Fraction(2) ** -1070
            case "huge":
                return Fraction(k) * 10**300
            case "wide":
                return Fraction(k) * Fraction(2) ** draw.randint(-1000, 1000)
            case "edge53":
                return Fraction(2**53 * draw.randint(-1, 1) + draw.randint(-1, 1))
            case "cancelling":
                return Fraction(draw.choice((0.1, 0.2, 0.3, -0.1, -0.2, -0.3, 0.7, -0.7)))
            case _:
                return Fraction(draw.randint(-(2**30), 2**30))

    points = [[value() for _ in range(d)] for _ in range(n)]
    normal = [draw.randint(-3, 3) for _ in range(d)]
    is_separable = draw.random() < 0.6
    labels = []
    for x in points:
        side = sum(a * b for a, b in zip(normal, x, strict=True))
        labels.append((1 if side > 0 else -1) if is_separable else draw.choice((-1, 1)))
    return Dataset.of_fractions(points, labels)


def as_floats(data: Dataset) -> Arrays | None:
    """The float64 numbers nearest to these, as arrays, or None if one of them is too large."""
    try:
        points = np.array([[float(v) for v in x] for x in data.points])
    except OverflowError:
        return None
    return Arrays.of(points, np.array(data.labels), data.name)


def random_conventions(draw: random.Random) -> Conventions:
    """Any conventions that the engine covers."""
    while True:
        offset = draw.choice(list(Offset))
        group = Group(draw.choice((GroupKind.ONLINE, GroupKind.ONLINE, GroupKind.MINI_BATCH, GroupKind.BATCH)), 3)
        margins: tuple[Margin | None, ...] = (
            None,
            None,
            None,
            RelativeMargin(Fraction(1, 7)),
            FixedMargin(Fraction(1)),
        )
        starts: tuple[Start, ...] = (ZeroStart(), ZeroStart(), RandomStart(1))
        try:
            conventions = Conventions(
                tie=draw.choice(list(Tie)),
                offset=offset,
                folding=draw.choice(list(Folding)) if offset is not Offset.NONE else Folding.EXPLICIT,
                rate=ConstantRate(draw.choice((Fraction(1), Fraction(1, 3), Fraction(5, 2)))),
                start=draw.choice(starts),
                order=Order(
                    draw.choice((OrderKind.CYCLIC, OrderKind.STREAM, OrderKind.SHUFFLED)), draw.randint(0, 3)
                ),
                group=group,
                correction=draw.choice((Correction.LABEL, Correction.LABEL, Correction.TARGET_OUTPUT)),
                margin=draw.choice(margins),
                predictor=draw.choice((Predictor.LAST, Predictor.LAST, Predictor.AVERAGED)),
                stop=Stop(
                    quiet=draw.random() < 0.9,
                    passes=draw.choice((1, 3, 40, 150)),
                    updates=draw.choice((None, None, 7)),
                    cycle=draw.random() < 0.9,
                ),
            )
        except ConventionError:
            continue
        if uncovered(conventions) is None:
            return conventions


@dataclass(frozen=True)
class Case:
    """One comparison, and what differed."""

    data: Dataset | Arrays
    conventions: Conventions
    backend: Backend
    only: Kernel | None
    difference: str | None
    solution: Solution | None


def reference(data: Dataset, conventions: Conventions) -> tuple[Run, list[int]]:
    """The reference's run and the examples of its updates, each batch begun by −1−r."""
    log: list[int] = []

    def keep(event: Event) -> None:
        if isinstance(event, Update):
            examples = [term.example for term in event.terms]
            is_batch = conventions.group.kind is not GroupKind.ONLINE
            log.extend([-1 - examples[0], *examples[1:]] if is_batch else examples)

    problem = pose(data, conventions)
    return supervise(problem, updates(problem), contracts=Level.OFF, on_event=keep), log


def difference(expected: Run, log: list[int], found: Solution) -> str | None:
    """The first respect in which the engine's run is not the reference's."""
    pairs = {
        "updates": (expected.updates, found.updates),
        "log": (log, found.log.tolist() if found.log is not None else None),
        "passes": (expected.passes, found.passes),
        "outcome": (expected.outcome, found.outcome),
        "hypothesis": (expected.hypothesis, found.hypothesis),
        "cycle": (expected.cycle, found.cycle),
        "average": (weighted_sum(expected.survivors) if expected.survivors else None, found.average),
    }
    return next((f"{name}: {a} ≠ {b}" for name, (a, b) in pairs.items() if a != b), None)


def compare(draw: random.Random, backends: tuple[Backend, ...]) -> Case:
    """One random run."""
    drawn = random_data(draw, draw.choice(KINDS))
    data = (as_floats(drawn) if draw.random() < 0.5 else None) or drawn
    conventions = random_conventions(draw)
    backend, only = draw.choice(backends), draw.choice((None, *Kernel))
    contracts = draw.choice((Level.EVERY, Level.FINAL, Level.OFF))
    try:
        expected, log = reference(data if isinstance(data, Dataset) else data.dataset(), conventions)
    except ConventionError:
        return compare(draw, backends)
    found = solve(data, conventions, backend=backend, only=only, keep_log=True, contracts=contracts)
    return Case(data, conventions, backend, only, difference(expected, log, found), found)


def main(count: int = 2000, seed: int = 0) -> int:
    """Compare so many runs and report; 1 if any differs."""
    passes: Counter[str] = Counter()
    exactly = updates_seen = failures = 0
    for number in range(count):
        case = compare(random.Random(f"{seed}/{number}"), tuple(Backend))
        if case.solution is not None:
            passes.update({f"{case.backend.value} {name}": c for name, c in case.solution.kernels.items()})
            exactly += case.solution.left_to_integers
            updates_seen += case.solution.updates
        if case.difference is not None:
            failures += 1
            print(f"run {number}: {case.difference}\n  {case.conventions}\n  {case.data}\n  {case.only}"[:4000])
    print(f"{count} runs, {updates_seen} updates, {exactly} decisions left to integers, {failures} differences")
    print("passes:", ", ".join(f"{name} {c}" for name, c in sorted(passes.items())))
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
