"""A proof as a reader wants it: what is added to what, and why each part has the sign it has.

Everything is printed in the language of `language.py`, from the derivation that the kernel recorded; nothing is
recomputed, so what is shown is what was checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from .certificates import NEGATION, Certificate, Product
from .kernel import Theorem
from .language import Root
from .search import comparison_of
from .syntax import is_sum
from .terms import Atom, Comparison, Monomial, Polynomial, Relation, Vector


@dataclass(frozen=True)
class Notation:
    """How names of the logic are written for the user."""

    spelling: Mapping[str, str] = field(default_factory=dict)
    roots: Mapping[str, Root] = field(default_factory=dict)

    def name(self, name: str) -> str:
        return self.spelling.get(name, name)

    @property
    def negation(self) -> str:
        """A name for the negated goal that the user has not taken."""
        taken = set(self.spelling.values())
        return next(name for name in map("N{}".format, ["", *range(len(taken))]) if name not in taken)

    def polynomial(self, p: Polynomial) -> str:
        """The polynomial, a positive term first if there is one."""
        text = ""
        for monomial, c in sorted(p.terms, key=lambda term: term[1] < 0):
            sign = (" - " if c < 0 else " + ") if text else ("-" if c < 0 else "")
            text += sign + self._term(monomial, abs(c))
        return text or "0"

    def _term(self, monomial: Monomial, size: Fraction) -> str:
        factors = [self._atom(atom, e) for atom, e in monomial]
        if size != 1 or not factors:
            factors.insert(0, str(size))
        return "*".join(factors)

    def _atom(self, atom: Atom, exponent: int) -> str:
        if len(atom) == 2:
            left, right = map(self.name, atom)
            return _power(f"|{left}|", 2 * exponent) if left == right else _power(f"<{left},{right}>", exponent)
        root = self.roots.get(atom[0])
        return _power(self.length(root) if root else self.name(atom[0]), exponent)

    def length(self, root: Root) -> str:
        """|v|."""
        inside = self.vector(root.of) if isinstance(root.of, Vector) else self.polynomial(root.of)
        return f"|{inside}|"

    def vector(self, v: Vector) -> str:
        text = ""
        for name, c in v.coefficients:
            weight, negative = self._weight(c)
            sign = (" - " if negative else " + ") if text else ("-" if negative else "")
            text += sign + weight + self.name(name)
        return text or "0"

    def _weight(self, c: Polynomial) -> tuple[str, bool]:
        if len(c.terms) > 1:
            return f"({self.polynomial(c)})*", False
        ((monomial, size),) = c.terms
        text = self._term(monomial, abs(size))
        return ("" if text == "1" else f"{text}*"), size < 0

    def comparison(self, c: Comparison) -> str:
        return f"{self.polynomial(c.polynomial)} {c.relation.value} 0"


def _power(text: str, exponent: int) -> str:
    return text + (f"^{exponent}" if exponent > 1 else "")


@dataclass(frozen=True)
class Line:
    """One part of a sum, its sign, and why it has that sign."""

    expression: str
    sign: str
    reason: str


@dataclass(frozen=True)
class Derivation:
    """opening, then the parts of the sum, then what follows."""

    title: str
    opening: str
    lines: tuple[Line, ...]
    closing: str

    def text(self) -> list[str]:
        """The derivation as plain lines."""
        shown = [f"{self.title}: {self.opening}" if self.title else self.opening]
        width = max((len(line.expression) for line in self.lines), default=0)
        for i, line in enumerate(self.lines):
            lead = "  = " if i == 0 else "  + "
            shown.append(f"{lead}{line.expression:{width}}   {line.sign:4}   {line.reason}".rstrip())
        return [*shown, self.closing]


@dataclass(frozen=True)
class Wording:
    """How a goal p ≥ 0, p > 0 or p = 0 is said: the two sides whose difference is p, and the goal itself."""

    large: str
    small: str
    goal: str

    @property
    def difference(self) -> str:
        """large − small."""
        return _minus(self.large, self.small)

    @property
    def opposite(self) -> str:
        """small − large."""
        return _minus(self.small, self.large)


def _minus(a: str, b: str) -> str:
    if b == "0":
        return a
    taken = f"({b})" if is_sum(b) else b
    return f"-{taken}" if a == "0" else f"{a} - {taken}"


@dataclass(frozen=True)
class Explainer:
    """Explains theorems in one notation; `reasons` says where a hypothesis comes from."""

    notation: Notation
    reasons: Mapping[Comparison, str]

    def derivations(self, theorem: Theorem, wording: Wording) -> list[Derivation]:
        """The derivation of the theorem, after those of the lemmas it uses, each once."""
        return list(dict.fromkeys([*self._lemmas(theorem), self.derivation(theorem, wording)]))

    def _lemmas(self, theorem: Theorem) -> Iterator[Derivation]:
        for fact in theorem.derivation.premises:
            rule = fact.derivation.rule
            if rule == "instantiate":
                (general,) = fact.derivation.premises
                yield Explainer(Notation(), {})._lemma(general)
            elif rule == "certificate":
                yield from self._lemmas(fact)
                yield self._lemma(fact)

    def _lemma(self, theorem: Theorem) -> Derivation:
        p = comparison_of(theorem).polynomial
        small = Polynomial(tuple((m, -c) for m, c in p.terms if c < 0))
        large = Polynomial(tuple((m, c) for m, c in p.terms if c > 0))
        left, right = self.notation.polynomial(small), self.notation.polynomial(large)
        return self.derivation(theorem, Wording(right, left, f"{left} <= {right}"), title=_title(theorem))

    def derivation(self, theorem: Theorem, wording: Wording, title: str = "") -> Derivation:
        """How the theorem's certificate adds up."""
        told, goal = theorem.derivation.argument, comparison_of(theorem)
        if not isinstance(told, Certificate):
            raise ValueError("only certificates are explained")
        facts = theorem.derivation.premises
        if goal.relation is Relation.ZERO:
            lines = self._multiples(told, facts, 1)
            closing = f"so {wording.goal}." if lines else f"is 0 when it is multiplied out, so {wording.goal}."
            return Derivation(title, wording.difference, tuple(lines), closing)
        first, *rest = told.products
        if first == Product(Fraction(1), (NEGATION,), ()) and not any(NEGATION in p.factors for p in rest):
            lines = [*self._products(rest, facts, 1), *self._multiples(told, facts, 1)]
            return Derivation(title, wording.difference, tuple(lines), f"so {wording.goal}.")
        scale = lcm(*(p.coefficient.denominator for p in told.products))
        lines = [*self._products(told.products, facts, scale), *self._multiples(told, facts, scale)]
        absurd = "although no part is negative and one is positive: absurd."
        if not any(NEGATION in product.factors for product in told.products):
            return Derivation(title, "0", tuple(lines), f"{absurd} The givens contradict one another.")
        sign = ">" if goal.relation is Relation.NONNEGATIVE else ">="
        opening = f"suppose not, so that {self.notation.negation} = {wording.opposite} {sign} 0. Then 0"
        return Derivation(title, opening, tuple(lines), f"{absurd} So {wording.goal}.")

    def _products(self, products: Sequence[Product], facts: Sequence[Theorem], scale: int) -> Iterator[Line]:
        for product in products:
            factors, reasons, strict = [], [], not product.squares
            for position in product.factors:
                if position == NEGATION:
                    factors.append(self.notation.negation)
                    continue
                conclusion = comparison_of(facts[position])
                strict = strict and conclusion.relation is Relation.POSITIVE
                factors.append(self._factor(conclusion.polynomial))
                reasons.append(self.reason(facts[position]))
            factors += [self._factor(s) for s in product.squares for _ in range(2)]
            reason = "; ".join(dict.fromkeys(reasons)) or ("a square" if product.squares else "")
            yield Line(_product(product.coefficient * scale, factors), "> 0" if strict else ">= 0", reason)

    def _multiples(self, told: Certificate, facts: Sequence[Theorem], scale: int) -> list[Line]:
        lines = []
        for multiple in told.multiples:
            fact = facts[multiple.equation]
            left, right = self._sides(comparison_of(fact))
            if left == right:
                continue  # |v|^2 = <v,v>, which are written alike
            parts = [self._factor(multiple.multiplier * scale), self._factor(comparison_of(fact).polynomial)]
            lines.append(Line("*".join(p for p in parts if p != "1"), "= 0", self.reason(fact)))
        return lines

    def _sides(self, c: Comparison) -> tuple[str, str]:
        """The positive and the negative part."""
        parts = (
            Polynomial(tuple((m, abs(a)) for m, a in c.polynomial.terms if (a > 0) is s)) for s in (True, False)
        )
        left, right = map(self.notation.polynomial, parts)
        return left, right

    def _factor(self, p: Polynomial) -> str:
        text = self.notation.polynomial(p)
        return f"({text})" if len(p.terms) > 1 or any(c < 0 for _, c in p.terms) else text

    def reason(self, fact: Theorem) -> str:
        """Why the fact holds, in a few words."""
        match fact.derivation.rule, fact.derivation.argument:
            case "norm", Vector() as v:
                return f"|{self.notation.vector(v)}|^2 >= 0"
            case "assume", Comparison() as c:
                return self.reasons.get(c, "given")
            case "instantiate", _:
                return _title(fact.derivation.premises[0])
            case _:
                return _title(fact)


def _title(theorem: Theorem) -> str:
    told = theorem.derivation.argument
    return told.name if isinstance(told, Certificate) else "lemma"


def _product(coefficient: Fraction, factors: Sequence[str]) -> str:
    """The factors, equal ones as a power."""
    parts = [] if coefficient == 1 and factors else [str(coefficient)]
    for factor in dict.fromkeys(factors):
        count = factors.count(factor)
        powers = [f"{factor}^{count}"] if "^" not in factor or factor.startswith("(") else [factor] * count
        parts += powers if count > 1 else [factor]
    return "*".join(parts)
