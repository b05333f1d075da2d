"""Facts that the five documents state about their own examples, and facts that settle their questions."""

from __future__ import annotations

import time
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest

from verified_perceptron.algorithms.voted import vote, weighted_sum
from verified_perceptron.conventions import (
    PRESETS,
    ConstantRate,
    Conventions,
    Folding,
    GivenStart,
    Offset,
    Order,
    OrderKind,
    Tie,
)
from verified_perceptron.data import Dataset
from verified_perceptron.exact import Root, parse_number
from verified_perceptron.margins import functional_margins, geometric_margins, margin
from verified_perceptron.problem import Hypothesis
from verified_perceptron.readers import read_dataset
from verified_perceptron.run import Outcome, run
from verified_perceptron.trace import Event, Update

FOUR_POINTS = Dataset.of([(4, 0), (1, 1), (0, 1), (-2, -2)], [1, -1, -1, 1])
EXCLUSIVE_OR = Dataset.of([(1, 1), (1, -1), (-1, 1), (-1, -1)], [1, -1, -1, 1])
EIGHT_POINTS = Dataset.of(
    [(1, 1), (1, 3), (2, 1), (2, 2), (-1, -1), (-1, -3), (-2, -1), (-2, -2)], [1, 1, 1, 1, -1, -1, -1, -1]
)


def weights_after_updates(data: Dataset, conventions: Conventions) -> list[tuple[object, ...]]:
    """(w, b) after each update, in the data's units."""
    seen: list[Update] = []

    def keep(event: Event) -> None:
        if isinstance(event, Update):
            seen.append(event)

    problem = run(data, conventions, on_event=keep).problem
    states = [problem.hypothesis(problem.start._replace(weights=u.weights, offset=u.offset)) for u in seen]
    return [(*state.weights, state.offset) for state in states]


def test_first_example_of_document_2_gives_its_three_weight_vectors() -> None:
    assert weights_after_updates(FOUR_POINTS, PRESETS["P3"]) == [(4, 0, 0), (3, -1, 0), (1, -3, 0)]


def test_first_example_of_document_2_has_converged_after_three_updates() -> None:
    result = run(FOUR_POINTS, PRESETS["P4"])
    assert (result.outcome, result.updates, result.passes) == (Outcome.CONVERGED, 3, 2)
    assert result.separates


def test_first_pass_of_document_2_has_survival_counts_1_2_1_and_weighted_sum_11_minus_5() -> None:
    result = run(FOUR_POINTS, PRESETS["P5"].capped(1))
    assert [voter.count for voter in result.survivors] == [1, 1, 2, 1]
    weights = [list(map(int, voter.hypothesis.weights)) for voter in result.survivors]
    assert weights == [[0, 0], [4, 0], [3, -1], [1, -3]]
    assert list(map(int, weighted_sum(result.survivors).weights)) == [11, -5]


def test_voted_and_averaged_rules_of_document_2_can_disagree() -> None:
    result = run(FOUR_POINTS, PRESETS["P5"].capped(1))
    x = (1, Fraction(5, 2))
    assert vote(result.survivors, x) == 1
    total = weighted_sum(result.survivors).weights
    assert total[0] * x[0] + total[1] * x[1] < 0


def test_second_example_of_document_2_returns_to_zero_after_four_updates_as_a_cycle() -> None:
    assert weights_after_updates(EXCLUSIVE_OR, PRESETS["P3"])[-1] == (0, 0, 0)
    result = run(EXCLUSIVE_OR, PRESETS["P3"])
    assert (result.outcome, result.updates) == (Outcome.CYCLED, 4)
    assert result.cycle is not None
    assert result.cycle.multipliers == (1, 1, 1, 1)


def test_step_of_document_1_from_its_given_classifier() -> None:
    data = Dataset.of([(1, 3)], [1])
    start = GivenStart((Fraction(1), Fraction(-1)), Fraction(1))
    assert weights_after_updates(data, replace(PRESETS["P1"], start=start))[0] == (2, 2, 2)


