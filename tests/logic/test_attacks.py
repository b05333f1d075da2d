"""Attempts to get a false theorem, or a theorem by the back door; the kernel must refuse every one."""

import copy
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass
from fractions import Fraction

import pytest
import sympy

from verified_perceptron.logic import (
    FALSE,
    FOLD,
    NEGATION,
    ZERO,
    Comparison,
    KernelError,
    Multiple,
    Polynomial,
    Product,
    Reachable,
    Relation,
    Substitution,
    System,
    Theorem,
    Transition,
    Variable,
    Vector,
    assume,
    certificate,
    cut,
    exfalso,
    induction,
    inner,
    instantiate,
    norm,
    norm_sq,
    polynomial,
    scalar,
    scalars,
    substitution,
    system,
    transition,
    vector,
    vectors,
)
from verified_perceptron.logic.terms import sum_of_products

x, y, k, g = scalars("x y k g")
u, w, z = vectors("u w z")

Attack = Callable[[], object]
ATTACKS: dict[str, Attack] = {}


def attack(function: Attack) -> Attack:
    ATTACKS[function.__name__] = function
    return function


def anything(value: object) -> object:
    """The value, hidden from the type checker: attackers do not run it."""
    return value


def poly(value: object) -> Polynomial:
    return value  # type: ignore[return-value]  # the attack


def zero() -> Theorem:
    return certificate("zero", polynomial(0) >= 0, [], [Product(Fraction(1), (NEGATION,), ())])


# making a theorem by other means


@attack
def call_the_class() -> None:
    Theorem()


@attack
def subclass_the_class() -> None:
    type("Forged", (Theorem,), {})


@attack
def make_an_empty_object() -> None:
    forged = object.__new__(Theorem)
    cut(forged, forged)


@attack
def read_an_empty_object() -> None:
    _ = object.__new__(Theorem).conclusion


@attack
def copy_a_theorem() -> None:
    copy.copy(zero())


@attack
def deepcopy_a_theorem() -> None:
    copy.deepcopy(zero())


@attack
def pickle_a_theorem() -> None:
    pickle.dumps(zero())


@attack
def pass_a_lookalike() -> None:
    @dataclass
    class Lookalike:
        hypotheses: frozenset[object]
        conclusion: Comparison

    exfalso(Lookalike(frozenset(), x >= 0), x >= 0)  # type: ignore[arg-type]  # the attack


# changing what is there


@attack
def mutate_a_theorem() -> None:
    theorem = zero()
    try:
        theorem.conclusion = polynomial(-1) >= 0  # type: ignore[misc]  # the attack
    except AttributeError as error:
        raise KernelError(str(error)) from error


@attack
def add_an_attribute() -> None:
    try:
        zero().extra = 1  # type: ignore[attr-defined]  # the attack
    except AttributeError as error:
        raise KernelError(str(error)) from error


@attack
def write_past_the_class() -> None:
    theorem = zero()
    try:
        object.__setattr__(theorem, "conclusion", polynomial(-1) >= 0)
    except AttributeError as error:
        raise KernelError(str(error)) from error


@attack
def mutate_the_hypotheses() -> None:
    try:
        assume(x >= 0).hypotheses.clear()  # type: ignore[attr-defined]  # the attack
    except AttributeError as error:
        raise KernelError(str(error)) from error


@attack
def mutate_a_proposition() -> None:
    claim = x >= 0
    try:
        claim.polynomial = polynomial(-1)  # type: ignore[misc]  # the attack
    except FrozenInstanceError as error:
        raise KernelError(str(error)) from error


# what is not exact, or not a polynomial


@attack
def float_as_polynomial() -> None:
    _ = x + poly(0.5)


@attack
def bool_as_polynomial() -> None:
    _ = x * poly(True)


@attack
def string_as_polynomial() -> None:
    _ = x + poly("x")


@attack
def complex_as_polynomial() -> None:
    _ = x + poly(1j)


@attack
def sympy_symbol_with_assumptions() -> None:
    _ = x + poly(sympy.Symbol("x", positive=True))


@attack
def sympy_symbol() -> None:
    _ = poly(sympy.Symbol("x")) + x


@attack
def sympy_function() -> None:
    polynomial(sympy.sin(sympy.Symbol("x")))


@attack
def sympy_number() -> None:
    polynomial(sympy.sqrt(2))


@attack
def division_by_a_polynomial() -> None:
    _ = x / y


@attack
def division_of_a_number() -> None:
    _ = 1 / x


@attack
def negative_power() -> None:
    _ = x**-1


@attack
def fractional_power() -> None:
    _ = x ** poly(Fraction(1, 2))  # type: ignore[operator]  # the attack


@attack
def boolean_power() -> None:
    _ = x**True


