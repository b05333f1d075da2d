"""Document 002, lecture 5: the rule, the algorithm and its pictures, the examples, and the margin.

The system is P3: through the origin, examples in a stream, indexed by rounds; the sign of zero is left open.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from proofs.claims.claim import (
    Judgement,
    claim,
    enumeration,
    example,
    fails_on,
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
    Step,
    cosine,
    cosine_never_falls,
    data,
    data_sets,
    distance_does_not_fall,
    for_passes,
    grid,
    hypothesis,
    is_separable_on_line,
    is_separable_through_origin,
    line_sets,
    outcome,
    pass_ends,
    random_sets,
    score,
    separated_pairs,
    shown,
    signed,
    small_sets,
    steps,
    vector_text,
)
from proofs.t01_novikoff import w, x, y
from verified_perceptron.algorithms.shattering import is_separable
from verified_perceptron.conventions import SignZero
from verified_perceptron.data import Dataset
from verified_perceptron.exact import Root, Vector, dot, norm_sq
from verified_perceptron.logic import ZERO, assume, equal, inner, scalars
from verified_perceptron.logic import norm_sq as length_sq
from verified_perceptron.logic.models import model, root
from verified_perceptron.logic.tactics import NEGATED, by_sum, refute, times
from verified_perceptron.margins import margin, separates, sign, training_errors
from verified_perceptron.run import Outcome

FOUR = data(((4, 0), 1), ((1, 1), -1), ((0, 1), -1), ((-2, -2), 1))
"""The lecture's first example."""

CORNERS = data(((1, 1), 1), ((1, -1), -1), ((-1, 1), -1), ((-1, -1), 1))
"""The lecture's second example: the corners of a square, labelled crosswise."""

HUNDREDTH = data(((1, -1), 1), ((-1, -1), 1), ((Fraction(1, 100), 0), 1), ((-1, 0), -1))
"""The lecture's example of a margin."""

SCORES = (-1, 0, 1)
"""A score for each sign."""

LINES = line_sets()


def weights_by_round(dataset: Dataset, passes: int) -> list[Vector]:
    """w₁, w₂, … as P3 makes them, one for each round and one more."""
    changes = {s.round: s.after.weights for s in steps(dataset, for_passes("P3", passes))}
    path: list[Vector] = [(Fraction(0),) * dataset.dimension]
    for number in range(1, passes * len(dataset) + 1):
        path.append(changes.get(number, path[-1]))
    return path


def as_printed(dataset: Dataset, passes: int) -> list[Vector]:
    """The algorithm of the lecture, line by line: w₁, w₂, … by rounds."""
    w_t: Vector = (Fraction(0),) * dataset.dimension
    path = [w_t]
    for x_t, y_t in list(zip(dataset.points, dataset.labels, strict=True)) * passes:
        if y_t * sum(a * b for a, b in zip(w_t, x_t, strict=True)) <= 0:
            w_t = tuple(a + y_t * b for a, b in zip(w_t, x_t, strict=True))
        path.append(w_t)
    return path


def round_is(dataset: Dataset, number: int, score_: int, after: Vector) -> bool:
    """In that round y⟨w,x⟩ is score_, and the weights after it are those."""
    path = weights_by_round(dataset, 1)
    x_t, y_t = dataset.points[number - 1], dataset.labels[number - 1]
    return y_t * dot(path[number - 1], x_t) == score_ and path[number] == after


# --- the rule --------------------------------------------------------------------------------------


@claim(
    "S2-01",
    lines="3-11",
    title="The task",
    says="From labelled examples, find a rule that predicts the label of examples not seen.",
)
def s2_01() -> Judgement:
    return out_of_scope("It names a task; how unseen examples relate to seen ones is not said, so nothing follows.")


@claim(
    "S2-02",
    lines="13-20",
    title="Labels and hyperplanes",
    says="Labels are ±1, and the rule is a hyperplane through the origin, given by a vector w.",
)
def s2_02() -> Judgement:
    (factor,) = scalars("factor")
    return true(
        identity("the origin lies on it: ⟨w,0⟩ = 0", inner(w, ZERO), 0),
        identity("w and its positive multiples give one rule", inner(factor * w, x), factor * inner(w, x)),
        enumeration(
            "the two sides of the hyperplane of w get the two labels",
            (
                sign(dot(a, p), SignZero.OPEN) == -sign(dot(a, tuple(-i for i in p)), SignZero.OPEN)
                for a, p in product(grid(2, LINE[:3]), repeat=2)
            ),
        ),
    )


