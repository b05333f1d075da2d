"""Document 001, chapter 3: the algorithm and its example.

The systems are P1 (the offset moves by y) and P2 (through the origin); a score of zero is predicted −1.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, product

from proofs.claims.claim import (
    Evidence,
    Judgement,
    claim,
    enumeration,
    example,
    fails_on,
    identity,
    imprecise,
    out_of_scope,
    sampled,
    smallest_failure,
    theorem,
    true,
)
from proofs.claims.common import (
    LABEL,
    SIGNS,
    at_most,
    data,
    data_sets,
    events,
    for_passes,
    grid,
    half,
    hypothesis,
    line_sets,
    outcome,
    pass_ends,
    random_sets,
    score,
    shown,
    small_sets,
    steps,
)
from proofs.t01_novikoff import w, x, y
from proofs.t03_offset import b
from verified_perceptron.conventions import PRESETS, Conventions, GivenStart, Offset, SignZero, Stop
from verified_perceptron.data import DataError, Dataset
from verified_perceptron.exact import Vector
from verified_perceptron.logic import assume, inner, scalars
from verified_perceptron.logic import norm_sq as length_sq
from verified_perceptron.logic.models import model
from verified_perceptron.logic.tactics import by_sum, times
from verified_perceptron.margins import predict, training_errors
from verified_perceptron.problem import Hypothesis
from verified_perceptron.run import Outcome

SCORES = (-1, 0, 1)
"""A score for each sign; tie rules and mistakes depend on the sign only."""

FIGURE = hypothesis((1, -1), 1)
"""The classifier of the chapter's example."""


def tie_is_minus(h: Hypothesis, point: Vector) -> int:
    """The chapter's prediction: +1 where the score is positive, −1 elsewhere."""
    return predict(h, point, SignZero.MINUS)


def as_printed(dataset: Dataset, passes: int, step: int) -> list[Hypothesis]:
    """The pseudo-code with its break, line by line; a mistake adds `step` to the offset (1, or 0 for none)."""
    theta, theta_0 = (Fraction(0),) * dataset.dimension, Fraction(0)
    made: list[Hypothesis] = []
    for _ in range(passes):
        changed = False
        for x_i, y_i in zip(dataset.points, dataset.labels, strict=True):
            if y_i * (sum((a * c for a, c in zip(theta, x_i, strict=True)), Fraction(0)) + theta_0) <= 0:
                theta = tuple(a + y_i * Fraction(c) for a, c in zip(theta, x_i, strict=True))
                theta_0 = theta_0 + step * y_i
                changed = True
                made.append(Hypothesis(theta, theta_0))
        if not changed:
            break
    return made


def has_zero_error(dataset: Dataset, candidates: Sequence[Hypothesis]) -> bool:
    """One of the candidates predicts every label, ties going to −1."""
    return any(training_errors(h, dataset, SignZero.MINUS) == 0 for h in candidates)


def ties_shifted_away() -> tuple[Evidence, Evidence]:
    """Zero training error, ties going to −1, becomes strict when the offset is lowered."""
    (least,) = scalars("least")
    lowered = inner(w, x) + b - half * least
    positive, negative = assume(inner(w, x) + b >= least), assume(inner(w, x) + b <= 0)
    return (
        theorem(
            "lowering θ₀ by half the least positive score leaves the positive scores positive",
            by_sum("shift.positive", lowered >= half * least, [positive]),
            model(w=(1,), x=(1,), b=0, least=1),
        ),
        theorem(
            "and makes the others negative",
            by_sum("shift.negative", lowered <= -half * least, [negative]),
            model(w=(1,), x=(0,), b=0, least=1),
        ),
    )


# --- the algorithm ---------------------------------------------------------------------------------


@claim(
    "S1-01",
    lines="5-7",
    title="Where the name comes from",
    says="The perceptron goes back to a neuron model of 1943 and to Hebb, and is dated 1962.",
)
def s1_01() -> Judgement:
    return out_of_scope("History: who published what and when is not computed.")


@claim(
    "S1-02",
    lines="11",
    title="The training data",
    says="There are n examples, each a vector of ℝᵈ with a label −1 or +1.",
)
def s1_02() -> Judgement:
    def refused(points: Sequence[Sequence[object]], labels: Sequence[object]) -> bool:
        try:
            Dataset.of(points, labels)
        except DataError:
            return True
        return False

    return true(
        enumeration(
            "a data set holds exactly that: other labels and unequal dimensions are refused",
            [
                *(refused([[1]], [label]) for label in (0, 2, -2, half)),
                refused([[1], [1, 2]], [1, 1]),
                refused([[1], [2]], [1]),
                not refused([[1, 2], [3, 4]], [1, -1]),
            ],
        )
    )


