"""What conventions predict of a data set: the weights after each pass, and what an answer says about the stop.

An implementation shows only its last weights.  If they are those after pass p of some conventions, then either
it stopped after p passes, or p lies at or after the quiet pass and it may have stopped anywhere from there on.
Comparison is equality of exact numbers, up to one positive factor where the theory says that the rate is only
a factor (T2: from a zero start, without a fixed margin).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import gcd

from verified_perceptron.algorithms import updates
from verified_perceptron.algorithms.voted import Survival, Survivor, vote
from verified_perceptron.conventions import (
    ConstantRate,
    Conventions,
    Correction,
    FixedMargin,
    GivenStart,
    GroupKind,
    HarmonicRate,
    ListedRate,
    OrderKind,
    Predictor,
    SignZero,
    ZeroStart,
    is_mistake,
)
from verified_perceptron.data import Dataset
from verified_perceptron.exact import Number, Vector, add_scaled, common_denominator, number_text
from verified_perceptron.margins import predict
from verified_perceptron.oracle.float64 import first_passes
from verified_perceptron.oracle.targets import Answer, Shape
from verified_perceptron.problem import Hypothesis, Problem, State, pose
from verified_perceptron.run import PASSES_WITHOUT_GUARANTEE
from verified_perceptron.trace import PassEnd, Update

PASSES = 400
"""How many passes of a small data set are compared."""
LONG_PASSES = 4000
"""How many passes of the clock are."""
EXACT_RESIDUAL_PASSES = 6
"""The delta rule's exact numbers grow with every pass; later passes are compared with its float64 replay."""
EXACT_BITS = 45
"""Numbers of the exact run below 2⁴⁵ leave float64 room for every sum of products with small integers (T12)."""
SHORT_BITS = 8
DRAWN_PASSES = 60
AVERAGED_PASSES = 100
"""How many passes of an averaged run are compared: its sums go on changing after the quiet pass."""
MAX_STATES = 3000
"""Where draws lead to more states than this, they are no longer followed."""


def is_scale_free(conventions: Conventions) -> bool:
    """A constant rate changes the weights by one positive factor and nothing else (T2)."""
    return (
        isinstance(conventions.start, ZeroStart)
        and not isinstance(conventions.margin, FixedMargin)
        and conventions.correction is not Correction.RESIDUAL
    )


