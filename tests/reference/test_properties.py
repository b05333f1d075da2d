"""What holds of every run, over data sets that Hypothesis invents."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from verified_perceptron.algorithms.voted import Survivor, vote, weighted_sum
from verified_perceptron.conventions import (
    PRESETS,
    ConstantRate,
    ConventionError,
    Conventions,
    Correction,
    Folding,
    GivenStart,
    Group,
    GroupKind,
    HarmonicRate,
    Offset,
    Order,
    OrderKind,
    Predictor,
    RelativeMargin,
    SignZero,
    Stop,
    Tie,
    is_mistake,
)
from verified_perceptron.data import Dataset
from verified_perceptron.exact import Root, Vector, add_scaled, dot, norm_sq
from verified_perceptron.invariants import Level
from verified_perceptron.margins import (
    functional_margins,
    geometric_margins,
    margin,
    margin_distribution,
    predict,
    separates,
    training_errors,
)
from verified_perceptron.problem import Hypothesis, State, pose
from verified_perceptron.run import Outcome, Run, run
from verified_perceptron.strategies import (
    Planted,
    any_numbers,
    conventions,
    datasets,
    decimals,
    huge_and_tiny,
    inseparable,
    rationals,
    separable,
)
from verified_perceptron.trace import Event, Update

OFFSETS = st.sampled_from(Offset)
TIES = st.sampled_from(Tie)


def history(data: Dataset, chosen: Conventions) -> list[tuple[tuple[int, ...], Hypothesis]]:
    """Which examples were corrected, and the hypothesis after each update."""
    seen: list[Update] = []

    def keep(event: Event) -> None:
        if isinstance(event, Update):
            seen.append(event)

    problem = run(data, chosen, on_event=keep).problem
    return [
        (tuple(term.example for term in update.terms), problem.hypothesis(State(update.weights, update.offset)))
        for update in seen
    ]


def has_a_radius(data: Dataset, chosen: Conventions) -> bool:
    """The fold with R needs R > 0."""
    return chosen.offset is not Offset.RADIUS or data.scaled_radius_sq > 0


# --- the contracts hold on everything -----------------------------------------------------------


@pytest.mark.evidence("step", "mistake", "skipped", "growth", "folding", "machine", "T12")
@settings(max_examples=600)
@given(datasets(), conventions())
def test_no_invariant_breaks_on_any_data_under_any_conventions(data: Dataset, chosen: Conventions) -> None:
    assume(has_a_radius(data, chosen))
    run(data, chosen, contracts=Level.EVERY)


@pytest.mark.evidence("progress", "growth", "combination", "slack", "T2", "T5", "T11")
@settings(max_examples=400)
@given(st.data())
def test_no_invariant_breaks_on_separable_data_with_the_planted_separator(draw: st.DataObject) -> None:
    chosen = draw.draw(conventions())
    planted = draw.draw(separable(offset=chosen.offset))
    assume(has_a_radius(planted.data, chosen))
    result = run(planted.data, chosen, separator=planted.separator)
    if chosen.correction is not Correction.RESIDUAL and result.updates:
        assert (
            result.checks["progress"] == result.checks["growth"] == result.checks["combination"] == result.updates
        )


@pytest.mark.evidence("step", "growth", "machine", "T12")
@settings(max_examples=100)
@given(datasets(any_numbers), conventions(max_passes=4))
def test_no_invariant_breaks_on_huge_tiny_and_awkward_numbers(data: Dataset, chosen: Conventions) -> None:
    assume(has_a_radius(data, chosen))
    run(data, chosen, contracts=Level.EVERY)


@pytest.mark.evidence("growth", "T4")
@given(datasets(), st.fractions(0, 2, max_denominator=5), st.sampled_from((Fraction(1), Fraction(2, 3))))
def test_growth_of_the_margin_perceptron_holds_on_any_data(data: Dataset, beta: Fraction, rate: Fraction) -> None:
    chosen = Conventions(margin=RelativeMargin(beta), rate=ConstantRate(rate), stop=Stop(passes=20))
    result = run(data, chosen)
    if "growth" in result.unchecked:
        assert beta * beta > result.problem.data.radius_sq


@pytest.mark.evidence("combination", "T4")
@given(separable(), st.fractions(0, 1, max_denominator=7))
def test_margin_perceptron_below_the_margin_converges_within_its_bound(planted: Planted, share: Fraction) -> None:
    assume(share < 1)
    gamma = margin(planted.separator, planted.data)
    beta = share * Fraction(int(float(gamma) * 1000), 1001)
    assume(beta >= 0 and gamma > beta)
    result = run(planted.data, Conventions(margin=RelativeMargin(beta)), separator=planted.separator)
    assert result.outcome is Outcome.CONVERGED
    assert result.checks["combination"] == result.updates


# --- how runs end -------------------------------------------------------------------------------


@pytest.mark.evidence("combination", "T1")
@given(separable(), TIES)
def test_separable_data_converge_within_the_bound_under_every_tie_rule(planted: Planted, tie: Tie) -> None:
    result = run(planted.data, Conventions(tie=tie), separator=planted.separator)
    assert result.outcome is Outcome.CONVERGED
    assert result.separator is not None
    assert result.updates <= result.separator.bound(result.problem)


@given(st.data(), OFFSETS)
def test_a_converged_run_separates_when_ties_are_mistakes(draw: st.DataObject, offset: Offset) -> None:
    planted = draw.draw(separable(rationals, offset=offset))
    chosen = Conventions(offset=offset)
    assume(has_a_radius(planted.data, chosen))
    result = run(planted.data, chosen)
    assert result.outcome is Outcome.CONVERGED
    assert separates(result.hypothesis, planted.data)


@pytest.mark.evidence("cycle", "T6")
@given(inseparable(), TIES, st.sampled_from(OrderKind), st.sampled_from(GroupKind))
def test_data_that_cannot_be_separated_end_in_a_cycle_or_in_ties(
    data: Dataset, tie: Tie, kind: OrderKind, group: GroupKind
) -> None:
    picks = kind in (OrderKind.FIRST, OrderKind.LAST, OrderKind.WORST, OrderKind.RANDOM)
    result = run(data, Conventions(tie=tie, order=Order(kind, 1), group=Group() if picks else Group(group, 2)))
    assert not result.separates
    if tie is Tie.MISTAKE:
        assert result.outcome is Outcome.CYCLED
    if result.cycle is not None:
        assert_cancels(result, data)


def assert_cancels(result: Run, data: Dataset) -> None:
    assert result.cycle is not None
    total: Vector = (0,) * data.dimension
    for (x, y), multiplier in zip(data.examples, result.cycle.multipliers, strict=True):
        assert multiplier >= 0
        total = add_scaled(total, multiplier * y, x)
    assert any(result.cycle.multipliers)
    assert not any(total)


@pytest.mark.evidence("T7")
@given(datasets(lambda: st.integers(-3, 3).map(lambda n: Fraction(n, 2)), max_size=5))
def test_every_run_on_rational_data_ends_by_convergence_or_by_a_cycle(data: Dataset) -> None:
    assert run(data, Conventions(), contracts=Level.OFF).outcome in (Outcome.CONVERGED, Outcome.CYCLED)


@given(datasets(one_class=True), OFFSETS)
def test_one_class_is_separable_with_an_offset(data: Dataset, offset: Offset) -> None:
    assume(offset is Offset.UNIT)
    result = run(data, Conventions(offset=offset))
    assert result.outcome is Outcome.CONVERGED
    assert result.separates


def test_a_zero_vector_alone_is_a_cycle_that_certifies_itself() -> None:
    result = run(Dataset.of([(0, 0), (1, 1)], [1, 1]))
    assert result.outcome is Outcome.CYCLED
    assert result.cycle is not None
    assert result.cycle.multipliers == (1, 0)


def test_a_long_cycle_is_found_with_bounded_memory() -> None:
    data = Dataset.of([(7, 1), (1, 9), (-5, -8), (-8, -3), (3, -2)], [1, 1, 1, 1, 1])
    result = run(data, contracts=Level.OFF)
    assert result.outcome is Outcome.CYCLED
    assert_cancels(result, data)


def test_the_fold_with_a_radius_of_zero_is_refused() -> None:
    zeros = Dataset.of([(0, 0)], [1])
    with pytest.raises(ConventionError, match="every example is zero"):
        run(zeros, Conventions(offset=Offset.RADIUS, folding=Folding.LAST))
    assert run(zeros, PRESETS["P0"]).outcome is Outcome.CYCLED


# --- equivalences -------------------------------------------------------------------------------


@pytest.mark.evidence("folding", "T3")
@given(datasets(rationals), st.sampled_from((Offset.UNIT, Offset.RADIUS)), TIES, st.sampled_from(Folding))
def test_folded_and_explicit_offset_make_the_same_run(
    data: Dataset, offset: Offset, tie: Tie, folding: Folding
) -> None:
    explicit = Conventions(offset=offset, tie=tie, stop=Stop(passes=15))
    assume(has_a_radius(data, explicit))
    assert history(data, explicit) == history(data, replace(explicit, folding=folding))


@given(datasets(), st.fractions(Fraction(1, 5), 5, max_denominator=6), TIES)
def test_scaling_the_data_scales_the_weights_and_nothing_else(data: Dataset, factor: Fraction, tie: Tie) -> None:
    larger = Dataset.of_fractions([[factor * v for v in x] for x in data.points], data.labels)
    chosen = Conventions(tie=tie, stop=Stop(passes=15))
    ours, theirs = history(data, chosen), history(larger, chosen)
    assert [i for i, _ in ours] == [i for i, _ in theirs]
    for (_, small), (_, large) in zip(ours, theirs, strict=True):
        assert tuple(factor * v for v in small.weights) == large.weights


@pytest.mark.evidence("T2")
@given(datasets(), st.fractions(Fraction(1, 5), 5, max_denominator=6), OFFSETS, TIES)
def test_the_rate_only_scales_the_weights_from_zero(
    data: Dataset, rate: Fraction, offset: Offset, tie: Tie
) -> None:
    chosen = Conventions(tie=tie, offset=offset, stop=Stop(passes=15))
    ours, theirs = history(data, chosen), history(data, replace(chosen, rate=ConstantRate(rate)))
    assert [i for i, _ in ours] == [i for i, _ in theirs]
    for (_, one), (_, many) in zip(ours, theirs, strict=True):
        assert tuple(rate * v for v in one.weights) == many.weights
        assert rate * one.offset == many.offset


@pytest.mark.evidence("T1")
@given(separable(), st.randoms(use_true_random=False))
def test_permuted_data_obey_the_same_bound(planted: Planted, draw: random.Random) -> None:
    rows = list(zip(planted.data.points, planted.data.labels, strict=True))
    draw.shuffle(rows)
    permuted = Dataset.of([x for x, _ in rows], [y for _, y in rows])
    one, other = (run(data, separator=planted.separator) for data in (planted.data, permuted))
    assert one.separator is not None
    assert other.separator is not None
    assert one.separator.bound(one.problem) == other.separator.bound(other.problem)
    assert other.updates <= other.separator.bound(other.problem)


@given(datasets(rationals), TIES, OFFSETS)
def test_mini_batches_of_one_example_are_the_online_rule(data: Dataset, tie: Tie, offset: Offset) -> None:
    online = Conventions(tie=tie, offset=offset, stop=Stop(passes=12))
    assert history(data, online) == history(data, replace(online, group=Group(GroupKind.MINI_BATCH, 1)))


@settings(max_examples=60)
@given(datasets(max_size=3))
def test_batch_with_one_mistake_a_round_is_the_picking_rule(data: Dataset) -> None:
    batch = history(data, Conventions(group=Group(GroupKind.BATCH), stop=Stop(passes=10)))
    singles = [rounds for rounds, (examples, _) in enumerate(batch) if len(examples) == 1]
    assume(singles == list(range(len(batch))))
    assert batch == history(data, Conventions(order=Order(OrderKind.FIRST), stop=Stop(passes=10)))


@given(datasets(), OFFSETS, TIES)
def test_target_minus_output_is_the_batch_rule_at_twice_the_rate(data: Dataset, offset: Offset, tie: Tie) -> None:
    label = Conventions(group=Group(GroupKind.BATCH), offset=offset, tie=tie, stop=Stop(passes=10))
    doubled = replace(label, rate=ConstantRate(Fraction(2)))
    assert history(data, doubled) == history(data, replace(label, correction=Correction.TARGET_OUTPUT))


@given(datasets())
def test_mean_batch_is_the_batch_rule_divided_by_the_number_of_mistakes(data: Dataset) -> None:
    mean = history(data, Conventions(group=Group(GroupKind.MEAN_BATCH), stop=Stop(passes=1)))
    whole = history(data, Conventions(group=Group(GroupKind.BATCH), stop=Stop(passes=1)))
    for (examples, average), (_, total) in zip(mean, whole, strict=True):
        assert tuple(len(examples) * v for v in average.weights) == total.weights


@given(datasets(), st.integers(1, 5))
def test_a_seed_determines_a_shuffled_run(data: Dataset, seed: int) -> None:
    chosen = Conventions(order=Order(OrderKind.SHUFFLED, seed), stop=Stop(passes=8))
    assert history(data, chosen) == history(data, chosen)


@given(datasets(decimals), conventions(max_passes=8))
def test_rational_data_give_rational_weights_in_the_same_units(data: Dataset, chosen: Conventions) -> None:
    assume(has_a_radius(data, chosen))
    result = run(data, chosen)
    scores = [result.problem.score(result.final, i) for i in range(len(data))]
    hypothesis = result.hypothesis
    for x, score in zip(data.points, scores, strict=True):
        assert (dot(hypothesis.weights, x) + hypothesis.offset) * result.problem.score_scale == score


@pytest.mark.evidence("quiet pass")
@given(datasets(), conventions(max_passes=8))
def test_quiet_pass_leaves_no_mistake(data: Dataset, chosen: Conventions) -> None:
    assume(chosen.correction is Correction.LABEL and has_a_radius(data, chosen))
    result = run(data, chosen)
    if result.outcome is Outcome.CONVERGED:
        scores = [result.problem.score(result.final, i) for i in range(len(data))]
        assert not any(is_mistake(chosen.tie, y, s) for y, s in zip(data.labels, scores, strict=True))


# --- voted and averaged -------------------------------------------------------------------------


@given(datasets(), st.integers(1, 4))
def test_survival_counts_sum_to_the_rounds_plus_one(data: Dataset, passes: int) -> None:
    chosen = Conventions(predictor=Predictor.VOTED, stop=Stop(passes=passes, cycle=False))
    result = run(data, chosen)
    assert sum(voter.count for voter in result.survivors) == 1 + result.passes * len(data)
    assert len(result.survivors) == 1 + result.updates


@given(datasets(), st.integers(1, 4))
def test_averaged_with_all_counts_on_the_last_weights_is_the_last(data: Dataset, count: int) -> None:
    result = run(data, replace(PRESETS["P6"], stop=Stop(passes=3)))
    last = [Survivor(voter.hypothesis, 0) for voter in result.survivors[:-1]]
    total = weighted_sum([*last, Survivor(result.survivors[-1].hypothesis, count)])
    assert total.weights == tuple(count * v for v in result.hypothesis.weights)
    for x in data.points:
        assert predict(total, x, SignZero.OPEN) == predict(result.hypothesis, x, SignZero.OPEN)


@pytest.mark.evidence("T11")
@given(datasets(), st.integers(1, 3))
def test_a_wrong_majority_costs_at_most_twice_the_voters_errors(data: Dataset, passes: int) -> None:
    result = run(data, replace(PRESETS["P5"], stop=Stop(passes=passes)))
    total = sum(voter.count for voter in result.survivors)
    for x, y in zip(data.points, data.labels, strict=True):
        wrong = sum(v.count for v in result.survivors if y * predict(v.hypothesis, x, SignZero.OPEN) <= 0)
        if y * vote(result.survivors, x) <= 0:
            assert 2 * wrong >= total


def test_averaged_weights_can_be_wrong_after_a_clean_pass() -> None:
    data = Dataset.of([(-4, -4), (1, 0), (3, 0)], [1, 1, 1])
    chosen = Conventions(predictor=Predictor.AVERAGED)
    result = run(data, chosen)
    assert result.outcome is Outcome.CONVERGED
    assert predict(weighted_sum(result.survivors), (1, 0), SignZero.OPEN) == -1


# --- margins ------------------------------------------------------------------------------------


@pytest.mark.evidence("T8")
@given(separable(rationals, offset=Offset.UNIT))
def test_margins_agree_with_each_other(planted: Planted) -> None:
    functional = functional_margins(planted.separator, planted.data)
    geometric = geometric_margins(planted.separator, planted.data)
    length = Root.sqrt(norm_sq(planted.separator.weights))
    assert [g * length for g in geometric] == [Root.of(f) for f in functional]
    assert margin(planted.separator, planted.data) == min(geometric) > 0
    distribution = margin_distribution(planted.separator, planted.data)
    assert distribution[0][0] == min(functional)
    assert sum(count for _, count in distribution) == len(planted.data)


@given(datasets(), st.sampled_from(SignZero))
def test_a_positive_margin_is_a_right_prediction_under_every_sign_of_zero(data: Dataset, zero: SignZero) -> None:
    hypothesis = run(data, Conventions(stop=Stop(passes=2))).hypothesis
    wrong = 0
    for x, y, value in zip(data.points, data.labels, functional_margins(hypothesis, data), strict=True):
        prediction = predict(hypothesis, x, zero)
        wrong += prediction != y
        if value:
            assert (prediction == y) == (value > 0)
        else:
            assert prediction == zero.value
    assert training_errors(hypothesis, data, zero) == wrong


# --- the delta rule -----------------------------------------------------------------------------


def test_delta_rule_rests_at_an_exact_least_squares_solution() -> None:
    data = Dataset.of([(1, 0), (0, 1), (1, 1)], [1, 1, -1])
    # X'X w = X't for w = (0, 0) + …: solve 2a + b = 0, a + 2b = 0.
    start = GivenStart((Fraction(0), Fraction(0)))
    chosen = replace(PRESETS["P11"], start=start)
    result = run(data, chosen)
    assert result.outcome is Outcome.STOPPED
    assert result.updates == 1
    assert not any(result.hypothesis.weights)


@given(datasets(max_dimension=2, max_size=3))
def test_a_small_delta_step_does_not_increase_the_squared_error(data: Dataset) -> None:
    def squared_error(hypothesis: Hypothesis) -> Fraction:
        residuals = [y - dot(hypothesis.weights, x) for x, y in zip(data.points, data.labels, strict=True)]
        return Fraction(sum(r * r for r in residuals))

    chosen = replace(PRESETS["P11"], rate=ConstantRate(Fraction(1, 100)), stop=Stop(passes=3))
    errors = [squared_error(h) for _, h in history(data, chosen)]
    assert errors == sorted(errors, reverse=True)


# --- rates --------------------------------------------------------------------------------------


@pytest.mark.evidence("T5")
@given(separable())
def test_harmonic_rates_keep_the_batch_bound(planted: Planted) -> None:
    chosen = Conventions(group=Group(GroupKind.BATCH), rate=HarmonicRate(), stop=Stop(passes=40))
    result = run(planted.data, chosen, separator=planted.separator)
    assert result.checks["combination"] == result.updates


@given(datasets(huge_and_tiny, max_size=3), OFFSETS)
def test_magnitudes_do_not_disturb_a_run(data: Dataset, offset: Offset) -> None:
    result = run(data, Conventions(offset=offset, stop=Stop(passes=20)))
    problem = pose(data, Conventions(offset=offset))
    assert problem.examples == result.problem.examples


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_preset_runs_under_contract(preset: str) -> None:
    data = Dataset.of([(4, 0), (1, 1), (0, 1), (-2, -2)], [1, -1, -1, 1])
    separator = Hypothesis((Fraction(1), Fraction(-3)))
    result = run(data, PRESETS[preset], separator=separator)
    assert result.outcome is (Outcome.STOPPED if preset == "P11" else Outcome.CONVERGED)
    assert result.checks["step"] == result.updates > 0
