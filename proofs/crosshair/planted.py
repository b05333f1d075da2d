"""Statements that are wrong on purpose: CrossHair must refute each of them, in the same run as the lemmas.

`FALSE` statements differ from a lemma of `targets.py` by one planted fault; each needs a counterexample.
`EMPTY` ones would pass without saying anything; the gate must see that.
"""

from __future__ import annotations

from icontract import ensure, require

from proofs.crosshair.targets import (
    V2,
    V3,
    Labelled,
    cauchy_schwarz_holds,
    examples_of,
    explicit_run,
    folded_run,
    gamma_is_positive,
    growth_goes_on,
    growth_holds,
    growth_so_far,
    holds,
    k_counts,
    labels_are_signs,
    length_is_positive,
    line_labels_are_signs,
    line_one_or_two,
    no_more_updates_than_the_bound,
    one_or_two,
    origin_problem,
    progress_goes_on,
    progress_holds,
    progress_so_far,
    quantities_make_sense,
    u_has_margin,
    updates_in,
    x_is_a_mistake,
    x_is_bounded,
    y_is_a_label,
)
from verified_perceptron.conventions import Tie
from verified_perceptron.exact import Number, Vector, add_scaled, dot, norm_sq
from verified_perceptron.steps import corrected, multipliers_cancel, novikoff_slack

# --- one fault each -----------------------------------------------------------------------------


@require(y_is_a_label)
@require(k_counts)
@require(gamma_is_positive)
@require(u_has_margin)
@require(progress_so_far)
@ensure(progress_goes_on)
def false_progress_without_the_label(w: V2, x: V2, y: int, u: V2, k: int, g: int) -> Vector:
    """The label is dropped from the correction."""
    return add_scaled(w, 1, x)


@require(y_is_a_label)
@require(k_counts)
@require(gamma_is_positive)
@require(progress_so_far)
@ensure(progress_goes_on)
def false_progress_without_the_margin(w: V2, x: V2, y: int, u: V2, k: int, g: int) -> Vector:
    """The hypothesis y⟨u,x⟩ ≥ γ is dropped."""
    return corrected(w, 1, y, x)


@require(y_is_a_label)
@require(k_counts)
@require(x_is_bounded)
@require(growth_so_far)
@ensure(growth_goes_on)
def false_growth_without_the_mistake(w: V2, x: V2, y: int, k: int, r_sq: int) -> Vector:
    """The hypothesis that x is a mistake is dropped."""
    return corrected(w, 1, y, x)


@require(y_is_a_label)
@require(k_counts)
@require(growth_so_far)
@require(x_is_a_mistake)
@ensure(growth_goes_on)
def false_growth_without_the_radius(tie: Tie, w: V2, x: V2, y: int, k: int, r_sq: int) -> Vector:
    """The hypothesis ‖x‖² ≤ R² is dropped."""
    return corrected(w, 1, y, x)


@require(y_is_a_label)
@require(k_counts)
@require(x_is_bounded)
@require(growth_so_far)
@require(x_is_a_mistake)
@ensure(growth_goes_on)
def false_growth_with_the_wrong_sign(tie: Tie, w: V2, x: V2, y: int, k: int, r_sq: int) -> Vector:
    """The correction is subtracted."""
    return corrected(w, -1, y, x)


def growth_one_behind(k: int, r_sq: int, result: Vector) -> bool:
    """‖w_{k+1}‖² ≤ kR², as one document prints it."""
    return norm_sq(result) <= k * r_sq


@require(y_is_a_label)
@require(k_counts)
@require(x_is_bounded)
@require(growth_so_far)
@require(x_is_a_mistake)
@ensure(growth_one_behind)
def false_growth_off_by_one(tie: Tie, w: V2, x: V2, y: int, k: int, r_sq: int) -> Vector:
    """The update is not counted."""
    return corrected(w, 1, y, x)


@require(quantities_make_sense)
@require(progress_holds)
@require(cauchy_schwarz_holds)
@ensure(no_more_updates_than_the_bound)
def false_combination_without_growth(alignment: int, w_sq: int, u_sq: int, k: int, gamma: int, r_sq: int) -> Number:
    """The hypothesis ‖w‖² ≤ kR² is dropped."""
    return novikoff_slack(k, k, gamma, r_sq, u_sq)


@require(quantities_make_sense)
@require(growth_holds)
@require(cauchy_schwarz_holds)
@ensure(no_more_updates_than_the_bound)
def false_combination_without_progress(
    alignment: int, w_sq: int, u_sq: int, k: int, gamma: int, r_sq: int
) -> Number:
    """The hypothesis ⟨w,u⟩ ≥ kγ is dropped."""
    return novikoff_slack(k, k, gamma, r_sq, u_sq)


