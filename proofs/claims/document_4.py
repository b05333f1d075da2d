"""Document 004: the convergence theorem for classifiers through the origin, and its proof (S4-01 to S4-34).

The remarks on dimension and size, and the variants with batches and margins, are judged in `document_4b`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from proofs.claims import document_4b  # noqa: F401  (it registers its claims)
from proofs.claims.claim import (
    Evidence,
    Judgement,
    claim,
    corrected,
    enumeration,
    example,
    fails_on,
    false,
    imprecise,
    sampled,
    smallest_failure,
    true,
)
from proofs.claims.support import (
    ETA,
    GAMMA,
    LABEL,
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
    inseparable_data,
    kernel_theorem,
    labelled,
    least_margin,
    line,
    mistakes,
    points_of,
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
    theorem,
    unit_vectors,
    weights_of,
    within_bound,
    within_start_bound,
)
from verified_perceptron.algorithms.shattering import is_separable
from verified_perceptron.conventions import SignZero, Stop
from verified_perceptron.data import Dataset
from verified_perceptron.exact import Number, Root, add_scaled, dot, norm_sq
from verified_perceptron.invariants import Level
from verified_perceptron.logic import assume, equal, inner, instantiate, scalars, vectors
from verified_perceptron.logic import norm_sq as length_sq
from verified_perceptron.logic.tactics import NEGATED, times
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
        fails=smallest_failure(
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
            "mistake, and at (sum, −2/3) so is (step, 1)",
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


# --- the proof ----------------------------------------------------------------------------------------


def cauchy_schwarz_theorem() -> Evidence:
    """⟨a,b⟩² ≤ ‖a‖²‖b‖²."""
    a, b = vectors("a b")
    return theorem("the cosine is at most 1", "T0", inner(a, b) ** 2 <= length_sq(a) * length_sq(b))


def progress_theorem() -> Evidence:
    """⟨w,u⟩ ≥ kγ."""
    return theorem("⟨θ,θ*⟩ ≥ kγ grows at least linearly", "T1.progress", inner(W, U) >= K * GAMMA)


def growth_theorem() -> Evidence:
    """‖w‖² ≤ kR²."""
    return theorem("‖θ‖² ≤ kR² grows at most linearly", "T1.growth", length_sq(W) <= K * RADIUS**2)


@claim(
    "S4-16",
    lines="69-77",
    title="The idea of the proof",
    says="In the cosine of θ and θ*, which is at most A, the numerator grows faster with k than the "
    "denominator, so k cannot be large.",
)
def s4_16() -> Judgement:
    single = positive((1,))
    (weights,) = weights_of(single)[1:]
    return imprecise(
        "A is 1, by Cauchy–Schwarz, and no smaller constant will do.",
        cauchy_schwarz_theorem(),
        progress_theorem(),
        growth_theorem(),
        fails=fails_on(
            f"{show(single)}: after one update the cosine of θ and θ* = 1 is 1, so A < 1 is impossible",
            Root.of(dot(weights, (1,))) < Root.sqrt(norm_sq(weights)),
        ),
    )


@claim(
    "S4-17",
    lines="79-81",
    title="Alignment",
    says="An inner product of zero means orthogonal; a large one means aligned, once the length is under control.",
)
def s4_17() -> Judgement:
    orthogonal = equal(inner(W, U), 0)

    def cosine(a: Sequence[int], b: Sequence[int]) -> Root:
        return Root.quotient(dot(a, b), norm_sq(a) * norm_sq(b))

    return true(
        proof(
            "with ⟨a,b⟩ = 0, ‖a + b‖² = ‖a‖² + ‖b‖²",
            equal(length_sq(W + U), length_sq(W) + length_sq(U)),
            [times(2, assume(orthogonal))],
            given=[orthogonal],
        ),
        identity(
            "for given lengths, the larger ⟨a,b⟩, the nearer a and b: ‖a − b‖² = ‖a‖² + ‖b‖² − 2⟨a,b⟩",
            length_sq(W - U),
            length_sq(W) + length_sq(U) - 2 * inner(W, U),
        ),
        example(
            "without control of the length it is not so: (10, −10) has the larger inner product with (1, 0) than "
            "(1, 0) itself, and the smaller cosine",
            dot((10, -10), (1, 0)) > dot((1, 0), (1, 0)) and cosine((10, -10), (1, 0)) < cosine((1, 0), (1, 0)),
        ),
    )


@claim(
    "S4-18",
    lines="85-89",
    title="The plan",
    says="Show that ⟨θ,θ*⟩ grows at least linearly and ‖θ‖² at most linearly, then use Cauchy–Schwarz.",
)
def s4_18() -> Judgement:
    return true(
        progress_theorem(),
        growth_theorem(),
        cauchy_schwarz_theorem(),
        theorem("together: k²γ² ≤ kR²‖u‖²", "T1.combination", K * RADIUS**2 * length_sq(U) >= (K * GAMMA) ** 2),
    )


@claim(
    "S4-19",
    lines="91-97",
    title="Part I",
    says="From θ⁽⁰⁾ = θ, ⟨θ*,θ⁽ᵏ⁾⟩ ≥ kγ.",
)
def s4_19() -> Judgement:
    margin = LABEL * inner(U, X) >= GAMMA
    return corrected(
        smallest_failure(
            line(2),
            lambda start: all(w[0] >= k for k, w in enumerate(weights_of(positive((1,)), started(P12, start)))),
            lambda start: f"x = 1, θ* = 1, γ = 1 from θ = {start}: ⟨θ*,θ⟩ < kγ at k = 0",
        ),
        "The start is zero, and the letters r and δ of the scan are γ.",
        proof(
            "an update gains at least γ: ⟨u,w + y·x⟩ ≥ ⟨u,w⟩ + γ",
            inner(U, W + LABEL * X) >= inner(U, W) + GAMMA,
            [assume(margin)],
            given=[margin],
        ),
        progress_theorem(),
    )


@claim("S4-20", lines="102-108", title="Part II", says="‖θ⁽ᵏ⁾‖² ≤ ‖θ⁽ᵏ⁻¹⁾‖² + R² ≤ … ≤ kR².")
def s4_20() -> Judgement:
    label, mistake = equal(LABEL**2, 1), LABEL * inner(W, X) <= 0
    radius = length_sq(X) <= RADIUS**2
    return true(
        proof(
            "an update on a mistake adds at most R²",
            length_sq(W + LABEL * X) <= length_sq(W) + RADIUS**2,
            [assume(radius), times(2, assume(mistake)), times(-length_sq(X), assume(label))],
            given=[label, mistake, radius],
        ),
        growth_theorem(),
    )


def cosine_in_run(data: Dataset, theta: Sequence[Number]) -> Iterator[tuple[int, Root]]:
    """(k, cosine of θ⁽ᵏ⁾ and θ*) after each update."""
    for k, w in enumerate(weights_of(data)):
        if k:
            yield k, Root.quotient(dot(w, theta), norm_sq(w) * norm_sq(theta))


@claim(
    "S4-21",
    lines="110-115",
    title="Part III, the display",
    says="The cosine of θ⁽ᵏ⁾ and θ* is at least kγ/√(kR²‖θ*‖).",
)
def s4_21() -> Judgement:
    single = positive((1,))

    def printed(theta: int) -> Root:
        """kγ/√(kR²‖θ*‖) for x = 1 and k = 1, where γ = θ*."""
        return Root.quotient(theta, theta)

    return false(
        smallest_failure(
            range(1, 4),
            lambda theta: all(cosine >= printed(theta) for _, cosine in cosine_in_run(single, (theta,))),
            lambda theta: (
                f"x = 1, θ* = γ = {theta}, k = 1: the cosine is 1, the printed lower bound {printed(theta)}"
            ),
        ),
        "‖θ*‖ stands outside the root: the cosine is at least kγ/(√(kR²)‖θ*‖).",
        progress_theorem(),
        growth_theorem(),
        enumeration(
            "along all small runs, for all small separators",
            (
                cosine >= Root.quotient(k * least_margin(data, theta), k * data.radius_sq * norm_sq(theta))
                for data in separable_data()
                for theta in grid(data.dimension, 1)
                if not mistakes(data, theta)
                for k, cosine in cosine_in_run(data, theta)
            ),
        ),
    )


@claim("S4-22", lines="117", title="Part III, the conclusion", says="Hence k ≤ R²‖θ*‖²/γ².")
def s4_22() -> Judgement:
    return true(
        theorem("k²γ² ≤ kR²‖u‖²", "T1.combination", K * RADIUS**2 * length_sq(U) >= (K * GAMMA) ** 2),
        theorem("and one factor k cancels", "T1", NOVIKOFF_BOUND),
    )


# --- margin and geometry ------------------------------------------------------------------------------


def distance_theorems() -> tuple[Evidence, Evidence]:
    """The foot of the perpendicular, and that nothing on the boundary is nearer."""
    v, b = scalars("v b")
    (h,) = vectors("h")
    f = inner(W, X) + b
    return (
        theorem(
            "the squared distance of x to its foot on the boundary is ⟨w,x⟩²/‖w‖²",
            "T8.foot_distance",
            equal(length_sq(v * f * W), v * f**2),
        ),
        theorem("no point of the boundary is nearer", "T8", f**2 <= length_sq(W) * length_sq(X - h)),
    )


def separations() -> list[tuple[Dataset, tuple[int, ...]]]:
    """The small data sets with all their small separators."""
    return [
        (data, theta) for data in separable_data() for theta in grid(data.dimension, 2) if not mistakes(data, theta)
    ]


def distance(theta: Sequence[Number], x: Sequence[Number]) -> Root:
    """The length of x − h for the foot h = x − ⟨θ,x⟩θ/‖θ‖² of x on the boundary."""
    foot = add_scaled(x, -Fraction(dot(theta, x)) / norm_sq(theta), theta)
    if dot(theta, foot):
        raise AssertionError("the foot is not on the boundary")
    return Root.sqrt(norm_sq(add_scaled(x, -1, foot)))


@claim(
    "S4-23",
    lines="127",
    title="The geometric margin",
    says="γ/‖θ*‖ is the least distance of a sample from the decision boundary.",
)
def s4_23() -> Judgement:
    return true(
        *distance_theorems(),
        enumeration(
            "for all small data and separators, γ/‖θ*‖ is the least distance of a sample to its foot",
            (
                min(distance(theta, x) for x in points_of(data))
                == Root.quotient(least_margin(data, theta), norm_sq(theta))
                for data, theta in separations()
            ),
        ),
    )


@claim("S4-24", lines="129", title="The bound without a square", says="k ≤ R²‖θ‖/γ² = R²/γ_geom².")
def s4_24() -> Judgement:
    single = positive((1,))
    return false(
        smallest_failure(
            range(1, 4),
            lambda theta: Fraction(theta, least_margin(single, (theta,)) ** 2) >= go(single).updates,
            lambda theta: (
                f"x = 1, θ* = γ = {theta}: the printed bound is {Fraction(theta, theta**2)}, one update is made"
            ),
        ),
        "‖θ*‖ is squared: k ≤ R²‖θ*‖²/γ².",
        theorem("kγ² ≤ R²‖u‖²", "T1", NOVIKOFF_BOUND),
        enumeration(
            "R²‖θ*‖²/γ² is R²/γ_geom²",
            (
                Root.sqrt(bound_of(data, theta)) * distance_margin(data, theta) == Root.sqrt(data.radius_sq)
                for data, theta in separations()
            ),
        ),
    )


@claim(
    "S4-25",
    lines="131-133",
    title="The closer the samples, the worse the bound",
    says="The closer the samples are to the boundary, the larger is the upper bound on k.",
)
def s4_25() -> Judgement:
    near, far = scalars("near far")
    order, sign_ = near < far, near > 0
    return true(
        proof(
            "for 0 < γ < γ', R²γ'² ≥ R²γ², that is R²/γ² ≥ R²/γ'²",
            RADIUS**2 * far**2 >= RADIUS**2 * near**2,
            [
                times(1, assume(order), assume(order), squares=[RADIUS]),
                times(2, assume(order), assume(sign_), squares=[RADIUS]),
            ],
            given=[order, sign_],
        ),
        enumeration(
            "with R = 1, the bound for γ = 1/n grows with n",
            (Fraction(1, n) ** -2 < Fraction(1, n + 1) ** -2 for n in range(1, 50)),
        ),
    )


UNIT_POINTS = [
    (Fraction(a, 5), Fraction(b, 5))
    for a, b in itertools.product((-5, -4, -3, 0, 3, 4, 5), repeat=2)
    if a * a + b * b == 25
]


@claim(
    "S4-26",
    lines="135-137",
    title="Normalised data",
    says="If the data are normalised, R = 1 and k ≤ 1/γ_geom².",
)
def s4_26() -> Judgement:
    normalised = instantiate(kernel_theorem("T1"), {RADIUS: 1})
    pairs = [positive(a, b) for a, b in itertools.product(UNIT_POINTS, repeat=2)]
    return true(
        proved("with R = 1: kγ² ≤ ‖u‖²", normalised, length_sq(U) >= K * GAMMA**2, given=[GAMMA >= 0]),
        enumeration(
            "pairs of rational unit vectors, with the γ of these normalised data",
            (
                data.radius_sq == 1 and go(data).updates * distance_margin(data, u).square <= 1
                for data in pairs
                if (u := separator_of(data))
            ),
        ),
        enumeration(
            "normalising each sample never makes R/γ worse: y⟨u,x⟩/‖x‖ ≥ γ/R",
            (
                Root.quotient(dot(theta, z), norm_sq(z)) >= Root.quotient(least_margin(data, theta), data.radius_sq)
                for data, theta in separations()
                for z in signed(data)
            ),
        ),
    )


@claim(
    "S4-27",
    lines="139,180",
    title="A measure of difficulty",
    says="γ_geom represents the difficulty of the problem, as does R/γ_geom.",
)
def s4_27() -> Judgement:
    easy = positive((1, 0), (100, 1))
    return imprecise(
        "It is R/γ_geom that the bound knows: γ_geom by itself changes with the unit of length. And it is a bound; "
        "a run can be much shorter.",
        enumeration(
            "tripling all samples changes neither the number of updates nor R/γ_geom",
            (
                go(tripled).updates == go(data).updates and bound_of(tripled, u) == bound_of(data, u)
                for data in separable_data()
                if (u := separator_of(data))
                and (tripled := positive(*(add_scaled((0,) * data.dimension, 3, z) for z in signed(data))))
            ),
        ),
        example(
            "(1, 0), (100, 1) take one update, and since R² = 10001 and γ ≤ 1 no θ* gives a bound below 10001",
            go(easy).updates == 1 and easy.radius_sq == 10001 and norm_sq((1, 0)) == 1,
        ),
        fails=smallest_failure(
            (
                (a, b)
                for a in range(1, 4)
                for b in range(1, 4)
                if go(positive((a,))).updates == go(positive((b,))).updates
            ),
            lambda pair: distance_margin(positive((pair[0],)), (1,)) == distance_margin(positive((pair[1],)), (1,)),
            lambda pair: "{{{} is +}} and {{{} is +}}: one update each, different γ_geom".format(*pair),
        ),
    )


@claim(
    "S4-28",
    lines="141-146",
    title="Only the closest point",
    says="It suffices to show that a sample which attains γ has distance γ/‖θ*‖.",
)
def s4_28() -> Judgement:
    return true(
        distance_theorems()[0],
        enumeration(
            "for all small data and separators, a sample is closest to the boundary if and only if it attains γ",
            (
                (distance(theta, x) == distance_margin(data, theta))
                is (abs(Fraction(dot(theta, x))) == least_margin(data, theta))
                for data, theta in separations()
                for x in points_of(data)
            ),
        ),
    )


S, N, INVERSE = scalars("s n v")
SIGN, LENGTH, RECIPROCAL = equal(LABEL**2, 1), equal(N**2, length_sq(U)), equal(INVERSE * N, 1)
"""y is a sign, n = ‖θ*‖ and v = 1/n."""
ALONG = X - S * LABEL * INVERSE * U


@claim(
    "S4-29",
    lines="148-152",
    title="The segment",
    says="x(s) = x − s·y·θ*/‖θ*‖ runs from x parallel to θ* towards the boundary, and s is its length.",
)
def s4_29() -> Judgement:
    return true(
        proof(
            "‖x(s) − x‖² = s²",
            equal(length_sq(ALONG - X), S**2),
            [
                times(S**2 * INVERSE**2 * length_sq(U), assume(SIGN)),
                times(-(S**2) * INVERSE**2, assume(LENGTH)),
                times(S**2 * (INVERSE * N + 1), assume(RECIPROCAL)),
            ],
            given=[SIGN, LENGTH, RECIPROCAL],
        ),
        proof(
            "and it goes towards the boundary: y⟨x(s),θ*⟩ = y⟨x,θ*⟩ − s‖θ*‖",
            equal(LABEL * inner(ALONG, U), LABEL * inner(X, U) - S * N),
            [
                times(-S * INVERSE * length_sq(U), assume(SIGN)),
                times(S * INVERSE, assume(LENGTH)),
                times(-S * N, assume(RECIPROCAL)),
            ],
            given=[SIGN, LENGTH, RECIPROCAL],
        ),
    )


@claim(
    "S4-30",
    lines="156-162",
    title="Where it meets the boundary",
    says="⟨x(s),θ*⟩ = 0 gives s = y⟨x,θ*⟩/‖θ*‖ = γ/‖θ*‖.",
)
def s4_30() -> Judgement:
    there = equal(inner(ALONG, U), 0)
    return true(
        proof(
            "s‖θ*‖ = y⟨x,θ*⟩",
            equal(S * N, LABEL * inner(X, U)),
            [
                times(-LABEL, assume(there)),
                times(-S * INVERSE * length_sq(U), assume(SIGN)),
                times(S * INVERSE, assume(LENGTH)),
                times(-S * N, assume(RECIPROCAL)),
            ],
            given=[there, SIGN, LENGTH, RECIPROCAL],
        )
    )


@claim(
    "S4-31",
    lines="164-166",
    title="The second proof",
    says="s = |⟨x,θ*/‖θ*‖⟩| = … = y/‖θ*‖.",
)
def s4_31() -> Judgement:
    cases = ((x, theta) for theta in range(1, 3) for x in range(1, 4))
    return corrected(
        smallest_failure(
            cases,
            lambda case: distance((case[1],), (case[0],)) == Root.quotient(1, case[1] ** 2),
            lambda case: (
                f"x = {case[0]}, θ* = {case[1]}, y = +1: s = {distance((case[1],), (case[0],))}, printed "
                f"{Root.quotient(1, case[1] ** 2)}"
            ),
        ),
        "The last expression is γ/‖θ*‖.",
        enumeration(
            "|⟨x,θ*⟩|/‖θ*‖ = y⟨x,θ*⟩/‖θ*‖, which is γ/‖θ*‖ for the sample that attains γ",
            (
                min(Root.quotient(abs(Fraction(dot(theta, x))), norm_sq(theta)) for x in points_of(data))
                == distance_margin(data, theta)
                for data, theta in separations()
            ),
        ),
        distance_theorems()[0],
    )


@claim(
    "S4-32",
    lines="168-174",
    title="Why the label is in the segment",
    says="x(t) = x(0) − s·y·θ*/‖θ*‖ contains y so that s > 0.",
)
def s4_32() -> Judgement:
    ahead, length = LABEL * inner(X, U) > 0, N > 0
    meets = equal(S * N, LABEL * inner(X, U))
    s = least_margin(positive((1,)), (1,))
    return corrected(
        fails_on(
            f"x(0) = 1, θ* = 1, y = +1, where s = {s}: at t = 0 the left side is 1 and the right side {1 - s}",
            1 - s == 1,
        ),
        "The parameter is s: x(s) = x(0) − s·y·θ*/‖θ*‖, and then s = γ/‖θ*‖ > 0.",
        refutation(
            "s‖θ*‖ = y⟨x,θ*⟩ > 0 makes s positive",
            S > 0,
            [times(1, NEGATED, assume(length)), assume(ahead), times(1, assume(meets))],
            given=[ahead, length, meets],
        ),
        enumeration(
            "without y, the solution s = ⟨x,θ*⟩/‖θ*‖ is negative exactly for the negative samples",
            (
                (Root.quotient(dot(theta, x), norm_sq(theta)) < 0) is (y < 0)
                for data, theta in separations()
                for x, y in zip(points_of(data), data.labels, strict=True)
            ),
        ),
    )


@claim("S4-33", lines="176-178", title="Remark i", says="The number of updates is at most (R/γ_geom)².")
def s4_33() -> Judgement:
    return true(
        theorem("kγ² ≤ R²‖u‖²", "T1", NOVIKOFF_BOUND),
        distance_theorems()[0],
        enumeration(
            "k·γ_geom² ≤ R² on all small data, for all small separators",
            (
                go(data).updates * distance_margin(data, theta).square <= data.radius_sq
                for data, theta in separations()
            ),
        ),
    )


@claim("S4-34", lines="182", title="The VC dimension", says="R/γ_geom is related to the VC dimension.")
def s4_34() -> Judgement:
    def shattering_margin(points: Sequence[Sequence[int]]) -> Root | None:
        """The least margin with which the labellings were separated, or None if one of them cannot be."""
        margins = []
        for labels in itertools.product(SIGNS, repeat=len(points)):
            data = labelled(*zip(points, labels, strict=True))
            separator = separator_of(data)
            if separator is None:
                return None
            margins.append(distance_margin(data, separator))
        return min(margins)

    shattered = [
        (points, margin)
        for n in (1, 2)
        for points in itertools.combinations(grid(2, 2), n)
        if (margin := shattering_margin(points)) is not None
    ]
    on_line, in_plane = positive((1,)), positive((1, 0))
    plane_dimension = max(len(points) for points, _ in shattered)
    return imprecise(
        "Precisely: if n points within radius R are separated with margin γ under every labelling, then "
        "n ≤ (R/γ)², in any dimension. The VC dimension of all classifiers through the origin is d, whatever R/γ.",
        theorem(
            "label each new point so that it is a mistake of the sum of those before: then T1 bounds their number",
            "T1",
            NOVIKOFF_BOUND,
        ),
        enumeration(
            "all points of the grid, alone and in pairs, that are separable under every labelling",
            (len(points) * margin.square <= max(map(norm_sq, points)) for points, margin in shattered),
        ),
        fails=fails_on(
            "x = 1 on the line and x = (1, 0) in the plane: R/γ_geom = 1 for both, the VC dimensions are 1 and 2",
            bound_of(on_line, (1,)) != bound_of(in_plane, (1, 0)) or plane_dimension == 1,
        ),
    )
