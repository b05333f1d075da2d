"""Propositions, theorems and derivations as a mathematician would write them: γ²·k ≤ R²·‖u‖²."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from .certificates import Certificate
from .kernel import Invariant, Theorem
from .models import Assignment, Model, value_of
from .obligations import walk
from .systems import Falsehood, Proposition, Reachable
from .terms import Atom, Comparison, Monomial, Polynomial, Relation

_GREEK = {
    "alpha": "α",
    "beta": "β",
    "gamma": "γ",
    "delta": "δ",
    "eta": "η",
    "lambda": "λ",
    "xi": "ξ",
    "rho": "ρ",
    "sigma": "σ",
    "tau": "τ",
}
_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_SUBSCRIPT = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def name(variable: str) -> str:
    """γ for gamma, w₀ for w0."""
    stem = variable.rstrip("0123456789")
    return _GREEK.get(stem, stem) + variable[len(stem) :].translate(_SUBSCRIPT)


def _power(text: str, exponent: int) -> str:
    return text + (str(exponent).translate(_SUPERSCRIPT) if exponent > 1 else "")


def _atom(atom: Atom, exponent: int) -> str:
    if len(atom) == 1:
        return _power(name(atom[0]), exponent)
    left, right = map(name, atom)
    return _power(f"‖{left}‖", 2 * exponent) if left == right else _power(f"⟨{left},{right}⟩", exponent)


def _term(monomial: Monomial, size: Fraction) -> str:
    factors = [_atom(atom, exponent) for atom, exponent in monomial]
    if size != 1 or not factors:
        factors.insert(0, str(size))
    return "·".join(factors)


def polynomial(p: Polynomial) -> str:
    """The terms with a plus sign first."""
    text = ""
    for monomial, c in sorted(p.terms, key=lambda term: term[1] < 0):
        sign = (" − " if c < 0 else " + ") if text else ("−" if c < 0 else "")
        text += sign + _term(monomial, abs(c))
    return text or "0"


_SIGN = {Relation.NONNEGATIVE: "≤", Relation.POSITIVE: "<", Relation.ZERO: "="}


def proposition(p: Proposition) -> str:
    match p:
        case Comparison():
            return _comparison(p)
        case Falsehood():
            return "false"
        case Reachable(system):
            return f"reachable({system.name})"


def _sides(comparison: Comparison) -> tuple[Polynomial, Polynomial]:
    """What is subtracted goes to the smaller side; of an equation, the left side is not empty."""
    terms = comparison.polynomial.terms
    small = Polynomial(tuple((m, -c) for m, c in terms if c < 0))
    large = Polynomial(tuple((m, c) for m, c in terms if c > 0))
    return (large, small) if comparison.relation is Relation.ZERO and large.terms else (small, large)


def _comparison(comparison: Comparison) -> str:
    left, right = _sides(comparison)
    return f"{polynomial(left)} {_SIGN[comparison.relation]} {polynomial(right)}"


def values(comparison: Comparison, at: Assignment) -> str:
    """Both sides of the comparison as numbers: `4 ≤ 1`, for a comparison that is false there."""
    left, right = (value_of(side, at) for side in _sides(comparison))
    return f"{left} {_SIGN[comparison.relation]} {right}"


def assignment(at: Assignment) -> str:
    """u = (1, 0), γ = 2."""
    scalars = [f"{name(n)} = {value}" for n, value in at.scalars.items()]
    vectors = [f"{name(n)} = ({', '.join(map(str, v))})" for n, v in at.vectors.items()]
    return ", ".join([*vectors, *scalars])


def model(m: Model) -> str:
    """The values, and the steps of the run in brackets."""
    steps = [f"[{': '.join(filter(None, (s.transition, assignment(s.picks))))}]" for s in m.run]
    return " ".join(filter(None, [assignment(m.values), *steps]))


def theorem(t: Theorem) -> str:
    """hypotheses ⊢ conclusion."""
    hypotheses = ", ".join(sorted(proposition(h) for h in t.hypotheses))
    return f"{hypotheses} ⊢ {proposition(t.conclusion)}".lstrip()


def derivation(t: Theorem) -> Iterator[str]:
    """The proof, one numbered line for each step: what it proves, by which rule, from which lines."""
    number: dict[Theorem, int] = {}
    for node in walk(t):
        number[node] = len(number) + 1
        told = node.derivation.argument
        about = told.name if isinstance(told, Certificate) else ""
        about = told.system.name if isinstance(told, Invariant) else about
        premises = ", ".join(str(number[premise]) for premise in node.derivation.premises)
        reason = " ".join(part for part in (node.derivation.rule, about, premises and f"({premises})") if part)
        yield f"{number[node]:>3}. {proposition(node.conclusion)}    [{reason}]"
