"""Where rounding changes the run: data on decimal grids and with cancellation, outside the exact range.

A target in float64 may differ from the exact run here without being wrong.  It is compared with the exact run
and with the float64 replay of its conventions, and a difference is reported as rounding, not as a fault.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from verified_perceptron.conventions import Conventions, OrderKind, Predictor, ZeroStart
from verified_perceptron.data import Dataset
from verified_perceptron.exact import parse_number
from verified_perceptron.oracle.replay import Ray, exact_path, float_path, readings
from verified_perceptron.oracle.targets import Answer, Argument, Labels, Target, TargetError


def _of(name: str, rows: list[list[str]], labels: list[int]) -> Dataset:
    return Dataset.of_fractions([[parse_number(v) for v in row] for row in rows], labels, name)


DATA = (
    _of("tenths on a line", [["0.1"], ["0.2"], ["-0.3"]], [1, 1, -1]),
    _of("tenths that cancel", [["0.1", "0.2"], ["0.3", "0.7"], ["-0.6", "0.1"]], [1, 1, -1]),
    _of("thirds of tenths", [["0.1", "0.3"], ["0.2", "0.6"], ["-0.7", "0.1"], ["0.3", "-0.2"]], [1, 1, -1, 1]),
    _of("cancellation", [["9007199254740993", "1"], ["-9007199254740992", "1"]], [1, 1]),
)


@dataclass(frozen=True)
class Rounding:
    """A data set and whose run the target makes on it."""

    data: Dataset
    follows: str


def look_at_rounding(
    target: Target, conventions: Conventions, labels: Labels, extra: Mapping[str, Argument]
) -> tuple[Rounding, ...]:
    """The exact run, its float64 replay, or neither, for each data set of the group."""
    fixed = conventions.order.kind not in (OrderKind.SHUFFLED, OrderKind.RANDOM)
    if not fixed or not isinstance(conventions.start, ZeroStart) or conventions.predictor is not Predictor.LAST:
        return ()
    found = []
    for data in DATA:
        if exact_path(data, conventions).quiet:
            try:
                answer = target.ask(data, labels, (), extra)
            except TargetError:
                continue
            found.append(Rounding(data, _follows(data, conventions, answer)))
    return tuple(found)


def _follows(data: Dataset, conventions: Conventions, answer: Answer) -> str:
    exact = exact_path(data, conventions).after[-1]
    replayed = float_path(data, conventions).after[-1]
    told = [numbers for _, numbers in readings(answer, data.dimension)]
    directions = {Ray.of(numbers).direction for numbers in told}
    rounded = {tuple(map(_to_float, exact))}
    if Ray.of(exact).direction in directions:
        return "the exact run"
    if any(tuple(map(_to_float, numbers)) in rounded for numbers in told):
        return "the exact run, its result rounded"
    if Ray.of(replayed).direction in directions:
        return "the float64 run: rounding changes the result"
    return "another run: rounding in another order, or at another rate"


def _to_float(value: int | Fraction) -> float:
    return value.numerator / value.denominator
