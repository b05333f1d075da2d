"""How long a decision takes, and how much of it is exact work: `python -m benchmarks.decide`.

Random examples of n rows and d features lie at least `margin` from a hyperplane; for the cases that cannot be
separated some labels are turned over.  "float" is the time spent in HiGHS, "exact" everything else, the trusted
checker's verdict included.  Squeezed cases press all examples to within the margin.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from unittest.mock import patch

import numpy as np

from verified_perceptron import separability
from verified_perceptron.conventions import Offset
from verified_perceptron.data import Dataset
from verified_perceptron.files import write_whole
from verified_perceptron.max_margin import max_margin
from verified_perceptron.proposals import Proposal
from verified_perceptron.proposals import widest as propose
from verified_perceptron.separability import decide

if TYPE_CHECKING:
    from verified_perceptron.proposals import Floats

RESULT = Path(__file__).parent / "results" / "decide.json"
SEEDS = range(5)


class Case(NamedTuple):
    """Examples on both sides of a random hyperplane through the origin."""

    n: int
    d: int
    margin: float
    squeezed: bool
    labels_turned_over: int

    def data(self, seed: int) -> Dataset:
        """One data set of this kind."""
        draw = np.random.default_rng(seed)
        normal = draw.normal(size=self.d)
        normal /= np.linalg.norm(normal)
        points = draw.normal(size=(self.n, self.d))
        scores = points @ normal
        labels = np.sign(scores)
        depth = self.margin * (1 + draw.random(self.n)) if self.squeezed else np.abs(scores) + self.margin
        points += np.outer(labels * depth - scores, normal)
        labels[: self.labels_turned_over] *= -1
        return Dataset.of(points.tolist(), labels.astype(int).tolist())


CASES = [
    *(Case(n, 50, margin, margin < 0.1, 0) for n in (1000, 10_000) for margin in (1.0, 1e-3, 1e-6, 1e-9)),
    *(Case(n, 50, 1.0, False, n // 10) for n in (1000, 10_000)),
    *(Case(n, 50, 1e-9, True, n // 10) for n in (1000, 10_000)),
    *(Case(1000, 20, 1e-12, True, flips) for flips in (0, 1, 20, 500)),
    *(Case(1000, 20, 1e-15, True, flips) for flips in (0, 500)),
    Case(1000, 50, 1e-12, True, 0),
    Case(1000, 50, 1e-12, True, 500),
]


class Stopwatch:
    """The linear programming of `separability`, timed."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self, rows: Floats, residuals: Floats, lower: Floats, upper: Floats) -> Proposal | None:
        """`proposals.widest`."""
        begun = time.perf_counter()
        try:
            return propose(rows, residuals, lower, upper)
        finally:
            self.seconds += time.perf_counter() - begun


def main(arguments: Sequence[str]) -> None:
    """Measure every case (or the first few), print a line for each, and store them."""
    results = []
    watch = Stopwatch()
    for case in CASES[: int(arguments[0]) if arguments else None]:
        floats, exacts, answers, widths = [], [], set(), []
        for seed in SEEDS:
            data = case.data(seed)
            watch.seconds = 0.0
            begun = time.perf_counter()
            with patch.object(separability, "widest", watch):
                answers.add(type(decide(data)).__name__)
            total = time.perf_counter() - begun
            floats.append(watch.seconds)
            exacts.append(total - watch.seconds)
            if seed == 0:
                begun = time.perf_counter()
                max_margin(data, Offset.NONE)
                widths.append(time.perf_counter() - begun)
        results.append(
            {
                **case._asdict(),
                "decided": len(SEEDS),
                "answers": sorted(answers),
                "float seconds": round(statistics.median(floats), 3),
                "exact seconds": round(statistics.median(exacts), 3),
                "slowest seconds": round(max(a + b for a, b in zip(floats, exacts, strict=True)), 3),
                "max_margin seconds": round(widths[0], 3),
            }
        )
        print(json.dumps(results[-1]), flush=True)
    RESULT.parent.mkdir(exist_ok=True)
    write_whole(RESULT, json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
