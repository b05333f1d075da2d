"""The conventions that an implementation is compared with, one for each class of equivalent ones.

Two conventions may be the same program as far as any answer can show.  These equivalences are theorems or
follow from the definitions, and only one of each pair is in the space:

- `stream` is `cyclic` counted otherwise; a mini-batch of one is `online`.
- A folded offset is an explicit one (T3); the fold shows in the shape of the answer, not in its numbers.
- From a zero start the rate is a factor (T2), and (t−o)·x with o = ±1 is y·x at twice the rate (T10).
- From a zero start, if a tie is `correct`, nothing is ever corrected, whatever the other choices are.
- The rule (t−o)·x with sign(0) = 0 and the delta rule do not ask the tie rule.
- For the last weights, passes after a quiet one change nothing: `quiet pass or N passes` is `N passes`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from verified_perceptron.conventions import (
    ConstantRate,
    Conventions,
    Correction,
    FixedMargin,
    Folding,
    Group,
    GroupKind,
    HarmonicRate,
    Margin,
    Offset,
    Order,
    OrderKind,
    Predictor,
    Rate,
    RelativeMargin,
    Start,
    Stop,
    Tie,
    ZeroStart,
)

UNTIL_QUIET = Stop(cycle=False)

GROUPS = (
    Group(),
    Group(GroupKind.MINI_BATCH, 2),
    Group(GroupKind.MINI_BATCH, 3),
    Group(GroupKind.BATCH),
    Group(GroupKind.MEAN_BATCH),
)
MARGINS: tuple[Margin, ...] = (
    FixedMargin(Fraction(1)),
    RelativeMargin(Fraction(1, 10)),
    RelativeMargin(Fraction(1, 2)),
)
"""The margins looked for; there are infinitely many others."""
DELTA_RATES = tuple(Fraction(1, n) for n in (1, 2, 4, 8, 16, 10, 100, 1000))
"""The rates of the delta rule looked for: there the rate is no mere factor."""
DRAWN_ORDERS = (OrderKind.SHUFFLED, OrderKind.RANDOM)


def space() -> tuple[Conventions, ...]:
    """Every class of conventions with a zero start and a fixed order, the common ones first."""
    found = [*perceptrons(ZeroStart()), *_margins(), *_delta()]
    never = Conventions(tie=Tie.CORRECT, stop=UNTIL_QUIET)
    return (*(c for c in found if c.tie is not Tie.CORRECT), never)


def perceptrons(start: Start, rate: Fraction = Fraction(1)) -> Iterator[Conventions]:
    """The perceptrons from this start: ties × offsets × groups or picks × rates × corrections × predictors."""
    rates: tuple[Rate, ...] = (ConstantRate(rate), HarmonicRate(rate))
    base = Conventions(start=start, rate=rates[0], stop=UNTIL_QUIET)
    for offset in (Offset.UNIT, Offset.NONE, Offset.RADIUS):
        for tie in Tie:
            for rate_kind in rates:
                shared = replace(base, tie=tie, offset=offset, rate=rate_kind)
                for group in GROUPS:
                    yield replace(shared, group=group)
                for kind in (OrderKind.FIRST, OrderKind.LAST, OrderKind.WORST):
                    yield replace(shared, order=Order(kind))
            for predictor in (Predictor.AVERAGED, Predictor.VOTED):
                yield replace(base, tie=tie, offset=offset, predictor=predictor)
        for group in GROUPS[:-1]:
            for rate_kind in rates:
                yield replace(base, offset=offset, rate=rate_kind, group=group, correction=Correction.TARGET_SIGN)


def _margins() -> Iterator[Conventions]:
    for margin in MARGINS:
        for offset in Offset:
            folding = Folding.EXPLICIT if offset is Offset.NONE else Folding.LAST
            yield Conventions(margin=margin, offset=offset, folding=folding, stop=UNTIL_QUIET)


def _delta() -> Iterator[Conventions]:
    for rate in DELTA_RATES:
        for group in (GROUPS[0], GROUPS[3]):
            for offset in Offset:
                yield Conventions(
                    offset=offset,
                    group=group,
                    rate=ConstantRate(rate),
                    correction=Correction.RESIDUAL,
                    stop=UNTIL_QUIET,
                )


def drawn() -> Iterator[Conventions]:
    """The perceptrons from zero whose order is drawn."""
    for kind in DRAWN_ORDERS:
        for offset in (Offset.UNIT, Offset.NONE, Offset.RADIUS):
            for tie in (Tie.MISTAKE, Tie.PLUS, Tie.MINUS):
                yield Conventions(tie=tie, offset=offset, order=Order(kind), stop=UNTIL_QUIET)
