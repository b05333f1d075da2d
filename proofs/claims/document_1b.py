"""Document 001, chapter 3: removing the offset, and what separable means."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from proofs.claims.claim import (
    Judgement,
    claim,
    corrected,
    enumeration,
    example,
    identity,
    sampled,
    smallest_failure,
    theorem,
    true,
)
from proofs.claims.common import (
    LINE,
    SIGNS,
    appended,
    at_most,
    data,
    data_sets,
    for_passes,
    grid,
    half,
    hypotheses_on_line,
    hypothesis,
    is_separable_on_line,
    is_separable_through_origin,
    line_sets,
    outcome,
    pass_ends,
    random_sets,
    score,
    shown,
    small_sets,
    steps,
    vector_text,
)
from proofs.claims.document_1a import (
    as_printed,
    has_zero_error,
    thresholds_with_ties,
    tie_is_minus,
    ties_shifted_away,
)
from proofs.t01_novikoff import u, w, x
from proofs.t03_offset import beta
from verified_perceptron.conventions import PRESETS, Conventions, Folding, Offset, SignZero
from verified_perceptron.data import Dataset
from verified_perceptron.exact import norm_sq
from verified_perceptron.logic import FOLD, ZERO, inner
from verified_perceptron.logic import norm_sq as length_sq
from verified_perceptron.margins import separates, training_errors
from verified_perceptron.problem import Hypothesis, pose
from verified_perceptron.run import Outcome

# --- the offset ------------------------------------------------------------------------------------


@claim(
    "S1-15",
    lines="69-71",
    title="A classifier without offset",
    says="Without offset the prediction is +1 where ⟨θ,x⟩ > 0, and −1 elsewhere.",
)
def s1_15() -> Judgement:
    return true(
        enumeration(
            "the rule gives one of the two labels, −1 at a tie",
            (
                tie_is_minus(hypothesis(a), x_) == (1 if sum(i * j for i, j in zip(a, x_, strict=True)) > 0 else -1)
                for a, x_ in product(grid(2, LINE[:3]), repeat=2)
            ),
        ),
        example("P1 and P2 predict by it", {PRESETS[p].sign_zero for p in ("P1", "P2")} == {SignZero.MINUS}),
    )


@claim(
    "S1-16",
    lines="73",
    title="Without offset, through the origin",
    says="A separator without an offset passes through the origin.",
)
def s1_16() -> Judgement:
    return true(identity("⟨θ,0⟩ = 0", inner(w, ZERO), 0))


FOLDED_SCORE = identity("⟨(θ, θ₀), (x, 1)⟩ = ⟨θ,x⟩ + θ₀", inner(w + beta * FOLD, x + FOLD), inner(w, x) + beta)


def folded(h: Hypothesis) -> Hypothesis:
    """The offset as a last weight."""
    return hypothesis((*h.weights, h.offset))


@claim(
    "S1-17",
    lines="73",
    title="The offset can be removed",
    says="Every problem with an offset is a problem without one, in one dimension more.",
)
def s1_17() -> Judgement:
    return true(
        FOLDED_SCORE,
        theorem("and the two runs keep in step", "T3.folding"),
        enumeration(
            "a data set of the line is separable exactly if its folded copy is, through the origin",
            (
                (outcome(d, "P1").outcome is Outcome.CONVERGED) == is_separable_through_origin(appended(d))
                for d in line_sets()
            ),
        ),
        identity(
            "margins are not kept, because ‖θ_new‖² = ‖θ‖² + θ₀²",
            length_sq(u + beta * FOLD),
            length_sq(u) + beta**2,
        ),
    )


@claim(
    "S1-18",
    lines="75-83",
    title="The folded vectors",
    says="Append +1 to every point, and θ₀ to θ.",
)
def s1_18() -> Judgement:
    unit = Conventions(offset=Offset.UNIT, folding=Folding.LAST)
    return true(
        sampled(
            "the folded problem's points are (x, 1), in units of the common denominator",
            (
                [tuple(Fraction(a, d.denominator) for a in x_) for x_, _ in pose(d, unit).examples]
                == [(*x_, 1) for x_ in d.points]
                for d in random_sets()
            ),
        ),
        FOLDED_SCORE,
    )


@claim(
    "S1-19",
    lines="85-88",
    title="The folded score",
    says="The folded inner product is ⟨θ,x⟩ + θ₀.",
)
def s1_19() -> Judgement:
    return true(FOLDED_SCORE)


@claim(
    "S1-20",
    lines="90",
    title="An equivalent separator",
    says="θ_new is a separator in d + 1 dimensions, without offset, equivalent to the original.",
)
def s1_20() -> Judgement:
    return true(
        FOLDED_SCORE,
        enumeration(
            "it predicts the same everywhere, and separates the folded points exactly if the original separates",
            (
                separates(h, d) == separates(folded(h), appended(d))
                and all(tie_is_minus(h, x_) == tie_is_minus(folded(h), (*x_, 1)) for x_ in d.points)
                for h in hypotheses_on_line()
                for d in data_sets(1, 2, LINE[:3])
            ),
        ),
    )


FOUR = data((1, 1), (2, 1), (3, -1), (4, -1))
"""The chapter's four points on the line."""

