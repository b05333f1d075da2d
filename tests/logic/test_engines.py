"""Z3, cvc5 and Coq as second opinions: they confirm what is true, and not what is planted false."""

import shutil
import subprocess
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from proofs.coq.__main__ import ALLOWED_AXIOMS, Checked, CoqError, parse_assumptions, refuse_gaps
from proofs.evidence import unique_obligations
from proofs.registry import all_statements
from verified_perceptron.logic import Comparison, Relation
from verified_perceptron.logic.engines import Cvc5, judge, z3_answer
from verified_perceptron.logic.export_coq import document
from verified_perceptron.logic.export_smt import script
from verified_perceptron.logic.obligations import Obligation

SAMPLE = ("T0.cauchy_schwarz", "T1.growth.step", "T3.offset.size", "T9.sum.step", "T7.impossible")


@cache
def every_obligation() -> dict[str, Obligation]:
    return unique_obligations(all_statements())


def planted(name: str) -> Obligation:
    """The obligation without its first fact, or with a strict goal: no longer true."""
    obligation = every_obligation()[name]
    if name == "T0.cauchy_schwarz":
        assert isinstance(obligation.goal, Comparison)
        return replace(obligation, goal=Comparison(Relation.POSITIVE, obligation.goal.polynomial))
    return replace(obligation, facts=obligation.facts[1:], products=(), multiples=())


def test_z3_refutes_the_negation_of_every_obligation() -> None:
    assert all(verdict.passed for verdict in judge("z3", every_obligation().values()))


def test_cvc5_refutes_the_negation_of_a_sample() -> None:
    verdicts = judge("cvc5", [every_obligation()[name] for name in SAMPLE])
    assert [verdict.answer for verdict in verdicts] == ["unsat"] * len(SAMPLE)


@pytest.mark.parametrize("name", ["T0.cauchy_schwarz", "T1.growth.step", "T1.progress.step"])
def test_z3_finds_a_counterexample_to_what_is_planted(name: str) -> None:
    assert z3_answer(script(planted(name))) == "sat"
    (verdict,) = judge("z3", [planted(name)])
    assert not verdict.passed


def test_cvc5_does_not_confirm_what_is_planted() -> None:
    (verdict,) = judge("cvc5", [planted("T1.progress.step")])
    assert not verdict.passed


def test_the_second_checker_does_not_confirm_what_is_planted() -> None:
    (verdict,) = judge("second", [planted("T1.progress.step")])
    assert (verdict.passed, verdict.answer) == (False, "refused")


def test_a_worker_that_overruns_is_ended_and_the_next_question_is_answered() -> None:
    with Cvc5() as cvc5:
        assert cvc5._ask("(set-logic QF_NRA)(check-sat)", {}, -5000) == "out of time"
        assert cvc5.answer("(set-logic QF_NRA)(assert false)(check-sat)") == "unsat"


def test_exported_names_of_different_atoms_differ() -> None:
    for obligation in every_obligation().values():
        text = script(obligation)
        declared = [line for line in text.splitlines() if line.startswith("(declare-const")]
        assert len(declared) == len(set(declared))


needs_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed")


def coqc(folder: Path, text: str) -> int:
    (folder / "Sample.v").write_text(text, encoding="utf-8")
    return subprocess.run(["coqc", "-q", "Sample.v"], cwd=folder, capture_output=True, check=False).returncode


@needs_coq
def test_coq_accepts_a_sample_of_generated_lemmas(tmp_path: Path) -> None:
    assert coqc(tmp_path, document([every_obligation()[name] for name in SAMPLE])) == 0


@needs_coq
@pytest.mark.parametrize("name", ["T1.growth.step", "T9.sum.step"])
def test_coq_refuses_a_lemma_that_is_planted_false(name: str, tmp_path: Path) -> None:
    assert coqc(tmp_path, document([planted(name)])) != 0


@pytest.mark.parametrize(
    "text",
    ["Lemma a : False. Admitted.", "Axiom cheat : False.", "Parameter x : nat.", "Proof. admit. Qed."],
)
def test_coq_files_with_gaps_are_refused(text: str) -> None:
    with pytest.raises(CoqError):
        refuse_gaps("Planted", text)


def test_a_comment_may_speak_of_axioms() -> None:
    refuse_gaps("Harmless", "(* no Axiom here (* nor Admitted *) *) Lemma a : True. Proof. exact I. Qed.")


def test_assumptions_are_read_from_what_coq_prints() -> None:
    output = "== first\nClosed under the global context\n== second\nAxioms:\nA.b : Prop\nC.d\n  : nat -> Prop\n"
    assert parse_assumptions(output) == {"first": (), "second": ("A.b", "C.d")}
    with pytest.raises(CoqError):
        parse_assumptions("== first\nsomething else\n")


def test_an_axiom_beyond_the_standard_reals_fails_the_theorem() -> None:
    assert Checked("T1", "novikoff", tuple(ALLOWED_AXIOMS)).passed
    assert not Checked("T1", "novikoff", ("Classical_Prop.classic",)).passed
