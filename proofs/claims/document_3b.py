"""Document 003, continued: examples, results, the convergence proof and its variants (S3-53 to S3-92)."""

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
    false,
    imprecise,
    out_of_scope,
    sampled,
    smallest_failure,
    true,
)
from proofs.claims.support import (
    ETA,
    GAMMA,
    LABEL,
    OUTPUT,
    P7,
    P8,
    P9,
    P12,
    RADIUS,
    SIGNS,
    TARGET,
    K,
    U,
    W,
    X,
    distance_margin,
    drawn_data,
    go,
    grid,
    identity,
    inseparable_data,
    kernel_theorem,
    labelled,
    least_margin,
    line,
    mistakes,
    positive,
    proof,
    proved,
    refutation,
    separable_data,
    separator_of,
    show,
    show_vector,
    signed,
    small_data,
    smallest_data,
    started,
    strict,
    theorem,
    updates_of,
    weights_of,
    with_rate,
    within_bound,
)
from proofs.t00_cauchy_schwarz import cauchy_schwarz
from proofs.t01_novikoff import NOVIKOFF
from verified_perceptron.algorithms.network import Unit, rows
from verified_perceptron.algorithms.shattering import is_separable
from verified_perceptron.conventions import Group, GroupKind, Offset, Order, OrderKind, SignZero, Stop, Tie
from verified_perceptron.data import DataError, Dataset
from verified_perceptron.exact import Number, Root, add_scaled, dot, norm_sq
from verified_perceptron.logic import Comparison, Theorem, assume, equal, inner, scalar, vectors
from verified_perceptron.logic import norm_sq as length_sq
from verified_perceptron.logic.models import Surd
from verified_perceptron.logic.tactics import NEGATED, by_sum, refute, squared, times
from verified_perceptron.margins import sign
from verified_perceptron.run import Outcome

NOVIKOFF_BOUND = RADIUS**2 * length_sq(U) >= GAMMA**2 * K

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
    says="Then ⟨w,x⟩ is negative, so w is negative, and the update increases w, as it should.",
)
def s3_55() -> Judgement:
    return scalar_case(1, 1)


