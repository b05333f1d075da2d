"""How fast the engine is: against a plain float64 loop, scikit-learn and `Fraction`, in one run.

    python -m benchmarks.bench_engine

What is measured.  Every competitor is given arrays that are ready for it and returns weights, updates and passes.
The plain loop gets float64 points and labels.  The engine gets the same float64 array, or an integer array where
the data are integers; its time includes everything it does with them: checks, bounds, choosing and changing
kernels, the exact weights (integers over one denominator), and the contracts at the level `final`.  Competitors
take turns on each case; times are CPU seconds, medians of the turns; ratios are of medians from the same turns.
Compiled code comes from the cache, as in every run but the first.  Writes benchmarks/RESULTS.md, ratios.png and
scaling.png.
"""

from __future__ import annotations

import platform
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
LEAST_MS = 1.0
"""Ratios count from this time of the plain loop on: below, calling anything at all from Python decides."""
PUBLISHED_SECONDS = 0.053
"""The faster of the published exact programs on feat100_1, whole process; the slower one took 0.216 s."""


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


def synthetic(n: int, d: int, kind: str, margin: float, seed: int = 7, most_passes: int = 100_000) -> Case:
    """Separable data of a kind, moved apart by the margin along a planted normal."""
    rng = np.random.default_rng(seed)
    name = f"{kind} {n}×{d}, margin {margin:g}"
    if kind == "float":
        normal = rng.standard_normal(d)
        normal /= np.linalg.norm(normal)
        X = rng.standard_normal((n, d))
        y = np.where(X @ normal >= 0, 1.0, -1.0)
        X += (margin * y)[:, None] * normal
        return Case(name, X, y, Arrays.of(X, y), most_passes)
    if kind == "cancelling":  # 0 and ±2⁵³, plus 0 or ±1: sums cancel to the last bit
        signs = rng.integers(-3, 4, d)
        ones, tops = rng.integers(-1, 2, (n, d)), rng.integers(-1, 2, (n, d))
        side = np.where(tops @ signs != 0, tops @ signs, ones @ signs)
        K = (tops * 2**53 + ones)[side != 0]
        y = np.sign(side[side != 0]).astype(np.float64)
        return Case(f"2⁵³ cancelling {n}×{d}", K.astype(np.float64), y, Arrays.of(K, y), 40)
    high = {"integer": 300, "0-1": 1, "tenths": 20, "tenths as floats": 20}[kind]
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
    if kind == "tenths as floats":  # the nearest float64 numbers, read as what they exactly are
        return Case(name, K / 10, y, Arrays.of(K / 10, y), 300)
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
    turns = 9 if seconds(by_plain) < 0.05 else 3
    for turn in range(turns + 1):
        names = list(works)
        for name in names[turn % len(names) :] + names[: turn % len(names)]:  # none always follows the same one
            work = works[name]
            if name in ("numpy", "sklearn") and turn > 1:
                continue
            spent = seconds(work)
            if turn:
                times[name].append(spent)
    medians = {name: statistics.median(values) for name, values in times.items()}
    return {
        "case": case.name,
        "d": case.X.shape[1],
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


def peak_megabytes(backend: Backend) -> tuple[float, float]:
    """Peak memory of a process that reads and solves 10⁶×10 float64, and of one that solves next to nothing."""
    code = (
        "import sys; from verified_perceptron.engine import Backend, read_arrays, solve;"
        "s = solve(read_arrays(sys.argv[1]), backend=Backend(sys.argv[2]));"
        # Not ru_maxrss, which a child inherits from its parent.
        "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"
    )
    found = []
    for n in (10**6, 10):
        case = synthetic(n, 10, "float", 0.1)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "data.npz"
            np.savez(path, X=case.X, y=case.y.astype(np.int8))
            command = [sys.executable, "-c", code, str(path), backend.value]
            answer = subprocess.run(command, check=True, capture_output=True, text=True)
        found.append(int(answer.stdout) / 1024)
    return found[0], found[1]


def anchor_lines() -> tuple[list[str], list[float]]:
    """The published files, where they stand beside the project, and how many times faster their solution is."""
    if not ANCHOR.is_dir():
        return [f"The published benchmark files are not at {ANCHOR.name}: skipped."], []
    conventions = Conventions(offset=Offset.UNIT)
    lines = [
        "| file | parse s | to integers s | numba s | numpy s | passes | updates | published/numba |",
        "|---|---|---|---|---|---|---|---|",
    ]  # fmt: skip
    factors = []
    for path in sorted(ANCHOR.glob("*.dat")):
        start = time.process_time()
        data = read_dataset(path)
        parse = time.process_time() - start
        arrays = Arrays.of_dataset(data)
        if arrays is None:
            raise ValueError(f"{path} does not fit machine integers")
        convert = statistics.median(seconds(partial(Arrays.of_dataset, data)) for _ in range(9))
        found = solve(arrays, conventions)
        fast = statistics.median(seconds(partial(solve, arrays, conventions)) for _ in range(15))
        slow = seconds(partial(solve, arrays, conventions, backend=Backend.NUMPY))
        factor = ""
        if path.name.startswith("feat"):
            factors.append(PUBLISHED_SECONDS / fast)
            factor = f"{factors[-1]:.0f}"
        lines.append(
            f"| {path.name} | {parse:.3f} | {convert:.5f} | {fast:.6f} | {slow:.4f} | {found.passes} "
            f"| {found.updates} | {factor} |"
        )
    return lines, factors


def fraction_ratio() -> float:
    """`Fraction` / exact on 10⁴×10, the same passes."""
    case = synthetic(10**4, 10, "float", 0.1)
    found = solve(case.data)
    exact = statistics.median(seconds(lambda: solve(case.data)) for _ in range(25))
    return seconds(lambda: with_fractions(case.X, case.y, found.passes)) / exact


def wrong_in_float64(kind: str, d: int) -> str:
    """On how many of 20 data sets the plain loop makes another run."""
    wrong = 0
    for seed in range(20):
        case = synthetic(1000, d, kind, 0, seed)
        found = solve(case.data, Conventions(stop=Stop(passes=case.most_passes)))
        wrong += plain(case.X, case.y, np.zeros(d), case.most_passes) != (found.updates, found.passes)
    return f"{kind}, d = {d}: {wrong} of 20"


def scaling() -> dict[str, list[tuple[float, float, float]]]:
    """(n, d or updates; seconds of the engine; seconds of the plain loop)."""
    curves: dict[str, list[tuple[float, float, float]]] = {"n": [], "d": [], "updates": []}

    def both(case: Case) -> tuple[int, float, float]:
        conventions = Conventions(stop=Stop(passes=case.most_passes))
        found = solve(case.data, conventions)
        exact = statistics.median(seconds(lambda: solve(case.data, conventions)) for _ in range(3))
        d = case.X.shape[1]
        loop = statistics.median(
            seconds(lambda: plain(case.X, case.y, np.zeros(d), found.passes)) for _ in range(3)
        )
        return found.updates, exact, loop

    for n in (10**3, 10**4, 10**5, 10**6):
        curves["n"].append((n, *both(synthetic(n, 10, "float", 0.1, most_passes=20))[1:]))
    for d in (2, 5, 10, 30, 100, 300, 1000):
        curves["d"].append((d, *both(synthetic(10**4, d, "float", 0.1, most_passes=20))[1:]))
    for passes in (1, 10, 100, 1000, 10_000):
        curves["updates"].append(both(synthetic(10**4, 10, "float", 0.0001, most_passes=passes)))
    return curves


CASES = (
    (10**3, 10, "float", 0.01), (10**4, 10, "float", 0.01), (10**5, 10, "float", 0.01),
    (10**4, 10, "float", 0.001), (10**5, 10, "float", 0.001), (10**6, 10, "float", 0.1),
    (10**4, 100, "float", 0.01), (10**4, 1000, "float", 0.1), (10**4, 2, "float", 0.001),
    (10**6, 10, "integer", 100), (10**6, 10, "integer", 1), (10**5, 100, "integer", 100), (10**5, 30, "0-1", 0),
)  # fmt: skip
NEAR_TIES = (
    (20000, 10, "tenths", 0), (100000, 10, "tenths", 0), (20000, 10, "tenths as floats", 0),
    (100000, 10, "tenths as floats", 0), (100000, 10, "cancelling", 0),
)  # fmt: skip
SCALING = ("exact s", "plain s")
CACHE_BYTES = 32 * 2**20
"""Float64 data larger than this are memory-bound."""


def table(rows: list[dict[str, object]]) -> list[str]:
    """As Markdown."""
    columns = list(rows[0])
    shown = [
        "| " + " | ".join(f"{v:.3g}" if isinstance(v, float) else str(v) for v in row.values()) + " |"
        for row in rows
    ]
    return ["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns), *shown]


def number(row: dict[str, object], column: str) -> float:
    """An entry of a row."""
    return float(str(row[column]))


def verdicts(
    results: list[dict[str, object]],
    near: list[dict[str, object]],
    curves: dict[str, list[tuple[float, float, float]]],
    factors: list[float],
    fraction: float,
    peak: float,
) -> list[str]:
    """The aims, what was measured, and whether it was reached."""
    counted = [row for row in results if number(row, "plain_ms") >= LEAST_MS]
    wide = [number(row, "exact/plain") for row in counted if number(row, "d") >= 10]
    points = [*curves["n"], *curves["updates"], *(point for point in curves["d"] if point[0] >= 10)]
    wide += [exact / loop for _, exact, loop in points if 1000 * loop >= LEAST_MS]
    narrow = [number(row, "exact/plain") for row in counted if row["memory-bound integers"]]
    hard = [
        number(row, "exact/plain") for row in counted if row["d"] == 10 and str(row["case"]).startswith("float")
        and float(str(row["case"]).rsplit(" ", 1)[1]) <= 0.01
    ]  # fmt: skip
    learn = [number(row, "sklearn/exact") for row in counted if number(row, "d") <= 100]
    learn_wide = [number(row, "sklearn/exact") for row in counted if row["d"] == 1000]
    ties = [number(row, "exact/plain") for row in near if number(row, "plain_ms") >= LEAST_MS]
    every = [number(row, "every/off") for row in counted]
    final = [number(row, "final/off") for row in counted]
    lines = [
        ("exact/plain, d ≥ 10, scaling curves included, each ≤ 1.15", max(wide), max(wide) <= 1.15),
        ("exact/plain, d ≥ 10, median ≤ 1.05", statistics.median(wide), statistics.median(wide) <= 1.05),
        ("exact/plain, integers stored narrow, memory-bound, each ≤ 0.5", max(narrow), max(narrow) <= 0.5),
        ("exact/plain, d = 10, margin ≤ 0.01, each ≤ 0.3", max(hard), max(hard) <= 0.3),
        ("scikit-learn/exact, d ≤ 100, each ≥ 3", min(learn), min(learn) >= 3),
        ("scikit-learn/exact, d = 1000, ≥ 1", min(learn_wide), min(learn_wide) >= 1),
        ("exact/plain on near ties, each ≤ 3", max(ties), max(ties) <= 3),
        (
            "published/solve, each of the 12 files ≥ 500",
            min(factors, default=0.0),
            min(factors, default=0.0) >= 500,
        ),
        ("Fraction/exact on 10⁴×10 ≥ 4000", fraction, fraction >= 4000),
        ("peak MB on 10⁶×10 float64 (80 MB) ≤ 220", peak, peak <= 220),
        ("contracts every/off, each ≤ 1.2", max(every), max(every) <= 1.2),
        ("contracts final/off, each ≤ 1.02", max(final), max(final) <= 1.02),
    ]
    shown = [f"| {aim} | {value:.3g} | {'yes' if met else '**no**'} |" for aim, value, met in lines]
    return ["| aim | measured | reached |", "|---|---|---|", *shown]


def warm_up() -> None:
    """Compile in another process, so that this one loads what every later run loads."""
    code = (
        "from benchmarks.bench_engine import *\n"
        "for case in [synthetic(4000, c[1], *c[2:]) for c in (*CASES, *NEAR_TIES)]:\n"
        "    for level in Level:\n"
        "        solve(case.data, Conventions(stop=Stop(passes=200)), contracts=level)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def main() -> None:
    """Run everything and write the report."""
    warnings.simplefilter("ignore")
    warm_up()
    results, near = [], []
    for arguments in CASES:
        case = synthetic(*arguments)
        results.append(measure(case))
        is_narrow = case.data.X.dtype.itemsize < 8 and case.X.nbytes > CACHE_BYTES
        results[-1]["memory-bound integers"] = is_narrow
        print(results[-1], flush=True)
    for arguments in NEAR_TIES:
        near.append(measure(synthetic(*arguments)))
        print(near[-1], flush=True)
    fraction = fraction_ratio()
    anchor, factors = anchor_lines()
    peaks = {backend: peak_megabytes(backend) for backend in (Backend.NUMBA, Backend.NUMPY)}
    curves = scaling()
    lines = [
        "# Results",
        "",
        "Written by `python -m benchmarks.bench_engine`: CPU time, medians of interleaved turns.",
        "",
        f"{platform.machine()}, {platform.processor() or platform.system()}; Python {platform.python_version()}, "
        f"NumPy {np.__version__}, numba {numba.__version__}, scikit-learn {sklearn.__version__}.",
        "",
        "The plain loop (numba, float64, any order of summation) and the engine start from arrays that are ready "
        "for them and end with weights, updates and passes.  The engine's time includes its checks and bounds, the "
        "choice and change of kernels, the exact weights and the contract `final`.  Compiled code comes from the "
        f"cache.  Ratios count where the plain loop takes {LEAST_MS:g} ms or more; shorter cases are shown all the "
        "same: there the cost of a call, about 0.1 ms, decides.",
        "",
        *verdicts(results, near, curves, factors, fraction, peaks[Backend.NUMBA][0]),
        "",
        "## Cases",
        "",
        *table(results),
        "",
        "## Near ties",
        "",
        "Float64 runs differently from exact arithmetic here: "
        + "; ".join(wrong_in_float64(kind, d) for kind, d in (("tenths", 5), ("tenths", 10), ("cancelling", 10)))
        + " data sets of 1000 examples.",
        "",
        *table(near),
        "",
        "## Against `Fraction`, and memory",
        "",
        f"`Fraction` / exact on 10⁴×10: {fraction:.0f}.",
        "",
        *(
            f"Peak memory on 10⁶×10 float64 (80 MB), whole process, {backend.value}: {large:.0f} MB; "
            f"the same process on ten examples: {small:.0f} MB."
            for backend, (large, small) in peaks.items()
        ),
        "",
        "## The published files",
        "",
        f"Published exact program, feat100_1, whole process: {PUBLISHED_SECONDS} s, the only one of the twelve "
        "with a published time; the others, as large or larger, are compared with it too.  That time includes "
        "reading the file; ours is split.",
        "",
        *anchor,
        "",
        "## Scaling",
        "",
        "Float data, at most 20 passes (n, d) or 10⁴×10 with margin 0.0001 stopped after 1 … 10⁴ passes (updates).",
        "",
        *(
            line
            for axis, points in curves.items()
            for line in [*table([dict(zip((axis, *SCALING), point, strict=True)) for point in points]), ""]
        ),
        "![ratios](ratios.png)",
        "",
        "![scaling](scaling.png)",
        "",
    ]
    (HERE / "RESULTS.md").write_text("\n".join(lines), encoding="utf-8")
    draw(results + near, curves)


def draw(results: list[dict[str, object]], curves: dict[str, list[tuple[float, float, float]]]) -> None:
    """exact / plain of every case, as bars; the scaling curves."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(8, 6))
    axes.barh([str(row["case"]) for row in results], [number(row, "exact/plain") for row in results])
    axes.axvline(1.0, color="black", linewidth=0.8)
    axes.set_xlabel("time of the exact engine / time of a plain float64 loop")
    figure.tight_layout()
    figure.savefig(HERE / "ratios.png", dpi=110)
    figure, panels = plt.subplots(1, 3, figsize=(12, 4))
    for panel, (axis, points) in zip(panels, curves.items(), strict=True):
        panel.loglog([p[0] for p in points], [p[1] for p in points], "o-", label="exact engine")
        panel.loglog([p[0] for p in points], [p[2] for p in points], "s--", label="plain float64 loop")
        panel.set_xlabel(axis)
        panel.set_ylabel("CPU seconds")
        panel.legend()
    figure.tight_layout()
    figure.savefig(HERE / "scaling.png", dpi=110)


if __name__ == "__main__":
    main()
