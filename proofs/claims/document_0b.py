"""Document 000, linear classification with a perceptron: the proof of the bound in the folded space."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product

from proofs.claims.claim import (
    Judgement,
    claim,
    corrected,
    enumeration,
    example,
    fails_on,
    false,
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
    Threshold,
    best_threshold,
    both_labels,
    data,
    events,
    for_passes,
    grid,
    half,
    hypothesis,
    m,
    n,
    one_point_cases,
    one_point_text,
    outcome,
    pass_ends,
    printed_bound,
    product_of_lengths,
    random_sets,
    s,
    shown,
    small_sets,
    steps,
)
from proofs.t00_cauchy_schwarz import cauchy_schwarz
from proofs.t01_novikoff import R, gamma, u, w, x, y
from proofs.t03_offset import BOTH_CLASSES, FOLDED, OFFSET, b, beta, v, x_neg, x_pos
from proofs.t03_offset import c as fold
from verified_perceptron.conventions import PRESETS, Folding
from verified_perceptron.data import Dataset
from verified_perceptron.exact import Root, norm_sq
from verified_perceptron.logic import (
    FOLD,
    Theorem,
    assume,
    equal,
    inner,
    instantiate,
    norm,
    scalars,
)
from verified_perceptron.logic import norm_sq as length_sq
from verified_perceptron.logic.models import model, root, step
from verified_perceptron.logic.tactics import NEGATED, by_sum, refute, square_le, times
from verified_perceptron.margins import (
    functional_margins,
    margin,
    separates,
)
from verified_perceptron.problem import Hypothesis
from verified_perceptron.run import Outcome
from verified_perceptron.trace import Update

P0 = PRESETS["P0"]
FOLDED_P0 = replace(P0, folding=Folding.LAST)
w_folded, x_folded, u_folded = w + beta * FOLD, x + R * FOLD, u + v * FOLD


# --- the folded space ------------------------------------------------------------------------------


@claim(
    "S0-19",
    lines="45",
    title="Folding the offset",
    says="Append R to every point and b/R to the weights: x' = (x, R), w' = (w, b/R).",
)
def s0_19() -> Judgement:
    origin = data((0, 1))
    return imprecise(
        "It needs R > 0, that is, a point other than the origin; otherwise b/R has no meaning.",
        theorem("with R·β = b the folded score is the score", "T3.value"),
        enumeration(
            "the folded weights are (w, b/R) all along, with b/R in units of R",
            (
                [(s_.after.weights, s_.after.offset) for s_ in steps(d, FOLDED_P0)]
                == [(s_.after.weights, s_.after.offset) for s_ in steps(d, P0)]
                for d in small_sets()
                if d.radius_sq > 0 and is_ended(d)
            ),
        ),
        fails=fails_on("{(0, +)}: R = 0, so that b/R is 0/0", origin.radius_sq > 0),
    )


def is_ended(d: Dataset) -> bool:
    """P0 separates the data set."""
    return outcome(d, "P0").outcome is Outcome.CONVERGED


@claim(
    "S0-20",
    lines="45-49",
    title="Folding keeps the score",
    says="The folded inner product is the score: ⟨w',x'⟩ = ⟨w,x⟩ + b.",
)
def s0_20() -> Judgement:
    return true(
        identity("⟨w',x'⟩ = ⟨w,x⟩ + R·β, where R·β is b", inner(w_folded, x_folded), inner(w, x) + R * beta),
        theorem("the same with the axis as an ordinary vector", "T3.value"),
    )


@claim(
    "S0-21",
    lines="47",
    title="The folded start",
    says="The folded weights are zero at first, and w'ₜ₋₁ is their value when mistake number t happens.",
)
def s0_21() -> Judgement:
    return true(
        theorem("the offset is R times the folded weight after every update", "T3.folding"),
        enumeration(
            "before every update, the folded run holds what the explicit run holds, starting from zero",
            (
                [s_.before for s_ in steps(d, FOLDED_P0)] == [s_.before for s_ in steps(d, P0)]
                and not any((*steps(d, FOLDED_P0)[0].before.weights, steps(d, FOLDED_P0)[0].before.offset))
                for d in small_sets()
                if d.radius_sq > 0
            ),
        ),
    )


@claim(
    "S0-22",
    lines="49",
    title="The mistake, folded",
    says="On a mistake yᵢ⟨w'ₜ₋₁,x'ᵢ⟩ = yᵢ⟨wₜ₋₁,xᵢ⟩ + bₜ₋₁ ≤ 0.",
)
def s0_22() -> Judgement:
    cases = list(product(SIGNS, LINE[:3], LINE[:3], LINE[:3]))
    return corrected(
        smallest_failure(
            cases,
            lambda case: case[0] * (case[1] * case[2] + case[3]) == case[0] * case[1] * case[2] + case[3],
            lambda case: (
                "y = {}, w = {}, x = {}, b = {}".format(*case)
                + f": y(wx + b) = {case[0] * (case[1] * case[2] + case[3])}, "
                f"but y·wx + b = {case[0] * case[1] * case[2] + case[3]}"
            ),
        ),
        "The label multiplies the offset too: yᵢ⟨w',x'ᵢ⟩ = yᵢ(⟨w,xᵢ⟩ + b) ≤ 0.",
        identity("y⟨w',x'⟩ = y(⟨w,x⟩ + R·β)", y * inner(w_folded, x_folded), y * (inner(w, x) + R * beta)),
        enumeration(
            "every update has y·f ≤ 0 before it",
            (s_.y * s_.score <= 0 for d in small_sets() for s_ in steps(d, "P0")),
        ),
    )


@claim(
    "S0-23",
    lines="51-53",
    title="The offset's index",
    says="The last folded coordinates are bᵗ⁻¹/R and bᵗ/R, with t written where a power stands.",
)
def s0_23() -> Judgement:
    def powers(d: Dataset) -> bool:
        offsets = [s_.after.offset for s_ in steps(d, "P0")]
        return all(b_t == offsets[0] ** t for t, b_t in enumerate(offsets, start=1))

    return imprecise(
        "t is an index: the coordinates are bₜ₋₁/R and bₜ/R.",
        theorem("bₜ = R·βₜ after every update, with bₜ and βₜ indexed by it", "T3.folding"),
        fails=smallest_failure(
            both_labels(2),
            powers,
            lambda d: (
                f"{shown(d)}: the offsets {', '.join(str(s_.after.offset) for s_ in steps(d, 'P0'))} "
                "are not the powers of the first"
            ),
        ),
    )


@claim(
    "S0-24",
    lines="53",
    title="The weights' update",
    says="An update adds the signed example to the weights: wₜ = wₜ₋₁ + yᵢxᵢ.",
)
def s0_24() -> Judgement:
    return true(
        enumeration(
            "every update of P0 does so",
            (
                s_.after.weights == tuple(a + s_.y * c for a, c in zip(s_.before.weights, s_.x, strict=True))
                for d in small_sets()
                for s_ in steps(d, "P0")
            ),
        ),
        identity("it is the unfolded part of w' + y·x'", inner(w_folded + y * x_folded, u), inner(w + y * x, u)),
    )


@claim(
    "S0-25",
    lines="53",
    title="The folded coordinate's update",
    says="The folded coordinate satisfies bₜ/R = bₜ/R + yᵢR.",
)
def s0_25() -> Judgement:
    return false(
        smallest_failure(
            product((0, 1, -1), (1, 2), SIGNS),
            lambda case: Fraction(case[0], case[1]) == Fraction(case[0], case[1]) + case[2] * case[1],
            lambda case: (
                "bₜ = {}, R = {}, y = {}".format(*case)
                + f": {Fraction(case[0], case[1])} is not {Fraction(case[0], case[1]) + case[2] * case[1]}"
            ),
        ),
        "bₜ/R = bₜ₋₁/R + yᵢR: the right side is about the update before.",
        identity(
            "R times the folded coordinate after the update is R·β + yR²", R * (beta + y * R), R * beta + y * R**2
        ),
        theorem("and b = R·β after every update", "T3.folding"),
    )


@claim(
    "S0-26",
    lines="53",
    title="The offset's update",
    says="Multiplied by R, the folded update says bₜ = bₜ₋₁ + yᵢR².",
)
def s0_26() -> Judgement:
    return true(
        identity("R(β + yR) = Rβ + yR²", R * (beta + y * R), R * beta + y * R**2),
        enumeration(
            "every update of P0 moves the offset so",
            (
                s_.after.offset == s_.before.offset + s_.y * d.radius_sq
                for d in small_sets()
                for s_ in steps(d, "P0")
            ),
        ),
    )


@claim(
    "S0-27",
    lines="53",
    title="One folded update",
    says="Together the updates say w'ₜ = w'ₜ₋₁ + yᵢx'ᵢ: the algorithm is the perceptron through the origin on "
    "folded "
    "points.",
)
def s0_27() -> Judgement:
    return true(
        theorem("the offset that moves by y·c² is c times the weight that moves by y·c, for every c", "T3.folding"),
        identity(
            "a folded update scores as the two updates do",
            inner(w_folded + y * x_folded, x_folded),
            inner(w + y * x, x) + R * (beta + y * R),
        ),
        sampled(
            "the two runs agree after every update",
            (
                steps(d, for_passes(FOLDED_P0, 4)) == steps(d, for_passes(P0, 4))
                for d in (*small_sets(), *random_sets())
                if d.radius_sq > 0
            ),
        ),
    )


# --- the proof -------------------------------------------------------------------------------------


@claim(
    "S0-28",
    lines="57",
    title="Progress of one update",
    says="An update changes the alignment with w_opt by yᵢ⟨xᵢ,w_opt⟩.",
)
def s0_28() -> Judgement:
    return true(identity("⟨w + y·x, u⟩ = ⟨w,u⟩ + y⟨x,u⟩", inner(w + y * x, u), inner(w, u) + y * inner(x, u)))


def separated_on_line() -> list[tuple[Dataset, Threshold]]:
    """Separable data sets of the line with both labels, and their best threshold."""
    return [(d, best_threshold(d)) for d in both_labels(2) if best_threshold(d).margin > 0]


def alignments(case: tuple[Dataset, Threshold]) -> list[Fraction]:
    """⟨wₜ, w_opt⟩ for t = 0, 1, …, unfolded."""
    dataset, best = case
    return [Fraction(0), *(s_.after.weights[0] * best.hypothesis.weights[0] for s_ in steps(dataset, "P0"))]


def alignment_text(case: tuple[Dataset, Threshold]) -> str:
    dataset, best = case
    return (
        f"{shown(dataset)} with w_opt = {best.hypothesis.weights[0]}, b_opt = {best.hypothesis.offset}, "
        f"γ = {best.margin}: ⟨wₜ,w_opt⟩ is {', '.join(map(str, alignments(case)))}"
    )


FOLDED_PROGRESS = instantiate(FOLDED.progress, {fold: R})
FOLDED_GROWTH = instantiate(FOLDED.growth, {fold: R})
FOLDED_RUN = model(step(y=1, x=(1,)), step(y=-1, x=(-1,)), u=(1,), v=0, gamma=1, R=1)


@claim(
    "S0-29",
    lines="57",
    title="Progress by the margin, unfolded",
    says="An update moves the weights, without their folded coordinate, by at least γ along w_opt.",
)
def s0_29() -> Judgement:
    def holds(case: tuple[Dataset, Threshold]) -> bool:
        path = alignments(case)
        return all(after >= before + case[1].margin for before, after in pairwise(path))

    folded = y * (inner(u, x) + R * v) >= gamma
    return false(
        smallest_failure(separated_on_line(), holds, alignment_text),
        "It holds in the folded space: ⟨w'ₜ,w'_opt⟩ ≥ ⟨w'ₜ₋₁,w'_opt⟩ + γ.  Without the folded coordinate the "
        "gain is "
        "only γ − yᵢb_opt.",
        theorem(
            "a folded update gains γ",
            by_sum(
                "folded.progress",
                inner(w_folded + y * x_folded, u_folded) >= inner(w_folded, u_folded) + gamma,
                [assume(folded)],
            ),
            model(w=(0,), x=(1,), u=(1,), y=1, beta=0, v=-half, R=1, gamma=half),
        ),
        theorem(
            "an unfolded one gains γ − y·b_opt",
            by_sum(
                "unfolded.progress",
                inner(w + y * x, u) >= inner(w, u) + gamma - y * R * v,
                [assume(folded)],
            ),
            model(w=(0,), x=(1,), u=(1,), y=1, v=-half, R=1, gamma=half),
        ),
    )


@claim(
    "S0-30",
    lines="59-61",
    title="Progress after t updates, unfolded",
    says="After t updates the weights, without their folded coordinate, have ⟨wₜ,w_opt⟩ ≥ tγ.",
)
def s0_30() -> Judgement:
    def holds(case: tuple[Dataset, Threshold]) -> bool:
        return all(value >= t * case[1].margin for t, value in enumerate(alignments(case)))

    return false(
        smallest_failure(separated_on_line(), holds, alignment_text),
        "It holds in the folded space: ⟨w'ₜ,w'_opt⟩ ≥ tγ.",
        theorem("⟨w',w'_opt⟩ ≥ tγ after t folded updates", FOLDED_PROGRESS, FOLDED_RUN),
    )


@claim(
    "S0-31",
    lines="63-65",
    title="From unfolded to folded progress",
    says="Because ⟨wₜ,w_opt⟩ ≥ tγ, also ⟨w'ₜ,w'_opt⟩ ≥ tγ.",
)
def s0_31() -> Judgement:
    return corrected(
        smallest_failure(
            grid(3, (0, 1, -1)),
            lambda case: case[0] < 1 or case[0] + case[1] * case[2] >= 1,
            lambda case: (
                "wₜ = {}, bₜ = {}, w_opt = 1, b_opt = {}, R = 1, t = γ = 1".format(*case)
                + f": ⟨wₜ,w_opt⟩ = {case[0]}, but ⟨w'ₜ,w'_opt⟩ = {case[0] + case[1] * case[2]}"
            ),
        ),
        "The conclusion holds, by folding first; it does not follow from the unfolded inequality, because "
        "bₜb_opt/R² "
        "may be negative.",
        theorem("⟨w',w'_opt⟩ ≥ tγ, proved in the folded space", FOLDED_PROGRESS, FOLDED_RUN),
        identity("the two differ by βv = b·b_opt/R²", inner(w_folded, u_folded), inner(w, u) + beta * v),
    )


SQUARE_GROWS = by_sum(
    "growth.expansion",
    equal(
        length_sq(w_folded + y * x_folded),
        length_sq(w_folded) + 2 * y * inner(w_folded, x_folded) + length_sq(x_folded),
    ),
    [times(length_sq(x_folded), assume(LABEL))],
)
FOLDED_MISTAKE = assume(y * inner(w_folded, x_folded) <= 0)
GROWS_BY_X = by_sum(
    "growth.mistake",
    length_sq(w_folded + y * x_folded) <= length_sq(w_folded) + length_sq(x_folded),
    [times(2, FOLDED_MISTAKE), times(-1, SQUARE_GROWS)],
)
AT_START = model(w=(0,), beta=0, x=(1,), R=1, y=1)


@claim(
    "S0-32",
    lines="69",
    title="The square of the new weights",
    says="‖w'ₜ‖² = ‖w'ₜ₋₁‖² + 2yᵢ⟨w'ₜ₋₁,x'ᵢ⟩ + ‖x'ᵢ‖².",
)
def s0_32() -> Judgement:
    return true(theorem("it is the expansion of a square, with y² = 1", SQUARE_GROWS, AT_START))


@claim(
    "S0-33",
    lines="69",
    title="Dropping the cross term",
    says="Hence ‖w'ₜ‖² ≤ ‖w'ₜ₋₁‖² + ‖x'ᵢ‖².",
)
def s0_33() -> Judgement:
    return true(theorem("the cross term is not positive on a mistake", GROWS_BY_X, AT_START))


@claim(
    "S0-34",
    lines="69",
    title="The length of a folded point",
    says="‖x'ᵢ‖² ≤ ‖xᵢ‖² + R².",
)
def s0_34() -> Judgement:
    return true(identity("it is an equality", length_sq(x_folded), length_sq(x) + R**2))


@claim(
    "S0-35",
    lines="69",
    title="A folded point is not long",
    says="‖x'ᵢ‖² ≤ 2R².",
)
def s0_35() -> Judgement:
    radius = assume(length_sq(x) <= R**2)
    return true(
        theorem(
            "because ‖x‖² ≤ R²",
            by_sum("folded.radius", length_sq(x_folded) <= 2 * R**2, [radius]),
            model(x=(1,), R=1),
        )
    )


@claim(
    "S0-36",
    lines="71-73",
    title="Growth",
    says="After t updates ‖w'ₜ‖² ≤ 2tR².",
)
def s0_36() -> Judgement:
    return true(
        theorem("‖w'‖² ≤ t(R² + R²), by induction over the run", FOLDED_GROWTH, FOLDED_RUN),
        enumeration(
            "so it is after every update, separable or not",
            (
                norm_sq(s_.after.weights) + s_.after.offset**2 / d.radius_sq <= 2 * t * d.radius_sq
                for d in small_sets()
                if d.radius_sq > 0
                for t, s_ in enumerate(steps(d, "P0"), start=1)
            ),
        ),
    )


@claim(
    "S0-37",
    lines="75-77",
    title="The two inequalities together",
    says="‖w'_opt‖·√(2t)·R ≥ ‖w'_opt‖·‖w'ₜ‖ ≥ ⟨w'ₜ,w'_opt⟩ ≥ tγ.",
)
def s0_37() -> Judgement:
    # n = ‖w‖, m = ‖w_opt‖, s = √(2t), in the folded space
    (t,) = scalars("t")
    grown = by_sum(
        "growth.root.square",
        n**2 <= (s * R) ** 2,
        [
            assume(length_sq(w) <= 2 * t * R**2),
            times(R**2, assume(equal(s**2, 2 * t))),
            times(-1, assume(equal(n**2, length_sq(w)))),
        ],
    )
    side = by_sum("growth.root.side", s * R >= 0, [times(1, assume(s >= 0), assume(R >= 0))])
    length = square_le("growth.root", n, grown, side)
    longer = by_sum("growth.product", n * m <= m * s * R, [times(1, length, assume(m >= 0))])
    return true(
        theorem(
            "‖w‖ ≤ √(2t)·R, times ‖w_opt‖",
            longer,
            model(w=(1, 1), t=1, R=1, n=root(2), s=root(2), m=1),
        ),
        theorem("⟨w,w_opt⟩ ≤ ‖w‖‖w_opt‖", product_of_lengths(), model(w=(3, 4), u=(1, 0), n=5, m=1)),
        theorem("⟨w',w'_opt⟩ ≥ tγ", FOLDED_PROGRESS, FOLDED_RUN),
    )


@claim(
    "S0-38",
    lines="81",
    title="The bound with the folded separator",
    says="Hence t ≤ 2(R/γ)²‖w'_opt‖².",
)
def s0_38() -> Judgement:
    def cross(dimension: int) -> Dataset:
        axes = [tuple(int(i == j) for i in range(dimension)) for j in range(dimension)]
        return data(*((axis, 1) for axis in axes), *((tuple(-a for a in axis), -1) for axis in axes))

    return true(
        theorem("tγ² ≤ 2R²(‖w_opt‖² + (b_opt/R)²)", "T3.radius"),
        enumeration(
            "and it is attained: the 2d points ±e make 2d updates, with γ² = 1/d, R = 1, b_opt = 0",
            (
                outcome(cross(d), "P0").updates == 2 * d
                and margin(hypothesis((1,) * d), cross(d)) == Root.sqrt(Fraction(1, d))
                for d in (1, 2, 3, 4, 5)
            ),
        ),
    )


@claim(
    "S0-39",
    lines="81",
    title="The bound without it",
    says="2(R/γ)²‖w'_opt‖² ≤ (2R/γ)².",
)
def s0_39() -> Judgement:
    def folded_length_sq(case: tuple[Dataset, Hypothesis, Fraction]) -> Fraction:
        return 1 + case[1].offset ** 2 / case[0].radius_sq

    return corrected(
        smallest_failure(
            one_point_cases(),
            lambda case: (
                2 * case[0].radius_sq / case[2] ** 2 * folded_length_sq(case) <= printed_bound(case[0], case[2])
            ),
            lambda case: f"{one_point_text(case)}: ‖w'_opt‖² = {folded_length_sq(case)}",
        ),
        "It needs |b_opt| ≤ R, which holds, strictly, when both labels occur and γ > 0.",
        theorem("R²‖w'_opt‖² < 2R² with both labels and γ > 0", _short_separator(), SHORT),
        theorem("so that tγ² < 4R²", "T3.radius_strict"),
    )


def _short_separator() -> Theorem:
    """R²(‖u‖² + v²) < 2R², where R·v is the offset."""
    strict = instantiate(OFFSET.strict, {b: R * v})
    unit = assume(BOTH_CLASSES["unit_separator"])
    return by_sum("short", R**2 * length_sq(u_folded) < 2 * R**2, [strict, times(-(R**2), unit)])


SHORT = model(u=(1,), x_pos=(1,), x_neg=(-1,), R=1, v=half, gamma=half)


@claim(
    "S0-40",
    lines="83",
    title="The offset is not large",
    says="For a separation that is not trivial, b_opt ≤ R.",
)
def s0_40() -> Judgement:
    return corrected(
        smallest_failure(one_point_cases(), lambda case: case[1].offset ** 2 <= case[0].radius_sq, one_point_text),
        "With both labels |b_opt| ≤ R − γ, on both sides; with one label b_opt may be anything.",
        theorem("|b_opt| ≤ R − γ with both labels", "T3.offset"),
        theorem("|b_opt| < R if γ > 0", "T3.offset_strict"),
        example(
            "R − γ is attained: {(1, +), (0, −)} with w_opt = 1, b_opt = −1/2, γ = 1/2, R = 1",
            min(functional_margins(hypothesis(1, -half), data((1, 1), (0, -1)))) == half == 1 - half,
        ),
        example(
            "|b_opt| = R happens with γ = 0: {(−1, +), (1, −)}, w_opt = −1, b_opt = 1",
            min(functional_margins(hypothesis(-1, 1), data((-1, 1), (1, -1)))) == 0,
        ),
    )


@claim(
    "S0-41",
    lines="83",
    title="The convex hull is the reason",
    says="With both labels the bound on b_opt comes from the convex hull of the points: the hyperplane meets it.",
)
def s0_41() -> Judgement:
    # the scores of a positive and of a negative point; `share` says where between them the score is 0
    (share,) = scalars("share")
    hull = share * x_pos + (1 - share) * x_neg
    above, below = inner(u, x_pos) + b, inner(u, x_neg) + b
    zero, positive = assume(equal(share * (above - below), -below)), assume(gamma > 0)
    margins = assume(BOTH_CLASSES["margin_pos"]), assume(BOTH_CLASSES["margin_neg"])
    apart = by_sum("hull.apart", above > below, [*margins, times(2, positive)])
    low = refute("hull.low", share >= 0, [times(1, NEGATED, apart), times(1, zero), margins[1], positive])
    high = refute("hull.high", share <= 1, [times(1, NEGATED, apart), times(-1, zero), margins[0], positive])
    meets = by_sum("hull.meets", equal(inner(u, hull) + b, 0), [times(1, zero)])
    radii = assume(BOTH_CLASSES["radius_pos"]), assume(BOTH_CLASSES["radius_neg"])
    inside = by_sum(
        "hull.radius",
        length_sq(hull) <= R**2,
        [times(1, low, radii[0]), times(1, high, radii[1]), times(1, low, high, norm(x_pos - x_neg))],
    )
    unit = assume(BOTH_CLASSES["unit_separator"])
    offset = by_sum(
        "hull.offset",
        b**2 <= R**2,
        [
            inside,
            cauchy_schwarz(u, hull),
            times(-length_sq(hull), unit),
            times(inner(u, hull) - b, meets),
        ],
    )

    def crossing(d: Dataset) -> bool:
        """The best threshold lies between the outermost points."""
        place = best_threshold(d).place
        return min(x[0] for x in d.points) <= place <= max(x[0] for x in d.points)

    return true(
        theorem(
            "between a positive and a negative point the score is 0 somewhere; that point of the hull is no "
            "longer than R, "
            "so |b_opt| ≤ R",
            offset,
            model(u=(1,), x_pos=(1,), x_neg=(-1,), share=half, b=0, R=1, gamma=1),
        ),
        enumeration(
            "on the line a separating threshold lies within the hull",
            (crossing(d) for d in both_labels(3) if best_threshold(d).margin > 0),
        ),
    )


@claim(
    "S0-42",
    lines="83-85",
    title="The folded separator is short",
    says="‖w'_opt‖² ≤ ‖w_opt‖² + 1 = 2.",
)
def s0_42() -> Judgement:
    return corrected(
        smallest_failure(
            one_point_cases(),
            lambda case: 1 + case[1].offset ** 2 / case[0].radius_sq <= 2,
            lambda case: f"{one_point_text(case)}: ‖w'_opt‖² = {1 + case[1].offset ** 2 / case[0].radius_sq}",
        ),
        "‖w'_opt‖² = ‖w_opt‖² + (b_opt/R)², which is less than 2 when both labels occur and γ > 0.",
        identity("‖w'_opt‖² = ‖w_opt‖² + v², where R·v is b_opt", length_sq(u_folded), length_sq(u) + v**2),
        theorem("R²‖w'_opt‖² < 2R² with both labels and γ > 0", _short_separator(), SHORT),
    )


@claim(
    "S0-43",
    lines="31",
    title="The given number of epochs is enough",
    says="After the number of passes that was set, the training set is separated, if it can be.",
)
def s0_43() -> Judgement:
    separable = [d for d in both_labels(2) if best_threshold(d).margin > 0]

    def passes_with_updates(d: Dataset) -> int:
        return len({event.pass_number for event in events(d, P0)[1] if isinstance(event, Update)})

    return imprecise(
        "It is enough once there are more passes than passes with an update, which are at most as many as "
        "updates; the "
        "bound tells how many.",
        enumeration(
            "one pass more than the passes with an update separates, and these are at most the updates",
            (
                separates(pass_ends(d, for_passes("P0", passes_with_updates(d) + 1))[-1], d)
                and passes_with_updates(d) <= outcome(d, "P0").updates
                for d in separable
            ),
        ),
        theorem("the updates are fewer than (2R/γ)²", "T3.radius_strict"),
        fails=smallest_failure(
            separable,
            lambda d: separates(pass_ends(d, for_passes("P0", 2))[-1], d),
            lambda d: f"{shown(d)}: not separated after two passes",
        ),
    )


@claim(
    "S0-44",
    lines="7,87-92",
    title="Further reading",
    says="Two books are recommended.",
)
def s0_44() -> Judgement:
    return out_of_scope("A recommendation of books has nothing to compute.")
