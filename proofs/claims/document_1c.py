"""Document 001, chapter 3: margins of points and data sets, and the convergence theorem with its proof."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from proofs.claims.claim import (
    Judgement,
    claim,
    corrected,
    enumeration,
    example,
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
    LINE,
    SIGNS,
    best_threshold,
    both_labels,
    cosine,
    cosine_never_falls,
    data,
    data_sets,
    events,
    hypotheses_on_line,
    hypothesis,
    is_separable_on_line,
    is_separable_through_origin,
    line_sets,
    m,
    n,
    normalised_bound,
    outcome,
    product_of_lengths,
    random_sets,
    s,
    score,
    separated_pairs,
    shown,
    small_sets,
    steps,
    vector_text,
)
from proofs.t00_cauchy_schwarz import cauchy_schwarz
from proofs.t01_novikoff import NOVIKOFF, R, gamma, guards, k, u, w, x, y
from verified_perceptron.conventions import PRESETS, SignZero
from verified_perceptron.data import Dataset
from verified_perceptron.exact import Root, Vector, norm_sq
from verified_perceptron.logic import Theorem, assume, equal, inner, instantiate, norm, scalars
from verified_perceptron.logic import norm_sq as length_sq
from verified_perceptron.logic.models import model, step
from verified_perceptron.logic.tactics import NEGATED, by_sum, refute, times
from verified_perceptron.margins import geometric_margins, margin, predict, separates, training_errors
from verified_perceptron.problem import Hypothesis
from verified_perceptron.run import Outcome
from verified_perceptron.trace import Update

FIGURE = hypothesis((1, -1), 1)
"""The classifier of the chapter's example: θ = (1, −1), θ₀ = 1."""

ONE_UPDATE = model(step(y=1, x=(1, 0)), u=(1, 0), gamma=1, R=1, m=1)
"""A run of one update, with a unit separator."""


def lines_on_line() -> list[Hypothesis]:
    """θ ≠ 0 and θ₀ on the line, in order of size."""
    return [h for h in hypotheses_on_line() if h.weights[0]]


def is_right(h: Hypothesis, point: Vector, label: int) -> bool:
    """The classifier gives the point its label, ties going to −1."""
    return predict(h, point, SignZero.MINUS) == label


def line_text(h: Hypothesis, d: Dataset) -> str:
    return f"θ = {h.weights[0]}, θ₀ = {h.offset}, {shown(d)}"


# --- margins ---------------------------------------------------------------------------------------


@claim(
    "S1-31",
    lines="158-160",
    title="Signed distance",
    says="The signed distance of x to the hyperplane θ, θ₀ is (⟨θ,x⟩ + θ₀)/‖θ‖.",
)
def s1_31() -> Judgement:
    return true(
        theorem("the foot of the perpendicular lies on the hyperplane (θ ≠ 0)", "T8.foot"),
        theorem("its squared distance to x is (⟨θ,x⟩ + θ₀)²/‖θ‖²", "T8.foot_distance"),
        theorem("every other point of the hyperplane is farther", "T8.pythagoras"),
        identity(
            "and the sign is that of the side θ points to: moving by θ raises the score by ‖θ‖²",
            inner(w, x + w) - inner(w, x),
            length_sq(w),
        ),
    )


@claim(
    "S1-32",
    lines="162-165",
    title="The margin of a point",
    says="The margin of a labelled point is its label times its signed distance.",
)
def s1_32() -> Judgement:
    return true(
        enumeration(
            "the program's geometric margin is y(⟨θ,x⟩ + θ₀)/‖θ‖, as an exact root",
            (
                geometric_margins(h, d) == [Root.quotient(d.labels[0] * score(h, d.points[0]), norm_sq(h.weights))]
                for h in (hypothesis(a, c) for a in ((1, 1), (1, -2), (3, 4)) for c in LINE)
                for d in data_sets(2, 1)
            ),
        )
    )