@claim(
    "S1-03",
    lines="11",
    title="What τ counts",
    says="Training takes at most τ steps.",
)
def s1_03() -> Judgement:
    capped = {tau: PRESETS["P1"].capped(tau) for tau in (1, 2, 3)}
    return imprecise(
        "τ counts passes over the data; there may be τ·n tests, and as many updates.",
        enumeration(
            "at most τ passes and τ·n updates",
            (
                events(d, conventions)[0].passes <= tau and len(steps(d, conventions)) <= tau * len(d)
                for d in small_sets()
                for tau, conventions in capped.items()
            ),
        ),
        fails=smallest_failure(
            small_sets(),
            lambda d: len(steps(d, capped[1])) <= 1,
            lambda d: f"{shown(d)}: τ = 1 makes {len(steps(d, capped[1]))} updates",
        ),
    )


@claim(
    "S1-04",
    lines="15-41",
    title="The algorithm with offset",
    says="From θ = 0, θ₀ = 0, up to τ passes in order: on y(⟨θ,x⟩ + θ₀) ≤ 0 add y·x to θ and y to θ₀; stop "
    "after a pass "
    "without a change.",
)
def s1_04() -> Judgement:
    return true(
        sampled(
            "P1 makes exactly the updates of the text",
            (
                [s.after for s in steps(d, at_most("P1", 5))] == as_printed(d, 5, 1)
                for d in (*small_sets(), *random_sets())
            ),
        )
    )


@claim(
    "S1-05",
    lines="43",
    title="A right classification changes nothing",
    says="If the current hypothesis classifies the example correctly, the parameters stay as they are.",
)
def s1_05() -> Judgement:
    return imprecise(
        "The parameters stay exactly if y·f > 0.  A negative example at score 0 is classified correctly, and "
        "changes them.",
        enumeration(
            "there is an update exactly where y·f ≤ 0",
            ({s.round for s in steps(d, for_passes("P1", 2))} == _rounds_at_fault(d, 2) for d in small_sets()),
        ),
        fails=smallest_failure(
            data_sets(1, 1),
            lambda d: all(tie_is_minus(s.before, s.x) != s.y for s in steps(d, for_passes("P1", 1))),
            lambda d: f"{shown(d)} at θ = 0: predicted −1, rightly, and updated all the same",
        ),
    )


def _rounds_at_fault(dataset: Dataset, passes: int) -> set[int]:
    """The rounds in which y·f ≤ 0, reading the weights off the updates."""
    changes = {s.round: s.after for s in steps(dataset, for_passes("P1", passes))}
    current, found = hypothesis((0,) * dataset.dimension), set()
    examples = list(zip(dataset.points, dataset.labels, strict=True)) * passes
    for number, (point, label) in enumerate(examples, start=1):
        if label * score(current, point) <= 0:
            found.add(number)
        current = changes.get(number, current)
    return found


@claim(
    "S1-06",
    lines="43",
    title="An update helps",
    says="On a mistake the parameters move so that they are closer to classifying the example correctly.",
)
def s1_06() -> Judgement:
    after, before = y * (inner(w + y * x, x) + b + y), y * (inner(w, x) + b)
    gain = length_sq(x) + 1
    return true(
        theorem(
            "y·f grows by ‖x‖² + 1",
            by_sum("gain", after >= before + gain, [times(gain, assume(LABEL))]),
            model(w=(0,), x=(1,), b=0, y=-1),
        ),
        theorem(
            "and by ‖x‖² through the origin",
            by_sum(
                "gain.origin",
                y * inner(w + y * x, x) >= y * inner(w, x) + length_sq(x),
                [times(length_sq(x), assume(LABEL))],
            ),
            model(w=(0,), x=(1,), y=-1),
        ),
    )


@claim(
    "S1-07",
    lines="45",
    title="A quiet sweep is the end",
    says="Once every index has been visited without an update, no update ever follows, whether the loop breaks "
    "or not.",
)
def s1_07() -> Judgement:
    starts = [GivenStart((Fraction(a),), Fraction(c)) for a, c in grid(2, (0, 1, -1))]

    def stays_quiet(d: Dataset, conventions: Conventions) -> bool:
        rounds = [0, *(s.round for s in steps(d, conventions)), 4 * len(d) + 1]
        gaps = [after - before - 1 for before, after in pairwise(rounds)]
        return all(gap < len(d) for gap in gaps[:-1])

    return true(
        enumeration(
            "after n tests in a row without an update there is none in what follows, from every small start",
            (
                stays_quiet(
                    d, Conventions(offset=Offset.UNIT, start=start, stop=Stop(quiet=False, passes=4, cycle=False))
                )
                for d in (*data_sets(1, 1), *data_sets(1, 2))
                for start in starts
            ),
        ),
        enumeration(
            "because a sweep without an update leaves the state as it was, and a test depends on the state alone",
            (
                pass_ends(d, for_passes("P1", e.passes + 3))[-1] == e.hypothesis
                for d in small_sets()
                for e in [outcome(d, "P1")]
                if e.outcome is Outcome.CONVERGED
            ),
        ),
    )


@claim(
    "S1-08",
    lines="47",
    title="Do the dimensions match?",
    says="θ and x have d entries, y and θ₀ are numbers, and every line of the algorithm fits them.  (Answer: yes.)",
)
def s1_08() -> Judgement:
    return true(
        sampled(
            "θ keeps d entries and θ₀ stays one number, for d = 1, …, 4",
            (
                len(s.before.weights) == len(s.after.weights) == len(s.x) == d.dimension
                for d in random_sets()
                for s in steps(d, for_passes("P1", 2))
            ),
        )
    )


