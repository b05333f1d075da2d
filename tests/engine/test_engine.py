"""The engine makes the reference's decisions, and its bounds hold against attack."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from benchmarks.soak_engine import compare, difference, random_conventions, random_data, reference
from verified_perceptron.conventions import Conventions, Offset, Order, OrderKind, Stop
from verified_perceptron.data import DataError, Dataset
from verified_perceptron.engine import Arrays, Backend, Kernel, bounds, loops, solve
from verified_perceptron.engine.build import AS_WRITTEN, REORDERED, bound, cache_name
from verified_perceptron.engine.driver import _Driver
from verified_perceptron.engine.loops import Reals
from verified_perceptron.engine.slices import dyadic_row
from verified_perceptron.invariants import InvariantViolation, Level
from verified_perceptron.problem import Hypothesis
from verified_perceptron.readers import read_dataset
from verified_perceptron.run import Outcome


@pytest.mark.parametrize("backend", [Backend.NUMPY, Backend.PYTHON])
def test_random_runs_are_those_of_the_reference(backend: Backend) -> None:
    for number in range(250):
        case = compare(random.Random(f"test/{number}"), (backend,))
        assert case.difference is None, f"{number}: {case.difference}"


def test_compiled_runs_are_those_of_the_reference() -> None:
    pytest.importorskip("numba")
    for number in range(6):
        draw = random.Random(f"compiled/{number}")
        data, chosen = random_data(draw, "small"), Conventions(offset=Offset.UNIT, stop=Stop(passes=60))
        expected, log = reference(data, chosen)
        assert difference(expected, log, solve(data, chosen, backend=Backend.NUMBA, keep_log=True)) is None


FAULTS: dict[str, tuple[str, Callable[..., object]]] = {
    "a tie is taken for right": ("score", lambda X, r, w: 1.0 if float(X[r] @ w[:-1] + w[-1]) == 0 else -1.0),
    "half of the row is added": ("add_row", lambda X, r, w, a, _: w.__setitem__(0, w[0] + a * X[r, 0])),
    "the last row is never suspect": (
        "next_suspect",
        lambda X, y, w, i, end, t, order: loops.next_suspect(X, y, w, i, max(i, end - 1), t, order) + (i < end),
    ),
    "weights never come back": ("same_weights", lambda *_: False),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_comparison_catches_a_planted_fault(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, replacement = FAULTS[fault]
    monkeypatch.setattr("verified_perceptron.engine.driver.kernels", lambda _: bound({name: replacement}))
    caught = 0
    for number in range(60):
        draw = random.Random(f"fault/{number}")
        data, chosen = random_data(draw, "small"), random_conventions(draw)
        chosen = chosen.capped(20)
        try:
            expected, log = reference(data, chosen)
            found = solve(data, chosen, backend=Backend.PYTHON, keep_log=True, contracts=Level.OFF)
            caught += difference(expected, log, found) is not None
        except (AssertionError, ValueError, IndexError):
            caught += 1
        if caught:
            return
    pytest.fail(f"no run shows that {fault}")


def test_a_filter_without_width_decides_cancelling_floats_wrongly(monkeypatch: pytest.MonkeyPatch) -> None:
    helpers = {"threshold_now": lambda *_: 0.0}
    monkeypatch.setattr("verified_perceptron.engine.driver.kernels", lambda _: bound(helpers))
    wrong = 0
    for number in range(300):
        draw = random.Random(f"narrow/{number}")
        data = random_data(draw, "cancelling")
        chosen = Conventions(stop=Stop(passes=30))
        expected, log = reference(data, chosen)
        found = solve(
            data, chosen, backend=Backend.PYTHON, keep_log=True, only=Kernel.FILTERED, contracts=Level.OFF
        )
        wrong += difference(expected, log, found) is not None
    assert wrong > 0


# --- the bounds, attacked --------------------------------------------------------------------------


@pytest.mark.parametrize(("limit", "radius_sq"), [(2**24, 7), (2**53, 10**6 + 3), (2**63 - 1, 2**40 + 1)])
def test_exact_squares_is_the_last_count_within_the_limit(limit: int, radius_sq: int) -> None:
    q = bounds.exact_squares(limit, radius_sq)
    assert q * radius_sq**2 <= limit**2 < (q + 1) * radius_sq**2 or q == 2**62


def _attack(X: Reals, rng: np.random.Generator, steps: int) -> float:
    """The greatest |fl(ŵ·x) − w·x| / T over a run, in several orders of summation."""
    n, d = X.shape
    y = np.where(rng.random(n) < 0.5, 1, -1)
    rows = [[Fraction(v) for v in row] for row in X.tolist()]
    radius_sq = bounds.sum_of_squares_bound(max(float(x @ x) for x in X), d)
    w, exact, k, worst = np.zeros(d), [Fraction(0)] * d, 0, 0.0
    for step in range(steps):
        i = step % n
        true = sum((a * b for a, b in zip(exact, rows[i], strict=True)), Fraction(0))
        norm = bounds.norm_bound(radius_sq, 0.0, float(k), float(k), False)
        T = bounds.filter_threshold(radius_sq**0.5, norm, d, k)
        products = w * X[i]
        shuffled = rng.permutation(products)
        for computed in (float(w @ X[i]), float(np.cumsum(shuffled)[-1]), float(np.cumsum(np.sort(products))[-1])):
            if k:
                worst = max(worst, float(abs(Fraction(computed) - true) / Fraction(T)))
        if int(y[i]) * true <= 0:
            w = w + y[i] * X[i]
            exact = [a + int(y[i]) * b for a, b in zip(exact, rows[i], strict=True)]
            k += 1
    return worst


@pytest.mark.parametrize("family", ["gauss", "grid", "offset", "mixed", "subnormal", "edge53"])
def test_no_error_comes_near_the_filter_bound(family: str) -> None:
    rng = np.random.default_rng(5)
    X = rng.standard_normal((40, 5))
    match family:
        case "grid":
            X = np.rint(X * 20) / 10
        case "offset":
            X = X + 1e8
        case "mixed":
            X = X * np.array([1e-8, 1e-4, 1.0, 1e4, 1e8])
        case "subnormal":
            X = X * 2.0**-1060
        case "edge53":
            X = np.rint(X) * 2.0**53 + np.rint(3 * X)
        case _:
            pass
    assert 0 <= _attack(X, rng, 800) < 0.5


def test_slices_give_back_every_float() -> None:
    for value in (0.1, -3.5e-310, 5e-324, 1.7e308, 0.0):
        (numerator,), e = dyadic_row(np.array([value]))
        assert Fraction(numerator) * Fraction(2) ** e == Fraction(value)


# --- promises --------------------------------------------------------------------------------------


def test_float_arrays_run_as_the_dyadics_they_are() -> None:
    rng = np.random.default_rng(1)
    X = rng.integers(-20, 21, (60, 4)) / 10
    y = np.where(X @ np.array([3.0, -2.0, 1.0, 0.5]) > 0, 1, -1)
    arrays = Arrays.of(X, y)
    chosen = Conventions(stop=Stop(passes=50))
    expected, log = reference(arrays.dataset(), chosen)
    for only in (None, Kernel.ACTIVE):
        found = solve(arrays, chosen, backend=Backend.NUMPY, keep_log=True, only=only)
        assert difference(expected, log, found) is None


def test_growth_and_progress_are_checked_after_every_update() -> None:
    data = Dataset.of([[1, 2], [2, -1], [-1, -1]], [1, 1, -1])
    separator = Hypothesis((Fraction(3), Fraction(1)))
    found = solve(data, contracts=Level.EVERY, separator=separator, backend=Backend.NUMPY)
    assert found.checks == {"growth": found.updates, "progress": found.updates}


def test_a_wrong_weight_breaks_the_contract() -> None:
    driver = _Driver(
        Dataset.of([[1, 2], [2, -1], [-1, 1]], [1, -1, 1]),
        Conventions(),
        Level.EVERY,
        None,
        True,
        Backend.PYTHON,
        None,
    )
    driver.w[:2] = 100
    driver.st[loops.UPDATES] = 1
    with pytest.raises(InvariantViolation, match="growth"):
        driver._check(count=True)


def test_shuffled_scans_are_those_of_the_reference() -> None:
    data = random_data(random.Random(3), "tenths")
    chosen = Conventions(order=Order(OrderKind.SHUFFLED, 2), stop=Stop(passes=30))
    expected, log = reference(data, chosen)
    assert difference(expected, log, solve(data, chosen, backend=Backend.NUMPY, keep_log=True)) is None


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_a_feature_that_is_no_number_is_refused(bad: float) -> None:
    X = np.array([[0.5, 1.0], [bad, 2.0]])
    with pytest.raises(DataError, match="not a finite number"):
        solve(Arrays.of(X, np.array([1, -1])), backend=Backend.NUMPY)


def test_flags_and_sources_name_the_cache() -> None:
    assert cache_name("score", REORDERED) != cache_name("score", AS_WRITTEN)


def test_importing_the_engine_does_not_load_numba() -> None:
    code = "import sys, verified_perceptron.engine; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_sonar_converges_exactly_after_its_275227_passes(anchor: Path) -> None:
    pytest.importorskip("numba")
    found = solve(read_dataset(anchor / "sonar.dat"), Conventions(offset=Offset.UNIT))
    assert (found.outcome, found.passes, found.updates) == (Outcome.CONVERGED, 275_227, 2_729_231)
