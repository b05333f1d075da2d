"""Every certificate of every theorem, changed in every small way: both checkers refuse it.

A change that leaves the sum as it was, and keeps a strictly positive product, is not a mutation but another
certificate; it is told apart by arithmetic done here, and both checkers must accept it.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from proofs.evidence import unique_obligations
from proofs.registry import all_statements
from verified_perceptron.logic import (
    NEGATION,
    Comparison,
    KernelError,
    Multiple,
    Polynomial,
    Product,
    Relation,
    assume,
    certificate,
    polynomial,
    ring,
)
from verified_perceptron.logic.obligations import Obligation
from verified_perceptron.logic.second import accepts
from verified_perceptron.logic.serialise import obligation_text
from verified_perceptron.logic.terms import sum_of_products


@cache
def every_obligation() -> tuple[Obligation, ...]:
    return tuple(unique_obligations(all_statements()).values())


def kernel_accepts(obligation: Obligation) -> bool:
    facts = [assume(fact) for fact in obligation.facts]
    goal = obligation.goal
    try:
        if isinstance(goal, Comparison) and goal.relation is Relation.ZERO:
            ring(obligation.name, goal, facts, obligation.multiples)
        else:
            certificate(obligation.name, goal, facts, obligation.products, obligation.multiples)
    except KernelError:
        return False
    return True


def is_valid(obligation: Obligation) -> bool:
    """The definition of a certificate, once more: it cancels, and one product is strictly positive."""
    goal = obligation.goal
    is_equation = isinstance(goal, Comparison) and goal.relation is Relation.ZERO
    negated = -goal.polynomial if isinstance(goal, Comparison) else polynomial(0)
    weak_goal = isinstance(goal, Comparison) and goal.relation is Relation.NONNEGATIVE

    def known(position: int) -> tuple[Polynomial, bool]:
        if position == NEGATION:
            return negated, weak_goal
        return obligation.facts[position].polynomial, obligation.facts[position].relation is Relation.POSITIVE

    total = [[negated]] if is_equation else []
    total += [[m.multiplier, known(m.equation)[0]] for m in obligation.multiples]
    strict = is_equation
    for product in obligation.products:
        factors = [known(position) for position in product.factors]
        total.append([polynomial(product.coefficient), *(p for p, _ in factors), *product.squares * 2])
        strict = strict or (not product.squares and all(positive for _, positive in factors))
    return strict and not sum_of_products(total).terms


def usable(obligation: Obligation) -> list[int]:
    """The positions a product may use."""
    weak = [i for i, fact in enumerate(obligation.facts) if fact.relation is not Relation.ZERO]
    return [NEGATION, *weak] if isinstance(obligation.goal, Comparison) else weak


def changed_products(obligation: Obligation, product: Product) -> Iterator[Product | None]:
    """The product with one thing changed, or gone."""
    yield None
    yield replace(product, coefficient=product.coefficient + 1)
    yield replace(product, coefficient=product.coefficient / 2)
    for i, factor in enumerate(product.factors):
        before, after = product.factors[:i], product.factors[i + 1 :]
        yield replace(product, factors=before + after)
        for other in usable(obligation):
            if other != factor:
                yield replace(product, factors=(*before, other, *after))
    for i, square in enumerate(product.squares):
        before_, after_ = product.squares[:i], product.squares[i + 1 :]
        yield replace(product, squares=before_ + after_)
        yield replace(product, squares=(*before_, square + 1, *after_))
    yield replace(product, squares=(*product.squares, polynomial(2)))


def changed_multiples(obligation: Obligation, multiple: Multiple) -> Iterator[Multiple | None]:
    yield None
    yield replace(multiple, multiplier=multiple.multiplier + 1)
    yield replace(multiple, multiplier=-multiple.multiplier)
    for i, fact in enumerate(obligation.facts):
        if i != multiple.equation and fact.relation is Relation.ZERO:
            yield replace(multiple, equation=i)


def mutants(obligation: Obligation) -> Iterator[Obligation]:
    for i, product in enumerate(obligation.products):
        for changed in changed_products(obligation, product):
            new = () if changed is None else (changed,)
            products = (*obligation.products[:i], *new, *obligation.products[i + 1 :])
            yield replace(obligation, products=products)
    for i, multiple in enumerate(obligation.multiples):
        for other in changed_multiples(obligation, multiple):
            put = () if other is None else (other,)
            yield replace(obligation, multiples=(*obligation.multiples[:i], *put, *obligation.multiples[i + 1 :]))
    if isinstance(obligation.goal, Comparison):
        for p in (obligation.goal.polynomial - 1, -obligation.goal.polynomial):
            yield replace(obligation, goal=Comparison(obligation.goal.relation, p))


def test_both_checkers_refuse_every_mutant_of_every_certificate() -> None:
    refused = accepted = 0
    for obligation in every_obligation():
        for mutant in mutants(obligation):
            valid = is_valid(mutant)
            assert kernel_accepts(mutant) == valid, f"the kernel misjudges a mutant of {mutant.name}: {mutant}"
            assert accepts(*obligation_text(mutant)) == valid, f"the second checker misjudges {mutant}"
            refused += not valid
            accepted += valid
    assert refused > 2500
    assert accepted < refused / 20  # the rare changes that change nothing


def test_both_checkers_accept_every_certificate_as_it_is() -> None:
    for obligation in every_obligation():
        assert is_valid(obligation)
        assert kernel_accepts(obligation)
        assert accepts(*obligation_text(obligation))


@pytest.mark.parametrize("coefficient", ["-1", "0", "-1/2", "1.5", "x", "", "1/0x"])
def test_the_second_checker_refuses_coefficients_that_are_not_positive_rationals(coefficient: str) -> None:
    obligation = next(o for o in every_obligation() if o.name == "T1.growth.step")
    text, facts = obligation_text(obligation)
    text["products"][1][0] = coefficient
    assert not accepts(text, facts)


def test_a_sign_cannot_be_turned_because_no_product_has_a_negative_coefficient() -> None:
    with pytest.raises(KernelError):
        Product(Fraction(-1), (0,), ())
