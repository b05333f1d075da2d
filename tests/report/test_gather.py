"""The record of a run: every number in it is the run's own, recomputed here from the trace."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.report.conftest import (
    EXCLUSIVE_OR,
    FOUR_POINTS,
    LONG,
    ON_A_LINE,
    ONE_CLASS,
    TENTHS,
    high_dimensional,
    not_separable_in_five_dimensions,
    record_of,
    separator_of,
)
from verified_perceptron import checker
from verified_perceptron.certificates import check_certificate
from verified_perceptron.conventions import (
    PRESETS,
    ConstantRate,
    Conventions,
    FixedMargin,
    GivenStart,
    Offset,
    RelativeMargin,
)
from verified_perceptron.data import Dataset
from verified_perceptron.exact import number_text
from verified_perceptron.report.course import MOST_SHOWN, shown
from verified_perceptron.run import run
from verified_perceptron.trace import Event, Update

CASES = [
    (FOUR_POINTS, PRESETS["P0"]),
    (FOUR_POINTS, PRESETS["P1"]),
    (FOUR_POINTS, PRESETS["P3"]),
    (FOUR_POINTS, PRESETS["P8"]),
    (FOUR_POINTS, PRESETS["P13"].capped(6)),
    (FOUR_POINTS, PRESETS["P14"]),
    (TENTHS, PRESETS["P0"]),
    (TENTHS, replace(PRESETS["P1"], rate=ConstantRate(Fraction(1, 3)))),
    (TENTHS, replace(PRESETS["P2"], margin=FixedMargin(Fraction(1, 10)))),
    (TENTHS, replace(PRESETS["P1"], start=GivenStart((Fraction(1, 2), Fraction(-2)), Fraction(3)))),
    (ON_A_LINE, PRESETS["P1"]),
    (ONE_CLASS, PRESETS["P1"]),
    (EXCLUSIVE_OR, PRESETS["P1"]),
]


def trace(data: Dataset, conventions: Conventions) -> list[Update]:
    events: list[Event] = []
    run(data, conventions, on_event=events.append)
    return [event for event in events if isinstance(event, Update)]


def floats_in(value: object) -> Iterator[float]:
    match value:
        case float():
            yield value
        case dict():
            for item in value.values():
                yield from floats_in(item)
        case list():
            for item in value:
                yield from floats_in(item)
        case _:
            pass


@pytest.mark.parametrize(("data", "conventions"), CASES)
def test_the_outcome_is_the_runs_own_and_nothing_is_a_float(data: Dataset, conventions: Conventions) -> None:
    record: dict[str, Any] = record_of(data, conventions)
    result = run(data, conventions, separator=separator_of(data, conventions)[0])
    assert (record["outcome"], record["updates"], record["passes"]) == (
        result.outcome.value,
        result.updates,
        result.passes,
    )
    assert record["weights"]["shown"] == [number_text(v) for v in result.hypothesis.weights]
    assert record["offset"] == number_text(result.hypothesis.offset)
    assert {v["name"]: v["checks"] for v in record["invariants"] if v["checks"] is not None} == result.checks
    assert {v["name"]: v["unchecked"] for v in record["invariants"] if v["unchecked"]} == result.unchecked
    assert list(floats_in(json.loads(json.dumps(record)))) == []


@pytest.mark.parametrize(("data", "conventions"), CASES)
def test_every_datum_of_the_curves_follows_from_the_trace(data: Dataset, conventions: Conventions) -> None:
    """⟨w,w*⟩, ‖w‖² and both limits, from nothing but the data, the corrected examples and the rates."""
    record: dict[str, Any] = record_of(data, conventions)
    separator = separator_of(data, conventions)[0]
    radius_sq = max(sum(v * v for v in x) for x in data.points)
    fold_sq = {Offset.NONE: Fraction(0), Offset.UNIT: Fraction(1), Offset.RADIUS: radius_sq}[conventions.offset]
    problem_start = conventions.start
    w = list(problem_start.weights) if isinstance(problem_start, GivenStart) else [Fraction(0)] * data.dimension
    b = problem_start.offset if isinstance(problem_start, GivenStart) else Fraction(0)

    def inner(a: list[Fraction], a_0: Fraction, c: list[Fraction], c_0: Fraction) -> Fraction:
        return sum((p * q for p, q in zip(a, c, strict=True)), Fraction(0)) + (
            a_0 * c_0 / fold_sq if fold_sq else 0
        )

    start_sq, added, added_sq = inner(w, b, w, b), Fraction(0), Fraction(0)
    u = list(separator.weights) if separator is not None else []
    u_0 = separator.offset if separator is not None else Fraction(0)
    reached = inner(w, b, u, u_0) if u else Fraction(0)
    start_reached = reached
    gamma = (
        min(
            y * (sum(p * q for p, q in zip(u, x, strict=True)) + u_0)
            for x, y in zip(data.points, data.labels, strict=True)
        )
        if u
        else None
    )
    made = trace(data, conventions)
    # The coefficients of a trace are in units of S/D; the first rate, which is known, tells how much that is.
    first = conventions.rate.value if isinstance(conventions.rate, ConstantRate) else Fraction(1)
    scale = first / made[0].terms[0].coefficient
    moments = record["course"]["shown"]
    assert len(moments) == record["course"]["count"] == len(made) + 1
    for moment, update in zip(moments, [None, *made], strict=True):
        if update is not None:
            amount = Fraction(0)
            for i, coefficient in update.terms:
                step = coefficient * scale
                amount += step
                w = [p + step * data.labels[i] * q for p, q in zip(w, data.points[i], strict=True)]
                b += step * data.labels[i] * fold_sq
            added += amount
            added_sq += amount * amount
            assert moment["examples"] == [term.example for term in update.terms]
        assert [Fraction(v) for v in moment["w"]] == w
        assert Fraction(moment["b"]) == b
        assert Fraction(moment["growth"]) == inner(w, b, w, b)
        if gamma is not None:
            assert Fraction(moment["progress"]) == inner(w, b, u, u_0)
            assert Fraction(moment["progress_limit"]) == start_reached + added * gamma
            assert Fraction(moment["progress"]) >= Fraction(moment["progress_limit"])
        else:
            assert moment["progress"] is None
        plain = start_sq + added_sq * (radius_sq + fold_sq)
        match conventions.margin:
            case None:
                assert [Fraction(v) for v in moment["growth_limit"]] == [plain]
            case FixedMargin(tau):
                assert [Fraction(v) for v in moment["growth_limit"]] == [plain + 2 * added * tau]
            case RelativeMargin(beta):
                first_part, second_part = (Fraction(v) for v in moment["growth_limit"])
                assert first_part == (added * beta) ** 2
                assert second_part == added_sq * (radius_sq + fold_sq - beta**2)


def test_the_bound_is_the_theorems() -> None:
    record: dict[str, Any] = record_of(FOUR_POINTS, PRESETS["P1"])
    assert record["bound"] == {
        "most": "20",
        "exact": "187/9",
        "formula": "R²‖w*‖²/γ²",
        "theorem": "T3",
        "used": "27/187",
    }
    started: dict[str, Any] = record_of(
        FOUR_POINTS, replace(PRESETS["P2"], start=GivenStart((Fraction(0), Fraction(5))))
    )
    # 26 + 2·√(26/16)·5 = 26 + √(325/2): 12² < 325/2 < 13²
    assert (started["bound"]["most"], started["bound"]["exact"]) == ("38", None)
    margin: dict[str, Any] = record_of(FOUR_POINTS, PRESETS["P14"])
    gamma, beta, radius_sq = (1 / (Fraction(26, 16))) ** Fraction(1, 2), 0.1, 16
    assert int(margin["bound"]["most"]) == int((radius_sq - beta**2) / (gamma - beta) ** 2)
    assert record_of(EXCLUSIVE_OR)["bound"] is None


@pytest.mark.parametrize("system", ["P0", "P1", "P2", "P8", "P14"])
def test_no_run_exceeds_its_bound(system: str) -> None:
    for data in (FOUR_POINTS, TENTHS, ON_A_LINE):
        record: dict[str, Any] = record_of(data, PRESETS[system].capped(200))
        if record["bound"] is not None:
            assert record["updates"] <= int(record["bound"]["most"])


def test_the_combination_cancels() -> None:
    for data, conventions in ((EXCLUSIVE_OR, PRESETS["P1"]), (EXCLUSIVE_OR, PRESETS["P3"])):
        combination: Any = record_of(data, conventions)["combination"]
        for coordinate in range(2):
            assert (
                sum(int(t["multiplier"]) * t["y"] * Fraction(t["x"][coordinate]) for t in combination["terms"]) == 0
            )
    many: Any = record_of(not_separable_in_five_dimensions(), PRESETS["P2"])["combination"]
    assert [(t["i"], t["multiplier"], t["x"]) for t in many["terms"]] == [(i, "1", None) for i in range(4)]


@pytest.mark.parametrize("data", [FOUR_POINTS, EXCLUSIVE_OR, ONE_CLASS, TENTHS, high_dimensional()])
def test_the_embedded_certificates_are_accepted(data: Dataset) -> None:
    record: dict[str, Any] = record_of(data)
    assert len(record["certificates"]) == 2
    for found in record["certificates"]:
        assert check_certificate(found["text"], data)
        with pytest.raises(checker.Refused):
            check_certificate(found["text"], LONG)


def test_a_run_without_a_certificate_says_why() -> None:
    record: dict[str, Any] = record_of(FOUR_POINTS, PRESETS["P8"])
    assert record["certificates"][0]["reason"] == "a run certificate needs one example for each update"


def test_a_long_run_is_thinned_and_keeps_its_extremes() -> None:
    record: dict[str, Any] = record_of(LONG, PRESETS["P2"])
    course = record["course"]
    ks = [moment["k"] for moment in course["shown"]]
    assert record["updates"] >= 10_000
    assert course["count"] == record["updates"] + 1
    assert len(ks) <= MOST_SHOWN
    assert ks == sorted(set(ks))
    assert {0, 1, record["updates"], *course["tightest"].values()} <= set(ks)


def test_thinning_shows_all_of_a_short_run_and_never_more_than_asked() -> None:
    assert shown(5, [3]) == [0, 1, 2, 3, 4]
    for count in (601, 5000, 10**6):
        chosen = shown(count, [577])
        assert len(chosen) <= MOST_SHOWN
        assert {0, 577, count - 1} <= set(chosen)


def test_in_many_dimensions_there_are_no_points_but_the_curves() -> None:
    record: dict[str, Any] = record_of(high_dimensional())
    assert record["points"] is None
    assert all("w" not in moment for moment in record["course"]["shown"])
    assert record["course"]["shown"][-1]["progress"] is not None
