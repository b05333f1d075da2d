"""Whatever is proved is true, whatever is refuted is false: on steps that Hypothesis invents.

Every expression here carries its own meaning as a Python function, so that neither the reader of steps nor the
logic is asked what a step says.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.judge.steps import FALSE_STEPS, TRUE_STEPS
from verified_perceptron.judging import Answer, Verdict, judge
from verified_perceptron.logic import Comparison
from verified_perceptron.logic.kernel import Theorem
from verified_perceptron.logic.models import Assignment, holds
from verified_perceptron.logic.refute import exact_root

Vector = tuple[Fraction, ...]


@dataclass(frozen=True)
class World:
    """Values for every name."""

    numbers: Mapping[str, Fraction]
    vectors: Mapping[str, Vector]


@dataclass(frozen=True)
class Number:
    text: str
    value: Callable[[World], Fraction]


@dataclass(frozen=True)
class Arrow:
    text: str
    value: Callable[[World], Vector]


@dataclass(frozen=True)
class Claim:
    text: str
    true: Callable[[World], bool]


def dot(a: Vector, b: Vector) -> Fraction:
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))


def number(name: str) -> Number:
    return Number(name, lambda w: w.numbers[name])


def arrow(name: str) -> Arrow:
    return Arrow(name, lambda w: w.vectors[name])


def added(a: Arrow, b: Arrow) -> Arrow:
    return Arrow(
        f"({a.text} + {b.text})", lambda w: tuple(x + y for x, y in zip(a.value(w), b.value(w), strict=True))
    )


def taken(a: Arrow, b: Arrow) -> Arrow:
    return Arrow(
        f"({a.text} - {b.text})", lambda w: tuple(x - y for x, y in zip(a.value(w), b.value(w), strict=True))
    )


def scaled(c: Number, a: Arrow) -> Arrow:
    return Arrow(f"{c.text}*{a.text}", lambda w: tuple(c.value(w) * x for x in a.value(w)))


def inner(a: Arrow, b: Arrow) -> Number:
    return Number(f"<{a.text}, {b.text}>", lambda w: dot(a.value(w), b.value(w)))


def length_sq(a: Arrow) -> Number:
    return Number(f"|{a.text}|^2", lambda w: dot(a.value(w), a.value(w)))


class IrrationalError(Exception):
    """The value is not a fraction."""


def length(a: Arrow) -> Number:
    def value(world: World) -> Fraction:
        root = exact_root(dot(a.value(world), a.value(world)))
        if not isinstance(root, Fraction):
            raise IrrationalError
        return root

    return Number(f"|{a.text}|", value)


def plus(a: Number, b: Number) -> Number:
    return Number(f"({a.text} + {b.text})", lambda w: a.value(w) + b.value(w))


def minus(a: Number, b: Number) -> Number:
    return Number(f"({a.text} - {b.text})", lambda w: a.value(w) - b.value(w))


def times(a: Number, b: Number) -> Number:
    return Number(f"{a.text}*{b.text}", lambda w: a.value(w) * b.value(w))


def squared(a: Number) -> Number:
    return Number(f"({a.text})^2", lambda w: a.value(w) ** 2)


def constant(c: Fraction) -> Number:
    return Number(str(c), lambda _: c)


NUMBERS = st.sampled_from([number("s"), number("t")])
ARROWS = st.sampled_from([arrow("a"), arrow("b")])
CONSTANTS = st.sampled_from([Fraction(n) for n in (0, 1, 2, 3)] + [Fraction(1, 2)]).map(constant)
COMBINATIONS = st.one_of(
    ARROWS, st.builds(added, ARROWS, ARROWS), st.builds(taken, ARROWS, ARROWS), st.builds(scaled, NUMBERS, ARROWS)
)
ATOMS = st.one_of(
    NUMBERS, CONSTANTS, st.builds(inner, COMBINATIONS, COMBINATIONS), st.builds(length_sq, COMBINATIONS)
)
TERMS = st.recursive(
    ATOMS,
    lambda inside: st.one_of(
        st.builds(plus, inside, inside),
        st.builds(minus, inside, inside),
        st.builds(times, ATOMS, ATOMS),
        st.builds(squared, ATOMS),
    ),
    max_leaves=4,
)
SIGNS: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "<=": lambda x, y: x <= y,
    "<": lambda x, y: x < y,
    ">=": lambda x, y: x >= y,
    ">": lambda x, y: x > y,
    "=": lambda x, y: x == y,
}


def claim(left: Number, sign: str, right: Number) -> Claim:
    return Claim(f"{left.text} {sign} {right.text}", lambda w: SIGNS[sign](left.value(w), right.value(w)))


CLAIMS = st.builds(claim, TERMS, st.sampled_from(sorted(SIGNS)), TERMS)
# steps that are often true: something plus a square, or plus something given, is no smaller
SQUARES = st.one_of(st.builds(squared, ATOMS), st.builds(length_sq, COMBINATIONS))
GROWING = st.builds(lambda p, q: claim(p, "<=", plus(q, p)), TERMS, SQUARES)


def worlds(seed: int, count: int) -> Iterator[World]:
    """Small worlds: zeros, ones and simple fractions, in up to three dimensions."""
    draw = random.Random(seed)
    for _ in range(count):
        dimension = draw.randint(1, 3)

        def pick() -> Fraction:
            return Fraction(draw.randint(-3, 3), draw.choice((1, 1, 1, 2, 3)))

        yield World(
            {"s": pick(), "t": pick()}, {name: tuple(pick() for _ in range(dimension)) for name in ("a", "b")}
        )


def world_of(verdict: Verdict) -> World:
    """The printed counterexample, what does not occur being zero."""
    found = verdict.counterexample
    assert found is not None
    zero = (Fraction(0),) * max(found.dimension, 1)
    numbers = {name: Fraction(found.numbers.get(name, "0")) for name in ("s", "t")}
    vectors = {n: tuple(map(Fraction, found.vectors[n])) if n in found.vectors else zero for n in ("a", "b")}
    return World(numbers, vectors)


def verify(goal: Claim, givens: list[Claim], verdict: Verdict) -> None:
    if verdict.answer is Answer.PROVED:
        for world in worlds(7, 60):
            with contextlib.suppress(IrrationalError):
                assert goal.true(world) or not all(g.true(world) for g in givens)
    elif verdict.answer is Answer.REFUTED:
        world = world_of(verdict)
        with contextlib.suppress(IrrationalError):
            assert all(g.true(world) for g in givens)
            assert not goal.true(world)


@settings(max_examples=150)
@given(CLAIMS, st.lists(CLAIMS, max_size=2))
def test_no_verdict_on_a_random_step_is_wrong(goal: Claim, givens: list[Claim]) -> None:
    verify(goal, givens, judge(goal.text, [g.text for g in givens], timeout=0.5))


@settings(max_examples=100)
@given(GROWING)
def test_a_square_added_is_proved_and_true(goal: Claim) -> None:
    verdict = judge(goal.text, timeout=3)
    assert verdict.answer is Answer.PROVED
    verify(goal, [], verdict)


@settings(max_examples=60)
@given(CLAIMS)
def test_a_step_and_its_negation_are_never_both_proved(goal: Claim) -> None:
    left, sign, right = goal.text.partition(" < ")
    if not sign:
        return
    answers = [judge(text, timeout=0.5).answer for text in (goal.text, f"{left} >= {right}")]
    assert answers != [Answer.PROVED, Answer.PROVED]


@settings(max_examples=60)
@given(CLAIMS, CLAIMS)
def test_what_is_given_is_proved_at_once(goal: Claim, other: Claim) -> None:
    assert judge(goal.text, [other.text, goal.text], timeout=3).answer is Answer.PROVED


def theorems() -> Iterator[Theorem]:
    for step in TRUE_STEPS.values():
        proof = judge(step.goal, step.givens).proof
        assert proof is not None
        yield from proof.theorems


def test_every_theorem_of_the_proof_is_true_in_a_thousand_worlds() -> None:
    draw = random.Random(1)
    for theorem in theorems():
        conclusion = theorem.conclusion
        assert isinstance(conclusion, Comparison)
        comparisons = [h for h in theorem.hypotheses if isinstance(h, Comparison)]
        names = frozenset().union(*(c.variables() for c in (conclusion, *comparisons)))
        for _ in range(1000):
            at = Assignment(
                {v.name: Fraction(draw.randint(-2, 2)) for v in names if v.sort == "scalar"},
                {
                    v.name: tuple(Fraction(draw.randint(-2, 2)) for _ in range(2))
                    for v in names
                    if v.sort == "vector"
                },
            )
            assert holds(conclusion, at) or not all(holds(h, at) for h in comparisons)


@pytest.mark.parametrize("name", FALSE_STEPS)
@pytest.mark.parametrize("spelling", [str, lambda text: text.replace("<=", "≤"), lambda text: f"  {text}  "])
def test_a_planted_false_step_is_never_proved(name: str, spelling: Callable[[str], str]) -> None:
    step = FALSE_STEPS[name]
    for timeout in (0.2, 1.0):
        verdict = judge(spelling(step.goal), list(map(spelling, step.givens)), timeout=timeout)
        assert verdict.answer is not Answer.PROVED


def test_a_step_that_takes_its_time_stops_at_the_limit() -> None:
    names = "abcdef"
    goal = f"|{'+'.join(names)}| <= {'+'.join(f'|{n}|' for n in names)}"
    assert judge(goal, timeout=1).seconds < 5
