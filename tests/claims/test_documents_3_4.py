"""Documents 003 and 004 and the derived results: every claim is judged, and a wrong judgement is noticed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest

from proofs.claims import COUNTS, derived, document_3, document_4
from proofs.claims.claim import (
    REGISTRY,
    Claim,
    ClaimError,
    Counterexample,
    Evidence,
    Judgement,
    Verdict,
    enumeration,
    example,
    fails_on,
    false,
    smallest_failure,
    true,
)
from proofs.claims.support import (
    GAMMA,
    LABEL,
    RADIUS,
    H,
    K,
    U,
    W,
    X,
    coordinates,
    data_sets,
    dependence,
    determinant,
    drawn_data,
    go,
    grid,
    identity,
    inseparable_data,
    kernel_theorem,
    labelled,
    positive,
    proof,
    refutation,
    separable_data,
    separator_of,
    show,
    signed,
    small_data,
    theorem,
    within_bound,
)
from verified_perceptron.algorithms import batch
from verified_perceptron.exact import dot
from verified_perceptron.logic import assume, equal, inner, norm_sq
from verified_perceptron.logic.tactics import times
from verified_perceptron.run import Outcome

MODULES = (document_3, document_4, derived)
"""Importing them registers their claims."""
OURS = sorted(id_ for id_ in REGISTRY if id_.startswith(("S3-", "S4-", "X-")))


@pytest.fixture(scope="module")
def judgements() -> dict[str, Judgement]:
    """Every claim, judged once."""
    return {id_: REGISTRY[id_].judge() for id_ in OURS}


def _claims() -> Iterator[Claim]:
    return (REGISTRY[id_] for id_ in OURS)


# --- completeness ---------------------------------------------------------------------------------------


def test_every_claim_of_the_documents_is_there_once() -> None:
    expected = [f"S{n}-{i:02}" for n in ("3", "4") for i in range(1, COUNTS[n] + 1)]
    expected += [f"X-{i:02}" for i in range(1, COUNTS["X"] + 1)]
    assert sorted(expected) == OURS


def test_every_judge_computes_a_judgement(judgements: dict[str, Judgement]) -> None:
    assert set(judgements) == set(OURS)


def test_the_verdicts_are_as_counted(judgements: dict[str, Judgement]) -> None:
    counts = Counter((REGISTRY[id_].document, j.verdict) for id_, j in judgements.items())
    assert counts == {
        ("3", Verdict.TRUE): 43,
        ("3", Verdict.CORRECTED): 17,
        ("3", Verdict.FALSE): 13,
        ("3", Verdict.IMPRECISE): 15,
        ("3", Verdict.OUT_OF_SCOPE): 4,
        ("4", Verdict.TRUE): 25,
        ("4", Verdict.CORRECTED): 7,
        ("4", Verdict.FALSE): 3,
        ("4", Verdict.IMPRECISE): 12,
        ("X", Verdict.TRUE): 8,
    }


def test_a_claim_that_is_judged_has_evidence_and_one_that_is_not_has_a_reason(
    judgements: dict[str, Judgement],
) -> None:
    for judgement in judgements.values():
        if judgement.verdict is Verdict.OUT_OF_SCOPE:
            assert judgement.reason
            assert not judgement.evidence
        else:
            assert judgement.evidence


@pytest.mark.parametrize("verdict", [Verdict.FALSE, Verdict.CORRECTED, Verdict.IMPRECISE])
def test_what_is_not_true_has_a_counterexample_and_a_correction(
    judgements: dict[str, Judgement], verdict: Verdict
) -> None:
    for id_, judgement in judgements.items():
        if judgement.verdict is verdict:
            assert judgement.counterexample, id_
            assert judgement.correction, id_


def test_the_counterexample_of_every_false_claim_is_a_smallest_one(judgements: dict[str, Judgement]) -> None:
    found = {id_: j.counterexample for id_, j in judgements.items() if j.verdict is Verdict.FALSE}
    assert [id_ for id_, counterexample in found.items() if not (counterexample and counterexample.smallest)] == []


def test_a_claim_is_told_in_full_sentences() -> None:
    for claim in _claims():
        assert claim.statement[-1] in ".?…", claim.id
        assert claim.title
        assert claim.lines or claim.document == "X"


def test_verdicts_do_not_depend_on_the_order_of_judging() -> None:
    for id_ in ("S3-27", "S3-62", "S4-10", "X-06"):
        assert REGISTRY[id_].judge() == REGISTRY[id_].judge()


# --- some of the facts, told again ------------------------------------------------------------------------


def _instance(judgement: Judgement) -> str:
    assert judgement.counterexample is not None
    return judgement.counterexample.instance


def test_well_known_slips_are_found(judgements: dict[str, Judgement]) -> None:
    assert "the loss is 2" in _instance(judgements["S3-05"])
    assert _instance(judgements["S3-76"]) == "a = 1, b = 1"
    assert "left 0, right 4" in _instance(judgements["S3-79"])
    assert "{1 is +}" in _instance(judgements["S3-83"])
    assert "√2" in _instance(judgements["S4-21"])


def test_we_say_where_we_disagree_with_the_earlier_reading() -> None:
    assert {claim.id for claim in _claims() if claim.dissent} == {"S3-15", "S3-75", "S3-85"}


# --- planted wrong judgements ------------------------------------------------------------------------------

MISTAKE = LABEL * inner(W, X) <= 0


def _wrong_expansion() -> Evidence:
    return identity("‖w + x‖² = ‖w‖² + ‖x‖²", norm_sq(W + X), norm_sq(W) + norm_sq(X))


def _weaker_theorem() -> Evidence:
    return theorem("kγ² ≤ R", "T1", RADIUS >= K * GAMMA**2)


def _unknown_theorem() -> Evidence:
    return theorem("anything", "T99", GAMMA <= 0)


def _hidden_hypothesis() -> Evidence:
    return proof("a mistake is a mistake", MISTAKE, [assume(MISTAKE)])


def _unused_hypothesis() -> Evidence:
    return proof("a square is not negative", norm_sq(W) >= norm_sq(W), [], given=[MISTAKE])


def _growth_without_the_mistake() -> Evidence:
    return proof("‖w + x‖² ≤ ‖w‖² + ‖x‖²", norm_sq(W + X) <= norm_sq(W) + norm_sq(X), [])


def _strict_refutation() -> Evidence:
    return refutation("⟨w,h⟩ > 0", inner(W, H) > 0, [times(1, assume(inner(W, H) >= 0))])


def _one_exception() -> Evidence:
    return enumeration("all numbers are small", (n < 9 for n in range(10)))


def _no_case() -> Evidence:
    return enumeration("nothing is looked at", ())


@pytest.mark.parametrize(
    "planted",
    [
        _wrong_expansion,
        _weaker_theorem,
        _unknown_theorem,
        _hidden_hypothesis,
        _unused_hypothesis,
        _growth_without_the_mistake,
        _strict_refutation,
        _one_exception,
        _no_case,
    ],
)
def test_wrong_evidence_is_refused(planted: Callable[[], Evidence]) -> None:
    with pytest.raises(ClaimError):
        true(planted())


def test_a_counterexample_that_is_none_is_refused() -> None:
    with pytest.raises(ClaimError, match="holds on"):
        fails_on("x = 1", statement_holds=True)
    with pytest.raises(ClaimError, match="every instance"):
        smallest_failure(grid(2, 1), lambda v: dot(v, v) >= 0, str)


@pytest.mark.parametrize("id_", ["S3-33", "S3-52", "S3-88", "S4-40", "S4-43"])
def test_a_fault_in_the_batch_perceptron_overturns_judgements(id_: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "is_mistake", lambda _, y, score: y * score < 0)
    with pytest.raises(ClaimError):
        REGISTRY[id_].judge()


def test_a_false_verdict_needs_evidence_for_the_correction() -> None:
    with pytest.raises(ClaimError, match="without evidence"):
        false(Counterexample("x = 1"), "something else holds")
    with pytest.raises(ClaimError, match="does not show"):
        false(Counterexample("x = 1"), "something else holds", example("it does", fact=False))


# --- the shared instruments --------------------------------------------------------------------------------


def test_the_small_data_are_split_into_separable_and_not() -> None:
    assert len(separable_data()) + len(inseparable_data()) == len(small_data())
    for data in separable_data():
        u = separator_of(data)
        assert u is not None
        assert min(dot(u, z) for z in signed(data)) > 0
    for data in inseparable_data():
        cycle = go(data).cycle
        assert cycle is not None
        assert max(cycle.multipliers) > 0
        assert not any(
            sum(m * z[j] for m, z in zip(cycle.multipliers, signed(data), strict=True))
            for j in range(data.dimension)
        )


def test_small_data_include_the_awkward_cases() -> None:
    shown = {show(data) for data in small_data()}
    assert {"{0 is +}", "{1 is +, 1 is −}", "{1 is +, 1 is +}", "{(0, 0) is −, (1, 1) is +}"} <= shown
    assert len(shown) == len(small_data())


def test_drawn_data_are_separable_and_the_same_every_time() -> None:
    assert all(go(data).outcome is Outcome.CONVERGED for data in drawn_data())
    assert drawn_data.__wrapped__(50) == drawn_data()[:50]
    assert len(drawn_data()) == 200


def test_grids_come_in_order_of_size() -> None:
    assert grid(1, 2) == [(0,), (1,), (-1,), (2,), (-2,)]
    assert grid(2, 1)[:3] == [(0, 0), (1, 0), (0, 1)]
    assert len(list(data_sets(1, 2, 1))) == 36


def test_the_bound_is_asked_of_separable_data_only() -> None:
    with pytest.raises(ClaimError, match="has no separator"):
        within_bound(labelled(((1,), 1), ((1,), -1)), 1)
    assert within_bound(positive((1, 0), (0, 1)), 2)
    assert not within_bound(positive((1, 0), (0, 1)), 3)


def test_determinants_detect_dependence() -> None:
    (a, b), (c, d) = coordinates(2, 2, fold=False)
    assert determinant([[a, b], [c, d]]) == a * d - b * c
    assert (
        dependence("any three vectors of the plane are dependent", coordinates(3, 2, fold=False)).kind == "identity"
    )


def test_a_theorem_states_exactly_what_the_judge_relies_on() -> None:
    conclusion = norm_sq(U) * RADIUS**2 >= K * GAMMA**2
    assert kernel_theorem("T1").conclusion == conclusion
    assert theorem("the bound", "T1", conclusion) == Evidence("kernel theorem", "the bound [T1]")


def test_a_proof_states_its_hypotheses() -> None:
    label = equal(LABEL**2, 1)
    goal = equal(norm_sq(LABEL * X), norm_sq(X))
    parts = [times(norm_sq(X), assume(label))]
    assert proof("a label keeps lengths", goal, parts, given=[label]).kind == "kernel theorem"
    with pytest.raises(ClaimError):
        proof("a label keeps lengths", goal, [times(Fraction(1, 2) * norm_sq(X), assume(label))], given=[label])