@claim(
    "S2-03",
    lines="28-32",
    title="The predicted label",
    says="The label of x is the sign of ⟨w,x⟩.",
)
def s2_03() -> Judgement:
    cases = list(product(grid(1), repeat=2))
    return imprecise(
        "The sign of 0 has to be fixed: with sign(0) = 0 the output is no label; the first weights w₁ = 0 meet "
        "it at once.",
        enumeration(
            "with sign(0) fixed as +1 or as −1 every output is a label",
            (sign(dot(a, p), zero) in SIGNS for a, p in cases for zero in (SignZero.PLUS, SignZero.MINUS)),
        ),
        fails=smallest_failure(
            cases,
            lambda case: sign(dot(*case), SignZero.OPEN) in SIGNS,
            lambda case: f"w = {vector_text(case[0])}, x = {vector_text(case[1])}: the sign of 0 is no label",
        ),
    )


@claim(
    "S2-04",
    lines="34",
    title="A w that largely separates",
    says="Learning means to find weights that keep most positive points apart from most negative ones.",
)
def s2_04() -> Judgement:
    def fewest_errors(d: Dataset) -> int:
        return min(training_errors(hypothesis(a), d, SignZero.OPEN) for a in (1, -1))

    def largely(d: Dataset) -> bool:
        ends = pass_ends(d, for_passes("P3", 6))
        return training_errors(ends[-1], d, SignZero.OPEN) <= fewest_errors(d)

    return imprecise(
        "“Largely” is not defined.  The algorithm aims at separating all points; where that is impossible it "
        "may end a "
        "pass with more errors than need be.",
        enumeration(
            "the run separates all points exactly if that is possible",
            (outcome(d, "P3").separates == is_separable_through_origin(d) for d in LINES),
        ),
        fails=smallest_failure(
            [d for d in LINES if all(any(x) for x in d.points)],
            largely,
            lambda d: (
                f"{shown(d)}: w = 1 or w = −1 has {fewest_errors(d)} error, the run ends its passes with more"
            ),
        ),
    )


@claim(
    "S2-05",
    lines="36-46",
    title="The algorithm",
    says="w₁ = 0; in round t, if y⟨w,x⟩ ≤ 0 then add y·x, else keep w; the examples arrive one after the other.",
)
def s2_05() -> Judgement:
    return true(
        sampled(
            "P3 has exactly the weights of the text after every round; the index counts rounds",
            (weights_by_round(d, 3) == as_printed(d, 3) for d in (*small_sets(), *random_sets())),
        )
    )


def angle_claim(label: int) -> Judgement:
    """Cases 1 and 2 of the lecture: the label, the inner product and the angle."""
    n_, m_ = assume(scalars("n")[0] > 0), assume(scalars("m")[0] > 0)
    n, m, cos = scalars("n m cos")
    # cos·n·m = ⟨w,x⟩ with n = ‖w‖ > 0, m = ‖x‖ > 0
    defined = assume(equal(cos * n * m, inner(w, x)))
    side = assume(label * inner(w, x) <= 0)
    angle = refute(
        "angle",
        label * cos <= 0,
        [times(1, NEGATED, n_, m_), side, times(-label, defined)],
    )
    word = "at least" if label > 0 else "at most"

    def has_angle(case: tuple[Vector, Vector]) -> bool:
        return label * dot(*case) > 0 or (any(case[0]) and any(case[1]))

    return imprecise(
        f"If w and x are not zero, the angle is {word} 90°; at exactly 90° x lies on the hyperplane, on no side "
        "of it.",
        theorem(
            f"the cosine is {'≤' if label > 0 else '≥'} 0, so the angle is {word} 90°",
            angle,
            model(w=(1,), x=(-label,), n=1, m=1, cos=-label),
        ),
        enumeration(
            "the exact cosines agree on a grid, where both vectors are not zero",
            (
                (label * dot(a, p) <= 0) == (cosine(a, p) * label <= 0)
                for a, p in product(grid(2), repeat=2)
                if any(a) and any(p)
            ),
        ),
        fails=smallest_failure(
            product(grid(1), grid(1)),
            has_angle,
            lambda case: f"w = {vector_text(case[0])}, x = {vector_text(case[1])}: there is no angle",
        ),
    )


