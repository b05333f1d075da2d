"""The second checker agrees with the kernel on algebra and on proofs, and refuses proofs tampered with."""

import copy
import json
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofs.registry import all_statements
from verified_perceptron.logic import (
    FALSE,
    FOLD,
    Comparison,
    Polynomial,
    Theorem,
    Vector,
    assume,
    equal,
    exfalso,
    inner,
    inverse,
    polynomial,
    scalar,
    second,
    square_root,
    substitution,
    vector,
)
from verified_perceptron.logic.models import Assignment, value_of
from verified_perceptron.logic.second import Json, NodeText, ProofError, check_proof
from verified_perceptron.logic.serialise import proof_text
from verified_perceptron.logic.tactics import by_sum, refute, squared, times

NAMES = ("x", "y", "z")
VECTORS = ("a", "b")

fractions = st.builds(Fraction, st.integers(-6, 6), st.integers(1, 4))


def atoms() -> st.SearchStrategy[Polynomial]:
    grams = [inner(vector(p), vector(q)) for p in VECTORS for q in VECTORS]
    return st.sampled_from([*map(scalar, NAMES), *grams])


def terms() -> st.SearchStrategy[Polynomial]:
    def build(c: Fraction, factors: list[Polynomial]) -> Polynomial:
        total = polynomial(c)
        for factor in factors:
            total = total * factor
        return total

    return st.builds(build, fractions, st.lists(atoms(), max_size=3))


polynomials = st.lists(terms(), max_size=4).map(lambda parts: sum(parts, polynomial(0)))
linear = st.builds(
    lambda p, q, r: p * vector("a") + q * vector("b") + r * FOLD, polynomials, polynomials, polynomials
)
points = st.builds(
    lambda numbers, coordinates: Assignment(
        dict(zip(NAMES, numbers, strict=True)), dict(zip(VECTORS, coordinates, strict=True))
    ),
    st.tuples(fractions, fractions, fractions),
    st.tuples(st.tuples(fractions, fractions), st.tuples(fractions, fractions)),
)


def read(p: Polynomial) -> second.Poly:
    return second.parse(str(p))


def read_vector(v: Vector) -> second.Vec:
    return second.parse_vector([[name, str(c)] for name, c in v.coefficients])


@settings(max_examples=200, deadline=None, derandomize=True)
@given(polynomials, polynomials)
def test_both_normalisers_add_and_multiply_alike(p: Polynomial, q: Polynomial) -> None:
    assert read(p + q) == second.add(read(p), read(q))
    assert read(p * q) == second.multiply(read(p), read(q))
    assert read(p - p) == {}


@settings(max_examples=200, deadline=None, derandomize=True)
@given(linear, linear)
def test_both_normalisers_multiply_vectors_alike(v: Vector, w: Vector) -> None:
    assert read(inner(v, w)) == second.inner(read_vector(v), read_vector(w))


@settings(max_examples=100, deadline=None, derandomize=True)
@given(polynomials, polynomials, linear)
def test_both_normalisers_substitute_alike(p: Polynomial, q: Polynomial, v: Vector) -> None:
    ours = substitution({scalar("x"): q, vector("a"): v}).in_polynomial(p)
    theirs = second.Replacement({"x": read(q)}, {"a": read_vector(v)}).poly(read(p))
    assert read(ours) == theirs


@settings(max_examples=200, deadline=None, derandomize=True)
@given(polynomials, polynomials, points)
def test_normalising_keeps_the_value(p: Polynomial, q: Polynomial, at: Assignment) -> None:
    assert value_of(p * q, at) == value_of(p, at) * value_of(q, at)
    assert value_of(p + q, at) == value_of(p, at) + value_of(q, at)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(polynomials)
def test_printing_and_reading_is_the_identity(p: Polynomial) -> None:
    assert second.freeze(read(p)) == frozenset(
        (tuple(sorted(_text(atom) for atom, e in m for _ in range(e))), c) for m, c in p.terms
    )


def _text(atom: tuple[str, ...]) -> str:
    return atom[0] if len(atom) == 1 else f"<{atom[0]},{atom[1]}>"


def test_the_second_checker_accepts_every_proof_and_reads_the_same_theorem() -> None:
    for statement in all_statements():
        nodes = json.loads(json.dumps(proof_text(statement.theorem)))
        proved = check_proof(nodes)
        assert len(proved.hypotheses) == len(statement.theorem.hypotheses)
        assert proved.conclusion == second.Compared(
            statement.conclusion.relation.value, second.freeze(read(statement.conclusion.polynomial))
        )


def test_the_second_checker_imports_nothing_of_the_kernel_and_no_sympy() -> None:
    code = (
        "import sys, types; package = types.ModuleType('p'); "
        f"exec(compile(open({second.__file__!r}).read(), 'second.py', 'exec'), package.__dict__); "
        "print([m for m in sys.modules if m.startswith(('sympy', 'verified_perceptron', 'z3'))])"
    )
    code = code.replace("exec(", "sys.modules['p'] = package; package.__name__ = 'p'; exec(", 1)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def novikoff() -> list[NodeText]:
    (statement,) = (s for s in all_statements() if s.id == "T1")
    return copy.deepcopy(proof_text(statement.theorem))


def find(nodes: list[NodeText], rule: str) -> NodeText:
    return next(node for node in nodes if node["rule"] == rule)


def drop_a_hypothesis(nodes: list[NodeText]) -> None:
    nodes[-1]["hypotheses"].pop()


