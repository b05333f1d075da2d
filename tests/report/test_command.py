"""`verified-perceptron report`, as a stranger types it."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from tests.reference.test_command_line import assert_one_sentence, call
from verified_perceptron.report import page
from verified_perceptron.report.gather import Record
from verified_perceptron.report.page import SCRIPTS, asset

FOUR_POINTS = "4,0,1\n1,1,-1\n0,1,-1\n-2,-2,1\n"


@pytest.fixture
def four_points(tmp_path: Path) -> Path:
    path = tmp_path / "four.csv"
    path.write_text(FOUR_POINTS)
    return path


def test_it_writes_one_file_and_says_so(four_points: Path, tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    done = call("report", four_points, "-o", out, "--json")
    said = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    assert (said["report"], said["outcome"], said["updates"]) == (str(out), "converged", 3)
    assert said["bytes"] == out.stat().st_size < 3_000_000
    assert sorted(path.name for path in tmp_path.iterdir()) == ["four.csv", "report.html"]


def test_it_takes_the_conventions_that_run_takes(four_points: Path, tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    options = ["--preset", "P2", "--rate", "1/2", "--start", "1,-1", "--tie", "plus", "--order", "worst"]
    assert call("report", four_points, "-o", out, *options).returncode == 0
    record = content(out)["runs"][0]
    told = json.loads(call("run", four_points, *options, "--json").stdout)
    assert (record["updates"], record["passes"]) == (told["updates"], told["passes"])
    assert record["weights"]["shown"] == told["weights"]
    # The command in the page repeats the run.
    again = json.loads(call(*shlex.split(record["command"])[1:], "--json").stdout)
    assert again == told


def test_the_command_in_the_page_checks_its_certificate(four_points: Path, tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    assert call("report", four_points, "-o", out).returncode == 0
    for certificate in content(out)["runs"][0]["certificates"]:
        words = shlex.split(certificate["check"])
        stored = tmp_path / certificate["file"]
        stored.write_text(certificate["text"])
        words[2] = str(stored)
        assert call(*words[1:]).returncode == 0


@pytest.mark.parametrize("text", ["", "1,2\n", "x,y,z\n", "1,nan,1\n"])
def test_bad_data_are_one_sentence_and_leave_no_file(tmp_path: Path, text: str) -> None:
    data, out = tmp_path / "bad.csv", tmp_path / "report.html"
    data.write_text(text)
    done = call("report", data, "-o", out)
    assert done.returncode == 2
    assert_one_sentence(done, "bad.csv")
    assert not out.exists()


def test_bad_choices_and_places_are_one_sentence(four_points: Path, tmp_path: Path) -> None:
    for arguments, said in (
        (["--preset", "P77"], "no preset"),
        (["--rate", "0"], "not positive"),
        (["-o", tmp_path / "nowhere" / "report.html"], "nowhere"),
        (["--separator", tmp_path / "none.json"], "none.json"),
    ):
        done = call("report", four_points, "-o", tmp_path / "r.html", *arguments)
        assert done.returncode == 2
        assert_one_sentence(done, said)


def test_a_hostile_name_stays_text(tmp_path: Path) -> None:
    name = "</script><script>alert(1)</script><!--"
    record: Record = {"data": {"name": name}, "note": "<img src=x onerror=alert(2)> \u2028 &amp;"}
    text = page(f"{name} & more", {"runs": [record]})
    assert "alert(1)</script>" not in text
    assert "<img" not in text
    assert text.count("</script>") == 1 + len(SCRIPTS)
    out = tmp_path / "page.html"
    out.write_text(text)
    assert content(out)["runs"] == [record]


def test_the_page_reaches_for_nothing_outside_itself(four_points: Path, tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    assert call("report", four_points, "-o", out).returncode == 0
    text = out.read_text()
    assert re.findall(r"https?://[^\"' ]+", text) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"<script[^>]+src=|<link[^>]+stylesheet|@import|\bfetch\(|XMLHttpRequest|innerHTML", text)
    assert "default-src 'none'" in text


def test_the_core_knows_of_no_page() -> None:
    for name in SCRIPTS[:5]:
        assert not re.search(r"\b(document|window|navigator)\b", asset(name)), name


def content(path: Path) -> Any:  # Any: JSON, whose shape the tests look at
    found = re.search(r'<script type="application/json" id="content">(.*?)</script>', path.read_text(), re.DOTALL)
    assert found is not None
    return json.loads(found[1])
