"""The pages in a real browser: they open without a complaint, say what the run did, and can be worked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.report.conftest import (
    EXCLUSIVE_OR,
    FOUR_POINTS,
    LONG,
    ON_A_LINE,
    ONE_CLASS,
    click,
    console_of,
    high_dimensional,
    not_separable_in_five_dimensions,
    open_page,
    record_of,
)
from verified_perceptron.conventions import PRESETS, Conventions
from verified_perceptron.data import Dataset
from verified_perceptron.report import page

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

KINDS: dict[str, tuple[Dataset, Conventions, str]] = {
    "planar": (FOUR_POINTS, PRESETS["P1"], "Converged after 3 updates in 2 passes"),
    "on a line": (ON_A_LINE, PRESETS["P1"], "Converged after"),
    "high-dimensional": (high_dimensional(), PRESETS["P1"], "Converged after"),
    "non-separable": (EXCLUSIVE_OR, PRESETS["P3"], "nothing separates these data"),
    "non-separable in five dimensions": (
        not_separable_in_five_dimensions(),
        PRESETS["P2"],
        "nothing separates these data",
    ),
    "one class": (ONE_CLASS, PRESETS["P1"], "All labels are equal"),
    "ten thousand updates": (LONG, PRESETS["P2"], "Converged after 11\u202f000 updates"),
    "batches": (FOUR_POINTS, PRESETS["P8"], "Converged after"),
    "margin": (FOUR_POINTS, PRESETS["P14"], "Converged after"),
    "delta rule": (FOUR_POINTS, PRESETS["P11"], "Stopped after"),
}


def text_of(browser: Chrome, selector: str) -> str:
    return str(browser.execute_script("return document.querySelector(arguments[0]).textContent", selector))


@pytest.mark.parametrize("kind", KINDS)
def test_the_report_opens_without_a_complaint(browser: Chrome, tmp_path: Path, kind: str) -> None:
    data, conventions, said = KINDS[kind]
    path = tmp_path / "report.html"
    path.write_text(page(data.name, {"runs": [record_of(data, conventions)]}))
    open_page(browser, path)
    assert said in text_of(browser, "#run")
    assert console_of(browser) == []
    assert path.stat().st_size < 3_000_000
    figures: int = browser.execute_script(
        "return [...document.querySelectorAll('figure svg[role=img]')].filter(v => v.getAttribute('aria-label') "
        "&& v.querySelector('title') && v.querySelector('desc')?.textContent).length"
    )
    drawn: int = browser.execute_script("return document.querySelectorAll('figure').length")
    assert figures == drawn >= 2
    if kind == "ten thousand updates":
        assert "moments 600 are shown" in text_of(browser, "#course").replace("\u202f", "")


def test_the_slider_and_the_arrow_keys_go_through_the_updates(browser: Chrome, tmp_path: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    path = tmp_path / "report.html"
    path.write_text(page("four", {"runs": [record_of(FOUR_POINTS, PRESETS["P3"])]}))
    open_page(browser, path)
    slider = browser.find_element("css selector", "#course input[type=range]")
    assert "update 3 of 3" in text_of(browser, "#course output")
    slider.send_keys(Keys.HOME)
    assert "the start" in text_of(browser, "#course output")
    slider.send_keys(Keys.ARROW_RIGHT)
    assert "update 1 of 3" in text_of(browser, "#course output")
    assert "(4, 0)" in text_of(browser, "#course table.readout")
    said = [text_of(browser, f"#course .grid figure:nth-child({n}) .said") for n in (1, 2, 3)]
    assert said == ["k = 1: ⟨w,w*⟩ = 1 ≥ 1", "k = 1: ‖w‖² = 16 ≤ 16", "k = 1: cos² = 1/26 ≥ 1/26"]
    chart = browser.find_elements("css selector", "#course .grid .canvas")[0]
    chart.send_keys(Keys.ARROW_RIGHT)
    assert "update 2 of 3" in text_of(browser, "#course output")
    for label, place in (("to the start", "the start"), ("one update on", "update 1"), ("to the end", "update 3")):
        click(browser, browser.find_element("css selector", f'#course button[aria-label="{label}"]'))
        assert place in text_of(browser, "#course output")
    assert console_of(browser) == []


def test_the_theme_can_be_switched_and_follows_the_system(browser: Chrome, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text(page("four", {"runs": [record_of(FOUR_POINTS)]}))
    colours = []
    for scheme in ("light", "dark"):
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        open_page(browser, path)
        for _ in range(2):
            colours.append(browser.execute_script("return getComputedStyle(document.body).backgroundColor"))
            browser.find_element("id", "theme").click()
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    assert colours[0] == colours[3] != colours[1] == colours[2]


def test_nothing_is_wider_than_a_phone(browser: Chrome, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    try:
        for data in (FOUR_POINTS, EXCLUSIVE_OR, high_dimensional()):
            path.write_text(page(data.name, {"runs": [record_of(data)]}))
            browser.execute_cdp_cmd(
                "Emulation.setDeviceMetricsOverride",
                {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": True},
            )
            open_page(browser, path)
            assert browser.execute_script("return document.documentElement.scrollWidth") <= 360
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_a_hostile_name_does_not_run(browser: Chrome, tmp_path: Path) -> None:
    name = "</script><script>window.HACKED=1</script><img src=x onerror='window.HACKED=1'>"
    data = Dataset(FOUR_POINTS.examples, 1, name)
    path = tmp_path / "report.html"
    path.write_text(page(name, {"runs": [record_of(data)]}))
    open_page(browser, path)
    assert browser.execute_script("return window.HACKED === undefined")
    assert text_of(browser, "#run h1") == name
    assert browser.title == name
    assert console_of(browser) == []
