"""Document 002, lecture 5: the mistake bound, its proof, and data that are not separable."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from proofs.claims.claim import (
    Judgement,
    claim,
    corrected,
    enumeration,
    example,
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
    LINE,
    SIGNS,
    data,
    for_passes,
    grid,
    half,
    hypothesis,
    is_separable_through_origin,
    line_sets,
    m,
    n,
    normalised_bound,
    outcome,
    p,
    product_of_lengths,
    random_sets,
    s,
    shown,
    signed,
    small_sets,
    steps,
    vector_text,
)
from proofs.t01_novikoff import NOVIKOFF, R, gamma, k, u, w, x, y
from verified_perceptron.conventions import SignZero
from verified_perceptron.data import Dataset
from verified_perceptron.exact import Root, Vector, at_most_sum_of_roots, dot, norm_sq
from verified_perceptron.logic import (
    Theorem,
    assume,
    equal,
    inner,
    instantiate,
    scalars,
)
from verified_perceptron.logic import norm_sq as length_sq
from verified_perceptron.logic.models import model, step
from verified_perceptron.logic.tactics import NEGATED, Part, by_sum, refute, square_le, times
from verified_perceptron.margins import margin, separates, training_errors
from verified_perceptron.run import Outcome

LINES = line_sets()

ONE_UPDATE = model(step(y=1, x=(1, 0)), u=(1, 0), gamma=1, R=1, m=1, n=1, s=1)
"""A run of one update, with a unit separator."""

UNIT_BALL = {"radius": length_sq(x) <= 1, "mistake": y * inner(w, x) <= 0}


# --- the mistake bound -----------------------------------------------------------------------------


def in_unit_disc(coordinates: Sequence[Fraction | int]) -> list[Vector]:
    """The points of the plane with these coordinates, not zero and no longer than 1."""
    return [z for z in grid(2, tuple(coordinates)) if 0 < norm_sq(z) <= 1]


def positive_pairs(points: Sequence[Vector]) -> list[Dataset]:
    """One or two positive points, separable through the origin."""
    sets = [data((a, 1)) for a in points] + [data((a, 1), (c, 1)) for a, c in product(points, repeat=2)]
    return [d for d in sets if is_separable_through_origin(d)]


def best_margin_sq(d: Dataset) -> Fraction:
    """The square of the largest margin through the origin, for one or two points: their hull's distance to 0."""
    first, *others = signed(d)
    if not others or others[0] == first:
        return Fraction(norm_sq(first))
    between = tuple(a - c for a, c in zip(others[0], first, strict=True))
    share = min(Fraction(1), max(Fraction(0), Fraction(-dot(first, between)) / Fraction(norm_sq(between))))
    return Fraction(norm_sq(tuple(a + share * c for a, c in zip(first, between, strict=True))))


@claim(
    "S2-29",
    lines="216",
    title="The mistake bound",
    says="If the data are separable with margin γ and no longer than 1, there are at most 1/γ² mistakes.",
)
def s2_29() -> Judgement:
    fifths = (0, 1, -1, Fraction(3, 5), Fraction(-3, 5), Fraction(4, 5), Fraction(-4, 5))

    def nearest_sq(case: tuple[Dataset, Vector]) -> Fraction:
        """The square of the lecture's margin, which ignores the labels."""
        d, a = case
        return min(Fraction(dot(a, z) ** 2) / Fraction(norm_sq(a)) for z in d.points)

    return corrected(
        smallest_failure(
            product(positive_pairs(in_unit_disc(fifths)), [a for a in grid(2, (0, 1, -1)) if any(a)]),
            lambda case: outcome(case[0], "P3").updates * nearest_sq(case) <= 1,
            lambda case: (
                f"{shown(case[0])} is separable, and w = {vector_text(case[1])} has the label-free "
                "margin with "
                f"γ² = {nearest_sq(case)}: at most {1 / nearest_sq(case)} mistakes, but there are "
                f"{outcome(case[0], 'P3').updates}"
            ),
        ),
        "γ must be the margin of a w* that separates, labels counted: the least y⟨w*,x⟩/‖w*‖.",
        theorem("kγ² ≤ 1 with the margin of a separator and ‖x‖ ≤ 1", unit_bound(), ONE_UPDATE),
        enumeration(
            "and so it is with the best margin",
            (outcome(d, "P3").updates * best_margin_sq(d) <= 1 for d in positive_pairs(in_unit_disc(fifths))),
        ),
    )


