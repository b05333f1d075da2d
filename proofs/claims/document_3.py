"""Document 003: gradient descent, separability and the perceptron criterion (S3-01 to S3-28).

The algorithms are judged in `document_3b`, examples and results in `document_3c`, the convergence proof and the
variants in `document_3d`.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from proofs.claims import document_3b, document_3c, document_3d  # noqa: F401  (they register their claims)
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
    out_of_scope,
    true,
)
from proofs.claims.criterion import (
    EIGHTH,
    batch_step,
    criterion,
    on_the_line,
    output_is_locally_constant,
    outputs,
    printed_errors,
    weighted_data,
)
from proofs.claims.support import (
    ETA,
    GAMMA,
    LABEL,
    OUTPUT,
    P7,
    P8,
    RADIUS,
    SIGNS,
    TARGET,
    H,
    K,
    U,
    W,
    X,
    coordinates,
    data_sets,
    dependence,
    go,
    grid,
    identity,
    inseparable_data,
    interpolation,
    labelled,
    line,
    mistakes,
    points_of,
    positive,
    proof,
    separable_data,
    show,
    show_vector,
    signed,
    small_data,
    smallest,
    smallest_data,
    started,
    theorem,
    tuples,
    weights_of,
    with_rate,
)
from verified_perceptron.algorithms.shattering import is_separable, is_shattered
from verified_perceptron.conventions import (
    PRESETS,
    SignZero,
    Stop,
    Tie,
)
from verified_perceptron.data import Dataset
from verified_perceptron.exact import Number, Root, add_scaled, dot, norm_sq
from verified_perceptron.logic import assume, equal, inner, norm, scalar
from verified_perceptron.logic import norm_sq as length_sq
from verified_perceptron.logic.tactics import times
from verified_perceptron.margins import sign
from verified_perceptron.run import Outcome

XOR = [(1, 1), (-1, -1), (1, -1), (-1, 1)]


# --- 11.62, gradient descent ------------------------------------------------------------------------


@claim(
    "S3-01",
    lines="15-17",
    title="A step of gradient descent",
    says="Gradient descent moves the weights against the gradient of the objective: w ← w − η∇J.",
)
def s3_01() -> Judgement:
    residual, rate, limit = TARGET - inner(W, X), ETA >= 0, ETA * length_sq(X) <= 2
    delta = replace(PRESETS["P11"], stop=Stop(updates=1))

    def gradient_at_zero(data: Dataset) -> tuple[Number, ...]:
        return tuple(-sum(column) for column in zip(*signed(data), strict=True))

    return true(
        proof(
            "for the squared error such a step never raises the objective while η‖x‖² ≤ 2",
            (TARGET - inner(W + ETA * residual * X, X)) ** 2 <= residual**2,
            [times(1, assume(rate), norm(X), assume(limit), squares=[residual])],
            given=[rate, limit],
        ),
        enumeration(
            "the first update of the delta rule is −η times the gradient of ½Σ(t − ⟨w,x⟩)² at zero",
            (
                weights_of(data, delta)[1] == tuple(-Fraction(1, 100) * g for g in gradient_at_zero(data))
                for data in small_data()
            ),
        ),
    )


@claim(
    "S3-02",
    lines="19",
    title="When to stop",
    says="From some initial weights, update until a separating hyperplane is found, or until convergence.",
)
def s3_02() -> Judgement:
    contradiction = labelled(((1,), 1), ((1,), -1))
    return imprecise(
        "On separable data, the rule that counts ties as mistakes ends at a separating hyperplane from every "
        "start; on other data there is none to find, and stopping does not mean that one was found.",
        enumeration(
            "from every small start, a run on separable data ends, and its weights separate the data",
            (
                (end := go(data, started(P7, *start))).outcome is Outcome.CONVERGED and end.separates
                for data in separable_data()
                for start in grid(data.dimension, 1)
            ),
        ),
        fails=fails_on(show(contradiction), go(contradiction, P7).separates),
    )


@claim(
    "S3-03",
    lines="21",
    title="Accuracy and error rate",
    says="A loss that measures accuracy is the percentage of misclassified samples.",
)
def s3_03() -> Judgement:
    def rates(samples: Sequence[tuple[int, int]]) -> tuple[Fraction, Fraction]:
        right = sum(y == o for y, o in samples)
        return Fraction(right, len(samples)), Fraction(len(samples) - right, len(samples))

    return imprecise(
        "The share of misclassified samples is the error rate; accuracy is one minus it.",
        enumeration(
            "accuracy and error rate add up to one",
            (sum(rates(samples)) == 1 for n in (1, 2, 3) for samples in outputs(n)),
        ),
        fails=smallest(
            (samples for n in (1, 2) for samples in outputs(n)),
            lambda samples: rates(samples)[0] == rates(samples)[1],
            lambda samples: (
                f"label and output {samples[0]}: accuracy {rates(samples)[0]}, error {rates(samples)[1]}"
            ),
        ),
    )


@claim(
    "S3-04",
    lines="23-27",
    title="The first objective",
    says="J is the mean of 1 − y·f(x) over the samples, with f(x) the sign of ⟨w,x⟩.",
)
def s3_04() -> Judgement:
    def objective(samples: Sequence[tuple[int, int]]) -> Fraction:
        return Fraction(sum(1 - y * o for y, o in samples), len(samples))

    at_zero = {zero: 1 - sign(0, zero) for zero in SignZero}
    return imprecise(
        "Say what sign(0) is. Where no sample lies on the boundary, J is twice the error rate.",
        enumeration(
            "with outputs ±1, J is twice the share of samples with a wrong output",
            (
                objective(samples) == 2 * Fraction(sum(y != o for y, o in samples), len(samples))
                for n in (1, 2, 3)
                for samples in outputs(n)
            ),
        ),
        example("a tie on a positive sample costs 0, 1 or 2", sorted(at_zero.values()) == [0, 1, 2]),
        fails=fails_on(
            "w = 0, x = 1, y = +1: J is 0, 2 or 1 for sign(0) = +1, −1, 0", len(set(at_zero.values())) == 1
        ),
    )


def charges_one_per_error(sample: tuple[int, int]) -> bool:
    """1 − y·f is 1 on an error and 0 otherwise."""
    y, f = sample
    return 1 - y * f == (1 if y != f else 0)


@claim(
    "S3-05",
    lines="27",
    title="Unit loss for an error",
    says="The loss 1 − y·f(x) is one for a misclassified sample and zero for a correct one.",
)
def s3_05() -> Judgement:
    return false(
        smallest(
            itertools.product(SIGNS, SIGNS),
            charges_one_per_error,
            lambda sample: f"y = {sample[0]}, f = {sample[1]}: the loss is {1 - sample[0] * sample[1]}",
        ),
        "An error costs 2, a correct output 0, and a tie 1 if sign(0) = 0; half of it is the unit loss.",
        enumeration(
            "half the loss is 1 on errors, 0 on correct outputs, ½ where the output is 0",
            (
                Fraction(1 - y * f, 2) == (Fraction(1, 2) if f == 0 else int(y != f))
                for y, f in itertools.product(SIGNS, (1, 0, -1))
            ),
        ),
    )


@claim(
    "S3-06",
    lines="27",
    title="With or without sign()",
    says="The objective does not use the sign function.",
)
def s3_06() -> Judgement:
    cases = [(w, x, y) for w, x in grid(2, 2) for y in SIGNS]
    return imprecise(
        "It does: f(x) = sign⟨w,x⟩ was defined a line earlier, and only with the sign does each sample cost 0, 1 "
        "or 2.",
        enumeration(
            "with the sign, every sample costs 0, 1 or 2",
            (1 - y * sign(w * x, SignZero.OPEN) in (0, 1, 2) for w, x, y in cases),
        ),
        fails=smallest(
            cases,
            lambda case: 1 - case[2] * case[0] * case[1] in (0, 1, 2),
            lambda case: (
                f"w = {case[0]}, x = {case[1]}, y = {case[2]}: without the sign, the loss is "
                f"{1 - case[2] * case[0] * case[1]}"
            ),
        ),
    )


@claim(
    "S3-07",
    lines="29",
    title="Must the loss be halved?",
    says="To charge one for each misclassified sample, the loss 1 − y·f(x) has to be divided by two.",
)
def s3_07() -> Judgement:
    return true(
        enumeration(
            "with outputs ±1, ½ is the only factor that makes every error cost 1 and every correct output 0",
            (
                all(c * (1 - y * f) == int(y != f) for y, f in itertools.product(SIGNS, SIGNS))
                is (c == Fraction(1, 2))
                for c in (Fraction(n, 4) for n in range(-8, 9))
            ),
        )
    )


def jumps_at(w: int) -> bool:
    """Does ½(1 − sign(w·1)) change between w − 1/n and w + 1/n for n = 8, 16, 32, …?"""
    steps = [Fraction(1, 2**n) for n in range(3, 12)]
    return all(sign(w - h, SignZero.OPEN) != sign(w + h, SignZero.OPEN) for h in steps)


@claim(
    "S3-08",
    lines="30",
    title="What makes the problem non-differentiable?",
    says="The sign does: the objective can jump only at weights that put a sample on the boundary, and does so for "
    "a single sample already.",
)
def s3_08() -> Judgement:
    return true(
        output_is_locally_constant(),
        enumeration(
            "on the line, with the sample x = 1, the output jumps at w = 0 and at no other integer",
            (jumps_at(w) is (w == 0) for w in line(4)),
        ),
    )


@claim("S3-09", lines="32", title="Not differentiable", says="The first objective is not differentiable.")
def s3_09() -> Judgement:
    return imprecise(
        "It is constant around all weights that put no sample on the boundary, so its gradient is zero there; it "
        "may jump at the others. The trouble is a gradient that says nothing, more than one that is missing.",
        output_is_locally_constant(),
        example("with the sample x = 1 it jumps at w = 0", jumps_at(0)),
        fails=fails_on("x = 1, w = 1: constant nearby, hence differentiable, with slope zero", jumps_at(1)),
    )


@claim(
    "S3-10",
    lines="32-36",
    title="Ways out of the difficulty",
    says="Two ways around the difficulty lead to the perceptron, logistic regression and support vector machines.",
)
def s3_10() -> Judgement:
    return out_of_scope("an outline of the course; it announces two ways and lists three methods")


# --- 11.63, separability ------------------------------------------------------------------------------


@claim(
    "S3-11",
    lines="40",
    title="Linear separability",
    says="The samples are linearly separable if some w gives y·f(w,x) = +1 for all of them.",
)
def s3_11() -> Judgement:
    def consistent(data: Dataset, weights: Sequence[Number]) -> bool:
        return all(
            y * sign(dot(weights, x), SignZero.OPEN) == 1 for x, y in zip(points_of(data), data.labels, strict=True)
        )

    return true(
        enumeration(
            "with sign(0) = 0, w gives every sample the output y if and only if y⟨w,x⟩ > 0 for every sample",
            (consistent(data, w) is (not mistakes(data, w)) for data, w in weighted_data()),
        ),
        enumeration(
            "where the perceptron found that no w exists, none of the small ones is consistent",
            (not consistent(data, w) for data in inseparable_data() for w in grid(data.dimension, 2)),
        ),
    )


def no_four_points() -> Evidence:
    """Four points of the plane, with 1 appended, are linearly dependent; the signs say how to label them."""
    return dependence(
        "any four points of the plane, not all on a line, have multipliers with Σλ = 0 and Σλx = 0; labelled by "
        "the signs of λ, they have a Gordan certificate against every line",
        coordinates(4, 2, fold=True),
    )


def gordan() -> Evidence:
    """A non-negative combination that vanishes refutes every margin."""
    return theorem("multipliers λ ≥ 0 with Σλz = 0 leave no positive margin", "T6.gordan", GAMMA <= 0)


def three_points_of_a_line() -> Evidence:
    """Along a line, three points with 1 appended are dependent as well."""
    return dependence(
        "any three points of a line have multipliers with Σλ = 0 and Σλx = 0", coordinates(3, 1, fold=True)
    )


def three_points_through_the_origin() -> Evidence:
    """Three vectors of the plane are dependent."""
    return dependence("any three vectors of the plane have multipliers with Σλx = 0", coordinates(3, 2, fold=False))


def three_points_off_a_line() -> Evidence:
    """Cramer's rule: an affine function takes any values at three points that are not on a line."""
    return interpolation(
        "at three points off a line, a suitable affine function takes the values label × determinant, so every "
        "labelling is realised by a line",
        coordinates(3, 2, fold=True),
    )


