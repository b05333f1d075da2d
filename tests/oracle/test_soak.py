"""A sample of `python -m benchmarks.soak_oracle`."""

from __future__ import annotations

import random
from collections import Counter

from benchmarks.soak_oracle import soak_chimeras, soak_conventions, soak_traces
from verified_perceptron.conventions import Predictor
from verified_perceptron.oracle.space import space


def test_a_sample_of_right_implementations_is_named() -> None:
    tally = Counter[str]()
    sample = [c for c in space() if c.predictor is not Predictor.VOTED][7::40]
    soak_conventions(tally, sample, random.Random(3))
    assert tally["right implementations"] == len(sample) >= 5


def test_chimeras_are_refuted_or_named_rightly() -> None:
    tally = Counter[str]()
    soak_chimeras(tally, random.Random(4), 3)
    assert tally["refuted"] + tally["named"] == tally["chimeras"] == 3
    assert tally["refuted"] > 0
    assert tally["named, and contradicted by fresh data"] == 0
    assert tally["refuted by at most four points"] == tally["refuted"]


def test_traces_are_accepted_and_changed_ones_refused() -> None:
    tally = Counter[str]()
    soak_traces(tally, random.Random(5), 300)
    assert tally["traces"] == 300
    assert min(tally[f"changed: {kind}"] for kind in ("dropped", "weight", "offset", "example")) > 10
