"""Document 002, lecture 5: voting and averaging, maximum margins, and the offset.

The systems are P4 (counted by updates), P5 (voted) and P6 (averaged).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

from proofs.claims.claim import (
    Evidence,
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
    SIGNS,
    appended,
    data,
    data_sets,
    for_passes,
    grid,
    hypotheses_on_line,
    hypothesis,
    is_separable_on_line,
    is_separable_through_origin,
    line_sets,
    outcome,
    random_sets,
    score,
    shown,
    small_sets,
    steps,
    vector_text,
)
from proofs.claims.document_2b import best_margin_sq
from proofs.t01_novikoff import w, x
from proofs.t03_offset import b
from verified_perceptron.algorithms.voted import Survivor, vote, weighted_sum
from verified_perceptron.conventions import PRESETS, Conventions, Folding, Offset, SignZero
from verified_perceptron.data import Dataset
from verified_perceptron.exact import Root, Vector, dot
from verified_perceptron.invariants import Level
from verified_perceptron.logic import (
    FOLD,
    assume,
    equal,
    inner,
    scalars,
    system,
    transition,
    vectors,
)
from verified_perceptron.logic.models import model, step
from verified_perceptron.logic.tactics import invariant
from verified_perceptron.margins import margin, predict, separates, sign
from verified_perceptron.problem import Hypothesis
from verified_perceptron.run import run

FOUR = data(((4, 0), 1), ((1, 1), -1), ((0, 1), -1), ((-2, -2), 1))
"""The lecture's first example."""

AXES = data(((1, 0, 0), 1), ((0, 1, 0), 1), ((0, 0, 1), 1))
"""Three orthonormal points, all positive."""

LINES = line_sets()

# --- voting and averaging --------------------------------------------------------------------------


def by_updates(dataset: Dataset, passes: int) -> list[tuple[Vector, int]]:
    """The voted perceptron of the lecture, line by line: (w₁, c₁), (w₂, c₂), …"""
    m_ = 1
    w_: dict[int, Vector] = {1: (Fraction(0),) * dataset.dimension}
    c_ = {1: 1}
    for x_t, y_t in list(zip(dataset.points, dataset.labels, strict=True)) * passes:
        if y_t * sum(i * j for i, j in zip(w_[m_], x_t, strict=True)) <= 0:
            w_[m_ + 1] = tuple(i + y_t * j for i, j in zip(w_[m_], x_t, strict=True))
            m_ = m_ + 1
            c_[m_] = 1
        else:
            c_[m_] = c_[m_] + 1
    return [(w_[i], c_[i]) for i in range(1, m_ + 1)]


@cache
def voters(dataset: Dataset, passes: int = 1, preset: str = "P5") -> tuple[Survivor, ...]:
    """The voters of a run of so many passes."""
    return run(dataset, for_passes(preset, passes), contracts=Level.OFF).survivors


def pairs(members: Sequence[Survivor]) -> list[tuple[Vector, int]]:
    """(w_m, c_m) for each voter."""
    return [(member.hypothesis.weights, member.count) for member in members]


@claim(
    "S2-43",
    lines="263-277",
    title="The perceptron, counted by updates",
    says="The same algorithm with m for the number of weight vectors so far: a mistake makes w_{m+1} = w_m + "
    "y·x, and "
    "the last w_m is the output.",
)
def s2_43() -> Judgement:
    return true(
        sampled(
            "P4 makes the weights of the text, and what it holds in the end is w_m with m = updates + 1",
            (
                [t.after.weights for t in steps(d, for_passes("P4", 3))] == [w_ for w_, _ in by_updates(d, 3)][1:]
                for d in (*small_sets(), *random_sets())
            ),
        ),
        enumeration(
            "they are the weights of the version counted by rounds",
            (steps(d, "P4") == steps(d, "P3") for d in small_sets()),
        ),
    )


@claim(
    "S2-44",
    lines="279-297",
    title="The voted perceptron",
    says="Keep a count c_m for each w_m: c_m = 1 when w_m is made, one more for every round it is right, and c₁ "
    "= 1 from "
    "the start.",
)
def s2_44() -> Judgement:
    return true(
        sampled(
            "P5 gives exactly the pairs (w_m, c_m) of the text",
            (pairs(voters(d, 3)) == by_updates(d, 3) for d in (*small_sets(), *random_sets())),
        ),
        enumeration(
            "the counts add up to the number of rounds plus one",
            (sum(c for _, c in by_updates(d, 3)) == 3 * len(d) + 1 for d in small_sets()),
        ),
    )