def two_points() -> Evidence:
    """The perpendicular bisector separates two points."""
    middle = Fraction(1, 2) * inner(W - X, W + X)
    shows = "the perpendicular bisector of two points w, x takes the values ½‖w − x‖² at w and −½‖w − x‖² at x"
    identity(shows, inner(W - X, W) - middle, Fraction(1, 2) * length_sq(W - X))
    return identity(shows, inner(W - X, X) - middle, -Fraction(1, 2) * length_sq(W - X))


@claim(
    "S3-12",
    lines="42",
    title="Is every set of two, three, four points separable?",
    says="Can every set of two, of three, of four points in the plane be separated by a line?",
)
def s3_12() -> Judgement:
    through_origin = (
        data
        for data in data_sets(2, 2, 2)
        if points_of(data)[0] != points_of(data)[1] and all(map(any, points_of(data)))
    )
    return imprecise(
        "It depends on the labels and on whether the line may miss the origin. With an offset two different points "
        "can always be separated; three on a line labelled +, −, + and the four of exclusive-or cannot. Through "
        "the origin two already fail.",
        two_points(),
        example(
            "three points on a line labelled +, −, + cannot be separated",
            not is_separable([(0, 0), (1, 0), (2, 0)], [1, -1, 1]),
        ),
        example("exclusive-or cannot be separated", not is_separable(XOR, [1, 1, -1, -1])),
        fails=smallest_data(through_origin, lambda data: go(data).separates, ", through the origin"),
    )