@claim(
    "S1-09",
    lines="49",
    title="The training error after a quiet sweep",
    says="If a sweep makes no update, the training error is zero.  (The answer to the chapter's question.)",
)
def s1_09() -> Judgement:
    return true(
        enumeration(
            "y·f > 0 makes the prediction y, for every sign of f and every label",
            (tie_is_minus(hypothesis(f), (1,)) == y_ for f, y_ in product(SCORES, SIGNS) if y_ * f > 0),
        ),
        sampled(
            "and every run that ends has no training error",
            (
                training_errors(e.hypothesis, d, SignZero.MINUS) == 0
                for d in (*small_sets(), *random_sets())
                for e in [outcome(d, "P1")]
                if e.outcome is Outcome.CONVERGED
            ),
        ),
        example(
            "the converse fails: {(1, −)} at θ = 0 has no error and an update due",
            training_errors(hypothesis(0), data((1, -1)), SignZero.MINUS) == 0
            and len(steps(data((1, -1)), "P1")) > 0,
        ),
    )


@claim(
    "S1-10",
    lines="51-53",
    title="The example: a mistake",
    says="θ = (1, −1), θ₀ = 1 gives x = (1, 3) with y = +1 the value y·f = −1, which is negative.",
)
def s1_10() -> Judgement:
    return true(example("1 − 3 + 1 = −1", score(FIGURE, (1, 3)) == -1))


def figure_step() -> Hypothesis:
    """One update of P1 from the example's classifier on ((1, 3), +)."""
    start = GivenStart(FIGURE.weights, FIGURE.offset)
    conventions = Conventions(offset=Offset.UNIT, start=start, stop=Stop(updates=1))
    return steps(data(((1, 3), 1)), conventions)[0].after


@claim(
    "S1-11",
    lines="55-59",
    title="The example: the update",
    says="The update makes θ = (2, 2) and θ₀ = 2.",
)
def s1_11() -> Judgement:
    return true(example("(1, −1) + (1, 3) = (2, 2) and 1 + 1 = 2", figure_step() == hypothesis((2, 2), 2)))


@claim(
    "S1-12",
    lines="61",
    title="The example: the point is right now",
    says="The new classifier is right on (1, 3).",
)
def s1_12() -> Judgement:
    return true(example("its score is 10", score(figure_step(), (1, 3)) == 10))


@claim(
    "S1-13",
    lines="61",
    title="The example: another mistake",
    says="The new classifier is wrong on the negative point of the figure.",
)
def s1_13() -> Judgement:
    first, second = scalars("first second")
    points = [(-1, 2), (-3, 0)]
    return imprecise(
        "The figure is missing; all that is known of the negative point is ⟨θ,x⟩ = −3.  The new classifier is "
        "wrong on "
        "it exactly if x₁ + x₂ > −1.",
        identity("the new score is twice x₁ + x₂ + 1", 2 * first + 2 * second + 2, 2 * (first + second + 1)),
        example(
            "(−1, 2) fits what is known and is classified wrongly",
            score(FIGURE, points[0]) - 1 == -3 and tie_is_minus(figure_step(), points[0]) == 1,
        ),
        fails=fails_on(
            "(−3, 0) fits what is known and is classified correctly",
            score(FIGURE, points[1]) - 1 != -3 or tie_is_minus(figure_step(), points[1]) == 1,
        ),
    )


@claim(
    "S1-14",
    lines="65",
    title="Zero error is found",
    says="If some linear classifier has no training error, the algorithm finds it for τ large enough.",
)
def s1_14() -> Judgement:
    line = line_sets()
    directions = [hypothesis(a) for a in (0, 1, -1)]

    def found_through_origin(d: Dataset) -> bool:
        return not has_zero_error(d, directions) or any(
            training_errors(h, d, SignZero.MINUS) == 0 for h in pass_ends(d, "P2")
        )

    return imprecise(
        "With an offset it finds some strict separator, not the given classifier: ties can be shifted away.  "
        "Through the "
        "origin it may fail.",
        *ties_shifted_away(),
        theorem("a strict separator with an offset bounds the updates of P1", "T3.unit"),
        enumeration(
            "on the line P1 ends with no error whenever a threshold has none",
            (
                training_errors(outcome(d, "P1").hypothesis, d, SignZero.MINUS) == 0
                for d in line
                if has_zero_error(d, thresholds_with_ties())
            ),
        ),
        fails=smallest_failure(
            line,
            found_through_origin,
            lambda d: f"{shown(d)}, through the origin: θ = 0 has no error, but every pass ends with one",
        ),
    )


def thresholds_with_ties() -> list[Hypothesis]:
    """Every way to cut the small integers, the cut on a point or between two."""
    return [hypothesis(a, Fraction(c, 2)) for a in (0, 1, -1) for c in range(-6, 7)]
