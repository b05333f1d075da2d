"""A proof in, a marked proof out."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from verified_perceptron.judging import Answer
from verified_perceptron.logic.syntax import StepError
from verified_perceptron.marking import MAX_CHARACTERS, MAX_LINES, Marked, MarkedProof, mark

PROGRAM = [sys.executable, "-m", "verified_perceptron"]

PROOF = """\
# the growth step, with a slip
given label:   y^2 = 1
given mistake: y*<w,x> <= 0
given radius:  |x|^2 <= R^2
given update:  w' = w + y*x
given before:  |w|^2 <= k*R^2

expand: |w'|^2 = |w|^2 + 2*y*<w,x> + |x|^2      # the square multiplied out
slip:   |w'|^2 <= k*R^2
drop:   |w'|^2 <= |w|^2 + |x|^2  given expand, mistake
growth: |w'|^2 <= (k+1)*R^2
"""


def marked(text: str, timeout: float = 3) -> dict[str, Marked]:
    return {m.line.name: m for m in mark(text, "proof.txt", timeout)}


def answer(line: Marked) -> Answer | None:
    return line.verdict.answer if line.verdict else None


def call(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=60, check=False)


def test_every_line_is_judged_and_the_first_wrong_one_is_named() -> None:
    lines = marked(PROOF)
    assert {name: answer(line) for name, line in lines.items() if line.verdict} == {
        "expand": Answer.PROVED,
        "slip": Answer.REFUTED,
        "drop": Answer.PROVED,
        "growth": Answer.PROVED,
    }
    proof = MarkedProof(tuple(lines.values()))
    assert proof.answer is Answer.REFUTED
    wrong = proof.first(Answer.REFUTED)
    assert wrong is not None
    assert (wrong.line.name, wrong.line.number) == ("slip", 9)


def test_a_wrong_line_is_used_by_no_other() -> None:
    lines = marked(
        "given a: x <= y\nwrong: y <= x\nlater: x = y\nnamed: x = y given wrong, a\nother: x <= y given a\n"
    )
    assert answer(lines["wrong"]) is Answer.REFUTED
    assert answer(lines["later"]) is Answer.REFUTED
    assert lines["later"].without == ("wrong",)
    assert lines["named"].without == ("wrong", "later")[:1]
    assert (answer(lines["other"]), lines["other"].without) == (Answer.PROVED, ())


def test_a_line_uses_only_what_it_names() -> None:
    lines = marked("given a: x <= y\ngiven b: y <= z\nshort: x <= z given a\nboth: x <= z given a, b\n")
    assert answer(lines["short"]) is Answer.REFUTED
    assert answer(lines["both"]) is Answer.PROVED


def test_an_earlier_line_is_a_given_for_a_later_one() -> None:
    lines = marked("given a: x <= y\ngiven b: y <= z\nfirst: x <= z\nsecond: 2*x <= 2*z given first\n")
    verdict = lines["second"].verdict
    assert verdict is not None
    assert verdict.proof is not None
    assert verdict.proof.uses == ("first",)


def test_lines_need_no_names_and_declarations_come_first() -> None:
    lines = marked("vectors a b\nscalars s\ngiven a = s*b\n|a|^2 = s^2*|b|^2\n")
    assert answer(lines["line 4"]) is Answer.PROVED


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a: x <= y\na: y <= x\n", "proof.txt:2: there is already a line called a"),
        ("a: x <= y given b\n", "proof.txt:1: no line before this one is called b"),
        ("given a: x <= y\n", "proof.txt: there is no step to judge"),
        ("", "proof.txt: there is no step to judge"),
        ("a: x <= y\nb: x <= \n", "proof.txt:2: something is missing at the end"),
        ("a: <x,y> = 1\nb: x = 1\n", "proof.txt:"),
        ("vectors v\nscalars v\na: v = v\n", "proof.txt:2: v is declared a number and a vector"),
        ("a: x = x\n" * (MAX_LINES + 1), "proof.txt: a proof has at most"),
        ("#" * (MAX_CHARACTERS + 1), "proof.txt: a proof has at most"),
    ],
)
def test_an_error_names_the_file_and_the_line(text: str, sentence: str) -> None:
    with pytest.raises(StepError) as caught:
        marked(text)
    assert str(caught.value).startswith(sentence)


# --- the command ----------------------------------------------------------------------------------

GROWTH = ["--given", "y*<w,x> <= 0", "--given", "|x|^2 <= R^2", "--given", "y^2 = 1"]


def test_a_proved_step_exits_0_and_prints_its_derivation() -> None:
    done = call("judge", "|w + y*x|^2 <= |w|^2 + R^2", *GROWTH)
    assert done.returncode == 0
    assert done.stdout.startswith("proved")
    assert "2*(-<w,x>*y)" in done.stdout
    assert "given 2" in done.stdout


def test_a_refuted_step_exits_1_with_exact_strings_in_json() -> None:
    done = call("judge", "x^2 >= x", "--given", "x > 0", "--json")
    assert done.returncode == 1
    record = json.loads(done.stdout)
    assert record["verdict"] == "refuted"
    assert record["certificate"] is None
    assert record["counterexample"] == {
        "dimension": 0,
        "vectors": {},
        "numbers": {"x": "1/2"},
        "lengths": {},
        "left": "1/4",
        "right": "1/2",
    }


def test_a_certificate_in_json_has_coefficients_factors_and_the_derivation() -> None:
    record = json.loads(call("judge", "|w + y*x|^2 <= |w|^2 + R^2", *GROWTH, "--json").stdout)
    assert record["verdict"] == "proved"
    (theorem,) = record["certificate"]["theorems"]
    assert theorem["products"][0] == {"coefficient": "1", "factors": ["negated goal"], "squares": []}
    assert theorem["multiples"] == [{"multiplier": "-1*<x,x>", "fact": "2"}]
    assert record["certificate"]["derivation"][-1] == "so |w + y*x|^2 <= |w|^2 + R^2."


def test_an_unknown_step_exits_3() -> None:
    done = call("judge", "x^4*y^2 + x^2*y^4 + 1 >= 3*x^2*y^2", "--timeout", "2")
    assert done.returncode == 3
    assert done.stdout.startswith("unknown")


def test_what_cannot_be_read_exits_2_and_points_at_the_character() -> None:
    done = call("judge", "|w^2 <= 3", "--json")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.splitlines()[-2:] == ["  |w^2 <= 3", "       ^"]


def test_a_file_is_marked_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "proof.txt"
    path.write_text(PROOF)
    done = call("judge", path)
    assert done.returncode == 1
    assert done.stdout.rstrip().endswith("the first wrong line is slip (line 9)")
    record = json.loads(call("judge", path, "--json").stdout)
    assert (record["verdict"], record["first_wrong"]) == ("refuted", "slip")
    assert [step["name"] for step in record["steps"]] == ["expand", "slip", "drop", "growth"]


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"given x = 1\n"])
def test_a_bad_file_is_one_sentence_and_status_2(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "proof.txt"
    path.write_bytes(content)
    done = call("judge", path)
    assert done.returncode == 2
    assert done.stderr.startswith(f"verified-perceptron: {path}")


def test_a_file_says_itself_what_is_given(tmp_path: Path) -> None:
    path = tmp_path / "proof.txt"
    path.write_text(PROOF)
    assert call("judge", path, "--given", "x = 1").returncode == 2