@claim(
    "S3-13",
    lines="43",
    title="Is some set separable under every labelling?",
    says="There is a set of two, one of three and one of four points in the plane that lines separate under every "
    "labelling.",
)
def s3_13() -> Judgement:
    sets_of_four = itertools.combinations(grid(2, 1), 4)
    return corrected(
        smallest(
            (2, 3, 4),
            lambda n: any(is_shattered(points) for points in itertools.combinations(grid(2, 1), n)),
            lambda n: f"no set of {n} points of the 3 × 3 grid is separable under every labelling",
        ),
        "With an offset: of two and of three (not on a line) yes, of four no. Through the origin: of two "
        "(independent) yes, of three no.",
        example(
            "(0, 0), (1, 0), (0, 1) can be separated under every labelling", is_shattered([(0, 0), (1, 0), (0, 1)])
        ),
        no_four_points(),
        three_points_of_a_line(),
        gordan(),
        enumeration("no four points of the grid can", (not is_shattered(points) for points in sets_of_four)),
        interpolation(
            "through the origin, two independent vectors take any two labels", coordinates(2, 2, fold=False)
        ),
        three_points_through_the_origin(),
        dependence("and any two vectors of one line do", coordinates(2, 1, fold=False)),
    )


@claim(
    "S3-14",
    lines="44",
    title="Is every set separable under every labelling?",
    says="Every set of two, three or four points in the plane is separable under every labelling.",
)
def s3_14() -> Judgement:
    def flat(points: Sequence[tuple[int, ...]]) -> bool:
        (a, b), (c, d), (e, f) = points
        return (c - a) * (f - b) == (d - b) * (e - a)

    sets = [points for n in (2, 3) for points in itertools.combinations(grid(2, 1), n)]
    return corrected(
        smallest(sets, is_shattered, lambda points: ", ".join(map(show_vector, points)) + " on a line"),
        "With an offset: every two different points, exactly those three that are not on a line, and no four. "
        "Through the origin: not even every two.",
        two_points(),
        three_points_off_a_line(),
        three_points_of_a_line(),
        gordan(),
        no_four_points(),
        enumeration(
            "three points of the grid are separable under every labelling unless they are on a line",
            (is_shattered(points) is not flat(points) for points in itertools.combinations(grid(2, 1), 3)),
        ),
        example(
            "through the origin 1 and 2, with different labels, are not separable",
            not go(labelled(((1,), 1), ((2,), -1))).separates,
        ),
    )