FOUR_SEPARATOR = hypothesis(-1, Fraction(5, 2))


@claim(
    "S1-21",
    lines="92-98",
    title="Four points on the line",
    says="θ = −1, θ₀ = 5/2 separates the points 1, 2 from 3, 4.",
)
def s1_21() -> Judgement:
    return true(
        example(
            "the margins are 3/2, 1/2, 1/2, 3/2",
            [y_ * score(FOUR_SEPARATOR, x_) for x_, y_ in zip(FOUR.points, FOUR.labels, strict=True)]
            == [Fraction(3, 2), half, half, Fraction(3, 2)],
        )
    )


@claim(
    "S1-22",
    lines="98",
    title="No separator through the origin",
    says="Through the origin these points cannot be separated.",
)
def s1_22() -> Judgement:
    cycle = outcome(FOUR, "P2").cycle
    return true(
        example("neither direction of the line separates them", not is_separable_through_origin(FOUR)),
        example(
            "the run through the origin returns: the multipliers λ it gives cancel, Σλ·y·x = 0",
            cycle is not None
            and max(cycle.multipliers) > 0
            and sum(k_ * y_ * x_[0] for k_, x_, y_ in zip(cycle.multipliers, FOUR.points, FOUR.labels, strict=True))
            == 0,
        ),
        theorem("which no separator allows", "T6.gordan"),
    )


@claim(
    "S1-23",
    lines="98-102",
    title="The folded points are separable",
    says="θ_new = (−1, 5/2) separates the folded points through the origin.",
)
def s1_23() -> Judgement:
    updates = [outcome(FOUR, preset).updates for preset in ("P1", "P0")]
    bound = (FOUR.radius_sq + 1) * (1 + FOUR_SEPARATOR.offset**2) / half**2
    return true(
        example("all margins are positive", separates(folded(FOUR_SEPARATOR), appended(FOUR))),
        example(
            "P1 finds a separator in 25 updates (P0 in 9), where the folded bound allows 493",
            updates == [25, 9] and bound == 493,
        ),
    )


@claim(
    "S1-24",
    lines="104-130",
    title="The algorithm through the origin",
    says="The same without θ₀: update on y⟨θ,x⟩ ≤ 0, stop after a quiet pass; the return stands inside the "
    "outer loop.",
)
def s1_24() -> Judgement:
    plane = [d for count in (1, 2) for d in data_sets(2, count, (0, 1, -1, 2)) if is_separable_through_origin(d)]
    return corrected(
        smallest_failure(
            plane,
            lambda d: separates(pass_ends(d, for_passes("P2", 1))[-1], d),
            lambda d: (
                f"{shown(d)}: separable, but returned after one pass with "
                f"θ = {vector_text(pass_ends(d, for_passes('P2', 1))[-1].weights)}, which is wrong"
            ),
        ),
        "The return comes after the loop over passes.",
        sampled(
            "then P2 makes exactly the updates of the text",
            (
                [s.after for s in steps(d, at_most("P2", 5))] == as_printed(d, 5, 0)
                for d in (*small_sets(), *random_sets())
            ),
        ),
        enumeration("and separates what can be separated", (outcome(d, "P2").separates for d in plane)),
    )


@claim(
    "S1-25",
    lines="104-108",
    title="Studying the simple version is enough",
    says="What holds of the algorithm through the origin carries over to the one with offset.",
)
def s1_25() -> Judgement:
    return true(
        theorem("the offset is the folded weight after every update", "T3.folding"),
        sampled(
            "P1 is P2 on the points (x, 1), update by update",
            (
                [folded(s.after) for s in steps(d, for_passes("P1", 4))]
                == [s.after for s in steps(appended(d), for_passes("P2", 4))]
                for d in (*small_sets(), *random_sets())
            ),
        ),
    )


# --- separability ----------------------------------------------------------------------------------


