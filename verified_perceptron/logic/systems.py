"""Transition systems and propositions: what a run of an algorithm is. This file is trusted.

A system has state variables with starting values, and transitions. A transition picks its **fresh**
variables freely, subject to its named **guards**, and then gives every state variable its new value, all at
once; a state variable without an update keeps its value. Every other variable is **rigid**: it has one value
during the whole run.

`Reachable(system)` says: the state variables have the values of some state that a finite run reaches, the
rigid variables having the values they have. Two systems with equal content are one system, whatever object
holds them; a name alone identifies nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, final

from .terms import (
    Bindings,
    Comparison,
    KernelError,
    Polynomial,
    Substitution,
    Variable,
    Vector,
    check_name,
    exactly,
    substitution,
    variable_of,
)


@final
@dataclass(frozen=True, slots=True)
class Transition:
    """One kind of step: choose `fresh`, check `guards` (named, in order), apply `update`."""

    name: str
    fresh: frozenset[Variable]
    guards: tuple[tuple[str, Comparison], ...]
    update: Substitution

    def __post_init__(self) -> None:
        check_name(self.name)
        for variable in exactly(frozenset, self.fresh):
            exactly(Variable, variable)
        for name, guard in exactly(tuple, self.guards):
            check_name(name)
            exactly(Comparison, guard)
        if len(dict(self.guards)) != len(self.guards):
            raise KernelError(f"two guards of {self.name} have one name")
        exactly(Substitution, self.update)

    def mentioned(self) -> frozenset[Variable]:
        """Every variable in the guards and the update."""
        in_guards = (guard.variables() for _, guard in self.guards)
        return (self.update.domain() | self.update.range_variables()).union(*in_guards)


@final
@dataclass(frozen=True, slots=True)
class System:
    """State with starting values, and the transitions between states."""

    name: str
    start: Substitution
    transitions: tuple[Transition, ...]

    def __post_init__(self) -> None:
        check_name(self.name)
        exactly(Substitution, self.start)
        for t in exactly(tuple, self.transitions):
            exactly(Transition, t)
        state, fresh = self.state(), self.fresh()
        if state & fresh:
            raise KernelError(f"{self.name}: a state variable cannot be fresh")
        if self.start.range_variables() & (state | fresh):
            raise KernelError(f"{self.name}: a starting value mentions a state variable or a fresh one")
        for t in self.transitions:
            if not t.update.domain() <= state:
                raise KernelError(f"{self.name}.{t.name}: only state variables are updated")
            if t.mentioned() & (fresh - t.fresh):
                raise KernelError(f"{self.name}.{t.name}: mentions a variable that is fresh only elsewhere")
        # ⟨w,FOLD⟩ = 0 is built into the terms; a state with a folded coordinate would break it.
        values = [v for part in (self.start, *(t.update for t in self.transitions)) for _, v in part.vectors]
        if any(v.mentions_fold() for v in values):
            raise KernelError(f"{self.name}: keep the folded coordinate of the state in a scalar")

    def state(self) -> frozenset[Variable]:
        return self.start.domain()

    def fresh(self) -> frozenset[Variable]:
        """The variables that are fresh in some transition."""
        return frozenset[Variable]().union(*(t.fresh for t in self.transitions))

    def variables(self) -> frozenset[Variable]:
        """Every variable that occurs in any way: state, fresh and rigid."""
        used = (t.mentioned() for t in self.transitions)
        return (self.state() | self.fresh() | self.start.range_variables()).union(*used)

    def instance(self, values: Substitution) -> System:
        """The system with other values for rigid variables; nothing bound is replaced, nothing is
        captured.
        """
        bound = self.state() | self.fresh()
        if (values.domain() | values.range_variables()) & bound:
            raise KernelError(f"{self.name}: the substitution meets a state variable or a fresh one")

        def inside(old: Substitution) -> Substitution:
            return Substitution(
                tuple((name, values.in_polynomial(value)) for name, value in old.scalars),
                tuple((name, values.in_vector(value)) for name, value in old.vectors),
            )

        def moved(t: Transition) -> Transition:
            guards = tuple((name, values.in_comparison(guard)) for name, guard in t.guards)
            return Transition(t.name, t.fresh, guards, inside(t.update))

        return System(self.name, inside(self.start), tuple(moved(t) for t in self.transitions))


def transition(
    name: str, fresh: Iterable[Polynomial | Vector], guards: Mapping[str, Comparison], update: Bindings
) -> Transition:
    """A transition from variables and mappings, which are copied."""
    return Transition(name, frozenset(map(variable_of, fresh)), tuple(guards.items()), substitution(update))


def system(name: str, start: Bindings, transitions: Sequence[Transition]) -> System:
    """A system from a mapping and a sequence, which are copied."""
    return System(name, substitution(start), tuple(transitions))


@final
@dataclass(frozen=True, slots=True)
class Falsehood:
    """Absurdity."""

    def variables(self) -> frozenset[Variable]:
        return frozenset()

    def __str__(self) -> str:
        return "false"


@final
@dataclass(frozen=True, slots=True)
class Reachable:
    """The state variables have the values of a reachable state of the system."""

    system: System

    def __post_init__(self) -> None:
        exactly(System, self.system)

    def variables(self) -> frozenset[Variable]:
        return self.system.variables()

    def __str__(self) -> str:
        return f"reachable({self.system.name})"


FALSE: Final = Falsehood()
Proposition: TypeAlias = Comparison | Falsehood | Reachable
