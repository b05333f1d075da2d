"""Lemmas that CrossHair confirms over all paths, on the real functions.

Each target fixes the dimension and the type `int`, states the hypotheses as preconditions and the lemma as
postcondition, and calls the product's own code.  `gate.py` accepts nothing but *confirmed*.  The name of a
target begins with the invariant it carries: progress, growth, combination, folding, cauchy, quiet, cycle.
"""

from __future__ import annotations

from icontract import ensure, require

from verified_perceptron.algorithms import updates
from verified_perceptron.conventions import Conventions, Folding, Offset, Tie, is_mistake
from verified_perceptron.data import Dataset, Example
from verified_perceptron.exact import Number, Vector, dot, norm_sq
from verified_perceptron.problem import Problem, State
from verified_perceptron.steps import corrected, multipliers_cancel, novikoff_slack
from verified_perceptron.trace import Update

V1 = tuple[int]
V2 = tuple[int, int]
V3 = tuple[int, int, int]
Labelled = tuple[int, int, int]
"""An example in the plane: x₁, x₂ and the label y."""


# --- hypotheses and conclusions, by name --------------------------------------------------------


def y_is_a_label(y: int) -> bool:
    """y ∈ {−1, +1}."""
    return y in (-1, 1)


def k_counts(k: int) -> bool:
    """k ≥ 0."""
    return k >= 0


def gamma_is_positive(g: int) -> bool:
    """γ > 0."""
    return g > 0


def u_has_margin(x: Vector, y: int, u: Vector, g: int) -> bool:
    """y⟨u,x⟩ ≥ γ."""
    return y * dot(u, x) >= g


def progress_so_far(w: Vector, u: Vector, k: int, g: int) -> bool:
    """⟨w,u⟩ ≥ kγ."""
    return dot(w, u) >= k * g


def progress_goes_on(u: Vector, k: int, g: int, result: Vector) -> bool:
    """⟨w',u⟩ ≥ (k+1)γ."""
    return dot(result, u) >= (k + 1) * g


def x_is_bounded(x: Vector, r_sq: int) -> bool:
    """‖x‖² ≤ R²."""
    return norm_sq(x) <= r_sq


def growth_so_far(w: Vector, k: int, r_sq: int) -> bool:
    """‖w‖² ≤ kR²."""
    return norm_sq(w) <= k * r_sq


def growth_goes_on(k: int, r_sq: int, result: Vector) -> bool:
    """‖w'‖² ≤ (k+1)R²."""
    return norm_sq(result) <= (k + 1) * r_sq


def x_is_a_mistake(tie: Tie, w: Vector, x: Vector, y: int) -> bool:
    """The tie rule calls x a mistake of w."""
    return is_mistake(tie, y, dot(w, x))


def holds(result: bool) -> bool:
    """The statement that the body computes."""
    return result


def labels_are_signs(data: list[Labelled]) -> bool:
    """Every label is −1 or +1."""
    return all(y in (-1, 1) for _, _, y in data)


def one_or_two(data: list[Labelled]) -> bool:
    """One or two examples."""
    return 1 <= len(data) <= 2


def up_to_three(data: list[Labelled]) -> bool:
    """One to three examples."""
    return 1 <= len(data) <= 3


# --- progress -----------------------------------------------------------------------------------


@require(y_is_a_label)
@require(k_counts)
@require(gamma_is_positive)
@require(u_has_margin)
@require(progress_so_far)
@ensure(progress_goes_on)
def progress_on_the_line(w: V1, x: V1, y: int, u: V1, k: int, g: int) -> Vector:
    """⟨w,u⟩ ≥ kγ and y⟨u,x⟩ ≥ γ give ⟨w + y·x, u⟩ ≥ (k+1)γ."""
    return corrected(w, 1, y, x)


