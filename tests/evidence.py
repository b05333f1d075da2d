"""A record of the property tests: which rows of the evidence matrix each speaks of, and whether it passed.

A test says so itself: `@pytest.mark.evidence("growth", "T1")`. The record is written when the whole suite has run,
never after a part of it, so that it cannot praise tests that were left out.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

RECORD = Path(__file__).resolve().parent.parent / "build" / "evidence" / "properties.json"
KEY = "evidence"


class EvidencePlugin:
    """Collects the outcome of every marked test, also when several processes run them."""

    def __init__(self, config: pytest.Config) -> None:
        self.outcomes: dict[str, tuple[list[str], bool]] = {}
        chosen = config.option.keyword or config.option.markexpr or getattr(config.option, "lf", False)
        whole = config.args_source == pytest.Config.ArgsSource.TESTPATHS and not chosen
        self.writes = whole and not hasattr(config, "workerinput")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            names = [str(name) for mark in item.iter_markers("evidence") for name in mark.args]
            if names:
                item.user_properties.append((KEY, names))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        names = [name for key, value in report.user_properties if key == KEY for name in list(value)]  # type: ignore[call-overload]  # pytest types the value as object
        if names:
            _, so_far = self.outcomes.get(report.nodeid, (names, True))
            self.outcomes[report.nodeid] = names, so_far and report.outcome == "passed"

    def pytest_sessionfinish(self) -> None:
        if not self.writes:
            return
        RECORD.parent.mkdir(parents=True, exist_ok=True)
        record = [
            {"test": test, "evidence": names, "passed": passed}
            for test, (names, passed) in sorted(self.outcomes.items())
        ]
        RECORD.write_text(json.dumps(record, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