@attack
def number_with_lying_equality() -> None:
    class Lying(Fraction):
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = Fraction.__hash__

    polynomial(Lying(1))


@attack
def polynomial_with_a_float_coefficient() -> None:
    Polynomial((((), anything(0.5)),))  # type: ignore[arg-type]  # the attack


@attack
def polynomial_out_of_order() -> None:
    one = Fraction(1)
    Polynomial(((((("y",), 1),), one), (((("x",), 1),), one)))


@attack
def polynomial_with_a_zero_coefficient() -> None:
    Polynomial((((), Fraction(0)),))


@attack
def polynomial_with_a_repeated_term() -> None:
    Polynomial((((), Fraction(1)), ((), Fraction(2))))


@attack
def polynomial_subclass() -> None:
    try:
        type("Forged", (Polynomial,), {})()
    except TypeError as error:
        raise KernelError(str(error)) from error
    forged: Polynomial = object.__new__(type("Forged", (Polynomial,), {}))
    assume(Comparison(Relation.NONNEGATIVE, forged))


@attack
def comparison_of_something_else() -> None:
    Comparison(Relation.NONNEGATIVE, poly(sympy.Symbol("x")))


@attack
def comparison_as_truth_value() -> None:
    assert x >= 0


@attack
def chained_comparison() -> None:
    _ = 0 <= x <= 1


# names


@attack
def the_folded_axis_as_a_variable() -> None:
    vector("#")


@attack
def name_with_a_newline() -> None:
    scalar("x\n")


@attack
def name_with_an_inner_product() -> None:
    scalar("<u,w>")


@attack
def name_with_double_underscore() -> None:
    vector("a__b")


@attack
def name_in_another_alphabet() -> None:
    scalar("х")  # a Cyrillic letter that looks like x


@attack
def name_that_lies_about_equality() -> None:
    class Lying(str):
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = str.__hash__

    scalar(Lying("x"))


@attack
def empty_name() -> None:
    scalar("")


# certificates


@attack
def negative_coefficient() -> None:
    Product(Fraction(-1), (0,), ())


@attack
def zero_coefficient() -> None:
    Product(Fraction(0), (), ())


@attack
def float_coefficient() -> None:
    Product(1.0, (0,), ())  # type: ignore[arg-type]  # the attack


@attack
def symbolic_coefficient() -> None:
    Product(poly(y), (0,), ())  # type: ignore[arg-type]  # the attack


@attack
def squares_that_look_empty() -> None:
    class Empty(tuple[Polynomial, ...]):
        def __bool__(self) -> bool:
            return False

    square = Product(Fraction(1), (), Empty((x,)))
    certificate("lie", x**2 > 0, [], [Product(Fraction(1), (NEGATION,), ()), square])


@attack
def true_as_a_position() -> None:
    Product(Fraction(1), (True,), ())


@attack
def multiple_of_nothing() -> None:
    Multiple(poly(1), 0)


@attack
def claim_false_from_nothing() -> None:
    certificate("false", FALSE, [], [])


@attack
def claim_false_from_something_possible() -> None:
    certificate("false", FALSE, [assume(x > 0)], [Product(Fraction(1), (0,), ())])


@attack
def claim_minus_one_is_a_square() -> None:
    products = [Product(Fraction(1), (NEGATION,), ()), Product(Fraction(1), (), (x,))]
    certificate("i", polynomial(-1) >= 0, [], products)


@attack
def forged_product() -> None:
    forged = object.__new__(Product)
    object.__setattr__(forged, "coefficient", Fraction(-1))
    object.__setattr__(forged, "factors", (0,))
    object.__setattr__(forged, "squares", ())
    certificate("forged", x >= 0, [assume(x <= 0)], [Product(Fraction(1), (NEGATION,), ()), forged])


@attack
def negation_of_a_foreign_object() -> None:
    certificate("goal", anything("x >= 0"), [], [])  # type: ignore[arg-type]  # the attack


# systems and induction


def counter(**changes: object) -> System:
    parts: dict[str, object] = {
        "fresh": [z],
        "guards": {"ahead": inner(z, u) >= g},
        "update": {k: k + 1, w: w + z},
        "start": {k: 0, w: ZERO},
        **changes,
    }
    step = transition("add", parts["fresh"], parts["guards"], parts["update"])  # type: ignore[arg-type]  # plain data
    return system("counter", parts["start"], [step])  # type: ignore[arg-type]  # plain data


@attack
def state_variable_as_fresh() -> None:
    counter(fresh=[w])


@attack
def start_from_the_state() -> None:
    counter(start={k: k + 1, w: ZERO})


@attack
def start_from_a_fresh_variable() -> None:
    counter(start={k: 0, w: z})