@claim(
    "S3-15",
    lines="45",
    title="Exclusive-or and the VC dimension",
    says="Exclusive-or and the VC dimension are what the three questions are about: exclusive-or is not separable, "
    "and lines in the plane separate every labelling of some three points but of no four.",
    dissent="The pointer names facts that can be checked, so it is judged rather than left out of scope.",
)
def s3_15() -> Judgement:
    return true(
        example("exclusive-or is not separable", not is_separable(XOR, [1, 1, -1, -1])),
        three_points_off_a_line(),
        no_four_points(),
        three_points_of_a_line(),
        gordan(),
    )


# --- 11.63, the objective -----------------------------------------------------------------------------


@claim(
    "S3-16",
    lines="47-49",
    title="The perceptron criterion",
    says="The new objective is J = Σ −y⟨w,x⟩ over the set E of misclassified samples.",
)
def s3_16() -> Judgement:
    return true(
        enumeration(
            "it is Σ max(0, −y⟨w,x⟩) over all samples, whether E includes ties or not",
            (
                sum(max(0, -dot(w, z)) for z in signed(data)) == criterion(data, w, mistakes(data, w, tie))
                for data, w in weighted_data()
                for tie in (Tie.MISTAKE, Tie.CORRECT)
            ),
        )
    )


@claim(
    "S3-17",
    lines="51-53",
    title="The set of errors",
    says="The misclassified samples are those with ⟨w,x⟩ < 0.",
)
def s3_17() -> Judgement:
    return false(
        smallest(
            on_the_line(),
            lambda case: printed_errors(case[1], [case[0]]) == mistakes(case[1], [case[0]], Tie.CORRECT),
            lambda case: f"w = {case[0]}, {show(case[1])}",
        ),
        "The label belongs in it: E = {y⟨w,x⟩ ≤ 0}, with the ties, so that E is empty only if w separates.",
        enumeration(
            "E with the label and the ties is empty exactly when y⟨w,x⟩ > 0 for every sample",
            ((not mistakes(data, w)) is all(dot(w, z) > 0 for z in signed(data)) for data, w in weighted_data()),
        ),
    )


