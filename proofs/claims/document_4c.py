"""Document 004, concluded: remarks on dimension and size, batches and margins (S4-35 to S4-47)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache

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
    true,
)
from proofs.claims.support import (
    GAMMA,
    NOVIKOFF_BOUND,
    P8,
    P12,
    RADIUS,
    SIGNS,
    K,
    U,
    X,
    bound_of,
    distance_margin,
    drawn_data,
    go,
    grid,
    identity,
    labelled,
    least_margin,
    mistakes,
    points_of,
    positive,
    proof,
    separable_data,
    separator_of,
    show,
    show_vector,
    signed,
    small_data,
    smallest,
    started,
    theorem,
    unit_vectors,
    updates_of,
    weights_of,
)
from verified_perceptron.conventions import (
    PRESETS,
    Conventions,
    HarmonicRate,
    RelativeMargin,
    SignZero,
    Stop,
    Tie,
    is_mistake,
    rate_at,
)
from verified_perceptron.data import Dataset
from verified_perceptron.exact import Number, Root, add_scaled, dot, norm_sq
from verified_perceptron.logic import FOLD, assume, scalars
from verified_perceptron.logic import norm_sq as length_sq
from verified_perceptron.logic.tactics import times
from verified_perceptron.margins import sign
from verified_perceptron.run import Outcome

P13 = PRESETS["P13"]

# --- dimension and size ---------------------------------------------------------------------------------


def padded(data: Dataset, feature: int = 0) -> Dataset:
    """The data with one more feature, the same for all samples."""
    return labelled(*(((*x, feature), y) for x, y in zip(points_of(data), data.labels, strict=True)))


def joined(data: Dataset, point: Sequence[Number], label: int) -> Dataset:
    """The data and one more sample."""
    return labelled(*zip(points_of(data), data.labels, strict=True), (point, label))


@claim(
    "S4-35",
    lines="184-186",
    title="Independent of the dimension, almost",
    says="The bound is almost independent of the dimension d.",
)
def s4_35() -> Judgement:
    single = positive((1,))
    return imprecise(
        "d does not occur in it at all, and a run depends on the inner products of the samples only.",
        enumeration(
            "a further feature that is zero changes neither the number of updates nor the bound",
            (
                go(padded(data)).updates == go(data).updates
                and bound_of(padded(data), (*u, 0)) == bound_of(data, u)
                for data in separable_data()
                if (u := separator_of(data))
            ),
        ),
        fails=fails_on(
            f"{show(single)} and {show(padded(single))}: the bound is 1 in both dimensions",
            bound_of(single, (1,)) != bound_of(padded(single), (1, 0)),
        ),
    )


@claim(
    "S4-36",
    lines="188-192",
    title="R grows with the dimension",
    says="R = max‖x‖ increases with the dimension d.",
)
def s4_36() -> Judgement:
    (c,) = scalars("c")
    dimensions = range(1, 6)
    radii = [positive(*unit_vectors(d)).radius_sq for d in dimensions]
    return imprecise(
        "A further feature never decreases R, and need not increase it; nor does it ever decrease the best margin.",
        identity("with a further feature c, ‖(x,c)‖² = ‖x‖² + c²", length_sq(X + c * FOLD), length_sq(X) + c**2),
        enumeration(
            "a separator keeps its margin if it ignores the further feature",
            (
                distance_margin(padded(data, feature), (*u, 0)) == distance_margin(data, u)
                for data in separable_data()
                if (u := separator_of(data))
                for feature in (0, 1, 5)
            ),
        ),
        fails=smallest(
            itertools.pairwise(dimensions),
            lambda pair: radii[pair[0] - 1] < radii[pair[1] - 1],
            lambda pair: "the unit vectors e₁, …, e_d for d = {} and d = {}: R = 1".format(*pair),
        ),
    )


@cache
def enlarged() -> tuple[tuple[Dataset, Dataset, tuple[int, ...]], ...]:
    """Single samples, the same with one more sample, and a separator of both."""
    return tuple(
        (data, joined(data, x, y), u)
        for data in separable_data()
        if len(data) == 1
        for x in grid(data.dimension, 1)
        for y in SIGNS
        for u in grid(data.dimension, 2)
        if not mistakes(joined(data, x, y), u)
    )


@claim(
    "S4-37",
    lines="194",
    title="Independent of the number of samples, almost",
    says="The bound is almost independent of the number n of samples.",
)
def s4_37() -> Judgement:
    return imprecise(
        "n does not occur in it, but more samples can raise R and lower γ: the bound never falls with one more.",
        enumeration(
            "for a separator of the larger data set, one more sample never lowers the bound",
            (bound_of(more, u) >= bound_of(data, u) for data, more, u in enlarged()),
        ),
        fails=smallest(
            enlarged(),
            lambda case: bound_of(case[0], case[2]) == bound_of(case[1], case[2]),
            lambda case: (
                f"θ* = {show_vector(case[2])}, {show(case[0])}: the bound is {bound_of(case[0], case[2])}; "
                f"{show(case[1])}: {bound_of(case[1], case[2])}"
            ),
        ),
    )


@claim(
    "S4-38",
    lines="196-200",
    title="More samples, smaller margin",
    says="As n increases, γ and γ_geom decrease.",
)
def s4_38() -> Judgement:
    return corrected(
        smallest(
            enlarged(),
            lambda case: least_margin(case[1], case[2]) < least_margin(case[0], case[2]),
            lambda case: f"θ* = {show_vector(case[2])}, {show(case[0])} and {show(case[1])}: the same γ",
        ),
        "They never increase, for a fixed θ*; a minimum over more samples is not larger. So the best margin over "
        "all θ* does not increase either.",
        enumeration(
            "one more sample never raises γ or γ_geom",
            (
                least_margin(more, u) <= least_margin(data, u)
                and distance_margin(more, u) <= distance_margin(data, u)
                for data, more, u in enlarged()
            ),
        ),
    )


# --- variants -----------------------------------------------------------------------------------------


@claim(
    "S4-39",
    lines="208",
    title="Update means mislabelled",
    says="The standard perceptron updates exactly when the sample is mislabelled.",
)
def s4_39() -> Judgement:
    cases = [(theta, x, y, zero) for theta, x in grid(2, 2) for y in SIGNS for zero in SignZero]

    def is_wrong(theta: int, x: int, y: int, zero: SignZero) -> bool:
        return sign(theta * x, zero) != y

    return imprecise(
        "It updates whenever the sample is mislabelled, and also on ties that sgn(0) happens to label correctly.",
        enumeration(
            "mislabelled samples always cause an update, whatever sgn(0) is",
            (not is_wrong(*case) or is_mistake(Tie.MISTAKE, case[2], case[0] * case[1]) for case in cases),
        ),
        enumeration(
            "off ties an update happens on mislabelled samples only",
            (
                is_wrong(*case) is is_mistake(Tie.MISTAKE, case[2], case[0] * case[1])
                for case in cases
                if case[0] * case[1]
            ),
        ),
        fails=smallest(
            (case for case in cases if case[1]),
            lambda case: is_wrong(*case) is is_mistake(Tie.MISTAKE, case[2], case[0] * case[1]),
            lambda case: (
                f"θ = {case[0]}, x = {case[1]}, y = {case[2]}, sgn(0) = {case[3].value}: right, yet updated"
            ),
        ),
    )


def batch_weights(data: Dataset, rates: Sequence[Number]) -> list[tuple[Number, ...]]:
    """θ⁽⁰⁾, θ⁽¹⁾, …: the batch rule written out, until no mistake is left or the rates are used up."""
    weights: list[tuple[Number, ...]] = [(0,) * data.dimension]
    for rate in rates:
        wrong = mistakes(data, weights[-1])
        if not wrong:
            break
        following = weights[-1]
        for i in wrong:
            following = add_scaled(following, rate, signed(data)[i])
        weights.append(following)
    return weights


HARMONIC = [Fraction(1, k) for k in range(1, 200)]


@claim(
    "S4-40",
    lines="212-220,254-262",
    title="The batch perceptron",
    says="I is the set of samples with y⟨x,θ⟩ ≤ 0; θ ← θ + η_k Σ y·x over I, until I is empty.",
)
def s4_40() -> Judgement:
    return true(
        enumeration(
            "the implementation, with η_k = 1/k, makes these steps and ends with I empty",
            (
                weights_of(data, P13) == batch_weights(data, HARMONIC)
                and not mistakes(data, weights_of(data, P13)[-1])
                for data in separable_data()
            ),
        )
    )


@claim(
    "S4-41",
    lines="218",
    title="A smoother trajectory",
    says="The trajectory of the batch perceptron is smoother, in some sense.",
)
def s4_41() -> Judgement:
    three = positive((1, 0), (1, 1), (1, -1))

    def longest_step(conventions: Conventions) -> Root:
        weights = weights_of(three, conventions)
        return max(Root.sqrt(norm_sq(add_scaled(b, -1, a))) for a, b in itertools.pairwise(weights))

    def reordered(data: Dataset) -> Dataset:
        return labelled(*reversed(list(zip(points_of(data), data.labels, strict=True))))

    return imprecise(
        "It does not say in which. The trajectory does not depend on the order of the samples, unlike that of the "
        "standard perceptron; its steps can be longer than any single sample.",
        enumeration(
            "with the samples in reverse order, the batch perceptron passes through the same weights",
            (weights_of(reordered(data), P8) == weights_of(data, P8) for data in (*small_data(), *drawn_data())),
        ),
        fails=fails_on(
            f"{show(three)}: a batch step of length {longest_step(P8)}, single steps up to {longest_step(P12)}",
            longest_step(P8) <= longest_step(P12),
        ),
    )


@claim("S4-42", lines="222", title="The rates 1/k", says="For example, η_k = 1/k for k = 0, 1, 2, …")
def s4_42() -> Judgement:
    def is_defined(k: int) -> bool:
        try:
            return Fraction(1, k) > 0
        except ZeroDivisionError:
            return False

    return corrected(
        smallest(range(10), is_defined, lambda k: f"k = {k}: 1/{k} for the first update"),
        "θ⁽⁰⁾ is the start, so the first update has k = 0: use 1/(k + 1), or count updates from 1.",
        enumeration(
            "the implementation uses 1/k for the k-th update, k ≥ 1",
            (rate_at(HarmonicRate(), k) == Fraction(1, k) for k in range(1, 50)),
        ),
    )


def rates_end_the_run() -> Evidence:
    """γ²E² ≤ n²R²‖u‖²Q."""
    total, squares, n = scalars("E Q n")
    return theorem(
        "while mistakes are left, γ²(Ση)² ≤ n²R²‖u‖²Ση²: impossible for ever if Ση²/(Ση)² → 0",
        "T5.rates",
        (GAMMA * total) ** 2 <= n**2 * RADIUS**2 * length_sq(U) * squares,
    )


@claim(
    "S4-43",
    lines="224-226",
    title="Which rates make the batch perceptron converge",
    says="If (i) η_k ≥ 0, (ii) Ση_k = ∞ and (iii) Ση_k²/(Ση_k)² → 0, the batch perceptron converges.",
)
def s4_43() -> Judgement:
    contradiction, hard = labelled(((1,), 1), ((1,), -1)), positive((10, 1), (-1, 1))
    total, squares, limit, rate = scalars("E Q limit rate")
    bounded, some, sign_ = total <= limit, squares >= rate**2, total >= 0
    halves = [Fraction(1, 2**k) for k in range(200)]
    end = batch_weights(hard, halves)
    return corrected(
        fails_on(
            f"{show(contradiction)} with η_k = 1/k: 200 rounds, and both samples are still mistakes",
            not mistakes(contradiction, batch_weights(contradiction, HARMONIC)[-1]),
        ),
        "For separable data, and then after finitely many rounds. (iii) implies (ii), unless all rates are zero.",
        rates_end_the_run(),
        proof(
            "if the rates summed to a finite limit and one of them were rate ≠ 0, Ση²/(Ση)² ≥ rate²/limit² for "
            "ever: (iii) implies (ii)",
            squares * limit**2 >= rate**2 * total**2,
            [
                times(1, assume(some), squares=[limit]),
                times(1, assume(bounded), assume(bounded), squares=[rate]),
                times(2, assume(bounded), assume(sign_), squares=[rate]),
            ],
            given=[bounded, some, sign_],
        ),
        enumeration(
            "with η_k = 1/k all small separable data are separated",
            (go(data, P13).separates for data in separable_data()),
        ),
        example(
            "without (ii) and (iii) it fails: with η_k = 2^−k, (10, 1), (−1, 1) stay unseparated, for the "
            "first step leaves ⟨θ,(−1, 1)⟩ = −7 and the others add less than 2",
            len(end) == 201
            and dot(end[1], (-1, 1)) == -7
            and all(mistakes(hard, theta) for theta in end)
            and sum(halves[1:]) * norm_sq((-1, 1)) < 2,
        ),
        example("although they are separable", go(hard).separates),
    )


@claim(
    "S4-44",
    lines="228-236",
    title="The outline",
    says="In short, k is at most R²‖θ*‖²/γ² = R²/γ_geom, with γ_geom the distance of the data from the boundary.",
)
def s4_44() -> Judgement:
    def allows_the_run(x: Fraction) -> bool:
        """k ≤ R²/γ_geom for the single sample x."""
        data = positive((x,))
        return Root.of(data.radius_sq) >= distance_margin(data, (1,)) * go(data).updates

    return false(
        smallest(
            (Fraction(1, n) for n in range(1, 5)),
            allows_the_run,
            lambda x: f"x = {x}, θ* = 1: R²/γ_geom = {x}, and one update is made",
        ),
        "k ≤ R²‖θ*‖²/γ² = R²/γ_geom², and γ_geom is the least distance of a sample.",
        theorem("kγ² ≤ R²‖u‖²", "T1", NOVIKOFF_BOUND),
        enumeration(
            "k·γ_geom² ≤ R² on all small data",
            (
                go(data).updates * distance_margin(data, u).square <= data.radius_sq
                for data in separable_data()
                if (u := separator_of(data))
            ),
        ),
    )


def with_margin(beta: Fraction, passes: int | None = None) -> Conventions:
    """The margin perceptron with this β."""
    stop = Stop(passes=passes) if passes else Stop()
    return replace(P12, margin=RelativeMargin(beta), stop=stop)


def in_margin(theta: Sequence[Number], z: Sequence[Number], beta: Fraction) -> bool:
    """⟨θ,z⟩ ≤ β‖θ‖."""
    return Root.of(dot(theta, z)) <= Root.sqrt(norm_sq(theta)) * beta


BETAS = (Fraction(0), Fraction(1, 10), Fraction(1, 3))


@claim(
    "S4-45",
    lines="238-246",
    title="The margin perceptron",
    says="The margin perceptron updates where y⟨x,θ⟩ ≤ β(γ)‖θ‖.",
)
def s4_45() -> Judgement:
    def updates_there(data: Dataset, beta: Fraction) -> bool:
        conventions = with_margin(beta)
        weights = weights_of(data, conventions)
        used = [update.terms[0].example for update in updates_of(data, conventions)]
        clear = not any(in_margin(weights[-1], z, beta) for z in signed(data))
        return clear and all(in_margin(w, signed(data)[i], beta) for w, i in zip(weights, used, strict=False))

    return true(
        enumeration(
            "for β = 0, 1/10, 1/3, every update of small runs is on such a sample, and the run ends with none left",
            (
                updates_there(data, beta)
                for data in separable_data()
                for beta in BETAS
                if (u := separator_of(data)) and distance_margin(data, u) > beta
            ),
        )
    )


@claim(
    "S4-46",
    lines="248-252",
    title="A theorem for the margin perceptron?",
    says="There is a theorem like the convergence theorem for the margin perceptron, unknown to the note's author.",
)
def s4_46() -> Judgement:
    (beta,) = scalars("beta")
    single = positive((1,))

    def within(data: Dataset, b: Fraction, gamma: Root) -> bool:
        """k(γ − β)² ≤ R² − β², where γ may be a root: kγ² + kβ² − R² + β² ≤ 2kβγ."""
        k = go(data, with_margin(b)).updates
        return Root.of(k * gamma.square + k * b**2 - data.radius_sq + b**2) <= gamma * (2 * k * b)

    return true(
        theorem(
            "with ‖u‖ = 1 and 0 ≤ β ≤ γ: k(γ − β)² ≤ R² − β²",
            "T4",
            K * (GAMMA - beta) ** 2 <= RADIUS**2 - beta**2,
        ),
        sampled(
            "small and drawn data keep to it, and end with a margin above β",
            (
                within(data, b, gamma) and distance_margin(data, go(data, with_margin(b)).hypothesis.weights) > b
                for data in (*separable_data(), *drawn_data())
                for b in BETAS
                if (u := separator_of(data)) and (gamma := distance_margin(data, u)) > b
            ),
        ),
        example(
            "for β = γ it may never stop: x = 1 is updated in each of 100 passes",
            go(single, with_margin(Fraction(1), passes=100)).updates == 100
            and go(single, with_margin(Fraction(1), passes=100)).outcome is Outcome.STOPPED,
        ),
    )


@claim(
    "S4-47",
    lines="252",
    title="Wrong or unclear",
    says="The margin perceptron updates on samples that are wrong and on those that are not clearly right.",
)
def s4_47() -> Judgement:
    beta = Fraction(1, 2)

    def first_update(theta: Sequence[int], z: Sequence[int]) -> bool:
        return bool(updates_of(positive(z), started(with_margin(beta, passes=1), *theta)))

    pairs = [(theta, z) for theta in grid(2, 2) for z in grid(2, 1) if any(theta)]
    return true(
        enumeration(
            "a sample is updated if and only if it is wrong, or right at a distance of at most β from the boundary",
            (
                first_update(theta, z)
                is (dot(theta, z) <= 0 or Root.quotient(dot(theta, z), norm_sq(theta)) <= beta)
                for theta, z in pairs
            ),
        ),
        example(
            "both kinds occur among them",
            any(dot(theta, z) > 0 and in_margin(theta, z, beta) for theta, z in pairs)
            and any(dot(theta, z) < 0 for theta, z in pairs),
        ),
    )