def unit_bound() -> Theorem:
    """kγ² ≤ 1, the margin measured by ‖w*‖."""
    return instantiate(normalised_bound(), {R: 1})


@claim(
    "S2-30",
    lines="220",
    title="Lower margin, more mistakes",
    says="A smaller margin means more mistakes.",
)
def s2_30() -> Judgement:
    sets = positive_pairs(in_unit_disc((0, 1, half)))
    pairs = sorted(product(sets, repeat=2), key=lambda pair: len(pair[0]) + len(pair[1]))

    def axes(count: int) -> Dataset:
        return data(*((tuple(int(i == j) for i in range(count)), 1) for j in range(count)))

    return imprecise(
        "A smaller margin means a larger bound, and for every n there are data with 1/γ² = n that make n "
        "mistakes.  "
        "Between two data sets the one with the smaller margin may well make fewer.",
        enumeration(
            "n orthonormal points have 1/γ² = n and make n mistakes",
            (
                outcome(axes(count), "P3").updates == count
                and margin(hypothesis((1,) * count), axes(count)) == Root.sqrt(Fraction(1, count))
                for count in range(1, 9)
            ),
        ),
        theorem("each of them is a mistake once and never again", "T9.once"),
        fails=smallest_failure(
            pairs,
            lambda pair: (
                best_margin_sq(pair[0]) >= best_margin_sq(pair[1])
                or outcome(pair[0], "P3").updates >= outcome(pair[1], "P3").updates
            ),
            lambda pair: " and ".join(
                f"{shown(d)} (γ² = {best_margin_sq(d)}, mistakes: {outcome(d, 'P3').updates})" for d in pair
            ),
        ),
    )


@claim(
    "S2-31",
    lines="221",
    title="More than one pass",
    says="A single pass over the data may not be enough to arrive at a classifier without mistakes.",
)
def s2_31() -> Judgement:
    slow = data(((Fraction(1, 3), 0), 1), ((Fraction(-2, 3), Fraction(1, 3)), 1))
    passes = [t.pass_number for t in steps(slow, "P3")]
    return true(
        example(
            "{((1/3, 0), +), ((−2/3, 1/3), +)}: the passes make 2, 1, 2, 1, 2, 1, 1 and then no updates",
            [passes.count(number) for number in range(1, 9)] == [2, 1, 2, 1, 2, 1, 1, 0]
            and outcome(slow, "P3").outcome is Outcome.CONVERGED,
        ),
        enumeration(
            "on the line, through the origin, one update is always enough",
            (outcome(d, "P3").updates == 1 for d in LINES if is_separable_through_origin(d)),
        ),
    )


@claim(
    "S2-32",
    lines="223",
    title="A unit separator",
    says="Let w* be a separator with margin γ and length 1.",
)
def s2_32() -> Judgement:
    (inverse,) = scalars("inverse")
    held = assume(equal(inverse * m, 1)), assume(equal(m**2, length_sq(u)))
    unit = by_sum(
        "unit",
        equal(length_sq(inverse * u), 1),
        [times(-(inverse**2), held[1]), times(inverse * m + 1, held[0])],
    )
    return true(
        theorem(
            "a separator divided by its length has length 1", unit, model(u=(3, 4), m=5, inverse=Fraction(1, 5))
        ),
        identity("and divides every margin by it", y * inner(inverse * u, x), inverse * (y * inner(u, x))),
    )


@claim(
    "S2-33",
    lines="225",
    title="Fact 1: progress",
    says="A mistake raises ⟨w,w*⟩ by at least γ.",
)
def s2_33() -> Judgement:
    return true(
        theorem(
            "⟨w + y·x, w*⟩ ≥ ⟨w,w*⟩ + γ",
            by_sum("fact_1", inner(w + y * x, u) >= inner(w, u) + gamma, [assume(y * inner(u, x) >= gamma)]),
            model(w=(0,), x=(1,), u=(1,), y=1, gamma=1),
        )
    )