@claim(
    "S2-06",
    lines="48-55",
    title="A mistake on a positive example",
    says="If y = +1 and ⟨w,x⟩ ≤ 0, the angle between x and w is at least 90°, so x is on the wrong side.",
)
def s2_06() -> Judgement:
    return angle_claim(1)


@claim(
    "S2-07",
    lines="57-62",
    title="A mistake on a negative example",
    says="If y = −1 and ⟨w,x⟩ ≥ 0, the angle between x and w is at most 90°, so x is on the wrong side.",
)
def s2_07() -> Judgement:
    return angle_claim(-1)


@claim(
    "S2-08",
    lines="64-66",
    title="A mistake is a wrong prediction",
    says="y⟨w,x⟩ ≤ 0 means that w predicts the label of x incorrectly.",
)
def s2_08() -> Judgement:
    cases = list(product(SCORES, SIGNS))
    return imprecise(
        "It means so if sign(0) is never the label, as with sign(0) = 0.  With sign(0) = +1 or −1 a tie is "
        "right for one "
        "of the labels.",
        enumeration(
            "with sign(0) = 0: y·f ≤ 0 exactly if the sign is not y, for every sign of f and every label",
            ((label * f <= 0) == (sign(f, SignZero.OPEN) != label) for f, label in cases),
        ),
        enumeration(
            "with any sign(0), a wrong prediction implies y·f ≤ 0",
            (label * f <= 0 for f, label in cases for zero in SignZero if sign(f, zero) != label),
        ),
        fails=smallest_failure(
            [(f, label, zero) for f, label in cases for zero in (SignZero.PLUS, SignZero.MINUS)],
            lambda case: (case[1] * case[0] <= 0) == (sign(case[0], case[2]) != case[1]),
            lambda case: f"⟨w,x⟩ = {case[0]}, y = {case[1]}, sign(0) = {case[2].value}: predicted rightly",
        ),
    )


# --- the update ------------------------------------------------------------------------------------


@claim(
    "S2-09",
    lines="68-93",
    title="The update's coefficient",
    says="The update is written w + γx with γ = ±1, although γ is the margin elsewhere.",
)
def s2_09() -> Judgement:
    return imprecise(
        "The coefficient is the label y.",
        enumeration(
            "every update adds y·x",
            (
                s.after.weights == tuple(a + s.y * b for a, b in zip(s.before.weights, s.x, strict=True))
                for d in small_sets()
                for s in steps(d, "P3")
            ),
        ),
        fails=fails_on(
            "the lecture's margin example, γ = 1/100: the first update makes (1, −1), not (1/100, −1/100)",
            steps(HUNDREDTH, "P3")[0].after.weights == (Fraction(1, 100), Fraction(-1, 100)),
        ),
    )


@claim(
    "S2-10",
    lines="70-73",
    title="Closer to a positive example",
    says="On a mistake with y = +1, the new weights w + x are closer to x.",
)
def s2_10() -> Judgement:
    mistake = assume(inner(w, x) <= 0)
    return true(
        identity("in inner product: it grows by ‖x‖²", inner(w + x, x), inner(w, x) + length_sq(x)),
        theorem(
            "in distance: ‖(w + x) − x‖² ≤ ‖w − x‖² − ‖x‖²",
            by_sum("closer", length_sq(w + x - x) <= length_sq(w - x) - length_sq(x), [times(2, mistake)]),
            model(w=(-1,), x=(1,)),
        ),
        theorem(
            "in angle: ⟨w,x⟩/‖w‖ does not fall (for weights that are not zero)",
            distance_does_not_fall(),
            model(w=(0, 1), z=(1, 0), n=1, c=root(2)),
        ),
    )