def rounds_held(dataset: Dataset, passes: int = 2) -> list[int]:
    """For each w_m, the number of rounds at whose end it is the current one."""
    made = [0, *(t.round for t in steps(dataset, for_passes("P5", passes)))]
    ends = [*(r - 1 for r in made[1:]), passes * len(dataset)]
    return [ends[0], *(end - start + 1 for start, end in zip(made[1:], ends[1:], strict=True))]


@claim(
    "S2-45",
    lines="299",
    title="What the count means",
    says="The count c_m tells for how many rounds w_m has been the classifier.",
)
def s2_45() -> Judgement:
    return corrected(
        smallest_failure(
            small_sets(),
            lambda d: [c for _, c in pairs(voters(d, 2))] == rounds_held(d),
            lambda d: f"{shown(d)}: w₁ is the classifier at the end of no round, but c₁ = 1",
        ),
        "For m ≥ 2 it is the number of rounds at whose end w_m is the classifier; c₁ is 1, although w₁ never "
        "survives "
        "round 1.",
        enumeration(
            "so it is for m ≥ 2, and c₁ = 1 with no round survived",
            (
                [c for _, c in pairs(voters(d, 2))] == [1, *rounds_held(d)[1:]] and rounds_held(d)[0] == 0
                for d in small_sets()
            ),
        ),
    )


def without_zero_points(sets: Sequence[Dataset]) -> list[Dataset]:
    """Those in which no point is zero."""
    return [d for d in sets if all(any(point) for point in d.points)]


PLANE = [d for size in (1, 2) for d in without_zero_points(data_sets(2, size, (0, 1, -1)))]


@claim(
    "S2-46",
    lines="301-305,317",
    title="The voted rule",
    says="A test example gets the sign of Σ c_i·sign⟨w_i,x⟩.",
)
def s2_46() -> Judgement:
    probes = [a for a in grid(2) if any(a)]
    return imprecise(
        "The sign of 0 is needed twice: for voters that tie, w₁ = 0 among them, and for a tied vote.",
        enumeration(
            "with sign(0) fixed as +1 or −1 the rule gives a label everywhere",
            (
                vote(voters(d), a, zero) in SIGNS
                for d in PLANE
                for a in grid(2, (0, 1, -1))
                for zero in (SignZero.PLUS, SignZero.MINUS)
            ),
        ),
        fails=smallest_failure(
            product(PLANE, probes),
            lambda case: vote(voters(case[0]), case[1]) in SIGNS,
            lambda case: (
                f"{shown(case[0])}, x = {vector_text(case[1])}: the votes "
                f"{', '.join(str(v) for v in _votes(*case))} add up to 0"
            ),
        ),
    )


def _votes(d: Dataset, a: Vector) -> list[int]:
    return [c * sign(dot(w_, a), SignZero.OPEN) for w_, c in pairs(voters(d))]


HALF_SPACE_FAILS = ((1, 0, -3), (1, -3, 3), (2, -3, 0))
"""Two points that the voters of AXES call +, and their sum, which they call −."""


@claim(
    "S2-47",
    lines="307",
    title="What has to be stored",
    says="Voting has to store all the classifiers; averaging does not.",
)
def s2_47() -> Judgement:
    def same_votes_without_first(d: Dataset) -> bool:
        return all(vote(voters(d), a) == vote(voters(d)[1:], a) for a in grid(d.dimension))

    def running_sum(d: Dataset, passes: int) -> Vector:
        """Σ c·w with one vector of memory, adding the current weights after every round."""
        current = total = (Fraction(0),) * d.dimension
        changes = {t.round: t.after.weights for t in steps(d, for_passes("P6", passes))}
        for number in range(1, passes * len(d) + 1):
            current = changes.get(number, current)
            total = tuple(i + j for i, j in zip(total, current, strict=True))
        return total

    return corrected(
        smallest_failure(
            without_zero_points(LINES),
            lambda d: not same_votes_without_first(d),
            lambda d: f"{shown(d)}: without w₁ = 0 every vote is the same (with sign(0) = 0)",
        ),
        "Voting needs all the classifiers that differ and are not zero, in general; averaging needs the one vector "
        "Σ c_i·w_i, which can be summed as the run goes.",
        sampled(
            "the running sum, one vector of memory, is Σ c_i·w_i",
            (
                running_sum(d, 2) == weighted_sum(voters(d, 2, "P6")).weights
                for d in (*small_sets(), *random_sets())
            ),
        ),
        example(
            "no single vector does for voting: after three orthonormal points (1,0,−3) and (1,−3,3) get +, "
            "their sum gets −",
            [vote(voters(AXES), a) for a in HALF_SPACE_FAILS] == [1, 1, -1],
        ),
    )