@claim("S3-18", lines="55", title="The criterion is not negative", says="J is never negative.")
def s3_18() -> Judgement:
    total, term = scalar("total"), -LABEL * inner(W, X)
    mistaken, so_far = LABEL * inner(W, X) <= 0, total >= 0
    return corrected(
        smallest(
            on_the_line(),
            lambda case: criterion(case[1], [case[0]], printed_errors(case[1], [case[0]])) >= 0,
            lambda case: f"w = {case[0]}, {show(case[1])}, with E as printed",
        ),
        "J ≥ 0 when E is the set of samples with y⟨w,x⟩ ≤ 0 (or < 0).",
        proof(
            "each mistake adds −y⟨w,x⟩ ≥ 0 to the sum",
            total + term >= 0,
            [assume(so_far), assume(mistaken)],
            given=[so_far, mistaken],
        ),
        enumeration(
            "J ≥ 0 for all small data and weights", (criterion(data, w) >= 0 for data, w in weighted_data())
        ),
    )


@claim(
    "S3-19",
    lines="55",
    title="When the criterion vanishes",
    says="J can become zero when all samples are correct, or E is empty.",
)
def s3_19() -> Judgement:
    return imprecise(
        "J = 0 exactly when y⟨w,x⟩ ≥ 0 for every sample; so it vanishes at w = 0 too, where nothing is separated.",
        enumeration(
            "J = 0 if and only if no sample has y⟨w,x⟩ < 0",
            ((criterion(data, w) == 0) is all(dot(w, z) >= 0 for z in signed(data)) for data, w in weighted_data()),
        ),
        fails=smallest(
            (case for case in on_the_line() if any(points_of(case[1])[0])),
            lambda case: (criterion(case[1], [case[0]]) == 0) <= (not mistakes(case[1], [case[0]])),
            lambda case: f"w = {case[0]}, {show(case[1])}: J = 0",
        ),
    )


