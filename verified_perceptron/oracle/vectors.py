"""Test vectors for perceptrons in any language, in the manner of Project Wycheproof.

Each case has a number, a comment, flags that say what it is apt to catch, the data and conventions in words,
and the same problem in integers: a consumer needs no rational arithmetic and no random numbers.  With

    score(x) = Σ w_j·x_j (the coordinate `axis` counted `axis_weight` times) + b,
    a correction of example i at update k is  w += c·y·x,  b += c·y·offset_step,

`integers` gives the examples as the algorithm sees them, start, steps c_1, c_2, … (the last goes on), the
score `unit` that means 1, and, where the order is drawn, the scans or the draws.  `expected` gives the examples
of every update, the final integers, the passes, and how the run ended.  JSON text holds every integer that may
exceed 2⁵³.  The file is the same byte for byte whenever it is written.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import lcm
from pathlib import Path

from verified_perceptron import __version__
from verified_perceptron.algorithms.orders import scans
from verified_perceptron.algorithms.pick import mistakes_of
from verified_perceptron.algorithms.voted import Survivor
from verified_perceptron.conventions import (
    ConstantRate,
    ConventionError,
    Conventions,
    Correction,
    FixedMargin,
    Folding,
    GivenStart,
    Group,
    GroupKind,
    HarmonicRate,
    ListedRate,
    Offset,
    Order,
    OrderKind,
    Predictor,
    RelativeMargin,
    Stop,
    Tie,
    ZeroStart,
)
from verified_perceptron.data import Dataset
from verified_perceptron.exact import Number, number_text
from verified_perceptron.files import write_whole
from verified_perceptron.invariants import Level, Separator
from verified_perceptron.max_margin import best_separator
from verified_perceptron.problem import State, pose
from verified_perceptron.run import Outcome, Run, run
from verified_perceptron.separability import NonSeparable
from verified_perceptron.trace import Event, Update

MOST_UPDATES = 120
"""Longer runs are left out: a vector should be readable."""
WORD = 2**62
"""Every integer of a case, and every score, stays below this."""

FLAGS = {
    "Tie": "A score is exactly zero, the weights are not. Bug class: < for ≤, sign(0). Effect: other updates.",
    "ZeroVector": "An example is the zero vector. Bug class: division by its norm; an endless loop without offset.",
    "Duplicate": "An example occurs twice. Bug class: sets or dictionaries of examples.",
    "OppositeDuplicate": "A point has both labels. Bug class: no limit of passes. Effect: an endless loop.",
    "OneClass": "Only one label occurs. Bug class: labels found by counting classes.",
    "Scale": "Coordinates of very different size. Bug class: hidden normalisation.",
    "LargeIntegers": "Sums beyond 2³¹. Bug class: 32-bit overflow, single precision.",
    "DecimalGrid": "Tenths. Bug class: binary rounding; ties are missed.",
    "Cancellation": "Sums that cancel almost wholly. Bug class: rounding before the comparison.",
    "Rate": "A rate other than 1. Bug class: the rate left out of the offset, or 1/k counted from 0.",
    "Start": "A start other than zero. Bug class: the start's offset forgotten.",
    "Offset": "An offset is learned. Bug class: it is not corrected, or without the label.",
    "Folding": "The offset is a coordinate. Bug class: the wrong end, or counted twice.",
    "Batch": "Several examples share one update. Bug class: stale or too fresh weights.",
    "Margin": "Examples right by too little are corrected as well.",
    "Voted": "All weight vectors vote. Bug class: survival counts off by one.",
    "Averaged": "The sum of all weight vectors predicts. Bug class: the last weights left out.",
    "Order": "The order is not that of the data.",
    "Correction": "(t−o)·x or (t−f)·x instead of y·x.",
    "NonSeparable": "Nothing separates the data.",
    "Cycle": "The weights come back: a proof that nothing separates the data.",
    "Tight": "The least bound on the number of updates is attained.",
    "Passes": "Stopped by a limit of passes. Bug class: counting the last, quiet pass or not.",
}


@dataclass(frozen=True)
class Source:
    """A data set and what it is apt to catch."""

    data: Dataset
    flags: tuple[str, ...]


def sources() -> list[Source]:
    """The data sets of the vectors."""

    def of(name: str, points: list[tuple[object, ...]], labels: list[int], *flags: str) -> Source:
        return Source(Dataset.of(points, labels, name), flags)

    return [
        of("four points", [(4, 0), (1, 1), (0, 1), (-2, -2)], [1, -1, -1, 1]),
        of("exclusive or", [(1, 1), (1, -1), (-1, 1), (-1, -1)], [1, -1, -1, 1]),
        of("a point on the boundary", [(1, 0), (0, 1), (1, -1), (-1, 1)], [1, 1, 1, -1]),
        of("a zero vector among others", [(0, 0), (2, 1), (-1, -2)], [1, 1, -1], "ZeroVector"),
        of("the same example twice", [(2, 1), (2, 1), (-1, 2)], [1, 1, -1], "Duplicate"),
        of("both labels at one point", [(1, 2), (1, 2), (3, -1)], [1, -1, 1], "OppositeDuplicate"),
        of("one class", [(1, 2), (-1, 1), (2, -1)], [1, 1, 1], "OneClass"),
        of("the other class only", [(-3, 1), (1, 0), (-1, -1)], [-1, -1, -1], "OneClass"),
        of("orthonormal", [(1, 0, 0), (0, 1, 0), (0, 0, 1)], [1, -1, 1]),
        of("very different sizes", [(1000, 1), (1, -1), (-3, 2)], [1, -1, -1], "Scale"),
        of("beyond 32 bits", [(300000, 7), (-299999, 5), (11, 300000)], [1, -1, 1], "LargeIntegers"),
        of(
            "tenths",
            [("0.1", "0.2"), ("0.3", "0.7"), ("-0.6", "0.1"), ("0.3", "0.3")],
            [1, 1, -1, -1],
            "DecimalGrid",
        ),
        of("tenths on a line", [("0.1",), ("0.2",), ("-0.3",)], [1, 1, -1], "DecimalGrid"),
        of("sums that cancel", [(100000, 99999), (-99999, 100000), (1, -1)], [1, 1, -1], "Cancellation"),
        of("zero and one", [(0,), (1,)], [-1, 1], "ZeroVector"),
        of("one to four", [(1,), (2,), (3,), (4,)], [1, 1, -1, -1]),
        of("quarters", [("0.25", "0.5"), ("-0.75", "0.25"), ("0.5", "-0.5")], [1, -1, 1]),
    ]


def choices() -> Iterator[tuple[str, Conventions, tuple[str, ...]]]:
    """The conventions of the vectors: every choice alone, and the common combinations."""
    limited = Stop(passes=40)
    for offset in Offset:
        flags = () if offset is Offset.NONE else ("Offset",)
        name = f"offset {offset.value}"
        base = Conventions(offset=offset, stop=limited)
        for tie in Tie:
            yield f"{name}, tie {tie.value}", replace(base, tie=tie), flags
        if offset is not Offset.NONE:
            for folding in (Folding.FIRST, Folding.LAST):
                yield f"{name}, folded {folding.value}", replace(base, folding=folding), (*flags, "Folding")
        yield f"{name}, rate 1/3", replace(base, rate=ConstantRate(Fraction(1, 3))), (*flags, "Rate")
        yield f"{name}, rate 1/k", replace(base, rate=HarmonicRate(), stop=Stop(passes=3)), (*flags, "Rate")
        listed = ListedRate((Fraction(1), Fraction(1, 2), Fraction(1, 4)))
        yield f"{name}, rates listed", replace(base, rate=listed), (*flags, "Rate")
        for kind in (OrderKind.FIRST, OrderKind.LAST, OrderKind.WORST, OrderKind.RANDOM, OrderKind.SHUFFLED):
            yield f"{name}, order {kind.value}", replace(base, order=Order(kind, 1)), (*flags, "Order")
        for group in (Group(GroupKind.MINI_BATCH, 2), Group(GroupKind.BATCH)):
            yield f"{name}, {group.kind.value}", replace(base, group=group), (*flags, "Batch")
        mean = replace(base, group=Group(GroupKind.MEAN_BATCH), stop=Stop(passes=4))
        yield f"{name}, mean-batch", mean, (*flags, "Batch")
        for correction in (Correction.TARGET_OUTPUT, Correction.TARGET_SIGN):
            chosen = replace(base, correction=correction)
            yield f"{name}, {correction.value}", chosen, (*flags, "Correction")
            batch = replace(chosen, group=Group(GroupKind.BATCH))
            yield f"{name}, {correction.value} in batches", batch, (*flags, "Correction", "Batch")
        delta = replace(
            base, correction=Correction.RESIDUAL, rate=ConstantRate(Fraction(1, 4)), stop=Stop(passes=2)
        )
        yield f"{name}, delta rule", delta, (*flags, "Correction")
        for predictor, flag in ((Predictor.VOTED, "Voted"), (Predictor.AVERAGED, "Averaged")):
            yield f"{name}, {predictor.value}", replace(base, predictor=predictor), (*flags, flag)
        yield f"{name}, one pass", replace(base, stop=Stop(passes=1)), (*flags, "Passes")
    for margin in (FixedMargin(Fraction(1)), RelativeMargin(Fraction(1, 10))):
        yield f"margin {margin}", Conventions(margin=margin, stop=limited), ("Margin",)
        folded = Conventions(margin=margin, offset=Offset.UNIT, folding=Folding.LAST, stop=limited)
        yield f"margin {margin}, folded", folded, ("Margin", "Offset", "Folding")


def starts(conventions: Conventions, dimension: int) -> Iterator[tuple[str, Conventions, tuple[str, ...]]]:
    """The same from another start, for the plain rules."""
    plain = Conventions(offset=conventions.offset, stop=conventions.stop)
    if conventions == plain:
        b = Fraction(0) if conventions.offset is Offset.NONE else Fraction(-1, 2)
        start = GivenStart(tuple(Fraction(1 - 2 * (j % 2), 2) for j in range(dimension)), b)
        yield "start (1/2, −1/2, …)", replace(conventions, start=start), ("Start",)


# --- one case -----------------------------------------------------------------------------------


def case(
    source: Source, comment: str, conventions: Conventions, flags: tuple[str, ...]
) -> dict[str, object] | None:
    """The vector, or None where the conventions do not apply or the run is too long."""
    events: list[Event] = []
    try:
        result = run(source.data, conventions, contracts=Level.OFF, on_event=events.append)
    except ConventionError:
        return None
    made = [event for event in events if isinstance(event, Update)]
    if len(made) > MOST_UPDATES:
        return None
    integers = _integers(result, made)
    if integers is None:
        return None
    scale, record = integers
    final = result.final
    seen = sorted({*source.flags, *flags, *_flags_of(result, made)})
    hypothesis = result.hypothesis
    expected: dict[str, object] = {
        "outcome": result.outcome.value,
        "passes": result.passes,
        "updates": [[term.example for term in event.terms] for event in made],
        "weights": [str(int(scale * v)) for v in final.weights],
        "offset": str(int(scale * final.offset)),
        "cycle": None
        if result.cycle is None
        else {
            "first_pass": result.cycle.first_pass,
            "last_pass": result.cycle.last_pass,
            "multipliers": list(map(str, result.cycle.multipliers)),
        },
        "counts": [voter.count for voter in result.survivors],
        "sum": _sum(result, scale),
    }
    return {
        "comment": f"{source.data.name}; {comment}",
        "flags": seen,
        "conventions": conventions.describe(),
        "x": [[number_text(v) for v in x] for x in source.data.points],
        "y": source.data.labels,
        "result": {
            "weights": [number_text(v) for v in hypothesis.weights],
            "offset": number_text(hypothesis.offset),
        },
        "integers": record,
        "expected": expected,
    }


def _flags_of(result: Run, made: list[Update]) -> Iterator[str]:
    """What the run itself shows: ties, cycles, and how it stands to the theory."""
    problem = result.problem
    if result.outcome is Outcome.CYCLED:
        yield "Cycle"
    states = [problem.start, *(State(event.weights, event.offset) for event in made)]
    moved = [state for state in states if any(state.weights) or state.offset]
    if any(problem.score(state, i) == 0 for state in moved for i in range(len(problem.examples))):
        yield "Tie"
    bound = least_bound(problem.data, problem.conventions.offset)
    if bound is None:
        yield "NonSeparable"
    elif bound == len(made) and is_bounded(problem.conventions):
        yield "Tight"


@lru_cache
def least_bound(data: Dataset, offset: Offset) -> Fraction | None:
    """The least bound on the updates of a run from zero (T1, T3); None where nothing separates the data."""
    best = best_separator(data, offset)
    if isinstance(best, NonSeparable):
        return None
    problem = pose(data, Conventions(offset=offset))
    return Separator.of(best, problem).bound(problem)


def is_bounded(conventions: Conventions) -> bool:
    """T1 and T3 bound the updates: one mistake at a time, from zero, at a constant rate, in any order."""
    return (
        isinstance(conventions.start, ZeroStart)
        and isinstance(conventions.rate, ConstantRate)
        and conventions.group.kind is GroupKind.ONLINE
        and conventions.margin is None
        and conventions.correction in (Correction.LABEL, Correction.TARGET_OUTPUT)
    )


def _sum(result: Run, scale: int) -> list[str]:
    """Σ count · (weights, offset) in the integers of the case; empty unless all weights predict."""
    if not result.survivors:
        return []
    problem = result.problem

    def flat(voter: Survivor) -> list[Number]:
        weights = [v * problem.weight_scale * scale for v in voter.hypothesis.weights]
        return [*weights, voter.hypothesis.offset * problem.score_scale * scale]

    columns = zip(*([voter.count * v for v in flat(voter)] for voter in result.survivors), strict=True)
    return [str(int(sum(column))) for column in columns]


def _integers(result: Run, made: list[Update]) -> tuple[int, dict[str, object]] | None:
    """The problem in integers, multiplied by one factor that makes all coefficients integral."""
    problem, conventions = result.problem, result.problem.conventions
    coefficients = [term.coefficient for event in made for term in event.terms]
    steps = [problem.step(k) for k in range(1, max(2, len(made) + 1))]
    scale = lcm(*(Fraction(c).denominator for c in (*coefficients, *steps)))
    if isinstance(conventions.rate, ConstantRate):
        steps = steps[:1]
    unit = scale * problem.score_scale
    margin = conventions.margin
    tau = margin.tau * unit if isinstance(margin, FixedMargin) else Fraction(0)
    beta = margin.beta * problem.data.denominator if isinstance(margin, RelativeMargin) else Fraction(0)
    largest = max((abs(int(scale * v)) for event in made for v in (*event.weights, event.offset)), default=0) * max(
        (abs(v) for x, _ in problem.examples for v in x), default=1
    )
    if tau.denominator != 1 or largest * 8 * max(1, problem.fold_sq) >= WORD or unit >= WORD:
        return None
    order = conventions.order
    drawn_scans = (
        [list(scan) for scan in itertools.islice(scans(order, len(problem.examples)), result.passes)]
        if order.kind is OrderKind.SHUFFLED
        else []
    )
    has_long_axis = problem.is_folded and conventions.offset is Offset.RADIUS
    axis = 0 if conventions.folding is Folding.FIRST else len(problem.examples[0].x) - 1
    return scale, {
        "tie": conventions.tie.value,
        "correction": conventions.correction.value,
        "order": order.kind.value,
        "group": conventions.group.kind.value,
        "batch_size": conventions.group.size if conventions.group.kind is GroupKind.MINI_BATCH else 0,
        "x": [list(map(str, x)) for x, _ in problem.examples],
        "y": [y for _, y in problem.examples],
        "start": [str(int(scale * v)) for v in problem.start.weights],
        "start_offset": str(int(scale * problem.start.offset)),
        "steps": [str(int(scale * step)) for step in steps],
        "offset_step": str(problem.offset_step),
        "axis": axis,
        "axis_weight": str(problem.fold_sq if has_long_axis else 1),
        "unit": str(unit),
        "margin": {None: "none", FixedMargin: "fixed", RelativeMargin: "relative"}[
            None if margin is None else type(margin)
        ],
        "tau": str(int(tau)),
        "beta": [str(beta.numerator), str(beta.denominator)],
        "scans": drawn_scans,
        "draws": _draws(result, made) if order.kind is OrderKind.RANDOM else [],
    }


def _draws(result: Run, made: list[Update]) -> list[int]:
    """Which of the mistakes, in the order of the data, each update picked."""
    state, found = result.problem.start, []
    for event in made:
        mistakes = [i for i, _ in mistakes_of(result.problem, state)]
        found.append(mistakes.index(event.terms[0].example))
        state = State(event.weights, event.offset)
    return found


# --- the file -----------------------------------------------------------------------------------


def vectors() -> dict[str, object]:
    """All cases, numbered from 1, with the meaning of every flag."""
    cases: list[dict[str, object]] = []
    for source in sources():
        for comment, conventions, flags in choices():
            variants = [(comment, conventions, flags)]
            variants += [
                (f"{comment}, {c}", v, (*flags, *f)) for c, v, f in starts(conventions, source.data.dimension)
            ]
            for words, chosen, seen in variants:
                found = case(source, words, chosen, seen)
                if found is not None:
                    cases.append({"number": len(cases) + 1, **found})
    return {
        "algorithm": "perceptron",
        "schema": "vectors_schema.json",
        "version": __version__,
        "count": len(cases),
        "notes": FLAGS,
        "cases": cases,
    }


def vectors_text() -> str:
    """The file, one case per line."""
    record = vectors()
    cases = record.pop("cases")
    head = json.dumps(record, ensure_ascii=False, indent=1)
    lines = ",\n".join(json.dumps(c, ensure_ascii=False) for c in cases) if isinstance(cases, list) else ""
    return head[:-2] + ',\n "cases": [\n' + lines + "\n ]\n}\n"


def write_vectors(path: Path) -> int:
    """Write the file and say how many cases it holds."""
    text = vectors_text()
    write_whole(path, text)
    return text.count('{"number": ')
