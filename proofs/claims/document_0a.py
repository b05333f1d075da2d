"""Document 000, linear classification with a perceptron: scores, margins, the algorithm and its bound.

The system is P0: the offset moves by y·R², a score of zero is predicted +1, the passes are counted beforehand.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

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
    sampled,
    smallest_failure,
    theorem,
    true,
)
from proofs.claims.common import (
    LINE,
    SIGNS,
    Threshold,
    best_threshold,
    both_labels,
    coordinates_multiply,
    data,
    data_sets,
    for_passes,
    grid,
    half,
    hypotheses_on_line,
    hypothesis,
    is_separable_on_line,
    line_sets,
    one_point_cases,
    one_point_text,
    outcome,
    printed_bound,
    random_sets,
    score,
    shown,
    small_sets,
    steps,
    thresholds,
)
from proofs.t00_cauchy_schwarz import cauchy_schwarz
from proofs.t01_novikoff import R, gamma, u, w, x, y
from proofs.t03_offset import BOTH_CLASSES, b, beta, x_neg, x_pos
from verified_perceptron.conventions import PRESETS, SignZero
from verified_perceptron.data import Dataset
from verified_perceptron.exact import Root, Vector, norm_sq
from verified_perceptron.logic import (
    FOLD,
    Theorem,
    assume,
    inner,
    norm,
    scalars,
    vectors,
)
from verified_perceptron.logic import norm_sq as length_sq
from verified_perceptron.logic.models import model, step
from verified_perceptron.logic.tactics import by_sum, times
from verified_perceptron.margins import (
    functional_margins,
    geometric_margins,
    margin,
    margin_distribution,
    predict,
    separates,
)
from verified_perceptron.problem import Hypothesis

P0 = PRESETS["P0"]
w_folded, x_folded = w + beta * FOLD, x + R * FOLD


# --- scores and margins ----------------------------------------------------------------------------


@claim(
    "S0-01",
    lines="9",
    title="A real score for every input",
    says="A classifier computes a real number f(x) from an input x of ℝⁿ; the notation makes x itself a subset.",
)
def s0_01() -> Judgement:
    point = (1, 2)
    return imprecise(
        "f maps a set X of inputs, X ⊆ ℝⁿ, to ℝ; an input is an element of X, not a subset of ℝⁿ.",
        enumeration(
            "every point of the plane's grid gets one exact score",
            (score(hypothesis(point), x) == x[0] + 2 * x[1] for x in grid(2)),
        ),
        fails=fails_on(
            "x = (1, 2) taken as a set: its members are numbers, not points of the plane",
            all(isinstance(member, tuple) for member in point),
        ),
    )


@claim(
    "S0-02",
    lines="9",
    title="The sign of the score decides",
    says="The label is +1 where f(x) ≥ 0 and −1 everywhere else.",
)
def s0_02() -> Judgement:
    return true(
        enumeration(
            "the rule gives every point one of the two labels, +1 exactly where f ≥ 0",
            (
                predict(h, x, SignZero.PLUS) == (1 if score(h, x) >= 0 else -1)
                for h, x in product(hypotheses_on_line(), grid(1))
            ),
        ),
        example("P0 predicts by this rule", P0.sign_zero is SignZero.PLUS),
    )


@claim(
    "S0-03",
    lines="9",
    title="A linear score",
    says="The score f(x) = ⟨w,x⟩ + b is a linear function of x.",
)
def s0_03() -> Judgement:
    (z,) = vectors("z")
    return imprecise(
        "f is affine; it is linear exactly when b = 0, or in the folded vector (x, 1).",
        identity(
            "f(x+z) misses f(x)+f(z) by exactly b",
            inner(w, x) + b + inner(w, z) + b - (inner(w, x + z) + b),
            b,
        ),
        identity(
            "the folded score is linear in the folded point",
            inner(w_folded, x_folded + (z + R * FOLD)),
            inner(w_folded, x_folded) + inner(w_folded, z + R * FOLD),
        ),
        fails=smallest_failure(
            hypotheses_on_line(),
            lambda h: score(h, (0,)) == 0,
            lambda h: f"f(x) = {h.weights[0]}·x + {h.offset}: f(0) = {score(h, (0,))}, not 0",
        ),
    )


@claim(
    "S0-04",
    lines="11",
    title="The inner product in coordinates",
    says="The inner product w·x is the sum of the products of the coordinates, so f(x) = Σ wᵢxᵢ + b.",
)
def s0_04() -> Judgement:
    axes = [step(e=(1, 0), first=2, second=3), step(e=(0, 1), first=-1, second=4)]
    return true(
        theorem("⟨w,x⟩ = Σ wᵢxᵢ, however many coordinates", coordinates_multiply(), model(*axes)),
        example("⟨(2,−1),(3,4)⟩ + 5 = 7", score(hypothesis((2, -1), 5), (3, 4)) == 7),
    )


@claim(
    "S0-05",
    lines="13",
    title="The pair (w, b) as a hyperplane",
    says="The parameters (w, b) are a hyperplane: a line that runs through the training points.",
)
def s0_05() -> Judgement:
    (z,) = vectors("z")
    (factor,) = scalars("factor")
    apart, plane = data((1, 1), (-1, -1)), hypothesis((0, 0, 1))
    return imprecise(
        "The hyperplane is the set {x : ⟨w,x⟩ + b = 0} with w ≠ 0; it is a line in the plane only, belongs to all "
        "(cw, cb) with c ≠ 0 alike, and runs between the points.",
        identity(
            "multiples of (w, b) have the same zeros",
            inner(factor * w, z) + factor * b,
            factor * (inner(w, z) + b),
        ),
        example(
            "the separator (1, 0) of {(1, +), (−1, −)} meets none of the points",
            separates(hypothesis(1), apart) and 0 not in functional_margins(hypothesis(1), apart),
        ),
        example(
            "in three dimensions it is no line: (0,0,0), (1,0,0) and (0,1,0) all lie on it",
            all(score(plane, point) == 0 for point in ((0, 0, 0), (1, 0, 0), (0, 1, 0))),
        ),
        fails=smallest_failure(
            hypotheses_on_line(),
            # on the line, a·x + c = 0 has exactly one solution iff a ≠ 0
            lambda h: h.weights[0] != 0 and score(h, (-h.offset / h.weights[0],)) == 0,
            lambda h: f"w = {h.weights[0]}, b = {h.offset}: the zeros are no hyperplane",
        ),
    )


@claim(
    "S0-06",
    lines="17",
    title="Functional margin",
    says="The functional margin of an example is its label times its score.",
)
def s0_06() -> Judgement:
    return true(
        enumeration(
            "the program's functional margin is y(⟨w,x⟩ + b)",
            (
                functional_margins(h, d) == [y * (h.weights[0] * x[0] + h.offset)]
                for h in hypotheses_on_line()
                for d in data_sets(1, 1)
                for x, y in zip(d.points, d.labels, strict=True)
            ),
        )
    )


@claim(
    "S0-07",
    lines="19",
    title="A positive margin means a right prediction",
    says="If the functional margin of an example is positive, the predictor gives the example its label.",
)
def s0_07() -> Judgement:
    # the prediction and the sign of y·f depend on the sign of f only
    return true(
        enumeration(
            "y·f > 0 makes the prediction y, for every sign of f and every label",
            (predict(hypothesis(f), (1,), SignZero.PLUS) == y for f, y in product((-1, 0, 1), SIGNS) if y * f > 0),
        ),
        example(
            "the converse fails at f = 0, y = +1, and there only",
            [
                (f, y)
                for f, y in product((-1, 0, 1), SIGNS)
                if predict(hypothesis(f), (1,), SignZero.PLUS) == y and y * f <= 0
            ]
            == [(0, 1)],
        ),
    )


@claim(
    "S0-08",
    lines="21",
    title="The distribution of margins",
    says="The functional margins of a training set have a distribution, and its least value is the margin of the "
    "hyperplane.",
)
def s0_08() -> Judgement:
    (factor,) = scalars("factor")
    point = data((1, 1))
    return imprecise(
        "The least functional margin belongs to the pair (w, b): multiplying the pair by c > 0 keeps the "
        "hyperplane "
        "and multiplies the margin by c.  Only the geometric margin belongs to the hyperplane.",
        enumeration(
            "the least value of the distribution is the least margin, and the counts add up",
            (
                margin_distribution(h, d)[0][0] == min(functional_margins(h, d))
                and sum(count for _, count in margin_distribution(h, d)) == len(d)
                for h in hypotheses_on_line(1)
                for d in data_sets(1, 2)
            ),
        ),
        identity(
            "the functional margin scales with the pair",
            y * (inner(factor * w, x) + factor * b),
            factor * (y * (inner(w, x) + b)),
        ),
        fails=fails_on(
            "{(1, +)}: (1, 0) and (2, 0) are one hyperplane with the margins 1 and 2",
            min(functional_margins(hypothesis(1), point)) == min(functional_margins(hypothesis(2), point)),
        ),
    )


@claim(
    "S0-09",
    lines="23",
    title="The geometric margin as a vector",
    says="The geometric margin is the normalised pair (w/‖w‖, b/‖w‖).",
)
def s0_09() -> Judgement:
    def depends_on_the_pair_only(instance: tuple[Hypothesis, Dataset]) -> bool:
        h, d = instance
        return len(set(geometric_margins(h, d))) == 1

    return false(
        smallest_failure(
            product([h for h in hypotheses_on_line() if h.weights[0]], data_sets(1, 2)),
            depends_on_the_pair_only,
            lambda case: (
                f"w = {case[0].weights[0]}, b = {case[0].offset}, {shown(case[1])}: one pair, two distances "
                + " and ".join(str(g) for g in geometric_margins(*case))
            ),
        ),
        "The geometric margin of an example is the number y(⟨w,x⟩ + b)/‖w‖: the functional margin with respect to "
        "the normalised pair.",
        enumeration(
            "y(⟨w,x⟩ + b)/‖w‖ is the functional margin of the normalised pair, where ‖w‖ is rational",
            (
                geometric_margins(h, d)
                == [Root.of(g) for g in functional_margins(hypothesis((a / 5, c / 5), h.offset / 5), d)]
                for a, c in ((Fraction(3), Fraction(4)), (Fraction(-4), Fraction(3)))
                for h in (hypothesis((a, c), off) for off in LINE)
                for d in data_sets(2, 1)
            ),
        ),
        theorem("it is the distance to the hyperplane, in size: no point of it is nearer", "T8"),
        theorem("and the foot is that near", "T8.foot_distance"),
    )


@claim(
    "S0-10",
    lines="23",
    title="The geometric margin measures distance",
    says="The geometric margin of a point is its Euclidean distance to the decision boundary.",
)
def s0_10() -> Judgement:
    def foot_distance(h: Hypothesis, point: Vector) -> Root:
        length = norm_sq(h.weights)
        foot = tuple(a - score(h, point) / length * c for a, c in zip(point, h.weights, strict=True))
        return Root.sqrt(norm_sq(tuple(a - c for a, c in zip(point, foot, strict=True))))

    def is_distance(instance: tuple[Hypothesis, Dataset]) -> bool:
        h, d = instance
        return geometric_margins(h, d) == [foot_distance(h, d.points[0])]

    cases = [(h, d) for h in hypotheses_on_line() if h.weights[0] for d in data_sets(1, 1)]
    return imprecise(
        "It is the signed distance: the distance on the right side and on the boundary, its negative on the "
        "wrong one.",
        theorem("the foot of the perpendicular lies on the boundary", "T8.foot"),
        theorem("its squared distance is f²/‖w‖²", "T8.foot_distance"),
        theorem("no point of the boundary is nearer", "T8"),
        enumeration(
            "margin and distance agree exactly where y·f ≥ 0",
            (is_distance((h, d)) == (min(functional_margins(h, d)) >= 0) for h, d in cases),
        ),
        fails=smallest_failure(
            cases,
            is_distance,
            lambda case: (
                f"w = {case[0].weights[0]}, b = {case[0].offset}, {shown(case[1])}: margin "
                f"{geometric_margins(*case)[0]}, distance {foot_distance(case[0], case[1].points[0])}"
            ),
        ),
    )


@claim(
    "S0-11",
    lines="23",
    title="The norm",
    says="The length of w is the square root of ⟨w,w⟩, that is of the sum of the squares of its coordinates.",
)
def s0_11() -> Judgement:
    (z,) = vectors("z")
    axes = [step(e=(1, 0), first=3, second=3), step(e=(0, 1), first=4, second=4)]
    return true(
        theorem("⟨w,w⟩ = Σ wᵢ², taking the second vector equal to the first", coordinates_multiply(), model(*axes)),
        theorem("⟨z,z⟩ is never negative, so it has a root", norm(z)),
        enumeration(
            "the exact root squares to ⟨w,w⟩ and is not negative",
            (
                Root.sqrt(norm_sq(a)) * Root.sqrt(norm_sq(a)) == Root.of(sum(i * i for i in a))
                and Root.sqrt(norm_sq(a)) >= 0
                for a in grid(2)
            ),
        ),
    )


@claim(
    "S0-12",
    lines="23",
    title="The margin of a training set",
    says="The margin of a training set is the largest geometric margin that any hyperplane has on it.",
)
def s0_12() -> Judgement:
    bounded = by_sum(
        "half_distance.square",
        (2 * gamma) ** 2 <= length_sq(x_pos - x_neg),
        [
            cauchy_schwarz(u, x_pos - x_neg),
            times(1, _gap(), _gap()),
            times(4, assume(gamma >= 0), _gap()),
            times(-length_sq(x_pos - x_neg), assume(BOTH_CLASSES["unit_separator"])),
        ],
    )
    one_label, ends = data((0, 1)), data((1, 1), (-1, -1))
    return imprecise(
        "It is the maximum over w ≠ 0 and b of the least yᵢ(⟨w,xᵢ⟩ + b)/‖w‖.  With both labels it is at most "
        "half the "
        "distance between the classes; with one label there is no maximum.",
        theorem(
            "a margin γ ≥ 0 on both classes is at most half their distance",
            bounded,
            model(u=(1,), x_pos=(1,), x_neg=(-1,), b=0, gamma=1),
        ),
        example("{(1, +), (−1, −)} attains it: margin 1 at distance 2", margin(hypothesis(1), ends) == Root.of(1)),
        fails=fails_on(
            "{(0, +)}: w = 1, b = B has margin B, for every B",
            any(
                all(
                    margin(hypothesis(1, other), one_label) <= margin(hypothesis(1, best), one_label)
                    for other in range(12)
                )
                for best in range(11)
            ),
        ),
    )


def _gap() -> Theorem:
    """⟨u, x₊ − x₋⟩ ≥ 2γ."""
    return by_sum(
        "classes_apart",
        inner(u, x_pos - x_neg) >= 2 * gamma,
        [assume(BOTH_CLASSES["margin_pos"]), assume(BOTH_CLASSES["margin_neg"])],
    )


@claim(
    "S0-13",
    lines="23",
    title="The maximum margin hyperplane",
    says="The hyperplane that attains the margin of the training set is the one maximum margin hyperplane.",
)
def s0_13() -> Judgement:
    u_2 = vectors("u_2")[0]
    (b_2,) = scalars("b_2")
    mid, mid_b = half * (u + u_2), half * (b + b_2)
    first, second = y * (inner(u, x) + b) >= gamma, y * (inner(u_2, x) + b_2) >= gamma
    halves = by_sum(
        "midpoint", y * (inner(mid, x) + mid_b) >= gamma, [times(half, assume(first)), times(half, assume(second))]
    )
    between = [
        inner(u, x_pos) + b >= gamma,
        -(inner(u, x_neg) + b_2) >= gamma,
    ]
    centre = [
        by_sum("centre.pos", inner(u, x_pos) + mid_b >= gamma + half * (b_2 - b), [assume(between[0])]),
        by_sum("centre.neg", -(inner(u, x_neg) + mid_b) >= gamma + half * (b_2 - b), [assume(between[1])]),
    ]

    def is_unique(d: Dataset) -> bool:
        best = best_threshold(d).margin
        return len({t.place for t in thresholds(d) if t.margin == best}) == 1

    def text(d: Dataset) -> str:
        best: list[Threshold] = [t for t in thresholds(d) if t.margin == best_threshold(d).margin]
        return f"{shown(d)}: the margin {best[0].margin} is attained at " + " and at ".join(
            str(t.place) for t in best
        )

    return corrected(
        smallest_failure(both_labels(3), is_unique, text),
        "It is unique when the maximum is positive; on data that cannot be separated there may be several.",
        theorem(
            "two separators of margin γ have a midpoint of margin γ",
            halves,
            model(y=1, x=(1, 1), u=(1, 0), u_2=(0, 1), b=0, b_2=0, gamma=1),
        ),
        identity(
            "which is shorter unless they point the same way, so its normalised margin is larger if γ > 0",
            length_sq(mid),
            half * (length_sq(u) + length_sq(u_2)) - Fraction(1, 4) * length_sq(u - u_2),
        ),
        theorem(
            "and between two offsets b < b₂ of one direction there is one with a larger margin on the positive "
            "points",
            centre[0],
            model(u=(1,), x_pos=(1,), b=0, b_2=half, gamma=1),
        ),
        theorem("and on the negative ones", centre[1], model(u=(1,), x_neg=(-2,), b=0, b_2=half, gamma=1)),
        enumeration(
            "on the line the maximum is attained once whenever it is positive",
            (is_unique(d) for d in both_labels(3) if best_threshold(d).margin > 0),
        ),
    )


# --- the algorithm ---------------------------------------------------------------------------------


def as_printed(dataset: Dataset, epochs: int) -> list[tuple[Vector, Fraction]]:
    """The algorithm of document 000, line by line, in fractions: the weights after each update."""
    w_k, b_k = (Fraction(0),) * dataset.dimension, Fraction(0)
    radius_sq = max(sum(Fraction(a) * a for a in x) for x in dataset.points)
    made: list[tuple[Vector, Fraction]] = []
    for _ in range(epochs):
        for x_i, y_i in zip(dataset.points, dataset.labels, strict=True):
            if y_i * (sum((a * c for a, c in zip(w_k, x_i, strict=True)), Fraction(0)) + b_k) <= 0:
                w_k = tuple(a + y_i * Fraction(c) for a, c in zip(w_k, x_i, strict=True))
                b_k = b_k + y_i * radius_sq
                made.append((w_k, b_k))
    return made


@claim(
    "S0-14",
    lines="25-37",
    title="The algorithm",
    says="From w = 0, b = 0 and R = max‖xᵢ‖, for a given number of passes in order: on y(⟨w,x⟩ + b) ≤ 0 add y·x "
    "to w "
    "and y·R² to b, and count the update.",
)
def s0_14() -> Judgement:
    return true(
        sampled(
            "P0 makes exactly the updates of the text, three passes, no early stop; R may be irrational",
            (
                [(s_.after.weights, s_.after.offset) for s_ in steps(d, for_passes("P0", 3))] == as_printed(d, 3)
                for d in (*small_sets(), *random_sets())
            ),
        )
    )


@claim(
    "S0-15",
    lines="30-35",
    title="Any training set will do",
    says="The algorithm can be used on every training set: if a hyperplane separates it, one is found.",
)
def s0_15() -> Judgement:
    line = line_sets()

    def finds_one(d: Dataset) -> bool:
        return not is_separable_on_line(d) or outcome(d, "P0").separates

    return false(
        smallest_failure(
            line,
            finds_one,
            lambda d: f"{shown(d)}: separable by w = 0, b = ±1, but R = 0, so neither w nor b ever moves",
        ),
        "It finds a separator of every separable set that has a point other than the origin.",
        theorem("with R > 0 the updates are bounded, for every separator and offset", "T3.radius"),
        enumeration(
            "on the line it ends with a separator whenever there is one and R > 0",
            (finds_one(d) for d in line if d.radius_sq > 0),
        ),
    )


@claim(
    "S0-16",
    lines="39,43",
    title="Mistakes or updates",
    says="What is counted, and bounded, is the number of mistakes.",
)
def s0_16() -> Judgement:
    def updates_are_errors(d: Dataset) -> bool:
        return all(predict(s_.before, s_.x, SignZero.PLUS) != s_.y for s_ in steps(d, "P0"))

    return imprecise(
        "Updates are counted, on y·f ≤ 0.  Wrong predictions are among them, so the bound covers both.",
        enumeration(
            "a wrong prediction has y·f ≤ 0, for every sign of f and every label",
            (y * f <= 0 for f, y in product((-1, 0, 1), SIGNS) if predict(hypothesis(f), (1,), SignZero.PLUS) != y),
        ),
        fails=smallest_failure(
            [d for d in data_sets(1, 1) if d.radius_sq > 0],
            updates_are_errors,
            lambda d: f"{shown(d)}: an update at f = 0, which is predicted +1, rightly",
        ),
    )


@claim(
    "S0-17",
    lines="39-41",
    title="The hypotheses of the bound",
    says="The training set is not trivial, and some unit vector w_opt has yᵢ(⟨w_opt,wᵢ⟩ + b_opt) ≥ γ for all i.",
)
def s0_17() -> Judgement:
    clash, h = data((1, 1), (1, -1)), hypothesis(1, -1)
    gamma_ = Fraction(-1)
    within = min(functional_margins(h, clash)) >= gamma_ and clash.has_both_classes
    return imprecise(
        "Read xᵢ for wᵢ; both labels occur; γ > 0; b_opt is quantified together with w_opt.",
        theorem("under these hypotheses there are fewer than (2R/γ)² updates", "T3.radius_strict"),
        fails=fails_on(
            "{(1, +), (1, −)} with w_opt = 1, b_opt = −1, γ = −1: as printed the hypotheses hold and allow 4 "
            "updates, "
            "but the run never ends",
            not within or len(as_printed(clash, 10)) <= printed_bound(clash, gamma_),
        ),
    )


@claim(
    "S0-18",
    lines="43",
    title="The bound",
    says="The perceptron makes at most (2R/γ)² mistakes.",
)
def s0_18() -> Judgement:
    def holds(case: tuple[Dataset, Hypothesis, Fraction]) -> bool:
        dataset, _, gamma_ = case
        return outcome(dataset, "P0").updates <= printed_bound(dataset, gamma_)

    return corrected(
        smallest_failure(
            one_point_cases(),
            holds,
            lambda case: (
                f"{one_point_text(case)}: the bound is {printed_bound(case[0], case[2])}, but there is an update"
            ),
        ),
        "With both labels and γ > 0 it holds, even strictly: kγ² ≤ 2R² + 2(R−γ)² < 4R².  With one label it fails.",
        theorem("kγ² ≤ 2R² + 2(R−γ)² with both labels", "T3.radius_sharp"),
        theorem("hence k < (2R/γ)²", "T3.radius_strict"),
        enumeration(
            "and so it is in every run on the line with the best threshold",
            (
                outcome(d, "P0").updates < printed_bound(d, best_threshold(d).margin)
                for d in both_labels(3)
                if best_threshold(d).margin > 0
            ),
        ),
    )
