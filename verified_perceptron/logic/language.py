"""The language of proof steps: what a user types (`syntax.py`), read into the terms of the logic.

    |w + y*x|^2 <= |w|^2 + R^2        ⟨w,u⟩ ≥ k*γ        w' = w + y*x        |<a,b>| <= |a|*|b|

- `+ - *` (also `− ·`), `/` by a number, powers `^2` or `²`, numbers `2`, `0.5`, `1/2`.
- `<a,b>` or `⟨a,b⟩` is the inner product of two vectors; `|v|` or `‖v‖` is the length of a vector, and of a
  number its absolute value. `|v|^2` is ⟨v,v⟩; a length by itself becomes a new number r with r ≥ 0, r² = ⟨v,v⟩.
- `= <= < >= >` (also `≤ ≥`), one in each step. Only `=` stands between vectors.
- Names have letters (Greek ones too: γ and gamma are one name), digits, underscores, primes, `_{k+1}`.
- Vectors and numbers are told apart by use: inside `<,>` and `|…|` stand vectors, unless what stands there is
  known to be a number; of a product that must be a vector the last undecided factor is the vector; whatever is
  left undecided is a number. A name used both ways is an error.

**Guarantee.** This file decides what a step *means*, so a verdict is worth as much as this reading. Everything
is bounded: length, nesting, degree, number of terms and of digits. An error points at the character.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, NoReturn, TypeAlias

from .syntax import Inner, Length, Name, Negative, Num, Parsed, Power, StepError, Sum, Times, Tree, spelled
from .terms import (
    ZERO,
    Comparison,
    Polynomial,
    Vector,
    equal,
    inner,
    polynomial,
    scalar,
    substitution,
    variable_of,
    vector,
)

MAX_DEGREE: Final = 16
MAX_PRODUCTS: Final = 4000
MAX_BITS: Final = 2000
MAX_NAMES: Final = 60


class Sort(Enum):
    """What a name stands for."""

    NUMBER = "a number"
    VECTOR = "a vector"


# --- numbers and vectors, told apart by use -------------------------------------------------------


@dataclass
class _Sorts:
    """What is known of each name so far."""

    known: dict[str, Sort]
    step: Parsed
    eager: bool = False

    def settle(self, tree: Tree, wanted: Sort | None) -> Sort | None:
        """The sort of the tree, if it is decided; what is wanted decides the names in it."""
        match tree:
            case Name(at, name):
                found = self.known.get(name)
                if found is None and wanted is not None:
                    self.known[name] = wanted
                elif found is not None and wanted is not None and found is not wanted:
                    self.step.fail(at, f"{name} stands here as {wanted.value}, but elsewhere it is {found.value}")
                return found or wanted
            case Num(at, value):
                if not value:
                    return wanted
                return self._number(at, wanted)
            case Negative(_, of):
                return self.settle(of, wanted)
            case Sum(_, terms):
                sort, undecided = wanted, []
                for term in terms:
                    found = self.settle(term, sort)
                    sort = sort or found
                    if found is None:
                        undecided.append(term)
                for term in undecided if sort else ():
                    self.settle(term, sort)
                return sort
            case Times():
                return self._times(tree, wanted)
            case Power(at, base, _):
                match self.settle(base, None):
                    case Sort.VECTOR:
                        self.step.fail(at, "a vector has no powers: its length squared is |v|^2")
                    case None:
                        self.settle(base, Sort.NUMBER)
                return self._number(at, wanted)
            case Inner(at, left, right):
                self.settle(left, Sort.VECTOR)
                self.settle(right, Sort.VECTOR)
                return self._number(at, wanted)
            case Length(at, of):
                if self.settle(of, None) is None and self.eager:
                    self.settle(of, Sort.VECTOR)
                return self._number(at, wanted)

    def _number(self, at: int, wanted: Sort | None) -> Sort:
        if wanted is Sort.VECTOR:
            self.step.fail(at, "a number stands here where a vector is needed")
        return Sort.NUMBER

    def _times(self, tree: Times, wanted: Sort | None) -> Sort | None:
        factors = tree.factors
        sorts = [Sort.NUMBER if isinstance(f, Num) else self.settle(f, None) for f in factors]
        vectors = [f for f, sort in zip(factors, sorts, strict=True) if sort is Sort.VECTOR]
        open_ = [f for f, sort in zip(factors, sorts, strict=True) if sort is None]
        if len(vectors) > 1:
            self.step.fail(vectors[1].at, "two vectors are multiplied as <a,b>")
        if vectors and wanted is Sort.NUMBER:
            self.step.fail(vectors[0].at, "a vector stands here where a number is needed: multiply as <a,b>")
        if not vectors and wanted is Sort.VECTOR:
            if not open_:
                self.step.fail(tree.at, "a number stands here where a vector is needed")
            if len(open_) == 1 or self.eager:
                vectors = [open_.pop()]
                self.settle(vectors[0], Sort.VECTOR)
        if vectors or wanted is Sort.NUMBER:
            for f in open_:
                self.settle(f, Sort.NUMBER)
            open_ = []
        return Sort.VECTOR if vectors else None if open_ else Sort.NUMBER

    def settle_step(self, step: Parsed, eager: bool) -> None:
        self.step, self.eager = step, eager
        sort = self.settle(step.left, None) or self.settle(step.right, None)
        for side in (step.left, step.right) if sort else ():
            self.settle(side, sort)


def sorts_of(steps: Sequence[Parsed], declared: Mapping[str, Sort]) -> dict[str, Sort]:
    """The sort of every name in the steps, which are read together."""
    names: set[str] = set()
    for step in steps:
        names |= _names(step.left, step.right)
        if len(names) > MAX_NAMES:
            step.fail(0, f"more than {MAX_NAMES} names are more than is read")
    sorts = _Sorts(dict(declared), steps[0])

    def until_nothing_changes() -> None:
        before = -1
        while before < len(sorts.known):
            before = len(sorts.known)
            for step in steps:
                sorts.settle_step(step, eager=False)

    until_nothing_changes()
    for step in steps:
        sorts.settle_step(step, eager=True)
        until_nothing_changes()
    for name in sorted(names):
        sorts.known.setdefault(name, Sort.NUMBER)
    until_nothing_changes()
    return sorts.known


def _names(*trees: Tree) -> set[str]:
    found: set[str] = set()
    for tree in trees:
        match tree:
            case Name(_, name):
                found.add(name)
            case Num():
                pass
            case Negative(_, of) | Length(_, of) | Power(_, of, _):
                found |= _names(of)
            case Sum(_, several) | Times(_, several):
                found |= _names(*several)
            case Inner(_, left, right):
                found |= _names(left, right)
    return found


# --- meaning --------------------------------------------------------------------------------------

Term: TypeAlias = Polynomial | Vector


@dataclass(frozen=True)
class Root:
    """A length that occurs by itself: the number `name` ≥ 0 with name² = radicand."""

    name: str
    radicand: Polynomial
    of: Term

    def facts(self) -> tuple[Comparison, Comparison]:
        """What makes it the root: r ≥ 0 and r² = p."""
        r = scalar(self.name)
        return r >= 0, equal(r**2, self.radicand)


@dataclass(frozen=True)
class Sentence:
    """A step with its meaning."""

    text: str
    left: Term
    sign: str
    right: Term
    comparison: Comparison
    sides: tuple[str, str]
    """Both sides as they are written."""
    lengths: tuple[Vector, ...]
    """The vectors whose length, or its square, is written in it."""
    squares: tuple[Polynomial, ...]
    """The polynomials whose square is written in it."""


@dataclass(frozen=True)
class Reading:
    """Steps read together, in order, with all that they introduce."""

    sentences: tuple[Sentence, ...]
    roots: tuple[Root, ...]
    """A root comes after those that its radicand mentions."""
    definitions: Mapping[str, Vector]
    """Vectors that a given equation defines; they are replaced everywhere by what they are defined to be."""
    spelling: Mapping[str, str]
    """For each name that the logic uses, the one the user writes."""

    def roots_of(self, terms: Iterable[Comparison | Term]) -> tuple[Root, ...]:
        """The roots that the terms and comparisons mention, directly or in a radicand."""
        wanted = {v.name for term in terms for v in term.variables() if v.sort == "scalar"}
        found = []
        for root in reversed(self.roots):
            if root.name in wanted:
                found.append(root)
                wanted |= {v.name for v in root.radicand.variables() if v.sort == "scalar"}
        return tuple(reversed(found))


def _logical(name: str, taken: set[str]) -> str:
    """A name that the logic allows, and nobody else has."""
    plain = re.sub(r"[^A-Za-z0-9]+", "_", name.replace("'", "_prime")).strip("_")
    plain, number = re.sub("__+", "_", plain), 1
    chosen = plain
    while chosen in taken:
        number += 1
        chosen = f"{plain}_{number}"
    taken.add(chosen)
    return chosen


@dataclass
class _Meaning:
    """Trees into terms."""

    sorts: Mapping[str, Sort]
    names: Mapping[str, str]
    taken: set[str]
    roots: dict[Polynomial, Root] = field(default_factory=dict)
    definitions: dict[str, Vector] = field(default_factory=dict)
    step: Parsed | None = None
    lengths: list[Vector] = field(default_factory=list)
    squares: list[Polynomial] = field(default_factory=list)

    def polynomial(self, tree: Tree) -> Polynomial:
        match tree:
            case Num(_, value):
                return polynomial(value)
            case Name(_, name):
                return scalar(self.names[name])
            case Negative(_, of):
                return -self.polynomial(of)
            case Sum(at, terms):
                total = polynomial(0)
                for term in terms:
                    total = self._bounded(at, total + self.polynomial(term))
                return total
            case Times(at, factors):
                return self._product(at, [self.polynomial(f) for f in factors])
            case Power(at, Length(_, of), exponent):
                half, odd = divmod(exponent, 2)
                squared = self._product(at, [self._square(of, at)] * half)
                return self._product(at, [squared, self._length(of, at)]) if odd else squared
            case Power(at, base, exponent):
                inside = self.polynomial(base)
                if exponent and exponent % 2 == 0 and len(inside.terms) > 1:
                    self.squares.append(self._product(at, [inside] * (exponent // 2)))
                return self._product(at, [inside] * exponent)
            case Inner(at, left, right):
                return self._inner(at, self.vector(left), self.vector(right))
            case Length(at, of):
                return self._length(of, at)

    def vector(self, tree: Tree) -> Vector:
        match tree:
            case Name(_, name):
                return self.definitions.get(self.names[name], vector(self.names[name]))
            case Negative(_, of):
                return -self.vector(of)
            case Sum(_, terms):
                total = ZERO
                for term in terms:
                    total = total + self.vector(term)
                return total
            case Times(at, factors):
                (place,) = (i for i, f in enumerate(factors) if self.is_vector(f))
                weight = self._product(at, [self.polynomial(f) for i, f in enumerate(factors) if i != place])
                inside = self.vector(factors[place])
                for _, c in inside.coefficients:
                    self._product(at, [weight, c])
                return weight * inside
            case _:
                return ZERO

    def is_vector(self, tree: Tree) -> bool:
        """Whether the tree is a vector; a bare zero is taken for a number."""
        match tree:
            case Name(_, name):
                return self.sorts[name] is Sort.VECTOR
            case Negative(_, of):
                return self.is_vector(of)
            case Sum(_, several) | Times(_, several):
                return any(self.is_vector(t) for t in several)
            case _:
                return False

    def _bounded(self, at: int, p: Polynomial) -> Polynomial:
        bits = max((max(c.numerator.bit_length(), c.denominator.bit_length()) for _, c in p.terms), default=0)
        if bits > MAX_BITS or len(p.terms) > MAX_PRODUCTS:
            self._too_large(at)
        return p

    def _too_large(self, at: int) -> NoReturn:
        sentence = "multiplied out, this has more terms, digits or factors than are read"
        if self.step is None:
            raise StepError(sentence)
        self.step.fail(at, sentence)

    def _product(self, at: int, factors: Sequence[Polynomial]) -> Polynomial:
        total = polynomial(1)
        for factor in factors:
            if len(total.terms) * len(factor.terms) > MAX_PRODUCTS or _degree(total) + _degree(factor) > MAX_DEGREE:
                self._too_large(at)
            total = self._bounded(at, total * factor)
        return total

    def _inner(self, at: int, a: Vector, b: Vector) -> Polynomial:
        total = polynomial(0)
        for m, p in a.coefficients:
            for n, q in b.coefficients:
                product = self._product(at, [p, q, inner(vector(m), vector(n))])
                total = self._bounded(at, total + product)
        return total

    def _square(self, of: Tree, at: int) -> Polynomial:
        """⟨v,v⟩ of a vector, p² of a number."""
        if not self.is_vector(of):
            return self._product(at, [self.polynomial(of)] * 2)
        inside = self.vector(of)
        if inside not in self.lengths:
            self.lengths.append(inside)
        return self._inner(at, inside, inside)

    def _length(self, of: Tree, at: int) -> Polynomial:
        radicand = self._square(of, at)
        inside: Term = self.vector(of) if self.is_vector(of) else self.polynomial(of)
        if isinstance(inside, Polynomial) and not inside.atoms():
            return inside if all(c > 0 for _, c in inside.terms) else -inside
        if not radicand.terms:
            return polynomial(0)
        if radicand not in self.roots:
            self.roots[radicand] = Root(_logical(f"root_{len(self.roots) + 1}", self.taken), radicand, inside)
        return scalar(self.roots[radicand].name)

    def define(self, step: Parsed) -> None:
        """Take a given equation of vectors as a definition: of the side that is a vector by itself, if one is."""
        self.step = step
        left, right = self.vector(step.left), self.vector(step.right)
        difference = left - right
        alone = [side.coefficients[0][0] for side in (left, right) if len(side.coefficients) == 1]
        for name, c in sorted(difference.coefficients, key=lambda pair: pair[0] not in alone[:1]):
            defined = vector(name)
            rest = difference - c * defined
            if c.atoms() or variable_of(defined) in rest.variables():
                continue
            if any(variable_of(defined) in radicand.variables() for radicand in self.roots):
                step.fail(0, "a vector is defined before another definition speaks of its length")
            ((_, weight),) = c.terms
            replaced = substitution({defined: rest * (-1 / weight)})
            self.definitions = {n: replaced.in_vector(v) for n, v in self.definitions.items()}
            self.definitions[name] = rest * (-1 / weight)
            return
        if difference.coefficients:
            step.fail(0, "an equation of vectors that is given must say what one of them is: v = …")

    def sentence(self, step: Parsed) -> Sentence:
        self.step, self.lengths, self.squares = step, [], []
        if self.is_vector(step.left) or self.is_vector(step.right):
            if step.sign != "=":
                step.fail(step.right.at, "vectors are equal or not; only numbers are compared")
            a, b = self.vector(step.left), self.vector(step.right)
            difference = a - b
            comparison = equal(self._inner(0, difference, difference), 0)
            return Sentence(step.text, a, "=", b, comparison, step.sides, (), ())
        left, right = self.polynomial(step.left), self.polynomial(step.right)
        comparison = compared(left, step.sign, right)
        written = tuple(self.lengths), tuple(self.squares)
        return Sentence(step.text, left, step.sign, right, comparison, step.sides, *written)


def compared(left: Polynomial, sign: str, right: Polynomial) -> Comparison:
    """left sign right, as the logic has it."""
    match sign:
        case "=":
            return equal(left, right)
        case "<=":
            return left <= right
        case "<":
            return left < right
        case ">=":
            return left >= right
        case _:
            return left > right


def _degree(p: Polynomial) -> int:
    return max((sum(e for _, e in monomial) for monomial, _ in p.terms), default=0)


def read(
    steps: Sequence[Parsed], *, given: Iterable[int] = (), declared: Mapping[str, Sort] | None = None
) -> Reading:
    """The meaning of the steps, read together; equations of vectors among the given ones are definitions."""
    sorts = sorts_of(steps, {spelled(name): sort for name, sort in (declared or {}).items()})
    taken: set[str] = set()
    # plain names first, so that they stay as they are
    names = {name: _logical(name, taken) for name in sorted(sorts, key=lambda n: ("'" in n or "{" in n, n))}
    meaning = _Meaning(sorts, names, taken)
    for i in given:
        if meaning.is_vector(steps[i].left) or meaning.is_vector(steps[i].right):
            if steps[i].sign != "=":
                steps[i].fail(steps[i].right.at, "vectors are equal or not; only numbers are compared")
            meaning.define(steps[i])
    sentences = tuple(meaning.sentence(step) for step in steps)
    written: dict[str, str] = {}
    for step in reversed(steps):
        written |= step.written
    spelling = {logical: written.get(name, name) for name, logical in names.items()}
    return Reading(sentences, tuple(meaning.roots.values()), meaning.definitions, spelling)