@claim(
    "S1-26",
    lines="134",
    title="What the theory will show",
    says="The solvable problems can be characterised, the algorithm solves them, and a measure of difficulty "
    "bounds its "
    "updates.",
)
def s1_26() -> Judgement:
    plane = [d for count in (1, 2) for d in data_sets(2, count, (0, 1, -1, 2))]
    return true(
        enumeration(
            "solved exactly if separable, decided without a perceptron",
            (outcome(d, "P2").separates == is_separable_through_origin(d) for d in plane),
        ),
        theorem("the difficulty R²‖u‖²/γ² bounds the updates", "T1"),
    )


@claim(
    "S1-27",
    lines="138-140",
    title="Linearly separable",
    says="A training set is linearly separable if some θ, θ₀ give every example y(⟨θ,x⟩ + θ₀) > 0.",
)
def s1_27() -> Judgement:
    line = line_sets()
    return true(
        enumeration(
            "on the line, P1 ends with such a θ, θ₀ exactly if there is one",
            (outcome(d, "P1").separates == is_separable_on_line(d) for d in line),
        ),
        theorem("and multipliers λ with Σλ·z = 0 show that there is none", "T6.gordan"),
    )


@claim(
    "S1-28",
    lines="142-147",
    title="Separable means that predictions are right",
    says="A training set is separable if and only if some h has h(x) = ⟨θ,x⟩ + θ₀ = y on all of it.",
)
def s1_28() -> Judgement:
    line = line_sets()

    def interpolated(d: Dataset) -> bool:
        """Some a·x + c takes the labels' values: the points of each pair with distinct x decide a and c."""
        examples = list(zip([x_[0] for x_ in d.points], d.labels, strict=True))
        lines_ = [(Fraction(0), Fraction(label)) for label in SIGNS]
        for (p, s), (q, t) in product(examples, repeat=2):
            if p != q:
                slope = Fraction(s - t) / Fraction(p - q)
                lines_.append((slope, s - slope * p))
        return any(all(a * p + c == label for p, label in examples) for a, c in lines_)

    def has_right_predictions(d: Dataset) -> bool:
        return has_zero_error(d, thresholds_with_ties())

    return corrected(
        smallest_failure(
            line,
            lambda d: interpolated(d) == is_separable_on_line(d),
            lambda d: f"{shown(d)}: separable, but no affine function takes the labels as its values",
        ),
        "The prediction is the sign of the score, +1 where it is positive and −1 elsewhere: h(x) = sign(⟨θ,x⟩ + "
        "θ₀) = y.",
        enumeration(
            "with the sign, right predictions exist exactly for separable sets (small integers on the line)",
            (has_right_predictions(d) == is_separable_on_line(d) for d in line),
        ),
    )


@claim(
    "S1-29",
    lines="149-152",
    title="Separable means zero training error",
    says="A training set is separable if and only if some h of this form has zero training error.",
    dissent="We call it true as it stands, because it speaks of finitely many examples and of an h with offset; "
    "the "
    "known counterexamples need a hyperplane through the origin or infinitely many points.",
)
def s1_29() -> Judgement:
    line = line_sets()
    return true(
        *ties_shifted_away(),
        enumeration(
            "on the line, zero error and strict separability go together",
            (has_zero_error(d, thresholds_with_ties()) == is_separable_on_line(d) for d in line),
        ),
        example(
            "through the origin they do not: {(0, −)} has zero error at θ = 1 and no separator",
            training_errors(hypothesis(1), data((0, -1)), SignZero.MINUS) == 0
            and not is_separable_through_origin(data((0, -1))),
        ),
    )


@claim(
    "S1-30",
    lines="156",
    title="Convergence",
    says="If the training data are linearly separable, the perceptron finds a separator, for τ large enough.",
)
def s1_30() -> Judgement:
    return true(
        theorem("with any separator θ*, θ₀* of margin γ, P1 makes kγ² ≤ (R² + 1)(‖θ*‖² + θ₀*²) updates", "T3.unit"),
        theorem("and P2 makes kγ² ≤ R²‖θ*‖²", "T1"),
        enumeration(
            "a run that has ended separates the data, and on the line P1 ends whenever it can",
            (outcome(d, "P1").separates == is_separable_on_line(d) for d in line_sets()),
        ),
        sampled(
            "the updates are within the bound of the separator that was found",
            (
                e.updates * g**2 <= (d.radius_sq + 1) * (norm_sq(e.hypothesis.weights) + e.hypothesis.offset**2)
                for d in random_sets()
                for e in [outcome(d, "P1")]
                if e.separates
                for g in [min(y_ * score(e.hypothesis, x_) for x_, y_ in zip(d.points, d.labels, strict=True))]
            ),
        ),
    )
