"""How fast the engine is: against a plain float64 loop, scikit-learn and `Fraction`, in one run.

    python -m benchmarks.bench_engine

Competitors take turns on each case; times are CPU seconds of solving alone, medians of the turns; ratios are of
medians from the same turns.  Writes benchmarks/RESULTS.md and benchmarks/ratios.png.
"""

from __future__ import annotations

import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path

import numba
import numpy as np
import sklearn
from sklearn.linear_model import Perceptron

from verified_perceptron.conventions import Conventions, Offset, Stop
from verified_perceptron.engine import Arrays, Backend, Solution, solve
from verified_perceptron.engine.loops import Reals
from verified_perceptron.invariants import Level
from verified_perceptron.readers import read_dataset

HERE = Path(__file__).resolve().parent
ANCHOR = HERE.parent.parent / "shared" / "data" / "anchor"
TURNS = 3
PUBLISHED_SECONDS = 0.053
"""The faster of the published exact programs on feat100_1, whole process."""


def plain_loop(X: Reals, y: Reals, w: Reals, most_passes: int) -> tuple[int, int]:
    """The perceptron in float64, as anyone would write it."""
    n, d = X.shape
    k = passes = 0
    while passes < most_passes:
        passes += 1
        mistakes = 0
        for i in range(n):
            s = 0.0
            for j in range(d):
                s += w[j] * X[i, j]
            if y[i] * s <= 0.0:
                for j in range(d):
                    w[j] += y[i] * X[i, j]
                mistakes += 1
        k += mistakes
        if mistakes == 0:
            break
    return k, passes


plain = numba.njit(fastmath={"reassoc", "contract"})(plain_loop)


def with_fractions(X: Reals, y: Reals, passes: int) -> None:
    """So many passes with `Fraction`."""
    rows = [[Fraction(v) for v in row] for row in X.tolist()]
    labels = [int(v) for v in y]
    w = [Fraction(0)] * X.shape[1]
    for _ in range(passes):
        for x, label in zip(rows, labels, strict=True):
            if label * sum(a * b for a, b in zip(w, x, strict=True)) <= 0:
                w = [a + label * b for a, b in zip(w, x, strict=True)]


@dataclass(frozen=True)
class Case:
    """A data set: as floats, and as the engine is given it."""

    name: str
    X: Reals
    y: Reals
    data: Arrays
    most_passes: int = 100_000


def synthetic(n: int, d: int, kind: str, margin: float) -> Case:
    """Separable data of a kind, moved apart by the margin along a planted normal."""
    rng = np.random.default_rng(7)
    name = f"{kind} {n}×{d}, margin {margin:g}"
    if kind == "float":
        normal = rng.standard_normal(d)
        normal /= np.linalg.norm(normal)
        X = rng.standard_normal((n, d))
        y = np.where(X @ normal >= 0, 1.0, -1.0)
        X += (margin * y)[:, None] * normal
        return Case(name, X, y, Arrays.of(X, y))
    high = {"integer": 300, "0-1": 1, "tenths": 20}[kind]
    low = 0 if kind == "0-1" else -high
    normal = rng.integers(-9, 10, d).astype(np.float64)
    normal[0] = 5
    parts, count = [], 0
    while count < n:
        drawn = rng.integers(low, high + 1, (2 * n, d))
        parts.append(drawn[np.abs(drawn @ normal) > margin])
        count += len(parts[-1])
    K = np.concatenate(parts)[:n]
    y = np.where(K @ normal >= 0, 1.0, -1.0)
    if kind == "tenths":
        # Tenths scaled to integers, as the readers of text do: the engine runs on ten times the numbers.
        return Case(name, K / 10, y, Arrays.of(K.astype(np.int8), y), 300)
    return Case(name, K.astype(np.float64), y, Arrays.of(K.astype(np.int8 if kind == "0-1" else np.int16), y), 300)


def seconds(work: Callable[[], object]) -> float:
    """CPU time of one call."""
    start = time.process_time()
    work()
    return time.process_time() - start


def measure(case: Case) -> dict[str, object]:
    """Medians of interleaved turns, and whether float64 made the same run."""
    conventions = Conventions(stop=Stop(passes=case.most_passes))
    found: Solution = solve(case.data, conventions)
    weights = np.zeros(case.X.shape[1])
    k, passes = plain(case.X, case.y, weights, case.most_passes)

    def by_sklearn() -> None:
        model = Perceptron(shuffle=False, tol=None, fit_intercept=False, max_iter=found.passes)
        model.fit(case.X, case.y)

    def by_plain() -> None:
        plain(case.X, case.y, np.zeros(case.X.shape[1]), found.passes)

    works: dict[str, Callable[[], object]] = {
        "plain": by_plain,
        "exact": lambda: solve(case.data, conventions),
        "off": lambda: solve(case.data, conventions, contracts=Level.OFF),
        "every": lambda: solve(case.data, conventions, contracts=Level.EVERY),
        "numpy": lambda: solve(case.data, conventions, backend=Backend.NUMPY),
        "sklearn": by_sklearn,
    }
    times: dict[str, list[float]] = {name: [] for name in works}
    for turn in range(TURNS + 1):
        for name, work in works.items():
            if name in ("numpy", "sklearn") and turn > 1:
                continue
            spent = seconds(work)
            if turn:  # the first turn compiles
                times[name].append(spent)
    medians = {name: statistics.median(values) for name, values in times.items()}
    return {
        "case": case.name,
        "passes": found.passes,
        "updates": found.updates,
        "plain_ms": 1000 * medians["plain"],
        "exact/plain": medians["exact"] / medians["plain"],
        "numpy/plain": medians["numpy"] / medians["plain"],
        "sklearn/exact": medians["sklearn"] / medians["exact"],
        "every/off": medians["every"] / medians["off"],
        "final/off": medians["exact"] / medians["off"],
        "float64 differs": (k, passes) != (found.updates, found.passes),
        "left to integers": found.left_to_integers,
        "kernels": ", ".join(f"{name} {count}" for name, count in found.kernels.items()),
    }


