"""The judge on the steps of the convergence proof and on slips: what it says, why, and how it prints it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.judge.steps import FALSE_STEPS, MORE_TRUE_STEPS, TRUE_STEPS, Step
from verified_perceptron.judging import Answer, Proof, Verdict, judge
from verified_perceptron.logic import Comparison, Relation


def verdict_on(step: Step) -> Verdict:
    return judge(step.goal, step.givens)


def proof_of(step: Step) -> Proof:
    proof = verdict_on(step).proof
    assert proof is not None
    return proof


@pytest.mark.parametrize("name", [*TRUE_STEPS, *MORE_TRUE_STEPS])
def test_right_steps_are_proved_by_theorems_of_the_kernel(name: str) -> None:
    step = {**TRUE_STEPS, **MORE_TRUE_STEPS}[name]
    verdict = verdict_on(step)
    assert verdict.answer is Answer.PROVED
    assert verdict.seconds < 5
    assert verdict.proof is not None
    assert not verdict.proof.vacuous
    assert all(isinstance(theorem.conclusion, Comparison) for theorem in verdict.proof.theorems)


@pytest.mark.parametrize("name", FALSE_STEPS)
def test_wrong_steps_are_refuted_by_exact_vectors(name: str) -> None:
    verdict = verdict_on(FALSE_STEPS[name])
    assert verdict.answer is Answer.REFUTED
    assert verdict.seconds < 5


@pytest.mark.parametrize(
    ("name", "dropped"),
    [(name, i) for name, step in TRUE_STEPS.items() for i in range(len(step.givens))],
)
def test_each_given_of_a_right_step_is_needed(name: str, dropped: int) -> None:
    step = TRUE_STEPS[name]
    givens = [given for i, given in enumerate(step.givens) if i != dropped]
    assert judge(step.goal, givens).answer is Answer.REFUTED


def test_the_growth_step_is_printed_as_a_sum_of_its_givens() -> None:
    (derivation,) = proof_of(TRUE_STEPS["growth"]).derivations
    assert derivation.text() == [
        "|w|^2 + R^2 - |w + y*x|^2",
        "  = 2*(-<w,x>*y)         >= 0   given 1",
        "  + (R^2 - |x|^2)        >= 0   given 2",
        "  + (-|x|^2)*(y^2 - 1)   = 0    given 3",
        "so |w + y*x|^2 <= |w|^2 + R^2.",
    ]


def test_the_combination_step_uses_cauchy_schwarz_and_shows_its_proof() -> None:
    lemma, step = proof_of(TRUE_STEPS["combination"]).derivations
    assert lemma.title == "Cauchy–Schwarz"
    assert lemma.lines
    assert "Cauchy–Schwarz" in [line.reason for line in step.lines]


def test_a_proof_names_the_givens_it_uses_and_no_other() -> None:
    assert proof_of(Step("a <= c", ("a <= b", "x = 1", "b <= c"))).uses == ("given 1", "given 3")


def test_a_name_that_the_user_has_taken_does_not_stand_for_the_negated_goal() -> None:
    (derivation,) = proof_of(Step("N <= M", ("N^2 <= M^2", "M >= 0"))).derivations
    assert "N0 = N - M" in derivation.opening


def test_an_equation_may_need_both_directions() -> None:
    proof = proof_of(Step("a = b", ("a <= b", "b <= a")))
    relations = [
        theorem.conclusion.relation for theorem in proof.theorems if isinstance(theorem.conclusion, Comparison)
    ]
    assert relations == [Relation.NONNEGATIVE, Relation.NONNEGATIVE]


def test_contradictory_givens_prove_everything_and_are_pointed_out() -> None:
    assert proof_of(Step("a = 5", ("b > 1", "b < 0"))).vacuous


def test_a_counterexample_shows_vectors_numbers_lengths_and_both_sides() -> None:
    found = verdict_on(FALSE_STEPS["cross term with two norms"]).counterexample
    assert found is not None
    assert found.dimension == 1
    assert found.vectors == {"w": ("1",), "x": ("-1",)}
    assert found.numbers == {"y": "1"}
    assert found.lengths == {"|w|": "1", "|x|": "1"}
    assert (found.left, found.sign, found.right) == ("0", "=", "4")


def test_a_counterexample_has_the_smallest_dimension_and_rational_lengths() -> None:
    found = verdict_on(FALSE_STEPS["two dimensions are needed"]).counterexample
    assert found is not None
    assert found.dimension == 2
    assert all(Fraction(length) > 0 for length in found.lengths.values())


def test_a_length_that_must_be_irrational_is_shown_as_a_root() -> None:
    found = judge("|v| >= 2", ["|v|^2 = 2"]).counterexample
    assert found is not None
    assert found.lengths == {"|v|": "√2"}


def test_a_defined_vector_is_shown_with_its_value() -> None:
    found = judge("|w'|^2 <= |w|^2", ["w' = w + x"]).counterexample
    assert found is not None
    assert "w'" in found.vectors


def test_what_is_true_but_has_no_certificate_in_sight_is_unknown() -> None:
    # Motzkin's polynomial: never negative, no sum of squares.
    verdict = judge("x^4*y^2 + x^2*y^4 + 1 >= 3*x^2*y^2", timeout=3)
    assert verdict.answer is Answer.UNKNOWN
    assert verdict.reason


def test_what_has_only_irrational_counterexamples_is_unknown() -> None:
    assert judge("x^2 >= 3", ["x^2 = 2"], timeout=2).answer is Answer.UNKNOWN
