"""Which conventions does an implementation follow?

It is asked for its weights on the data sets that tell all conventions apart, and every convention that would
have answered otherwise, whatever its stop, is out.  What remains is reported with the data set that decided
each choice, after other data sets have confirmed it.  There is no tolerance: the data are integers on which
float64 is exact.

The order of questions: orders that are fixed, from a zero start; then orders that are drawn (an answer must be
one that some draws lead to); then starts other than zero, read off two data sets on one of which such a start
makes no mistake.  Where nothing remains, the nearest convention is named with the smallest data set on which
the implementation departs from it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from verified_perceptron.conventions import (
    ConstantRate,
    Conventions,
    Correction,
    GivenStart,
    GroupKind,
    Offset,
    Order,
    Predictor,
    SignZero,
    ZeroStart,
)
from verified_perceptron.data import Dataset
from verified_perceptron.exact import Vector
from verified_perceptron.margins import predict
from verified_perceptron.oracle.departure import SMALL_DATA_SETS, Departure, Subject, ends, smallest_departure
from verified_perceptron.oracle.distinguishing import data_sets, is_suitable, queries
from verified_perceptron.oracle.replay import (
    LONG_PASSES,
    Match,
    exact_path,
    has_short_start,
    is_judged,
    is_short,
    match,
    match_drawn,
    match_predictions,
    predicted,
    readable,
    readings,
)
from verified_perceptron.oracle.rounding import Rounding, look_at_rounding
from verified_perceptron.oracle.space import DRAWN_ORDERS, drawn, perceptrons, space
from verified_perceptron.oracle.targets import (
    SEED_NAMES,
    Answer,
    Argument,
    Labels,
    Refused,
    Shape,
    Target,
    TargetError,
)
from verified_perceptron.problem import Hypothesis

LARGE = (
    Dataset.of([(100, -90), (50, -100)], [1, -1], "large"),
    Dataset.of([(1000, 1), (-1, 1000)], [1, -1], "thousands"),
    Dataset.of([(2**20, 1), (-(2**20), 3), (5, 2**20)], [1, -1, -1], "millions"),
)
"""Larger integers, still inside the bound of T12: overflow shows here."""
ALL_DATA = (*data_sets(), *LARGE)
CLOCK_SIZE = 1500
CLOCK = Dataset.of([(CLOCK_SIZE, 1), (CLOCK_SIZE - 1, -1)], [1, -1], "clock")
"""Two points so nearly opposite that a run takes more than a thousand passes, each with weights of its own."""
RATE_PROBE = Dataset.of([[4], [-4]], [1, -1], "rate probe")
START_SIZE = 1024
START_REPEATS = 4
RANDOM_START = "repeated runs differ, from the start on"
DRAWN_ORDER = "repeated runs differ: the order is drawn"
REPEATED = 4
"""How many data sets are asked a second time."""
MAX_CLOCKED = 12
"""The clock is asked when no more candidates than this remain."""
CONFIRMING = 60
"""On so many other data sets the answer is confirmed."""
LEAST_MATCHES = 5
"""A convention must have been met, not only not contradicted."""


@dataclass(frozen=True)
class Observation:
    """A data set and what the target answered."""

    data: Dataset
    answer: Answer


@dataclass(frozen=True)
class Stops:
    """When a target may have stopped, given all its answers."""

    quiet: bool
    """At the first quiet pass."""
    passes: tuple[int, ...]
    """After exactly so many passes …"""
    onwards: int | None
    """… or after any number from here on."""

    @staticmethod
    def of(matches: Sequence[Match]) -> Stops:
        """The stops that all of these matches allow."""
        numbers = sorted(set().union(*(m.passes for m in matches)))
        tails = [m.onwards for m in matches if m.onwards is not None]
        tail = max(tails) if tails and len(tails) == len(matches) else None
        exact = tuple(n for n in numbers if (tail is None or n < tail) and all(m.allows(n) for m in matches))
        return Stops(all(m.allows(None) for m in matches), exact, tail)

    @property
    def possible(self) -> bool:
        """Some rule fits."""
        return self.quiet or bool(self.passes) or self.onwards is not None

    def __str__(self) -> str:
        rules = ["quiet pass"] if self.quiet else []
        rules += [f"{n} {'pass' if n == 1 else 'passes'}" for n in self.passes[:3]]
        if self.onwards is not None:
            rules.append("any number of passes" if self.onwards == 1 else f"{self.onwards} passes or more")
        return " or ".join(rules) if rules else "a rule of its own"


@dataclass(frozen=True)
class Finding:
    """Conventions that agree with every answer, and what else the answers say."""

    conventions: Conventions
    stops: Stops
    rate: Fraction | None
    """The factor at which the weights agree; None where the weights say nothing about it."""
    shape: Shape
    arithmetic: str

    def describe(self) -> dict[str, str]:
        """In words, with what the answers cannot tell left open."""
        words = self.conventions.describe()
        words["stop"] = str(self.stops)
        rate = self.rate
        if rate is not None and isinstance(self.conventions.rate, ConstantRate):
            shown = self.conventions.rate.value * rate
            words["rate"] = _rate_text(shown)
        elif isinstance(self.conventions.rate, ConstantRate):
            words["rate"] = readable(self.conventions.rate.value)
        if isinstance(self.conventions.start, GivenStart):
            words["start"] = "fixed, not zero"
        if self.conventions.order.kind in DRAWN_ORDERS:
            words["order"] = self.conventions.order.kind.value
            words["stop"] += ", as far as the draws let it be told"
        words["folding"] = self.shape.value
        words["arithmetic"] = self.arithmetic
        if self.conventions.sign_zero is SignZero.OPEN:
            # Weights do not show it; predictions may, see `Identification.sign_zero`.
            del words["sign_zero"]
        return words


def _rate_text(rate: Fraction) -> str:
    return f"{readable(rate)} with y·x, or {readable(rate / 2)} with (t−o)·x"


@dataclass(frozen=True)
class Decision:
    """Another choice that was possible, and the data set whose answer ruled it out."""

    field: str
    other: str
    data: Dataset


@dataclass(frozen=True)
class Identification:
    """What a target follows, or how it departs from the nearest convention."""

    findings: tuple[Finding, ...]
    decisions: tuple[Decision, ...]
    labels: Labels
    random: str | None
    """What repeated runs say: None when they agree."""
    sign_zero: str | None
    rounding: tuple[Rounding, ...]
    nearest: Finding | None = None
    departure: Departure | None = None
    asked: int = 0


@dataclass
class Candidate:
    """Conventions under test; the start may depend on the number of features."""

    conventions: Conventions
    starts: Mapping[int, GivenStart] | None = None
    drawn: bool = False

    def on(self, data: Dataset) -> Conventions:
        """The conventions for this data set."""
        return (
            self.conventions
            if self.starts is None
            else replace(self.conventions, start=self.starts[data.dimension])
        )


@dataclass(frozen=True)
class Verdict:
    """How far a candidate got."""

    candidate: Candidate
    matches: tuple[Match, ...]
    refuted_by: Dataset | None

    @property
    def survives(self) -> bool:
        """Nothing contradicts it, with one stop for all answers."""
        enough = len(self.matches) >= LEAST_MATCHES
        return self.refuted_by is None and enough and Stops.of(self.matches).possible

    @property
    def factor(self) -> Fraction | None:
        """The one rate of all matches, where they show it."""
        common = _common_factors(self.matches)
        return min(common) if common else None

    def finding(self, otherwise: Shape = Shape.NONE) -> Finding:
        """As it is reported; `otherwise` is the shape of the answers if none of them matches."""
        arithmetic = "float64" if any(m.arithmetic == "float64" for m in self.matches) else "exact"
        shapes = [m.shape for m in self.matches]
        conventions = self.candidate.conventions
        if self.candidate.starts is not None:
            conventions = replace(conventions, start=next(iter(self.candidate.starts.values())))
        return Finding(
            conventions, Stops.of(self.matches), self.factor, shapes[0] if shapes else otherwise, arithmetic
        )


def _common_factors(matches: Iterable[Match]) -> frozenset[Fraction] | None:
    """The factors that all matches share; None where none of them shows one, empty where they contradict."""
    common: frozenset[Fraction] | None = None
    for found in matches:
        if found.factors is not None:
            common = found.factors if common is None else common & found.factors
    return common


def judge(
    candidate: Candidate, observations: Sequence[Observation], rates: Sequence[Fraction], limit: int | None = None
) -> Verdict:
    """Hold a candidate to the answers, up to the first that contradicts it."""
    matches: list[Match] = []
    for seen in observations:
        conventions = candidate.on(seen.data)
        found = _match(candidate, conventions, seen, rates, limit)
        if found is None:
            if candidate.drawn or is_judged(seen.data, conventions):
                return Verdict(candidate, tuple(matches), seen.data)
            continue
        if _common_factors([*matches, found]) == frozenset():
            return Verdict(candidate, tuple(matches), seen.data)
        matches.append(found)
    return Verdict(candidate, tuple(matches), None)


def _match(
    candidate: Candidate, conventions: Conventions, seen: Observation, rates: Sequence[Fraction], limit: int | None
) -> Match | None:
    if seen.answer.weights is None:
        points = queries(seen.data.dimension)
        return match_predictions(seen.data, conventions, seen.answer, points, conventions.sign_zero)
    if candidate.drawn:
        return match_drawn(seen.data, conventions, seen.answer)
    otherwise: Match | None = None
    for number, rate in enumerate(rates):
        if number and is_short(rate) and _is_exact_in_float64(seen.data, conventions):
            # The exact run was compared at any rate already, and at this one float64 makes no other.
            continue
        found = match(seen.data, conventions, seen.answer, rate, *(() if limit is None else (limit,)))
        if found is not None and (found.factors is None or rate in found.factors):
            return found
        # Rounding may bring the exact run at a rate that is almost one of these; a true one is better.
        otherwise = otherwise or found
    return otherwise


def _is_exact_in_float64(data: Dataset, conventions: Conventions) -> bool:
    fixed = conventions.predictor is Predictor.LAST and has_short_start(conventions)
    return fixed and exact_path(data, conventions).is_float_exact


# --- asking -------------------------------------------------------------------------------------


class Interview:
    """The questions to one target."""

    def __init__(self, target: Target, progress: Callable[[str], None] = lambda _: None) -> None:
        self.target = target
        self.progress = progress
        self.parameters = target.parameters()
        self.seed_name = next((name for name in SEED_NAMES if name in self.parameters), None)
        self.extra: dict[str, Argument] = {}
        self.labels = Labels.SIGNS
        self.failure: tuple[Dataset, str] | None = None
        """A data set that the target did not survive, though it did others."""

    def ask(self, data: Dataset, labels: Labels | None = None) -> Answer:
        """One question, with points to predict where there are few features."""
        points = queries(data.dimension) if data.dimension <= 2 else ()
        return self.target.ask(data, labels or self.labels, points, self.extra)

    def ask_all(self, wanted: Sequence[Dataset], labels: Labels) -> list[Observation]:
        """Every data set that the target does not refuse.

        Raises `TargetError` where it answers none.
        """
        seen: list[Observation] = []
        refusal: TargetError | None = None
        for data in wanted:
            try:
                seen.append(Observation(data, self.ask(data, labels)))
            except Refused as error:
                refusal = refusal or error
            except TargetError as error:
                if not seen:
                    raise
                self.failure = data, str(error)
                break
        if not seen and refusal is not None:
            raise refusal
        return seen

    def rates(self) -> list[Fraction]:
        """The rates that the first correction may have had."""
        try:
            answer = self.ask(RATE_PROBE)
        except TargetError:
            return [Fraction(1)]
        found = {abs(Fraction(numbers[0])) / 4 for _, numbers in readings(answer, 1) if numbers[0]}
        usual = {r / n for r in found for n in (1, 2)}
        # An offset that moves by R² leaves the second point a tie; at 1/k its correction adds a half.
        harmonic = {r for r in (r / Fraction(3, 2) for r in usual) if is_short(r)}
        return [Fraction(1), *sorted((usual | harmonic) - {Fraction(1)}, reverse=True)]

    def starts(self) -> list[tuple[dict[int, GivenStart], list[Fraction]]]:
        """Starts other than zero, as two data sets per dimension show them, and the rates beside them.

        On one of {(x,+),(−x,−)} and {(x,−),(−x,+)} a start other than zero makes no mistake and is the answer.
        """
        by_sign: list[dict[int, GivenStart]] = [{}, {}]
        rates: list[set[Fraction]] = [set(), set()]
        for dimension in sorted({data.dimension for data in data_sets()}):
            x = (START_SIZE, *(0 for _ in range(dimension - 1)))
            opposite = tuple(-v for v in x)
            answers = []
            for sign in (1, -1):
                try:
                    answers.append(self.ask(Dataset.of([x, opposite], [sign, -sign])))
                except TargetError:
                    return []
            told = [next((numbers for _, numbers in readings(a, dimension)), None) for a in answers]
            if told[0] is None or told[1] is None:
                return []
            moved = abs(Fraction(told[0][0] - told[1][0])) / START_SIZE
            for k in (0, 1):
                numbers = told[k]
                if numbers is not None:
                    by_sign[k][dimension] = GivenStart(tuple(map(Fraction, numbers[:-1])), Fraction(numbers[-1]))
                for n in (1, 2):
                    rates[k].add(Fraction(float(Fraction(moved / n).limit_denominator(100_000))))
        found = []
        for starts, beside in zip(by_sign, rates, strict=True):
            usable = sorted(r for r in beside if r > 0)
            if usable and any(any(s.weights) or s.offset for s in starts.values()):
                found.append((starts, usable))
        return found


def identify(
    target: Target, progress: Callable[[str], None] = lambda _: None, count: int = SMALL_DATA_SETS
) -> Identification:
    """Name the conventions that the target follows, or its smallest departure from the nearest.

    The departure is looked for among the `count` smallest data sets first, then among those already asked.

    Raises `TargetError` when the target gives no usable answers at all.
    """
    talk = Interview(target, progress)
    progress("asking the data sets that tell conventions apart")
    observations = _observe(talk)
    random_text = _repeat(talk, observations)
    if random_text is not None and talk.seed_name is not None:
        # With a fixed seed the runs can be repeated, and so replayed.
        talk.extra = {talk.seed_name: 0}
        observations = talk.ask_all(ALL_DATA, talk.labels)
        if _repeat(talk, observations) is None:
            random_text += f"; with {talk.seed_name} fixed they agree"
    rates = talk.rates()
    progress("comparing")
    verdicts = _stages(talk, observations, rates, random_text)
    survivors = [v for v in verdicts if v.survives]
    starts_random = random_text == RANDOM_START
    if talk.failure is not None:
        survivors = []
    if survivors:
        survivors = _with_clock(talk, survivors, observations, rates)
        survivors, fresh = _confirmed(talk, survivors, rates)
        observations = [*observations, *fresh]
    if survivors:
        return Identification(
            tuple(v.finding() for v in survivors),
            _decisions(survivors, verdicts),
            talk.labels,
            random_text,
            _sign_zero(observations, survivors[0]),
            look_at_rounding(target, survivors[0].finding().conventions, talk.labels, talk.extra),
            asked=target.asked,
        )
    if starts_random:
        return Identification((), (), talk.labels, random_text, None, (), asked=target.asked)
    fixed = [v for v in verdicts if not v.candidate.drawn]
    nearest = _nearest(fixed if fixed and random_text is None else verdicts, observations, rates)
    shape = next((s for o in observations for s, _ in readings(o.answer, o.data.dimension)), None)
    if shape is None:
        departure = _wrong_prediction(nearest, observations)
        return Identification(
            (), (), talk.labels, random_text, None, (), nearest.finding(), departure, asked=target.asked
        )
    stops = Stops.of(nearest.matches) if nearest.matches else Stops(True, (), 1)
    subject = Subject(target, nearest.candidate.conventions, talk.labels, talk.extra, talk.parameters)
    stop = None if stops.quiet or not stops.passes else stops.passes[0]
    departure = smallest_departure(
        subject, stop, [o.data for o in observations], nearest.factor, talk.failure, count, progress
    )
    return Identification(
        (), (), talk.labels, random_text, None, (), nearest.finding(shape), departure, asked=target.asked
    )


def _observe(talk: Interview) -> list[Observation]:
    """Ask in both kinds of labels and keep those that make sense, ±1 where both or neither do."""
    tries: list[tuple[int, Labels, list[Observation], tuple[Dataset, str] | None]] = []
    problem: TargetError | None = None
    for labels in Labels:
        talk.failure = None
        try:
            # Labels that a target does not understand may well send it into an endless loop.
            with talk.target.impatient() if tries else nullcontext():
                seen = talk.ask_all(ALL_DATA, labels)
        except TargetError as error:
            problem = problem or error
            continue
        score = _best_score(seen)
        tries.append((score, labels, seen, talk.failure))
        if score == len(seen) and talk.failure is None:
            break
    if not tries:
        raise problem if problem is not None else TargetError(f"{talk.target.name} answers nothing")
    best = max(tries, key=lambda found: found[0])
    _, talk.labels, observations, talk.failure = best
    return observations


def _best_score(observations: Sequence[Observation]) -> int:
    """How many answers, from the first on, some convention of the space agrees with."""
    rates = [Fraction(1)]
    best = 0
    for candidate in _zero_start():
        verdict = judge(candidate, observations, rates)
        best = max(best, len(observations) if verdict.refuted_by is None else len(verdict.matches))
    return best


def _zero_start() -> list[Candidate]:
    return [Candidate(c) for c in space()]


def _repeat(talk: Interview, observations: Sequence[Observation]) -> str | None:
    """Ask some data sets again: do the answers differ, and does the start?"""
    for seen in observations[:REPEATED]:
        try:
            again = talk.ask(seen.data)
        except TargetError:
            continue
        if again != seen.answer:
            break
    else:
        return None
    return RANDOM_START if _starts_differ(talk) else DRAWN_ORDER


def _starts_differ(talk: Interview) -> bool:
    """Answers that are small beside the points they were asked with are starts; are there several?"""
    small: set[Vector] = set()
    for sign in (1, -1) * START_REPEATS:
        try:
            answer = talk.ask(Dataset.of([[START_SIZE], [-START_SIZE]], [sign, -sign]))
        except TargetError:
            return False
        small |= {numbers for _, numbers in readings(answer, 1) if 8 * abs(Fraction(numbers[0])) < START_SIZE}
    return len(small) > 1


def _stages(
    talk: Interview, observations: Sequence[Observation], rates: Sequence[Fraction], random_text: str | None
) -> list[Verdict]:
    by_predictions = all(o.answer.weights is None for o in observations)
    verdicts: list[Verdict] = []
    if random_text is None or talk.extra:
        candidates = _speakers() if by_predictions else _zero_start()
        verdicts = [judge(candidate, observations, rates) for candidate in candidates]
        if any(v.survives for v in verdicts) or by_predictions:
            return verdicts
        started: list[Verdict] = []
        for starts, beside in talk.starts():
            for rate in beside:
                has_offset = any(s.offset for s in starts.values())
                templates = (
                    c
                    for c in perceptrons(ZeroStart(), rate)
                    if c.predictor is Predictor.LAST
                    and isinstance(c.rate, ConstantRate)
                    and c.group.kind is not GroupKind.MEAN_BATCH
                    and not (has_offset and c.offset is Offset.NONE)
                )
                started += [judge(Candidate(c, starts), observations, [rate]) for c in templates]
        if any(v.survives for v in started):
            return sorted(started, key=lambda v: v.candidate.conventions.correction is not Correction.LABEL)
    chance = [judge(Candidate(c, drawn=True), observations, rates) for c in drawn()]
    if any(v.survives for v in chance):
        return chance
    return [*verdicts, *chance] or [judge(candidate, observations, rates) for candidate in _zero_start()]


def _speakers() -> list[Candidate]:
    """The candidates for a target that only predicts."""
    plain = [c for c in space() if c.group == space()[0].group and c.order == Order() and c.margin is None]
    return [
        Candidate(replace(c, sign_zero=zero))
        for c in plain
        if isinstance(c.rate, ConstantRate) and c.correction is space()[0].correction
        for zero in SignZero
    ]


def _with_clock(
    talk: Interview, survivors: list[Verdict], observations: Sequence[Observation], rates: Sequence[Fraction]
) -> list[Verdict]:
    """Ask the clock, which tells after how many passes a run that has not converged is stopped."""
    if len(survivors) > MAX_CLOCKED or any(v.candidate.drawn for v in survivors):
        return survivors
    if observations[0].answer.weights is None or any(
        v.candidate.conventions.predictor is not Predictor.LAST for v in survivors
    ):
        return survivors
    try:
        seen = Observation(CLOCK, talk.target.ask(CLOCK, talk.labels, (), talk.extra))
    except TargetError:
        return survivors
    kept = []
    for verdict in survivors:
        more = judge(verdict.candidate, [seen], rates, LONG_PASSES)
        if more.refuted_by is None:
            kept.append(Verdict(verdict.candidate, (*verdict.matches, *more.matches), None))
    # An early stop by some rule of its own may leave the clock in the middle of a pass: keep what was known.
    return [v for v in kept if Stops.of(v.matches).possible] or survivors


def _confirmed(
    talk: Interview, survivors: list[Verdict], rates: Sequence[Fraction]
) -> tuple[list[Verdict], list[Observation]]:
    """The survivors that agree on data sets chosen for no convention too, and what was asked for it.

    The distinguishing data sets tell conventions from each other; a fault that is none of them may agree on all.
    """
    plain = all(v.candidate.conventions.predictor is Predictor.LAST and not v.candidate.drawn for v in survivors)
    if not plain or len(survivors) > MAX_CLOCKED:
        return survivors, []
    seen: list[Observation] = []
    for data in confirming_data():
        if all(ends(data, v.candidate.on(data), None) for v in survivors):
            try:
                seen.append(Observation(data, talk.ask(data)))
            except Refused:
                continue
            except TargetError as error:
                talk.failure = data, str(error)
                return [], seen
    kept = []
    for verdict in survivors:
        more = judge(verdict.candidate, seen, rates)
        both = Verdict(verdict.candidate, (*verdict.matches, *more.matches), more.refuted_by)
        if both.survives and _common_factors(both.matches) != frozenset():
            kept.append(both)
    return kept, seen


@lru_cache
def confirming_data() -> tuple[Dataset, ...]:
    """Small data sets of the plane that the plain rule separates, drawn once and for all."""
    draw = random.Random(CONFIRMING)
    found: list[Dataset] = []
    while len(found) < CONFIRMING:
        points = [(draw.randint(-4, 4), draw.randint(-4, 4)) for _ in range(draw.randint(3, 6))]
        data = Dataset.of(points, [draw.choice((-1, 1)) for _ in points], f"C{len(found) + 1}")
        if is_suitable(data):
            found.append(data)
    return tuple(found)


def _decisions(survivors: Sequence[Verdict], verdicts: Sequence[Verdict]) -> tuple[Decision, ...]:
    """For each choice, every other value that differs in it alone from the first survivor, and what ruled it out.

    A value that another survivor has is not ruled out.
    """
    mine = survivors[0].candidate.conventions.describe()
    possible = [survivor.candidate.conventions.describe() for survivor in survivors]
    found: dict[tuple[str, str], Decision] = {}
    for verdict in verdicts:
        theirs = verdict.candidate.conventions.describe()
        keys = [key for key in mine if mine[key] != theirs[key] and key != "folding"]
        if len(keys) == 1 and verdict.refuted_by is not None:
            (key,) = keys
            if all(words[key] != theirs[key] for words in possible):
                found.setdefault((key, theirs[key]), Decision(key, theirs[key], verdict.refuted_by))
    return tuple(found.values())


def _sign_zero(observations: Sequence[Observation], survivor: Verdict) -> str | None:
    """What the target predicts at a score of zero, by its own weights."""
    votes: set[int] = set()
    for seen in observations:
        answer = seen.answer
        if answer.predictions is None or answer.weights is None:
            continue
        numbers = dict(readings(answer, seen.data.dimension)).get(survivor.finding().shape)
        if numbers is None:
            continue
        hypothesis = Hypothesis(tuple(map(Fraction, numbers[:-1])), Fraction(numbers[-1]))
        for x, said in zip(queries(seen.data.dimension), answer.predictions, strict=True):
            own = predict(hypothesis, x, SignZero.OPEN)
            if own == 0:
                votes.add(said)
            elif own != said:
                return f"its predictions contradict its weights, for example at {x} after {seen.data.name}"
    if not votes:
        return None
    if len(votes) > 1:
        return "not the same everywhere"
    return {1: "+1", -1: "−1", 0: "0"}[votes.pop()]


def _wrong_prediction(nearest: Verdict, observations: Sequence[Observation]) -> Departure | None:
    """The smallest data set after which a target without weights predicts otherwise than the nearest convention."""
    conventions = nearest.candidate.conventions
    for seen in sorted(observations, key=lambda o: len(o.data)):
        points = queries(seen.data.dimension)
        if match_predictions(seen.data, conventions, seen.answer, points, conventions.sign_zero) is None:
            path = exact_path(seen.data, conventions)
            meant = predicted(seen.data, conventions, len(path.after), points, conventions.sign_zero)
            for x, said, due in zip(points, seen.answer.predictions or (), meant, strict=True):
                if said != due:
                    where, signs = ", ".join(map(str, x)), {1: "+1", 0: "0", -1: "−1"}
                    reason = f"it predicts {signs[said]} at ({where}), after a quiet pass {signs[due]} is due"
                    place = "not to be told without weights"
                    return Departure(seen.data, seen.answer, path.after[-1], place, "prediction", reason)
    return None


def _is_plain(conventions: Conventions) -> bool:
    return (
        isinstance(conventions.rate, ConstantRate)
        and conventions.predictor is Predictor.LAST
        and conventions.correction in (Correction.LABEL, Correction.TARGET_SIGN)
        and conventions.group.kind is not GroupKind.MEAN_BATCH
    )


def _nearest(
    verdicts: Sequence[Verdict], observations: Sequence[Observation], rates: Sequence[Fraction]
) -> Verdict:
    """The candidate that agrees with most answers; the commonest of equals."""

    def agreement(verdict: Verdict) -> Verdict:
        by_factor: dict[Fraction | None, list[Match]] = {}
        for seen in observations:
            found = _match(verdict.candidate, verdict.candidate.on(seen.data), seen, rates, None)
            if found is not None:
                key = min(found.factors) if found.factors else None
                by_factor.setdefault(key, []).append(found)
        free = by_factor.pop(None, [])
        best = max(by_factor.values(), key=len, default=[])
        return Verdict(verdict.candidate, (*best, *free), verdict.refuted_by)

    # The nearest is looked for among the plain rules: a constant rate, sums, the last weights.
    full = [agreement(v) for v in verdicts if _is_plain(v.candidate.conventions)]
    return max(full, key=lambda v: (sum(m.at_quiet for m in v.matches), len(v.matches)))