@claim(
    "S2-11",
    lines="80-84",
    title="Away from a negative example",
    says="On a mistake with y = −1, the new weights w − x are farther from x.",
)
def s2_11() -> Judgement:
    def approaches(d: Dataset) -> list[Step]:
        return [
            s
            for s in steps(d, "P3")
            if s.y < 0 and norm_sq(_minus(s.after.weights, s.x)) < norm_sq(_minus(s.before.weights, s.x))
        ]

    def text(d: Dataset) -> str:
        s = approaches(d)[0]
        before, after = vector_text(s.before.weights), vector_text(s.after.weights)
        return f"{shown(d)}: the negative example {vector_text(s.x)} moves w from {before} to {after}, closer to it"

    return imprecise(
        "True of inner product and angle.  The distance changes by 3‖x‖² − 2⟨w,x⟩, which may be negative.",
        identity("the inner product falls by ‖x‖²", inner(w - x, x), inner(w, x) - length_sq(x)),
        theorem(
            "the signed distance of −x to the boundary does not fall",
            distance_does_not_fall(),
            model(w=(0, 1), z=(1, 0), n=1, c=root(2)),
        ),
        identity(
            "the squared distance changes by 3‖x‖² − 2⟨w,x⟩",
            length_sq(w - x - x) - length_sq(w - x),
            3 * length_sq(x) - 2 * inner(w, x),
        ),
        fails=smallest_failure(
            LINES,
            lambda d: not approaches(d),
            text,
        ),
    )


def _minus(a: Vector, b: Vector) -> Vector:
    return tuple(i - j for i, j in zip(a, b, strict=True))


@claim(
    "S2-12",
    lines="77-78,88-89",
    title="Towards its own side",
    says="An update moves the example, seen from the decision boundary, towards its own side.",
    dissent="We call it imprecise, because the example need not move at all: on the line its signed distance "
    "can stay "
    "the same.",
)
def s2_12() -> Judgement:
    def signed_distance(s: Step, weights: Vector) -> Root:
        return Root.quotient(s.y * dot(weights, s.x), norm_sq(weights))

    def moves(d: Dataset) -> list[tuple[Root, Root]]:
        """Signed distances before and after each update between weights that are not zero."""
        return [
            (signed_distance(s, s.before.weights), signed_distance(s, s.after.weights))
            for s in steps(d, for_passes("P3", 3))
            if any(s.before.weights) and any(s.after.weights) and any(s.x)
        ]

    return imprecise(
        "Its signed distance y⟨w,x⟩/‖w‖ does not fall, but may stay the same; its score y⟨w,x⟩ grows by ‖x‖².",
        theorem(
            "with z = y·x: the signed distance ⟨w,z⟩/‖w‖ does not fall, for both labels",
            distance_does_not_fall(),
            model(w=(0, 1), z=(1, 0), n=1, c=root(2)),
        ),
        theorem(
            "y⟨w,x⟩ grows by ‖x‖²",
            by_sum(
                "gain",
                equal(y * inner(w + y * x, x), y * inner(w, x) + length_sq(x)),
                [times(length_sq(x), assume(LABEL))],
            ),
            model(w=(0,), x=(1,), y=-1),
        ),
        sampled(
            "the signed distance does not fall in any update between weights that are not zero",
            (before <= after for d in (*small_sets(), *random_sets()) for before, after in moves(d)),
        ),
        fails=smallest_failure(
            LINES,
            lambda d: all(before < after for before, after in moves(d)),
            lambda d: (
                f"{shown(d)}: an update leaves the signed distance of its example at "
                f"{next(before for before, after in moves(d) if before == after)}"
            ),
        ),
    )


@claim(
    "S2-13",
    lines="91",
    title="Towards the correct solution",
    says="Every update moves towards the correct solution.",
)
def s2_13() -> Judgement:
    def text(case: tuple[Dataset, Vector]) -> str:
        d, direction = case
        squares = [str(cosine(s.after.weights, direction).square) for s in steps(d, "P3")]
        return f"{shown(d)} with w* = {vector_text(direction)}: cos² with w* goes {' → '.join(squares)}"

    return imprecise(
        "⟨w,w*⟩ grows by at least γ with every update.  The angle to w* may grow as well, and if the data are not "
        "separable there is no solution to move towards.",
        theorem("⟨w,w*⟩ ≥ kγ after k updates", "T1.progress"),
        fails=smallest_failure(separated_pairs(), cosine_never_falls, text),
    )


