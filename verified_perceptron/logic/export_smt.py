"""Obligations as SMT-LIB 2 scripts: the facts and the negation of the goal, which a solver should find
unsatisfiable.

The certificate is left out on purpose: the solvers find their own reasons.
"""

from __future__ import annotations

from fractions import Fraction

from .obligations import Obligation
from .systems import Falsehood
from .terms import Atom, Comparison, Polynomial


def symbol(atom: Atom) -> str:
    """A name for the atom; names of variables have no double underscore, so different atoms differ."""
    return f"s_{atom[0]}" if len(atom) == 1 else f"ip_{atom[0]}__{atom[1]}"


def _number(value: Fraction) -> str:
    size = f"{abs(value.numerator)}.0"
    if value.denominator != 1:
        size = f"(/ {size} {value.denominator}.0)"
    return f"(- {size})" if value < 0 else size


def _sum(terms: list[str]) -> str:
    return terms[0] if len(terms) == 1 else f"(+ {' '.join(terms)})"


def polynomial_smt(p: Polynomial) -> str:
    terms = []
    for monomial, coefficient in p.terms:
        factors = [symbol(atom) for atom, exponent in monomial for _ in range(exponent)]
        if coefficient != 1 or not factors:
            factors.insert(0, _number(coefficient))
        terms.append(factors[0] if len(factors) == 1 else f"(* {' '.join(factors)})")
    return _sum(terms or ["0.0"])


def comparison_smt(comparison: Comparison) -> str:
    return f"({comparison.relation.value} {polynomial_smt(comparison.polynomial)} 0.0)"


def script(obligation: Obligation) -> str:
    """A script whose answer should be `unsat`."""
    goal = obligation.goal
    stated = [*obligation.facts, *([] if isinstance(goal, Falsehood) else [goal])]
    atoms = sorted({atom for comparison in stated for atom in comparison.polynomial.atoms()})
    lines = ["(set-logic QF_NRA)"]
    lines += [f"(declare-const {symbol(atom)} Real)" for atom in atoms]
    lines += [f"(assert {comparison_smt(fact)})" for fact in obligation.facts]
    if not isinstance(goal, Falsehood):
        lines.append(f"(assert (not {comparison_smt(goal)}))")
    return "\n".join([*lines, "(check-sat)", ""])