@attack
def update_of_a_rigid_variable() -> None:
    counter(update={g: g + 1})


@attack
def update_of_a_fresh_variable() -> None:
    counter(update={z: z + u})


@attack
def folded_state() -> None:
    counter(update={w: w + FOLD})


@attack
def folded_start() -> None:
    counter(start={k: 0, w: FOLD})


@attack
def fresh_elsewhere() -> None:
    first = transition("first", [z], {}, {w: w + z})
    second = transition("second", [], {"ahead": inner(z, u) >= 0}, {w: w + u})
    system("both", {w: ZERO}, [first, second])


@attack
def guard_that_is_not_a_comparison() -> None:
    counter(guards={"absurd": FALSE})


@attack
def mutable_guards() -> None:
    Transition("t", frozenset(), [], Substitution((), ()))  # type: ignore[arg-type]  # the attack


@attack
def mutable_transitions() -> None:
    System("s", substitution({k: 0}), [])  # type: ignore[arg-type]  # the attack


@attack
def a_system_that_is_none() -> None:
    Reachable(None)  # type: ignore[arg-type]  # the attack


@attack
def two_guards_of_one_name() -> None:
    Transition("t", frozenset(), (("g", x >= 0), ("g", y >= 0)), Substitution((), ()))


@attack
def vector_for_a_scalar() -> None:
    instantiate(assume(x >= 0), {x: u})


@attack
def scalar_for_a_vector() -> None:
    instantiate(assume(norm_sq(u) >= 0), {u: x})


@attack
def substitution_for_a_compound_term() -> None:
    instantiate(assume(x + y >= 0), {x + y: polynomial(1)})


@attack
def substitution_of_one_variable_twice() -> None:
    Substitution((("x", polynomial(0)), ("x", polynomial(1))), ())


@attack
def system_changed_after_its_invariant_was_proved() -> None:
    """The dictionary given to `system` is the attacker's; changing it later changes nothing."""
    update = {k: k + 1, w: w + z}
    run = counter(update=update)
    claim = k >= 0
    step = certificate(
        "step",
        k + 1 >= 0,
        [assume(claim)],
        [Product(Fraction(1), (NEGATION,), ()), Product(Fraction(1), (0,), ()), Product(Fraction(1), (), ())],
    )
    theorem = induction(run, claim, zero(), [step])
    update[k] = k - 1  # too late
    changed = counter(update=update)
    assert theorem.hypotheses == {Reachable(run)}
    if Reachable(changed) in theorem.hypotheses:
        return  # accepted: the attack worked
    raise KernelError("the theorem is about the system as it was")


@attack
def step_without_the_guard_it_uses() -> None:
    claim = inner(w, u) >= k * g
    step = certificate(
        "step",
        inner(w + z, u) >= (k + 1) * g,
        [assume(claim), assume(inner(z, u) >= g)],
        [Product(Fraction(1), (i,), ()) for i in (NEGATION, 0, 1)],
    )
    induction(counter(guards={}), claim, zero(), [step])


@pytest.mark.parametrize("name", ATTACKS)
def test_the_kernel_refuses_to(name: str) -> None:
    with pytest.raises(KernelError):
        ATTACKS[name]()


def test_a_scalar_and_a_vector_of_one_name_are_different() -> None:
    scalar_w, vector_w = scalar("w"), vector("w")
    assert scalar_w.variables() == {Variable("scalar", "w")}
    assert vector_w.variables() == {Variable("vector", "w")}
    assert instantiate(assume(scalar_w * norm_sq(vector_w) >= 0), {scalar_w: x}).conclusion == (
        x * norm_sq(vector_w) >= 0
    )


def test_systems_with_one_name_and_different_content_are_different() -> None:
    assert Reachable(counter()) != Reachable(counter(guards={}))
    assert Reachable(counter()) == Reachable(counter())


def test_the_folded_axis_is_a_unit_vector_orthogonal_to_everything() -> None:
    assert norm_sq(FOLD) == polynomial(1)
    assert inner(FOLD, u) == polynomial(0)
    assert norm(u + x * FOLD).conclusion == (norm_sq(u) + x**2 >= 0)


def test_folding_an_instance_is_an_instance_in_a_larger_space() -> None:
    theorem = instantiate(norm(u - w), {u: u + x * FOLD, w: y * FOLD})
    assert theorem.conclusion == (norm_sq(u) + (x - y) ** 2 >= 0)


def test_an_empty_sum_is_zero_and_an_empty_product_is_one() -> None:
    assert sum_of_products([]) == polynomial(0)
    assert sum_of_products([[]]) == polynomial(1)


def test_vectors_with_coefficients_that_cancel_are_zero() -> None:
    assert u - u == ZERO
    assert Vector(()) == x * ZERO