@require(quantities_make_sense)
@require(progress_holds)
@require(growth_holds)
@ensure(no_more_updates_than_the_bound)
def false_combination_without_cauchy_schwarz(
    alignment: int, w_sq: int, u_sq: int, k: int, gamma: int, r_sq: int
) -> Number:
    """The hypothesis ⟨w,u⟩² ≤ ‖w‖²‖u‖² is dropped."""
    return novikoff_slack(k, k, gamma, r_sq, u_sq)


@ensure(holds)
def false_cauchy_schwarz_strict(a: V2, b: V2) -> bool:
    """⟨a,b⟩² < ‖a‖²‖b‖², as one document uses it."""
    product = dot(a, b)
    return product * product < norm_sq(a) * norm_sq(b)


@ensure(holds)
def false_lagrange_with_a_wrong_sign(a: V3, b: V3) -> bool:
    """One product of the cross product has the wrong sign."""
    cross = (a[1] * b[2] + a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    product = dot(a, b)
    return norm_sq(a) * norm_sq(b) - product * product == norm_sq(cross)


@require(line_labels_are_signs)
@require(line_one_or_two)
@require(length_is_positive)
@ensure(holds)
def false_folding_with_the_unit_step(data: list[V2], c: int) -> bool:
    """The offset moves by 1, but the fold appends c."""
    explicit, folded = explicit_run(data, 0, 0, 1, 2), folded_run(data, 0, 0, c, 2)
    return len(explicit) == len(folded) and all(
        e.weights[0] == f.weights[0] and e.offset == c * f.weights[1] for e, f in zip(explicit, folded, strict=True)
    )


def separates_with_offset(data: list[V2], u: int, b: int) -> bool:
    """y(u·x + b) ≥ 1 for every example: the margin γ is at least 1."""
    return all(y * (u * x + b) >= 1 for x, y in data)


@require(line_labels_are_signs)
@require(line_one_or_two)
@require(separates_with_offset)
@ensure(holds)
def false_progress_of_the_unfolded_weights(data: list[V2], u: int, b: int) -> bool:
    """⟨w_k,u⟩ ≥ kγ without the offset's coordinate, as one document prints it."""
    return all(update.weights[0] * u >= update.k for update in explicit_run(data, 0, 0, 1, 2))


@require(labels_are_signs)
@require(one_or_two)
@ensure(holds)
def false_growth_of_a_run_off_by_one(data: list[Labelled], r_sq: int) -> bool:
    """‖w_k‖² ≤ (k−1)R² from the second update on."""
    examples = examples_of(data)
    if any(norm_sq(x) > r_sq for x, _ in examples):
        return True
    history = updates_in(origin_problem(examples, (0, 0)), 2)
    return all(norm_sq(update.weights) <= (update.k - 1) * r_sq for update in history[1:])


@require(labels_are_signs)
@require(one_or_two)
@require(gamma_is_positive)
@ensure(holds)
def false_progress_of_a_run_one_ahead(data: list[Labelled], u: V2, g: int) -> bool:
    """⟨w_k,u⟩ ≥ (k+1)γ."""
    examples = examples_of(data)
    if any(y * dot(u, x) < g for x, y in examples):
        return True
    history = updates_in(origin_problem(examples, (0, 0)), 2)
    return all(dot(update.weights, u) >= (update.k + 1) * g for update in history)


@require(labels_are_signs)
@require(one_or_two)
@ensure(holds)
def false_quiet_pass_allows_ties(w: V2, data: list[Labelled]) -> bool:
    """A pass would be quiet iff y⟨w,x⟩ ≥ 0 everywhere."""
    examples = examples_of(data)
    quiet = not updates_in(origin_problem(examples, w), 1)
    return quiet == all(y * dot(w, x) >= 0 for x, y in examples)


@require(labels_are_signs)
@require(one_or_two)
@ensure(holds)
def false_cycle_with_a_count_too_many(w: V2, data: list[Labelled]) -> bool:
    """The last update is counted twice."""
    examples = examples_of(data)
    history = updates_in(origin_problem(examples, w), 2)
    if not history or history[-1].weights != w:
        return True
    counted = [*history, history[-1]]
    added = tuple(sum(1 for update in counted if update.terms[0].example == i) for i in range(len(examples)))
    return multipliers_cancel([tuple(y * v for v in x) for x, y in examples], added)


# --- saying nothing -----------------------------------------------------------------------------


def impossible(k: int) -> bool:
    """No integer is both."""
    return k > 0 and k < 0


@require(impossible)
@ensure(holds)
def empty_unsatisfiable_precondition(k: int) -> bool:
    """Everything holds of no k."""
    return False


@require(k_counts)
def empty_without_a_postcondition(k: int) -> bool:
    """Nothing is claimed."""
    return False


def empty_without_a_contract(k: int) -> bool:
    """Nothing is claimed of anything."""
    return False


@require(k_counts)
@ensure(holds)
def empty_because_it_raises(k: int) -> bool:
    """The body never returns."""
    raise ValueError("always")
