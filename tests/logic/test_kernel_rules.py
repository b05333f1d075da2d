"""Every rule of the kernel: what it accepts, and what it refuses."""

from fractions import Fraction

import pytest

from verified_perceptron.logic import (
    FALSE,
    NEGATION,
    ZERO,
    Bindings,
    Comparison,
    KernelError,
    Multiple,
    Polynomial,
    Product,
    Reachable,
    System,
    Theorem,
    assume,
    cases,
    certificate,
    cut,
    equal,
    exfalso,
    induction,
    inner,
    instantiate,
    inverse,
    norm,
    norm_sq,
    polynomial,
    ring,
    scalars,
    square_root,
    system,
    transition,
    vectors,
)

x, y, z, k, g = scalars("x y z k g")
(v_,) = scalars("v")
a, b, u, v, w = vectors("a b u v w")


def product(coefficient: int | Fraction, *factors: int, squares: tuple[Polynomial, ...] = ()) -> Product:
    return Product(Fraction(coefficient), factors, squares)


def counter(guard: Comparison = x >= 0) -> System:
    """k starts at 0 and grows by the fresh x."""
    return system("counter", {k: 0}, [transition("grow", [x], {"step": guard}, {k: k + x})])


def zero() -> Theorem:
    """⊢ 0 ≥ 0."""
    return certificate("zero", polynomial(0) >= 0, [], [product(1, NEGATION)])


def absurd() -> Theorem:
    """x > 0, −x ≥ 0 ⊢ false."""
    return certificate("absurd", FALSE, [assume(x > 0), assume(x <= 0)], [product(1, 0), product(1, 1)])


def test_assume_gives_what_is_assumed() -> None:
    theorem = assume(x >= 0)
    assert theorem.hypotheses == {x >= 0}
    assert theorem.conclusion == (x >= 0)


@pytest.mark.parametrize("thing", [FALSE, Reachable(counter()), "x >= 0", x, True, None])
def test_assume_refuses_all_but_comparisons(thing: object) -> None:
    with pytest.raises(KernelError):
        assume(thing)  # type: ignore[arg-type]  # the attack


def test_norm_multiplies_the_square_out() -> None:
    assert norm(a - x * b).conclusion == (norm_sq(a) - 2 * x * inner(a, b) + x**2 * norm_sq(b) >= 0)
    assert not norm(a).hypotheses


def test_norm_refuses_what_is_not_a_vector() -> None:
    with pytest.raises(KernelError):
        norm(x)  # type: ignore[arg-type]  # the attack


def test_ring_adds_multiples_of_equations() -> None:
    first, second = assume(equal(x, y)), assume(equal(y, z))
    one = polynomial(1)
    theorem = ring("sum", equal(x, z), [first, second], [Multiple(one, 0), Multiple(one, 1)])
    assert theorem.conclusion == equal(x, z)
    assert theorem.hypotheses == {equal(x, y), equal(y, z)}


def test_ring_refuses_a_sum_that_leaves_a_rest() -> None:
    with pytest.raises(KernelError, match="leave"):
        ring("wrong", equal(x, z), [assume(equal(x, y))], [Multiple(polynomial(1), 0)])


def test_ring_refuses_inequalities_as_facts_and_as_goals() -> None:
    with pytest.raises(KernelError, match="not an equation"):
        ring("fact", equal(x, 0), [assume(x >= 0)], [Multiple(polynomial(1), 0)])
    with pytest.raises(KernelError, match="proves equations"):
        ring("goal", polynomial(0) >= 0)


def test_certificate_proves_that_a_sum_of_nonnegative_things_is_nonnegative() -> None:
    facts = [assume(x >= 0), assume(y >= 0)]
    products = [product(1, NEGATION), product(2, 0, 1), product(1, squares=(z,))]
    theorem = certificate("sum", 2 * x * y + z**2 >= 0, facts, products)
    assert theorem.hypotheses == {x >= 0, y >= 0}


