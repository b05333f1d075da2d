"""Does an implementation follow given conventions?

Yes, on every data set of the distinguishing set and on the first small data sets in order of size; or no, with
the smallest data set on which it departs, the first wrong update, and the rule it breaks.  The weights may differ
from the conventions' by one positive factor, the rate, where theory says so (T2).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice

from verified_perceptron.conventions import ConstantRate, ConventionError, Conventions, Folding, Predictor, Stop
from verified_perceptron.exact import number_text
from verified_perceptron.oracle.departure import (
    SLOW,
    SMALL_DATA_SETS,
    Departure,
    Subject,
    agrees,
    ends,
    explain,
    in_order_of_size,
    smallest_departure,
)
from verified_perceptron.oracle.identify import ALL_DATA, RATE_PROBE
from verified_perceptron.oracle.replay import is_scale_free, readable
from verified_perceptron.oracle.rounding import Rounding, look_at_rounding
from verified_perceptron.oracle.targets import Labels, Refused, Target, TargetError

LEAST_CHECKED = 100
"""A target conforms only after so many data sets, however slow it is."""


@dataclass(frozen=True)
class Conformance:
    """The answer: no departure was found on so many data sets, or this one."""

    checked: int
    labels: Labels
    rate: Fraction | None
    departure: Departure | None
    rounding: tuple[Rounding, ...] = ()

    @property
    def conforms(self) -> bool:
        """No departure was found."""
        return self.departure is None

    def __str__(self) -> str:
        if self.departure is None:
            rate = f", at the rate {number_text(self.rate)}" if self.rate is not None and self.rate != 1 else ""
            return f"conforms on {self.checked} data sets{rate}"
        found = self.departure
        points = "; ".join(
            f"({', '.join(map(number_text, x))}) {'+' if y > 0 else '−'}"
            for x, y in zip(found.data.points, found.data.labels, strict=True)
        )
        said = "nothing" if found.answer is None else f"({', '.join(map(readable, found.answer.numbers))})"
        expected = ", ".join(map(number_text, found.expected))
        return (
            f"departs on {points}: it answers {said}, the conventions ({expected}); "
            f"{found.rule}: {found.reason} ({found.place})"
        )


def conform(
    target: Target,
    conventions: Conventions,
    count: int = SMALL_DATA_SETS,
    progress: Callable[[str], None] = lambda _: None,
) -> Conformance:
    """Hold the target to the conventions, on the distinguishing data sets and the `count` smallest.

    Raises `TargetError` when the target gives no usable answers at all, and `ConventionError` when these
    conventions come to an end on no data set, so that there is nothing to compare.
    """
    stop = conventions.stop.passes
    # The oracle reads weights: a cycle, or a prediction at zero, does not show in them.
    held = replace(conventions, stop=Stop(cycle=False), folding=_visible_folding(conventions))
    if held.predictor is Predictor.VOTED:
        held = replace(held, predictor=Predictor.LAST)
    parameters = target.parameters()
    best: Conformance | None = None
    problem: TargetError | None = None
    for labels in Labels:
        subject = Subject(target, held, labels, {}, parameters)
        try:
            # Labels that a target does not understand may well send it into an endless loop.
            with target.impatient() if best is not None else nullcontext():
                found = _hold(subject, stop, count, progress)
        except TargetError as error:
            problem = problem or error
            continue
        if found.conforms:
            rounding = look_at_rounding(target, held, labels, {})
            return replace(found, rounding=rounding)
        if best is None or found.checked > best.checked:
            best = found
    if best is None:
        raise problem if problem is not None else TargetError(f"{target.name} answers nothing")
    return best


def _visible_folding(conventions: Conventions) -> Folding:
    return conventions.folding if conventions.margin is not None else Folding.EXPLICIT


def _hold(subject: Subject, stop: int | None, count: int, progress: Callable[[str], None]) -> Conformance:
    factor = _rate_of(subject, stop)
    checked = 0
    refusal: Refused | None = None
    ended = False
    deadline = time.monotonic() + SLOW
    for number, data in enumerate((*ALL_DATA, *islice(in_order_of_size(), count))):
        progress(f"data set {number + 1} of {len(ALL_DATA) + count}")
        if number >= len(ALL_DATA):
            if not checked and refusal is not None:
                # It refuses all data of two classes in this kind of labels.
                raise refusal
            if checked >= LEAST_CHECKED and time.monotonic() > deadline:
                break
        if not ends(data, subject.conventions, stop):
            continue
        ended = True
        try:
            answer = subject.ask(data)
        except Refused as error:
            refusal = refusal or error
            continue
        except TargetError as error:
            if not checked:
                raise
            return Conformance(checked, subject.labels, factor, explain(subject, data, stop, factor, str(error)))
        if answer.weights is None:
            raise TargetError(f"{subject.target.name} gives predictions and no weights, and weights are compared")
        same, factor = agrees(subject.conventions, data, answer, stop, factor)
        if not same:
            departure = smallest_departure(subject, stop, [data], factor, None, count, progress)
            if departure is None:
                departure = explain(subject, data, stop, factor, answer)
            return Conformance(checked, subject.labels, factor, departure)
        checked += 1
    if not ended:
        raise ConventionError(
            "these conventions come to no quiet pass; say after how many passes it stops (--epochs)"
        )
    return Conformance(checked, subject.labels, factor, None)


def _rate_of(subject: Subject, stop: int | None) -> Fraction | None:
    """The rate, read off the first correction; 1 where it is no mere factor, None where it does not show."""
    if not is_scale_free(subject.conventions) or not isinstance(subject.conventions.rate, ConstantRate):
        return Fraction(1)
    try:
        answer = subject.ask(RATE_PROBE)
    except Refused:
        return None
    same, factor = agrees(subject.conventions, RATE_PROBE, answer, stop, None)
    return factor if same else None
