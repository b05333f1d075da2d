"""`decide` and `check` on the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import typer
from typer.testing import CliRunner, Result

from verified_perceptron.cli.check import check_command
from verified_perceptron.cli.decide import decide_command

app = typer.Typer()
app.command("decide")(decide_command)
app.command("check")(check_command)


def call(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.fixture
def corner(tmp_path: Path) -> Path:
    path = tmp_path / "corner.csv"
    path.write_text("1/2,0,1\n0,-1,-1\n3,4,1\n")
    return path


@pytest.fixture
def torn(tmp_path: Path) -> Path:
    path = tmp_path / "torn.csv"
    path.write_text("1,1\n-2,1\n")
    return path


def test_separable_data_are_decided_and_certified(corner: Path, tmp_path: Path) -> None:
    stored = tmp_path / "c.json"
    result = call("decide", corner, "--certificate", stored, "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout) == {
        "separable": True,
        "weights": ["2", "1"],
        "offset": "0",
        "multipliers": {"0": "4", "1": "1"},
        "margin_sq": "1/5",
        "bound": "125",
        "updates_bound": "125",
        "radius_sq": "25",
    }
    for options in ([], ["--fast"]):
        checked = call("check", stored, corner, "--json", *options)
        assert checked.exit_code == 0
        assert json.loads(checked.stdout) == {
            "accepted": True,
            "kind": "max-margin",
            "reason": "the weights separate the examples, and no margin is larger",
        }


def test_data_that_cannot_be_separated_are_proved_so(torn: Path, tmp_path: Path) -> None:
    stored = tmp_path / "c.json"
    result = call("decide", torn, "--certificate", stored, "--json")
    assert result.exit_code == 1
    answer = json.loads(result.stdout)
    assert (answer["separable"], answer["weights"], answer["multipliers"]) == (False, None, {"0": "2", "1": "1"})
    checked = call("check", stored, torn)
    assert (checked.exit_code, checked.stdout) == (0, "accepted: no separator exists\n")


def test_one_class_with_an_offset_has_a_separator_but_no_margin(torn: Path, tmp_path: Path) -> None:
    result = call("decide", torn, "--offset", "unit", "--json", "--certificate", tmp_path / "c.json")
    answer = json.loads(result.stdout)
    assert (result.exit_code, answer["separable"], answer["margin_sq"], answer["bound"]) == (0, True, None, None)
    assert call("check", tmp_path / "c.json", torn).exit_code == 0


def test_tables_show_the_answer(corner: Path, torn: Path, tmp_path: Path) -> None:
    assert "yes" in call("decide", corner, "--offset", "unit").stdout
    assert "no" in call("decide", torn).stdout
    long = tmp_path / "long.csv"
    long.write_text(f"{'7' * 100},1\n")
    assert "characters)" in call("decide", long).stdout


def test_a_refusal_has_its_reason_and_status(corner: Path, torn: Path, tmp_path: Path) -> None:
    stored = tmp_path / "c.json"
    call("decide", corner, "--certificate", stored)
    refused = call("check", stored, torn)
    assert (refused.exit_code, refused.stdout) == (1, "refused: the certificate is about other data\n")
    for text, kind in (("{", None), ("[]", None), ('{"kind": 1}', None), ('{"kind": "run"}', "run")):
        stored.write_text(text)
        answer = call("check", stored, corner, "--json")
        assert (answer.exit_code, json.loads(answer.stdout)["kind"]) == (1, kind)


def test_files_that_cannot_be_read_are_an_error(corner: Path, tmp_path: Path) -> None:
    ragged = tmp_path / "ragged.csv"
    ragged.write_text("1,2,1\n1,1\n")
    for arguments in (
        ("decide", tmp_path / "none.csv"),
        ("decide", ragged),
        ("decide", corner, "--certificate", tmp_path / "no" / "place.json"),
        ("check", tmp_path / "none.json", corner),
        ("check", tmp_path / "none.json", corner, "--fast"),
    ):
        command = [sys.executable, "-m", "verified_perceptron", *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 2
        assert done.stderr.startswith("verified-perceptron: ")
        assert len(done.stderr.splitlines()) == 1


def test_named_labels_and_arrays(tmp_path: Path) -> None:
    named, array, stored = tmp_path / "named.csv", tmp_path / "d.npy", tmp_path / "c.json"
    named.write_text("class,x\nrock,1.5\nmine,-2\n")
    reading = ("--label", "class", "--positive", "rock")
    assert call("decide", named, *reading, "--certificate", stored).exit_code == 0
    np.save(array, np.array([[1.5, 1.0], [-2.0, -1.0]]))
    for options in (("--fast",), ()):
        assert call("check", stored, named, *reading, *options).exit_code == 0
        assert call("check", stored, array, *options).exit_code == 0