def test_margins_of_document_1_are_minus_half_root_2_root_2_root_2() -> None:
    data = Dataset.of([(1, 3), (2, 1), (-1, 2)], [1, 1, -1])
    hypothesis = Hypothesis((Fraction(1), Fraction(-1)), Fraction(1))
    assert functional_margins(hypothesis, data) == [-1, 2, 2]
    assert [str(m) for m in geometric_margins(hypothesis, data)] == ["-√2/2", "√2", "√2"]
    assert margin(hypothesis, data) == Root(-1, Fraction(1, 2))


def test_data_of_document_1_need_the_offset() -> None:
    data = Dataset.of([[1], [2], [3], [4]], [1, 1, -1, -1])
    assert run(data, PRESETS["P2"]).outcome is Outcome.CYCLED
    assert run(data, PRESETS["P1"]).outcome is Outcome.CONVERGED


def test_p0_on_zero_and_one_runs_through_five_states() -> None:
    data = Dataset.of([[0], [1]], [-1, 1])
    assert weights_after_updates(data, PRESETS["P0"]) == [(0, -1), (1, 0), (1, -1), (2, 0), (2, -1)]


def test_p1_on_a_fiftieth_and_a_twentyfifth_makes_2505_updates() -> None:
    data = Dataset.of([["1/50"], ["1/25"]], [1, -1])
    assert run(data, PRESETS["P1"]).updates == 2505


@pytest.mark.parametrize("start", [(0, -1), (-1, 1), (-3, 2), (5, -9), (Fraction(-1, 2), Fraction(-1, 3))])
@pytest.mark.parametrize("rate", [Fraction(1), Fraction(1, 10), Fraction(7, 3), Fraction(100)])
@pytest.mark.parametrize("preset", ["P7", "P8", "P9", "P12"])
def test_eight_points_of_document_3_converge_from_several_starts_and_rates(
    start: tuple[Fraction, ...], rate: Fraction, preset: str
) -> None:
    given = GivenStart(tuple(map(Fraction, start)))
    result = run(EIGHT_POINTS, replace(PRESETS[preset], start=given, rate=ConstantRate(rate)))
    assert result.outcome is Outcome.CONVERGED
    assert result.separates


def test_strict_error_set_of_document_3_never_starts_from_zero() -> None:
    result = run(EIGHT_POINTS, replace(PRESETS["P7"], tie=Tie.CORRECT))
    assert (result.outcome, result.updates) == (Outcome.CONVERGED, 0)
    assert not result.separates


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_n_orthonormal_points_make_exactly_n_updates_in_any_order_and_the_bound_is_n(n: int) -> None:
    basis = [[int(i == j) for j in range(n)] for i in range(n)]
    for order in permutations(basis):
        result = run(Dataset.of(order, [1] * n), PRESETS["P12"], separator=Hypothesis((Fraction(1),) * n))
        assert result.updates == n
        assert result.separator is not None
        assert result.separator.bound(result.problem) == n


def test_n_orthonormal_points_make_n_updates_whichever_mistake_is_picked() -> None:
    basis = Dataset.of([[int(i == j) for j in range(5)] for i in range(5)], [1, -1, 1, -1, 1])
    for kind in OrderKind:
        assert run(basis, Conventions(order=Order(kind, seed=3))).updates == 5


@pytest.mark.parametrize("name", [f"feat{size}_{i}" for size in (100, 200) for i in range(1, 7)])
def test_published_weights_match_to_the_last_digit(anchor: Path, name: str) -> None:
    data = read_dataset(anchor / f"{name}.dat")
    result = run(data, Conventions(offset=Offset.UNIT, folding=Folding.FIRST))
    lines = (anchor / f"{name}.weights").read_text().split("\n")
    published = [parse_number(line) for line in lines if line.strip()]
    assert [result.hypothesis.offset, *result.hypothesis.weights] == published


@pytest.mark.parametrize("i", range(1, 7))
def test_a_published_file_of_200_features_takes_less_than_a_second_to_read_and_run(anchor: Path, i: int) -> None:
    start = time.process_time()
    run(read_dataset(anchor / f"feat200_{i}.dat"), Conventions(offset=Offset.UNIT, folding=Folding.FIRST))
    assert time.process_time() - start < 1


def test_iris_takes_4_passes_and_5_updates(anchor: Path) -> None:
    result = run(read_dataset(anchor / "iris.dat"), Conventions(offset=Offset.UNIT, folding=Folding.FIRST))
    assert (result.passes, result.updates) == (4, 5)
