"""Ways of writing proofs that read like proofs. Untrusted: everything here ends in a rule of the kernel.

Most steps say that the left side of the goal *is* a sum of things known to be non-negative:

    by_sum("growth.step", goal, [growth, radius, times(2, mistake), times(-norm_sq(x), label)])

A theorem stands for its own left side, `times` multiplies theorems with a number, squares and one another (an
equation with any polynomial), `squared(p)` is the bare square p². Where a product has to contain the negation
of the goal, `refute` lists everything that adds up to zero, with `NEGATED` for that negation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Final, TypeAlias

from .certificates import NEGATION, Multiple, Product
from .kernel import Theorem, certificate, cut, induction, ring
from .systems import Falsehood, System
from .terms import Comparison, KernelError, Number, Polynomial, Relation, polynomial


class Negated(Enum):
    """The type of `NEGATED`."""

    NEGATED = "the negation of the goal"


NEGATED: Final = Negated.NEGATED
Factor: TypeAlias = Theorem | Negated


@dataclass(frozen=True)
class Summand:
    """weight · Π factors · Π squares²."""

    weight: Polynomial
    factors: tuple[Factor, ...]
    squares: tuple[Polynomial, ...]


Part: TypeAlias = Factor | Summand


def times(weight: Polynomial | Number, *factors: Factor, squares: Iterable[Polynomial] = ()) -> Summand:
    """weight · Π factors · Π squares²; a weight that is not a number needs one equation as its factor."""
    return Summand(polynomial(weight), factors, tuple(squares))


def squared(*squares: Polynomial) -> Summand:
    """Π squares²."""
    return times(1, squares=squares)


def _constant(p: Polynomial) -> Fraction:
    match p.terms:
        case (((), value),):
            return value
    raise KernelError(f"the weight {p} is not a number")


@dataclass(frozen=True)
class _Laid:
    """Parts laid out as the kernel wants them: facts by position, then products and multiples of
    equations.
    """

    facts: tuple[Theorem, ...]
    products: tuple[Product, ...]
    multiples: tuple[Multiple, ...]


def _lay_out(parts: Iterable[Part]) -> _Laid:
    facts: list[Theorem] = []
    products, multiples = [], []

    def position(factor: Factor) -> int:
        if isinstance(factor, Negated):
            return NEGATION
        if factor not in facts:
            facts.append(factor)
        return facts.index(factor)

    for part in parts:
        summand = part if isinstance(part, Summand) else times(1, part)
        match summand.factors:
            case (Theorem(conclusion=Comparison(relation=Relation.ZERO)) as equation,):
                multiples.append(Multiple(summand.weight, position(equation)))
            case factors:
                places = tuple(position(factor) for factor in factors)
                products.append(Product(_constant(summand.weight), places, summand.squares))
    return _Laid(tuple(facts), tuple(products), tuple(multiples))


def refute(name: str, goal: Comparison | Falsehood, parts: Iterable[Part]) -> Theorem:
    """The goal, because the parts add up to zero although one of them is positive."""
    laid = _lay_out(parts)
    return certificate(name, goal, laid.facts, laid.products, laid.multiples)


def by_sum(name: str, goal: Comparison, parts: Iterable[Part] = ()) -> Theorem:
    """The goal, because its left side is the sum of the parts."""
    if goal.relation is Relation.ZERO:
        laid = _lay_out(parts)
        if laid.products:
            raise KernelError(f"{name}: an equation is a sum of multiples of equations")
        return ring(name, goal, laid.facts, laid.multiples)
    return refute(name, goal, [NEGATED, *parts])


def with_lemmas(theorem: Theorem, lemmas: Iterable[Theorem]) -> Theorem:
    """The theorem with every hypothesis cut that one of the lemmas proves."""
    for lemma in lemmas:
        if lemma.conclusion in theorem.hypotheses:
            theorem = cut(lemma, theorem)
    return theorem


def invariant(
    name: str,
    system: System,
    claim: Comparison,
    steps: Sequence[Theorem | Iterable[Part]],
    *,
    using: Iterable[Theorem] = (),
    base: Iterable[Part] = (),
) -> Theorem:
    """Induction: every step is a theorem or the parts of a sum, and so is the start.

    `using` are invariants of the same system, which the steps may assume.
    """
    goals = [t.update.in_comparison(claim) for t in system.transitions]
    names = [f"{name}.step" if len(goals) == 1 else f"{name}.{t.name}" for t in system.transitions]
    lemmas = tuple(using)
    proved = [
        step if isinstance(step, Theorem) else by_sum(step_name, goal, step)
        for step_name, goal, step in zip(names, goals, steps, strict=True)
    ]
    start = by_sum(f"{name}.base", system.start.in_comparison(claim), base)
    return induction(system, claim, start, [with_lemmas(step, lemmas) for step in proved])


def square_le(name: str, small: Polynomial, squares: Theorem, nonnegative: Theorem) -> Theorem:
    """r ≥ 0 and r² − s² ≥ 0 give r − s ≥ 0, because (r² − s²) + (s − r)² + 2r(s − r) = 0."""
    large = nonnegative.conclusion
    if not isinstance(large, Comparison):
        raise KernelError(f"{name}: the larger side is not known to be non-negative")
    goal = large.polynomial >= small
    return refute(name, goal, [squares, times(1, NEGATED, NEGATED), times(2, nonnegative, NEGATED)])
