"""Document 003, concluded: the convergence proof, step by step, and the variants (S3-71 to S3-92)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from proofs.claims.claim import (
    Judgement,
    claim,
    corrected,
    enumeration,
    example,
    fails_on,
    false,
    imprecise,
    out_of_scope,
    sampled,
    true,
)
from proofs.claims.support import (
    GAMMA,
    LABEL,
    NOVIKOFF_BOUND,
    P7,
    P8,
    P12,
    RADIUS,
    SIGNS,
    K,
    U,
    W,
    X,
    drawn_data,
    go,
    grid,
    identity,
    kernel_theorem,
    least_margin,
    points_of,
    positive,
    proof,
    proved,
    separable_data,
    separator_of,
    show,
    show_vector,
    signed,
    small_data,
    smallest,
    smallest_data,
    strict,
    theorem,
    updates_of,
    weights_of,
    within_bound,
)
from proofs.t00_cauchy_schwarz import cauchy_schwarz
from proofs.t01_novikoff import NOVIKOFF
from verified_perceptron.algorithms.shattering import is_separable
from verified_perceptron.conventions import (
    Group,
    GroupKind,
    Offset,
    Order,
    OrderKind,
)
from verified_perceptron.data import Dataset
from verified_perceptron.exact import Number, Root, add_scaled, dot, norm_sq
from verified_perceptron.logic import Comparison, Theorem, assume, equal, inner, scalar, vectors
from verified_perceptron.logic import norm_sq as length_sq
from verified_perceptron.logic.tactics import NEGATED, by_sum, refute, squared, times

# --- 11.68, convergence ---------------------------------------------------------------------------------


@claim(
    "S3-71",
    lines="245",
    title="The main result",
    says="The perceptron makes at most R²/γ² iterations and then returns a separating hyperplane.",
)
def s3_71() -> Judgement:
    return corrected(
        smallest_data(
            separable_data(),
            lambda data: go(data, strict(P7)).separates,
            ", strict E, from zero: w = 0 is returned",
        ),
        "True from w = 0 with ties as mistakes, for single-sample updates in any order; with y⟨w*,x⟩ > γ the "
        "number of updates is strictly below R²/γ².",
        theorem("kγ² ≤ R²‖u‖²", "T1", NOVIKOFF_BOUND),
        proved("with strict margins, the number k + 1 of updates has (k + 1)γ² < R²", *strictly_fewer()),
        enumeration(
            "small separable data: the run ends at a separator, within the bound",
            ((end := go(data, P7)).separates and within_bound(data, end.updates) for data in separable_data()),
        ),
    )


@claim(
    "S3-72",
    lines="247-253",
    title="The update of the proof",
    says="With η = 1 and w⁰ = 0, each update is w ← w + y·x for a single sample.",
)
def s3_72() -> Judgement:
    def steps(data: Dataset) -> Iterator[bool]:
        weights, z = weights_of(data, P7), signed(data)
        yield not any(weights[0])
        for before, after, update in zip(weights, weights[1:], updates_of(data, P7), strict=False):
            (term,) = update.terms
            yield after == add_scaled(before, 1, z[term.example])

    return true(
        enumeration(
            "every update of every small run adds y·x, from zero on",
            (step for data in small_data() for step in steps(data)),
        )
    )


MOVED = W + LABEL * X


@claim(
    "S3-73",
    lines="255-257",
    title="The inner product with w*",
    says="Multiplying the update by w* gives ⟨w + y·x, w*⟩ = ⟨w,w*⟩ + y⟨x,w*⟩.",
)
def s3_73() -> Judgement:
    return true(identity("⟨w + y·x, u⟩ = ⟨w,u⟩ + y⟨x,u⟩", inner(MOVED, U), inner(W, U) + LABEL * inner(X, U)))


STRICT_MARGIN = LABEL * inner(U, X) > GAMMA
NONNEGATIVE_GAMMA = GAMMA >= 0
UNIT = equal(length_sq(U), 1)
ON_A_MISTAKE = (equal(LABEL**2, 1), length_sq(X) <= RADIUS**2, LABEL * inner(W, X) <= 0)
"""The label, the radius and the mistake of an update."""


@claim(
    "S3-74",
    lines="259-261",
    title="Progress in one update",
    says="Since y⟨x,w*⟩ > γ, an update has ⟨w + y·x, w*⟩ > ⟨w,w*⟩ + γ.",
)
def s3_74() -> Judgement:
    return true(
        proof(
            "an update gains more than γ along u",
            inner(MOVED, U) > inner(W, U) + GAMMA,
            [assume(STRICT_MARGIN)],
            given=[STRICT_MARGIN],
        )
    )


def progress() -> Theorem:
    """⟨w + y·x,u⟩ > (k + 1)γ, if w is what k updates made of zero."""
    return by_sum(
        "strict progress", inner(MOVED, U) > (K + 1) * GAMMA, [kernel_theorem("T1.progress"), assume(STRICT_MARGIN)]
    )


@claim(
    "S3-75",
    lines="263-265",
    title="Progress by induction",
    says="By induction ⟨w^{k+1},w*⟩ > kγ.",
    dissent="The earlier reading asks for a correction because k + 1 updates give (k + 1)γ; what is printed is "
    "weaker than that, and true.",
)
def s3_75() -> Judgement:
    goal = inner(MOVED, U) > K * GAMMA
    return true(
        proved(
            "more than that: k + 1 updates from zero give ⟨w,u⟩ > (k + 1)γ",
            progress(),
            inner(MOVED, U) > (K + 1) * GAMMA,
            given=[STRICT_MARGIN],
        ),
        proof(
            "hence ⟨w,u⟩ > kγ, as γ ≥ 0",
            goal,
            [progress(), assume(NONNEGATIVE_GAMMA)],
            given=[STRICT_MARGIN, NONNEGATIVE_GAMMA],
        ),
    )


@claim("S3-76", lines="267", title="Cauchy–Schwarz, strictly", says="⟨a,b⟩ < ‖a‖‖b‖ for all vectors.")
def s3_76() -> Judgement:
    a, b = vectors("a b")
    pairs = itertools.product([v for v in grid(1, 2) if any(v)], repeat=2)
    return false(
        smallest(
            pairs,
            lambda pair: Root.of(dot(*pair)) < Root.sqrt(norm_sq(pair[0]) * norm_sq(pair[1])),
            lambda pair: "a = {}, b = {}".format(*map(show_vector, pair)),
        ),
        "⟨a,b⟩ ≤ ‖a‖‖b‖, with equality for parallel vectors.",
        theorem("⟨a,b⟩² ≤ ‖a‖²‖b‖²", "T0", inner(a, b) ** 2 <= length_sq(a) * length_sq(b)),
    )


@claim(
    "S3-77",
    lines="269",
    title="Progress and length",
    says="Therefore ⟨w^{k+1},w*⟩ < ‖w*‖‖w^{k+1}‖ = ‖w^{k+1}‖.",
)
def s3_77() -> Judgement:
    def strictly_shorter(data: Dataset) -> bool:
        unit = (1 if sum(z[0] for z in signed(data)) > 0 else -1,)
        return all(Root.of(dot(w, unit)) < Root.sqrt(norm_sq(w)) for w in weights_of(data, P7)[1:])

    on_a_line = (data for data in separable_data() if data.dimension == 1)
    return corrected(
        smallest_data(on_a_line, strictly_shorter, ": after the first update ⟨w,w*⟩ = ‖w‖"),
        "≤ holds; that the final bound is strict is due to the strict margin.",
        proof(
            "⟨w,u⟩² ≤ ‖w‖² for a unit vector u",
            inner(W, U) ** 2 <= length_sq(W),
            [cauchy_schwarz(W, U), times(-length_sq(W), assume(UNIT))],
            given=[UNIT],
        ),
    )


def long_weights() -> Theorem:
    """‖w + y·x‖² > ((k + 1)γ)²."""
    ahead, g = progress(), assume(NONNEGATIVE_GAMMA)
    return by_sum(
        "length",
        length_sq(MOVED) > ((K + 1) * GAMMA) ** 2,
        [
            cauchy_schwarz(MOVED, U),
            times(-length_sq(MOVED), assume(UNIT)),
            times(1, ahead, ahead),
            times(2, ahead, NOVIKOFF.count, g),
            times(2, ahead, g),
        ],
    )


@claim(
    "S3-78",
    lines="271-275",
    title="The lower bound",
    says="Hence ‖w^{k+1}‖ > kγ and ‖w^{k+1}‖² > k²γ².",
)
def s3_78() -> Judgement:
    given = [STRICT_MARGIN, NONNEGATIVE_GAMMA, UNIT]
    return true(
        proved(
            "k + 1 updates from zero give ‖w‖² > (k + 1)²γ²",
            long_weights(),
            length_sq(MOVED) > ((K + 1) * GAMMA) ** 2,
            given,
        ),
        proof(
            "hence ‖w‖² > k²γ²",
            length_sq(MOVED) > (K * GAMMA) ** 2,
            [long_weights(), times(2, NOVIKOFF.count, squares=[GAMMA]), squared(GAMMA)],
            given,
        ),
    )


@claim(
    "S3-79",
    lines="283-285",
    title="The norm of a sum",
    says="‖w + y·x‖² = ‖w‖² + ‖y·x‖² + 2‖w‖·xᵀy.",
)
def s3_79() -> Judgement:
    def printed(case: tuple[int, int, int]) -> int:
        w, x, y = case
        return w * w + x * x + 2 * abs(w) * x * y

    return false(
        smallest(
            ((w, x, y) for w, x in grid(2, 2) for y in SIGNS),
            lambda case: (case[0] + case[2] * case[1]) ** 2 == printed(case),
            lambda case: (
                f"w = {case[0]}, x = {case[1]}, y = {case[2]}: left {(case[0] + case[2] * case[1]) ** 2}, "
                f"right {printed(case)}"
            ),
        ),
        "The mixed term is 2y⟨w,x⟩, with the vector w and not its norm.",
        identity(
            "‖w + y·x‖² = ‖w‖² + ‖y·x‖² + 2y⟨w,x⟩",
            length_sq(MOVED),
            length_sq(W) + length_sq(LABEL * X) + 2 * LABEL * inner(W, X),
        ),
    )


def mixed_terms(data: Dataset) -> list[Number]:
    """2y⟨w,x⟩ at each update of a run from zero."""
    weights, z = weights_of(data, P7), signed(data)
    return [2 * dot(w, z[u.terms[0].example]) for w, u in zip(weights, updates_of(data, P7), strict=False)]


@claim(
    "S3-80",
    lines="287",
    title="The mixed term is negative",
    says="The mixed term is negative, because updates happen on misclassified samples only.",
)
def s3_80() -> Judgement:
    return corrected(
        smallest_data(
            separable_data(), lambda data: all(term < 0 for term in mixed_terms(data)), ": zero at the first update"
        ),
        "It is ≤ 0; it is zero at the first update from zero, and at every tie.",
        enumeration(
            "at every update of every small run it is ≤ 0, and zero at the first",
            (max(terms) <= 0 == terms[0] for data in small_data() if (terms := mixed_terms(data))),
        ),
    )


def growth() -> Theorem:
    """‖w + y·x‖² ≤ ‖w‖² + ‖x‖²."""
    label, _, mistake = (assume(fact) for fact in ON_A_MISTAKE)
    return by_sum(
        "growth",
        length_sq(MOVED) <= length_sq(W) + length_sq(X),
        [times(2, mistake), times(-length_sq(X), label)],
    )


@claim(
    "S3-81",
    lines="289",
    title="Growth by the sample",
    says="So ‖w^{k+1}‖² ≤ ‖w^k‖² + ‖x‖².",
)
def s3_81() -> Judgement:
    label, _, mistake = ON_A_MISTAKE
    return true(
        proved(
            "an update on a mistake adds at most ‖x‖² to ‖w‖²",
            growth(),
            length_sq(MOVED) <= length_sq(W) + length_sq(X),
            given=[label, mistake],
        )
    )


@claim("S3-82", lines="291", title="Growth by the radius", says="So ‖w^{k+1}‖² ≤ ‖w^k‖² + R².")
def s3_82() -> Judgement:
    _, radius, _ = ON_A_MISTAKE
    return true(
        proof(
            "an update on a mistake adds at most R² to ‖w‖²",
            length_sq(MOVED) <= length_sq(W) + RADIUS**2,
            [growth(), assume(radius)],
            given=ON_A_MISTAKE,
        )
    )


@claim("S3-83", lines="293", title="The upper bound", says="Hence ‖w^{k+1}‖² ≤ kR².")
def s3_83() -> Judgement:
    def holds(data: Dataset) -> bool:
        lengths = [norm_sq(w) for w in weights_of(data, P7)]
        return all(after <= k * data.radius_sq for k, after in enumerate(lengths[1:]))

    units = [positive(*((0,) * i + (1,) + (0,) * (n - 1 - i) for i in range(n))) for n in range(1, 6)]
    return false(
        smallest_data(separable_data(), holds, ": ‖w¹‖² = R², and not 0"),
        "‖w^{k+1}‖² ≤ (k + 1)R²: k + 1 updates have been made.",
        theorem("‖w‖² ≤ kR² after k updates", "T1.growth", length_sq(W) <= K * RADIUS**2),
        enumeration(
            "orthonormal samples attain (k + 1)R² at every k, so the printed bound fails at every k",
            (norm_sq(w) == k * data.radius_sq for data in units for k, w in enumerate(weights_of(data, P7))),
        ),
    )


def both_bounds() -> Theorem:
    """(k + 1)R² > ((k + 1)γ)²."""
    return by_sum(
        "both bounds",
        ((K + 1) * GAMMA) ** 2 < (K + 1) * RADIUS**2,
        [long_weights(), kernel_theorem("T1.growth"), growth(), assume(ON_A_MISTAKE[1])],
    )


ALL_ASSUMPTIONS = (STRICT_MARGIN, NONNEGATIVE_GAMMA, UNIT, *ON_A_MISTAKE)


@claim(
    "S3-84",
    lines="308-310",
    title="Both bounds together",
    says="k²γ² < ‖w^{k+1}‖² ≤ kR².",
)
def s3_84() -> Judgement:
    single, half = positive((1,)), Fraction(1, 2)
    length = norm_sq(weights_of(single, P7)[1])
    return corrected(
        fails_on(
            f"{show(single)}, w* = 1, γ = 1/2, k = 0: 0 < {length} ≤ 0",
            0 * half**2 < length <= 0 * single.radius_sq,
        ),
        "(k + 1)²γ² < ‖w^{k+1}‖² ≤ (k + 1)R²: on both sides, what counts is the number of updates.",
        proved(
            "(k + 1)²γ² < ‖w‖² after k + 1 updates",
            long_weights(),
            length_sq(MOVED) > ((K + 1) * GAMMA) ** 2,
            given=[STRICT_MARGIN, NONNEGATIVE_GAMMA, UNIT],
        ),
        theorem("‖w‖² ≤ kR² after k updates", "T1.growth", length_sq(W) <= K * RADIUS**2),
        proved(
            "(k + 1)²γ² < (k + 1)R²", both_bounds(), ((K + 1) * GAMMA) ** 2 < (K + 1) * RADIUS**2, ALL_ASSUMPTIONS
        ),
    )


def strictly_fewer() -> tuple[Theorem, Comparison, Sequence[Comparison]]:
    """(k + 1)γ² < R², with its assumptions: k updates were made, and one more is due."""
    goal = (K + 1) * GAMMA**2 < RADIUS**2
    result = refute("strictly fewer", goal, [both_bounds(), times(1, NEGATED, NOVIKOFF.count), NEGATED])
    return result, goal, ALL_ASSUMPTIONS


@claim(
    "S3-85",
    lines="312-314",
    title="The final bound",
    says="Combining both, k < R²/γ².",
    dissent="The earlier reading asks for a correction because the number of updates is k + 1; even that is below "
    "R²/γ², so k is too, and the printed bound is true under either reading of k.",
)
def s3_85() -> Judgement:
    return true(
        proved("even k + 1 is below: (k + 1)γ² < R²", *strictly_fewer()),
        enumeration(
            "small separable data, with γ at 9/10 of the margin: the number of updates is below R²/γ²",
            (
                go(data, P7).updates * (Fraction(9, 10) * least_margin(data, u)) ** 2 < data.radius_sq * norm_sq(u)
                for data in separable_data()
                if (u := separator_of(data))
            ),
        ),
    )


# --- 11.69 and 11.70, variants ----------------------------------------------------------------------------


@claim(
    "S3-86",
    lines="296,316-322",
    title="The perceptron as a neuron",
    says="A perceptron can be seen as a neuron: it weighs its inputs, adds them and applies a step.",
)
def s3_86() -> Judgement:
    return out_of_scope("a way of looking at the definition, with a picture; nothing is asserted of it")


@claim(
    "S3-87",
    lines="324-330,298",
    title="Online",
    says="The samples come one by one, perhaps in cycles, and each may cause an update.",
)
def s3_87() -> Judgement:
    orders = [
        Order(OrderKind.CYCLIC),
        Order(OrderKind.STREAM),
        *(Order(OrderKind.SHUFFLED, seed) for seed in range(3)),
    ]
    return true(
        theorem("in any order there are at most R²‖u‖²/γ² updates", "T1", NOVIKOFF_BOUND),
        sampled(
            "cyclic, streamed and shuffled runs end at a separator, within the bound",
            (
                (end := go(data, replace(P12, order=order))).separates and within_bound(data, end.updates)
                for data in (*separable_data(), *drawn_data())
                for order in orders
            ),
        ),
    )


CORRECTIONS, SIZE = scalar("M"), scalar("n")


@claim(
    "S3-88",
    lines="300",
    title="Batch",
    says="The gradient is summed over the full set of samples before a single update.",
)
def s3_88() -> Judgement:
    return true(
        theorem(
            "at rate 1 there are at most nR²‖u‖²/γ² rounds",
            "T5.fixed_rounds",
            SIZE * RADIUS**2 * length_sq(U) >= K * GAMMA**2,
        ),
        sampled(
            "batch runs end at a separator, within the bound",
            (
                (end := go(data, P8)).separates and within_bound(data, Fraction(end.updates, len(data)))
                for data in (*separable_data(), *drawn_data())
            ),
        ),
    )


@claim(
    "S3-89",
    lines="301",
    title="Mini-batch",
    says="Instead of the full set a smaller batch of samples is used for each update.",
)
def s3_89() -> Judgement:
    def corrections(data: Dataset, size: int) -> int:
        group = Group(GroupKind.MINI_BATCH, size)
        return sum(len(update.terms) for update in updates_of(data, replace(P12, group=group)))

    return true(
        theorem(
            "with at most n mistakes at a time, M corrections in all have Mγ² ≤ nR²‖u‖²",
            "T5.fixed",
            SIZE * RADIUS**2 * length_sq(U) >= CORRECTIONS * GAMMA**2,
        ),
        sampled(
            "mini-batches of 1, 2 and 3 samples keep to that bound, n being the size of a batch",
            (
                within_bound(data, Fraction(corrections(data, size), size))
                for data in (*separable_data(), *drawn_data())
                for size in (1, 2, 3)
            ),
        ),
    )


@claim(
    "S3-90",
    lines="302",
    title="Stochastic",
    says="Samples or mini-batches are drawn at random.",
)
def s3_90() -> Judgement:
    return true(
        theorem("the bound holds for every order, so for whichever is drawn", "T1", NOVIKOFF_BOUND),
        sampled(
            "randomly picked mistakes and shuffled mini-batches: the runs end at a separator",
            (
                go(data, conventions).separates
                for data in (*separable_data(), *drawn_data())
                for seed in range(3)
                for conventions in (
                    replace(P7, order=Order(OrderKind.RANDOM, seed)),
                    replace(P12, order=Order(OrderKind.SHUFFLED, seed), group=Group(GroupKind.MINI_BATCH, 2)),
                )
            ),
        ),
    )


@claim("S3-91", lines="304", title="Pseudo-code", says="Write pseudo-code for each of these variants.")
def s3_91() -> Judgement:
    return out_of_scope("an exercise; `verified_perceptron/algorithms` is this project's answer")


@claim(
    "S3-92",
    lines="all",
    title="No offset",
    says="Hyperplanes through the origin suffice: no offset appears in the document.",
)
def s3_92() -> Judgement:
    offset = replace(P12, offset=Offset.UNIT)
    different = [data for data in small_data() if len({*points_of(data)}) == len(data)]
    return imprecise(
        "All statements are about hyperplanes through the origin. Append a constant coordinate to every sample to "
        "apply them to hyperplanes with an offset.",
        enumeration(
            "with an offset every small set of different points is separable",
            (go(data, offset).separates for data in different),
        ),
        example("1 is +, 2 is −: separable with an offset", is_separable([(1,), (2,)], [1, -1])),
        fails=smallest_data(
            (data for data in different if all(map(any, points_of(data)))),
            lambda data: go(data).separates,
            ", without an offset",
        ),
    )
