"""Document 004, continued: the proof of the theorem, and the geometry of the margin (S4-16 to S4-34)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction

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
    true,
)
from proofs.claims.support import (
    GAMMA,
    LABEL,
    NOVIKOFF_BOUND,
    P12,
    RADIUS,
    SIGNS,
    K,
    U,
    W,
    X,
    bound_of,
    distance_margin,
    go,
    grid,
    identity,
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
    signed,
    smallest,
    started,
    theorem,
    weights_of,
)
from verified_perceptron.data import Dataset
from verified_perceptron.exact import Number, Root, add_scaled, dot, norm_sq
from verified_perceptron.logic import assume, equal, inner, instantiate, scalars, vectors
from verified_perceptron.logic import norm_sq as length_sq
from verified_perceptron.logic.tactics import NEGATED, times

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
        smallest(
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
        smallest(
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
        smallest(
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
        fails=smallest(
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
        smallest(
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