@claim(
    "S1-33",
    lines="167",
    title="Positive margin and right classification",
    says="The margin of a point is positive if and only if the classifier gives the point its label.",
)
def s1_33() -> Judgement:
    def agree(case: tuple[Hypothesis, Dataset]) -> bool:
        h, d = case
        return (margin(h, d) > 0) == is_right(h, d.points[0], d.labels[0])

    return false(
        smallest_failure(
            product(lines_on_line(), data_sets(1, 1)),
            agree,
            lambda case: f"{line_text(*case)}: classified −1, rightly, with margin {margin(*case)}",
        ),
        "A positive margin implies a right classification.  The converse holds for y = +1, and for y = −1 off the "
        "hyperplane: a tie is classified −1.",
        enumeration(
            "for every sign of the score and every label: right exactly if y·f > 0, or f = 0 and y = −1",
            (
                is_right(hypothesis(f), (1,), label) == (label * f > 0 or (f == 0 and label == -1))
                for f, label in product((-1, 0, 1), SIGNS)
            ),
        ),
    )


@claim(
    "S1-34",
    lines="169",
    title="The sign of a wrong point's margin",
    says="What sign has the margin of a point that is classified incorrectly?  (Expected answer: it is negative.)",
)
def s1_34() -> Judgement:
    wrong = [(f, label) for f, label in product((-1, 0, 1), SIGNS) if not is_right(hypothesis(f), (1,), label)]
    return imprecise(
        "It is never positive.  It is negative except for a positive point on the hyperplane, whose margin is 0.",
        enumeration("y·f ≤ 0 on every wrong classification", (label * f <= 0 for f, label in wrong)),
        example("zero happens for f = 0, y = +1 only", [c for c in wrong if c[0] == 0] == [(0, 1)]),
        fails=smallest_failure(
            product(lines_on_line(), data_sets(1, 1)),
            lambda case: is_right(case[0], case[1].points[0], case[1].labels[0]) or margin(*case) < 0,
            lambda case: f"{line_text(*case)}: classified incorrectly, with margin {margin(*case)}",
        ),
    )


@claim(
    "S1-35",
    lines="171-173",
    title="The margin of a data set",
    says="The margin of a data set is the least margin of its points.",
)
def s1_35() -> Judgement:
    return true(
        enumeration(
            "the program's margin is that of one of the points, and no point's is less",
            (
                margin(h, d) in geometric_margins(h, d) and all(margin(h, d) <= g for g in geometric_margins(h, d))
                for h in lines_on_line()
                for d in data_sets(1, 2)
            ),
        )
    )


def all_right(h: Hypothesis, d: Dataset) -> bool:
    """The classifier makes no error, ties going to −1."""
    return training_errors(h, d, SignZero.MINUS) == 0


@claim(
    "S1-36",
    lines="175",
    title="A positive data-set margin",
    says="The margin of the data set is positive if and only if every point is classified correctly.",
)
def s1_36() -> Judgement:
    cases = [(h, d) for d in (*data_sets(1, 1), *data_sets(1, 2)) for h in lines_on_line()]
    return false(
        smallest_failure(
            cases,
            lambda case: (margin(*case) > 0) == all_right(*case),
            lambda case: f"{line_text(*case)}: all points right, margin {margin(*case)}",
        ),
        "If the margin is positive, all points are classified correctly.  The converse holds unless a negative "
        "point lies "
        "on the hyperplane.",
        enumeration("positive implies all right", (all_right(*case) for case in cases if margin(*case) > 0)),
        enumeration(
            "all right and no negative point on the hyperplane implies positive",
            (
                margin(h, d) > 0
                for h, d in cases
                if all_right(h, d)
                and not any(score(h, p) == 0 and y_ < 0 for p, y_ in zip(d.points, d.labels, strict=True))
            ),
        ),
    )