@require(y_is_a_label)
@require(k_counts)
@require(gamma_is_positive)
@require(u_has_margin)
@require(progress_so_far)
@ensure(progress_goes_on)
def progress_in_the_plane(w: V2, x: V2, y: int, u: V2, k: int, g: int) -> Vector:
    """The same in two dimensions."""
    return corrected(w, 1, y, x)


@require(y_is_a_label)
@require(k_counts)
@require(gamma_is_positive)
@require(u_has_margin)
@require(progress_so_far)
@ensure(progress_goes_on)
def progress_in_space(w: V3, x: V3, y: int, u: V3, k: int, g: int) -> Vector:
    """The same in three dimensions."""
    return corrected(w, 1, y, x)


# --- growth, under each of the four tie rules ----------------------------------------------------


@require(y_is_a_label)
@require(k_counts)
@require(x_is_bounded)
@require(growth_so_far)
@require(x_is_a_mistake)
@ensure(growth_goes_on)
def growth_on_the_line(tie: Tie, w: V1, x: V1, y: int, k: int, r_sq: int) -> Vector:
    """‖w‖² ≤ kR², ‖x‖² ≤ R² and a mistake give ‖w + y·x‖² ≤ (k+1)R²."""
    return corrected(w, 1, y, x)


@require(y_is_a_label)
@require(k_counts)
@require(x_is_bounded)
@require(growth_so_far)
@require(x_is_a_mistake)
@ensure(growth_goes_on)
def growth_in_the_plane(tie: Tie, w: V2, x: V2, y: int, k: int, r_sq: int) -> Vector:
    """The same in two dimensions."""
    return corrected(w, 1, y, x)


@require(y_is_a_label)
@require(k_counts)
@require(x_is_bounded)
@require(growth_so_far)
@require(x_is_a_mistake)
@ensure(growth_goes_on)
def growth_in_space(tie: Tie, w: V3, x: V3, y: int, k: int, r_sq: int) -> Vector:
    """The same in three dimensions."""
    return corrected(w, 1, y, x)


@require(y_is_a_label)
@ensure(holds)
def growth_needs_a_mistake(tie: Tie, y: int, score: int) -> bool:
    """Whatever the tie rule, a mistake has y·f ≤ 0, and y·f < 0 is a mistake."""
    wrong = is_mistake(tie, y, score)
    return (not wrong or y * score <= 0) and (wrong or y * score >= 0)


# --- combination --------------------------------------------------------------------------------


def progress_holds(alignment: int, k: int, gamma: int) -> bool:
    """⟨w,u⟩ ≥ kγ."""
    return alignment >= k * gamma


def growth_holds(w_sq: int, k: int, r_sq: int) -> bool:
    """‖w‖² ≤ kR²."""
    return w_sq <= k * r_sq


def cauchy_schwarz_holds(alignment: int, w_sq: int, u_sq: int) -> bool:
    """⟨w,u⟩² ≤ ‖w‖²‖u‖²."""
    return alignment * alignment <= w_sq * u_sq


def quantities_make_sense(k: int, gamma: int, u_sq: int, r_sq: int) -> bool:
    """k ≥ 0, γ > 0, ‖u‖² ≥ 0, R² ≥ 0."""
    return k >= 0 and gamma > 0 and u_sq >= 0 and r_sq >= 0


def no_more_updates_than_the_bound(result: Number) -> bool:
    """k(R²‖u‖² − kγ²) ≥ 0."""
    return result >= 0


@require(quantities_make_sense)
@require(progress_holds)
@require(growth_holds)
@require(cauchy_schwarz_holds)
@ensure(no_more_updates_than_the_bound)
def combination_bounds_the_updates(alignment: int, w_sq: int, u_sq: int, k: int, gamma: int, r_sq: int) -> Number:
    """Progress, growth and Cauchy–Schwarz give kγ² ≤ R²‖u‖²."""
    return novikoff_slack(k, k, gamma, r_sq, u_sq)


# --- Cauchy–Schwarz -----------------------------------------------------------------------------


