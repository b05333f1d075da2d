"""Each kernel by itself: a fault planted in it is caught, near ties are decided, the bound is the proved one."""

from __future__ import annotations

import json
import math
import random
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from benchmarks.soak_engine import as_floats, difference, random_data, reference
from verified_perceptron.algorithms.voted import weighted_sum
from verified_perceptron.cli import app
from verified_perceptron.conventions import (
    PRESETS,
    Conventions,
    FixedMargin,
    Group,
    GroupKind,
    Offset,
    Predictor,
    RelativeMargin,
    Stop,
    Tie,
)
from verified_perceptron.data import Dataset
from verified_perceptron.engine import Arrays, Backend, Kernel, bounds, loops, solve, uncovered
from verified_perceptron.engine.build import bound
from verified_perceptron.engine.driver import _Driver
from verified_perceptron.engine.loops import Integers, Reals
from verified_perceptron.invariants import InvariantViolation, Level
from verified_perceptron.run import run

# --- planted faults ---------------------------------------------------------------------------------


def _half_a_gram_row(G: Integers, r: int, m: Integers) -> None:
    m[: m.size // 2] += G[r, : m.size // 2]


def _blunt_cut(X: Reals, r: int, scale: float, unit: float, pieces: Integers, whole: bool | None) -> bool:
    done = loops.cut_row(X, r, scale, unit, pieces, whole)
    pieces[-1] = 0
    return done


FAULTS: dict[str, tuple[Kernel, str, Callable[..., object]]] = {
    "the exact kernel takes every tie for a mistake": (Kernel.EXACT, "score", lambda *_: 1),
    "the exact kernel forgets that weights return": (Kernel.EXACT, "same_weights", lambda *_: False),
    "the filter has no width": (Kernel.FILTERED, "threshold_now", lambda *_: 0.0),
    "the slices drop the last bits": (Kernel.FILTERED, "cut_row", _blunt_cut),
    "the slices take a tie for right": (Kernel.FILTERED, "verdict_of", lambda sign, *_: 1 if sign >= 0 else 2),
    "the active set is trusted for ever": (Kernel.ACTIVE, "room_squared", lambda *_: math.inf),
    "the active set drops half of its rows": (
        Kernel.ACTIVE,
        "select_rows",
        lambda *arguments: loops.select_rows(*arguments) // 2,
    ),
    "the margins are renewed in part": (Kernel.CACHED, "add_gram_row", _half_a_gram_row),
    "a batch forgets the offset": (
        Kernel.BATCHES,
        "add_row",
        lambda X, r, w, amount, _: loops.add_row(X, r, w, amount, 0),
    ),
}


def _case(kernel: Kernel, number: int) -> tuple[Dataset, Dataset | Arrays, Conventions]:
    draw = random.Random(f"{kernel.value}/{number}")
    limit = Stop(passes=40, updates=2000)  # a fault may otherwise never end
    chosen = Conventions(offset=Offset.UNIT, stop=limit)
    match kernel:
        case Kernel.EXACT:
            return (data := random_data(draw, "bits")), data, Conventions(tie=draw.choice(list(Tie)), stop=limit)
        case Kernel.CACHED:
            return (data := random_data(draw, "small")), data, chosen
        case Kernel.BATCHES:
            group = Group(GroupKind.MINI_BATCH, 3)
            return (
                (data := random_data(draw, "small")),
                data,
                Conventions(offset=Offset.UNIT, group=group, stop=limit),
            )
        case Kernel.FILTERED | Kernel.ACTIVE:
            floats = as_floats(random_data(draw, "cancelling" if kernel is Kernel.FILTERED else "floats"))
            assert floats is not None
            return floats.dataset(), floats, Conventions(stop=limit)


def _differs(kernel: Kernel, number: int) -> str | None:
    exact, data, chosen = _case(kernel, number)
    expected, log = reference(exact, chosen)
    try:
        found = solve(data, chosen, backend=Backend.PYTHON, keep_log=True, only=kernel, contracts=Level.OFF)
    except (AssertionError, ValueError, IndexError) as error:
        return str(error)
    return difference(expected, log, found)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_one_kernel_is_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel, name, replacement = FAULTS[fault]
    numbers = [number for number in range(40) if _differs(kernel, number) is None]
    assert len(numbers) == 40, "the kernel without a fault differs from the reference"
    monkeypatch.setattr("verified_perceptron.engine.driver.kernels", lambda _: bound({name: replacement}))
    monkeypatch.setattr("verified_perceptron.engine.driver.FEW_DECISIONS", -1)
    assert any(_differs(kernel, number) is not None for number in numbers), f"no run shows that {fault}"


@pytest.mark.parametrize("kernel", Kernel)
def test_every_kernel_runs_where_it_is_asked_to(kernel: Kernel) -> None:
    passes = 0
    for number in range(20):
        _, data, chosen = _case(kernel, number)
        passes += solve(data, chosen, backend=Backend.PYTHON, only=kernel).kernels.get(kernel.value, 0)
    assert passes > 0


# --- near ties ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["cancelling", "edge53", "tenths"])
def test_near_ties_are_decided_inside_the_kernel(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verified_perceptron.engine.driver.FEW_DECISIONS", -1)
    decided = 0
    for number in range(60):
        floats = as_floats(random_data(random.Random(f"near/{kind}/{number}"), kind))
        assert floats is not None
        for offset in (Offset.NONE, Offset.UNIT):
            chosen = Conventions(offset=offset, stop=Stop(passes=30))
            driver = _Driver(floats, chosen, Level.FINAL, None, True, Backend.PYTHON, Kernel.FILTERED)
            expected, log = reference(floats.dataset(), chosen)
            assert difference(expected, log, driver.run()) is None
            decided += int(driver.st[loops.DECIDED])
    assert decided > 20


# --- the bound ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("d", [1, 10, 1000, bounds.MOST_FEATURES])
@pytest.mark.parametrize("terms", [0, 1, 1000, bounds.MOST_TERMS])
def test_the_threshold_is_at_least_the_proved_one(d: int, terms: int) -> None:
    """T12.filter: u·R·N·((1+u)(G(1+uE)+E)+1), with G from the dot product and E from the corrections."""
    u = Fraction(1, 2**53)
    G = Fraction(d + 1) / (1 - (d + 1) * u)
    E = (2 * terms + 2) * (1 + Fraction(1, 2**18))
    proved = u * ((1 + u) * (G * (1 + u * E) + E) + 1)
    assert Fraction(bounds.filter_threshold(1.0, 1.0, float(d), float(terms))) >= proved


def _fused(terms: list[tuple[float, float]]) -> float:
    """The sum of products with one rounding for each multiply-add."""
    total = 0.0
    for a, b in terms:
        total = float(Fraction(a) * Fraction(b) + Fraction(total))
    return total


def _in_pairs(values: list[float]) -> float:
    while len(values) > 1:
        values = [sum(values[i : i + 2]) for i in range(0, len(values), 2)]
    return values[0]


@pytest.mark.parametrize("scale", [1.0, 2.0**-1060, 2.0**300])
def test_fused_and_reordered_sums_stay_within_the_bound(scale: float) -> None:
    """A search for the worst error: of many orders of the terms, fused or not, the largest one counts."""
    draw = random.Random(11)
    d, worst, seen = 6, Fraction(0), 0.0
    for _ in range(150):
        x = [draw.choice((-1, 1)) * (1 + draw.random() * 2.0 ** -draw.randint(0, 50)) * scale for _ in range(d)]
        exact, w, k = [Fraction(0)] * d, [0.0] * d, 0
        for _ in range(6):
            row = [draw.choice((-1, 1)) * (v + draw.random() * 2.0 ** -draw.randint(1, 52) * scale) for v in x]
            w = [a + b for a, b in zip(w, row, strict=True)]
            exact = [a + Fraction(b) for a, b in zip(exact, row, strict=True)]
            k += 1
        rows_sq = bounds.sum_of_squares_bound(d * (4.0 * scale * scale), float(d))
        radius_sq = max(rows_sq, bounds.LEAST_RADIUS_SQ)
        norm = bounds.norm_bound(radius_sq, 0.0, float(k), float(k), True)
        T = Fraction(bounds.filter_threshold(math.sqrt(radius_sq), norm, float(d), float(k)))
        true = sum((a * Fraction(b) for a, b in zip(exact, x, strict=True)), Fraction(0))
        terms = list(zip(w, x, strict=True))
        for _ in range(6):
            draw.shuffle(terms)
            products = [a * b for a, b in terms]
            for computed in (_fused(terms), math.fsum(products), sum(products), _in_pairs(products)):
                error = abs(Fraction(computed) - true)
                worst = max(worst, error / T)
                seen = max(seen, float(error / T))
    assert worst < 1
    assert seen > 0 or scale < 1e-300


# --- averages, margins, promises ---------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["tenths", "floats", "large"])
def test_the_average_is_that_of_all_weights(kind: str) -> None:
    for number in range(20):
        data = random_data(random.Random(f"average/{kind}/{number}"), kind)
        chosen = Conventions(offset=Offset.UNIT, predictor=Predictor.AVERAGED, stop=Stop(passes=20))
        expected, _ = reference(data, chosen)
        assert solve(data, chosen, backend=Backend.PYTHON).average == weighted_sum(expected.survivors)


def test_votes_are_left_to_the_reference() -> None:
    assert "vote" in (uncovered(Conventions(predictor=Predictor.VOTED)) or "")


@pytest.mark.parametrize("margin", [RelativeMargin(Fraction(1, 9)), FixedMargin(Fraction(3))])
def test_growth_is_checked_under_a_margin(margin: RelativeMargin | FixedMargin) -> None:
    data = Dataset.of([[3, 1], [1, 2], [-2, -1], [-1, -3]], [1, 1, -1, -1])
    chosen = Conventions(margin=margin, stop=Stop(passes=50))
    found = solve(data, chosen, contracts=Level.EVERY, backend=Backend.PYTHON)
    expected = run(data, chosen, contracts=Level.EVERY)
    assert found.checks["growth"] == expected.checks["growth"] == found.updates > 0
    driver = _Driver(data, chosen, Level.EVERY, None, True, Backend.PYTHON, None)
    driver.exact.numerators = [1000, 1000]
    driver.st[loops.UPDATES] = driver.st[loops.SQUARES] = driver.st[loops.TOTAL_TERMS] = 1
    with pytest.raises(InvariantViolation, match="growth"):
        driver._check(count=True)


def test_importing_the_package_and_the_engine_takes_less_than_a_third_of_a_second() -> None:
    code = "import time; a = time.process_time(); import {0}; print(time.process_time() - a)"
    for module in ("verified_perceptron", "verified_perceptron.engine"):
        command = [sys.executable, "-c", code.format(module)]
        times = [float(subprocess.run(command, check=True, capture_output=True).stdout) for _ in range(4)]
        assert min(times[1:]) < 0.3, f"{module}: {times}"


def test_a_large_numpy_file_runs_without_python_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(2)
    X = rng.integers(-50, 51, (3000, 40)) / 8
    y = np.where(X[:, 0] - X[:, 3] >= 0, 1, -1)
    X[:, 0] += y
    path = tmp_path / "large.npy"
    np.save(path, np.column_stack([X, y]))
    expected = solve(Arrays.of(X, y), PRESETS["P1"], backend=Backend.NUMPY)
    monkeypatch.setattr("verified_perceptron.engine.driver.best_backend", lambda: Backend.NUMPY)
    monkeypatch.setattr(
        "verified_perceptron.cli.run.read_dataset", lambda *_: pytest.fail("read as Python numbers")
    )
    answer = CliRunner().invoke(app, ["run", str(path), "--json"])
    record = json.loads(answer.stdout)
    assert (answer.exit_code, record["outcome"], record["updates"]) == (0, "converged", expected.updates)
    assert record["weights"] == [str(v) for v in expected.hypothesis.weights]
    assert record["invariants"]["growth"] == expected.updates