def strengthen_the_conclusion(nodes: list[NodeText]) -> None:
    nodes[-1]["conclusion"]["relation"] = ">"


def assume_something_else(nodes: list[NodeText]) -> None:
    find(nodes, "assume")["conclusion"]["polynomial"] = "-1"


def claim_a_negative_norm(nodes: list[NodeText]) -> None:
    find(nodes, "norm")["conclusion"]["polynomial"] = "-1*<u,u>"


def start_elsewhere(nodes: list[NodeText]) -> None:
    find(nodes, "induction")["told"]["system"]["start"]["scalars"] = [["k", "1"]]


def drop_a_guard(nodes: list[NodeText]) -> None:
    for node in nodes:
        if node["rule"] == "induction":
            _guards(node["told"]["system"]).clear()


def _guards(machine: Json) -> list[Json]:
    guards: list[Json] = machine["transitions"][0]["guards"]
    return guards


def make_the_state_fresh(nodes: list[NodeText]) -> None:
    find(nodes, "induction")["told"]["system"]["transitions"][0]["fresh"].append(["scalar", "k"])


def point_to_a_later_step(nodes: list[NodeText]) -> None:
    find(nodes, "certificate")["premises"] = [len(nodes)]


def invent_a_rule(nodes: list[NodeText]) -> None:
    nodes[-1]["rule"] = "trust_me"


def change_the_instance(nodes: list[NodeText]) -> None:
    find(nodes, "instantiate")["told"]["vectors"][0][1] = []


def fold_the_state(nodes: list[NodeText]) -> None:
    for node in nodes:
        if node["rule"] == "induction":
            node["told"]["system"]["transitions"][0]["update"]["vectors"] = [["w", [["#", "1"], ["w", "1"]]]]


def forget_everything(nodes: list[NodeText]) -> None:
    nodes.clear()


@pytest.mark.parametrize(
    "tamper",
    [
        drop_a_hypothesis,
        strengthen_the_conclusion,
        assume_something_else,
        claim_a_negative_norm,
        start_elsewhere,
        drop_a_guard,
        make_the_state_fresh,
        point_to_a_later_step,
        invent_a_rule,
        change_the_instance,
        fold_the_state,
        forget_everything,
    ],
)
def test_the_second_checker_refuses_to_let_anyone(tamper: Callable[[list[NodeText]], None]) -> None:
    nodes = novikoff()
    check_proof(nodes)
    tamper(nodes)
    with pytest.raises(ProofError):
        check_proof(nodes)


def nonnegative_product() -> Theorem:
    """x ≥ 0, y ≥ 0 ⊢ x·y ≥ 0, by way of roots r² = x and t² = y."""
    x, y, r, t = map(scalar, ("x", "y", "r", "t"))
    roots = [assume(equal(r**2, x)), assume(equal(t**2, y))]
    theorem = by_sum("product", x * y >= 0, [squared(r * t), times(-y, roots[0]), times(-(r**2), roots[1])])
    theorem = square_root(r, assume(x >= 0), theorem)
    return square_root(t, assume(y >= 0), theorem)


def cancelled_factor() -> Theorem:
    """x > 0, x·y ≥ 0 ⊢ y ≥ 0, by way of v·x = 1."""
    x, y, v = map(scalar, ("x", "y", "v"))
    unit = assume(equal(v * x, 1))
    given = [assume(x * y >= 0), assume(x > 0)]
    theorem = by_sum(
        "cancelled", y >= 0, [times(1, given[0], given[1], squares=[v]), times(-y * (v * x + 1), unit)]
    )
    return inverse(v, assume(x > 0), theorem)


def absurd_consequence() -> Theorem:
    """x > 0, x ≤ 0 ⊢ y = 1."""
    x, y = scalar("x"), scalar("y")
    return exfalso(refute("absurd", FALSE, [assume(x > 0), assume(x <= 0)]), equal(y, 1))


@pytest.mark.parametrize("derive", [nonnegative_product, cancelled_factor, absurd_consequence])
def test_the_second_checker_knows_the_rules_that_no_theorem_uses(derive: Callable[[], Theorem]) -> None:
    theorem = derive()
    assert len(check_proof(proof_text(theorem)).hypotheses) == len(theorem.hypotheses) == 2


@pytest.mark.parametrize("derive", [nonnegative_product, cancelled_factor])
def test_the_second_checker_refuses_a_number_that_is_not_new(derive: Callable[[], Theorem]) -> None:
    nodes = proof_text(derive())
    nodes[-1]["told"] = ["scalar", "y"]
    with pytest.raises(ProofError):
        check_proof(nodes)
    nodes[-1]["told"] = ["vector", "t"]
    with pytest.raises(ProofError):
        check_proof(nodes)


def test_the_second_checker_sees_a_theorem_changed_in_memory() -> None:
    """Python lets code overwrite even frozen values; the derivation then no longer adds up."""
    x = scalar("x")
    theorem = by_sum("square", x**2 >= 0, [squared(x)])
    check_proof(proof_text(theorem))
    assert isinstance(theorem.conclusion, Comparison)
    object.__setattr__(theorem.conclusion, "polynomial", -(x**2))
    with pytest.raises(ProofError):
        check_proof(proof_text(theorem))


@pytest.mark.parametrize("text", ["1.5*x", "x", "1*x^-1", "1*sin(x)", "1*<a>", "1*x + ", "1 *x", "1*x**2", "1/0"])
def test_the_second_parser_refuses(text: str) -> None:
    with pytest.raises((ProofError, ZeroDivisionError)):
        second.parse(text)
