"""Concrete exact models: numbers and vectors over ℚ for the variables, and runs of a system.

A model makes a theorem checkable by arithmetic: `judge` says which named hypotheses it violates and whether
the conclusion holds. Untrusted by the kernel; this is how vacuous theorems and needless hypotheses are
found.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from .systems import System
from .terms import Comparison, Number, Polynomial, Relation, Substitution, Vector

Coordinates: TypeAlias = tuple[Fraction, ...]
Value: TypeAlias = Fraction | Coordinates
Values: TypeAlias = Mapping[str, Number | Sequence[Number]]


class ModelError(Exception):
    """The model does not give every variable a value of the right kind."""


@dataclass(frozen=True)
class Assignment:
    """Exact values for scalar and for vector variables; all vectors have one dimension."""

    scalars: Mapping[str, Fraction] = field(default_factory=dict)
    vectors: Mapping[str, Coordinates] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len({len(v) for v in self.vectors.values()}) > 1:
            raise ModelError("the vectors of a model have different dimensions")

    def extended(self, other: Assignment) -> Assignment:
        """Both, the other's values first."""
        return Assignment({**self.scalars, **other.scalars}, {**self.vectors, **other.vectors})


def assignment(values: Values) -> Assignment:
    """An assignment from names to numbers (scalars) and to sequences of numbers (vectors)."""
    numbers, vectors = {}, {}
    for name, value in values.items():
        if isinstance(value, int | Fraction):
            numbers[name] = Fraction(value)
        else:
            vectors[name] = tuple(Fraction(x) for x in value)
    return Assignment(numbers, vectors)


def value_of(p: Polynomial, at: Assignment) -> Fraction:
    """The exact value of the polynomial."""
    total = Fraction(0)
    for monomial, coefficient in p.terms:
        term = coefficient
        for atom, exponent in monomial:
            term *= _atom_value(atom, at) ** exponent
        total += term
    return total


def _atom_value(atom: tuple[str, ...], at: Assignment) -> Fraction:
    try:
        if len(atom) == 1:
            return at.scalars[atom[0]]
        a, b = (at.vectors[name] for name in atom)
    except KeyError as missing:
        raise ModelError(f"the model gives {missing.args[0]} no value") from None
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))


def vector_value(v: Vector, at: Assignment, dimension: int) -> Coordinates:
    """The exact coordinates of the vector, which has no folded part."""
    total = [Fraction(0)] * dimension
    for name, coefficient in v.coefficients:
        weight = value_of(coefficient, at)
        total = [t + weight * x for t, x in zip(total, at.vectors[name], strict=True)]
    return tuple(total)


def holds(comparison: Comparison, at: Assignment) -> bool:
    """Whether the comparison is true there."""
    value = value_of(comparison.polynomial, at)
    match comparison.relation:
        case Relation.NONNEGATIVE:
            return value >= 0
        case Relation.POSITIVE:
            return value > 0
        case Relation.ZERO:
            return value == 0


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


def model(values: Values, run: Iterable[Values | tuple[str, Values]] = ()) -> Model:
    """A model from plain data; a step of the run is its picks, or (name of the transition, picks)."""
    steps = [
        Step(assignment(step[1]), step[0]) if isinstance(step, tuple) else Step(assignment(step))
        for step in run
    ]
    return Model(assignment(values), tuple(steps))


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