@claim(
    "S1-37",
    lines="175",
    title="Margin as distance",
    says="The margin is the distance to the closest point if all points are classified correctly, and only then.",
)
def s1_37() -> Judgement:
    cases = [(h, d) for d in (*data_sets(1, 1), *data_sets(1, 2)) for h in lines_on_line()]

    def is_distance(h: Hypothesis, d: Dataset) -> bool:
        nearest = min(Root.quotient(abs(score(h, p)), norm_sq(h.weights)) for p in d.points)
        return margin(h, d) == nearest

    return imprecise(
        "The margin is that distance exactly if it is not negative.",
        enumeration(
            "it equals the distance to the closest point exactly if it is ≥ 0",
            (is_distance(*case) == (margin(*case) >= 0) for case in cases),
        ),
        fails=smallest_failure(
            cases,
            lambda case: is_distance(*case) == all_right(*case),
            lambda case: f"{line_text(*case)}: a point is wrong, yet margin and distance are both {margin(*case)}",
        ),
    )


@claim(
    "S1-38",
    lines="177",
    title="Non-separability cannot be told",
    says="If the data are not separable, no finite run of the algorithm is proof of that.",
)
def s1_38() -> Judgement:
    square = data(((1, 1), 1), ((1, -1), -1), ((-1, 1), -1), ((-1, -1), 1))
    inseparable = [d for d in line_sets() if not is_separable_on_line(d)]
    return imprecise(
        "As printed it says nothing and runs on.  But its weights return to earlier ones, and that proves it: a "
        "run "
        "carries its own certificate.",
        theorem("if the weights return after an update, no separator has a positive margin", "T6"),
        enumeration(
            "on every inseparable set of the line the weights of P1 return",
            (outcome(d, "P1").outcome is Outcome.CYCLED for d in inseparable),
        ),
        example(
            "on the four corners of a square, labelled crosswise, they return after one pass",
            (outcome(square, "P1").outcome, outcome(square, "P1").passes) == (Outcome.CYCLED, 1),
        ),
        fails=smallest_failure(
            inseparable,
            lambda d: outcome(d, "P1").cycle is None,
            lambda d: f"{shown(d)}: the weights after pass {outcome(d, 'P1').passes} are earlier ones",
        ),
    )


@claim(
    "S1-39",
    lines="177",
    title="Other algorithms that test separability",
    says="Other algorithms test separability, in a time polynomial in n for fixed d, or exponential in n.",
)
def s1_39() -> Judgement:
    return out_of_scope(
        "Running times of algorithms that are not named, up to a constant; no finite computation bears on them."
    )


def figure_margin(projection: int, label: int) -> Root:
    """The margin of a labelled point with ⟨θ,x⟩ = projection in the chapter's figure."""
    point = (projection, 0)  # ⟨(1,−1), (projection, 0)⟩ = projection
    return geometric_margins(FIGURE, data((point, label)))[0]


@claim(
    "S1-40",
    lines="179-187",
    title="The example's first two margins",
    says="With θ = (1, −1), θ₀ = 1, the positive points with ⟨θ,x⟩ = −2 and 1 have margins −√2/2 and √2.",
)
def s1_40() -> Judgement:
    return true(
        example("−1/√2 = −√2/2", figure_margin(-2, 1) == -Root.sqrt(Fraction(1, 2))),
        example("it is the point (1, 3)", geometric_margins(FIGURE, data(((1, 3), 1))) == [figure_margin(-2, 1)]),
        example("2/√2 = √2", figure_margin(1, 1) == Root.sqrt(2)),
    )


@claim(
    "S1-41",
    lines="189",
    title="The example's third margin",
    says="The negative point with ⟨θ,x⟩ = −3 has margin √2.",
)
def s1_41() -> Judgement:
    return true(example("−1·(−3 + 1)/√2 = √2", figure_margin(-3, -1) == Root.sqrt(2)))


