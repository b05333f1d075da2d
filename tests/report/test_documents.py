"""The page of the documents' own examples: runs, claims with drawings, and what breaks."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from proofs import report
from proofs.claims.report import chosen, judge
from proofs.registry import all_statements
from proofs.systems import trials
from tests.report.conftest import console_of, open_page, settle
from verified_perceptron.cli.choices import Choices, conventions_of
from verified_perceptron.readers import read_dataset

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

SOME_CLAIMS = ["S0-29", "S1-24", "S1-45", "S2-29", "S3-12", "S3-45", "S4-41", "X-01"]


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page with a few of the claims, which are judged here."""
    folder = tmp_path_factory.mktemp("documents")
    judged = folder / "claims.json"
    records = [one.record() for one in judge(chosen(SOME_CLAIMS)).judged]
    judged.write_text(json.dumps(records))
    out = folder / "report.html"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(report, "CLAIMS", judged)
        patch.setattr(report.claim_records, "__defaults__", (judged,))
        assert report.main([str(out)]) == 0
    return out


@pytest.mark.parametrize(
    ("instance", "dimension", "points"),
    [
        ("{((0, 1), +), ((1, 1), −)}: separable", 2, [(["0", "1"], 1), (["1", "1"], -1)]),
        ("{(1, 0) is +, (−1, 0) is +}, through the origin", 2, [(["1", "0"], 1), (["-1", "0"], 1)]),
        ("{((0, 1), +), ((-3/5, -4/5), +)} is separable", 2, [(["0", "1"], 1), (["-3/5", "-4/5"], 1)]),
        ("{(0, +), (1, −)}: not separated", 1, [(["0"], 1), (["1"], -1)]),
        ("w = 0, {1 is +, −1 is −}: J = 0", 1, [(["1"], 1), (["-1"], -1)]),
    ],
)
def test_the_points_of_a_counterexample_are_drawn_as_they_are(
    instance: str, dimension: int, points: list[tuple[list[str], int]]
) -> None:
    found: Any = report.drawing(instance)
    assert found["dimension"] == dimension
    assert [(point["x"], point["y"]) for point in found["points"]] == points
    assert found["places"] == []


def test_vectors_and_other_places_are_drawn_too() -> None:
    found: Any = report.drawing("{((0, 1), −), ((1, 1), +)} with θ* = (2, -1): cos² goes 1/5 → 1")
    assert found["vectors"] == [{"name": "θ*", "x": ["2", "-1"]}]
    found = report.drawing("(0, 0), (1, 0), (−1, 0) on a line")
    assert found["places"] == [["0", "0"], ["1", "0"], ["-1", "0"]]


@pytest.mark.parametrize(
    "instance",
    [
        "a = 1, b = 1",
        "{((0, 1/2), +)} (γ² = 1/4) and {((0, 1), +), ((1, 0), +)} (γ² = 1/2)",
        "{(1, +)}: (1, 0) and (2, 0) are one hyperplane with the margins 1 and 2",
        "label and output (1, 1): accuracy 1, error 0",
    ],
)
def test_what_is_no_picture_is_not_drawn(instance: str) -> None:
    assert report.drawing(instance) is None


def test_the_page_repeats_each_run(documents: Path, tmp_path: Path) -> None:
    found = re.search(r'id="content">(.*?)</script>', documents.read_text(), re.DOTALL)
    assert found is not None
    runs = json.loads(found[1])["runs"]
    assert len(runs) == len(list(trials()))
    for record, trial in zip(runs, trials(), strict=True):
        path = tmp_path / record["file"]["name"]
        path.write_text(record["file"]["text"])
        assert read_dataset(path).examples == trial.data.examples
        words = shlex.split(record["command"])
        options: dict[str, Any] = dict(word.removeprefix("--").split("=") for word in words if "=" in word)
        conventions = conventions_of(Choices(words[words.index("--preset") + 1], **options))
        assert conventions == trial.conventions


def test_without_judged_claims_it_says_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(report.ReportError, match="judge the claims first"):
        report.claim_records(tmp_path / "none.json")
    assert capsys.readouterr().out == ""


def test_the_dashboard_filters_by_document_verdict_and_text(browser: Chrome, documents: Path) -> None:
    from selenium.webdriver.support.ui import Select

    open_page(browser, documents)
    assert documents.stat().st_size < 3_000_000

    def shown() -> list[str]:
        script = "return [...document.querySelectorAll('#claims [data-claim]')].map((c) => c.dataset.claim)"
        found: list[str] = browser.execute_script(script)
        return found

    assert shown() == SOME_CLAIMS
    Select(browser.find_element("id", "claim-document")).select_by_value("1")
    assert shown() == ["S1-24", "S1-45"]
    Select(browser.find_element("id", "claim-document")).select_by_value("")
    Select(browser.find_element("id", "claim-verdict")).select_by_value("false")
    assert "S0-29" in shown()
    Select(browser.find_element("id", "claim-verdict")).select_by_value("")
    browser.find_element("id", "claim-search").send_keys("zzz")
    assert shown() == []
    assert "0 claims of 8" in browser.find_element("id", "claims").text
    browser.find_element("id", "claim-search").clear()
    browser.execute_script("document.querySelectorAll('#claims details').forEach((d) => { d.open = true; })")
    settle(browser)
    for id_, points in (("S1-24", 2), ("S3-45", 0)):
        script = "return document.querySelectorAll(`[data-claim=${arguments[0]}] .drawing [data-point]`).length"
        assert browser.execute_script(script, id_) == points
    assert console_of(browser) == []


def test_what_breaks_has_every_assumption_and_each_run_can_be_chosen(browser: Chrome, documents: Path) -> None:
    open_page(browser, documents)
    text = browser.execute_script("return document.getElementById('breaks').textContent")
    for statement in all_statements():
        for name in statement.named():
            assert name in text
    titles = browser.execute_script("""
      const choice = document.getElementById("run-choice");
      return [...choice.options].map((option) => {
        choice.value = option.value;
        choice.dispatchEvent(new Event("change"));
        return document.querySelector("#run h1").textContent;
      });
    """)
    assert titles == [trial.data.name for trial in trials()]
    assert console_of(browser) == []
