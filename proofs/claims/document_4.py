"""Document 004: the setting and the perceptron convergence theorem (S4-01 to S4-15).

The proof and the geometry of the margin are judged in `document_4b`, remarks and variants in `document_4c`.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from proofs.claims import document_4b, document_4c  # noqa: F401  (they register their claims)
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
    ETA,
    GAMMA,
    NOVIKOFF_BOUND,
    P12,
    SIGNS,
    START_BOUND,
    U,
    W,
    bound_of,
    distance_margin,
    drawn_data,
    go,
    grid,
    identity,
    inseparable_data,
    labelled,
    least_margin,
    mistakes,
    points_of,
    positive,
    proof,
    separable_data,
    separator_of,
    show_vector,
    signed,
    small_data,
    smallest,
    smallest_data,
    started,
    theorem,
    unit_vectors,
    within_bound,
    within_start_bound,
)
from verified_perceptron.algorithms.shattering import is_separable
from verified_perceptron.conventions import SignZero, Stop
from verified_perceptron.data import Dataset
from verified_perceptron.exact import add_scaled, dot, norm_sq
from verified_perceptron.invariants import Level
from verified_perceptron.logic import assume, equal, inner, scalars, vectors
from verified_perceptron.logic import norm_sq as length_sq
from verified_perceptron.logic.tactics import times
from verified_perceptron.margins import sign
from verified_perceptron.run import Outcome, run

# --- the setting ------------------------------------------------------------------------------------


@claim(
    "S4-01",
    lines="7-11",
    title="The class of functions",
    says="The classifiers are f_θ(x) = sgn⟨θ,x⟩, with values −1 and +1.",
)
def s4_01() -> Judgement:
    pairs = [(theta, x) for theta in grid(2, 1) if any(theta) for x in grid(2, 1) if any(x)]
    return imprecise(
        "Say what sgn(0) is: with sgn(0) = +1 or −1 the values are ±1, with the usual sgn(0) = 0 there are three.",
        enumeration(
            "with sgn(0) = +1, and with sgn(0) = −1, every value is ±1",
            (sign(dot(theta, x), zero) in SIGNS for theta, x in pairs for zero in (SignZero.PLUS, SignZero.MINUS)),
        ),
        fails=smallest(
            pairs,
            lambda pair: sign(dot(*pair), SignZero.OPEN) in SIGNS,
            lambda pair: "θ = {}, x = {}: sgn 0 = 0".format(*map(show_vector, pair)),
        ),
    )


@claim("S4-02", lines="13", title="All linear classifiers", says="These are all linear classifiers.")
def s4_02() -> Judgement:
    different = [
        data for data in small_data() if len({*points_of(data)}) == len(data) and all(map(any, points_of(data)))
    ]

    def folded(data: Dataset) -> Dataset:
        return labelled(*(((*x, 1), y) for x, y in zip(points_of(data), data.labels, strict=True)))

    return imprecise(
        "They are those through the origin. The others are reached by appending a constant coordinate.",
        enumeration(
            "with 1 appended, exactly the data that some hyperplane separates become separable through the origin",
            (go(folded(data)).separates is is_separable(points_of(data), data.labels) for data in small_data()),
        ),
        fails=smallest_data(
            different,
            lambda data: go(data).separates is is_separable(points_of(data), data.labels),
            ": separable, but not through the origin",
        ),
    )


@claim(
    "S4-03",
    lines="15-17",
    title="Notation and data",
    says="A classifier is named by its parameter θ; the data are n points of ℝᵈ with labels ±1.",
)
def s4_03() -> Judgement:
    return true(
        enumeration(
            "θ determines the classifier, and cθ with c > 0 the same one",
            (
                sign(dot(theta, x), SignZero.OPEN) == sign(dot(add_scaled((0, 0), c, theta), x), SignZero.OPEN)
                for theta in grid(2, 1)
                for x in grid(2, 1)
                for c in (2, Fraction(1, 3))
            ),
        ),
        enumeration(
            "a data set keeps its points and labels in order",
            (
                points_of(labelled(*zip(points_of(data), data.labels, strict=True))) == points_of(data)
                and set(data.labels) <= set(SIGNS)
                for data in small_data()
            ),
        ),
    )


@claim(
    "S4-04",
    lines="19-32",
    title="The algorithm",
    says="Start anywhere; cycle through the data; where y⟨x,θ⟩ ≤ 0 add y·x to θ, otherwise do nothing.",
)
def s4_04() -> Judgement:
    def as_agreed(data: Dataset) -> bool:
        """Under contract: every step adds y·x, on a mistake, and no mistake is passed over."""
        checks = run(data, P12, contracts=Level.EVERY).checks
        return {"step", "mistake", "skipped"} <= set(checks)

    return true(
        enumeration(
            "runs on all small data keep to it, update by update", (as_agreed(data) for data in small_data())
        ),
        enumeration(
            "on separable data it ends with a classifier that is right everywhere",
            (go(data).separates for data in separable_data()),
        ),
    )


@claim(
    "S4-05",
    lines="19-20",
    title="Any start",
    says="The algorithm may start from any θ; the proof takes zero.",
)
def s4_05() -> Judgement:
    return true(
        theorem("from any w₀ the updates are bounded: k(ηγ)² ≤ η²R²‖u‖² + 2ηγ‖u‖‖w₀‖", "T2", START_BOUND),
        enumeration(
            "from every small start, all small separable data are separated within that bound",
            (
                (end := go(data, started(P12, *start))).separates
                and within_start_bound(data, end.updates, start, 1, u)
                for data in separable_data()
                if (u := separator_of(data))
                for start in grid(data.dimension, 1)
            ),
        ),
    )


@claim(
    "S4-06",
    lines="30",
    title="New data",
    says="When new data arrive, there is no need to cycle through the whole data set again.",
)
def s4_06() -> Judgement:
    old, union = positive((1, 0)), positive((1, 0), (-2, 1))
    learnt = go(old).hypothesis.weights
    after = add_scaled(learnt, 1, (-2, 1))
    return imprecise(
        "The number of updates in all is bounded for any stream of data. But an update on a new point can make an "
        "old one wrong again, so a separator of everything has to be checked on everything.",
        theorem("kγ² ≤ R²‖u‖² in any order, new data included", "T1", NOVIKOFF_BOUND),
        example("(1, 0) and (−2, 1) together are separable", go(union).separates),
        fails=fails_on(
            f"(1, 0) learnt, then (−2, 1): θ = {show_vector(after)} is wrong on (1, 0)", not mistakes(old, after)
        ),
    )


@claim(
    "S4-07",
    lines="34-36",
    title="One separator, not a good one",
    says="The perceptron finds some separating line, not a good one.",
)
def s4_07() -> Judgement:
    data = positive((1, 0), (0, 2))
    return true(
        enumeration("what it finds separates the data", (go(data).separates for data in separable_data())),
        example(
            "on (1, 0), (0, 2) it ends at (1, 2), with less than the margin of (2, 1)",
            distance_margin(data, go(data).hypothesis.weights) < distance_margin(data, (2, 1)),
        ),
    )


@claim(
    "S4-08",
    lines="37",
    title="It depends on the order",
    says="The result is not unique: it depends on the order of the data.",
)
def s4_08() -> Judgement:
    first, second = (
        [int(v) for v in go(positive(*order)).hypothesis.weights] for order in (((2, 1), (1, 2)), ((1, 2), (2, 1)))
    )
    return true(
        example("(2, 1), (1, 2) give (2, 1), in the other order (1, 2)", (first, second) == ([2, 1], [1, 2]))
    )


@claim("S4-09", lines="39", title="Bounded data", says="The data are R-bounded.")
def s4_09() -> Judgement:
    data = positive((2,))
    return corrected(
        fails_on(
            "x = 2, θ* = 1, γ = 2 with an R = 1 that bounds nothing: kγ² = 4 > R²‖θ*‖² = 1",
            go(data).updates * least_margin(data, (1,)) ** 2 <= 1 * norm_sq((1,)),
        ),
        "The condition itself is missing: ‖x‖ ≤ R for every sample.",
        theorem("with it, kγ² ≤ R²‖u‖²", "T1", NOVIKOFF_BOUND),
    )


def vanishing_margins(length: int) -> list[tuple[Fraction, Fraction]]:
    """Bounded positive points with ⟨(1,0),z_t⟩ = 2^−t, each of which the perceptron gets wrong when it comes."""
    heights = [Fraction(1), Fraction(-2, 3), *(Fraction((-1) ** t) for t in range(1, length - 1))]
    return [(Fraction(1, 2**t), height) for t, height in enumerate(heights, start=1)]


@claim(
    "S4-10",
    lines="41-43",
    title="Finite or countable data",
    says="The data set may be finite or countably infinite.",
)
def s4_10() -> Judgement:
    points = vanishing_margins(60)
    one_pass = go(positive(*points), replace(P12, stop=Stop(passes=1)))
    total, step = scalars("sum step")
    not_less, not_more, small = total >= 0, total <= 1, step <= Fraction(1, 4)
    return imprecise(
        "For an infinite sequence the margins need a common lower bound γ > 0; then the number of updates is "
        "bounded as before, although no pass ever ends. That every sample is separated is not enough.",
        theorem("kγ² ≤ R²‖u‖² for every sequence of samples with margin at least γ", "T1", NOVIKOFF_BOUND),
        example(
            "the points (2^−t, ±1) used here are bounded by R² = 5/4, and (1, 0) separates them",
            all(norm_sq(z) <= Fraction(5, 4) and z[0] > 0 for z in points),
        ),
        proof(
            "it goes on for ever: at θ = (sum, 1/3), with 0 ≤ sum ≤ 1, the next point (step, −1), step ≤ 1/4, is a "
            "mistake, and all the more so is (step, 1) at (sum, −2/3)",
            step * total - Fraction(1, 3) < 0,
            [
                times(Fraction(1, 12)),
                times(Fraction(1, 4), assume(not_more)),
                times(1, assume(not_less), assume(small)),
            ],
            given=[not_more, not_less, small],
        ),
        fails=fails_on(
            "(1/2, 1), (1/4, −2/3), (1/8, −1), (1/16, 1), (1/32, −1), …: separated by (1, 0), and each of the "
            "first 60 is a mistake when it comes",
            one_pass.updates < len(points),
        ),
    )


@claim(
    "S4-11",
    lines="45-47",
    title="Separable data",
    says="The data are γ-separable: some θ* of any length and some γ > 0 have y⟨θ*,x⟩ ≥ γ for every sample.",
)
def s4_11() -> Judgement:
    return true(
        identity(
            "multiplying θ* and γ by c leaves R²‖θ*‖²/γ² as it is: only γ/‖θ*‖ matters",
            length_sq(ETA * U) * GAMMA**2,
            length_sq(U) * (ETA * GAMMA) ** 2,
        ),
        enumeration(
            "for the small data, such a θ* exists if and only if the perceptron converges",
            (
                any(least_margin(data, theta) > 0 for theta in grid(data.dimension, 2))
                is (go(data).outcome is Outcome.CONVERGED)
                for data in small_data()
            ),
        ),
        enumeration(
            "where it does not, the updates of its cycle are multipliers that cancel, so no θ* exists",
            (go(data).cycle is not None for data in inseparable_data()),
        ),
        theorem("such multipliers leave no positive margin", "T6.gordan", GAMMA <= 0),
    )


@claim("S4-12", lines="49-51", title="γ as a minimum", says="γ is the least y⟨θ*,x⟩ over the samples.")
def s4_12() -> Judgement:
    solved = [
        (data, theta) for data in small_data() for theta in grid(data.dimension, 2) if not mistakes(data, theta)
    ]
    return true(
        enumeration(
            "for finitely many samples and a separator the minimum exists, is positive, and is the largest γ with "
            "y⟨θ*,x⟩ ≥ γ throughout",
            (
                (gamma := least_margin(data, theta)) > 0
                and all(dot(theta, z) >= gamma for z in signed(data))
                and any(dot(theta, z) == gamma for z in signed(data))
                for data, theta in solved
            ),
        )
    )


# --- the theorem --------------------------------------------------------------------------------------


@claim(
    "S4-13",
    lines="53-59",
    title="The perceptron convergence theorem",
    says="From θ = 0 the number of updates is at most R²‖θ*‖²/γ² (Novikoff 1962).",
)
def s4_13() -> Judgement:
    return true(
        theorem("kγ² ≤ R²‖u‖²", "T1", NOVIKOFF_BOUND),
        enumeration(
            "all small separable data, with all their small separators",
            (
                within_bound(data, go(data).updates, theta)
                for data in separable_data()
                for theta in grid(data.dimension, 2)
                if not mistakes(data, theta)
            ),
        ),
        sampled(
            "data drawn in up to four dimensions", (within_bound(data, go(data).updates) for data in drawn_data())
        ),
    )


@claim(
    "S4-14",
    lines="61-63",
    title="Many choices of θ*",
    says="The bound is not so good: it depends on which θ* is taken.",
)
def s4_14() -> Judgement:
    data = positive((1, 0), (0, 2))
    return true(
        example(
            "on (1, 0), (0, 2) the bound is 8 with θ* = (1, 1) and 5 with θ* = (2, 1)",
            bound_of(data, (1, 1)) == 8 and bound_of(data, (2, 1)) == 5,
        ),
        example("two updates are made", go(data).updates == 2),
        theorem("each choice gives a valid bound", "T1", NOVIKOFF_BOUND),
    )


def is_attained(data: Dataset) -> bool:
    """k = R²‖u‖²/γ² for some u.  Equality in Cauchy–Schwarz makes u a multiple of the final weights."""
    end = go(data)
    return end.separates and bound_of(data, end.hypothesis.weights) == end.updates


@claim("S4-15", lines="65", title="Is the bound attained?", says="Equality in the bound can be achieved.")
def s4_15() -> Judgement:
    f, n = scalars("f n")
    e, v = vectors("e v")
    four = positive((0, 1, 1), (0, -1, 1), (-1, -1, 0), (-1, 1, 0))
    plane = (
        data for count in (1, 2, 3) for data in map(positive_grid, itertools.product(grid(2, 1), repeat=count))
    )
    return true(
        theorem("among orthonormal samples none is used twice", "T9.once", f <= 1),
        theorem("an unused one is a mistake", "T9.mistake", inner(W, e) <= 0),
        theorem("and the sum of n of them has squared length n", "T9.sum", equal(length_sq(v), n)),
        enumeration(
            "1 to 6 orthonormal samples, in several orders, take as many updates, which is the bound",
            (
                go(data).updates == d and is_attained(data)
                for d in range(1, 7)
                for order in itertools.islice(itertools.permutations(unit_vectors(d)), 6)
                if (data := positive(*order))
            ),
        ),
        example(
            "four points in three dimensions take 4 updates, the bound", go(four).updates == 4 and is_attained(four)
        ),
        enumeration(
            "in the plane, on the grid, the bound is attained by runs of 1 and of 2 updates only",
            (go(data).updates in (1, 2) for data in plane if is_attained(data)),
        ),
    )


def positive_grid(points: Sequence[Sequence[int]]) -> Dataset:
    """The points, all positive."""
    return positive(*points)
