"""A run: an algorithm's stream of updates, read under contract until it ends.

Algorithms never stop by themselves; the conventions' stopping rules are applied here, once, for all of them.
Integer data that cannot be separated bring the weights back to where they were (T7).  Brent's method sees it
with two sets of weights in memory, and the updates in between are the proof (T6): how often each example was
corrected is a non-negative combination of the y·x that cancels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum

from verified_perceptron.algorithms import updates
from verified_perceptron.algorithms.voted import Survival, Survivor
from verified_perceptron.conventions import DEFAULT, Conventions, Correction, Predictor
from verified_perceptron.data import Dataset
from verified_perceptron.exact import Number, add_scaled
from verified_perceptron.invariants import Level, Monitor, Separator, Watch, watch
from verified_perceptron.problem import Hypothesis, Problem, State, pose
from verified_perceptron.steps import cancelling_multipliers
from verified_perceptron.trace import Event, PassEnd, Update

PASSES_WITHOUT_GUARANTEE = 1000
"""Where no theorem says that a run ends (varying rates, margins, the delta rule) it is capped at this."""


class Outcome(Enum):
    """How a run ended."""

    CONVERGED = "converged"
    """A whole pass went by without an update."""
    CYCLED = "cycled"
    """The weights came back: the data are not separable."""
    STOPPED = "stopped"
    """A limit was reached first."""


@dataclass(frozen=True)
class Cycle:
    """The weights after two passes are equal; in between, example i was added multipliers[i] times."""

    first_pass: int
    last_pass: int
    multipliers: tuple[int, ...]


@dataclass(frozen=True)
class Run:
    """What a run did and found.  Weights and offset are in the data's own units."""

    problem: Problem
    outcome: Outcome
    updates: int
    passes: int
    final: State
    cycle: Cycle | None
    separator: Separator | None
    monitors: tuple[Monitor, ...]
    """The invariants the run was held to."""
    checks: dict[str, int]
    """How often each of them was checked."""
    unchecked: dict[str, str]
    """Why each of the others was not."""
    survivors: tuple[Survivor, ...] = ()
    """Every weight vector and its count, where the conventions let all of them predict."""

    @property
    def hypothesis(self) -> Hypothesis:
        """The final weights and offset."""
        return self.problem.hypothesis(self.final)

    @property
    def separates(self) -> bool:
        """The final weights put every example strictly on its own side."""
        examples = self.problem.examples
        return all(y * self.problem.score(self.final, i) > 0 for i, (_, y) in enumerate(examples))


def run(
    data: Dataset,
    conventions: Conventions = DEFAULT,
    *,
    contracts: Level = Level.EVERY,
    separator: Hypothesis | None = None,
    on_event: Callable[[Event], None] | None = None,
) -> Run:
    """Run the algorithm that the conventions name, checking the proof's invariants as the level says.

    Raises `InvariantViolation` if one of them breaks.  `on_event` sees every update and every end of a pass.
    """
    problem = pose(data, conventions)
    known = Separator.of(separator, problem) if separator is not None else None
    return supervise(problem, updates(problem), separator=known, contracts=contracts, on_event=on_event)


def supervise(
    problem: Problem,
    events: Iterable[Event],
    *,
    separator: Separator | None = None,
    contracts: Level = Level.EVERY,
    on_event: Callable[[Event], None] | None = None,
) -> Run:
    """Read any stream of updates and passes as a run of this problem, until one of its stopping rules applies.

    A stream that ends by itself counts as stopped.
    """
    contract = _Contract(watch(problem, separator, contracts), contracts)
    stop = problem.conventions.stop
    pass_limit = stop.passes
    if pass_limit is None and not problem.conventions.ends_by_itself and stop.updates is None:
        pass_limit = PASSES_WITHOUT_GUARANTEE
    cycle_watch = _CycleWatch(problem)
    survival = Survival(problem) if problem.conventions.predictor is not Predictor.LAST else None
    state = pass_start = problem.start
    k = passes = pass_updates = 0
    outcome, cycle = Outcome.STOPPED, None
    for event in events:
        if on_event is not None:
            on_event(event)
        contract.observe(event)
        if survival is not None:
            survival.observe(event)
        state = State(event.weights, event.offset)
        if isinstance(event, Update):
            k = event.k
            passes = event.pass_number
            pass_updates += 1
            cycle_watch.observe(event)
            if stop.updates is not None and k >= stop.updates:
                break
            continue
        passes = event.pass_number
        if pass_updates == 0 and (stop.quiet or passes == pass_limit):
            outcome = Outcome.CONVERGED
            break
        if stop.cycle and (cycle := cycle_watch.at_pass_end(event)) is not None:
            outcome = Outcome.CYCLED
            break
        if passes == pass_limit or _is_small_change(problem, pass_start, state):
            break
        pass_start, pass_updates = state, 0
    contract.finish()
    return Run(
        problem,
        outcome,
        k,
        passes,
        state,
        cycle,
        separator,
        contract.watch.monitors,
        contract.checks,
        contract.watch.unchecked,
        tuple(survival.survivors) if survival is not None else (),
    )


def _is_small_change(problem: Problem, before: State, after: State) -> bool:
    limit = problem.conventions.stop.small_change
    if limit is None:
        return False
    change = add_scaled(after.weights, -1, before.weights)
    return problem.inner(change, change) < (limit * problem.weight_scale) ** 2


@dataclass
class _Contract:
    """Applies the monitors as often as the level says, and counts."""

    watch: Watch
    level: Level
    checks: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.checks = {monitor.name: 0 for monitor in self.watch.monitors}

    def observe(self, event: Event) -> None:
        for monitor in self.watch.monitors:
            monitor.observe(event)
        if self.level is Level.EVERY:
            self._check(count=isinstance(event, Update))

    def finish(self) -> None:
        if self.level is Level.FINAL:
            self._check(count=True)

    def _check(self, count: bool) -> None:
        for monitor in self.watch.monitors:
            monitor.check()
            self.checks[monitor.name] += count


class _CycleWatch:
    """Brent's method on the weights at the ends of passes.

    One earlier state is kept, renewed after 1, 2, 4, … passes, and how much of each example has been added
    since.  Once the run is in a cycle of length λ, some kept state lies in it and at least λ passes before the
    next renewal, so the return is seen.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self._keep(0, problem.start, patience=1)

    def _keep(self, pass_number: int, state: State, patience: int) -> None:
        self.kept_pass, self.kept, self.patience = pass_number, state, patience
        self.added: dict[int, Number] = {}

    def observe(self, update: Update) -> None:
        for i, coefficient in update.terms:
            self.added[i] = self.added.get(i, 0) + coefficient

    def at_pass_end(self, end: PassEnd) -> Cycle | None:
        state = State(end.weights, end.offset)
        if state == self.kept and self.added:
            if self.problem.conventions.correction is Correction.RESIDUAL:
                return None
            vectors = [tuple(y * v for v in (*x, self.problem.offset_step)) for x, y in self.problem.examples]
            multipliers = cancelling_multipliers([self.added.get(i, 0) for i in range(len(vectors))], vectors)
            return Cycle(self.kept_pass, end.pass_number, multipliers)
        if end.pass_number - self.kept_pass == self.patience:
            self._keep(end.pass_number, state, 2 * self.patience)
        return None