@claim(
    "S2-48",
    lines="309",
    title="Averaging trains like voting",
    says="The averaged perceptron trains as the voted one does; only the rule for test examples differs.",
)
def s2_48() -> Judgement:
    return true(
        sampled(
            "P5 and P6 make the same pairs (w_m, c_m)",
            (pairs(voters(d, 3)) == pairs(voters(d, 3, "P6")) for d in (*small_sets(), *random_sets())),
        ),
        example(
            "they differ in the predictor alone",
            replace(PRESETS["P5"], predictor=PRESETS["P6"].predictor) == PRESETS["P6"],
        ),
    )


def average_is_linear() -> Evidence:
    """⟨Σ c_i·w_i, x⟩ = Σ c_i⟨w_i,x⟩, for any number of voters."""
    (total,) = vectors("total")
    count, added = scalars("count added")
    adding = system(
        "voters",
        {total: 0 * total, added: 0},
        [transition("voter", [w, count], {}, {total: total + count * w, added: added + count * inner(w, x)})],
    )
    same = equal(inner(total, x), added)
    proof = invariant("voters", adding, same, [[assume(same)]])
    run_ = model(step(w=(4, 0), count=1), step(w=(3, -1), count=2), x=(1, 1))
    return theorem("⟨Σ c_i·w_i, x⟩ = Σ c_i⟨w_i,x⟩, however many voters", proof, run_)


@claim(
    "S2-49",
    lines="311-313",
    title="The averaged rule",
    says="A test example gets the sign of ⟨Σ c_i·w_i, x⟩.",
)
def s2_49() -> Judgement:
    return true(
        average_is_linear(),
        sampled(
            "it does not depend on c₁, because w₁ = 0",
            (
                weighted_sum(voters(d)) == weighted_sum(voters(d)[1:])
                and predict(weighted_sum(voters(d)), d.points[0], SignZero.OPEN)
                == sign(sum(c * dot(w_, d.points[0]) for w_, c in pairs(voters(d))), SignZero.OPEN)
                for d in (*small_sets(), *random_sets())
                if len(voters(d)) > 1
            ),
        ),
    )


@claim(
    "S2-50",
    lines="319-323",
    title="Three voters of one round each",
    says="If c₁ = c₂ = c₃ = 1, averaging takes the sign of ⟨w₁ + w₂ + w₃, x⟩ and voting the majority of the "
    "three signs.",
)
def s2_50() -> Judgement:
    w_1, w_2, w_3 = vectors("w_1 w_2 w_3")
    three = [d for d in PLANE if [c for _, c in pairs(voters(d))] == [1, 1, 1]]

    def majority(signs: Sequence[int]) -> int | None:
        found = [label for label in SIGNS if 2 * signs.count(label) > len(signs)]
        return found[0] if found else None

    def signs_of(d: Dataset, a: Vector) -> list[int]:
        return [sign(dot(w_, a), SignZero.OPEN) for w_, _ in pairs(voters(d))]

    return corrected(
        smallest_failure(
            product(three, [a for a in grid(2) if any(a)]),
            lambda case: majority(signs_of(*case)) is not None,
            lambda case: (
                f"{shown(case[0])}, x = {vector_text(case[1])}: the signs are "
                f"{', '.join(map(str, signs_of(*case)))}, and there is no majority"
            ),
        ),
        "The majority decides if no ⟨w_i,x⟩ is 0; but w₁ is 0, so in a run only the other two vote, "
        "and they may disagree.",
        identity(
            "averaging: ⟨w₁ + w₂ + w₃, x⟩ is the sum of the scores",
            inner(w_1 + w_2 + w_3, x),
            inner(w_1, x) + inner(w_2, x) + inner(w_3, x),
        ),
        enumeration(
            "voting: for three signs ±1, the sign of the sum is the majority",
            (sign(sum(signs), SignZero.OPEN) == majority(signs) for signs in product(SIGNS, repeat=3)),
        ),
        example(
            "the two rules differ: after (1,0), (1,0), (0,1), all positive, (1, −4) gets + by vote and − on "
            "average",
            _both_rules(data(((1, 0), 1), ((1, 0), 1), ((0, 1), 1)), (1, -4)) == (1, -1),
        ),
    )


