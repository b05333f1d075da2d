"""Which invariants apply to a run, and why the others do not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from verified_perceptron.conventions import (
    ConstantRate,
    Correction,
    FixedMargin,
    GroupKind,
    RelativeMargin,
)
from verified_perceptron.exact import Number, Root
from verified_perceptron.invariants.any_data import MachineMonitor, SlackMonitor
from verified_perceptron.invariants.convergence import CombinationMonitor, GrowthMonitor, ProgressMonitor
from verified_perceptron.invariants.definition import MistakeMonitor, SkippedMonitor, StepMonitor
from verified_perceptron.invariants.folding import FoldingMonitor
from verified_perceptron.invariants.margin import (
    FixedMarginCombinationMonitor,
    FixedMarginGrowthMonitor,
    MarginCombinationMonitor,
    MarginGrowthMonitor,
)
from verified_perceptron.invariants.monitor import (
    InvariantViolation,
    Monitor,
    Separator,
)
from verified_perceptron.problem import Problem
from verified_perceptron.trace import Event


class Level(Enum):
    """How often the invariants are checked."""

    EVERY = "every"
    """After each update."""
    FINAL = "final"
    """After the last update."""
    OFF = "off"


STATEMENTS = {
    monitor.name: monitor.statement
    for monitor in (
        StepMonitor,
        MistakeMonitor,
        SkippedMonitor,
        ProgressMonitor,
        GrowthMonitor,
        CombinationMonitor,
        FoldingMonitor,
        SlackMonitor,
        MachineMonitor,
    )
}
"""The invariants by name, as they are for the perceptron without a margin."""


@dataclass(frozen=True)
class Watch:
    """The monitors of a run, and why each of the other invariants is not checked."""

    monitors: tuple[Monitor, ...]
    unchecked: dict[str, str]


def watch(problem: Problem, separator: Separator | None, level: Level = Level.EVERY) -> Watch:
    """All monitors that apply to a run of this problem at this level."""
    if level is Level.OFF:
        return Watch((), dict.fromkeys(STATEMENTS, "contracts are off"))
    monitors: list[Monitor] = []
    unchecked: dict[str, str] = {}
    for name, found in _applicable(problem, separator):
        if isinstance(found, Monitor) and level is Level.FINAL and found.watches_every_example:
            unchecked[name] = "only at the level every"
        elif isinstance(found, Monitor):
            monitors.append(found)
        else:
            unchecked[name] = found
    return Watch(tuple(monitors), unchecked)


def _applicable(problem: Problem, separator: Separator | None) -> Iterator[tuple[str, Monitor | str]]:
    """For each invariant its monitor, or the reason why it does not apply."""
    conventions = problem.conventions
    from_zero = not any(problem.start.weights) and not problem.start.offset
    constant = isinstance(conventions.rate, ConstantRate)
    yield "step", StepMonitor(problem)
    yield "folding", FoldingMonitor(problem) if problem.fold_sq else "there is no offset"
    if conventions.correction is Correction.RESIDUAL:
        for name in ("mistake", "skipped", "progress", "growth", "combination", "slack", "machine"):
            yield name, "the delta rule corrects every example, mistake or not"
        return
    yield "mistake", MistakeMonitor(problem)
    yield "skipped", SkippedMonitor(problem)
    if separator is None or separator.gamma <= 0:
        reason = "no separator is known" if separator is None else "the given weights do not separate the data"
        yield "progress", reason
        yield "combination", reason
    else:
        yield "progress", ProgressMonitor(problem, separator)
    match conventions.margin:
        case None:
            yield "growth", GrowthMonitor(problem)
            yield "machine", MachineMonitor(problem)
            if separator is not None and separator.gamma > 0:
                yield "combination", CombinationMonitor(problem, separator)
        case FixedMargin(tau):
            scaled_tau = tau * problem.score_scale
            yield "growth", FixedMarginGrowthMonitor(problem, scaled_tau)
            yield "machine", "the growth of the margin perceptron is another"
            if separator is not None and separator.gamma > 0:
                yield (
                    "combination",
                    (
                        FixedMarginCombinationMonitor(problem, separator, scaled_tau)
                        if from_zero
                        else "T4 starts from zero"
                    ),
                )
        case RelativeMargin(beta):
            scaled_beta = beta * problem.data.denominator
            yield "machine", "the growth of the margin perceptron is another"
            yield from _margin_monitors(problem, separator, scaled_beta, from_zero and constant)
    if (
        conventions.group.kind is not GroupKind.ONLINE
        or conventions.margin is not None
        or not (from_zero and constant)
    ):
        yield "slack", "T11 speaks of online updates at a constant rate from zero"
    elif separator is None:
        yield "slack", "no weights are known to compare with"
    else:
        margins = [y * problem.score(separator.state, i) for i, (_, y) in enumerate(problem.examples)]
        positive = [margin for margin in margins if margin > 0]
        yield (
            "slack",
            (
                SlackMonitor(problem, separator, min(positive))
                if positive
                else "the given weights classify no example correctly"
            ),
        )


def _margin_monitors(
    problem: Problem, separator: Separator | None, beta: Number, applies: bool
) -> Iterator[tuple[str, Monitor | str]]:
    if not applies:
        yield "growth", "T4 starts from zero, at a constant rate"
    elif beta * beta > problem.radius_sq:
        yield "growth", "β exceeds R, so no data have this margin"
    else:
        yield "growth", MarginGrowthMonitor(problem, beta)
    if separator is None or separator.gamma <= 0:
        return
    if not applies:
        yield "combination", "T4 starts from zero, at a constant rate"
    elif Root.quotient(separator.gamma, separator.norm_sq) <= beta:
        yield "combination", "β is not below the separator's margin, so T4 bounds nothing"
    else:
        yield "combination", MarginCombinationMonitor(problem, separator, beta)


def violations(
    problem: Problem, events: Iterable[Event], separator: Separator | None
) -> dict[str, InvariantViolation]:
    """For each invariant that a stream breaks, the first place where it does."""
    monitors = watch(problem, separator).monitors
    found: dict[str, InvariantViolation] = {}
    for event in events:
        for monitor in monitors:
            if monitor.name not in found:
                monitor.observe(event)
                try:
                    monitor.check()
                except InvariantViolation as violation:
                    found[monitor.name] = violation
    return found
