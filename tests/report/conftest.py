"""A headless browser for the pages, and the data sets that the reports are tried on."""

from __future__ import annotations

import random
import shutil
import tempfile
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from verified_perceptron.conventions import PRESETS, Conventions
from verified_perceptron.data import Dataset
from verified_perceptron.max_margin import best_separator
from verified_perceptron.problem import Hypothesis
from verified_perceptron.report import gather
from verified_perceptron.report.gather import Record

if TYPE_CHECKING:
    from selenium.webdriver import Chrome
    from selenium.webdriver.remote.webelement import WebElement

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-prefers-reduced-motion",
)

FOUR_POINTS = Dataset.of([(4, 0), (1, 1), (0, 1), (-2, -2)], [1, -1, -1, 1], "four points")
EXCLUSIVE_OR = Dataset.of([(1, 1), (1, -1), (-1, 1), (-1, -1)], [1, -1, -1, 1], "exclusive or")
ONE_CLASS = Dataset.of([(1, 2), (-1, 1), (2, -1)], [1, 1, 1], "one class")
TENTHS = Dataset.of([("0.1", "0.2"), ("0.3", "0.7"), ("-0.6", "0.1"), ("0.3", "0.3")], [1, 1, -1, -1], "tenths")
ON_A_LINE = Dataset.of([[1], [2], [3], [4]], [1, 1, -1, -1], "one to four")
LONG = Dataset.of([(40, 39), (-39, -38), (7, -8)], [1, 1, -1], "a very narrow margin")
"""More than ten thousand updates through the origin."""


def high_dimensional() -> Dataset:
    """Eighty examples with forty decimal features each, separable."""
    draw = random.Random(3)
    weights = [draw.randint(-5, 5) for _ in range(40)]
    rows: list[list[Fraction]] = []
    labels: list[int] = []
    while len(rows) < 80:
        row = [Fraction(draw.randint(-200, 200), 100) for _ in weights]
        score = sum((a * b for a, b in zip(weights, row, strict=True)), Fraction(0))
        if abs(score) > 6:
            rows.append(row)
            labels.append(1 if score > 0 else -1)
    return Dataset.of(rows, labels, "eighty examples, forty features")


def not_separable_in_five_dimensions() -> Dataset:
    """Five features; a combination of the examples cancels."""
    rows = [(1, 2, 0, 1, -1), (0, 1, 1, -1, 2), (2, 0, -1, 1, 1), (3, 3, 0, 1, 2)]
    return Dataset.of(rows, [1, 1, 1, -1], "five features")


def separator_of(data: Dataset, conventions: Conventions) -> tuple[Hypothesis | None, tuple[int, ...] | None]:
    found = best_separator(data, conventions.offset)
    if isinstance(found, Hypothesis):
        return found, None
    return None, tuple(found.multipliers.get(i, 0) for i in range(len(data)))


def record_of(data: Dataset, conventions: Conventions = PRESETS["P1"]) -> Record:
    return gather(data, conventions, *separator_of(data, conventions))


@pytest.fixture(scope="session")
def browser() -> Iterator[Chrome]:
    """Chromium, driven; the tests that need it are skipped where it is not installed."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    driver = shutil.which("chromedriver")
    if chromium is None or driver is None:
        pytest.skip("chromium and chromedriver are not installed")
    from selenium.webdriver import Chrome, ChromeOptions
    from selenium.webdriver.chrome.service import Service

    options = ChromeOptions()
    options.binary_location = chromium
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        for flag in (*FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        session = Chrome(options=options, service=Service(driver))
        session.set_window_size(1200, 900)
        try:
            yield session
        finally:
            session.quit()


def open_page(browser: Chrome, path: Path) -> None:
    """Open the file and let it draw; whatever the console said before is forgotten."""
    console_of(browser)
    browser.get(path.as_uri())
    settle(browser)


def settle(browser: Chrome) -> None:
    """Let the page draw what is due: figures do so when they learn their width."""
    browser.execute_async_script("""
      const done = arguments[0];
      requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
    """)


def click(browser: Chrome, element: WebElement) -> None:
    """Click on the element where nothing lies over it."""
    browser.execute_script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", element)
    element.click()


def console_of(browser: Chrome) -> list[str]:
    """What the page has written to the console."""
    entries: list[dict[str, object]] = browser.get_log("browser")  # type: ignore[no-untyped-call]
    return [str(entry["message"]) for entry in entries]
