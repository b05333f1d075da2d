"""The gate: a lemma passes only if CrossHair confirmed it over all paths.

"No counterexample found", a time-out, an unsatisfiable precondition, a missing postcondition or a crash are
failures, and a statement that is wrong on purpose must be refuted by a counterexample.
"""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum

from proofs.crosshair import planted, targets

SECONDS_FOR_A_FUNCTION = 400


class Verdict(Enum):
    """What the analysis established."""

    CONFIRMED = "confirmed"
    """The postcondition holds on all paths."""
    REFUTED = "refuted"
    """There is a counterexample."""
    EMPTY = "says nothing"
    """It passes, or would pass, for want of inputs or of a claim."""
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Finding:
    """The verdict on one function, the verdict it must have, and why."""

    name: str
    expected: Verdict
    verdict: Verdict
    detail: str
    seconds: float

    @property
    def passed(self) -> bool:
        """The verdict is the one it must be."""
        return self.verdict is self.expected


def all_targets() -> Iterator[tuple[str, str, Verdict]]:
    """Every function to analyse: module, name, expected verdict."""
    for module in (targets, planted):
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if function.__module__ != module.__name__:
                continue
            if name.startswith("false_"):
                yield module.__name__, name, Verdict.REFUTED
            elif name.startswith("empty_"):
                yield module.__name__, name, Verdict.EMPTY
            elif hasattr(function, "__postconditions__"):
                yield module.__name__, name, Verdict.CONFIRMED


def analyse(module: str, name: str) -> tuple[Verdict, str]:
    """Run CrossHair on one function, in a process of its own."""
    command = [sys.executable, "-m", "proofs.crosshair.worker", module, name]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS_FOR_A_FUNCTION, check=False)
    except subprocess.TimeoutExpired:
        return Verdict.UNKNOWN, f"no answer in {SECONDS_FOR_A_FUNCTION} s"
    if done.returncode != 0:
        return Verdict.UNKNOWN, "crashed: " + (done.stderr.strip().splitlines() or ["no message"])[-1]
    return weigh(json.loads(done.stdout.splitlines()[-1]))


def weigh(conditions: list[dict[str, object]]) -> tuple[Verdict, str]:
    """The verdict on what the worker found."""
    if not conditions:
        return Verdict.EMPTY, "no contract to analyse"
    for condition in conditions:
        states, message = condition["states"], str(condition["message"])
        if not condition["has_postcondition"]:
            return Verdict.EMPTY, "no postcondition"
        if condition["raises"]:
            return Verdict.EMPTY, f"excuses {condition['raises']}"
        if states == ["PRE_UNSAT"]:
            return Verdict.EMPTY, "no input satisfies the preconditions"
        if states == ["EXEC_ERR"]:
            return Verdict.EMPTY, f"raises instead of returning: {message}"
        if states == ["POST_FAIL"]:
            return Verdict.REFUTED, message
        if states != ["CONFIRMED"]:
            return Verdict.UNKNOWN, f"{states}: {message}"
    return Verdict.CONFIRMED, "confirmed over all paths"


def check(module: str, name: str, expected: Verdict) -> Finding:
    """Analyse one function and compare with what must be found."""
    start = time.monotonic()
    verdict, detail = analyse(module, name)
    return Finding(name, expected, verdict, detail, time.monotonic() - start)


def run_gate(report: Callable[[Finding], None], names: Collection[str] = (), workers: int = 2) -> list[Finding]:
    """Analyse everything, or the functions named, reporting each finding as it arrives."""
    found = []
    wanted = [target for target in all_targets() if not names or target[1] in names]
    with ThreadPoolExecutor(workers) as pool:
        for finding in pool.map(lambda target: check(*target), wanted):
            report(finding)
            found.append(finding)
    return found