def test_certificate_proves_a_strict_goal_from_a_strict_fact() -> None:
    facts = [assume(x >= 0), assume(y > 0)]
    strict = certificate("strict", x + y > 0, facts, [product(1, NEGATION), product(1, 0), product(1, 1)])
    assert strict.conclusion == (x + y > 0)


def test_certificate_refuses_a_strict_goal_from_weak_facts() -> None:
    with pytest.raises(KernelError, match="strictly positive"):
        certificate("weak", x > 0, [assume(x >= 0)], [product(1, NEGATION), product(1, 0)])


def test_certificate_refuses_to_count_a_square_as_strictly_positive() -> None:
    with pytest.raises(KernelError, match="strictly positive"):
        certificate("square", x**2 > 0, [], [product(1, NEGATION), product(1, squares=(x,))])


def test_certificate_refuses_what_does_not_cancel() -> None:
    with pytest.raises(KernelError, match="leaves"):
        certificate("rest", x >= 0, [assume(x >= -1)], [product(1, NEGATION), product(1, 0)])


def test_certificate_refuses_equations_as_factors_and_as_goals() -> None:
    facts = [assume(equal(x, 0)), assume(y >= 0)]
    with pytest.raises(KernelError, match="as a factor"):
        certificate("factor", x * y >= 0, facts, [product(1, NEGATION), product(1, 0, 1)])
    with pytest.raises(KernelError, match="equation comes from the ring"):
        certificate("goal", equal(x, 0), [], [product(1)])


def test_certificate_has_no_negation_of_absurdity() -> None:
    with pytest.raises(KernelError):
        certificate("negation", FALSE, [], [product(1, NEGATION)])


@pytest.mark.parametrize("position", [1, -2, 7])
def test_certificate_refuses_facts_that_are_not_there(position: int) -> None:
    with pytest.raises(KernelError, match="no fact"):
        certificate("missing", x >= 0, [assume(x >= 0)], [product(1, NEGATION), product(1, position)])


def test_cut_replaces_a_hypothesis_by_what_proves_it() -> None:
    facts = [assume(x >= 0), assume(y >= 0)]
    sum_ = certificate("sum", x + y >= 0, facts, [product(1, NEGATION), product(1, 0), product(1, 1)])
    square = certificate("square", x >= 0, [assume(x > 0)], [product(1, NEGATION), product(1, 0)])
    assert cut(square, sum_).hypotheses == {x > 0, y >= 0}


def test_cut_refuses_a_lemma_that_is_not_a_hypothesis() -> None:
    with pytest.raises(KernelError, match="not a hypothesis"):
        cut(assume(x >= 0), assume(y >= 0))


def test_instantiate_replaces_scalars_and_vectors_at_once() -> None:
    theorem = instantiate(assume(x * inner(a, b) >= y), {x: y, y: x, a: b, b: a + b})
    assert theorem.conclusion == (y * (inner(a, b) + norm_sq(b)) >= x)


def test_instantiate_reaches_the_rigid_variables_of_a_system() -> None:
    step = assume(x >= g)
    run = system("rigid", {k: 0}, [transition("grow", [x], {"step": x >= g}, {k: k + x - g})])
    here = certificate(
        "step", k + x - g >= 0, [assume(k >= 0), step], [product(1, NEGATION), product(1, 0), product(1, 1)]
    )
    theorem = induction(run, k >= 0, zero(), [here])
    (reachable,) = instantiate(theorem, {g: polynomial(3)}).hypotheses
    assert isinstance(reachable, Reachable)
    assert reachable.system.transitions[0].guards == (("step", x >= 3),)