@claim(
    "S1-42",
    lines="191",
    title="The example's data-set margin",
    says="The wrong point's margin is negative, and it is the margin of the data set: −√2/2.",
)
def s1_42() -> Judgement:
    three = data(((1, 3), 1), ((1, 0), 1), ((-3, 0), -1))
    return true(
        example("the least of the three is −√2/2", margin(FIGURE, three) == -Root.sqrt(Fraction(1, 2))),
        example("the point that has it is classified incorrectly", not is_right(FIGURE, (1, 3), 1)),
    )


# --- the theorem -----------------------------------------------------------------------------------


@claim(
    "S1-43",
    lines="193-198",
    title="The convergence theorem",
    says="Through the origin, without a limit on passes: if y⟨θ*,x⟩/‖θ*‖ ≥ γ > 0 and ‖x‖ ≤ R for all examples, "
    "there are "
    "at most (R/γ)² updates.",
)
def s1_43() -> Judgement:
    plane = [d for count in (1, 2) for d in data_sets(2, count, (0, 1, -1)) if is_separable_through_origin(d)]
    return true(
        theorem(
            "kγ² ≤ R², the margin measured by ‖θ*‖, in every order of the examples", normalised_bound(), ONE_UPDATE
        ),
        sampled(
            "and so it is with the separator that the run finds",
            (
                Root.sqrt(outcome(d, "P2").updates) * margin(outcome(d, "P2").hypothesis, d)
                <= Root.sqrt(d.radius_sq)
                for d in (*plane, *(r for r in random_sets() if outcome(r, "P2").separates))
            ),
        ),
    )


@claim(
    "S1-44",
    lines="198",
    title="The last hypothesis separates",
    says="After the last update the hypothesis is a linear separator of the data.",
)
def s1_44() -> Judgement:
    return true(
        sampled(
            "a run that ends, ends with a strict separator",
            (
                separates(outcome(d, "P2").hypothesis, d)
                for d in (*small_sets(), *random_sets())
                if outcome(d, "P2").outcome is Outcome.CONVERGED
            ),
        ),
        enumeration(
            "and on separable data of the line and the plane the run ends",
            (
                outcome(d, "P2").outcome is Outcome.CONVERGED
                for d in small_sets()
                if d.dimension <= 2 and is_separable_through_origin(d)
            ),
        ),
        theorem("because the updates are bounded", "T1"),
    )


@claim(
    "S1-45",
    lines="200",
    title="The angle decreases",
    says="The proof shows that the angle between the hypothesis and θ* decreases, so that the hypothesis gets "
    "close to "
    "θ*.",
)
def s1_45() -> Judgement:
    def text(case: tuple[Dataset, Vector]) -> str:
        d, direction = case
        squares = [str(cosine(t.after.weights, direction).square) for t in steps(d, "P2")]
        return f"{shown(d)} with θ* = {vector_text(direction)}: cos² goes {' → '.join(squares)}"

    return imprecise(
        "Only a lower bound √k·γ/R of the cosine increases.  The cosine itself may fall at an update, and the last "
        "hypothesis need not be near θ*.",
        theorem("progress: ⟨θ,θ*⟩ ≥ kγ", "T1.progress"),
        theorem("growth: ‖θ‖² ≤ kR²", "T1.growth"),
        theorem("hence cos ≥ √k·γ/R", cosine_bound(), COSINE_WITNESS),
        fails=smallest_failure(separated_pairs(), cosine_never_falls, text),
    )


def cosine_bound() -> Theorem:
    """n = ‖θ‖ ≤ sR, ⟨θ,θ*⟩ ≥ kγm, s² = k ⊢ ⟨θ,θ*⟩·R ≥ sγ·n·m, which is cos ≥ sγ/R after division."""
    progress, growth = assume(inner(w, u) >= k * gamma * m), assume(n <= s * R)
    root, signs = assume(equal(s**2, k)), [assume(v >= 0) for v in (s, gamma, m, R)]
    return by_sum(
        "cosine_bound",
        inner(w, u) * R >= s * gamma * n * m,
        [
            times(1, progress, signs[3]),
            times(1, growth, signs[0], signs[1], signs[2]),
            times(-gamma * m * R, root),
        ],
    )