def _both_rules(d: Dataset, a: Vector) -> tuple[int, int]:
    return vote(voters(d), a), predict(weighted_sum(voters(d)), a, SignZero.OPEN)


FOUR_PAIRS: list[tuple[Vector, int]] = [((4, 0), 1), ((3, -1), 2), ((1, -3), 1)]


@claim(
    "S2-51",
    lines="325-345",
    title="The example's voters",
    says="With the start called w₀, example 1 gives w₂ = (4,0) with c₂ = 1, w₃ = (3,−1) with c₃ = 2, w₄ = "
    "(1,−3) with "
    "c₄ = 1.",
)
def s2_51() -> Judgement:
    made = pairs(voters(FOUR))
    return corrected(
        fails_on(
            "counted from w₀ = 0, the second weights after it are (3, −1), not (4, 0)",
            made[2][0] == (4, 0),
        ),
        "The start is w₁; the numbers are right.",
        example("w₁ = 0 with c₁ = 1, then the three pairs as said", made == [((0, 0), 1), *FOUR_PAIRS]),
    )


@claim(
    "S2-52",
    lines="347-349",
    title="The example's output",
    says="The voted perceptron outputs the three pairs ((4,0), 1), ((3,−1), 2), ((1,−3), 1).",
)
def s2_52() -> Judgement:
    made = pairs(voters(FOUR))
    return corrected(
        fails_on("the algorithm as printed outputs four pairs on these data", by_updates(FOUR, 1) == FOUR_PAIRS),
        "Its output starts with ((0,0), 1).",
        example("((0,0), 1) and then the three", by_updates(FOUR, 1) == made == [((0, 0), 1), *FOUR_PAIRS]),
    )


@claim(
    "S2-53",
    lines="351-353",
    title="The first voter",
    says="w₁ = 0 always, and c₁ = 1, but its value does not matter.",
)
def s2_53() -> Judgement:
    def same_with_any_count(case: tuple[Dataset, Vector]) -> bool:
        d, a = case
        first, *others = voters(d)
        return len({vote([Survivor(first.hypothesis, c), *others], a, SignZero.PLUS) for c in (0, 1, 5)}) == 1

    return imprecise(
        "It does not matter for averaging, nor for voting with sign(0) = 0.  With sign(0) = +1 or −1 the first "
        "voter votes "
        "on every example.",
        enumeration(
            "w₁ = 0 and c₁ = 1, because the first round is always an update",
            (pairs(voters(d))[0] == ((0,) * d.dimension, 1) for d in small_sets()),
        ),
        enumeration(
            "with sign(0) = 0 neither rule depends on c₁",
            (
                vote(voters(d), a) == vote([Survivor(voters(d)[0].hypothesis, 7), *voters(d)[1:]], a)
                and weighted_sum(voters(d)) == weighted_sum([Survivor(voters(d)[0].hypothesis, 7), *voters(d)[1:]])
                for d in PLANE
                for a in grid(2, (0, 1, -1))
            ),
        ),
        fails=smallest_failure(
            product(without_zero_points(data_sets(1, 1)), grid(1)),
            same_with_any_count,
            lambda case: f"{shown(case[0])}, x = {vector_text(case[1])}, sign(0) = +1: the vote depends on c₁",
        ),
    )