@pytest.mark.parametrize("values", [{k: -k}, {x: y}, {g: k}, {g: x}])
def test_instantiate_refuses_to_touch_or_capture_state_and_fresh_variables(
    values: Bindings,
) -> None:
    run = counter(x >= g**2)
    step = certificate(
        "step",
        k + x >= 0,
        [assume(k >= 0), assume(x >= g**2)],
        [product(1, NEGATION), product(1, 0), product(1, 1), product(1, squares=(g,))],
    )
    theorem = induction(run, k >= 0, zero(), [step])
    with pytest.raises(KernelError, match="state variable or a fresh one"):
        instantiate(theorem, values)


def test_cases_joins_two_proofs_of_one_conclusion() -> None:
    goal = x**2 >= 0
    positive = certificate("pos", goal, [assume(x > 0)], [product(1, NEGATION), product(1, 0, 0)])
    negative = certificate("neg", goal, [assume(x <= 0)], [product(1, NEGATION), product(1, 0, 0)])
    assert not cases(x, positive, negative).hypotheses


def test_cases_refuses_different_conclusions() -> None:
    with pytest.raises(KernelError, match="different things"):
        cases(x, assume(x > 0), assume(x <= 0))


def test_cases_keeps_hypotheses_of_the_wrong_branch() -> None:
    goal = x**2 >= 0
    positive = certificate("pos", goal, [assume(x > 0)], [product(1, NEGATION), product(1, 0, 0)])
    assert cases(x, positive, positive).hypotheses == {x > 0}


def test_square_root_removes_the_number_it_introduces() -> None:
    r = scalars("r")[0]
    below = certificate(
        "below",
        y >= 0,
        [assume(r >= 0), assume(equal(r**2, y))],
        [product(1, NEGATION), product(1, squares=(r,))],
        [Multiple(polynomial(-1), 1)],
    )
    joined = cases(r, below, below)
    assert square_root(r, assume(y >= 0), joined).hypotheses == {y >= 0}


def test_square_root_refuses_a_number_that_is_not_new() -> None:
    r = scalars("r")[0]
    with pytest.raises(KernelError, match="not new"):
        square_root(r, assume(y >= 0), assume(r >= 1))
    with pytest.raises(KernelError, match="not new"):
        square_root(r, assume(r >= 0), assume(y >= 0))


def test_square_root_refuses_to_hide_behind_a_vector_of_the_same_name() -> None:
    r_scalar, r_vector = scalars("r")[0], vectors("r")[0]
    with pytest.raises(KernelError):
        square_root(r_vector, assume(y >= 0), assume(r_scalar >= 1))  # type: ignore[arg-type]  # the attack


def test_square_root_needs_a_nonnegative_number() -> None:
    with pytest.raises(KernelError, match="known to be"):
        square_root(x, assume(y > 0), assume(z >= 0))


def test_square_root_refuses_a_name_that_a_system_uses() -> None:
    step = certificate(
        "step",
        k + x >= 0,
        [assume(k >= 0), assume(x >= 0)],
        [product(1, NEGATION), product(1, 0), product(1, 1)],
    )
    theorem = induction(counter(), k >= 0, zero(), [step])
    with pytest.raises(KernelError, match="not new"):
        square_root(x, assume(y >= 0), theorem)


def test_inverse_removes_the_number_it_introduces() -> None:
    given = [assume(equal(v_ * x, 1)), assume(x * y >= 0), assume(x > 0)]
    theorem = certificate("cancel", y >= 0, given[1:], [product(1, NEGATION, 1), product(1, 0)])
    assert inverse(v_, assume(x > 0), theorem).hypotheses == {x * y >= 0, x > 0}


def test_inverse_needs_a_positive_number_and_a_new_name() -> None:
    with pytest.raises(KernelError, match="known to be"):
        inverse(v_, assume(x >= 0), assume(y >= 0))
    with pytest.raises(KernelError, match="not new"):
        inverse(v_, assume(x > 0), assume(v_ >= 0))


def test_exfalso_proves_anything_from_absurdity() -> None:
    assert exfalso(absurd(), equal(y, 1)).conclusion == equal(y, 1)