@claim(
    "S2-14",
    lines="93",
    title="Wrong twice on one example?",
    says="After an update on an example, the new weights can still be wrong on it.  (The answer to the "
    "exercise: yes.)",
)
def s2_14() -> Judgement:
    again = data((2, 1), (1, -1))
    last = steps(again, for_passes("P3", 1))[1]
    return true(
        theorem(
            "y⟨w + y·x, x⟩ is y⟨w,x⟩ + ‖x‖², which is still ≤ 0 if y⟨w,x⟩ ≤ −‖x‖²",
            by_sum(
                "still_wrong",
                y * inner(w + y * x, x) <= 0,
                [assume(y * inner(w, x) <= -length_sq(x)), times(-length_sq(x), assume(LABEL))],
            ),
            model(w=(2,), x=(1,), y=-1),
        ),
        example(
            "{(2, +), (1, −)}: after the update on (1, −) the weight is 1, still wrong on it",
            last.y == -1
            and last.y * dot(last.before.weights, last.x) <= 0
            and last.y * dot(last.after.weights, last.x) < 0,
        ),
    )


# --- the examples ----------------------------------------------------------------------------------


@claim(
    "S2-15",
    lines="95-103",
    title="Example 1 is separable",
    says="The points (4,0) and (−2,−2), positive, and (1,1) and (0,1), negative, can be separated through the "
    "origin.",
)
def s2_15() -> Judgement:
    return true(
        example("w = (1, −3) separates them", separates(hypothesis((1, -3)), FOUR)),
        example("so does what the run finds", outcome(FOUR, "P3").separates),
    )


@claim("S2-16", lines="105-114", title="Example 1, round 1", says="The score is 0, and w₂ = (4, 0).")
def s2_16() -> Judgement:
    return true(example("0 ≤ 0, so w₂ = 0 + (4, 0)", round_is(FOUR, 1, 0, (4, 0))))


@claim("S2-17", lines="116-120", title="Example 1, round 2", says="The score is negative, and w₃ = (3, −1).")
def s2_17() -> Judgement:
    return true(example("y⟨w,x⟩ = −4, so w₃ = (4, 0) − (1, 1)", round_is(FOUR, 2, -4, (3, -1))))


@claim(
    "S2-18", lines="124-128", title="Example 1, round 3", says="The score is positive, and w₄ = (3, −1) as before."
)
def s2_18() -> Judgement:
    return true(example("y⟨w,x⟩ = 1, so nothing changes", round_is(FOUR, 3, 1, (3, -1))))


@claim("S2-19", lines="132-136", title="Example 1, round 4", says="The score is negative, and w₅ = (1, −3).")
def s2_19() -> Judgement:
    return true(
        example("y⟨w,x⟩ = −4, so w₅ = (3, −1) + (−2, −2)", round_is(FOUR, 4, -4, (1, -3))),
        example("w₅ separates the data: there is no later update", outcome(FOUR, "P3").updates == 3),
    )


@claim("S2-20", lines="138-148", title="Example 2, round 1", says="On the corners of a square, w₂ = (1, 1).")
def s2_20() -> Judgement:
    return true(example("y⟨w,x⟩ = 0, so w₂ = (1, 1)", round_is(CORNERS, 1, 0, (1, 1))))


@claim(
    "S2-21", lines="152-156", title="Example 2, round 2", says="The second corner is a mistake, and w₃ = (0, 2)."
)
def s2_21() -> Judgement:
    return true(example("y⟨w,x⟩ = 0, so w₃ = (1, 1) − (1, −1)", round_is(CORNERS, 2, 0, (0, 2))))


@claim("S2-22", lines="160-164", title="Example 2, round 3", says="The third corner is a mistake, and w₄ = (1, 1).")
def s2_22() -> Judgement:
    return true(example("y⟨w,x⟩ = −2, so w₄ = (0, 2) − (−1, 1)", round_is(CORNERS, 3, -2, (1, 1))))


@claim("S2-23", lines="166-170", title="Example 2, round 4", says="The fourth corner is a mistake, and w₅ = 0.")
def s2_23() -> Judgement:
    cycle = outcome(CORNERS, "P3").cycle
    return true(
        example("y⟨w,x⟩ = −2, so w₅ = (1, 1) + (−1, −1)", round_is(CORNERS, 4, -2, (0, 0))),
        example(
            "so every pass begins at 0: the weights return, each corner used once",
            cycle is not None and cycle.multipliers == (1, 1, 1, 1),
        ),
        theorem("hence the corners are not separable", "T6"),
    )


# --- separability and margin -----------------------------------------------------------------------


