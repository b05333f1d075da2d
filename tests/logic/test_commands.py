"""`python -m proofs` and its table: what they print, what they leave behind, and how they end."""

import json
from pathlib import Path

import pytest

import proofs.__main__ as command
from proofs import breaks, evidence
from proofs.coq import __main__ as coq
from proofs.registry import all_statements
from verified_perceptron.logic import engines, render


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Evidence is written to a temporary folder."""
    monkeypatch.setattr(evidence, "EVIDENCE", tmp_path)
    return tmp_path


def test_a_theorem_is_printed_with_its_hypotheses_and_every_engine(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert command.main(["T1"]) == 0
    printed = capsys.readouterr().out
    assert "γ²·k ≤ R²·‖u‖²" in printed
    assert "mistake" in printed
    assert "kernel 10/10  second 10/10  z3 10/10  cvc5 10/10" in printed


def test_the_steps_of_a_derivation_are_printed_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["T0", "--steps"]) == 0
    assert "[certificate T0.cauchy_schwarz (1, 2, 3, 4, 5)]" in capsys.readouterr().out


def test_the_evidence_is_json_with_a_score_for_each_engine(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["T0", "T1", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["passed"] is True
    assert [s["id"] for s in data["statements"]] == ["T0", "T1"]
    assert set(data["statements"][1]["engines"]) == {"kernel", "second", "z3", "cvc5"}


def test_evidence_is_left_only_when_everything_was_asked_for(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command.main(["T0"])
    assert not list(elsewhere.iterdir())
    monkeypatch.setattr(evidence, "ENGINES", ("kernel", "second"))
    monkeypatch.setattr(command, "ENGINES", ("kernel", "second"))
    assert command.main([]) == 0
    data = json.loads((elsewhere / "proofs.json").read_text(encoding="utf-8"))
    assert len(data["statements"]) == len(all_statements())


def test_an_unknown_theorem_is_a_usage_error() -> None:
    assert command.main(["T99"]) == 2
    assert breaks.main(["T99"]) == 2


def test_an_engine_that_does_not_confirm_makes_the_run_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "z3_answer", lambda _: "unknown")
    assert command.main(["T0"]) == 1


def test_a_proof_that_the_second_checker_refuses_makes_the_run_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence, "_accepted_proofs", lambda _: set())
    assert command.main(["T0"]) == 1


def test_the_table_shows_numbers_for_which_the_claim_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert breaks.main(["T1"]) == 0
    printed = capsys.readouterr().out
    for name in ("label", "margin", "radius", "mistake", "nonnegative_gamma"):
        assert name in printed
    assert "4 ≤ 1" in printed


def test_without_coq_the_command_says_how_to_get_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    assert coq.main([]) == 3
    assert "apt-get install coq" in capsys.readouterr().err


def test_two_different_obligations_cannot_share_a_name() -> None:
    first, second, *_ = evidence.unique_obligations(all_statements()).values()
    assert first != second
    names = [o.name for o in evidence.unique_obligations(all_statements()).values()]
    assert len(names) == len(set(names))


def test_names_are_printed_in_greek_and_with_indices() -> None:
    assert render.name("gamma") == "γ"
    assert render.name("w0") == "w₀"
    assert render.name("x_pos") == "x_pos"