COSINE_WITNESS = model(w=(1,), u=(1,), k=1, gamma=1, m=1, n=1, s=1, R=1)


@claim(
    "S1-46",
    lines="202-208",
    title="The cosine as two factors",
    says="The cosine of the angle is (⟨θ,θ*⟩/‖θ*‖)·(1/‖θ‖).",
)
def s1_46() -> Judgement:
    inverse_n, inverse_m = scalars("inverse_n inverse_m")
    some = assume(inner(w, u) > 0)
    return true(
        identity(
            "⟨θ,θ*⟩·(1/(‖θ*‖‖θ‖)) is the product of the two factors",
            inner(w, u) * (inverse_m * inverse_n),
            (inner(w, u) * inverse_m) * inverse_n,
        ),
        theorem(
            "it is defined after the first update: ⟨θ,θ*⟩ ≥ kγ > 0 makes ‖θ‖² > 0",
            refute(
                "not_zero",
                length_sq(w) > 0,
                [times(1, NEGATED, norm(u)), cauchy_schwarz(w, u), times(1, some, some)],
            ),
            model(w=(1,), u=(1,)),
        ),
    )


@claim(
    "S1-47",
    lines="212",
    title="Naming the example of an update",
    says="Without loss of generality the k-th update is on example i.",
)
def s1_47() -> Judgement:
    return true(
        enumeration(
            "nothing is lost: every update is on exactly one example",
            (
                len(event.terms) == 1 and event.terms[0].coefficient > 0
                for d in small_sets()
                for event in events(d, PRESETS["P2"])[1]
                if isinstance(event, Update)
            ),
        )
    )


@claim(
    "S1-48",
    lines="214-216",
    title="Progress",
    says="After k updates ⟨θ,θ*⟩/‖θ*‖ ≥ kγ, by the margin and induction.",
)
def s1_48() -> Judgement:
    (inverse_m,) = scalars("inverse_m")
    scaled = instantiate(NOVIKOFF.progress, {gamma: gamma * m})
    positive, inverse = assume(inverse_m >= 0), assume(equal(inverse_m * m, 1))
    divided = by_sum(
        "progress.divided",
        inner(w, u) * inverse_m >= k * gamma,
        [times(1, scaled, positive), times(k * gamma, inverse)],
    )
    run_ = model(step(y=1, x=(1, 0)), u=(1, 0), gamma=1, R=1, m=1, inverse_m=1)
    return true(theorem("⟨θ,θ*⟩·(1/‖θ*‖) ≥ kγ, by induction over the run", divided, run_))


@claim(
    "S1-49",
    lines="218",
    title="Why the score is not positive",
    says="Because the example is classified incorrectly, y⟨θ,x⟩ ≤ 0 before the update.",
)
def s1_49() -> Judgement:
    return corrected(
        smallest_failure(
            small_sets(),
            lambda d: all(not is_right(t.before, t.x, t.y) for t in steps(d, "P2")),
            lambda d: f"{shown(d)}: updated at θ = 0, where the example is classified correctly",
        ),
        "Because the update rule fired.  An incorrect classification implies it, but a correct tie fires the "
        "rule too.",
        enumeration(
            "every update has y·f ≤ 0 before it",
            (t.y * t.score <= 0 for d in small_sets() for t in steps(d, "P2")),
        ),
        enumeration(
            "an incorrect classification has y·f ≤ 0, for every sign of f and every label",
            (label * f <= 0 for f, label in product((-1, 0, 1), SIGNS) if not is_right(hypothesis(f), (1,), label)),
        ),
    )