@claim(
    "S2-54",
    lines="355-359",
    title="The example's voted rule",
    says="The voted rule of example 1 is the sign of the votes of (0,0), (4,0), twice (3,−1), and (1,−3); as "
    "printed, "
    "each vector shows one entry.",
)
def s2_54() -> Judgement:
    # (3,−1) is a positive combination of (4,0) and (1,−3), so its sign follows from theirs unless these oppose
    def middle_signs(first: int, last: int) -> tuple[int, ...]:
        return (-1, 0, 1) if first * last < 0 else (first or last,)

    printed, probe = [(0,), (4,), (3,), (-3,)], FOUR.points[0]
    return corrected(
        fails_on(
            "as printed the vectors have one entry, and a point of the example has two",
            all(len(vector) == len(probe) for vector in printed),
        ),
        "With both entries the rule is the sign of sign⟨(4,0),x⟩ + 2·sign⟨(3,−1),x⟩ + sign⟨(1,−3),x⟩, which equals "
        "sign⟨(3,−1),x⟩ for every x.",
        example("the voters are these, with these counts", pairs(voters(FOUR))[1:] == FOUR_PAIRS),
        example(
            "3·(3,−1) = 2·(4,0) + (1,−3)",
            all(3 * b_ == 2 * a + c for a, b_, c in zip((4, 0), (3, -1), (1, -3), strict=True)),
        ),
        enumeration(
            "so the middle voter's sign lies between the others', and decides the vote in every case",
            (
                sign(first + 2 * middle + last, SignZero.OPEN) == middle
                for first, last in product((-1, 0, 1), repeat=2)
                for middle in middle_signs(first, last)
            ),
        ),
        enumeration(
            "as it does on a grid",
            (vote(voters(FOUR), a) == sign(dot((3, -1), a), SignZero.OPEN) for a in grid(2, tuple(range(-6, 7)))),
        ),
    )


@claim(
    "S2-55",
    lines="361-363",
    title="The example's averaged rule",
    says="The averaged rule of example 1 is the sign of ⟨(11,−5), x⟩; as printed, the vector shows its first "
    "entry only.",
)
def s2_55() -> Judgement:
    return corrected(
        fails_on(
            "as printed the vector has one entry, and a point of the example has two",
            len((11,)) == len(FOUR.points[0]),
        ),
        "(4,0) + 2·(3,−1) + (1,−3) = (11,−5).",
        example("the weighted sum is (11, −5)", weighted_sum(voters(FOUR)) == hypothesis((11, -5))),
    )


@claim(
    "S2-56",
    lines="365",
    title="Is the voted boundary a hyperplane?",
    says="The decision boundary of the voted perceptron is in general no hyperplane.  (The answer to the "
    "exercise.)",
)
def s2_56() -> Judgement:
    first, second, total = HALF_SPACE_FAILS
    pair = data(((1, 0), 1), ((0, 1), 1))
    return true(
        example(
            "after three orthonormal points, (1,0,−3) and (1,−3,3) get + and their sum gets −: no half-space "
            "does that",
            [vote(voters(AXES), a) for a in HALF_SPACE_FAILS] == [1, 1, -1]
            and list(total) == [i + j for i, j in zip(first, second, strict=True)],
        ),
        example(
            "in the plane the tied points can fill a sector: (1,−2) and (2,−3) tie, and they are not parallel",
            vote(voters(pair), (1, -2)) == vote(voters(pair), (2, -3)) == 0 and 1 * -3 - -2 * 2 != 0,
        ),
    )


@claim(
    "S2-57",
    lines="366",
    title="Is the averaged boundary a hyperplane?",
    says="The decision boundary of the averaged perceptron is a hyperplane.  (The answer to the exercise.)",
)
def s2_57() -> Judgement:
    return true(
        average_is_linear(),
        enumeration(
            "it is the hyperplane of Σ c_i·w_i, which is not zero when the data are separable through the origin",
            (any(weighted_sum(voters(d, 2)).weights) for d in small_sets() if is_separable_through_origin(d)),
        ),
        example(
            "the sum must not be zero: it is for {(0, +)}, where every point ties",
            not any(weighted_sum(voters(data((0, 1)))).weights),
        ),
    )


# --- maximum margin and offset ---------------------------------------------------------------------


@claim(
    "S2-58",
    lines="368-371",
    title="Any separator will do",
    says="The perceptron stops at the first separator it finds, which need not be the one of maximum margin.",
)
def s2_58() -> Judgement:
    separable = [d for d in PLANE if is_separable_through_origin(d)]
    short = [d for d in separable if margin(outcome(d, "P3").hypothesis, d) < Root.sqrt(best_margin_sq(d))]
    return true(
        enumeration(
            "once the weights separate there is no further update",
            (not any(separates(t.before, d) for t in steps(d, for_passes("P3", 12))) for d in separable),
        ),
        example(
            f"{shown(short[0])}: the run ends with margin {margin(outcome(short[0], 'P3').hypothesis, short[0])}, "
            f"the largest is {Root.sqrt(best_margin_sq(short[0]))}",
            bool(short),
        ),
    )