@claim(
    "S3-20",
    lines="59",
    title="Summing over errors only",
    says="Restricting a sum of losses to the misclassified samples changes nothing: the others cost zero anyway.",
)
def s3_20() -> Judgement:
    return true(
        enumeration(
            "Σ(1 − y·f) over all samples is the sum over those with y ≠ f, for outputs 1, 0, −1",
            (
                sum(1 - y * f for y, f in samples) == sum(1 - y * f for y, f in samples if y != f)
                for n in (1, 2, 3)
                for samples in outputs(n, (1, 0, -1))
            ),
        ),
        proof(
            "an output that agrees with its label costs nothing",
            equal(1 - TARGET * OUTPUT, 0),
            [times(-1, assume(equal(TARGET * OUTPUT, 1)))],
            given=[equal(TARGET * OUTPUT, 1)],
        ),
    )


@claim(
    "S3-21",
    lines="60",
    title="Loss and distance",
    says="A misclassified sample costs in proportion to its distance from the hyperplane.",
)
def s3_21() -> Judgement:
    v, f = scalar("v"), inner(W, X) + scalar("b")
    foot = X - v * f * W
    x = (-1, 0)

    def cost_and_distance(w: Sequence[int]) -> tuple[Number, Root]:
        return -dot(w, x), Root.quotient(-dot(w, x), norm_sq(w))

    (cost, distance), (double_cost, same_distance) = (cost_and_distance(w) for w in ((3, 4), (6, 8)))
    return imprecise(
        "The cost is ‖w‖ times the distance: proportional while w is fixed, and not across different w.",
        theorem(
            "the squared distance is ⟨w,x⟩²/‖w‖², so the cost |⟨w,x⟩| is ‖w‖ times the distance",
            "T8.foot_distance",
            equal(length_sq(X - foot), v * f**2),
        ),
        example(
            "for w = (3, 4) and x = (−1, 0) the distance is 3/5 and the cost 3",
            cost == 3 and distance == Fraction(3, 5),
        ),
        fails=fails_on(
            "x = (−1, 0), w = (3, 4) and (6, 8): the same distance, costs 3 and 6",
            distance != same_distance or cost == double_cost,
        ),
    )


@claim(
    "S3-22",
    lines="61-63",
    title="Why not sum over all samples?",
    says="The mean of −y⟨w,x⟩ over all samples, correct ones included, will not do as an objective.",
)
def s3_22() -> Judgement:
    data = positive((10, 1), (-1, 1))
    downhill = tuple(map(sum, zip(*signed(data), strict=True)))
    return true(
        identity(
            "multiplying the weights by c multiplies it by c, so it has no lower bound",
            -inner(ETA * W, X),
            ETA * -inner(W, X),
        ),
        example("(10, 1), (−1, 1) are separable", go(data).separates),
        example(
            "there, going downhill from zero leads along (9, 2) for ever, which is wrong on (−1, 1)",
            downhill == (9, 2) and mistakes(data, downhill) == [1],
        ),
    )


@claim(
    "S3-23",
    lines="65",
    title="Is it bad that far errors cost more?",
    says="That far errors cost more is not ideal.",
)
def s3_23() -> Judgement:
    return out_of_scope("an opinion put as a question; what would be ideal is not said")


def criterion_slopes(w: int, data: Dataset) -> tuple[Number, Number]:
    """The slopes of J to the left and to the right of w on the line; J is linear between integers ≠ 0."""
    here, left, right = (criterion(data, [v]) for v in (w, w - EIGHTH, w + EIGHTH))
    return (here - left) / EIGHTH, (right - here) / EIGHTH


@claim("S3-24", lines="67", title="Differentiable now", says="The perceptron criterion is differentiable.")
def s3_24() -> Judgement:
    other = scalar("Jv")
    at_least = other >= -LABEL * inner(H, X)
    return false(
        smallest(
            on_the_line(),
            lambda case: len(set(criterion_slopes(*case))) == 1,
            lambda case: "w = {}, {}: slopes {} and {}".format(case[0], show(case[1]), *criterion_slopes(*case)),
        ),
        "It is convex and piecewise linear, with a kink wherever a sample other than 0 is on the boundary, at "
        "w = 0 above all; the perceptron is a subgradient method.",
        proof(
            "on a mistake J lies above the line with slope −y·x through its value: −y·x is a subgradient",
            other >= -LABEL * inner(W, X) + inner(-LABEL * X, H - W),
            [assume(at_least)],
            given=[at_least],
        ),
        output_is_locally_constant(),
    )


