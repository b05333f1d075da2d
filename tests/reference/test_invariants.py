"""Every invariant fires on the fault that breaks it, and says which, where and with what numbers."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from icontract import ViolationError

from proofs.faults import PASSES, catches, data_sets
from verified_perceptron.algorithms import updates
from verified_perceptron.conventions import (
    PRESETS,
    Conventions,
    FixedMargin,
    Folding,
    GivenStart,
    Group,
    GroupKind,
    Offset,
    Order,
    OrderKind,
    RelativeMargin,
    Stop,
)
from verified_perceptron.data import Dataset
from verified_perceptron.faults import ByteOverflow, LabelDropped, Textbook, all_faults
from verified_perceptron.invariants import STATEMENTS, InvariantViolation, Level, Separator, violations
from verified_perceptron.problem import Hypothesis, Problem, pose
from verified_perceptron.run import Outcome, run, supervise
from verified_perceptron.steps import cancelling_multipliers, corrected
from verified_perceptron.trace import Event, Events, PassEnd, Term, Update

FOUR_POINTS = Dataset.of([(4, 0), (1, 1), (0, 1), (-2, -2)], [1, -1, -1, 1])
SEPARATOR = Hypothesis((Fraction(1), Fraction(-3)), Fraction(1))


@pytest.mark.parametrize("fault", list(all_faults()), ids=lambda fault: fault.__name__)
def test_every_planted_fault_is_caught_by_the_invariants_it_names(fault: type[Textbook]) -> None:
    caught = {catch.invariant for catch in catches(fault)}
    assert fault.caught_by
    assert set(fault.caught_by) <= caught


def test_there_are_at_least_twenty_planted_faults() -> None:
    assert len(list(all_faults())) >= 20


def test_the_right_implementation_sets_off_no_invariant() -> None:
    assert catches(Textbook) == []


def test_the_right_implementation_makes_the_updates_of_the_reference() -> None:
    for data in data_sets():
        problem = pose(data, Textbook.claims)
        ours, theirs = updates(problem), Textbook(problem).events()
        for _ in range(PASSES * len(data)):
            assert next(ours) == next(theirs)


def test_every_proof_invariant_is_broken_by_some_fault() -> None:
    broken = {catch.invariant for fault in all_faults() for catch in catches(fault)}
    assert broken == set(STATEMENTS)


def test_a_violation_names_invariant_theorem_update_example_and_both_sides() -> None:
    problem = pose(FOUR_POINTS, PRESETS["P1"])
    known = Separator.of(SEPARATOR, problem)
    found = violations(problem, until_pass(LabelDropped(problem).events(), 2), known)
    violation = found["progress"]
    assert (violation.name, violation.theorem, violation.k, violation.examples) == ("progress", "T3", 3, (2,))
    assert str(violation) == "progress (T3) fails at update 3, on example 3: 3 ≤ -2 does not hold"


def test_the_supervised_run_of_a_fault_raises() -> None:
    problem = pose(FOUR_POINTS, PRESETS["P1"])
    with pytest.raises(InvariantViolation, match="step"):
        supervise(problem, LabelDropped(problem).events())


def test_at_level_off_a_fault_goes_by() -> None:
    problem = pose(FOUR_POINTS, PRESETS["P1"])
    result = supervise(problem, until_pass(LabelDropped(problem).events(), 5), contracts=Level.OFF)
    assert result.checks == {}


def test_at_level_final_only_the_last_update_is_checked() -> None:
    result = run(FOUR_POINTS, PRESETS["P1"], contracts=Level.FINAL, separator=SEPARATOR)
    assert set(result.checks.values()) == {1}
    assert "skipped" in result.unchecked
    data = Dataset.of([(100, -90), (-50, 100)], [1, 1])
    problem = pose(data, ByteOverflow.claims)
    with pytest.raises(InvariantViolation):
        supervise(problem, until_update(ByteOverflow(problem).events(), 6), contracts=Level.FINAL)


def until_pass(events: Events, number: int) -> Events:
    for event in events:
        yield event
        if isinstance(event, PassEnd) and event.pass_number == number:
            return


def until_update(events: Events, k: int) -> Events:
    for event in events:
        yield event
        if isinstance(event, Update) and event.k == k:
            return


def tampered(problem: Problem, at: int, changes: dict[str, object]) -> Events:
    """The right stream with one update changed."""
    for event in updates(problem):
        if isinstance(event, Update) and event.k == at:
            fields = {name: getattr(event, name) for name in Update.__slots__} | changes
            yield Update(**fields)
        else:
            yield event


@pytest.mark.parametrize(
    ("conventions", "k", "changes", "invariant"),
    [
        (PRESETS["P0"], 2, {"offset": 1}, "folding"),
        (PRESETS["P2"], 2, {"weights": (300, -100)}, "growth"),
        (PRESETS["P2"], 2, {"weights": (-5, 0)}, "progress"),
        (PRESETS["P2"], 2, {"weights": (300, -100)}, "machine"),
        (PRESETS["P2"], 1, {"k": 7}, "step"),
        (PRESETS["P2"], 1, {"terms": (Term(0, 2),)}, "step"),
        (PRESETS["P7"], 1, {"terms": (Term(1, 1),), "weights": (-1, -1)}, "skipped"),
        (PRESETS["P8"], 1, {"terms": (Term(0, 1),), "weights": (4, 0)}, "skipped"),
        (Conventions(margin=RelativeMargin(Fraction(1, 2))), 1, {"weights": (90, 0)}, "growth"),
        (Conventions(margin=FixedMargin(Fraction(1))), 1, {"weights": (90, 0)}, "growth"),
        (Conventions(offset=Offset.RADIUS, folding=Folding.LAST), 1, {"weights": (4, 0, 2)}, "folding"),
        (Conventions(order=Order(OrderKind.WORST)), 2, {"terms": (Term(1, 1),), "weights": (3, -1)}, "skipped"),
        (Conventions(group=Group(GroupKind.MEAN_BATCH)), 1, {"weights": (300, 0)}, "growth"),
    ],
)
def test_a_tampered_update_breaks_the_invariant_that_speaks_of_it(
    conventions: Conventions, k: int, changes: dict[str, object], invariant: str
) -> None:
    problem = pose(FOUR_POINTS, conventions)
    separator = Hypothesis(SEPARATOR.weights, Fraction(0))
    assert not violations(problem, until_pass(updates(problem), 4), Separator.of(separator, problem))
    stream = until_pass(tampered(problem, k, changes), 4)
    assert invariant in violations(problem, stream, Separator.of(separator, problem))


def forged_updates(problem: Problem, count: int) -> Events:
    """More updates than the bound allows: the same example again and again."""
    x, y = problem.examples[0]
    weights: tuple[int, ...] = (0,) * len(x)
    for k in range(1, count + 1):
        weights = tuple(a + y * v for a, v in zip(weights, x, strict=True))
        yield Update(k, k, k, (Term(0, 1),), weights)


def test_combination_and_slack_break_once_there_are_more_updates_than_the_bound() -> None:
    problem = pose(Dataset.of([(1, 0), (0, 1)], [1, 1]), PRESETS["P2"])
    separator = Separator.of(Hypothesis((Fraction(1), Fraction(1))), problem)
    found = violations(problem, forged_updates(problem, 5), separator)
    assert found["combination"].k == 3
    assert found["slack"].k == 3


def test_combination_of_a_start_allows_what_t2_allows_and_no_more() -> None:
    start = replace(PRESETS["P2"], start=GivenStart((Fraction(-2), Fraction(0))))
    problem = pose(Dataset.of([(1, 0)], [1]), start)
    separator = Separator.of(Hypothesis((Fraction(1), Fraction(0))), problem)
    # T2: k ≤ R²U/γ² + 2‖u‖‖w₀‖/γ = 1 + 4.
    found = violations(problem, forged_updates(problem, 9), separator)
    assert found["combination"].k == 6


def test_combination_of_the_margin_perceptron_breaks_beyond_its_bound() -> None:
    # (R² − β²)/(γ − β)² = (1 − 1/4)/(1/4) = 3
    for margin, broken_at in ((RelativeMargin(Fraction(1, 2)), 4), (FixedMargin(Fraction(1)), 4)):
        problem = pose(Dataset.of([(1,)], [1]), Conventions(margin=margin))
        separator = Separator.of(Hypothesis((Fraction(1),)), problem)
        assert violations(problem, forged_updates(problem, 9), separator)["combination"].k == broken_at


def test_beta_equal_to_the_margin_may_never_stop_and_is_not_held_to_t4() -> None:
    chosen = Conventions(margin=RelativeMargin(Fraction(1)), stop=Stop(passes=50))
    result = run(Dataset.of([(1,)], [1]), chosen, separator=Hypothesis((Fraction(1),)))
    assert (result.outcome, result.updates) == (Outcome.STOPPED, 50)
    assert "not below" in result.unchecked["combination"]


def test_invariants_without_a_separator_say_why_they_are_not_checked() -> None:
    result = run(FOUR_POINTS, PRESETS["P2"])
    assert result.unchecked["progress"] == result.unchecked["combination"] == "no separator is known"
    wrong = run(FOUR_POINTS, PRESETS["P2"], separator=Hypothesis((Fraction(1), Fraction(0))))
    assert "do not separate" in wrong.unchecked["progress"]
    assert wrong.checks["slack"] == wrong.updates


def test_the_contract_of_a_correction_refuses_a_label_that_is_no_sign() -> None:
    with pytest.raises(ViolationError, match="label_is_a_sign"):
        corrected((1, 2), 1, 0, (1, 1))


def test_the_contract_of_a_cycle_refuses_multipliers_that_do_not_cancel() -> None:
    assert cancelling_multipliers([2, Fraction(4)], [(2, 0), (-1, 0)]) == (1, 2)
    with pytest.raises(ViolationError, match="multipliers_cancel"):
        cancelling_multipliers([1, 1], [(2, 0), (-1, 0)])
    with pytest.raises(ViolationError, match="multipliers_are_a_combination"):
        cancelling_multipliers([-1, -2], [(2, 0), (-1, 0)])


def test_a_stream_that_breaks_off_counts_as_stopped() -> None:
    problem = pose(FOUR_POINTS, PRESETS["P2"])
    events: list[Event] = list(until_update(updates(problem), 2))
    result = supervise(problem, events)
    assert (result.outcome, result.updates) == (Outcome.STOPPED, 2)
