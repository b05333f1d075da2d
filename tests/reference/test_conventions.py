"""Conventions: what goes together, how choices are written, and the small algorithms beside the perceptron."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given

from verified_perceptron.algorithms.network import Inputs, Network, Unit, network_for, rows
from verified_perceptron.algorithms.shattering import (
    inseparable_labellings,
    is_separable,
    is_shattered,
    shattered_subsets,
)
from verified_perceptron.cli.choices import Choices, conventions_of, parse_rate, parse_start
from verified_perceptron.conventions import (
    PRESETS,
    ConstantRate,
    ConventionError,
    Conventions,
    Correction,
    FixedMargin,
    Folding,
    GivenStart,
    Group,
    GroupKind,
    HarmonicRate,
    ListedRate,
    Offset,
    Order,
    OrderKind,
    RandomStart,
    RelativeMargin,
    Stop,
    Tie,
    ZeroStart,
    is_mistake,
    rate_at,
    rate_text,
    start_text,
)
from verified_perceptron.data import Dataset
from verified_perceptron.problem import pose
from verified_perceptron.strategies import conventions


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: Conventions(folding=Folding.LAST), "no offset to fold"),
        (lambda: Conventions(order=Order(OrderKind.WORST), group=Group(GroupKind.BATCH)), "leaves no batch"),
        (lambda: Conventions(margin=RelativeMargin(Fraction(1)), group=Group(GroupKind.BATCH)), "in turn"),
        (lambda: Conventions(margin=RelativeMargin(Fraction(1)), offset=Offset.UNIT), "ambiguous"),
        (lambda: Conventions(margin=RelativeMargin(Fraction(1)), tie=Tie.PLUS), "equal to its margin"),
        (lambda: Conventions(order=Order(OrderKind.FIRST), correction=Correction.TARGET_OUTPUT), "adds y·x"),
        (lambda: ConstantRate(Fraction(0)), "not positive"),
        (lambda: HarmonicRate(Fraction(-1)), "not positive"),
        (lambda: ListedRate(()), "at least one rate"),
        (lambda: RelativeMargin(Fraction(-1)), "negative"),
        (lambda: FixedMargin(Fraction(-1)), "negative"),
        (lambda: Stop(passes=0), "leaves nothing to run"),
        (lambda: Group(GroupKind.MINI_BATCH, 0), "empty"),
    ],
)
def test_choices_that_do_not_go_together_are_refused(make: Callable[[], object], reason: str) -> None:
    with pytest.raises(ConventionError, match=reason):
        make()


def test_a_start_of_the_wrong_size_or_with_an_unwanted_offset_is_refused() -> None:
    data = Dataset.of([(1, 2)], [1])
    with pytest.raises(ConventionError, match="3 weights"):
        pose(data, Conventions(start=GivenStart((Fraction(1),) * 3)))
    with pytest.raises(ConventionError, match="keep none"):
        pose(data, Conventions(start=GivenStart((Fraction(1),) * 2, Fraction(1))))


def test_the_four_tie_rules_differ_exactly_at_zero() -> None:
    at_zero = {tie: (is_mistake(tie, 1, 0), is_mistake(tie, -1, 0)) for tie in Tie}
    assert at_zero == {
        Tie.MISTAKE: (True, True),
        Tie.CORRECT: (False, False),
        Tie.PLUS: (False, True),
        Tie.MINUS: (True, False),
    }
    for tie, y, score in product(Tie, (-1, 1), (-2, -1, 1, 2)):
        assert is_mistake(tie, y, score) == (y * score < 0)


@given(conventions())
def test_every_convention_describes_itself(chosen: Conventions) -> None:
    described = chosen.describe()
    assert set(described) == set(Conventions().describe())
    assert all(described.values())


def test_presets_cover_the_sixteen_systems() -> None:
    assert {f"P{i}" for i in range(16)} <= set(PRESETS)


@pytest.mark.parametrize("text", ["1/2", "3/k", "1,1/2,1/3"])
def test_rates_are_written_as_they_are_read(text: str) -> None:
    assert rate_text(parse_rate(text)) == text


@pytest.mark.parametrize("text", ["zero", "1,-1/2", "1,2;3/4"])
def test_starts_are_written_as_they_are_read(text: str) -> None:
    assert start_text(parse_start(text, 0)) == text


def test_rates_follow_their_rules() -> None:
    assert [rate_at(HarmonicRate(Fraction(2)), k) for k in (1, 2, 4)] == [2, 1, Fraction(1, 2)]
    listed = ListedRate((Fraction(3), Fraction(2)))
    assert [rate_at(listed, k) for k in (1, 2, 9)] == [3, 2, 2]
    assert parse_start("zero", 5) == ZeroStart()
    assert parse_start("random", 5) == RandomStart(5)


def test_choices_replace_what_the_preset_says() -> None:
    chosen = conventions_of(
        Choices(
            "P0", tie=Tie.PLUS, offset=Offset.NONE, rate="1/k", group=GroupKind.MINI_BATCH, batch_size=3, epochs=9
        )
    )
    assert chosen.tie is Tie.PLUS
    assert chosen.offset is Offset.NONE
    assert chosen.rate == HarmonicRate(Fraction(1))
    assert chosen.group == Group(GroupKind.MINI_BATCH, 3)
    assert conventions_of(Choices("P0", epochs=9)).stop.passes == 9
    assert conventions_of(Choices("P2", margin="0.5")).margin == RelativeMargin(Fraction(1, 2))
    with pytest.raises(ConventionError, match="choose one"):
        conventions_of(Choices("P2", margin="1", threshold="1"))
    with pytest.raises(ConventionError, match="is no preset"):
        conventions_of(Choices("P99"))


# --- networks -----------------------------------------------------------------------------------


@pytest.mark.parametrize("inputs", [1, 2, 3])
def test_every_boolean_function_has_a_network_of_two_levels(inputs: int) -> None:
    table = rows(inputs)
    for outputs in product((False, True), repeat=len(table)):
        truth = dict(zip(table, outputs, strict=True))
        network = network_for(truth.__getitem__, inputs)
        assert [network(row) == 1 for row in table] == list(outputs)


def test_parity_of_eight_inputs_has_a_network_of_two_levels() -> None:
    def parity(row: Inputs) -> bool:
        return row.count(1) % 2 == 1

    network = network_for(parity, 8)
    assert len(network.first) == 128
    assert all((network(row) == 1) == parity(row) for row in rows(8))


def test_a_network_that_computes_something_else_is_noticed() -> None:
    answers = iter([True, True, True, True, False, False, False, False])
    with pytest.raises(AssertionError, match="wrong on"):
        network_for(lambda _: next(answers), 2)
    assert Network((Unit((1,), 0),), Unit((1,), 0))((1,)) == 1


# --- which points can be separated under all labellings ------------------------------------------


def test_any_two_points_and_any_three_not_in_line_are_shattered_in_the_plane() -> None:
    grid = list(product(range(3), repeat=2))
    assert len(list(shattered_subsets(grid, 2))) == 36
    # 84 triples, of which 8 lie on a line.
    assert len(list(shattered_subsets(grid, 3))) == 76


def test_no_four_points_of_a_grid_are_shattered_in_the_plane() -> None:
    grid = list(product(range(3), repeat=2))
    assert next(shattered_subsets(grid, 4), None) is None


def test_exclusive_or_is_what_a_square_cannot_do() -> None:
    square = [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert list(inseparable_labellings(square)) == [(-1, 1, 1, -1), (1, -1, -1, 1)]
    assert not is_shattered(square)


def test_three_points_in_line_cannot_have_the_middle_alone() -> None:
    assert not is_separable([(0,), (1,), (2,)], [1, -1, 1])
    assert is_separable([(0,), (1,), (2,)], [1, 1, -1])