@claim(
    "S2-24",
    lines="176",
    title="Linear separability",
    says="Data are linearly separable if a hyperplane separates the positive from the negative points; then the "
    "perceptron converges.",
)
def s2_24() -> Judgement:
    return imprecise(
        "The perceptron of this lecture converges if a hyperplane through the origin separates strictly; a "
        "hyperplane "
        "elsewhere, or one that touches points, is not enough.",
        enumeration(
            "the run ends exactly if a strict separator through the origin exists",
            ((outcome(d, "P3").outcome is Outcome.CONVERGED) == is_separable_through_origin(d) for d in LINES),
        ),
        theorem("with such a separator the updates are bounded", "T1"),
        fails=smallest_failure(
            [d for d in LINES if d.has_both_classes],
            lambda d: not is_separable_on_line(d) or outcome(d, "P3").outcome is Outcome.CONVERGED,
            lambda d: f"{shown(d)}: a threshold separates the points, but the run never ends",
        ),
    )


@claim(
    "S2-25",
    lines="178-182",
    title="Two pictures",
    says="A row of + above a row of − is separable; a − between two + is not.",
)
def s2_25() -> Judgement:
    rows = [((i, j), j) for j in (1, -1) for i in (0, 1, 2)]
    block = [((0, 2), 1), ((1, 2), 1), ((0, 1), -1), ((1, 1), 1), ((0, 0), 1), ((1, 0), 1)]
    middle: Vector = tuple(Fraction(a + b, 2) for a, b in zip((0, 2), (0, 0), strict=True))
    return true(
        example("the two rows are separable", is_separable([p for p, _ in rows], [label for _, label in rows])),
        example(
            "the second picture is not", not is_separable([p for p, _ in block], [label for _, label in block])
        ),
        example("because its − is the midpoint of two +", middle == (0, 1)),
    )


def label_free(a: Vector, d: Dataset) -> Root:
    """The lecture's margin: the least |⟨w,x⟩|/‖w‖."""
    return min(Root.quotient(abs(Fraction(dot(a, p))), norm_sq(a)) for p in d.points)


@claim(
    "S2-26",
    lines="184-188",
    title="The margin",
    says="The margin of w on a training set measures its separability: it is the least |⟨w,x⟩|/‖w‖.",
)
def s2_26() -> Judgement:
    cases = [(a, d) for d in (*data_sets(1, 1), *data_sets(1, 2)) for a in grid(1) if any(a)]
    return imprecise(
        "Labels must count: the least y⟨w,x⟩/‖w‖.  Without them it is the distance of the nearest point, which "
        "measures "
        "separability only if w separates.",
        enumeration(
            "where w separates, the two agree",
            (label_free(a, d) == margin(hypothesis(a), d) for a, d in cases if separates(hypothesis(a), d)),
        ),
        enumeration(
            "with labels it is positive exactly if w separates",
            ((margin(hypothesis(a), d) > 0) == separates(hypothesis(a), d) for a, d in cases),
        ),
        fails=smallest_failure(
            cases,
            lambda case: separates(hypothesis(case[0]), case[1]) or label_free(*case) <= 0,
            lambda case: (
                f"w = {vector_text(case[0])}, {shown(case[1])}: the value is {label_free(*case)}, but w errs"
            ),
        ),
    )


@claim(
    "S2-27",
    lines="190-204",
    title="The margin of an example",
    says="For four given points and w = (1, 0) the values |⟨w,x⟩|/‖w‖ are 1, 1, 1/100 and 1, and the margin is "
    "1/100.",
)
def s2_27() -> Judgement:
    values = [abs(score(hypothesis((1, 0)), p)) for p in HUNDREDTH.points]
    return true(
        example("the values are as said", values == [1, 1, Fraction(1, 100), 1]),
        example("their least is 1/100", label_free((1, 0), HUNDREDTH) == Root.of(Fraction(1, 100))),
        example(
            "but w errs on the second point: with labels the margin is −1",
            margin(hypothesis((1, 0)), HUNDREDTH) == Root.of(-1) and dot((1, 0), signed(HUNDREDTH)[1]) == -1,
        ),
    )


@claim(
    "S2-28",
    lines="206-214",
    title="Pictures of low and high margin",
    says="Two pictures show data of low and of high margin.",
)
def s2_28() -> Judgement:
    return out_of_scope("The pictures are not in the text.")