def peak_megabytes() -> float:
    """Peak memory of a whole process that reads and solves 10⁶×10 float64."""
    code = (
        "import sys; from verified_perceptron.engine import read_arrays, solve;"
        "s = solve(read_arrays(sys.argv[1]));"
        # Not ru_maxrss, which a child inherits from its parent.
        "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"
    )
    case = synthetic(10**6, 10, "float", 0.1)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.npz"
        np.savez(path, X=case.X, y=case.y.astype(np.int8))
        answer = subprocess.run([sys.executable, "-c", code, str(path)], check=True, capture_output=True, text=True)
    return int(answer.stdout) / 1024


def anchor_lines() -> list[str]:
    """The published files, where they stand beside the project."""
    if not ANCHOR.is_dir():
        return [f"The published benchmark files are not at {ANCHOR.name}: skipped."]
    conventions = Conventions(offset=Offset.UNIT)
    lines = [
        "| file | parse s | solve s (numba) | solve s (numpy) | passes | updates |",
        "|---|---|---|---|---|---|",
    ]
    for path in sorted(ANCHOR.glob("*.dat")):
        start = time.process_time()
        data = read_dataset(path)
        parse = time.process_time() - start
        found = solve(data, conventions)
        fast = statistics.median(seconds(partial(solve, data, conventions)) for _ in range(3))
        slow = seconds(partial(solve, data, conventions, backend=Backend.NUMPY))
        lines.append(f"| {path.name} | {parse:.3f} | {fast:.5f} | {slow:.4f} | {found.passes} | {found.updates} |")
    return lines


def fraction_ratio() -> float:
    """`Fraction` / exact on 10⁴×10, the same passes."""
    case = synthetic(10**4, 10, "float", 0.1)
    found = solve(case.data)
    exact = statistics.median(seconds(lambda: solve(case.data)) for _ in range(9))
    return seconds(lambda: with_fractions(case.X, case.y, found.passes)) / exact


CASES = (
    (10**3, 10, "float", 0.01), (10**4, 10, "float", 0.01), (10**5, 10, "float", 0.01), (10**5, 10, "float", 0.001),
    (10**6, 10, "float", 0.1), (10**4, 100, "float", 0.01), (10**4, 1000, "float", 0.1), (10**4, 2, "float", 0.001),
    (10**6, 10, "integer", 100), (10**5, 100, "integer", 100), (10**5, 30, "0-1", 0), (2000, 5, "tenths", 0),
    (2000, 10, "tenths", 0),
)  # fmt: skip


def main() -> None:
    """Run everything and write the report."""
    warnings.simplefilter("ignore")
    results = []
    for arguments in CASES:
        results.append(measure(synthetic(*arguments)))
        print(results[-1], flush=True)
    columns = list(results[0])
    shown = [
        "| " + " | ".join(f"{v:.3g}" if isinstance(v, float) else str(v) for v in row.values()) + " |"
        for row in results
    ]
    lines = [
        "# Results",
        "",
        "Written by `python -m benchmarks.bench_engine`: CPU time, medians of interleaved turns.",
        "",
        f"{platform.machine()}, {platform.processor() or platform.system()}; Python {platform.python_version()}, "
        f"NumPy {np.__version__}, numba {numba.__version__}, scikit-learn {sklearn.__version__}.",
        "",
        "| " + " | ".join(columns) + " |",
        "|" + "---|" * len(columns),
        *shown,
        "",
        f"`Fraction` / exact on 10⁴×10: {fraction_ratio():.0f}.",
        f"Peak memory on 10⁶×10 float64 (80 MB), whole process: {peak_megabytes():.0f} MB.",
        f"This process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB.",
        "",
        f"Published exact program, feat100_1, whole process: {PUBLISHED_SECONDS} s.",
        "",
        *anchor_lines(),
        "",
        "![ratios](ratios.png)",
        "",
    ]
    (HERE / "RESULTS.md").write_text("\n".join(lines), encoding="utf-8")
    draw(results)


def draw(results: list[dict[str, object]]) -> None:
    """exact / plain of every case, as bars."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(8, 5))
    axes.barh([str(row["case"]) for row in results], [float(str(row["exact/plain"])) for row in results])
    axes.axvline(1.0, color="black", linewidth=0.8)
    axes.set_xlabel("time of the exact engine / time of a plain float64 loop")
    figure.tight_layout()
    figure.savefig(HERE / "ratios.png", dpi=110)


if __name__ == "__main__":
    main()