@claim(
    "S2-59",
    lines="375",
    title="Support vector machines",
    says="To compute a separator of maximum margin, use a support vector machine.",
)
def s2_59() -> Judgement:
    return out_of_scope("It names a method that the lecture does not define.")


FOLDED_FIRST = identity("⟨(b, α), (1, x)⟩ = ⟨α,x⟩ + b", inner(w + b * FOLD, x + FOLD), inner(w, x) + b)


@claim(
    "S2-60",
    lines="377-379",
    title="Hyperplanes not through the origin",
    says="Classification by a hyperplane not through the origin can be turned into one through the origin.",
)
def s2_60() -> Judgement:
    return true(
        FOLDED_FIRST,
        enumeration(
            "a data set of the line is separable by a threshold exactly if its folded copy is through the origin",
            (
                any(separates(h, d) for h in _small_thresholds())
                == is_separable_through_origin(appended(d, first=True))
                for d in LINES
            ),
        ),
        enumeration(
            "and then the run on the folded copy ends",
            (outcome(appended(d, first=True), "P3").separates for d in LINES if is_separable_on_line(d)),
        ),
    )


def _small_thresholds() -> list[Hypothesis]:
    return [hypothesis(a, Fraction(c, 2)) for a in (0, 1, -1) for c in range(-5, 6)]


@claim(
    "S2-61",
    lines="381-387",
    title="The separating hyperplane",
    says="The separating hyperplane is αᵀx + b ≥ 0.",
)
def s2_61() -> Judgement:
    lines = [h for h in hypotheses_on_line() if h.weights[0]]
    return corrected(
        smallest_failure(
            product(lines, grid(1)),
            lambda case: score(case[0], case[1]) < 0 or score(case[0], case[1]) == 0,
            lambda case: (
                f"α = {case[0].weights[0]}, b = {case[0].offset}: x = {vector_text(case[1])} satisfies "
                "it, "
                "off the hyperplane"
            ),
        ),
        "αᵀx + b ≥ 0 is the half-space of the positive points; the hyperplane is αᵀx + b = 0.",
        enumeration(
            "the hyperplane is where the two half-spaces meet",
            ((score(h, a) == 0) == (score(h, a) >= 0 and -score(h, a) >= 0) for h, a in product(lines, grid(1))),
        ),
        theorem("and the points of αᵀx + b = 0 are those at distance zero from it", "T8.foot_distance"),
    )


@claim(
    "S2-62",
    lines="389-391",
    title="The folded point",
    says="Put a 1 in front of every point: z = (1, x), one dimension more.",
)
def s2_62() -> Judgement:
    def conventions(folding: Folding) -> Conventions:
        return for_passes(Conventions(offset=Offset.UNIT, folding=folding), 4)

    return true(
        FOLDED_FIRST,
        sampled(
            "the run is the same whether the 1 is put in front, behind, or kept apart",
            (
                steps(d, conventions(Folding.FIRST)) == steps(d, conventions(Folding.LAST))
                and [t.after for t in steps(d, conventions(Folding.FIRST))]
                == [
                    hypothesis(t.after.weights[1:], t.after.weights[0])
                    for t in steps(appended(d, first=True), for_passes("P3", 4))
                ]
                for d in (*small_sets(), *random_sets())
            ),
        ),
    )


@claim(
    "S2-63",
    lines="393-395",
    title="The folded hyperplane",
    says="In the folded problem the separating hyperplane is αᵀz + b ≥ 0, or αᵀz + b = 0.",
)
def s2_63() -> Judgement:
    def fits(dimension: int) -> bool:
        alpha, z = (1,) * dimension, (1, *(0,) * dimension)
        return len(alpha) == len(z)

    return false(
        smallest_failure(
            (1, 2, 3), fits, lambda d: f"d = {d}: α has {d} entries and z = (1, x) has {d + 1}; αᵀz is not defined"
        ),
        "The folded weights are (b, α), and the hyperplane is ⟨(b, α), z⟩ = 0: the offset is inside, not added "
        "again.",
        FOLDED_FIRST,
        example(
            "adding b once more is another hyperplane: α = 1, b = 1 has its zero at −1, with 2b it is at −2",
            score(hypothesis((1, 1)), (1, -1)) == 0 and score(hypothesis((1, 1), 1), (1, -1)) != 0,
        ),
    )