def test_exfalso_refuses_a_theorem_that_is_not_absurd() -> None:
    with pytest.raises(KernelError, match="only absurdity"):
        exfalso(assume(x >= 0), y >= 0)


def counting_step() -> Theorem:
    return certificate(
        "step",
        k + x >= 0,
        [assume(k >= 0), assume(x >= 0)],
        [product(1, NEGATION), product(1, 0), product(1, 1)],
    )


def test_induction_proves_what_every_transition_keeps() -> None:
    theorem = induction(counter(), k >= 0, zero(), [counting_step()])
    assert theorem.hypotheses == {Reachable(counter())}
    assert theorem.conclusion == (k >= 0)


def test_induction_keeps_hypotheses_about_rigid_variables() -> None:
    step = certificate(
        "step",
        k + g * x >= 0,
        [assume(k >= 0), assume(g >= 0), assume(x >= 0)],
        [product(1, NEGATION), product(1, 0), product(1, 1, 2)],
    )
    run = system("rated", {k: 0}, [transition("grow", [x], {"step": x >= 0}, {k: k + g * x})])
    assert induction(run, k >= 0, zero(), [step]).hypotheses == {Reachable(run), g >= 0}


def test_induction_lets_a_step_use_that_the_state_is_reachable() -> None:
    run = system("two", {k: 0, z: 0}, [transition("grow", [x], {"step": x >= 0}, {k: k + x, z: z + k})])
    first = induction(run, k >= 0, zero(), [counting_step()])
    step = certificate(
        "second",
        z + k >= 0,
        [assume(z >= 0), assume(k >= 0)],
        [product(1, NEGATION), product(1, 0), product(1, 1)],
    )
    assert induction(run, z >= 0, zero(), [cut(first, step)]).hypotheses == {Reachable(run)}


def test_induction_refuses_an_invariant_of_another_system() -> None:
    other = system("two", {k: 0, z: 0}, [transition("grow", [x], {}, {k: k + x, z: z + k})])
    run = system("two", {k: 0, z: 0}, [transition("grow", [x], {"step": x >= 0}, {k: k + x, z: z + k})])
    first = induction(run, k >= 0, zero(), [counting_step()])
    step = certificate(
        "second",
        z + k >= 0,
        [assume(z >= 0), assume(k >= 0)],
        [product(1, NEGATION), product(1, 0), product(1, 1)],
    )
    with pytest.raises(KernelError, match="need not hold all along"):
        induction(other, z >= 0, zero(), [cut(first, step)])


def test_induction_refuses_a_wrong_start_a_wrong_step_and_a_missing_step() -> None:
    with pytest.raises(KernelError, match="the start"):
        induction(counter(), k >= 1, zero(), [counting_step()])
    with pytest.raises(KernelError, match="grow should prove"):
        induction(counter(), k >= 0, zero(), [assume(k >= 0)])
    with pytest.raises(KernelError, match="transitions"):
        induction(counter(), k >= 0, zero(), [])


def test_induction_refuses_a_step_that_uses_more_than_the_guards() -> None:
    run = counter(x >= -1)
    with pytest.raises(KernelError, match="need not hold all along"):
        induction(run, k >= 0, zero(), [counting_step()])


def test_induction_refuses_a_start_that_uses_the_state() -> None:
    base = certificate("base", polynomial(0) >= 0, [assume(k >= 0)], [product(1, NEGATION)])
    with pytest.raises(KernelError, match="need not hold all along"):
        induction(counter(), k >= 0, base, [counting_step()])


def test_induction_refuses_an_invariant_about_what_a_transition_picks() -> None:
    run = system("pick", {w: ZERO}, [transition("add", [v], {"ahead": inner(v, u) >= 0}, {w: w + v})])
    with pytest.raises(KernelError, match="what a transition picks"):
        induction(run, inner(v, u) >= 0, zero(), [assume(inner(v, u) >= 0)])
