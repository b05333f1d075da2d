"""Document 003, continued: examples, a summary of results, the assumptions (S3-53 to S3-70)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from proofs.claims.claim import (
    Judgement,
    claim,
    corrected,
    enumeration,
    example,
    fails_on,
    imprecise,
    sampled,
    true,
)
from proofs.claims.support import (
    GAMMA,
    NOVIKOFF_BOUND,
    OUTPUT,
    P7,
    P9,
    P12,
    SIGNS,
    START_BOUND,
    TARGET,
    U,
    W,
    X,
    distance_margin,
    drawn_data,
    go,
    grid,
    identity,
    inseparable_data,
    labelled,
    least_margin,
    line,
    mistakes,
    points_of,
    positive,
    proof,
    refutation,
    separable_data,
    separator_of,
    signed,
    small_data,
    smallest,
    smallest_data,
    started,
    strict,
    theorem,
    tuples,
    with_rate,
    within_bound,
    within_start_bound,
)
from proofs.t00_cauchy_schwarz import cauchy_schwarz
from verified_perceptron.algorithms.network import Unit, rows
from verified_perceptron.conventions import (
    Group,
    SignZero,
    Stop,
    Tie,
)
from verified_perceptron.data import DataError, Dataset
from verified_perceptron.exact import Root, dot, norm_sq
from verified_perceptron.logic import assume, equal, inner, scalar
from verified_perceptron.logic import norm_sq as length_sq
from verified_perceptron.logic.models import Surd
from verified_perceptron.logic.tactics import NEGATED, times
from verified_perceptron.margins import sign
from verified_perceptron.run import Outcome

# --- 11.65, examples ----------------------------------------------------------------------------------

EIGHT_POINTS = labelled(
    *((x, 1) for x in ((1, 1), (1, 3), (2, 1), (2, 2))),
    *((x, -1) for x in ((-1, -1), (-1, -3), (-2, -1), (-2, -2))),
)


def scalar_update(w: int, x: int, t: int) -> Fraction:
    """Where one look at the sample x with target t takes the weight w, by the rule with t − o."""
    look = replace(started(P9, w), group=Group(), tie=Tie.CORRECT, stop=Stop(passes=1))
    (end,) = go(labelled(((x,), t)), look).hypothesis.weights
    return end


@claim(
    "S3-53",
    lines="178-182",
    title="One sample on the line",
    says="For a single sample on the line and η = 1 the rule is w ← w + (t − o)·x.",
)
def s3_53() -> Judgement:
    return true(
        enumeration(
            "one look at a sample that is not on the boundary moves w by (t − sign(wx))·x",
            (
                scalar_update(w, x, t) == w + (t - sign(w * x, SignZero.OPEN)) * x
                for w in line(3)
                for x in line(3)
                for t in SIGNS
                if w * x
            ),
        )
    )


@claim("S3-54", lines="186", title="A correct sample", says="If t = o, the weight does not change.")
def s3_54() -> Judgement:
    agree = equal(TARGET, OUTPUT)
    return true(
        proof(
            "(t − o)·x is zero if t = o",
            equal(inner(W + (TARGET - OUTPUT) * X, U), inner(W, U)),
            [times(inner(X, U), assume(agree))],
            given=[agree],
        ),
        enumeration(
            "a look at a correct sample leaves w as it is",
            (scalar_update(w, x, t) == w for w in line(3) for x in line(3) for t in SIGNS if t * w * x > 0),
        ),
    )


def scalar_case(target: int, side: int) -> Judgement:
    """t = target, o = −t, x on that side of 0: then w is on the side −t·side, and moves to the other."""
    w, x = scalar("w"), scalar("x")
    wrong, where = target * w * x < 0, side * x > 0
    direction = target * side
    verb = "increases" if direction > 0 else "decreases"
    return true(
        refutation(
            f"with x {'>' if side > 0 else '<'} 0, the mistake means w {'<' if direction > 0 else '>'} 0",
            -direction * w > 0,
            [assume(wrong), times(1, NEGATED, assume(where))],
            given=[wrong, where],
        ),
        proof(
            f"w + (t − o)·x = w + 2t·x {verb} w",
            direction * (w + 2 * target * x) > direction * w,
            [times(2, assume(where))],
            given=[where],
        ),
        enumeration(
            f"the implementation {verb} w on every such mistake",
            (
                direction * scalar_update(a, b, target) > direction * a
                for a in line(4)
                for b in line(4)
                if side * b > 0 and target * a * b < 0
            ),
        ),
    )


@claim(
    "S3-55",
    lines="187",
    title="t = +1, o = −1, x > 0",
    says="A mistake with t = +1, o = −1 and x > 0 means that w < 0, and the update increases w, as it should.",
)
def s3_55() -> Judgement:
    return scalar_case(1, 1)


@claim(
    "S3-56",
    lines="188",
    title="t = +1, o = −1, x < 0",
    says="A mistake with t = +1, o = −1 and x < 0 means that w > 0, and the update decreases w, as it should.",
)
def s3_56() -> Judgement:
    return scalar_case(1, -1)


@claim(
    "S3-57",
    lines="189",
    title="The remaining cases",
    says="It works in the other cases too: for t = −1, o = +1 a positive w is decreased if x > 0, and a negative "
    "one increased if x < 0.",
)
def s3_57() -> Judgement:
    positive_x, negative_x = scalar_case(-1, 1), scalar_case(-1, -1)
    return true(*positive_x.evidence, *negative_x.evidence)


@claim(
    "S3-58",
    lines="191-201",
    title="Eight points in the plane",
    says="The points (1,1), (1,3), (2,1), (2,2) of one class and their negatives of the other are separable.",
)
def s3_58() -> Judgement:
    diagonal = (1, 1)
    return true(
        example("(1, 1) separates them", not mistakes(EIGHT_POINTS, diagonal)),
        example(
            "with it γ² = 2 and R² = 10, so at most 5 updates are made",
            distance_margin(EIGHT_POINTS, diagonal) == Root.sqrt(2)
            and EIGHT_POINTS.radius_sq == 10
            and within_bound(EIGHT_POINTS, 5, diagonal)
            and not within_bound(EIGHT_POINTS, 6, diagonal),
        ),
        example(
            "from zero a single update gives (1, 1)",
            (end := go(EIGHT_POINTS, P7)).updates == 1 and list(end.hypothesis.weights) == [1, 1],
        ),
    )


RATES = (Fraction(1, 2), Fraction(1), Fraction(2))


@claim(
    "S3-59",
    lines="202",
    title="Eight points: every start and rate",
    says="From any initial weights and with any η the perceptron finds a line that separates the eight points.",
)
def s3_59() -> Judgement:
    runs = [
        (start, rate, go(EIGHT_POINTS, with_rate(started(P7, *start), rate)))
        for start in grid(2, 3)
        for rate in RATES
    ]
    return true(
        theorem("from w₀ with rate η: k(ηγ)² ≤ η²R²‖u‖² + 2ηγ‖u‖‖w₀‖", "T2", START_BOUND),
        enumeration(
            "49 starts and 3 rates all end at a separator, within that bound",
            (
                end.separates and within_start_bound(EIGHT_POINTS, end.updates, start, rate, (1, 1))
                for start, rate, end in runs
            ),
        ),
    )


@claim(
    "S3-60",
    lines="203",
    title="Eight points: which answer is best?",
    says="Different starts and rates give different final lines; one of them is the best.",
)
def s3_60() -> Judgement:
    finals = {
        go(EIGHT_POINTS, with_rate(started(P7, *start), rate)).hypothesis.weights
        for start in grid(2, 3)
        for rate in RATES
    }
    best, ahead = (Fraction(1, 2), Fraction(1, 2)), inner(U, X) >= 1
    errors = {len(mistakes(EIGHT_POINTS, weights)) for weights in finals}
    return imprecise(
        "They differ because a run only ever adds samples to its start. Best by what? By training errors all of "
        "them tie; by margin the best line is the one with weights along (1, 1), and a run need not end there.",
        example(
            "the runs end at more than one line",
            any(a[0] * b[1] != a[1] * b[0] for a, b in itertools.combinations(finals, 2)),
        ),
        proof(
            "weights u with ⟨u,x⟩ ≥ 1 have ‖u‖²‖x‖² ≥ 1",
            length_sq(U) * length_sq(X) >= 1,
            [cauchy_schwarz(U, X), times(1, assume(ahead), assume(ahead)), times(2, assume(ahead))],
            given=[ahead],
        ),
        example(
            "½(1, 1) has y⟨w,x⟩ ≥ 1 everywhere and attains this bound for x = (1, 1): no such weights are shorter, "
            "so no line has a larger margin",
            least_margin(EIGHT_POINTS, best) == 1 == norm_sq(best) * norm_sq((1, 1)),
        ),
        enumeration(
            "no final line has a larger margin",
            (distance_margin(EIGHT_POINTS, weights) <= distance_margin(EIGHT_POINTS, best) for weights in finals),
        ),
        fails=fails_on("fewest training errors: every final line makes none, so none is best", errors != {0}),
    )


# --- 11.66, a summary of results -------------------------------------------------------------------------


def consistent_with_plus(data: Dataset) -> bool:
    """Do some small weights predict every label, with sign(0) = +1?"""
    return any(
        all(sign(dot(w, x), SignZero.PLUS) == y for x, y in zip(points_of(data), data.labels, strict=True))
        for w in grid(data.dimension, 2)
    )


@claim(
    "S3-61",
    lines="209",
    title="Consistent weights and convergence",
    says="If some weights are consistent with the data, the perceptron converges.",
)
def s3_61() -> Judgement:
    return corrected(
        smallest_data(
            (data for data in small_data() if consistent_with_plus(data)),
            lambda data: go(data, P7).outcome is Outcome.CONVERGED,
            " with sign(0) = +1: w = 0 is consistent, yet every look is a mistake",
        ),
        "Consistent must mean y⟨w,x⟩ > 0 for every sample, with ties counted as mistakes.",
        theorem("kγ² ≤ R²‖u‖²", "T1", NOVIKOFF_BOUND),
        enumeration(
            "all small data with strictly consistent weights: the run converges to such weights",
            (go(data, P7).separates for data in separable_data()),
        ),
    )


def surd_run(updates: int) -> list[tuple[int, int]]:
    """The cyclic perceptron on {1 is +, √2 is −}: the weights a − b√2 after each update, as (a, b)."""
    a = b = 0
    states = [(a, b)]
    while len(states) <= updates:
        if Surd(Fraction(a), Fraction(-b), 2).sign() <= 0:
            a += 1
            states.append((a, b))
        if Surd(Fraction(a), Fraction(-b), 2).sign() >= 0:
            b += 1
            states.append((a, b))
    return states


@claim(
    "S3-62",
    lines="210",
    title="Data that are not separable",
    says="On data that are not separable, the perceptron eventually repeats its weights and so loops for ever.",
)
def s3_62() -> Judgement:
    states = surd_run(1000)
    contradiction = labelled(((1,), 1), ((1,), -1))
    return imprecise(
        "True of rational data looked at in cycles, with ties as mistakes: the weights stay bounded on a lattice. "
        "Real data may keep bounded weights that never repeat, and the strict rule may simply stop.",
        theorem("weights that return after an update leave no positive margin", "T6", GAMMA <= 0),
        enumeration(
            "all small data that are not separable: the weights return, and the updates in between cancel",
            (
                (end := go(data, P12)).cycle is not None
                and not any(
                    sum(m * z[j] for m, z in zip(end.cycle.multipliers, signed(data), strict=True))
                    for j in range(data.dimension)
                )
                for data in inseparable_data()
            ),
        ),
        example(
            "with the strict rule {1 is +, 1 is −} from w = 1 stops at w = 0",
            (end := go(contradiction, started(strict(P7), 1))).outcome is Outcome.CONVERGED
            and list(end.hypothesis.weights) == [0],
        ),
        enumeration(
            "on {1 is +, √2 is −} the weights after k updates are a − b√2 with a + b = k, so no two are equal",
            (a + b == k for k, (a, b) in enumerate(states)),
        ),
        enumeration(
            "and they stay bounded, between −√2 and 1",
            (
                Surd(Fraction(a - 1), Fraction(-b), 2).sign() <= 0 <= Surd(Fraction(a), Fraction(1 - b), 2).sign()
                for a, b in states
            ),
        ),
        fails=fails_on("{1 is +, √2 is −}: 1000 updates, all weights different", len(set(states)) < len(states)),
    )


@claim(
    "S3-63",
    lines="212",
    title="At most M steps",
    says="On separable data the perceptron converges within some number M of steps.",
)
def s3_63() -> Judgement:
    return true(
        theorem("from zero, M = R²‖u‖²/γ² updates suffice, for every separator u", "T1", NOVIKOFF_BOUND),
        sampled(
            "drawn data keep to that bound",
            (within_bound(data, go(data, P7).updates) for data in (*separable_data(), *drawn_data())),
        ),
    )


def without_offsets(first: Sequence[Sequence[int]], second: Sequence[int], x: Sequence[int]) -> int:
    """A two-level network of units sign⟨w,x⟩ with sign(0) = 0."""
    return sign(dot(second, [sign(dot(w, x), SignZero.OPEN) for w in first]), SignZero.OPEN)


@claim(
    "S3-64",
    lines="213",
    title="Boolean functions",
    says="Some network of perceptrons, two levels deep, computes any given Boolean function.",
)
def s3_64() -> Judgement:
    tables = [(n, table) for n in (1, 2) for table in itertools.product(SIGNS, repeat=2**n)]

    def is_odd(case: tuple[int, tuple[int, ...]]) -> bool:
        n, table = case
        value = dict(zip(rows(n), table, strict=True))
        return all(value[x] == -value[tuple(-v for v in x)] for x in rows(n))

    networks = [
        (first, second)
        for size in (1, 2)
        for first in itertools.product(grid(2, 1), repeat=size)
        for second in grid(size, 1)
    ]

    return corrected(
        smallest(
            tables,
            is_odd,
            lambda case: f"inputs: {case[0]}, values {case[1]}: no network of units through the origin computes it",
        ),
        "True of units with thresholds: one for each row on which the function is true, and one that says whether "
        "any of them fires. Units through the origin compute odd functions only.",
        enumeration(
            "for up to 6 inputs, the unit of a row fires on that row and on no other",
            ((Unit(row, 1 - n)(x) == 1) is (x == row) for n in range(1, 7) for row in rows(n) for x in rows(n)),
        ),
        enumeration(
            "the second level fires if and only if one of up to 64 units does (at most one can)",
            (
                (Unit((1,) * m, m - 1)([-1] * (m - fired) + [1] * fired) == 1) is (fired == 1)
                for m in range(1, 65)
                for fired in (0, 1)
            ),
        ),
        enumeration(
            "every network without thresholds takes opposite values at opposite inputs",
            (
                without_offsets(*network, x) == -without_offsets(*network, [-v for v in x])
                for network in networks
                for x in rows(2)
            ),
        ),
        identity("because ⟨w,−x⟩ = −⟨w,x⟩", inner(W, -X), -inner(W, X)),
        example("AND is not odd", not is_odd((2, (-1, -1, -1, 1)))),
    )


# --- 11.67, assumptions ---------------------------------------------------------------------------------


@claim(
    "S3-65",
    lines="217",
    title="The problem",
    says="Given are N samples in ℝᵈ with labels −1 or +1.",
)
def s3_65() -> Judgement:
    def is_accepted(label: int) -> bool:
        try:
            return labelled(((1, 2), label)).labels == [label]
        except DataError:
            return False

    return true(
        enumeration(
            "a data set takes the labels ±1 and no others", (is_accepted(y) is (y in SIGNS) for y in range(-3, 4))
        )
    )


@claim(
    "S3-66",
    lines="219-223",
    title="Separability with a margin",
    says="The data are separable if there are a unit vector w* and a small γ with y⟨w*,x⟩ > γ for every sample.",
)
def s3_66() -> Judgement:
    def has_margin(data: Dataset, gamma: Fraction) -> bool:
        """Some small direction has y⟨w,x⟩/‖w‖ > γ throughout."""
        return any(distance_margin(data, w) > gamma for w in grid(data.dimension, 2) if any(w))

    tiny = Fraction(1, 10)
    return corrected(
        smallest_data(
            inseparable_data(),
            lambda data: not has_margin(data, Fraction(-1, 2)),
            " is not separable, yet y⟨w*,x⟩ > γ for γ = −1/2",
        ),
        "γ has to be positive (the text says so two paragraphs on). Then, for finitely many samples, this is "
        "strict separability; whether the inequality is strict makes no difference.",
        enumeration(
            "small data sets are separable if and only if some direction has a margin above 1/10",
            ((separator_of(data) is not None) is has_margin(data, tiny) for data in small_data()),
        ),
    )


@claim(
    "S3-67",
    lines="225",
    title="Correct samples have a margin",
    says="When all samples are classified correctly, the products y⟨w,x⟩ are positive, and exceed some γ > 0.",
)
def s3_67() -> Judgement:
    solved = [(data, w) for data in small_data() for w in grid(data.dimension, 2) if not mistakes(data, w)]
    return true(
        enumeration(
            "half of the least product is such a γ, for every small data set and every separator",
            (
                all(dot(w, z) > gamma > 0 for z in signed(data))
                for data, w in solved
                if (gamma := Fraction(least_margin(data, w)) / 2)
            ),
        ),
        proof(
            "half of a positive number is below it",
            inner(W, X) > Fraction(1, 2) * inner(W, X),
            [times(Fraction(1, 2), assume(inner(W, X) > 0))],
            given=[inner(W, X) > 0],
        ),
    )


@claim("S3-68", lines="227-229", title="Bounded samples", says="All samples satisfy ‖x‖ ≤ R for some R.")
def s3_68() -> Judgement:
    return true(
        enumeration(
            "finitely many samples always do: R² = max‖x‖² bounds all of them, and one attains it",
            (
                max(norm_sq(x) for x in points_of(data)) == data.radius_sq
                and all(norm_sq(x) <= data.radius_sq for x in points_of(data))
                for data in (*small_data(), *drawn_data())
            ),
        )
    )


@claim(
    "S3-69",
    lines="233",
    title="Random initial weights",
    says="The loop starts from random weights; the bound R²/γ² is then quoted for it.",
)
def s3_69() -> Judgement:
    single = positive((1,))
    starts = [(w, go(single, started(P7, w)).updates) for w in line(10)]
    return imprecise(
        "R²/γ² is for the start 0. From w₀ it is R²/γ² + 2‖w₀‖/γ for a unit separator.",
        theorem("from w₀ with rate η: k(ηγ)² ≤ η²R²‖u‖² + 2ηγ‖u‖‖w₀‖", "T2", START_BOUND),
        enumeration(
            "small data from small starts keep to it",
            (
                within_start_bound(data, go(data, started(P7, *w)).updates, w, 1, u)
                for data in separable_data()
                if (u := separator_of(data))
                for w in grid(data.dimension, 1)
            ),
        ),
        example("x = 1 from w = −10 takes 11 updates", dict(starts)[-10] == 11),
        fails=smallest(
            starts,
            lambda case: within_bound(single, case[1], (1,)),
            lambda case: f"x = 1, y = +1 from w = {case[0]}: {case[1]} updates, although R²/γ² = 1",
        ),
    )


def pairs_in_the_plane() -> Iterator[Dataset]:
    """Two different positive points of the plane that are separable, small ones first."""
    for a, b in tuples(2, 2, 2):
        if a != b and go(positive(a, b)).outcome is Outcome.CONVERGED:
            yield positive(a, b)


@claim(
    "S3-70",
    lines="235-241",
    title="The assumptions",
    says="Two assumptions are made: margin, bounded samples and a unit w*, which is the final vector.",
)
def s3_70() -> Judgement:
    def final_is_best(data: Dataset) -> bool:
        final = go(data, P7).hypothesis.weights
        return all(distance_margin(data, w) <= distance_margin(data, final) for w in grid(2, 3) if any(w))

    two = positive((1, 0), (0, 2))
    return imprecise(
        "There are three assumptions. w* is any unit separator, chosen for the proof; the run knows nothing of it "
        "and returns another vector.",
        theorem("the bound holds for every separator", "T1", NOVIKOFF_BOUND),
        example(
            "on (1, 0), (0, 2) the run ends at (1, 2), while (2, 1) has the larger margin",
            list(go(two, P7).hypothesis.weights) == [1, 2]
            and distance_margin(two, (2, 1)) > distance_margin(two, (1, 2)),
        ),
        fails=smallest_data(
            pairs_in_the_plane(), final_is_best, ": the final weights do not have the largest margin"
        ),
    )
