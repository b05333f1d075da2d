"""The conventions in float64, as a program without exact numbers would run them.

Inside the bound of T12 this is the exact run, number for number.  Outside it (a rate of 0.1, a start drawn from
a normal distribution, data in tenths) rounding may change which examples are mistakes; an implementation that
agrees with this replay, and not with the exact run, differs by rounding and by nothing else.

Scores are summed from left to right and the offset is added last; a correction is (rate · (t−o)) · x.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from verified_perceptron.algorithms.orders import chunks, scans
from verified_perceptron.algorithms.pick import pick
from verified_perceptron.conventions import (
    PICKS,
    Conventions,
    Correction,
    FixedMargin,
    GivenStart,
    GroupKind,
    Offset,
    RandomStart,
    RelativeMargin,
    Tie,
    ZeroStart,
    rate_at,
)
from verified_perceptron.data import Dataset


class FloatState(NamedTuple):
    """Weights and offset after a pass, and whether the pass changed anything."""

    weights: tuple[float, ...]
    offset: float
    quiet: bool


class _Run:
    """The weights of a float64 run, and its decisions."""

    def __init__(self, data: Dataset, conventions: Conventions) -> None:
        self.conventions = conventions
        self.rows = [[v.numerator / v.denominator for v in x] for x in data.points]
        self.labels = data.labels
        radius_sq = max(sum(v * v for v in x) for x in self.rows)
        self.offset_step = {Offset.NONE: 0.0, Offset.UNIT: 1.0, Offset.RADIUS: radius_sq}[conventions.offset]
        self.w, self.b = _start(conventions, data.dimension)
        self.k = 0

    def score(self, i: int) -> float:
        total = 0.0
        for a, v in zip(self.w, self.rows[i], strict=True):
            total += a * v
        return total + self.b

    def difference(self, i: int) -> float:
        """What multiplies x in a correction: y, t−o, or t−f; zero where there is no mistake."""
        y, score = self.labels[i], self.score(i)
        match self.conventions.correction:
            case Correction.RESIDUAL:
                return y - score
            case Correction.TARGET_SIGN:
                return float(y - ((score > 0) - (score < 0)))
            case Correction.LABEL:
                return float(y) if self.is_mistake(y, score) else 0.0
            case Correction.TARGET_OUTPUT:
                return 2.0 * y if self.is_mistake(y, score) else 0.0

    def is_mistake(self, y: int, score: float) -> bool:
        match self.conventions.margin:
            case FixedMargin(tau):
                return y * score <= float(tau)
            case RelativeMargin(beta):
                # The length of the folded weights (w, b/c), where a correction moves b by c².
                folded = self.b / math.sqrt(self.offset_step) if self.offset_step else 0.0
                return y * score <= float(beta) * math.hypot(*self.w, folded)
            case None:
                pass
        match self.conventions.tie:
            case Tie.MISTAKE:
                return y * score <= 0
            case Tie.CORRECT:
                return y * score < 0
            case Tie.PLUS:
                return (1 if score >= 0 else -1) != y
            case Tie.MINUS:
                return (1 if score > 0 else -1) != y

    def correct(self, examples: Sequence[int]) -> bool:
        """Correct these examples together; False when none of them asks for it."""
        differences = [self.difference(i) for i in examples]
        wrong = sum(1 for difference in differences if difference)
        if not wrong:
            return False
        self.k += 1
        rate = float(rate_at(self.conventions.rate, self.k))
        if self.conventions.group.kind is GroupKind.MEAN_BATCH:
            rate /= wrong
        for i, difference in zip(examples, differences, strict=True):
            if difference:
                update = rate * difference
                self.w = tuple(a + update * v for a, v in zip(self.w, self.rows[i], strict=True))
                self.b += update * self.offset_step
        return True


def _start(conventions: Conventions, dimension: int) -> tuple[tuple[float, ...], float]:
    match conventions.start:
        case ZeroStart() | RandomStart():
            return (0.0,) * dimension, 0.0
        case GivenStart(weights, offset):
            return tuple(map(float, weights)), float(offset)


def float_passes(data: Dataset, conventions: Conventions) -> Iterator[FloatState]:
    """The state after each pass, for ever.  A random start is not replayed: pass the start it drew."""
    run = _Run(data, conventions)
    everything = range(len(data))
    draw = random.Random(conventions.order.seed)
    if conventions.order.kind in PICKS:
        while True:
            scored = [(i, run.labels[i] * run.score(i)) for i in everything if run.difference(i)]
            exact_scores = [(i, Fraction(score)) for i, score in scored]
            changed = bool(scored) and run.correct([pick(conventions.order.kind, exact_scores, draw)])
            yield FloatState(run.w, run.b, not changed)
    group = conventions.group
    size = {
        GroupKind.ONLINE: 1,
        GroupKind.MINI_BATCH: group.size,
        GroupKind.BATCH: len(data),
        GroupKind.MEAN_BATCH: len(data),
    }[group.kind]
    for scan in scans(conventions.order, len(data)):
        changes = [run.correct(chunk) for chunk in chunks(scan, size)]
        yield FloatState(run.w, run.b, not any(changes))


def first_passes(data: Dataset, conventions: Conventions, limit: int) -> list[FloatState]:
    """The passes up to the first quiet one, at most so many."""
    found: list[FloatState] = []
    for state in itertools.islice(float_passes(data, conventions), limit):
        found.append(state)
        if state.quiet or not all(map(math.isfinite, (*state.weights, state.offset))):
            break
    return found