@claim(
    "S1-50",
    lines="220-222",
    title="Growth",
    says="After k updates ‖θ‖² ≤ kR², by the mistake, the radius and induction.",
)
def s1_50() -> Judgement:
    held = {name: assume(guard) for name, guard in guards(w, x, u, R**2).items()}
    once = by_sum(
        "growth.once",
        length_sq(w + y * x) <= length_sq(w) + R**2,
        [held["radius"], times(2, held["mistake"]), times(-length_sq(x), held["label"])],
    )
    return true(
        theorem("one update adds at most R²", once, model(w=(0,), x=(1,), y=1, R=1)),
        theorem("so k updates make ‖θ‖² ≤ kR²", "T1.growth"),
    )


@claim(
    "S1-51",
    lines="226",
    title="The cosine grows like √k",
    says="Hence the cosine is at least √k·γ/R.",
)
def s1_51() -> Judgement:
    return true(
        theorem(
            "⟨θ,θ*⟩·R ≥ √k·γ·‖θ‖‖θ*‖, from progress and growth; dividing needs ‖θ‖ > 0, so k ≥ 1",
            cosine_bound(),
            COSINE_WITNESS,
        ),
        sampled(
            "and so it is after every update, with the separator that the run finds",
            (
                Root.sqrt(number) * margin(e.hypothesis, d)
                <= cosine(t.after.weights, e.hypothesis.weights) * Root.sqrt(d.radius_sq)
                for d in random_sets()
                for e in [outcome(d, "P2")]
                if e.separates
                for number, t in enumerate(steps(d, "P2"), start=1)
            ),
        ),
    )


@claim(
    "S1-52",
    lines="228-231",
    title="The bound",
    says="A cosine is at most 1, so √k·γ/R ≤ 1 and k ≤ (R/γ)².",
)
def s1_52() -> Judgement:
    below = assume(s * gamma <= R)
    signs = assume(s >= 0), assume(gamma >= 0)
    bound = by_sum(
        "squared",
        k * gamma**2 <= R**2,
        [
            times(1, below, below),
            times(2, below, *signs),
            times(gamma**2, assume(equal(s**2, k))),
        ],
    )
    return true(
        theorem(
            "⟨θ,θ*⟩ ≤ ‖θ‖‖θ*‖: a cosine is at most 1", product_of_lengths(), model(w=(3, 4), u=(1, 0), n=5, m=1)
        ),
        theorem("√k·γ ≤ R gives kγ² ≤ R²", bound, model(s=2, k=4, gamma=1, R=2)),
    )


@claim(
    "S1-53",
    lines="233",
    title="What the margin means",
    says="The margin of the data gets an operational meaning: the perceptron makes at most (R/γ)² updates.",
)
def s1_53() -> Judgement:
    def within(d: Dataset) -> bool:
        return outcome(d, "P1").updates * best_threshold(d).margin ** 2 <= d.radius_sq

    hard = data((Fraction(1, 50), 1), (Fraction(1, 25), -1))
    return imprecise(
        "It holds for the algorithm through the origin and the margin of a separator through the origin.  With "
        "offset, "
        "and the margin as defined in section 3.2, the bound is (R² + 1)(1 + θ₀*²)/γ².",
        theorem("kγ² ≤ R² through the origin", normalised_bound(), ONE_UPDATE),
        theorem("kγ² ≤ (R² + 1)(‖θ*‖² + θ₀*²) with offset", "T3.unit"),
        example(
            "{(1/50, +), (1/25, −)}: (R/γ)² is 16, P1 makes 2505 updates",
            hard.radius_sq / best_threshold(hard).margin ** 2 == 16 and outcome(hard, "P1").updates == 2505,
        ),
        fails=smallest_failure(
            [d for d in both_labels(2) if best_threshold(d).margin > 0],
            within,
            lambda d: (
                f"{shown(d)}: (R/γ)² = {d.radius_sq / best_threshold(d).margin ** 2}, "
                f"but P1 makes {outcome(d, 'P1').updates} updates"
            ),
        ),
    )