@claim(
    "S2-34",
    lines="227-231",
    title="Fact 1 as displayed",
    says="In the display the bracket marks ⟨x,w*⟩ itself as at least γ, and the line ends with “≥ γ”.",
)
def s2_34() -> Judgement:
    # on the line with w* = 1, the margin of (x, y) is y·x
    return imprecise(
        "It is y⟨x,w*⟩ that is at least γ, and the line ends with ≥ ⟨w,w*⟩ + γ.",
        theorem(
            "⟨w + y·x, w*⟩ ≥ ⟨w,w*⟩ + γ from y⟨x,w*⟩ ≥ γ",
            by_sum(
                "display", inner(w, u) + y * inner(x, u) >= inner(w, u) + gamma, [assume(y * inner(x, u) >= gamma)]
            ),
            model(w=(0,), x=(-1,), u=(1,), y=-1, gamma=1),
        ),
        fails=smallest_failure(
            [(a, label) for a in LINE for label in SIGNS if label * a > 0],
            lambda case: case[0] >= case[1] * case[0],
            lambda case: f"x = {case[0]}, y = {case[1]}, w* = 1, γ = {case[1] * case[0]}: ⟨x,w*⟩ = {case[0]}",
        ),
    )


@claim(
    "S2-35",
    lines="233-235",
    title="From separation and margin",
    says="Separation gives y⟨x,w*⟩ > 0 and the margin gives |⟨x,w*⟩| ≥ γ, hence y⟨x,w*⟩ ≥ γ.",
)
def s2_35() -> Judgement:
    # p = ⟨x,w*⟩
    right = assume(y * p > 0)
    squares = by_sum(
        "both.square", gamma**2 <= (y * p) ** 2, [assume(p**2 >= gamma**2), times(p**2, assume(LABEL))]
    )
    side = by_sum("both.side", y * p >= 0, [right])
    return true(
        theorem(
            "y·p > 0 and p² ≥ γ² give y·p ≥ γ, for y² = 1",
            square_le("both", gamma, squares, side),
            model(y=-1, p=-2, gamma=1),
        )
    )


@claim(
    "S2-36",
    lines="237-241",
    title="Fact 2: growth",
    says="A mistake raises ‖w‖² by at most 1.",
)
def s2_36() -> Judgement:
    parts: list[Part] = [
        assume(UNIT_BALL["radius"]),
        times(2, assume(UNIT_BALL["mistake"])),
        times(-length_sq(x), assume(LABEL)),
    ]
    return true(
        theorem(
            "‖w + y·x‖² ≤ ‖w‖² + 1",
            by_sum("fact_2", length_sq(w + y * x) <= length_sq(w) + 1, parts),
            model(w=(0,), x=(1,), y=1),
        )
    )


@claim(
    "S2-37",
    lines="243-249",
    title="After K mistakes",
    says="After K mistakes ‖w‖ ≤ √K and ⟨w,w*⟩ ≥ γK.",
)
def s2_37() -> Judgement:
    growth = instantiate(NOVIKOFF.growth, {R: 1})
    squares = by_sum(
        "root.square",
        n**2 <= s**2,
        [growth, times(1, assume(equal(s**2, k))), times(-1, assume(equal(n**2, length_sq(w))))],
    )
    return true(
        theorem("‖w‖ ≤ √K, by induction over the run", square_le("root", n, squares, assume(s >= 0)), ONE_UPDATE),
        theorem("⟨w,w*⟩ ≥ γK, by induction over the run", "T1.progress"),
    )


@claim(
    "S2-38",
    lines="251",
    title="A cosine is at most 1",
    says="The cosine of the angle between w and w* is ⟨w,w*⟩/(‖w*‖‖w‖), and at most 1.",
)
def s2_38() -> Judgement:
    return true(
        theorem("⟨w,w*⟩ ≤ ‖w‖‖w*‖", product_of_lengths(), model(w=(3, 4), u=(1, 0), n=5, m=1)),
        theorem("from Cauchy–Schwarz", "T0"),
    )


