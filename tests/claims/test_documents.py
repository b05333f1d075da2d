"""Every claim of documents 000, 001 and 002 is there, and its judge computes a verdict with its grounds."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from proofs.claims import COUNTS, all_claims, report
from proofs.claims import __main__ as module
from proofs.claims.claim import (
    REGISTRY,
    Claim,
    ClaimError,
    Judgement,
    Verdict,
    claim,
    corrected,
    enumeration,
    example,
    fails_on,
    false,
    identity,
    imprecise,
    judgement_of,
    out_of_scope,
    smallest_failure,
    theorem,
    true,
)
from verified_perceptron.cli import app
from verified_perceptron.cli import claims as command
from verified_perceptron.logic import assume, inner, norm_sq, scalars, vectors
from verified_perceptron.logic.models import model
from verified_perceptron.logic.tactics import by_sum, times

CLAIMS = all_claims()
DOCUMENTS = sorted({c.document for c in CLAIMS})

a, b = vectors("a b")
(t,) = scalars("t")


def ids(document: str) -> list[str]:
    prefix = "X-" if document == "X" else f"S{document}-"
    return [f"{prefix}{number:02}" for number in range(1, COUNTS[document] + 1)]


# --- the documents ------------------------------------------------------------------------------


def test_documents_000_001_and_002_are_judged() -> None:
    assert {"0", "1", "2"} <= set(DOCUMENTS)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_document_is_judged_whole(document: str) -> None:
    assert [c.id for c in CLAIMS if c.document == document] == ids(document)


@pytest.mark.parametrize("subject", CLAIMS, ids=lambda c: c.id)
def test_every_judge_computes_a_verdict_with_its_grounds(subject: Claim) -> None:
    judgement = judgement_of(subject)
    match judgement.verdict:
        case Verdict.TRUE:
            assert judgement.evidence
            assert judgement.counterexample is None
        case Verdict.FALSE if subject.document in "012":
            assert judgement.evidence
            assert judgement.counterexample is not None
            assert judgement.counterexample.smallest
            assert judgement.correction
        case Verdict.CORRECTED | Verdict.FALSE:
            assert judgement.evidence
            assert judgement.counterexample is not None
            assert judgement.correction
        case Verdict.IMPRECISE:
            assert judgement.evidence
            assert judgement.correction
        case Verdict.OUT_OF_SCOPE:
            assert judgement.reason
    assert subject.title
    assert subject.statement
    assert subject.lines or subject.document == "X"


# --- a judge that is wrong ----------------------------------------------------------------------


@pytest.fixture
def planted() -> Iterator[None]:
    """A claim whose judge says something that is not so."""

    @claim("X-99", lines="0", title="Planted", says="One is two.")
    def wrong() -> Judgement:
        return true(example("one is two", 1 == 1 + 1))

    yield
    del REGISTRY["X-99"]


@pytest.mark.usefixtures("planted")
def test_a_planted_wrong_judgement_is_caught_and_named() -> None:
    with pytest.raises(ClaimError, match=r"X-99 \(Planted\): the example does not show that one is two"):
        judgement_of(REGISTRY["X-99"])


@pytest.mark.usefixtures("planted")
def test_the_command_ends_with_status_1_and_names_the_failing_claim(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        command.claims_command(["X-99", "S0-25"], json_=True)
    out, err = capfd.readouterr()
    assert stopped.value.code == 1
    assert "X-99 (Planted)" in err
    assert [record["id"] for record in json.loads(out)] == ["S0-25"]


def test_a_proof_that_does_not_go_through_is_a_failing_claim() -> None:
    def unproved() -> Judgement:
        return true(theorem("a norm is positive", by_sum("no", norm_sq(a) > 0, [])))

    with pytest.raises(ClaimError, match="Z-1"):
        judgement_of(Claim("Z-1", "0", "title", "statement", unproved))


def test_a_claim_is_judged_once() -> None:
    with pytest.raises(ClaimError, match="judged twice"):
        claim("S0-01", lines="1", title="again", says="again")(lambda: out_of_scope("no"))


# --- the harness --------------------------------------------------------------------------------


def test_an_example_must_hold() -> None:
    assert example("two is two", 2 == 1 + 1).kind == "example"
    with pytest.raises(ClaimError):
        example("two is three", 2 == 1 + 2)


def test_an_enumeration_looks_at_every_case_and_at_one_at_least() -> None:
    assert enumeration("squares are not negative", (i * i >= 0 for i in range(-3, 4))).shows.endswith("(7 cases)")
    with pytest.raises(ClaimError, match="case 3"):
        enumeration("numbers are below 2", (i < 2 for i in range(5)))
    with pytest.raises(ClaimError, match="no case"):
        enumeration("nothing", ())


def test_an_identity_is_one_of_the_ring() -> None:
    assert identity("squares", norm_sq(a + b), norm_sq(a) + 2 * inner(a, b) + norm_sq(b)).kind == "identity"
    with pytest.raises(ClaimError, match="not an identity"):
        identity("no cross term", norm_sq(a + b), norm_sq(a) + norm_sq(b))


def test_a_theorem_is_known_by_its_id() -> None:
    assert theorem("the bound", "T1").kind == "kernel theorem"
    with pytest.raises(ClaimError, match="no statement T99"):
        theorem("nothing", "T99")


def test_a_theorem_with_hypotheses_needs_values_that_satisfy_them() -> None:
    proof = by_sum("larger", t >= 0, [assume(t >= 1), times(1)])
    assert theorem("t is not negative", proof, model(t=1)).formula
    with pytest.raises(ClaimError, match="no witness"):
        theorem("t is not negative", proof)
    with pytest.raises(ClaimError, match="no witness"):
        theorem("t is not negative", proof, model(t=0))
    with pytest.raises(ClaimError, match="no value"):
        theorem("t is not negative", proof, model())


def test_a_counterexample_violates_the_statement() -> None:
    assert fails_on("this", statement_holds=False).instance == "this"
    with pytest.raises(ClaimError, match="holds on"):
        fails_on("this", statement_holds=True)


def test_the_smallest_failure_is_the_first() -> None:
    found = smallest_failure(range(10), lambda i: i < 4, str)
    assert (found.instance, found.smallest) == ("4", True)
    with pytest.raises(ClaimError, match="every instance"):
        smallest_failure(range(3), lambda i: i < 4, str)


def test_a_verdict_needs_evidence_and_a_correction() -> None:
    found, fact = fails_on("this", statement_holds=False), example("so it is", True)
    judgements: list[Callable[[], Judgement]] = [
        true,
        lambda: false(found, "instead"),
        lambda: corrected(found, " ", fact),
        lambda: imprecise("", fact),
        lambda: out_of_scope(""),
    ]
    for judgement in judgements:
        with pytest.raises(ClaimError):
            judgement()


# --- the command --------------------------------------------------------------------------------


def test_the_command_prints_verdict_evidence_counterexample_and_correction() -> None:
    answer = CliRunner().invoke(app, ["claims", "S0-25", "S0-44"])
    assert answer.exit_code == 0
    for part in ("S0-25", "false", "kernel theorem", "fails on (smallest)", "instead:", "reason:"):
        assert part in answer.stdout
    counts = "judged: 1 (0 true, 0 true with a correction, 1 false, 0 imprecise); out of scope: 1"
    assert counts in answer.stdout


def test_json_has_the_stable_keys() -> None:
    answer = CliRunner().invoke(app, ["claims", "S0-25", "--json"])
    (record,) = json.loads(answer.stdout)
    assert {"id", "document", "title", "verdict", "evidence", "counterexample", "correction"} <= set(record)
    assert (record["id"], record["document"], record["verdict"]) == ("S0-25", "0", "false")


def test_claims_are_chosen_by_id_document_and_verdict() -> None:
    chosen = report.chosen(["S0-25", "S1-01"], "0")
    assert [c.id for c in chosen] == ["S0-25"]
    assert not report.judge(chosen, Verdict.TRUE).judged
    assert len(report.judge(chosen, Verdict.FALSE).judged) == 1


@pytest.mark.parametrize("arguments", [["S9-01"], ["--document", "7"], ["--verdict", "perhaps"]])
def test_asking_for_what_does_not_exist_is_bad_usage(arguments: list[str]) -> None:
    assert CliRunner().invoke(app, ["claims", *arguments]).exit_code == 2


def test_without_a_checkout_the_command_says_so(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("site-packages") / "verified_perceptron" / "__init__.py"
    monkeypatch.setattr("verified_perceptron.__file__", str(elsewhere))
    with pytest.raises(SystemExit) as stopped:
        command.claims_command([])
    assert stopped.value.code == 2
    assert "checkout" in capfd.readouterr().err


def test_every_judge_that_ran_means_status_0() -> None:
    with pytest.raises(typer.Exit) as ended:
        command.end(report.Report((), ()))
    assert ended.value.exit_code == 0


def test_the_module_keeps_the_records_with_the_evidence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(module, "chosen", lambda: report.chosen(["S0-25"]))
    assert module.main() == 0
    (record,) = json.loads((tmp_path / "build/evidence/claims.json").read_text(encoding="utf-8"))
    assert record["id"] == "S0-25"