@claim(
    "S3-25",
    lines="67",
    title="Zero loss and zero derivative at a solution",
    says="Once all samples are correct, E is empty, loss and derivative are zero, and the method stands still.",
)
def s3_25() -> Judgement:
    solved = [(data, w) for data, w in weighted_data() if not mistakes(data, w)]
    return true(
        output_is_locally_constant(),
        enumeration("a separator has J = 0", (criterion(data, w) == 0 for data, w in solved)),
        enumeration(
            "and J = 0 all around it, hence a zero derivative",
            (criterion(data, add_scaled(w, EIGHTH, h)) == 0 for data, w in solved for h in grid(data.dimension, 1)),
        ),
        enumeration(
            "started there, the perceptron makes no update",
            (go(data, started(P7, *w)).updates == 0 for data, w in solved),
        ),
    )


@claim(
    "S3-26",
    lines="69",
    title="Far samples pull more",
    says="A misclassified sample far from the hyperplane moves it more than one nearby.",
)
def s3_26() -> Judgement:
    cases = ((w, a, b) for w, a, b in tuples(2, 3, 2) if dot(w, a) < dot(w, b) < 0)
    label = equal(LABEL**2, 1)
    return false(
        smallest(
            cases,
            lambda case: norm_sq(case[1]) > norm_sq(case[2]),
            lambda case: "w = {}: {} is farther away than {}, and not longer (all +)".format(
                *map(show_vector, case)
            ),
        ),
        "A mistake moves the weights by y·x, whose length is ‖x‖, whatever the distance |⟨w,x⟩|/‖w‖.",
        proof(
            "the step has the length of the sample",
            equal(length_sq(W + LABEL * X - W), length_sq(X)),
            [times(length_sq(X), assume(label))],
            given=[label],
        ),
    )


@claim(
    "S3-27",
    lines="69",
    title="Far samples speed up convergence",
    says="That far samples pull more makes the perceptron converge faster.",
)
def s3_27() -> Judgement:
    pairs = (
        (a, b, c)
        for a, b in tuples(2, 2, 2)
        if a != b and go(positive(a, b), P7).outcome is Outcome.CONVERGED
        for c in (2, 3, 4)
    )

    def stretched(case: tuple[tuple[int, ...], tuple[int, ...], int]) -> tuple[int, int]:
        a, b, c = case
        return go(positive(a, b), P7).updates, go(positive(a, add_scaled((0, 0), c, b)), P7).updates

    data, longer = positive((-2, -2), (1, 2)), positive((-2, -2), (4, 8))
    return false(
        smallest(
            pairs,
            lambda case: stretched(case)[1] <= stretched(case)[0],
            lambda case: "{} and {}: {} updates; with the second {} times as long: {}".format(
                *map(show_vector, case[:2]), stretched(case)[0], case[2], stretched(case)[1]
            ),
        ),
        "No theorem says so. What bounds the updates is R²‖u‖²/γ², and a longer sample can raise R and the count.",
        theorem("kγ² ≤ R²‖u‖²", "T1", RADIUS**2 * length_sq(U) >= GAMMA**2 * K),
        example(
            "stretching one of two samples takes a run from 9 updates to 17",
            (go(data, P7).updates, go(longer, P7).updates) == (9, 17),
        ),
    )


@claim(
    "S3-28",
    lines="71-75",
    title="Gradient descent on the criterion",
    says="Gradient descent on the perceptron criterion is w ← w + η Σ y·x over the misclassified samples.",
)
def s3_28() -> Judgement:
    before, after = scalar("before"), scalar("after")
    return true(
        theorem(
            "on a mistake the gradient of −y⟨w,x⟩ is −y·x",
            "T10.criterion",
            equal(after - before, inner(-LABEL * X, H)),
        ),
        output_is_locally_constant(),
        enumeration(
            "the batch perceptron makes exactly this step",
            (
                weights_of(data, replace(with_rate(started(P8, *w), Fraction(1, 2)), stop=Stop(updates=1)))[-1]
                == batch_step(data, w, Fraction(1, 2))
                for data, w in weighted_data()
                if mistakes(data, w)
            ),
        ),
    )
