"""Every statement of the project, in order."""

from __future__ import annotations

import time
from functools import cache
from importlib import import_module

from proofs.statement import Statement, StatementError

FILES = (
    "t00_cauchy_schwarz",
    "t01_novikoff",
    "t02_start_and_rate",
    "t03_offset",
    "t04_margin_perceptron",
    "t05_batch",
    "t06_cycle",
    "t07_bounded",
    "t08_distance",
    "t09_tight",
    "t10_gradients",
    "t11_any_data",
    "t12_machine_exactness",
)


@cache
def _built() -> tuple[tuple[Statement, ...], float]:
    started = time.perf_counter()
    found = tuple(s for name in FILES for s in import_module(f"proofs.{name}").statements())
    if len({s.id for s in found}) != len(found):
        raise StatementError("two statements have one id")
    return found, time.perf_counter() - started


def all_statements() -> tuple[Statement, ...]:
    """The statements of all theorem files; building them proves them and checks their models."""
    return _built()[0]


def kernel_seconds() -> float:
    """How long it took to prove all statements and to check their models."""
    return _built()[1]
