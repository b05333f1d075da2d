"""The smallest data set on which a target departs from conventions, where it departs, and which rule it breaks.

Data sets are tried in order of size: points, features, coordinates.  Only those are asked on which the
conventions come to an end, so that a target without a limit of passes need not run for ever.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice, product

from flint import fmpq, fmpq_mat

from verified_perceptron.algorithms import updates
from verified_perceptron.conventions import PICKS, Conventions, Correction, GroupKind, Offset, OrderKind, Predictor
from verified_perceptron.data import Dataset
from verified_perceptron.exact import Number, Vector, add_scaled, number_text
from verified_perceptron.invariants.definition import is_wrong
from verified_perceptron.oracle.replay import (
    Ray,
    exact_path,
    is_judged,
    is_scale_free,
    match,
    match_drawn,
    readable,
    readings,
)
from verified_perceptron.oracle.targets import PASS_NAMES, Answer, Argument, Labels, Refused, Target, TargetError
from verified_perceptron.problem import Hypothesis, Problem, State, pose
from verified_perceptron.trace import Update

SMALL_DATA_SETS = 1500
"""How many small data sets are tried, the smallest first."""
SLOW = 25.0
"""Seconds after which a target that takes long for each answer is asked no more."""
MANY_CORRECTIONS = 10_000
"""On a data set as small as these no example is corrected so often."""
FREE_CORRECTIONS = (1, 200, 60, 16)
"""Where corrections depend on each other, how many of each free one are tried, by the number of free ones."""


@dataclass
class Subject:
    """A target, the conventions it is held to, and how it is asked."""

    target: Target
    conventions: Conventions
    labels: Labels = Labels.SIGNS
    extra: Mapping[str, Argument] = field(default_factory=dict)
    parameters: Sequence[str] = ()

    def ask(self, data: Dataset, passes: int | None = None) -> Answer:
        """One question, stopped after so many passes if the target can be told to."""
        name = self.pass_name
        limit: dict[str, Argument] = {name: passes} if name is not None and passes is not None else {}
        return self.target.ask(data, self.labels, (), {**self.extra, **limit})

    @property
    def pass_name(self) -> str | None:
        """The argument that limits the passes."""
        return next((name for name in PASS_NAMES if name in self.parameters), None)


@dataclass(frozen=True)
class Departure:
    """A data set, what the target answers, what the conventions answer, and why they differ."""

    data: Dataset
    answer: Answer | None
    expected: Vector
    place: str
    rule: str
    reason: str

    def record(self) -> dict[str, object]:
        """As JSON."""
        answer = self.answer
        return {
            "x": [[number_text(v) for v in x] for x in self.data.points],
            "y": self.data.labels,
            "answer": None if answer is None else [number_text(v) for v in answer.numbers],
            "expected": [number_text(v) for v in self.expected],
            "first_wrong_update": self.place,
            "rule": self.rule,
            "reason": self.reason,
        }


def agrees(
    conventions: Conventions, data: Dataset, answer: Answer, stop: int | None, factor: Fraction | None
) -> tuple[bool, Fraction | None]:
    """Is this the answer of the conventions, at one rate for all data sets?  The rate, once it is known."""
    if conventions.order.kind in (OrderKind.SHUFFLED, OrderKind.RANDOM):
        found = match_drawn(data, conventions, answer)
    else:
        found = match(data, conventions, answer, factor or Fraction(1))
    if found is None:
        return not is_judged(data, conventions), factor
    if not found.allows(stop):
        return False, factor
    if found.factors is None:
        return True, factor
    if factor is not None:
        return factor in found.factors, factor
    return True, min(found.factors)


def in_order_of_size() -> Iterator[Dataset]:
    """Small data sets, the smallest first."""
    shapes = ((1, 1, 2), (1, 2, 2), (2, 1, 3), (2, 2, 2), (3, 1, 3), (3, 2, 1), (4, 1, 2))
    for count, dimension, reach in shapes:
        values = sorted(range(-reach, reach + 1), key=lambda v: (abs(v), -v))
        points = sorted(product(values, repeat=dimension), key=lambda x: sum(map(abs, x)))
        for chosen in product(product(points, (1, -1)), repeat=count):
            yield Dataset.of_fractions([tuple(map(Fraction, x)) for x, _ in chosen], [y for _, y in chosen])


def ends(data: Dataset, conventions: Conventions, stop: int | None) -> bool:
    """The conventions come to an end on these data."""
    if conventions.offset is Offset.RADIUS and not data.scaled_radius_sq:
        return False
    if stop is not None:
        return True
    if conventions.margin is not None and not exact_path(data, replace(conventions, margin=None), 200).quiet:
        # Where the plain rule finds no separator soon, the rule with a margin does not either, and takes longer.
        return False
    return exact_path(data, conventions, 200).quiet


def smallest_departure(
    subject: Subject,
    stop: int | None,
    known: Sequence[Dataset],
    factor: Fraction | None,
    failure: tuple[Dataset, str] | None = None,
    count: int = SMALL_DATA_SETS,
    progress: Callable[[str], None] = lambda _: None,
) -> Departure | None:
    """The smallest data set on which the target departs; None when it departs neither on these nor on `known`.

    The first `count` data sets in order of size are tried, so the first that departs is a smallest one.  `known`
    are data sets on which it may depart; they are shrunk if the search in order of size finds nothing.
    """
    deadline = time.monotonic() + SLOW
    for number, data in enumerate(islice(in_order_of_size(), count), start=1):
        progress(f"looking for the smallest departure: data set {number} of {count}")
        if time.monotonic() > deadline:
            break
        found = departs(subject, data, stop, factor)
        if found is not None:
            return explain(subject, data, stop, factor, found)
    for data in sorted(known, key=len):
        found = departs(subject, data, stop, factor)
        if found is not None:
            small = shrink(subject, data, stop, factor)
            return explain(subject, small, stop, factor, departs(subject, small, stop, factor) or found)
    if failure is not None:
        return explain(subject, failure[0], stop, factor, failure[1])
    return None


def departs(subject: Subject, data: Dataset, stop: int | None, factor: Fraction | None) -> Answer | str | None:
    """The answer that departs, or the sentence about its failure; None where the target agrees or refuses."""
    if not ends(data, subject.conventions, stop):
        return None
    try:
        answer = subject.ask(data)
    except Refused:
        return None
    except TargetError as error:
        return str(error)
    return None if agrees(subject.conventions, data, answer, stop, factor)[0] else answer


def shrink(subject: Subject, data: Dataset, stop: int | None, factor: Fraction | None) -> Dataset:
    """Leave out points and move coordinates towards zero as long as the target still departs."""
    rows, labels = [list(x) for x, _ in data.examples], list(data.labels)

    def simpler() -> Iterator[tuple[list[list[int]], list[int]]]:
        for i in range(len(rows)) if len(rows) > 1 else ():
            yield rows[:i] + rows[i + 1 :], labels[:i] + labels[i + 1 :]
        for i, row in enumerate(rows):
            for j, v in enumerate(row):
                for smaller in {0, v // 2 if v > 0 else -(-v // 2), v - 1 if v > 0 else v + 1} - {v} if v else ():
                    yield [*rows[:i], [*row[:j], smaller, *row[j + 1 :]], *rows[i + 1 :]], labels

    while True:
        for candidate_rows, candidate_labels in simpler():
            candidate = Dataset.of(candidate_rows, candidate_labels)
            if departs(subject, candidate, stop, factor) is not None:
                rows, labels = candidate_rows, candidate_labels
                break
        else:
            return Dataset.of(rows, labels)


# --- where and why ------------------------------------------------------------------------------


def explain(
    subject: Subject, data: Dataset, stop: int | None, factor: Fraction | None, found: Answer | str
) -> Departure:
    """Where the target first departs on these data, and which rule it breaks there."""
    path = exact_path(data, subject.conventions, 200)
    expected = path.after[-1] if stop is None else path.after[min(stop, len(path.after)) - 1]
    if factor is not None and is_scale_free(subject.conventions):
        expected = tuple(factor * v for v in expected)
    if subject.conventions.offset is Offset.NONE:
        expected = expected[: data.dimension]  # no offset is expected where none is learned
    if isinstance(found, str):
        return Departure(data, None, expected, "none: there is no answer", "answer", found)
    early = first_departing_pass(subject, data, factor)
    if early is None:
        return Departure(data, found, expected, *broken_rule(subject.conventions, data, found, factor))
    place, rule, reason = broken_rule(subject.conventions, early.data, early.answer, factor, early.passes)
    if not place.endswith(f"in pass {early.passes}"):
        place = str(early)
    return Departure(data, found, expected, place, rule, reason)


@dataclass(frozen=True)
class FirstDepartingPass:
    """The answer after this many passes over the data, or over their first examples, departs; before, none does."""

    data: Dataset
    passes: int
    answer: Answer

    def __str__(self) -> str:
        return f"in pass {self.passes}" + (f", at example {len(self.data)}" if self.passes == 1 else "")


def first_departing_pass(subject: Subject, data: Dataset, factor: Fraction | None) -> FirstDepartingPass | None:
    """Shorten the passes, then the data, until the first departure is alone; None if passes cannot be set."""
    if subject.pass_name is None:
        return None

    def departing(part: Dataset, passes: int) -> FirstDepartingPass | None:
        try:
            answer = subject.ask(part, passes)
        except TargetError:
            return None
        same, _ = agrees(subject.conventions, part, answer, passes, factor)
        return None if same else FirstDepartingPass(part, passes, answer)

    for passes in range(1, len(exact_path(data, subject.conventions, 200).after) + 1):
        found = departing(data, passes)
        if found is not None:
            parts = [replace(data, examples=data.examples[:n]) for n in range(1, len(data))] if passes == 1 else []
            return next((early for part in parts if (early := departing(part, 1)) is not None), found)
    return None


def broken_rule(
    conventions: Conventions, data: Dataset, answer: Answer, factor: Fraction | None, passes: int | None = None
) -> tuple[str, str, str]:
    """The first wrong update, the invariant that the answer breaks, and a sentence.

    step: the answer is no sum of corrections.  skipped, mistake: one decision otherwise than the conventions
    decide leads to it.  skipped: some example is still a mistake.  Otherwise an update was not due: mistake.
    `passes` says that the answer was given after so many passes, of which only the last one departs.
    """
    problem = pose(data, conventions)
    told = [numbers for _, numbers in readings(answer, data.dimension)]
    if conventions.predictor is not Predictor.LAST or conventions.correction is Correction.RESIDUAL:
        return "update 1 at the earliest", "step", "the weights are not those of the rule"
    if not any(_is_sum_of_corrections(problem, numbers, factor) for numbers in told):
        after = "" if passes is None else f"after pass {passes} the answer "
        reason = f"{after}({_text(told[0])}) is no sum of corrections {_step_text(conventions)}"
        return _earliest(problem), "step", reason
    single = conventions.group.kind is GroupKind.ONLINE and conventions.order.kind not in PICKS
    for numbers in told if single else ():
        flipped = _one_other_decision(problem, numbers, factor, passes)
        if flipped is not None:
            return flipped
    for numbers in told if passes is None else ():
        state = _state_of(problem, numbers)
        for i in range(len(data)):
            if is_wrong(problem, state, i):
                return f"example {i + 1}, at the end", "skipped", f"it stops while example {i + 1} is a mistake"
    return "an update that was not due", "mistake", "it corrects what is no mistake, or in another order"


def _text(numbers: Vector) -> str:
    return ", ".join(map(readable, numbers))


def _step_text(conventions: Conventions) -> str:
    return {Offset.NONE: "y·x", Offset.UNIT: "(y·x, y)", Offset.RADIUS: "(y·x, y·R²)"}[conventions.offset]


def _same(numbers: Vector, other: Vector, factor: Fraction | None, free: bool) -> bool:
    if not free:
        return numbers == other
    if factor is not None:
        return numbers == tuple(factor * v for v in other)
    return Ray.of(numbers).direction == Ray.of(other).direction


def _is_sum_of_corrections(problem: Problem, numbers: Vector, factor: Fraction | None) -> bool:
    free = is_scale_free(problem.conventions)
    origin = problem.hypothesis(problem.start)
    start: Vector = (*origin.weights, origin.offset)
    scale = problem.step(1)
    corrections: list[Vector] = []
    for x, y in problem.examples:
        offset = problem.start.offset + scale * y * problem.offset_step
        after = problem.hypothesis(State(add_scaled(problem.start.weights, scale * y, x), offset))
        corrections.append(add_scaled((*after.weights, after.offset), -1, start))
    target = add_scaled(numbers, -1, start)
    if free and factor is not None:
        target = tuple(Fraction(v) / factor for v in target)
    return is_sum(corrections, target, whole=factor is not None or not free)


def is_sum(parts: Sequence[Vector], total: Vector, whole: bool = True) -> bool:
    """Is the total a sum of these parts, each taken a number of times; or, if not `whole`, a multiple of one?

    Exact where the parts are independent.  Otherwise so many of each free part are tried that every answer to a
    small data set is found.
    """
    rows = [[_rational(part[j]) for part in parts] + [_rational(total[j])] for j in range(len(total))]
    reduced, rank = fmpq_mat(rows).rref()
    pivots = [next(j for j in range(len(parts) + 1) if reduced[i, j] != 0) for i in range(rank)]
    if len(parts) in pivots:
        return False
    free = [j for j in range(len(parts)) if j not in pivots]
    limit = FREE_CORRECTIONS[min(len(free), len(FREE_CORRECTIONS) - 1)]
    for counts in product(range(limit), repeat=len(free)):
        bound = [
            reduced[i, len(parts)] - sum((reduced[i, j] * n for j, n in zip(free, counts, strict=True)), fmpq(0))
            for i in range(rank)
        ]
        if all(n >= 0 for n in bound) and _is_counting([*bound, *map(fmpq, counts)], whole):
            return True
    return False


def _is_counting(counts: Sequence[fmpq], whole: bool) -> bool:
    """Whole numbers; or, if a factor is free, in the proportion of whole numbers that a short run could reach."""
    if whole:
        return all(n.q == 1 for n in counts)
    proportion = Ray.of(tuple(Fraction(int(n.p), int(n.q)) for n in counts)).direction
    return max(proportion) <= MANY_CORRECTIONS


def _rational(value: Number) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def _state_of(problem: Problem, numbers: Vector) -> State:
    return problem.state(Hypothesis(tuple(map(Fraction, numbers[:-1])), Fraction(numbers[-1])))


def _earliest(problem: Problem) -> str:
    """No smaller data set departs, so nothing is wrong before the last example is first corrected."""
    last = len(problem.examples) - 1
    for event in updates(problem):
        if isinstance(event, Update) and any(term.example == last for term in event.terms):
            at_least = "" if last == 0 and event.k == 1 else ", or later"
            return f"update {event.k}, on example {last + 1} in pass {event.pass_number}{at_least}"
        if event.pass_number > 50:
            break
    return "the first update"


def _one_other_decision(
    problem: Problem, numbers: Vector, factor: Fraction | None, passes: int | None
) -> tuple[str, str, str] | None:
    """A single decision that, taken otherwise, leads to the answer; in the last of so many passes, if given."""
    free, count = is_scale_free(problem.conventions), len(problem.examples)
    flips = range(6 * count) if passes is None else range((passes - 1) * count, passes * count)
    for flip in flips:
        state, k, flipped = problem.start, 0, None
        for seen in range(12 * count if passes is None else passes * count):
            i = seen % count
            wrong = is_wrong(problem, state, i)
            if seen == flip:
                flipped = "skipped" if wrong else "mistake", i, seen // count + 1, k + 1
                wrong = not wrong
            if wrong:
                k += 1
                x, y = problem.examples[i]
                step = problem.step(k)
                state = State(add_scaled(state.weights, step * y, x), state.offset + step * y * problem.offset_step)
            if flipped is not None and (seen + 1) % count == 0 and (passes is None or seen + 1 == passes * count):
                said = problem.hypothesis(state)
                if _same(numbers, (*said.weights, said.offset), factor, free):
                    rule, i, number, update = flipped
                    what = "passes over a mistake" if rule == "skipped" else "corrects what is no mistake"
                    return f"update {update}, on example {i + 1} in pass {number}", rule, f"it {what} there"
    return None
