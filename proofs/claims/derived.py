"""Results derived from the five documents together (X-01 to X-08)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cmp_to_key

from proofs.claims.claim import Judgement, claim, enumeration, example, sampled, true
from proofs.claims.support import (
    GAMMA,
    NOVIKOFF_BOUND,
    P12,
    RADIUS,
    SIGNS,
    START_BOUND,
    K,
    U,
    W,
    X,
    bound_of,
    distance_margin,
    drawn_data,
    go,
    grid,
    identity,
    kernel_theorem,
    labelled,
    line,
    points_of,
    positive,
    proof,
    separable_data,
    separator_of,
    small_data,
    started,
    theorem,
    unit_vectors,
    updates_of,
    weights_of,
    with_rate,
    within_start_bound,
)
from verified_perceptron.algorithms.voted import Survivor, vote
from verified_perceptron.conventions import (
    PRESETS,
    Group,
    GroupKind,
    Offset,
    RelativeMargin,
    SignZero,
    Tie,
    is_mistake,
)
from verified_perceptron.data import Dataset
from verified_perceptron.exact import Number, at_most_sum_of_roots, dot, norm_sq
from verified_perceptron.logic import assume, equal, inner, scalars, vectors
from verified_perceptron.logic import norm_sq as length_sq
from verified_perceptron.logic.tactics import squared, times
from verified_perceptron.margins import functional_margins, sign

# --- offsets ------------------------------------------------------------------------------------------


@claim(
    "X-01",
    lines="",
    title="Folding with any constant",
    says="With a bias step c² the updates are at most (R² + c²)(1 + b*²/c²)/γ² = ((R + |b*|)² + (c − R|b*|/c)²)/γ² "
    "for a unit separator; c = √(R|b*|) is best.",
)
def x_01() -> Judgement:
    c, size, inverse_c, v = scalars("c size inverse_c v")
    inverse = equal(c * inverse_c, 1)
    product = (RADIUS**2 + c**2) * (1 + size**2 * inverse_c**2)
    folds = {Offset.UNIT: replace(P12, offset=Offset.UNIT), Offset.RADIUS: replace(P12, offset=Offset.RADIUS)}

    def within(data: Dataset, offset: Offset) -> bool:
        """kγ² ≤ (R² + c²)(‖u‖² + b²/c²), for the separator that the run found."""
        end = go(data, folds[offset])
        c_sq = Fraction(1) if offset is Offset.UNIT else data.radius_sq
        u, b = end.hypothesis
        gamma = min(functional_margins(end.hypothesis, data))
        return end.updates * gamma**2 <= (data.radius_sq + c_sq) * (norm_sq(u) + b**2 / c_sq)

    return true(
        theorem(
            "kγ² ≤ (R² + c²)(‖u‖² + v²), where c·v is the offset of the separator",
            "T3",
            (RADIUS**2 + c**2) * (length_sq(U) + v**2) >= GAMMA**2 * K,
        ),
        proof(
            "(R² + c²)(1 + b²/c²) = (R + |b|)² + (c − R|b|/c)²",
            equal(product, (RADIUS + size) ** 2 + (c - RADIUS * size * inverse_c) ** 2),
            [times(size**2 * (c * inverse_c + 1) + 2 * RADIUS * size, assume(inverse))],
            given=[inverse],
        ),
        theorem("so no c does better than (R + |b*|)²", "T3.best", (RADIUS + size) ** 2 <= product),
        theorem("which c² = R|b*| attains", "T3.best_attained", equal(product, (RADIUS + size) ** 2)),
        enumeration(
            "the unit fold and the radius fold keep to it on all small data that have a separator",
            (
                within(data, offset)
                for data in small_data()
                for offset, conventions in folds.items()
                if go(data, conventions).separates
            ),
        ),
    )


def both_classes_on_the_line() -> Iterator[tuple[Dataset, Fraction]]:
    """Data on the line with both classes, separable with an offset, and the best margin: half the gap."""
    for points in itertools.product(range(-3, 4), repeat=3):
        for labels in itertools.product(SIGNS, repeat=3):
            classes = {y: [x for x, label in zip(points, labels, strict=True) if label == y] for y in SIGNS}
            if all(classes.values()):
                gap = max(min(classes[y]) - max(classes[-y]) for y in SIGNS)
                if gap > 0:
                    yield labelled(*(((x,), y) for x, y in zip(points, labels, strict=True))), Fraction(gap, 2)


@claim(
    "X-02",
    lines="",
    title="A sharper bound for the radius step",
    says="With bias step R², a unit separator and both classes present, the updates are at most "
    "2(R² + (R − γ)²)/γ² = (2R/γ − 1)² + 1, which is attained at γ = R.",
)
def x_02() -> Judgement:
    def bound(radius: Number, gamma: Fraction) -> Fraction:
        return 2 * (radius**2 + (radius - gamma) ** 2) / gamma**2

    tight = labelled(((1,), 1), ((-1,), -1))
    return true(
        theorem(
            "kγ² ≤ 2R² + 2(R − γ)²",
            "T3.radius_sharp",
            GAMMA**2 * K <= 2 * RADIUS**2 + 2 * (RADIUS - GAMMA) ** 2,
        ),
        identity(
            "2R² + 2(R − γ)² = (2R − γ)² + γ²",
            2 * RADIUS**2 + 2 * (RADIUS - GAMMA) ** 2,
            (2 * RADIUS - GAMMA) ** 2 + GAMMA**2,
        ),
        enumeration(
            "three samples of both classes on the line, all that are separable",
            (
                go(data, PRESETS["P0"]).updates <= bound(max(abs(Fraction(x)) for (x,) in points_of(data)), gamma)
                for data, gamma in both_classes_on_the_line()
            ),
        ),
        example(
            "1 is +, −1 is −: R = γ = 1, two updates",
            go(tight, PRESETS["P0"]).updates == 2 == bound(1, Fraction(1)),
        ),
    )


# --- other starts, margins and batches ------------------------------------------------------------------


@claim(
    "X-03",
    lines="",
    title="Any start and rate",
    says="From w₀ with rate η and a unit separator, k ≤ R²/γ² + 2‖w₀‖/(ηγ).",
)
def x_03() -> Judgement:
    rates = (Fraction(1, 2), Fraction(1), Fraction(3))
    v, z = vectors("v z")
    return true(
        theorem("k(ηγ)² ≤ η²R²‖u‖² + 2ηγd with d = ‖u‖‖w₀‖", "T2", START_BOUND),
        theorem("from zero, a mistake at one rate is a mistake at every other", "T2.rate_forth", inner(v, z) <= 0),
        sampled(
            "small data from every small start, and drawn data from one start, at three rates",
            (
                within_start_bound(data, go(data, with_rate(started(P12, *start), rate)).updates, start, rate, u)
                for data in (*separable_data()[::5], *drawn_data())
                if (u := separator_of(data))
                for start in (grid(data.dimension, 1) if len(data) < 3 else [(2, -1, 3, -2)[: data.dimension]])
                for rate in rates
            ),
        ),
    )


@claim(
    "X-04",
    lines="",
    title="The margin perceptron",
    says="For 0 ≤ β < γ and a unit separator: ‖w_k‖ ≤ βk + R√k and k ≤ (R/(γ − β))².",
)
def x_04() -> Judgement:
    beta, s, t = scalars("beta s t")
    following = equal(t**2, s**2 + 1)
    old, new = beta * s**2 + RADIUS * s, beta * t**2 + RADIUS * t
    sharp = kernel_theorem("T4")
    goal = K * (GAMMA - beta) ** 2 <= RADIUS**2
    given = [beta >= 0, beta <= GAMMA, RADIUS**2 - beta**2 >= 0, equal(length_sq(U), 1)]

    def short(data: Dataset, b: Fraction) -> bool:
        weights = weights_of(data, replace(P12, margin=RelativeMargin(b)))
        return all(
            at_most_sum_of_roots(norm_sq(w), (b * k) ** 2, data.radius_sq * k) for k, w in enumerate(weights)
        )

    return true(
        proof(
            "with s = √k, t = √(k + 1), the step of ‖w‖ ≤ βk + R√k has the slack β² + 2βR(k + 1)(t − s)",
            equal(new**2 - (old**2 + 2 * beta * old + RADIUS**2), beta**2 + 2 * beta * RADIUS * t**2 * (t - s)),
            [
                times(
                    beta**2 * (t**2 + s**2 + 1) + 2 * beta * RADIUS * s + RADIUS**2,
                    assume(following),
                )
            ],
            given=[following],
        ),
        proof("k(γ − β)² ≤ R² − β² ≤ R²", goal, [sharp, squared(beta)], given),
        sampled(
            "‖w_k‖ ≤ βk + R√k along small and drawn runs",
            (
                short(data, b)
                for data in (*separable_data()[::2], *drawn_data())
                for b in (Fraction(1, 10), Fraction(1, 3))
                if (u := separator_of(data)) and distance_margin(data, u) > b
            ),
        ),
    )


@claim(
    "X-05",
    lines="",
    title="Batches at rate one",
    says="With m_k mistakes in update k: γ²(Σm_k)² ≤ R²Σm_k² for a unit separator, hence Σm_k ≤ B·R²/γ² for "
    "batches of B.",
)
def x_05() -> Judgement:
    A, B, corrections, n = scalars("A B M n")

    def sizes(data: Dataset, size: int) -> list[int]:
        conventions = replace(P12, group=Group(GroupKind.MINI_BATCH, size))
        return [len(update.terms) for update in updates_of(data, conventions)]

    return true(
        theorem(
            "with A = Σηm and B = Ση²m²: γ²A² ≤ R²‖u‖²B", "T5", RADIUS**2 * length_sq(U) * B >= (GAMMA * A) ** 2
        ),
        theorem("and Σm·γ² ≤ nR²‖u‖²", "T5.fixed", corrections * GAMMA**2 <= n * RADIUS**2 * length_sq(U)),
        sampled(
            "batches of 1, 2, 3 and 7 samples, small and drawn data",
            (
                sum(m) ** 2 <= bound_of(data, u) * sum(k * k for k in m) and sum(m) <= size * bound_of(data, u)
                for data in (*separable_data(), *drawn_data())
                if (u := separator_of(data))
                for size in (1, 2, 3, 7)
                if (m := sizes(data, size))
            ),
        ),
    )


# --- voting ---------------------------------------------------------------------------------------------


def turn(a: Sequence[Number], b: Sequence[Number]) -> Number:
    """Positive if b lies counter-clockwise of a."""
    return a[0] * b[1] - a[1] * b[0]


def clockwise(a: tuple[Sequence[Number], int], b: tuple[Sequence[Number], int]) -> int:
    """Compares directions within an open half-plane: −1 if b lies counter-clockwise of a."""
    angle = turn(a[0], b[0])
    return (angle < 0) - (angle > 0)


def by_angle(voters: Sequence[Survivor]) -> list[tuple[tuple[Fraction, ...], int]]:
    """The directions of the voters, all in an open half-plane, in order, each with the votes it has."""
    ordered = sorted(
        ((v.hypothesis.weights, v.count) for v in voters if any(v.hypothesis.weights)),
        key=cmp_to_key(clockwise),
    )
    merged: list[tuple[tuple[Fraction, ...], int]] = []
    for weights, count in ordered:
        if merged and turn(merged[-1][0], weights) == 0:
            merged[-1] = (merged[-1][0], merged[-1][1] + count)
        else:
            merged.append((weights, count))
    return merged


def median(directions: Sequence[tuple[tuple[Fraction, ...], int]]) -> int | None:
    """The direction with less than half of the votes on either side, if there is one."""
    counts = [count for _, count in directions]
    for i in range(len(counts)):
        if 2 * max(sum(counts[:i]), sum(counts[i + 1 :])) < sum(counts):
            return i
    return None


@claim(
    "X-06",
    lines="",
    title="Voting in the plane",
    says="On separable data in the plane, if the weight vectors have a unique weighted median direction, the vote "
    "is the half-plane of that one vector.",
)
def x_06() -> Judgement:
    alpha, beta = scalars("alpha beta")
    (b,) = vectors("b")
    both = [alpha >= 0, beta >= 0, inner(W, X) <= 0, inner(b, X) <= 0]
    first, second, left, right = (assume(fact) for fact in both)
    planar = [data for data in (*separable_data(), *drawn_data(400, seed=5)) if data.dimension == 2]
    runs = [by_angle(go(data, PRESETS["P5"]).survivors) for data in planar]
    voters = [go(data, PRESETS["P5"]).survivors for data in planar]
    medians = [
        (directions, m, members)
        for directions, members in zip(runs, voters, strict=True)
        if (m := median(directions)) is not None
    ]
    return true(
        proof(
            "a direction between two others is a combination αa + βb with α, β ≥ 0; so where it is positive, a and "
            "b are not both ≤ 0, and one whole side of the median votes with it",
            inner(alpha * W + beta * b, X) <= 0,
            [times(1, first, left), times(1, second, right)],
            given=both,
        ),
        enumeration(
            "in all runs, every direction is such a combination of any one before and any one after it",
            (
                turn(a, c) > 0 and turn(a, d) > 0 and turn(c, d) > 0
                for directions in runs
                for (a, _), (c, _), (d, _) in itertools.combinations(directions, 3)
            ),
        ),
        sampled(
            "wherever the median vector is not zero, the vote has its sign",
            (
                vote(members, x) == sign(dot(directions[m][0], x), SignZero.OPEN)
                for directions, m, members in medians
                for x in grid(2, 2)
                if dot(directions[m][0], x)
            ),
        ),
        example(
            "more than one direction takes part in over a hundred of these votes",
            sum(len(directions) > 1 for directions, _, _ in medians) > 100,
        ),
    )


# --- mistakes and tight families ------------------------------------------------------------------------


@claim(
    "X-07",
    lines="",
    title="Mistakes are among the updates",
    says="Whether a tie counts as +1, as −1 or as no answer, a wrong prediction implies y·f ≤ 0.",
)
def x_07() -> Judgement:
    return true(
        enumeration(
            "for every sign of f, every label and every value of sign(0): a wrong prediction has y·f ≤ 0",
            (sign(f, zero) == y or y * f <= 0 for f in line(3) for y in SIGNS for zero in SignZero),
        ),
        enumeration(
            "under all four tie rules, a mistake has y·f ≤ 0",
            (not is_mistake(tie, y, f) or y * f <= 0 for f in line(3) for y in SIGNS for tie in Tie),
        ),
        theorem("so the bound holds under each of them, as it asks for no more", "T1", NOVIKOFF_BOUND),
        sampled(
            "runs under all four tie rules keep to it",
            (
                go(data, replace(P12, tie=tie)).updates <= bound_of(data, u)
                for data in (*separable_data(), *drawn_data())
                if (u := separator_of(data))
                for tie in Tie
            ),
        ),
    )


@claim(
    "X-08",
    lines="",
    title="Tight families",
    says="The cross-polytope attains 2R²/γ² updates with bias step R², orthonormal samples attain R²/γ² through "
    "the origin, and in three dimensions every number k of updates attains the bound.",
)
def x_08() -> Judgement:
    k, j = scalars("k j")
    f, n = scalars("f n")
    (v,) = vectors("v")
    some, left = j >= 1, k - 1 - j >= 0

    def cross_polytope(d: int) -> Dataset:
        return labelled(*(example_ for e in unit_vectors(d) for example_ in ((e, 1), (tuple(-c for c in e), -1))))

    four = positive((0, 1, 1), (0, -1, 1), (-1, -1, 0), (-1, 1, 0))
    return true(
        enumeration(
            "the cross-polytope e₁, −e₁, e₂, …: R = 1, γ² = 1/d for the separator along (1, …, 1), and 2d updates",
            (
                go(cross_polytope(d), PRESETS["P0"]).updates == 2 * d
                and distance_margin(cross_polytope(d), (1,) * d).square == Fraction(1, d)
                for d in range(1, 7)
            ),
        ),
        enumeration(
            "d orthonormal samples take d updates, and R²‖u‖²/γ² = d",
            (
                go(positive(*unit_vectors(d))).updates == d == bound_of(positive(*unit_vectors(d)), (1,) * d)
                for d in range(1, 8)
            ),
        ),
        theorem("an orthonormal sample is used at most once", "T9.once", f <= 1),
        theorem("and the sum of n of them has squared length n", "T9.sum", equal(length_sq(v), n)),
        identity(
            "in three dimensions: samples z = h·u + h√(k−1)·v with unit vectors v of the plane across u, whose "
            "partial sums V have (k−1)‖V_j‖² = j(k − j), give ⟨w_j,z_{j+1}⟩ = 0, for then "
            "(k−1)(‖V_{j+1}‖² − ‖V_j‖² − 1) = −2j",
            (j + 1) * (k - j - 1) - j * (k - j) - (k - 1),
            -2 * j,
        ),
        proof(
            "such a v exists: its part along V_j is not longer than 1, as j ≤ (k − 1)(k − j) for 1 ≤ j ≤ k − 1",
            (k - 1) * (k - j) - j >= 0,
            [times(1, assume(left), assume(left)), times(1, assume(left), assume(some)), times(2, assume(left))],
            given=[some, left],
        ),
        example(
            "four rational points in three dimensions take 4 updates, the bound",
            go(four).updates == 4 == bound_of(four, go(four).hypothesis.weights),
        ),
    )
