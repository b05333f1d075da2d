"""`python -m benchmarks.bench_reference`: how long the reference takes, parse and run apart, CPU time.

Writes `benchmarks/REFERENCE.md`.  The published benchmark files are measured where they stand beside the
project; the generated data are always measured.
"""

from __future__ import annotations

import platform
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from verified_perceptron.conventions import Conventions, Folding, Offset
from verified_perceptron.data import Dataset
from verified_perceptron.invariants import Level
from verified_perceptron.readers import read_dataset
from verified_perceptron.run import run

ROOT = Path(__file__).resolve().parent.parent
ANCHOR = ROOT.parent / "shared" / "data" / "anchor"
REPORT = ROOT / "benchmarks" / "REFERENCE.md"
REPETITIONS = 5
CONVENTIONS = Conventions(offset=Offset.UNIT, folding=Folding.FIRST)


def files(folder: Path) -> Iterator[Path]:
    """The published files, and generated ones of the same kind."""
    draw = random.Random(1)
    for count, dimension in ((100, 100), (100, 200), (1000, 20)):
        weights = [draw.randint(-9, 9) for _ in range(dimension)]
        path = folder / f"generated_{count}x{dimension}.csv"
        rows: list[str] = []
        while len(rows) < count:
            x = [draw.randint(-250, 250) for _ in range(dimension)]
            score = sum(a * b for a, b in zip(weights, x, strict=True))
            if abs(score) > 2000:
                rows.append(",".join(f"{v}/250" for v in x) + f",{1 if score > 0 else -1}")
        path.write_text("\n".join(rows) + "\n")
        yield path
    yield from sorted(ANCHOR.glob("feat*.dat"))
    yield from sorted(ANCHOR.glob("iris.dat"))


def seconds(action: Callable[[], object]) -> float:
    """The median CPU time of calling it."""
    times = []
    for _ in range(REPETITIONS):
        start = time.process_time()
        action()
        times.append(time.process_time() - start)
    return statistics.median(times)


def main() -> int:
    """Measure every file and write the table."""
    lines = [
        "# The reference, measured",
        "",
        f"Written by `python -m benchmarks.bench_reference` with Python {platform.python_version()} on "
        f"{platform.machine()}; CPU seconds, medians of {REPETITIONS}.",
        "",
        "| file | updates | parse | run, no contracts | run, every contract | whole |",
        "|---|---|---|---|---|---|",
    ]
    with tempfile.TemporaryDirectory() as folder:
        for path in files(Path(folder)):
            data: Dataset = read_dataset(path)
            parse = seconds(partial(read_dataset, path))
            plain = seconds(partial(run, data, CONVENTIONS, contracts=Level.OFF))
            checked = seconds(partial(run, data, CONVENTIONS))
            updates = run(data, CONVENTIONS, contracts=Level.OFF).updates
            row = f"| {path.name} | {updates} | {parse:.3f} | {plain:.3f} | {checked:.3f} | {parse + checked:.3f} |"
            print(row, flush=True)
            lines.append(row)
    if not ANCHOR.is_dir():
        lines += ["", "The published benchmark files were not beside the project and are not measured."]
    REPORT.write_text("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