@dataclass(frozen=True)
class Ray:
    """Numbers up to a positive factor: coprime integers, and the factor."""

    direction: tuple[int, ...]
    factor: Fraction

    @staticmethod
    def of(numbers: Vector) -> Ray:
        """numbers = factor · direction."""
        denominator = common_denominator(numbers)
        whole = [int(v * denominator) for v in numbers]
        divisor = gcd(*whole)
        if not divisor:
            return Ray(tuple(whole), Fraction(0))
        return Ray(tuple(v // divisor for v in whole), Fraction(divisor, denominator))


def readings(answer: Answer, dimension: int) -> Iterator[tuple[Shape, Vector]]:
    """The ways to read the answer as weights and offset."""
    if answer.weights is None:
        return
    if answer.offset is not None:
        yield Shape.APART, (*answer.weights, answer.offset)
    elif len(answer.weights) == dimension:
        yield Shape.NONE, (*answer.weights, Fraction(0))
    else:
        yield Shape.LAST, answer.weights
        yield Shape.FIRST, (*answer.weights[1:], answer.weights[0])


@dataclass(frozen=True)
class Match:
    """An answer agrees with the weights after one of these passes, or after any from `onwards`."""

    passes: frozenset[int]
    onwards: int | None
    factors: frozenset[Fraction] | None
    """The rates at which it agrees; None where any will do."""
    shape: Shape
    arithmetic: str
    at_quiet: bool
    """It agrees with the weights after the first quiet pass."""

    def allows(self, passes: int | None) -> bool:
        """A run stopped after so many passes (None: at the quiet pass) would have answered so."""
        if passes is None:
            return self.at_quiet
        return passes in self.passes or (self.onwards is not None and passes >= self.onwards)


@dataclass(frozen=True)
class Path:
    """The weights that predict, after each pass; the last pass is quiet, or the path is cut there."""

    after: tuple[Vector, ...]
    quiet: bool
    step: Vector | None = None
    """What each further pass adds to a sum of weights (the averaged perceptron); None when nothing changes."""
    rounds: int = 0
    """How many examples a pass looks at."""
    last: tuple[Vector, ...] = ()
    """The weights themselves, where `after` is their sum."""
    dyadic_steps: bool = True
    """Every coefficient of every correction is a dyadic."""

    @cached_property
    def rays(self) -> tuple[Ray, ...]:
        """Each pass up to a positive factor."""
        return tuple(map(Ray.of, self.after))

    @cached_property
    def is_float_exact(self) -> bool:
        """Every number is a dyadic that float64 holds with room to spare."""
        return self.dyadic_steps and all(
            is_dyadic(v) and abs(v.numerator).bit_length() < EXACT_BITS for vector in self.after for v in vector
        )


def is_dyadic(value: Number) -> bool:
    """The denominator is a power of two."""
    return value.denominator & (value.denominator - 1) == 0


@lru_cache(maxsize=20_000)
def exact_path(data: Dataset, conventions: Conventions, limit: int = PASSES) -> Path:
    """The reference's run."""
    problem = pose(data, conventions)
    averaged = conventions.predictor is Predictor.AVERAGED
    if conventions.correction is Correction.RESIDUAL:
        limit = min(limit, EXACT_RESIDUAL_PASSES)
    if conventions.margin is not None:
        limit = max(limit, PASSES_WITHOUT_GUARANTEE)
    after: list[Vector] = []
    last: list[Vector] = []
    current = _flat(problem, problem.start)
    total, seen, quiet, pass_updates, dyadic = current, 0, False, 0, True
    for event in updates(problem):
        new = _flat(problem, State(event.weights, event.offset))
        if isinstance(event, Update):
            pass_updates += 1
            dyadic = dyadic and all(is_dyadic(coefficient) for _, coefficient in event.terms)
            total = add_scaled(add_scaled(total, event.round - 1 - seen, current), 1, new)
        else:
            total = add_scaled(total, event.round - seen, current)
            after.append(total if averaged else new)
            last.append(new)
            quiet, pass_updates = pass_updates == 0, 0
            if quiet or event.pass_number >= limit:
                break
        seen, current = event.round, new
    count = len(data)
    step = add_scaled((0,) * len(current), count, current) if averaged else None
    return Path(tuple(after), quiet, step, count, tuple(last) if averaged else (), dyadic)


def _flat(problem: Problem, state: State) -> Vector:
    hypothesis = problem.hypothesis(state)
    return (*hypothesis.weights, hypothesis.offset)


@lru_cache(maxsize=20_000)
def float_path(data: Dataset, conventions: Conventions, limit: int = PASSES) -> Path:
    """The float64 replay."""
    states = first_passes(data, conventions, limit)
    finite = [state for state in states if all(abs(v) < 1e300 for v in (*state.weights, state.offset))]
    vectors = tuple((*map(Fraction, state.weights), Fraction(state.offset)) for state in finite)
    return Path(vectors, bool(finite) and finite[-1].quiet)


# --- matching -----------------------------------------------------------------------------------


def at_rate(conventions: Conventions, rate: Fraction) -> Conventions:
    """The same at a multiple of the rate."""
    match conventions.rate:
        case ConstantRate(value):
            return replace(conventions, rate=ConstantRate(rate * value))
        case HarmonicRate(scale):
            return replace(conventions, rate=HarmonicRate(rate * scale))
        case ListedRate(values):
            return replace(conventions, rate=ListedRate(tuple(rate * value for value in values)))


def is_short(value: Fraction) -> bool:
    """A dyadic of few bits, with which float64 computes exactly on small integers."""
    return is_dyadic(value) and abs(value.numerator).bit_length() <= SHORT_BITS


def readable(value: Number) -> str:
    """A number of a target on the screen: exact if it is short or whole, else the float64 that it is."""
    fraction = Fraction(value)
    if fraction.denominator == 1 or is_short(fraction) or Fraction(float(fraction)) != fraction:
        return number_text(fraction)
    return repr(float(fraction))


def has_short_start(conventions: Conventions) -> bool:
    """The start is zero or made of dyadics of few bits."""
    start = conventions.start
    return not isinstance(start, GivenStart) or all(map(is_short, (*start.weights, start.offset)))


def match(
    data: Dataset, conventions: Conventions, answer: Answer, rate: Fraction = Fraction(1), limit: int = PASSES
) -> Match | None:
    """How the answer agrees with these conventions, stopped after any pass; None when it does not.

    The exact run first, at any rate where the rate is only a factor; then, where its numbers do not fit
    float64, its float64 replay at this rate.
    """
    if conventions.predictor is not Predictor.LAST:
        averaged = conventions.predictor is Predictor.AVERAGED
        return _match_average(exact_path(data, conventions, limit), data, answer) if averaged else None
    free = is_scale_free(conventions)
    if not has_short_start(conventions):
        # The exact run from such a start has ever longer numbers, which no float64 program follows.
        for shape, numbers in readings(answer, data.dimension):
            found = _match_path(float_path(data, conventions, limit), False, numbers, shape, "float64")
            if found is not None:
                return found
        return None
    for shape, numbers in readings(answer, data.dimension):
        path = exact_path(data, conventions, limit)
        found = None
        if not (path.is_float_exact and is_short(rate)):
            found = _match_rounded(data, conventions, numbers, shape, rate, limit)
        found = found or _match_path(path, free, numbers, shape, "exact")
        if found is not None:
            return found
    return None


def _match_rounded(
    data: Dataset, conventions: Conventions, numbers: Vector, shape: Shape, rate: Fraction, limit: int
) -> Match | None:
    """The exact run with its numbers rounded in the end, or the run in float64."""
    free = is_scale_free(conventions)
    path = exact_path(data, conventions, limit)
    rounded = Path(tuple(_rounded(v, rate if free else 1) for v in path.after), path.quiet)
    replayed = float_path(data, at_rate(conventions, rate) if free else conventions, limit)
    found = _either(
        _match_path(rounded, False, numbers, shape, "exact, then rounded"),
        _match_path(replayed, False, numbers, shape, "float64"),
    )
    return replace(found, factors=frozenset({rate})) if found is not None and free else found


def _either(a: Match | None, b: Match | None) -> Match | None:
    """Rounding may end a run earlier or later than the exact one: what one of the two allows is possible."""
    if a is None or b is None:
        return a or b
    tails = [tail for tail in (a.onwards, b.onwards) if tail is not None]
    return replace(
        a, passes=a.passes | b.passes, onwards=min(tails, default=None), at_quiet=a.at_quiet or b.at_quiet
    )


def _rounded(vector: Vector, rate: Number) -> Vector:
    """rate · vector, each number rounded to float64."""
    return tuple(Fraction((rate * v).numerator / (rate * v).denominator) for v in vector)


def is_judged(data: Dataset, conventions: Conventions, limit: int = PASSES) -> bool:
    """A right implementation in float64 could not have answered otherwise.

    Outside the exact range the mean over a batch depends on the order of operations, so an answer that differs
    there refutes nothing.
    """
    if conventions.group.kind is not GroupKind.MEAN_BATCH:
        return True
    return exact_path(data, conventions, limit).is_float_exact


def _match_path(path: Path, free: bool, numbers: Vector, shape: Shape, arithmetic: str) -> Match | None:
    ray = Ray.of(numbers)
    passes: set[int] = set()
    factors: set[Fraction] = set()
    for number, (vector, own) in enumerate(zip(path.after, path.rays, strict=True), start=1):
        if free and ray.direction == own.direction:
            passes.add(number)
            if own.factor:
                factors.add(ray.factor / own.factor)
        elif not free and vector == numbers:
            passes.add(number)
    if not passes:
        return None
    onwards = None
    if path.quiet and len(path.after) in passes:
        # The pass before the quiet one ended with the same weights.
        onwards = max(1, len(path.after) - 1)
    return Match(
        frozenset(passes), onwards, frozenset(factors) or None, shape, arithmetic, at_quiet=onwards is not None
    )


def _match_average(path: Path, data: Dataset, answer: Answer) -> Match | None:
    for shape, numbers in readings(answer, data.dimension):
        direction = Ray.of(numbers).direction
        passes = {
            number
            for number, (total, last) in enumerate(_sums(path), start=1)
            if Ray.of(total).direction == direction or _is_rounded_mean(numbers, total, last, number * path.rounds)
        }
        if passes:
            at_quiet = path.quiet and len(path.after) in passes
            return Match(frozenset(passes), None, None, shape, "exact", at_quiet)
    return None


def _sums(path: Path) -> Iterator[tuple[Vector, Vector]]:
    yield from zip(path.after, path.last, strict=True)
    if path.quiet and path.step is not None:
        total = path.after[-1]
        for _ in range(len(path.after), AVERAGED_PASSES):
            total = add_scaled(total, 1, path.step)
            yield total, path.last[-1]


def _is_rounded_mean(numbers: Vector, total: Vector, last: Vector, rounds: int) -> bool:
    """The sum over the rounds (or one more), divided as float64 divides; or w − u/c, as it is also computed."""
    for count in (rounds, rounds + 1):
        if all(v == Fraction(float(t) / count) for v, t in zip(numbers, total, strict=True)):
            return True
        rests = [count * w - t for w, t in zip(last, total, strict=True)]
        if all(v == Fraction(float(w) - float(u) / count) for v, w, u in zip(numbers, last, rests, strict=True)):
            return True
    return False


# --- predictions --------------------------------------------------------------------------------


@lru_cache(maxsize=4000)
def voters(data: Dataset, conventions: Conventions, passes: int) -> tuple[Survivor, ...]:
    """Every weight vector and its count when the run is stopped after so many passes."""
    problem = pose(data, conventions)
    survival = Survival(problem)
    for event in updates(problem):
        survival.observe(event)
        if isinstance(event, PassEnd) and event.pass_number >= passes:
            break
    return tuple(survival.survivors)


def predicted(
    data: Dataset, conventions: Conventions, passes: int, queries: tuple[tuple[int, ...], ...], zero: SignZero
) -> tuple[int, ...]:
    """The labels that a run under these conventions, stopped after so many passes, gives the points."""
    if conventions.predictor is Predictor.VOTED:
        members = voters(data, conventions, passes)
        return tuple(vote(members, x, zero) for x in queries)
    path = exact_path(data, conventions, passes)
    if conventions.predictor is Predictor.AVERAGED:
        numbers = next(itertools.islice(_sums(path), passes - 1, passes))[0]
    else:
        numbers = path.after[min(passes, len(path.after)) - 1]
    hypothesis = Hypothesis(tuple(map(Fraction, numbers[:-1])), Fraction(numbers[-1]))
    return tuple(predict(hypothesis, x, zero) for x in queries)


# --- orders that are drawn ----------------------------------------------------------------------


@lru_cache(maxsize=4000)
def reachable(data: Dataset, conventions: Conventions) -> tuple[frozenset[State], ...]:
    """The states that some draws lead to, after each pass; the last level holds only states at rest.

    SHUFFLED takes the examples of a pass in any order, RANDOM corrects any one mistake.  Cut when the states
    become too many.
    """
    if conventions.group.kind is not GroupKind.ONLINE or conventions.correction is not Correction.LABEL:
        return ()
    problem = pose(data, conventions)
    scans = list(itertools.permutations(range(len(data))))
    level = frozenset({problem.start})
    levels: list[frozenset[State]] = []
    for _ in range(DRAWN_PASSES):
        if conventions.order.kind is OrderKind.SHUFFLED:
            following = frozenset(_after_scan(problem, state, scan) for state in level for scan in scans)
        else:
            following = frozenset(itertools.chain.from_iterable(_after_pick(problem, s) for s in level))
        levels.append(following)
        if following == level or len(following) > MAX_STATES:
            break
        level = following
    return tuple(levels)


def match_predictions(
    data: Dataset, conventions: Conventions, answer: Answer, queries: tuple[tuple[int, ...], ...], zero: SignZero
) -> Match | None:
    """After which passes a run under these conventions would predict what the answer predicts."""
    quiet_pass = len(exact_path(data, conventions).after)
    passes = frozenset(
        number
        for number in range(1, quiet_pass + 1)
        if predicted(data, conventions, number, queries, zero) == answer.predictions
    )
    if not passes:
        return None
    settled = conventions.predictor is Predictor.LAST and quiet_pass in passes
    return Match(passes, quiet_pass if settled else None, None, Shape.NONE, "exact", quiet_pass in passes)


def is_at_rest(problem: Problem, state: State) -> bool:
    """No example is a mistake."""
    tie = problem.conventions.tie
    return not any(is_mistake(tie, y, problem.score(state, i)) for i, (_, y) in enumerate(problem.examples))


def _corrected(problem: Problem, state: State, i: int) -> State:
    x, y = problem.examples[i]
    step = problem.step(1)
    return State(add_scaled(state.weights, step * y, x), state.offset + step * y * problem.offset_step)


def _after_scan(problem: Problem, state: State, scan: tuple[int, ...]) -> State:
    tie = problem.conventions.tie
    for i in scan:
        if is_mistake(tie, problem.examples[i].y, problem.score(state, i)):
            state = _corrected(problem, state, i)
    return state


def _after_pick(problem: Problem, state: State) -> Iterator[State]:
    tie = problem.conventions.tie
    mistakes = [i for i, (_, y) in enumerate(problem.examples) if is_mistake(tie, y, problem.score(state, i))]
    if not mistakes:
        yield state
    for i in mistakes:
        yield _corrected(problem, state, i)


def match_drawn(data: Dataset, conventions: Conventions, answer: Answer) -> Match | None:
    """Can some draws under these conventions lead to the answer?"""
    problem = pose(data, conventions)
    for shape, numbers in readings(answer, data.dimension):
        ray = Ray.of(numbers)
        passes: set[int] = set()
        factors: set[Fraction] = set()
        onwards: int | None = None
        for number, level in enumerate(reachable(data, conventions), start=1):
            for state in level:
                own = Ray.of(_flat(problem, state))
                if own.direction == ray.direction:
                    passes.add(number)
                    if own.factor:
                        factors.add(ray.factor / own.factor)
                    if onwards is None and is_at_rest(problem, state):
                        onwards = number
        if passes:
            return Match(
                frozenset(passes), onwards, frozenset(factors) or None, shape, "exact", at_quiet=onwards is not None
            )
    return None
