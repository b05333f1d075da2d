"""Concrete exact models: numbers and vectors over ℚ (and one square root) for the variables, and runs of a
system.

A model makes a theorem checkable by arithmetic: `judge` says which named hypotheses it violates and whether
the conclusion holds. Untrusted by the kernel; this is how vacuous theorems and needless hypotheses are
found.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from .systems import System
from .terms import Comparison, Polynomial, Relation, Substitution, Vector


class ModelError(Exception):
    """The model does not give every variable a value of the right kind."""


@dataclass(frozen=True)
class Surd:
    """The real number a + b·√d, for a natural number d that is not a square."""

    a: Fraction
    b: Fraction
    d: int

    def __add__(self, other: Exact | int) -> Surd:
        a, b = self._parts(other)
        return Surd(self.a + a, self.b + b, self.d)

    def __mul__(self, other: Exact | int) -> Surd:
        a, b = self._parts(other)
        return Surd(self.a * a + self.b * b * self.d, self.a * b + self.b * a, self.d)

    __radd__ = __add__
    __rmul__ = __mul__

    def _parts(self, other: Exact | int) -> tuple[Fraction, Fraction]:
        if not isinstance(other, Surd):
            return Fraction(other), Fraction(0)
        if other.d != self.d:
            raise ModelError(f"a model has roots of one number only, not of {self.d} and {other.d}")
        return other.a, other.b

    def sign(self) -> int:
        """−1, 0 or 1: the part with the larger square decides."""
        return _sign(self.b if self.b**2 * self.d > self.a**2 else self.a)

    def __str__(self) -> str:
        return f"{self.a} + {self.b}·√{self.d}"


Exact: TypeAlias = Fraction | Surd
Coordinates: TypeAlias = tuple[Exact, ...]
Plain: TypeAlias = int | Exact | tuple[int | Exact, ...]


def root(d: int) -> Surd:
    """√d."""
    return Surd(Fraction(0), Fraction(1), d)


def _sign(x: Exact) -> int:
    return x.sign() if isinstance(x, Surd) else (x > 0) - (x < 0)


@dataclass(frozen=True)
class Assignment:
    """Exact values for scalar and for vector variables; all vectors have one dimension."""

    scalars: Mapping[str, Exact] = field(default_factory=dict)
    vectors: Mapping[str, Coordinates] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len({len(v) for v in self.vectors.values()}) > 1:
            raise ModelError("the vectors of a model have different dimensions")

    def extended(self, other: Assignment) -> Assignment:
        """Both, the other's values first."""
        return Assignment({**self.scalars, **other.scalars}, {**self.vectors, **other.vectors})


def _exact(x: int | Exact) -> Exact:
    return x if isinstance(x, Surd) else Fraction(x)


def assignment(values: Mapping[str, Plain]) -> Assignment:
    """An assignment from names to numbers (scalars) and to tuples of numbers (vectors)."""
    numbers, vectors = {}, {}
    for name, value in values.items():
        if isinstance(value, tuple):
            vectors[name] = tuple(_exact(x) for x in value)
        else:
            numbers[name] = _exact(value)
    return Assignment(numbers, vectors)


def value_of(p: Polynomial, at: Assignment) -> Exact:
    """The exact value of the polynomial."""
    total: Exact = Fraction(0)
    for monomial, coefficient in p.terms:
        term: Exact = coefficient
        for atom, exponent in monomial:
            value = _atom_value(atom, at)
            for _ in range(exponent):
                term = term * value
        total = total + term
    return total


def _atom_value(atom: tuple[str, ...], at: Assignment) -> Exact:
    try:
        if len(atom) == 1:
            return at.scalars[atom[0]]
        a, b = (at.vectors[name] for name in atom)
    except KeyError as missing:
        raise ModelError(f"the model gives {missing.args[0]} no value") from None
    total: Exact = Fraction(0)
    for x, y in zip(a, b, strict=True):
        total = total + x * y
    return total


def vector_value(v: Vector, at: Assignment, dimension: int) -> Coordinates:
    """The exact coordinates of the vector, which has no folded part."""
    total: list[Exact] = [Fraction(0)] * dimension
    for name, coefficient in v.coefficients:
        weight = value_of(coefficient, at)
        total = [t + weight * x for t, x in zip(total, at.vectors[name], strict=True)]
    return tuple(total)


def holds(comparison: Comparison, at: Assignment) -> bool:
    """Whether the comparison is true there."""
    sign = _sign(value_of(comparison.polynomial, at))
    match comparison.relation:
        case Relation.NONNEGATIVE:
            return sign >= 0
        case Relation.POSITIVE:
            return sign > 0
        case Relation.ZERO:
            return sign == 0


@dataclass(frozen=True)
class Step:
    """One step of a run: which transition, and what it picks for its fresh variables."""

    picks: Assignment
    transition: str | None = None


@dataclass(frozen=True)
class Model:
    """Values for the rigid variables and, for a theorem about a system, the steps of a run."""

    values: Assignment
    run: tuple[Step, ...] = ()


def step(transition: str | None = None, /, **picks: Plain) -> Step:
    """A step that picks these values; the name of the transition is for systems with several."""
    return Step(assignment(picks), transition)


def model(*run: Step, **values: Plain) -> Model:
    """A model from plain numbers: `model(step(y=1, x=(1, 0)), u=(1, 0), gamma=1)`."""
    return Model(assignment(values), run)


def _applied(update: Substitution, at: Assignment, dimension: int) -> Assignment:
    return Assignment(
        {name: value_of(p, at) for name, p in update.scalars},
        {name: vector_value(v, at, dimension) for name, v in update.vectors},
    )


@dataclass(frozen=True)
class Outcome:
    """The state at the end of a run together with the rigid values, and the names of the guards violated."""

    final: Assignment
    violated: frozenset[str]


def execute(system: System, at: Model) -> Outcome:
    """Run the system on the picks of the model."""
    sizes = {len(v) for part in (at.values, *(s.picks for s in at.run)) for v in part.vectors.values()}
    if len(sizes) > 1:
        raise ModelError("the vectors of a run have different dimensions")
    dimension = sizes.pop() if sizes else 0
    state = at.values.extended(_applied(system.start, at.values, dimension))
    violated = set()
    by_name = {t.name: t for t in system.transitions}
    for step in at.run:
        taken = by_name[step.transition] if step.transition else system.transitions[0]
        here = state.extended(step.picks)
        violated |= {name for name, guard in taken.guards if not holds(guard, here)}
        state = state.extended(_applied(taken.update, here, dimension))
    return Outcome(state, frozenset(violated))