@claim(
    "S2-39",
    lines="253",
    title="The last step",
    says="γK/√K ≤ 1, hence K ≤ 1/γ².",
)
def s2_39() -> Judgement:
    some, gamma_ = assume(s > 0), assume(gamma >= 0)
    quotient = assume(gamma * s**2 <= s)  # γK ≤ √K, with K = s²
    below = refute("last.root", gamma * s <= 1, [times(1, NEGATED, some), quotient])
    bound = by_sum(
        "last",
        k * gamma**2 <= 1,
        [times(1, below, below), times(2, below, gamma_, some), times(gamma**2, assume(equal(s**2, k)))],
    )
    return true(
        theorem("γK ≤ √K gives Kγ² ≤ 1, for K > 0; K = 0 needs no proof", bound, model(s=2, k=4, gamma=half))
    )


# --- data that are not separable -------------------------------------------------------------------


@claim(
    "S2-40",
    lines="257",
    title="Fewest mistakes are hard to find",
    says="Finding the separator with the fewest mistakes on the training data is NP-hard.",
)
def s2_40() -> Judgement:
    return out_of_scope("A lower bound on every algorithm; it is known, but no finite computation shows it.")


@claim(
    "S2-41",
    lines="259",
    title="Almost separable data",
    says="The perceptron still works when few mistakes, close to the boundary, stand in the way of separability.",
)
def s2_41() -> Judgement:
    units: dict[int, Vector] = {
        1: (1,),
        2: (Fraction(3, 5), Fraction(4, 5)),
        3: (Fraction(2, 3), Fraction(-2, 3), Fraction(1, 3)),
        4: (half, half, -half, half),
    }

    def within(d: Dataset, gamma_: Fraction) -> bool:
        slack = [max(Fraction(0), gamma_ - dot(units[d.dimension], z)) for z in signed(d)]
        updates = len(steps(d, for_passes("P3", 1)))
        return at_most_sum_of_roots(updates * gamma_**2, d.radius_sq, sum(e * e for e in slack))

    def almost(d: Dataset) -> bool:
        return any(2 * training_errors(hypothesis(a), d, SignZero.OPEN) < len(d) for a in (1, -1))

    return imprecise(
        "In one pass, or many, the number k of updates is bounded for every u and γ ≥ 0: kγ² ≤ R²‖u‖² + 2γX, "
        "where X adds "
        "up what the examples updated on lack of the margin γ.  It need not converge.",
        theorem("kγ² ≤ R²‖u‖² + 2γX on any data", "T11"),
        sampled(
            "in one pass also √k·γ ≤ R + D, with D² the sum of the squared deficits of all examples, for a unit u",
            (within(d, g) for d in random_sets() for g in (Fraction(1, 4), Fraction(1), Fraction(3))),
        ),
        fails=smallest_failure(
            [d for d in LINES if almost(d)],
            lambda d: outcome(d, "P3").outcome is Outcome.CONVERGED,
            lambda d: f"{shown(d)}: most points can be right at once, but the run never ends",
        ),
    )


@claim(
    "S2-42",
    lines="261",
    title="No convergence without separability",
    says="With more and more passes over data that are not separable, the weights never settle.",
)
def s2_42() -> Judgement:
    inseparable = [d for d in small_sets() if not is_separable_through_origin(d)]

    def keeps_moving(d: Dataset) -> bool:
        late = [t for t in steps(d, for_passes("P3", 8)) if t.pass_number > 4]
        return all(any(t.pass_number == number and t.before != t.after for t in late) for number in range(5, 9))

    return corrected(
        smallest_failure(inseparable, keeps_moving, lambda d: f"{shown(d)}: w stays the same for ever"),
        "True if no point is the zero vector: every pass then has an update, and every update moves w.",
        enumeration(
            "without zero vectors every pass moves the weights",
            (keeps_moving(d) for d in inseparable if all(any(point) for point in d.points)),
        ),
        enumeration(
            "because a pass without an update would mean strict separation",
            (
                separates(outcome(d, "P3").hypothesis, d)
                for d in small_sets()
                if outcome(d, "P3").outcome is Outcome.CONVERGED
            ),
        ),
    )
