"""The language of the logic: exact polynomials, vectors, and the comparisons made of them.

This file is trusted, together with `systems.py`, `certificates.py` and `kernel.py`; nothing else is.

- A **scalar variable** stands for any real number, a **vector variable** for any vector of any real
  inner-product space. The two sorts have separate names: a scalar called `w` and a vector called `w` have
  nothing to do with each other.
- A **polynomial** has rational coefficients; its atoms are scalar variables and inner products ⟨a,b⟩ of two
  vector variables. ⟨a,b⟩ and ⟨b,a⟩ are one atom (symmetry), and `inner` multiplies sums out (bilinearity),
  so what is said about polynomials holds in every dimension.
- A **vector** is a linear combination of vector variables with polynomial coefficients. `FOLD` is a unit
  vector orthogonal to every variable: the axis that folding an offset adds. `inner` removes it, so no
  polynomial mentions it.
- A **comparison** is p ≥ 0, p > 0 or p = 0.

SymPy multiplies and adds polynomials in `sum_of_products`, and nowhere else: no simplification, no solving,
no assumptions. Every value is checked when it is made, so floats, strings, truth values, SymPy expressions,
division and strange names never get in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any, Final, Literal, NamedTuple, NoReturn, TypeAlias, TypeVar, final

from sympy.polys.domains import QQ
from sympy.polys.orderings import lex
from sympy.polys.rings import PolyRing

Atom: TypeAlias = tuple[str, ...]  # ("k",) is the scalar k; ("u", "w") is ⟨u,w⟩, names in alphabetical order
Monomial: TypeAlias = tuple[tuple[Atom, int], ...]  # atoms in increasing order, each with its exponent ≥ 1
Number: TypeAlias = int | Fraction


Kind = TypeVar("Kind")


class KernelError(Exception):
    """What was asked for is not in the language, or does not follow."""


def exactly(kind: type[Kind], value: object) -> Kind:
    """The value, if its type is that very type: a subclass could lie about equality."""
    if type(value) is not kind:
        raise KernelError(f"{value!r} is not a {kind.__name__}")
    return value


class Variable(NamedTuple):
    """A name together with its sort."""

    sort: Literal["scalar", "vector"]
    name: str


# ASCII letters and digits in groups joined by single underscores: exported names stay distinct and printable.
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*")


def check_name(name: object) -> str:
    """The name itself, if it is a legal name of a variable."""
    if not _NAME.fullmatch(exactly(str, name)):
        raise KernelError(f"{name!r} is not the name of a variable")
    return exactly(str, name)


def _check_atom(atom: object) -> None:
    names = [check_name(name) for name in exactly(tuple, atom)]
    if len(names) not in (1, 2) or names != sorted(names):
        raise KernelError(f"{atom!r} is not an atom")


def _strictly_increasing(items: Sequence[Any]) -> bool:  # Any: compares monomials, atoms or names alike
    return all(a < b for a, b in pairwise(items))


@final
@dataclass(frozen=True, slots=True)
class Polynomial:
    """A polynomial over ℚ in normal form: equal in the ring exactly when `terms` are equal.

    `p >= q`, `p > q` and their mirror images build comparisons; an equation is built by `equal(p, q)`.
    """

    terms: tuple[tuple[Monomial, Fraction], ...]

    def __post_init__(self) -> None:
        if not _strictly_increasing([monomial for monomial, _ in exactly(tuple, self.terms)]):
            raise KernelError("the terms of a polynomial come in increasing order")
        for monomial, coefficient in self.terms:
            if exactly(Fraction, coefficient) == 0:
                raise KernelError("a coefficient is zero")
            if not _strictly_increasing([atom for atom, _ in exactly(tuple, monomial)]):
                raise KernelError(f"{monomial!r} is not a monomial")
            for atom, exponent in monomial:
                _check_atom(atom)
                if exactly(int, exponent) < 1:
                    raise KernelError(f"{exponent!r} is not an exponent")

    def atoms(self) -> frozenset[Atom]:
        return frozenset(atom for monomial, _ in self.terms for atom, _ in monomial)

    def variables(self) -> frozenset[Variable]:
        """Every variable that occurs, with its sort."""
        return frozenset(
            Variable("scalar" if len(atom) == 1 else "vector", name) for atom in self.atoms() for name in atom
        )

    def __add__(self, other: Polynomial | Number) -> Polynomial:
        return sum_of_products([[self], [polynomial(other)]])

    def __mul__(self, other: Polynomial | Number) -> Polynomial:
        if _is_vector(other):
            return NotImplemented  # the vector knows how to be scaled
        return sum_of_products([[self, polynomial(other)]])

    def __neg__(self) -> Polynomial:
        return self * -1

    def __sub__(self, other: Polynomial | Number) -> Polynomial:
        return self + -polynomial(other)

    def __rsub__(self, other: Number) -> Polynomial:
        return polynomial(other) + -self

    __radd__ = __add__
    __rmul__ = __mul__

    def __pow__(self, exponent: int) -> Polynomial:
        if exactly(int, exponent) < 0:
            raise KernelError(f"the exponent {exponent!r} is not a natural number")
        return sum_of_products([[self] * exponent])

    def __truediv__(self, other: object) -> NoReturn:
        raise KernelError("there is no division: multiply by a Fraction, or use the rule `inverse`")

    __rtruediv__ = __truediv__

    def __ge__(self, other: Polynomial | Number) -> Comparison:
        return Comparison(Relation.NONNEGATIVE, self - other)

    def __gt__(self, other: Polynomial | Number) -> Comparison:
        return Comparison(Relation.POSITIVE, self - other)

    def __le__(self, other: Polynomial | Number) -> Comparison:
        return Comparison(Relation.NONNEGATIVE, other - self)

    def __lt__(self, other: Polynomial | Number) -> Comparison:
        return Comparison(Relation.POSITIVE, other - self)

    def __str__(self) -> str:
        """The exact, plain form that the second checker reads: `1/2*k^2*<u,w> + -3`."""
        return (
            " + ".join(
                "*".join([str(c), *(_atom_text(atom) + (f"^{e}" if e > 1 else "") for atom, e in monomial)])
                for monomial, c in self.terms
            )
            or "0"
        )


def _atom_text(atom: Atom) -> str:
    return atom[0] if len(atom) == 1 else f"<{atom[0]},{atom[1]}>"


def polynomial(value: object) -> Polynomial:
    """The value as a polynomial: a polynomial, an int or a Fraction, and nothing else."""
    if type(value) is Polynomial:
        return value
    if type(value) is int or type(value) is Fraction:
        return Polynomial((((), Fraction(value)),) if value else ())
    raise KernelError(f"{value!r} is not an exact polynomial")


@cache
def _ring(size: int) -> Any:  # Any: SymPy publishes no types
    return PolyRing([f"x{i}" for i in range(max(size, 1))], QQ, lex)


def sum_of_products(products: Iterable[Sequence[Polynomial]]) -> Polynomial:
    """The normal form of Σ Π p: the one place where polynomials are computed with, and the one use of
    SymPy.
    """
    factors = [[polynomial(p) for p in product] for product in products]
    atoms = sorted({atom for product in factors for p in product for atom in p.atoms()})
    place = {atom: i for i, atom in enumerate(atoms)}
    ring = _ring(len(atoms))

    def inward(p: Polynomial) -> Any:
        element = {}
        for monomial, c in p.terms:
            exponents = [0] * max(len(atoms), 1)
            for atom, e in monomial:
                exponents[place[atom]] = e
            element[tuple(exponents)] = QQ(c.numerator, c.denominator)
        return ring.from_dict(element)

    total = ring.zero
    for product in factors:
        term = ring.one
        for p in product:
            term = term * inward(p)
        total = total + term
    terms = [
        (
            tuple((atom, int(e)) for atom, e in zip(atoms, exponents, strict=False) if e),
            Fraction(int(c.numerator), int(c.denominator)),
        )
        for exponents, c in total.terms()
    ]
    return Polynomial(tuple(sorted(terms)))


def scalar(name: str) -> Polynomial:
    """The scalar variable of that name."""
    return Polynomial(((((((check_name(name),), 1)),), Fraction(1)),))


def scalars(names: str) -> tuple[Polynomial, ...]:
    """Scalar variables from names separated by blanks."""
    return tuple(scalar(name) for name in names.split())


_FOLD_NAME: Final = "#"


@final
@dataclass(frozen=True, slots=True)
class Vector:
    """A linear combination of vector variables; names in increasing order, coefficients not zero."""

    coefficients: tuple[tuple[str, Polynomial], ...]

    def __post_init__(self) -> None:
        if not _strictly_increasing([name for name, _ in exactly(tuple, self.coefficients)]):
            raise KernelError("the variables of a vector come in increasing order")
        for name, coefficient in self.coefficients:
            if not exactly(Polynomial, coefficient).terms:
                raise KernelError(f"the coefficient of {name} is zero")
            if exactly(str, name) != _FOLD_NAME:
                check_name(name)

    def mentions_fold(self) -> bool:
        return any(name == _FOLD_NAME for name, _ in self.coefficients)

    def variables(self) -> frozenset[Variable]:
        """Every variable that occurs, in the coefficients too."""
        own = {Variable("vector", name) for name, _ in self.coefficients if name != _FOLD_NAME}
        return frozenset(own).union(*(c.variables() for _, c in self.coefficients))

    def __add__(self, other: Vector) -> Vector:
        mine, theirs = dict(self.coefficients), dict(exactly(Vector, other).coefficients)
        zero = polynomial(0)
        total = {name: mine.get(name, zero) + theirs.get(name, zero) for name in sorted({*mine, *theirs})}
        return Vector(tuple((name, c) for name, c in total.items() if c.terms))

    def __mul__(self, factor: Polynomial | Number) -> Vector:
        scaled = ((name, c * factor) for name, c in self.coefficients)
        return Vector(tuple((name, c) for name, c in scaled if c.terms))

    __rmul__ = __mul__

    def __neg__(self) -> Vector:
        return self * -1

    def __sub__(self, other: Vector) -> Vector:
        return self + -other

    def __str__(self) -> str:
        return " + ".join(f"({c})*{name}" for name, c in self.coefficients) or "0"


def _is_vector(value: object) -> bool:
    return type(value) is Vector


def vector(name: str) -> Vector:
    """The vector variable of that name."""
    return Vector(((check_name(name), polynomial(1)),))


def vectors(names: str) -> tuple[Vector, ...]:
    """Vector variables from names separated by blanks."""
    return tuple(vector(name) for name in names.split())


ZERO: Final = Vector(())
FOLD: Final = Vector(((_FOLD_NAME, polynomial(1)),))


def _inner_of_names(a: str, b: str) -> Polynomial:
    if _FOLD_NAME in (a, b):
        return polynomial(1 if a == b else 0)
    return Polynomial(((((tuple(sorted((a, b))), 1),), Fraction(1)),))


def inner(a: Vector, b: Vector) -> Polynomial:
    """⟨a,b⟩, multiplied out."""
    return sum_of_products([p, q, _inner_of_names(m, n)] for m, p in a.coefficients for n, q in b.coefficients)


def norm_sq(a: Vector) -> Polynomial:
    """‖a‖² = ⟨a,a⟩."""
    return inner(a, a)


class Relation(Enum):
    """How the polynomial of a comparison relates to zero."""

    NONNEGATIVE = ">="
    POSITIVE = ">"
    ZERO = "="


@final
@dataclass(frozen=True, slots=True)
class Comparison:
    """`polynomial` `relation` 0."""

    relation: Relation
    polynomial: Polynomial

    def __post_init__(self) -> None:
        exactly(Relation, self.relation)
        exactly(Polynomial, self.polynomial)

    def variables(self) -> frozenset[Variable]:
        return self.polynomial.variables()

    def __bool__(self) -> NoReturn:
        raise KernelError("a comparison is a proposition, not a truth value")

    def __str__(self) -> str:
        return f"{self.polynomial} {self.relation.value} 0"


def equal(left: Polynomial, right: Polynomial | Number) -> Comparison:
    """left = right."""
    return Comparison(Relation.ZERO, left - right)


@final
@dataclass(frozen=True, slots=True)
class Substitution:
    """Polynomials for scalar variables and vectors for vector variables, all at once."""

    scalars: tuple[tuple[str, Polynomial], ...]
    vectors: tuple[tuple[str, Vector], ...]

    def __post_init__(self) -> None:
        for pairs, kind in ((self.scalars, Polynomial), (self.vectors, Vector)):
            if not _strictly_increasing([check_name(name) for name, _ in exactly(tuple, pairs)]):
                raise KernelError("a substitution lists each variable once, in increasing order")
            for _, value in pairs:
                exactly(kind, value)

    def domain(self) -> frozenset[Variable]:
        """The variables that are replaced."""
        return frozenset(Variable("scalar", n) for n, _ in self.scalars) | frozenset(
            Variable("vector", n) for n, _ in self.vectors
        )

    def range_variables(self) -> frozenset[Variable]:
        """The variables that occur in what is put in."""
        values: list[Polynomial | Vector] = [*(p for _, p in self.scalars), *(v for _, v in self.vectors)]
        return frozenset[Variable]().union(*(value.variables() for value in values))

    def in_polynomial(self, p: Polynomial) -> Polynomial:
        by_scalar, by_vector = dict(self.scalars), dict(self.vectors)

        def image(atom: Atom) -> Polynomial:
            if len(atom) == 1:
                return by_scalar.get(atom[0], scalar(atom[0]))
            a, b = (by_vector.get(name, vector(name)) for name in atom)
            return inner(a, b)

        images = {atom: image(atom) for atom in p.atoms()}
        return sum_of_products(
            [polynomial(c), *(images[atom] for atom, e in monomial for _ in range(e))] for monomial, c in p.terms
        )

    def in_vector(self, v: Vector) -> Vector:
        by_vector = dict(self.vectors)
        total = ZERO
        for name, c in v.coefficients:
            old = FOLD if name == _FOLD_NAME else vector(name)
            total = total + self.in_polynomial(c) * by_vector.get(name, old)
        return total

    def in_comparison(self, comparison: Comparison) -> Comparison:
        return Comparison(comparison.relation, self.in_polynomial(comparison.polynomial))


def variable_of(term: Polynomial | Vector) -> Variable:
    """The variable that the term is, if it is nothing more than a variable."""
    if not _is_vector(term):
        exactly(Polynomial, term)
    for variable in term.variables():
        if term == (scalar(variable.name) if variable.sort == "scalar" else vector(variable.name)):
            return variable
    raise KernelError(f"{term} is not a variable")


Bindings: TypeAlias = Mapping[Polynomial | Vector, Polynomial | Vector | Number]


def substitution(values: Bindings) -> Substitution:
    """A substitution from {variable: value}."""
    by_variable = {variable_of(term): value for term, value in values.items()}
    ordered = sorted(by_variable)
    return Substitution(
        tuple((v.name, polynomial(by_variable[v])) for v in ordered if v.sort == "scalar"),
        tuple((v.name, exactly(Vector, by_variable[v])) for v in ordered if v.sort == "vector"),
    )
