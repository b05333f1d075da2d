"""Document 003, continued: the algorithms and the rules with targets and outputs (S3-29 to S3-52)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
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
from proofs.claims.criterion import (
    EIGHTH,
    batch_step,
    criterion,
    on_the_line,
    output_is_locally_constant,
    outputs_of,
    printed_errors,
    target_output_step,
    weighted_data,
)
from proofs.claims.support import (
    ETA,
    GAMMA,
    OUTPUT,
    P7,
    P8,
    P9,
    RADIUS,
    SIGNS,
    TARGET,
    H,
    K,
    U,
    V,
    W,
    X,
    go,
    grid,
    identity,
    inseparable_data,
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
    strict,
    theorem,
    updates_of,
    weights_of,
    with_rate,
    within_bound,
)
from proofs.t00_cauchy_schwarz import cauchy_schwarz
from verified_perceptron.conventions import (
    PRESETS,
    Correction,
    Order,
    OrderKind,
    SignZero,
    Stop,
    Tie,
)
from verified_perceptron.data import Dataset
from verified_perceptron.exact import Number, add_scaled, dot
from verified_perceptron.logic import assume, equal, inner, scalar
from verified_perceptron.logic import norm_sq as length_sq
from verified_perceptron.logic.tactics import times
from verified_perceptron.margins import sign

# --- 11.63, the algorithms ------------------------------------------------------------------------------


def printed_loop(data: Dataset, start: Sequence[Number], limit: int = 50) -> tuple[Number, ...] | None:
    """The loop with the printed E = {⟨w,x⟩ < 0}: the weights it returns, or None if it is still running."""
    weights, z = tuple(start), signed(data)
    for _ in range(limit):
        errors = printed_errors(data, weights)
        if not errors:
            return weights
        weights = add_scaled(weights, 1, z[errors[0]])
    return None


@claim(
    "S3-29",
    lines="77-84",
    title="The perceptron, one sample at a time",
    says="Start with some w; while E is not empty, pick any sample of E and add y·x; return w, a separator.",
)
def s3_29() -> Judgement:
    picks = [OrderKind.FIRST, OrderKind.LAST, OrderKind.WORST, OrderKind.RANDOM]
    solvable = ((w, data) for w, data in on_the_line() if w and any(points_of(data)[0]))

    def returns_a_separator(case: tuple[int, Dataset]) -> bool:
        end = printed_loop(case[1], [case[0]])
        return end is not None and not mistakes(case[1], end)

    return corrected(
        smallest(
            solvable,
            returns_a_separator,
            lambda case: (
                f"w = {case[0]}, {show(case[1])}: with E as printed the loop returns "
                f"{show_vector(end) if (end := printed_loop(case[1], [case[0]])) else 'nothing: it never ends'}"
            ),
        ),
        "With E = {y⟨w,x⟩ ≤ 0} it returns a separator of separable data, whichever mistake is picked; η is 1 and "
        "there is no offset.",
        theorem("the order does not matter to the bound", "T1", RADIUS**2 * length_sq(U) >= GAMMA**2 * K),
        enumeration(
            "picking the first, last, worst or a random mistake, the loop ends at a separator, within the bound",
            (
                (end := go(data, replace(P7, order=Order(kind, 3)))).separates and within_bound(data, end.updates)
                for data in separable_data()
                for kind in picks
            ),
        ),
    )


@claim(
    "S3-30",
    lines="53,80,253",
    title="Strict errors from zero",
    says="The loop may be run with the strict E from w = 0, as the convergence proof assumes.",
)
def s3_30() -> Judgement:
    return false(
        smallest_data(
            separable_data(), lambda data: go(data, strict(P7)).separates, ": no update, w = 0 is returned"
        ),
        "From zero every y⟨w,x⟩ is 0, so the strict E is empty and the loop never begins; ties must be mistakes.",
        enumeration(
            "with the strict E every run from zero ends at once",
            (go(data, strict(P7)).updates == 0 for data in small_data()),
        ),
        enumeration("with ties as mistakes it separates", (go(data, P7).separates for data in separable_data())),
    )


@claim(
    "S3-31",
    lines="53,80",
    title="Strict errors stop on the boundary",
    says="When the strict E is empty, the returned weights separate the samples.",
)
def s3_31() -> Judgement:
    cases = [(data, w) for data in separable_data() for w in grid(data.dimension, 1) if any(w)]
    return false(
        smallest(
            cases,
            lambda case: go(case[0], started(strict(P7), *case[1])).separates,
            lambda case: (
                f"{show(case[0])} from w = {show_vector(case[1])}: the loop ends at "
                f"{show_vector(go(case[0], started(strict(P7), *case[1])).hypothesis.weights)}"
            ),
        ),
        "It only ensures y⟨w,x⟩ ≥ 0. With ties as mistakes the loop ends with y⟨w,x⟩ > 0.",
        enumeration(
            "the strict loop always ends with y⟨w,x⟩ ≥ 0",
            (
                not mistakes(data, go(data, started(strict(P7), *w)).hypothesis.weights, Tie.CORRECT)
                for data, w in cases
            ),
        ),
        enumeration(
            "with ties as mistakes it separates", (go(data, started(P7, *w)).separates for data, w in cases)
        ),
    )


@claim(
    "S3-32",
    lines="86",
    title="Rate one, one sample for each update",
    says="The single-sample loop has η = 1, and each update uses one sample.",
)
def s3_32() -> Judgement:
    return true(
        enumeration(
            "every update of the loop adds y·x of a single mistake, once",
            (
                [term.coefficient for term in update.terms] == [1]
                for data in small_data()
                for update in updates_of(data, P7)
            ),
        )
    )


@claim(
    "S3-33",
    lines="88-90",
    title="The batch perceptron",
    says="For a batch the update is w ← w + η Σ y·x over all misclassified samples.",
)
def s3_33() -> Judgement:
    corrections, n = scalar("M"), scalar("n")
    return true(
        theorem(
            "at rate 1, M corrected mistakes satisfy Mγ² ≤ nR²‖u‖²",
            "T5.fixed",
            corrections * GAMMA**2 <= n * RADIUS**2 * length_sq(U),
        ),
        enumeration(
            "on separable data it ends at a separator, and all its corrections are within that bound",
            (
                go(data, P8).separates
                and within_bound(data, Fraction(sum(len(u.terms) for u in updates_of(data, P8)), len(data)))
                for data in separable_data()
            ),
        ),
    )


ZEROS = {SignZero.PLUS: Tie.PLUS, SignZero.MINUS: Tie.MINUS, SignZero.OPEN: Tie.MISTAKE}


@claim(
    "S3-34",
    lines="92-94,100",
    title="Target minus output",
    says="With targets t and outputs o = sign⟨w,x⟩, the update is w ← w + η Σ (t − o)·x over all samples.",
)
def s3_34() -> Judgement:
    def one_update(data: Dataset, w: Sequence[Number], zero: SignZero) -> tuple[Number, ...]:
        rule = Correction.TARGET_SIGN if zero is SignZero.OPEN else Correction.TARGET_OUTPUT
        conventions = replace(started(P9, *w), correction=rule, tie=ZEROS[zero], stop=Stop(updates=1))
        return add_scaled(weights_of(data, conventions)[-1], -1, w)

    return true(
        enumeration(
            "the implementation makes this step for each of the three values of sign(0)",
            (
                one_update(data, w, zero) == target_output_step(data, w, zero)
                for data, w in weighted_data()
                for zero in ZEROS
                if outputs_of(data, w, zero) != data.labels
            ),
        ),
        enumeration(
            "on separable data it ends at a separator", (go(data, P9).separates for data in separable_data())
        ),
    )


def difference_on_mistakes() -> Evidence:
    """t − o = 2t."""
    return theorem(
        "with labels and outputs ±1, t − o = 2t on a mistake", "T10.mistake", equal(TARGET - OUTPUT, 2 * TARGET)
    )


def difference_when_right() -> Evidence:
    """t − o = 0."""
    return theorem("and t − o = 0 otherwise", "T10.right", equal(TARGET, OUTPUT))


@claim(
    "S3-35",
    lines="96",
    title="Both rules are one, up to the rate",
    says="The rule with t − o and the rule with E are the same update with another η.",
)
def s3_35() -> Judgement:
    def same(case: tuple[int, Dataset, SignZero]) -> bool:
        w, data, zero = case
        doubled = add_scaled((0,), 2, add_scaled(batch_step(data, [w]), -1, [w]))
        return target_output_step(data, [w], zero) == doubled

    untied = [(data, w) for data, w in weighted_data() if all(dot(w, x) for x in points_of(data))]
    return corrected(
        smallest(
            ((w, data, zero) for w, data in on_the_line() if any(points_of(data)[0]) for zero in SignZero),
            same,
            lambda case: (
                f"w = {case[0]}, {show(case[1])}, sign(0) = {case[2].value}: the sum of (t − o)·x is "
                f"{show_vector(target_output_step(case[1], [case[0]], case[2]))}, twice the sum of y·x over E is 2"
            ),
        ),
        "Where no sample is on the boundary the first step is twice the second (the same for labels 0 and 1). On "
        "ties sign(0) decides: 0 gives half of it, +1 and −1 give it to one class only, the strict E to none.",
        difference_on_mistakes(),
        difference_when_right(),
        theorem(
            "with labels 0 and 1, t − o is ±1 on a mistake", "T10.zero_one", equal(TARGET - OUTPUT, 2 * TARGET - 1)
        ),
        enumeration(
            "off ties, Σ(t − o)·x is twice the sum of y·x over E",
            (
                target_output_step(data, w, SignZero.OPEN)
                == add_scaled((0,) * data.dimension, 2, add_scaled(batch_step(data, w), -1, w))
                for data, w in untied
            ),
        ),
    )


@claim(
    "S3-36",
    lines="98",
    title="The sign of t − o",
    says="t − o is zero when target and output agree, and otherwise has the sign of the label.",
)
def s3_36() -> Judgement:
    return true(
        difference_on_mistakes(),
        difference_when_right(),
        enumeration(
            "t − o is 0 if t = o and has the sign of t if not, for an output of 0 as well",
            (sign(t - o, SignZero.OPEN) == (0 if t == o else t) for t, o in itertools.product(SIGNS, (1, 0, -1))),
        ),
    )


@claim(
    "S3-37",
    lines="102",
    title="The rate absorbs any scale",
    says="Constant factors in the update do not matter, because the rate can absorb them.",
)
def s3_37() -> Judgement:
    samples = [(data, w) for data in separable_data() if data.dimension == 1 for w in line(2) if w]

    def updates(data: Dataset, w: int, rate: int) -> int:
        return go(data, with_rate(started(P7, w), rate)).updates

    def shrunk(data: Dataset, w: int, rate: Fraction) -> bool:
        with_this_rate = weights_of(data, with_rate(started(P7, w), rate))
        with_rate_one = weights_of(data, started(P7, Fraction(w) / rate))
        return with_this_rate == [add_scaled((0,), rate, weights) for weights in with_rate_one]

    return corrected(
        smallest(
            samples,
            lambda case: updates(*case, 1) == updates(*case, 2),
            lambda case: (
                f"{show(case[0])} from w = {case[1]}: {updates(*case, 1)} updates with η = 1, "
                f"{updates(*case, 2)} with η = 2"
            ),
        ),
        "From zero the rate only scales the weights. From w₀ ≠ 0, the rate η does what the rate 1 does from w₀/η.",
        theorem(
            "from zero, the weights at rate η are η times those at rate 1, update by update",
            "T2.rate",
            equal(length_sq(V - ETA * W), 0),
        ),
        enumeration(
            "from w₀ with rate η the weights are η times those from w₀/η with rate 1",
            (shrunk(data, w, rate) for data, w in samples for rate in (Fraction(2), Fraction(1, 2), Fraction(3))),
        ),
    )


@claim(
    "S3-38",
    lines="102",
    title="Terms outside E vanish",
    says="Summing (t − o)·x over all samples instead of the misclassified ones adds only zeros.",
)
def s3_38() -> Judgement:
    return true(
        difference_when_right(),
        enumeration(
            "where the output is right, (t − o)·x is zero, whatever sign(0) is",
            (
                not any(add_scaled((0,) * data.dimension, t - o, x))
                for data, w in weighted_data()
                for zero in SignZero
                for x, t, o in zip(points_of(data), data.labels, outputs_of(data, w, zero), strict=True)
                if t == o
            ),
        ),
    )


def literal_repeat(data: Dataset, weights: Sequence[Number], steps: int) -> bool:
    """Does "repeat steps 2–4 until …", with step 4 among the repeated steps, reach its test in so many steps?"""
    if steps == 0:
        return False
    moved = batch_step(data, weights)
    return literal_repeat(data, moved, steps - 1) and not mistakes(data, moved)


@claim(
    "S3-39",
    lines="104-118",
    title="The numbered loop",
    says="Step 1 initialises, step 2 updates by either rule, step 3 counts, step 4 repeats steps 2–4 until done.",
)
def s3_39() -> Judgement:
    single = positive((1,))
    return corrected(
        fails_on(
            f"{show(single)}: the repetition contains itself, and its test is not reached",
            literal_repeat(single, (0,), 100),
        ),
        "Step 4 repeats steps 2 and 3.",
        enumeration(
            "repeating steps 2 and 3 separates separable data, with either rule",
            (go(data, conventions).separates for data in separable_data() for conventions in (P8, P9)),
        ),
    )


@claim(
    "S3-40",
    lines="120",
    title="Stop when there are no errors",
    says="The ideal moment to stop is when E is empty.",
)
def s3_40() -> Judgement:
    return corrected(
        smallest(
            (case for case in on_the_line() if any(points_of(case[1])[0])),
            lambda case: bool(mistakes(case[1], [case[0]], Tie.CORRECT)) or not mistakes(case[1], [case[0]]),
            lambda case: f"w = {case[0]}, {show(case[1])}: no sample has y⟨w,x⟩ < 0, and none is separated",
        ),
        "With the ties in E, it is empty exactly when w separates the data; on other data it never is, and the run "
        "needs another end.",
        enumeration(
            "E with the ties is empty exactly when y⟨w,x⟩ > 0 for every sample",
            ((not mistakes(data, w)) is all(dot(w, z) > 0 for z in signed(data)) for data, w in weighted_data()),
        ),
        enumeration(
            "separable data: the batch rule ends with E empty",
            (not mistakes(data, go(data, P8).hypothesis.weights) for data in separable_data()),
        ),
        enumeration(
            "other data: E is not empty for any small weights",
            (bool(mistakes(data, w)) for data in inseparable_data() for w in grid(data.dimension, 2)),
        ),
    )


@claim(
    "S3-41",
    lines="121",
    title="Stop when the change is small",
    says="Alternatively, stop when the weights change by less than some threshold.",
)
def s3_41() -> Judgement:
    count = scalar("m")
    reach, sides = inner(X, U) >= count * GAMMA, count * GAMMA >= 0
    contradiction = labelled(((1,), 1), ((1,), -1))
    end = go(contradiction, PRESETS["P10"])
    return imprecise(
        "On separable data a batch of m mistakes moves the weights by at least ηmγ (for a unit separator), so a "
        "threshold below ηγ stops exactly when E is empty. A larger one stops early, and on other data even no "
        "change at all does not mean success.",
        proof(
            "the sum S of m mistakes, with ⟨S,u⟩ ≥ mγ, has ‖S‖²‖u‖² ≥ m²γ²",
            (count * GAMMA) ** 2 <= length_sq(X) * length_sq(U),
            [cauchy_schwarz(X, U), times(1, assume(reach), assume(reach)), times(2, assume(reach), assume(sides))],
            given=[reach, sides],
        ),
        enumeration(
            "with the threshold 1/1000, all small separable data are separated when the run stops",
            (go(data, PRESETS["P10"]).separates for data in separable_data()),
        ),
        fails=fails_on(
            f"{show(contradiction)}: from zero the batch does not move",
            any(end.hypothesis.weights) or end.separates,
        ),
    )


# --- 11.64, the delta rule and back ---------------------------------------------------------------------


@claim(
    "S3-42",
    lines="125-133",
    title="The delta rule",
    says="With o = ⟨w,x⟩ and J = Σ(t − o)², gradient descent is w ← w + η Σ (t − o)·x.",
)
def s3_42() -> Judgement:
    residual = TARGET - inner(W, X)

    def step_of(w: int, x: int, t: int) -> Fraction:
        """Minus the gradient of (t − wx)², as a symmetric difference quotient, exact for a quadratic."""
        up, down = ((t - (w + h) * x) ** 2 for h in (EIGHTH, -EIGHTH))
        return -Fraction(up - down) / (2 * EIGHTH)

    return corrected(
        smallest(
            ((w, x, t) for w, x in grid(2, 1) for t in SIGNS),
            lambda case: step_of(*case) == (case[2] - case[0] * case[1]) * case[1],
            lambda case: (
                f"w = {case[0]}, x = {case[1]}, t = {case[2]}: minus the gradient is {step_of(*case)}, "
                f"(t − o)·x is {(case[2] - case[0] * case[1]) * case[1]}"
            ),
        ),
        "The gradient is −2Σ(t − o)·x; the factor 2 goes into η, or a ½ into J.",
        identity(
            "(t − ⟨w + h,x⟩)² − (t − ⟨w,x⟩)² = −2(t − ⟨w,x⟩)⟨x,h⟩ + ⟨x,h⟩²",
            (TARGET - inner(W + H, X)) ** 2 - residual**2,
            -2 * residual * inner(X, H) + inner(X, H) ** 2,
        ),
    )


@claim(
    "S3-43",
    lines="135",
    title="Is the delta rule the perceptron rule?",
    says="Although it looks the same, the delta rule is not the rule seen before.",
)
def s3_43() -> Judgement:
    data, best = positive((3, 1), (0, 2), (-1, 0)), (Fraction(1, 41), Fraction(24, 41))
    residuals = [1 - dot(best, z) for z in signed(data)]
    gradient = [sum(r * z[j] for r, z in zip(residuals, signed(data), strict=True)) for j in (0, 1)]
    right = positive((1,))
    delta = replace(started(PRESETS["P11"], 2), stop=Stop(updates=1))
    return true(
        example(
            "x = 1, t = 1 at w = 2 is right, and yet the delta rule moves the weights and the perceptron does not",
            len(updates_of(right, delta)) == 1 and go(right, started(P8, 2)).updates == 0,
        ),
        example(
            "(3, 1), (0, 2), (−1, 0) are separable by (−1, 4)",
            not mistakes(data, (-1, 4)),
        ),
        example(
            "there the gradient of the squared error vanishes at (1, 24)/41, which is wrong on (−1, 0)",
            gradient == [0, 0] and mistakes(data, best) == [2],
        ),
    )


@claim(
    "S3-44",
    lines="139-145",
    title="The squared loss of signs",
    says="With o = sign⟨w,x⟩, J = Σ(t − o)² does not change when w changes a little.",
)
def s3_44() -> Judgement:
    def loss(w: Number, data: Dataset) -> int:
        return (data.labels[0] - sign(dot([w], points_of(data)[0]), SignZero.OPEN)) ** 2

    return corrected(
        smallest(
            on_the_line(),
            lambda case: all(loss(case[0] + h, case[1]) == loss(*case) for h in (EIGHTH, -EIGHTH)),
            lambda case: f"w = {case[0]}, {show(case[1])}: every change changes J",
        ),
        "So it is unless some sample is on the boundary: the gradient is zero almost everywhere.",
        output_is_locally_constant(),
    )


def line_mistakes() -> list[tuple[int, int, int]]:
    """All w, x, t on the line with output sign(wx) ≠ t, small ones first."""
    return [(w, x, t) for w, x in grid(2, 2) for t in SIGNS if t * w * x < 0]


def squared_gradient() -> Evidence:
    """The gradient of the printed objective."""
    before, after = scalar("before"), scalar("after")
    return theorem(
        "(t − o)²(−⟨w,x⟩), o held fixed, has gradient −(t − o)²·x",
        "T10.squared",
        equal(after - before, inner(-((TARGET - OUTPUT) ** 2) * X, H)),
    )


def four_on_mistakes() -> Evidence:
    """(t − o)² forgets the label."""
    return theorem(
        "(t − o)² = 4 on every mistake, whatever its label", "T10.four", equal((TARGET - OUTPUT) ** 2, 4)
    )


@claim(
    "S3-45",
    lines="145-147",
    title="The modified objective",
    says="Descending J = Σ(t − o)²(−⟨w,x⟩) yields the perceptron rule.",
)
def s3_45() -> Judgement:
    rate = Fraction(1, 10)

    def moved(case: tuple[int, int, int]) -> Fraction:
        """Where a step down the printed J leads: its gradient is −(t − o)²·x."""
        w, x, t = case
        return w + rate * (t - sign(w * x, SignZero.OPEN)) ** 2 * x

    def improves(case: tuple[int, int, int]) -> bool:
        w, x, t = case
        return t * moved(case) * x > t * w * x

    return false(
        smallest(
            line_mistakes(),
            improves,
            lambda case: (
                f"w = {case[0]}, x = {case[1]}, t = {case[2]}: a step of rate 1/10 down the printed J leads to "
                f"w = {moved(case)}"
            ),
        ),
        "The label is missing: ¼Σ(t − o)²(−t⟨w,x⟩) is the perceptron criterion, and Σ(t − o)(−⟨w,x⟩) is twice it.",
        squared_gradient(),
        four_on_mistakes(),
        theorem(
            "for t = −1 the step 4x lowers t⟨w,x⟩",
            "T10.wrong_way",
            TARGET * inner(W + 4 * X, X) <= TARGET * inner(W, X),
        ),
        enumeration(
            "¼Σ(t − o)²(−t⟨w,x⟩) = Σ max(0, −t⟨w,x⟩), and Σ(t − o)(−⟨w,x⟩) is twice it",
            (
                Fraction(sum((t - o) ** 2 * -t * s for t, o, s in scored), 4)
                == Fraction(sum((t - o) * -s for t, o, s in scored), 2)
                == criterion(data, w)
                for data, w in weighted_data()
                if (
                    scored := [
                        (t, o, dot(w, x))
                        for x, t, o in zip(
                            points_of(data), data.labels, outputs_of(data, w, SignZero.PLUS), strict=True
                        )
                    ]
                )
            ),
        ),
    )


@claim(
    "S3-46",
    lines="149",
    title="Pulling in proportion",
    says="The added factor −⟨w,x⟩ pulls or pushes in proportion.",
)
def s3_46() -> Judgement:
    pairs = [(a, b) for a, b in itertools.product(line_mistakes(), repeat=2) if a[1:] == b[1:] and a[0] != b[0]]
    return imprecise(
        "The value of the loss is in proportion to |⟨w,x⟩|; its gradient, the pull, is a constant multiple of x.",
        squared_gradient(),
        four_on_mistakes(),
        fails=smallest(
            pairs,
            lambda pair: 4 * abs(pair[0][1]) * abs(pair[1][0]) == 4 * abs(pair[1][1]) * abs(pair[0][0]),
            lambda pair: (
                f"x = {pair[0][1]}, t = {pair[0][2]}, w = {pair[0][0]} and {pair[1][0]}: scores of different "
                "size, the same pull"
            ),
        ),
    )


@claim(
    "S3-47",
    lines="149-155",
    title="The part outside E",
    says="Split J into the sum over E and the rest: the rest is zero.",
)
def s3_47() -> Judgement:
    return true(
        difference_when_right(),
        enumeration(
            "the terms of correct samples add up to zero",
            (
                sum(
                    (t - o) ** 2 * -dot(w, x)
                    for x, t, o in zip(points_of(data), data.labels, outputs_of(data, w, zero), strict=True)
                    if t == o
                )
                == 0
                for data, w in weighted_data()
                for zero in SignZero
            ),
        ),
    )


@claim("S3-48", lines="155,162", title="t − o on E", says="On a misclassified sample t − o = 2t, that is 2y.")
def s3_48() -> Judgement:
    return true(
        difference_on_mistakes(),
        enumeration(
            "t − o = 2t whenever t, o are ±1 and differ",
            (t - o == 2 * t for t, o in itertools.product(SIGNS, SIGNS) if t != o),
        ),
    )


@claim(
    "S3-49",
    lines="157",
    title="The gradient as printed",
    says="The gradient of Σ(t − o)²(−⟨w,x⟩) is 2Σ(t − o)·x.",
)
def s3_49() -> Judgement:
    def gradients(case: tuple[int, int, int]) -> tuple[int, int]:
        w, x, t = case
        o = sign(w * x, SignZero.OPEN)
        return -((t - o) ** 2) * x, 2 * (t - o) * x

    return false(
        smallest(
            line_mistakes(),
            lambda case: len(set(gradients(case))) == 1,
            lambda case: "w = {}, x = {}, t = {}: the gradient is {}, the formula gives {}".format(
                *case, *gradients(case)
            ),
        ),
        "It is −Σ(t − o)²·x, which is −4Σx over E. Only for t = −1 does 2(t − o)·x agree.",
        squared_gradient(),
        four_on_mistakes(),
        enumeration(
            "on the line the two agree exactly on mistakes with t = −1",
            ((len(set(gradients(case))) == 1) is (case[2] == -1) for case in line_mistakes()),
        ),
    )


@claim(
    "S3-50", lines="162", title="The derivative of −⟨w,x⟩", says="The derivative of −⟨w,x⟩ with respect to w is −x."
)
def s3_50() -> Judgement:
    return true(identity("−⟨w + h,x⟩ + ⟨w,x⟩ = ⟨−x,h⟩ for every h", inner(W, X) - inner(W + H, X), inner(-X, H)))


@claim(
    "S3-51",
    lines="166-168",
    title="The step with −x",
    says="Hence the update is w ← w + η Σ (t − o)(−x).",
)
def s3_51() -> Judgement:
    label, mistake = equal(TARGET**2, 1), equal(TARGET * OUTPUT, -1)
    return false(
        smallest(
            line_mistakes(),
            lambda case: case[2] * (case[0] + 2 * case[2] * -case[1]) * case[1] > case[2] * case[0] * case[1],
            lambda case: (
                f"w = {case[0]}, x = {case[1]}, t = {case[2]}: (t − o)(−x) = {2 * case[2] * -case[1]} makes the "
                "mistake worse"
            ),
        ),
        "The step is η Σ (t − o)·x.",
        proof(
            "on a mistake (t − o)·x raises t⟨w,x⟩ by 2η‖x‖²",
            equal(
                TARGET * inner(W + ETA * (TARGET - OUTPUT) * X, X), TARGET * inner(W, X) + 2 * ETA * length_sq(X)
            ),
            [times(ETA * length_sq(X), assume(label)), times(-ETA * length_sq(X), assume(mistake))],
            given=[label, mistake],
        ),
        difference_on_mistakes(),
    )


@claim(
    "S3-52",
    lines="170-174",
    title="The final updates",
    says="The update is w ← w + η Σ 2t·x over E, which is w ← w + η Σ y·x over E with another η.",
)
def s3_52() -> Judgement:
    return true(
        difference_on_mistakes(),
        identity(
            "η·2t·x and (2η)·t·x are one vector", inner(ETA * (2 * TARGET) * X, H), inner((2 * ETA) * TARGET * X, H)
        ),
        enumeration(
            "with ties as mistakes, the rule with t − o at rate 1 runs like the batch rule at rate 2",
            (
                weights_of(data, started(P9, *w)) == weights_of(data, with_rate(started(P8, *w), 2))
                for data in separable_data()
                for w in grid(data.dimension, 1)
            ),
        ),
    )