@claim(
    "S3-56",
    lines="188",
    title="t = +1, o = −1, x < 0",
    says="Then w is positive, and the update decreases w, as it should.",
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
EXTRA = scalar("d")
START_BOUND = ETA**2 * RADIUS**2 * length_sq(U) + 2 * ETA * GAMMA * EXTRA >= K * (ETA * GAMMA) ** 2


def within_start_bound(
    data: Dataset, updates: int, start: Sequence[Number], rate: Number, separator: Sequence[Number]
) -> bool:
    """k(ηγ)² ≤ η²R²‖u‖² + 2ηγ‖u‖‖w₀‖."""
    gamma, u_sq = least_margin(data, separator), norm_sq(separator)
    excess = updates * (rate * gamma) ** 2 - rate**2 * data.radius_sq * u_sq
    return Root.of(excess) <= Root.sqrt(norm_sq(start) * u_sq) * (2 * rate * gamma)


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
    best = (Fraction(1, 2), Fraction(1, 2))
    errors = {len(mistakes(EIGHT_POINTS, weights)) for weights in finals}
    return imprecise(
        "They differ because a run only ever adds samples to its start. Best by what? By training errors all of "
        "them tie; by margin the best line is the one with weights along (1, 1), and a run need not end there.",
        example("the runs end at more than one line", len({w[0] / norm_sq(w) for w in finals}) > 1),
        example(
            "½(1, 1) is half the sample (1, 1) and has y⟨w,x⟩ ≥ 1 everywhere, with equality there: by the "
            "Karush–Kuhn–Tucker conditions the shortest such weights, so the largest margin",
            least_margin(EIGHT_POINTS, best) == 1 == dot(best, (1, 1))
            and best == add_scaled((0, 0), Fraction(1, 2), (1, 1)),
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
        all(sign(dot(w, x), SignZero.PLUS) == y for x, y in zip(data.points, data.labels, strict=True))
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

    def is_computed(case: tuple[int, tuple[int, ...]]) -> bool:
        n, table = case
        padded = [(*x, *([x[0]] * (2 - n))) for x in rows(n)]
        return any(
            all(without_offsets(*network, x) == y for x, y in zip(padded, table, strict=True))
            for network in networks
        )

    return corrected(
        smallest_failure(
            tables,
            is_computed,
            lambda case: (
                f"the function of {case[0]} input(s) with values {case[1]}: no network of units through the "
                "origin computes it"
            ),
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
            "half of a positive number is positive, and below it",
            Fraction(1, 2) * inner(W, X) > 0,
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
                max(norm_sq(x) for x in data.points) == data.radius_sq
                and all(norm_sq(x) <= data.radius_sq for x in data.points)
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
                for w in grid(data.dimension, 2)
            ),
        ),
        example("x = 1 from w = −10 takes 11 updates", dict(starts)[-10] == 11),
        fails=smallest_failure(
            starts,
            lambda case: within_bound(single, case[1], (1,)),
            lambda case: f"x = 1, y = +1 from w = {case[0]}: {case[1]} updates, although R²/γ² = 1",
        ),
    )


def pairs_in_the_plane() -> Iterator[Dataset]:
    """Two different positive points of the plane that are separable, small ones first."""
    for a, b in itertools.product(grid(2, 2), repeat=2):
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


# --- 11.68, convergence ---------------------------------------------------------------------------------


@claim(
    "S3-71",
    lines="245",
    title="The main result",
    says="The perceptron makes at most R²/γ² iterations and then returns a separating hyperplane.",
)
def s3_71() -> Judgement:
    return corrected(
        smallest_data(
            separable_data(),
            lambda data: go(data, strict(P7)).separates,
            ", strict E, from zero: w = 0 is returned",
        ),
        "True from w = 0 with ties as mistakes, for single-sample updates in any order; with y⟨w*,x⟩ > γ the "
        "number of updates is strictly below R²/γ².",
        theorem("kγ² ≤ R²‖u‖²", "T1", NOVIKOFF_BOUND),
        proved("with strict margins, the number k + 1 of updates has (k + 1)γ² < R²", *strictly_fewer()),
        enumeration(
            "small separable data: the run ends at a separator, within the bound",
            ((end := go(data, P7)).separates and within_bound(data, end.updates) for data in separable_data()),
        ),
    )


@claim(
    "S3-72",
    lines="247-253",
    title="The update of the proof",
    says="With η = 1 and w⁰ = 0, each update is w ← w + y·x for a single sample.",
)
def s3_72() -> Judgement:
    def steps(data: Dataset) -> Iterator[bool]:
        weights, z = weights_of(data, P7), signed(data)
        yield not any(weights[0])
        for before, after, update in zip(weights, weights[1:], updates_of(data, P7), strict=False):
            (term,) = update.terms
            yield after == add_scaled(before, 1, z[term.example])

    return true(
        enumeration(
            "every update of every small run adds y·x, from zero on",
            (step for data in small_data() for step in steps(data)),
        )
    )


MOVED = W + LABEL * X


@claim(
    "S3-73",
    lines="255-257",
    title="The inner product with w*",
    says="Multiplying the update by w* gives ⟨w + y·x, w*⟩ = ⟨w,w*⟩ + y⟨x,w*⟩.",
)
def s3_73() -> Judgement:
    return true(identity("⟨w + y·x, u⟩ = ⟨w,u⟩ + y⟨x,u⟩", inner(MOVED, U), inner(W, U) + LABEL * inner(X, U)))


STRICT_MARGIN = LABEL * inner(U, X) > GAMMA
NONNEGATIVE_GAMMA = GAMMA >= 0
UNIT = equal(length_sq(U), 1)
ON_A_MISTAKE = (equal(LABEL**2, 1), length_sq(X) <= RADIUS**2, LABEL * inner(W, X) <= 0)
"""The label, the radius and the mistake of an update."""


@claim(
    "S3-74",
    lines="259-261",
    title="Progress in one update",
    says="Since y⟨x,w*⟩ > γ, an update has ⟨w + y·x, w*⟩ > ⟨w,w*⟩ + γ.",
)
def s3_74() -> Judgement:
    return true(
        proof(
            "an update gains more than γ along u",
            inner(MOVED, U) > inner(W, U) + GAMMA,
            [assume(STRICT_MARGIN)],
            given=[STRICT_MARGIN],
        )
    )


def progress() -> Theorem:
    """⟨w + y·x,u⟩ > (k + 1)γ, if w is what k updates made of zero."""
    return by_sum(
        "strict progress", inner(MOVED, U) > (K + 1) * GAMMA, [kernel_theorem("T1.progress"), assume(STRICT_MARGIN)]
    )


@claim(
    "S3-75",
    lines="263-265",
    title="Progress by induction",
    says="By induction ⟨w^{k+1},w*⟩ > kγ.",
    dissent="The earlier reading asks for a correction because k + 1 updates give (k + 1)γ; what is printed is "
    "weaker than that, and true.",
)
def s3_75() -> Judgement:
    goal = inner(MOVED, U) > K * GAMMA
    return true(
        proved(
            "more than that: k + 1 updates from zero give ⟨w,u⟩ > (k + 1)γ",
            progress(),
            inner(MOVED, U) > (K + 1) * GAMMA,
            given=[STRICT_MARGIN],
        ),
        proof(
            "hence ⟨w,u⟩ > kγ, as γ ≥ 0",
            goal,
            [progress(), assume(NONNEGATIVE_GAMMA)],
            given=[STRICT_MARGIN, NONNEGATIVE_GAMMA],
        ),
    )


@claim("S3-76", lines="267", title="Cauchy–Schwarz, strictly", says="⟨a,b⟩ < ‖a‖‖b‖ for all vectors.")
def s3_76() -> Judgement:
    a, b = vectors("a b")
    pairs = itertools.product([v for v in grid(1, 2) if any(v)], repeat=2)
    return false(
        smallest_failure(
            pairs,
            lambda pair: Root.of(dot(*pair)) < Root.sqrt(norm_sq(pair[0]) * norm_sq(pair[1])),
            lambda pair: "a = {}, b = {}".format(*map(show_vector, pair)),
        ),
        "⟨a,b⟩ ≤ ‖a‖‖b‖, with equality for parallel vectors.",
        theorem("⟨a,b⟩² ≤ ‖a‖²‖b‖²", "T0", inner(a, b) ** 2 <= length_sq(a) * length_sq(b)),
    )


@claim(
    "S3-77",
    lines="269",
    title="Progress and length",
    says="Therefore ⟨w^{k+1},w*⟩ < ‖w*‖‖w^{k+1}‖ = ‖w^{k+1}‖.",
)
def s3_77() -> Judgement:
    def strictly_shorter(data: Dataset) -> bool:
        unit = (1 if sum(z[0] for z in signed(data)) > 0 else -1,)
        return all(Root.of(dot(w, unit)) < Root.sqrt(norm_sq(w)) for w in weights_of(data, P7)[1:])

    on_a_line = (data for data in separable_data() if data.dimension == 1)
    return corrected(
        smallest_data(on_a_line, strictly_shorter, ": after the first update ⟨w,w*⟩ = ‖w‖"),
        "≤ holds; that the final bound is strict is due to the strict margin.",
        proof(
            "⟨w,u⟩² ≤ ‖w‖² for a unit vector u",
            inner(W, U) ** 2 <= length_sq(W),
            [cauchy_schwarz(W, U), times(-length_sq(W), assume(UNIT))],
            given=[UNIT],
        ),
    )


def long_weights() -> Theorem:
    """‖w + y·x‖² > ((k + 1)γ)²."""
    ahead, g = progress(), assume(NONNEGATIVE_GAMMA)
    return by_sum(
        "length",
        length_sq(MOVED) > ((K + 1) * GAMMA) ** 2,
        [
            cauchy_schwarz(MOVED, U),
            times(-length_sq(MOVED), assume(UNIT)),
            times(1, ahead, ahead),
            times(2, ahead, NOVIKOFF.count, g),
            times(2, ahead, g),
        ],
    )


@claim(
    "S3-78",
    lines="271-275",
    title="The lower bound",
    says="Hence ‖w^{k+1}‖ > kγ and ‖w^{k+1}‖² > k²γ².",
)
def s3_78() -> Judgement:
    given = [STRICT_MARGIN, NONNEGATIVE_GAMMA, UNIT]
    return true(
        proved(
            "k + 1 updates from zero give ‖w‖² > (k + 1)²γ²",
            long_weights(),
            length_sq(MOVED) > ((K + 1) * GAMMA) ** 2,
            given,
        ),
        proof(
            "hence ‖w‖² > k²γ²",
            length_sq(MOVED) > (K * GAMMA) ** 2,
            [long_weights(), times(2, NOVIKOFF.count, squares=[GAMMA]), squared(GAMMA)],
            given,
        ),
    )


@claim(
    "S3-79",
    lines="283-285",
    title="The norm of a sum",
    says="‖w + y·x‖² = ‖w‖² + ‖y·x‖² + 2‖w‖·xᵀy.",
)
def s3_79() -> Judgement:
    def printed(case: tuple[int, int, int]) -> int:
        w, x, y = case
        return w * w + x * x + 2 * abs(w) * x * y

    return false(
        smallest_failure(
            ((w, x, y) for w in line(2) for x in line(2) for y in SIGNS),
            lambda case: (case[0] + case[2] * case[1]) ** 2 == printed(case),
            lambda case: (
                f"w = {case[0]}, x = {case[1]}, y = {case[2]}: left {(case[0] + case[2] * case[1]) ** 2}, "
                f"right {printed(case)}"
            ),
        ),
        "The mixed term is 2y⟨w,x⟩, with the vector w and not its norm.",
        identity(
            "‖w + y·x‖² = ‖w‖² + ‖y·x‖² + 2y⟨w,x⟩",
            length_sq(MOVED),
            length_sq(W) + length_sq(LABEL * X) + 2 * LABEL * inner(W, X),
        ),
    )


def mixed_terms(data: Dataset) -> list[Number]:
    """2y⟨w,x⟩ at each update of a run from zero."""
    weights, z = weights_of(data, P7), signed(data)
    return [2 * dot(w, z[u.terms[0].example]) for w, u in zip(weights, updates_of(data, P7), strict=False)]


@claim(
    "S3-80",
    lines="287",
    title="The mixed term is negative",
    says="The mixed term is negative, because updates happen on misclassified samples only.",
)
def s3_80() -> Judgement:
    return corrected(
        smallest_data(
            separable_data(), lambda data: all(term < 0 for term in mixed_terms(data)), ": zero at the first update"
        ),
        "It is ≤ 0; it is zero at the first update from zero, and at every tie.",
        enumeration(
            "at every update of every small run it is ≤ 0, and zero at the first",
            (max(terms) <= 0 == terms[0] for data in small_data() if (terms := mixed_terms(data))),
        ),
    )


def growth() -> Theorem:
    """‖w + y·x‖² ≤ ‖w‖² + ‖x‖²."""
    label, _, mistake = (assume(fact) for fact in ON_A_MISTAKE)
    return by_sum(
        "growth",
        length_sq(MOVED) <= length_sq(W) + length_sq(X),
        [times(2, mistake), times(-length_sq(X), label)],
    )


@claim(
    "S3-81",
    lines="289",
    title="Growth by the sample",
    says="So ‖w^{k+1}‖² ≤ ‖w^k‖² + ‖x‖².",
)
def s3_81() -> Judgement:
    label, _, mistake = ON_A_MISTAKE
    return true(
        proved(
            "an update on a mistake adds at most ‖x‖² to ‖w‖²",
            growth(),
            length_sq(MOVED) <= length_sq(W) + length_sq(X),
            given=[label, mistake],
        )
    )


@claim("S3-82", lines="291", title="Growth by the radius", says="So ‖w^{k+1}‖² ≤ ‖w^k‖² + R².")
def s3_82() -> Judgement:
    _, radius, _ = ON_A_MISTAKE
    return true(
        proof(
            "an update on a mistake adds at most R² to ‖w‖²",
            length_sq(MOVED) <= length_sq(W) + RADIUS**2,
            [growth(), assume(radius)],
            given=ON_A_MISTAKE,
        )
    )


@claim("S3-83", lines="293", title="The upper bound", says="Hence ‖w^{k+1}‖² ≤ kR².")
def s3_83() -> Judgement:
    def holds(data: Dataset) -> bool:
        lengths = [norm_sq(w) for w in weights_of(data, P7)]
        return all(after <= k * data.radius_sq for k, after in enumerate(lengths[1:]))

    units = [positive(*((0,) * i + (1,) + (0,) * (n - 1 - i) for i in range(n))) for n in range(1, 6)]
    return false(
        smallest_data(separable_data(), holds, ": ‖w¹‖² = R², and not 0"),
        "‖w^{k+1}‖² ≤ (k + 1)R²: k + 1 updates have been made.",
        theorem("‖w‖² ≤ kR² after k updates", "T1.growth", length_sq(W) <= K * RADIUS**2),
        enumeration(
            "orthonormal samples attain (k + 1)R² at every k, so the printed bound fails at every k",
            (norm_sq(w) == k * data.radius_sq for data in units for k, w in enumerate(weights_of(data, P7))),
        ),
    )


def both_bounds() -> Theorem:
    """(k + 1)R² > ((k + 1)γ)²."""
    return by_sum(
        "both bounds",
        ((K + 1) * GAMMA) ** 2 < (K + 1) * RADIUS**2,
        [long_weights(), kernel_theorem("T1.growth"), growth(), assume(ON_A_MISTAKE[1])],
    )


ALL_ASSUMPTIONS = (STRICT_MARGIN, NONNEGATIVE_GAMMA, UNIT, *ON_A_MISTAKE)


@claim(
    "S3-84",
    lines="308-310",
    title="Both bounds together",
    says="k²γ² < ‖w^{k+1}‖² ≤ kR².",
)
def s3_84() -> Judgement:
    single, half = positive((1,)), Fraction(1, 2)
    length = norm_sq(weights_of(single, P7)[1])
    return corrected(
        fails_on(
            f"{show(single)}, w* = 1, γ = 1/2, k = 0: 0 < {length} ≤ 0",
            0 * half**2 < length <= 0 * single.radius_sq,
        ),
        "(k + 1)²γ² < ‖w^{k+1}‖² ≤ (k + 1)R²: on both sides, what counts is the number of updates.",
        proved(
            "(k + 1)²γ² < ‖w‖² after k + 1 updates",
            long_weights(),
            length_sq(MOVED) > ((K + 1) * GAMMA) ** 2,
            given=[STRICT_MARGIN, NONNEGATIVE_GAMMA, UNIT],
        ),
        proved(
            "(k + 1)²γ² < (k + 1)R²", both_bounds(), ((K + 1) * GAMMA) ** 2 < (K + 1) * RADIUS**2, ALL_ASSUMPTIONS
        ),
    )


def strictly_fewer() -> tuple[Theorem, Comparison, Sequence[Comparison]]:
    """(k + 1)γ² < R², with its assumptions: k updates were made, and one more is due."""
    goal = (K + 1) * GAMMA**2 < RADIUS**2
    result = refute("strictly fewer", goal, [both_bounds(), times(1, NEGATED, NOVIKOFF.count), NEGATED])
    return result, goal, ALL_ASSUMPTIONS


@claim(
    "S3-85",
    lines="312-314",
    title="The final bound",
    says="Combining both, k < R²/γ².",
    dissent="The earlier reading asks for a correction because the number of updates is k + 1; even that is below "
    "R²/γ², so k is too, and the printed bound is true under either reading of k.",
)
def s3_85() -> Judgement:
    return true(
        proved("even k + 1 is below: (k + 1)γ² < R²", *strictly_fewer()),
        enumeration(
            "small separable data, with any γ below the margin: the number of updates is below R²/γ²",
            (
                go(data, P7).updates * (Fraction(9, 10) * least_margin(data, u)) ** 2 < data.radius_sq * norm_sq(u)
                for data in separable_data()
                if (u := separator_of(data))
            ),
        ),
    )


# --- 11.69 and 11.70, variants ----------------------------------------------------------------------------


@claim(
    "S3-86",
    lines="296,316-322",
    title="The perceptron as a neuron",
    says="A perceptron can be seen as a neuron: it weighs its inputs, adds them and applies a step.",
)
def s3_86() -> Judgement:
    return out_of_scope("a way of looking at the definition, with a picture; nothing is asserted of it")


@claim(
    "S3-87",
    lines="324-330,298",
    title="Online",
    says="The samples come one by one, perhaps in cycles, and each may cause an update.",
)
def s3_87() -> Judgement:
    orders = [
        Order(OrderKind.CYCLIC),
        Order(OrderKind.STREAM),
        *(Order(OrderKind.SHUFFLED, seed) for seed in range(3)),
    ]
    return true(
        theorem("in any order there are at most R²‖u‖²/γ² updates", "T1", NOVIKOFF_BOUND),
        sampled(
            "cyclic, streamed and shuffled runs end at a separator, within the bound",
            (
                (end := go(data, replace(P12, order=order))).separates and within_bound(data, end.updates)
                for data in (*separable_data(), *drawn_data())
                for order in orders
            ),
        ),
    )


CORRECTIONS, SIZE = scalar("M"), scalar("n")


@claim(
    "S3-88",
    lines="300",
    title="Batch",
    says="The gradient is summed over the full set of samples before a single update.",
)
def s3_88() -> Judgement:
    return true(
        theorem(
            "at rate 1 there are at most nR²‖u‖²/γ² rounds",
            "T5.fixed_rounds",
            SIZE * RADIUS**2 * length_sq(U) >= K * GAMMA**2,
        ),
        sampled(
            "batch runs end at a separator, within the bound",
            (
                (end := go(data, P8)).separates and within_bound(data, Fraction(end.updates, len(data)))
                for data in (*separable_data(), *drawn_data())
            ),
        ),
    )


@claim(
    "S3-89",
    lines="301",
    title="Mini-batch",
    says="Instead of the full set a smaller batch of samples is used for each update.",
)
def s3_89() -> Judgement:
    def corrections(data: Dataset, size: int) -> int:
        group = Group(GroupKind.MINI_BATCH, size)
        return sum(len(update.terms) for update in updates_of(data, replace(P12, group=group)))

    return true(
        theorem(
            "with at most n mistakes at a time, M corrections in all have Mγ² ≤ nR²‖u‖²",
            "T5.fixed",
            SIZE * RADIUS**2 * length_sq(U) >= CORRECTIONS * GAMMA**2,
        ),
        sampled(
            "mini-batches of 1, 2 and 3 samples keep to that bound, n being the size of a batch",
            (
                within_bound(data, Fraction(corrections(data, size), size))
                for data in (*separable_data(), *drawn_data())
                for size in (1, 2, 3)
            ),
        ),
    )


@claim(
    "S3-90",
    lines="302",
    title="Stochastic",
    says="Samples or mini-batches are drawn at random.",
)
def s3_90() -> Judgement:
    return true(
        theorem("the bound holds for every order, so for whichever is drawn", "T1", NOVIKOFF_BOUND),
        sampled(
            "randomly picked mistakes and shuffled mini-batches: the runs end at a separator",
            (
                go(data, conventions).separates
                for data in (*separable_data(), *drawn_data())
                for seed in range(3)
                for conventions in (
                    replace(P7, order=Order(OrderKind.RANDOM, seed)),
                    replace(P12, order=Order(OrderKind.SHUFFLED, seed), group=Group(GroupKind.MINI_BATCH, 2)),
                )
            ),
        ),
    )


@claim("S3-91", lines="304", title="Pseudo-code", says="Write pseudo-code for each of these variants.")
def s3_91() -> Judgement:
    return out_of_scope("an exercise; `verified_perceptron/algorithms` is this project's answer")


@claim(
    "S3-92",
    lines="all",
    title="No offset",
    says="Hyperplanes through the origin suffice: no offset appears in the document.",
)
def s3_92() -> Judgement:
    offset = replace(P12, offset=Offset.UNIT)
    different = [data for data in small_data() if len({*data.points}) == len(data)]
    return imprecise(
        "All statements are about hyperplanes through the origin. Append a constant coordinate to every sample to "
        "apply them to hyperplanes with an offset.",
        enumeration(
            "with an offset every small set of different points is separable",
            (go(data, offset).separates for data in different),
        ),
        example("1 is +, 2 is −: separable with an offset", is_separable([(1,), (2,)], [1, -1])),
        fails=smallest_data(
            (data for data in different if all(map(any, data.points))),
            lambda data: go(data).separates,
            ", without an offset",
        ),
    )
