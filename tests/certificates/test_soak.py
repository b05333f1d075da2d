"""A sample of `python -m benchmarks.soak_certificates`."""

from __future__ import annotations

import random

from benchmarks.soak_certificates import KINDS, Tally, soak_decisions, soak_mutants


def test_every_kind_of_data_is_decided_and_every_answer_true() -> None:
    tally = Tally()
    soak_decisions(tally, random.Random(20), 300, rows=20, features=6)
    assert sum(tally.answers.values()) == 600
    assert len(tally.answers) == 4
    assert set(tally.by_kind) == set(KINDS)


def test_no_false_mutant_is_accepted() -> None:
    tally = Tally()
    soak_mutants(tally, random.Random(21), 4000)
    assert tally.mutants["accepted, false"] == 0
    assert tally.mutants["refused"] > 3000
    assert tally.mutants["accepted, true"] > 0