@ensure(holds)
def cauchy_schwarz_in_the_plane(a: V2, b: V2) -> bool:
    """⟨a,b⟩² ≤ ‖a‖²‖b‖²."""
    product = dot(a, b)
    return product * product <= norm_sq(a) * norm_sq(b)


@ensure(holds)
def cauchy_lagrange_in_space(a: V3, b: V3) -> bool:
    """‖a‖²‖b‖² − ⟨a,b⟩² = ‖a × b‖², which is what Cauchy–Schwarz says in three dimensions."""
    cross = (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    product = dot(a, b)
    return norm_sq(a) * norm_sq(b) - product * product == norm_sq(cross)


@ensure(holds)
def cauchy_norm_is_not_negative(c: V3) -> bool:
    """‖c‖² ≥ 0."""
    return norm_sq(c) >= 0


# --- whole runs of the real algorithms ----------------------------------------------------------


def examples_of(data: list[Labelled]) -> tuple[Example, ...]:
    """The examples of the plane."""
    return tuple(Example((x1, x2), y) for x1, x2, y in data)


def updates_in(problem: Problem, passes: int) -> list[Update]:
    """The updates of the first passes of the algorithm that the problem's conventions name."""
    found: list[Update] = []
    for event in updates(problem):
        if isinstance(event, Update):
            found.append(event)
        elif event.pass_number == passes:
            return found
    raise AssertionError("the stream of an algorithm has no end")


def origin_problem(examples: tuple[Example, ...], start: Vector) -> Problem:
    """The perceptron through the origin on these examples."""
    return Problem(Dataset(examples), Conventions(), examples, 0, 1, State(start))


def line_labels_are_signs(data: list[V2]) -> bool:
    """Every label is −1 or +1."""
    return all(y in (-1, 1) for _, y in data)


def line_one_or_two(data: list[V2]) -> bool:
    """One or two examples."""
    return 1 <= len(data) <= 2


def length_is_positive(c: int) -> bool:
    """c > 0."""
    return c > 0


def explicit_run(data: list[V2], w: int, b: int, c: int, passes: int) -> list[Update]:
    """The perceptron on the line with an offset of its own that moves by c²."""
    examples = tuple(Example((x,), y) for x, y in data)
    conventions = Conventions(offset=Offset.RADIUS)
    return updates_in(Problem(Dataset(examples), conventions, examples, c * c, 1, State((w,), b)), passes)


def folded_run(data: list[V2], w: int, coordinate: int, c: int, passes: int) -> list[Update]:
    """The perceptron through the origin on the examples (x, c)."""
    examples = tuple(Example((x, c), y) for x, y in data)
    return updates_in(origin_problem(examples, (w, coordinate)), passes)


def long_axis_run(data: list[V2], w: int, count: int, c: int, passes: int) -> list[Update]:
    """The perceptron through the origin on (x, 1), whose last axis has length c."""
    flat = tuple(Example((x,), y) for x, y in data)
    examples = tuple(Example((x, 1), y) for x, y in data)
    conventions = Conventions(offset=Offset.RADIUS, folding=Folding.LAST)
    return updates_in(Problem(Dataset(flat), conventions, examples, c * c, 1, State((w, count))), passes)


@require(line_labels_are_signs)
@require(line_one_or_two)
@ensure(holds)
def folding_unit_run(data: list[V2]) -> bool:
    """Two passes with an explicit offset of step 1, and on (x, 1): the same updates, w' = (w, b)."""
    explicit, folded = explicit_run(data, 0, 0, 1, 2), folded_run(data, 0, 0, 1, 2)
    return [(e.terms, (*e.weights, e.offset)) for e in explicit] == [(f.terms, f.weights) for f in folded]


@require(line_labels_are_signs)
@require(line_one_or_two)
@require(length_is_positive)
@ensure(holds)
def folding_radius_run(data: list[V2], c: int) -> bool:
    """Two passes with an explicit offset of step c², and on (x, c): the same updates, b = c·coordinate."""
    explicit, folded = explicit_run(data, 0, 0, c, 2), folded_run(data, 0, 0, c, 2)
    return len(explicit) == len(folded) and all(
        e.terms == f.terms and e.weights[0] == f.weights[0] and e.offset == c * f.weights[1]
        for e, f in zip(explicit, folded, strict=True)
    )


@require(line_labels_are_signs)
@require(line_one_or_two)
@require(length_is_positive)
@ensure(holds)
def folding_long_axis_run(data: list[V2], c: int) -> bool:
    """Two passes on (x, c), and on (x, 1) with an axis of length c: the same updates (c may be irrational)."""
    explicit, folded = explicit_run(data, 0, 0, c, 2), long_axis_run(data, 0, 0, c, 2)
    return len(explicit) == len(folded) and all(
        e.terms == f.terms and e.weights[0] == f.weights[0] and e.offset == c * c * f.weights[1]
        for e, f in zip(explicit, folded, strict=True)
    )


@require(y_is_a_label)
@require(length_is_positive)
@ensure(holds)
def folding_one_step(w: int, coordinate: int, x: int, y: int, c: int) -> bool:
    """From any weights: one example, one pass, explicit offset b = c·coordinate against the fold (x, c)."""
    explicit = explicit_run([(x, y)], w, c * coordinate, c, 1)
    folded = folded_run([(x, y)], w, coordinate, c, 1)
    return len(explicit) == len(folded) and all(
        e.weights[0] == f.weights[0] and e.offset == c * f.weights[1] for e, f in zip(explicit, folded, strict=True)
    )


@require(labels_are_signs)
@require(one_or_two)
@ensure(holds)
def growth_of_a_run(data: list[Labelled], r_sq: int) -> bool:
    """After each update of two passes from zero, ‖w_k‖² ≤ kR² for every R² ≥ ‖x‖²."""
    examples = examples_of(data)
    if any(norm_sq(x) > r_sq for x, _ in examples):
        return True
    return all(
        norm_sq(event.weights) <= event.k * r_sq for event in updates_in(origin_problem(examples, (0, 0)), 2)
    )


@require(labels_are_signs)
@require(one_or_two)
@require(gamma_is_positive)
@ensure(holds)
def progress_of_a_run(data: list[Labelled], u: V2, g: int) -> bool:
    """After each update of two passes from zero, ⟨w_k,u⟩ ≥ kγ, for every u with margin γ."""
    examples = examples_of(data)
    if any(y * dot(u, x) < g for x, y in examples):
        return True
    history = updates_in(origin_problem(examples, (0, 0)), 2)
    return all(dot(update.weights, u) >= update.k * g for update in history)


@require(labels_are_signs)
@require(up_to_three)
@ensure(holds)
def quiet_pass_is_a_fixed_point(w: V2, data: list[Labelled]) -> bool:
    """A pass is quiet iff the weights separate the examples strictly, and then the next pass is quiet too."""
    examples = examples_of(data)
    problem = origin_problem(examples, w)
    separates = all(y * dot(w, x) > 0 for x, y in examples)
    quiet = not updates_in(problem, 1)
    return quiet == separates and (not quiet or not updates_in(problem, 2))


@require(labels_are_signs)
@require(one_or_two)
@ensure(holds)
def cycle_cancels(w: V2, data: list[Labelled]) -> bool:
    """If the weights are back after two passes, how often each example was added is a λ with Σ λ·y·x = 0."""
    examples = examples_of(data)
    history = updates_in(origin_problem(examples, w), 2)
    if not history or history[-1].weights != w:
        return True
    added = tuple(sum(1 for update in history if update.terms[0].example == i) for i in range(len(examples)))
    vectors = [tuple(y * v for v in x) for x, y in examples]
    return multipliers_cancel(vectors, added) and sum(added) == len(history)
