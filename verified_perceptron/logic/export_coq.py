"""Obligations as Coq lemmas over the standard reals: each certificate becomes a proof script without search.

Every product is shown to have its sign by the sign rules for products and squares, every multiple of an
equation to be zero by rewriting; `lra` then sees that the sum cannot vanish. An equation is proved by
`ring`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from .certificates import NEGATION, Product
from .export_smt import symbol
from .obligations import Obligation
from .systems import Falsehood
from .terms import Comparison, Polynomial, Relation, polynomial

PREAMBLE = """\
(* Generated: every certificate of the theorems T0-T12, checked again by Coq. *)
Require Import Reals Lra.
Open Scope R_scope.

Lemma square_nonneg : forall x : R, 0 <= x * x.
Proof. intro x; apply Rle_0_sqr. Qed.

(* the sign of a product, by the signs of its factors *)
Ltac positive := match goal with
  | H : ?a > 0 |- 0 < ?a => exact H
  | |- 0 < ?a * ?b => apply Rmult_lt_0_compat; positive
  | _ => lra end.
Ltac nonneg := match goal with
  | H : ?a >= 0 |- 0 <= ?a => apply Rge_le; exact H
  | H : ?a > 0 |- 0 <= ?a => apply Rlt_le; exact H
  | |- 0 <= ?a * ?a => apply square_nonneg
  | |- 0 <= ?a * ?b => apply Rmult_le_pos; nonneg
  | _ => lra end.
"""


def _number(value: Fraction) -> str:
    text = str(abs(value.numerator)) + (f" / {value.denominator}" if value.denominator != 1 else "")
    return f"(- ({text}))" if value < 0 else f"({text})" if "/" in text else text


def polynomial_coq(p: Polynomial) -> str:
    terms = []
    for monomial, coefficient in p.terms:
        factors = [symbol(atom) for atom, exponent in monomial for _ in range(exponent)]
        if coefficient != 1 or not factors:
            factors.insert(0, _number(coefficient))
        terms.append(" * ".join(factors))
    return f"({' + '.join(terms or ['0'])})"


def _comparison_coq(comparison: Comparison) -> str:
    return f"{polynomial_coq(comparison.polynomial)} {comparison.relation.value} 0"


def lemma_name(obligation: Obligation) -> str:
    return re.sub(r"\W", "_", obligation.name)


def lemma(obligation: Obligation) -> str:
    """The obligation as a lemma with its proof."""
    goal, facts = obligation.goal, obligation.facts
    stated = [*facts, *([] if isinstance(goal, Falsehood) else [goal])]
    names = sorted({symbol(atom) for comparison in stated for atom in comparison.polynomial.atoms()})
    quantifier = f"forall {' '.join(names)} : R, " if names else ""
    conclusion = "False" if isinstance(goal, Falsehood) else _comparison_coq(goal)
    statement = " -> ".join([*map(_comparison_coq, facts), conclusion])
    introduced = [*names, *(f"H{i}" for i in range(len(facts)))]
    intros = f"  intros {' '.join(introduced)}." if introduced else "  intros."
    body = _equation(obligation) if _is_equation(goal) else _refutation(obligation)
    lines = [f"Lemma {lemma_name(obligation)} : {quantifier}{statement}.", "Proof.", intros, *body, "Qed."]
    return "\n".join(lines)


def _is_equation(goal: Comparison | Falsehood) -> bool:
    return isinstance(goal, Comparison) and goal.relation is Relation.ZERO


def _equation(obligation: Obligation) -> list[str]:
    if not obligation.multiples:
        return ["  field."]
    goal = obligation.goal.polynomial if isinstance(obligation.goal, Comparison) else polynomial(0)
    total = " + ".join(
        f"{polynomial_coq(m.multiplier)} * {polynomial_coq(obligation.facts[m.equation].polynomial)}"
        for m in obligation.multiples
    )
    rewrites = " ".join(f"rewrite H{m.equation};" for m in obligation.multiples)
    return [f"  replace {polynomial_coq(goal)} with ({total}) by field.", f"  {rewrites} ring."]


def _refutation(obligation: Obligation) -> list[str]:
    lines, goal = [], obligation.goal
    negated = polynomial(0)
    strictly = False
    if isinstance(goal, Comparison):
        negated, strictly = -goal.polynomial, goal.relation is Relation.NONNEGATIVE
        rule, sign = ("Rnot_lt_ge", ">") if strictly else ("Rnot_le_gt", ">=")
        lines.append(f"  apply {rule}; intro N0.")
        lines.append(f"  assert (N : {polynomial_coq(negated)} {sign} 0) by lra. clear N0.")

    def known(position: int) -> tuple[Polynomial, bool]:
        if position == NEGATION:
            return negated, strictly
        fact = obligation.facts[position]
        return fact.polynomial, fact.relation is Relation.POSITIVE

    def sign_of(product: Product) -> tuple[str, bool]:
        factors = [known(position) for position in product.factors]
        squares = [f"({polynomial_coq(s)} * {polynomial_coq(s)})" for s in product.squares]
        written = [_number(product.coefficient), *(polynomial_coq(p) for p, _ in factors), *squares]
        return " * ".join(written), not squares and all(strict for _, strict in factors)

    for i, product in enumerate(obligation.products):
        written, strict = sign_of(product)
        relation, tactic = ("<", "positive") if strict else ("<=", "nonneg")
        lines.append(f"  assert (t{i} : 0 {relation} {written}) by {tactic}.")
    for i, m in enumerate(obligation.multiples):
        written = f"{polynomial_coq(m.multiplier)} * {polynomial_coq(obligation.facts[m.equation].polynomial)}"
        lines.append(f"  assert (e{i} : {written} = 0) by (rewrite H{m.equation}; ring).")
    return [*lines, "  lra."]


def document(obligations: Iterable[Obligation]) -> str:
    """A Coq file with all obligations."""
    return "\n\n".join([PREAMBLE.rstrip(), *map(lemma, obligations)]) + "\n"
