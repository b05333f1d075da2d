"""Exact verification of a separator against one float64 matrix–vector product: `python -m benchmarks.fast_check`.

"product" is X @ w on one core, the whole array at once.  "verify" finds, block by block, the examples that decide
the least margin and the largest norm, and has the trusted checker judge them: a separator with its γ, R² and
bound.  "whole file" is `check --fast` on the NPY file, hash of the canonical data included, in a fresh process
whose peak memory is given; "peak at a tenth" is that of a tenth of the rows.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

# Before numpy is loaded: the product is that of one core.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import numpy as np

from verified_perceptron import checker, fast_check
from verified_perceptron.certificates import certificate
from verified_perceptron.conventions import Offset
from verified_perceptron.data import Dataset
from verified_perceptron.fast_check import BLOCK, Block, Extremes
from verified_perceptron.files import write_whole
from verified_perceptron.problem import Hypothesis
from verified_perceptron.separability import separable, separator_claim

RESULT = Path(__file__).parent / "results" / "fast_check.json"
REPEATS = 15
PEAK = """
import resource, sys
from verified_perceptron import fast_check
print(fast_check.check(*sys.argv[1:]))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


class Rows:
    """Rows of an array as lists, made when they are asked for."""

    def __init__(self, array: fast_check.Floats) -> None:
        self.array = array

    def __getitem__(self, i: int) -> list[float]:
        row: list[float] = self.array[i].tolist()
        return row

    def __iter__(self) -> Iterator[list[float]]:
        return (self[i] for i in range(len(self.array)))


def blocks(points: fast_check.Floats, labels: fast_check.Floats) -> Iterator[Block]:
    """The array in blocks."""
    for start in range(0, len(points), BLOCK):
        part = points[start : start + BLOCK]
        yield Block(part, labels[start : start + BLOCK], Rows(part))


def verified(points: fast_check.Floats, labels: fast_check.Floats, weights: tuple[Fraction, ...]) -> Dataset:
    """The examples that decide, as data: their separator is the separator of all."""
    extremes = Extremes(weights, Fraction(0))
    for block in blocks(points, labels):
        extremes.observe(block)
    chosen = extremes.examples()
    return Dataset.of_fractions([example.x for example in chosen], [example.y for example in chosen])


def timed(action: Callable[[], object]) -> float:
    """Seconds that the action takes."""
    begun = time.perf_counter()
    action()
    return time.perf_counter() - begun


def measure(n: int, d: int, kind: str) -> dict[str, object]:
    """One shape and kind of data."""
    draw = np.random.default_rng(1)
    points, normal = draw.normal(size=(n, d)), np.rint(draw.normal(size=d) * 1000)
    if kind == "integers":
        points = np.rint(points * 100)
    scores = points @ normal
    points = np.ascontiguousarray(points[np.abs(scores) > 1e-3 * np.abs(scores).max()])
    labels = np.sign(points @ normal)
    weights = tuple(Fraction(int(v)) for v in normal)
    found = separable(verified(points, labels, weights), Offset.NONE, Hypothesis(weights))
    claim = separator_claim(found)

    def verify() -> None:
        chosen = verified(points, labels, weights)
        checker.verify(claim, chosen.examples, chosen.denominator)

    pairs = [(timed(lambda: points @ normal), timed(verify)) for _ in range(REPEATS)]
    product, check = (statistics.median(column) for column in zip(*pairs, strict=True))
    result: dict[str, object] = {
        "rows": len(points),
        "features": d,
        "kind": kind,
        "product ms": round(1000 * product, 2),
        "verify ms": round(1000 * check, 2),
        "ratio": round(check / product, 2),
    }
    with tempfile.TemporaryDirectory() as folder:
        for name, rows in (("whole file", len(points)), ("a tenth", len(points) // 10)):
            result[name] = whole_file(Path(folder), points[:rows], labels[:rows], weights)
    return result


def whole_file(
    folder: Path, points: fast_check.Floats, labels: fast_check.Floats, weights: tuple[Fraction, ...]
) -> dict[str, object]:
    """`check --fast` in a process of its own."""
    data, stored = folder / "data.npy", folder / "certificate.json"
    np.save(data, np.c_[points, labels])
    chosen = verified(points, labels, weights)
    made = json.loads(certificate(separable(chosen, Offset.NONE, Hypothesis(weights)), chosen).json())
    made["sha256"] = fast_check.data_sha256(data)
    stored.write_text(json.dumps(made))
    begun = time.perf_counter()
    said = subprocess.run(
        [sys.executable, "-c", PEAK, str(stored), str(data)], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    return {"seconds": round(time.perf_counter() - begun, 1), "peak MB": int(said[1]) // 1024, "said": said[0]}


def main() -> None:
    """Measure, print and store."""
    results = [measure(n, d, kind) for n, d in ((10**6, 10), (10**5, 100)) for kind in ("floats", "integers")]
    for result in results:
        print(json.dumps(result))
    RESULT.parent.mkdir(exist_ok=True)
    write_whole(RESULT, json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
