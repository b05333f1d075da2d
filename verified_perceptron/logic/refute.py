"""Finding counterexamples: exact vectors and numbers that satisfy the givens and break the goal.

The search is untrusted; what it returns was evaluated exactly (`models.holds`), given by given. Dimensions come in
order 1, 2, 3, …; in each, small numbers are tried exhaustively, and of those that break the goal the one with
the least sum of sizes is kept; then Z3 looks among the reals, and what it finds is made rational and simple.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import isqrt, lcm
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from verified_perceptron.exact import square_part

from .language import Root
from .models import Assignment, Exact, ModelError, Surd, holds, value_of
from .solver import RealProblem, rational_text
from .terms import Atom, Comparison, Polynomial, Relation

GRIDS: Final = ((1, 1), (2, 1), (2, 2), (3, 1), (4, 1), (3, 3), (4, 4))
"""Which numbers are tried exhaustively, as (height, unit): n/unit with |n| ≤ height. Up to 4, some lengths in the
plane are whole.
"""
SECONDS_FOR_A_GRID: Final = 0.7
MAX_ROWS: Final = 100_000
MAX_CHECKED: Final = 2_000
BEAM: Final = 1_000
"""How many of the smallest beginnings are followed when there are too many variables to try everything."""
MAX_EXHAUSTIVE_DIMENSION: Final = 3
MAX_DIMENSION: Final = 4
MAX_WHOLE: Final = 2**31

Column: TypeAlias = npt.NDArray[np.int64]  # values of a number (rows), or of a vector (rows × dimension)
Table: TypeAlias = dict[str, Column]


@dataclass(frozen=True)
class Problem:
    """Values are wanted for the names such that the givens hold and the goal does not."""

    givens: tuple[Comparison, ...]
    goal: Comparison
    roots: tuple[Root, ...] = ()

    def names(self, sort: str) -> tuple[str, ...]:
        """The variables of that sort, without the roots, which follow from the others."""
        polynomials = [c.polynomial for c in (*self.givens, self.goal)] + [r.radicand for r in self.roots]
        found = {v.name for p in polynomials for v in p.variables() if v.sort == sort}
        return tuple(sorted(found - {root.name for root in self.roots} if sort == "scalar" else found))

    def dimensions(self) -> range:
        """The dimensions to look at. n vectors span at most n, but rational ones may need more room."""
        count = len(self.names("vector"))
        return range(1, min(max(count, MAX_EXHAUSTIVE_DIMENSION), MAX_DIMENSION) + 1 if count else 2)

    def is_general(self, dimension: int) -> bool:
        """Whether everything that can happen happens in this dimension."""
        return len(self.names("vector")) <= dimension


def checked(
    problem: Problem, scalars: Mapping[str, Exact], vectors: Mapping[str, Sequence[int | Fraction]]
) -> Assignment | None:
    """The counterexample with its roots, if it is one: every given holds there, exactly, and the goal does not."""
    numbers = dict(scalars)
    coordinates = {name: tuple(map(Fraction, v)) for name, v in vectors.items()}
    try:
        for root in problem.roots:
            value = exact_root(value_of(root.radicand, Assignment(numbers, coordinates)))
            if value is None:
                return None
            numbers[root.name] = value
        at = Assignment(numbers, coordinates)
        defining = (fact for root in problem.roots for fact in root.facts())
        if all(holds(c, at) for c in (*defining, *problem.givens)) and not holds(problem.goal, at):
            return at
    except ModelError:  # roots of two different numbers are beyond the exact models
        return None
    return None


def exact_root(value: Exact) -> Exact | None:
    """√value, a fraction or a fraction times one root; None if it is neither."""
    if isinstance(value, Surd):
        return None
    if value < 0:
        return None
    top, below = value.numerator * value.denominator, value.denominator
    outside, inside = square_part(top)
    if inside == 1:
        return Fraction(outside, below)
    return Surd(Fraction(0), Fraction(outside, below), inside)


# --- small numbers, exhaustively ------------------------------------------------------------


def _whole_terms(p: Polynomial) -> list[tuple[tuple[tuple[Atom, int], ...], int]]:
    scale = lcm(*(c.denominator for _, c in p.terms))
    return [(monomial, int(c * scale)) for monomial, c in p.terms]


def _degree(monomial: tuple[tuple[Atom, int], ...]) -> int:
    """In coordinates: an inner product counts twice."""
    return sum(len(atom) * e for atom, e in monomial)


def _evaluate(p: Polynomial, table: Table, unit: int, rows: int) -> Column:
    """A positive multiple of p, row by row, where the table has `unit` times each value: unit^degree times the
    least common denominator of the coefficients.
    """
    total = np.zeros(rows, dtype=np.int64)
    degree = _total_degree(p)
    for monomial, c in _whole_terms(p):
        term = np.full(rows, c * unit ** (degree - _degree(monomial)), dtype=np.int64)
        for atom, exponent in monomial:
            value = table[atom[0]] if len(atom) == 1 else (table["@" + atom[0]] * table["@" + atom[1]]).sum(axis=1)
            for _ in range(exponent):
                term = term * value
        total = total + term
    return total


def _total_degree(p: Polynomial) -> int:
    return max((_degree(monomial) for monomial, _ in p.terms), default=0)


def _satisfied(c: Comparison, negated: bool, table: Table, unit: int, rows: int) -> npt.NDArray[np.bool_]:
    value = _evaluate(c.polynomial, table, unit, rows)
    match c.relation:
        case Relation.NONNEGATIVE:
            good = value >= 0
        case Relation.POSITIVE:
            good = value > 0
        case Relation.ZERO:
            good = value == 0
    return ~good if negated else good


@dataclass(frozen=True)
class _Stage:
    """One more variable, the roots that it completes, and the conditions that can then be tested."""

    variable: str
    roots: tuple[Root, ...]
    conditions: tuple[tuple[Comparison, bool], ...]

    def without(self, roots: set[str]) -> _Stage:
        """The stage without roots and without the conditions that mention them."""
        free = [
            (c, n) for c, n in self.conditions if not roots & {v.name for v in c.variables() if v.sort == "scalar"}
        ]
        return _Stage(self.variable, (), tuple(free))


def _needs(p: Polynomial, roots: Mapping[str, Root]) -> frozenset[str]:
    """The variables that p depends on; vectors are marked with @."""
    found: frozenset[str] = frozenset()
    for v in p.variables():
        if v.sort == "vector":
            found |= {"@" + v.name}
        elif v.name in roots:
            found |= _needs(roots[v.name].radicand, roots)
        else:
            found |= {v.name}
    return found


def _stages(problem: Problem) -> Iterator[_Stage]:
    """The variables in an order that lets conditions be tested early."""
    roots = {root.name: root for root in problem.roots}
    conditions = [*((c, False) for c in problem.givens), (problem.goal, True)]
    left = [(c, negated, _needs(c.polynomial, roots)) for c, negated in conditions]
    left_roots = [(root, _needs(root.radicand, roots)) for root in problem.roots]
    have: set[str] = set()
    todo = [*problem.names("scalar"), *("@" + name for name in problem.names("vector"))]

    def urgency(name: str) -> tuple[int, int, bool]:
        ready = sum(needs <= have | {name} for _, _, needs in left)
        return -ready, sum(len(needs - have) for _, _, needs in left if name in needs), name.startswith("@")

    while todo:
        chosen = min(todo, key=urgency)
        todo.remove(chosen)
        have.add(chosen)
        ready_roots = tuple(root for root, needs in left_roots if needs <= have)
        left_roots = [(root, needs) for root, needs in left_roots if not needs <= have]
        ready = tuple((c, negated) for c, negated, needs in left if needs <= have)
        left = [item for item in left if not item[2] <= have]
        yield _Stage(chosen, ready_roots, ready)


def _with_roots(table: Table, roots: Sequence[Root], unit: int) -> Table:
    """The rows in which every root is a multiple of 1/unit, with that multiple."""
    for root in roots:
        rows = len(next(iter(table.values())))
        scale = lcm(*(c.denominator for _, c in root.radicand.terms)) * unit ** _total_degree(root.radicand)
        values = _evaluate(root.radicand, table, unit, rows)
        # (unit·r)² = unit²·radicand
        sizes = [_whole_root(int(v) * unit**2, scale) for v in values]
        good = np.array([size is not None for size in sizes], dtype=np.bool_)
        table = {name: column[good] for name, column in table.items()}
        table[root.name] = np.array([size for size in sizes if size is not None], dtype=np.int64)
    return table


def _whole_root(value: int, scale: int) -> int | None:
    """√(value/scale), if it is a whole number."""
    quotient, rest = divmod(value, scale)
    if rest or quotient < 0 or isqrt(quotient) ** 2 != quotient:
        return None
    return isqrt(quotient)


@dataclass
class _Grid:
    """A search among the numbers n/unit, |n| ≤ height, in one dimension, for the smallest counterexample."""

    problem: Problem
    dimension: int
    height: int
    unit: int
    late: Callable[[], bool]
    beam: int | None = None
    """Follow only so many beginnings, the smallest."""
    irrational_lengths: bool = False
    """Leave all that speaks of lengths to the exact check at the end, which knows roots."""

    def __post_init__(self) -> None:
        steps = sorted(range(-self.height, self.height + 1), key=lambda v: (abs(v), -v))
        self.values = np.array(steps, dtype=np.int64)
        self.points = np.array(list(product(steps, repeat=self.dimension)), dtype=np.int64)
        self.stages = list(_stages(self.problem))
        if self.irrational_lengths:
            roots = {root.name for root in self.problem.roots}
            self.stages = [stage.without(roots) for stage in self.stages]
        self.best: tuple[tuple[int, tuple[int, ...]], Assignment] | None = None

    def smallest(self) -> Assignment | None:
        """The counterexample with the least sum of sizes."""
        constants = [c for p in (*self.problem.givens, self.problem.goal) for _, c in _whole_terms(p.polynomial)]
        if any(abs(c) > MAX_WHOLE for c in constants):
            return None
        self._extend(0, {}, 1)
        return self.best[1] if self.best else None

    def _extend(self, index: int, table: Table, rows: int) -> None:
        if self.late():
            return
        if index == len(self.stages):
            self._keep_smallest(table, rows)
            return
        stage = self.stages[index]
        choices = self.points if stage.variable.startswith("@") else self.values
        step = max(1, MAX_ROWS // len(choices))
        for start in range(0, rows, step):
            size = min(step, rows - start)
            longer = {n: np.repeat(c[start : start + step], len(choices), axis=0) for n, c in table.items()}
            longer[stage.variable] = np.tile(choices, (size, 1)) if choices.ndim > 1 else np.tile(choices, size)
            longer = _with_roots(longer, stage.roots, self.unit)
            for c, negated in stage.conditions:
                good = _satisfied(c, negated, longer, self.unit, len(longer[stage.variable]))
                longer = {name: column[good] for name, column in longer.items()}
            count = len(longer[stage.variable])
            if self.beam is not None and count > self.beam:
                kept = np.argsort(_sizes(longer, count), kind="stable")[: self.beam]
                longer, count = {name: column[kept] for name, column in longer.items()}, self.beam
            if count:
                self._extend(index + 1, longer, count)

    def _keep_smallest(self, table: Table, rows: int) -> None:
        sizes = _sizes(table, rows)
        # of equal size, positive numbers first: they are simpler
        columns = [-table[name].reshape(rows, -1) for name in sorted(table)]
        flat = np.concatenate([*columns, np.zeros((rows, 1), dtype=np.int64)], axis=1)
        for row in np.lexsort([*flat.T[::-1], sizes])[:MAX_CHECKED]:
            key = (int(sizes[row]), tuple(map(int, flat[row])))
            if self.late() or (self.best is not None and self.best[0] <= key):
                return
            names, unit = self.problem.names, self.unit
            numbers: dict[str, Exact] = {n: Fraction(int(table[n][row]), unit) for n in names("scalar")}
            vectors = {n: [Fraction(int(v), unit) for v in table["@" + n][row]] for n in names("vector")}
            found = checked(self.problem, numbers, vectors)
            if found is not None:
                self.best = key, found
                return


def _sizes(table: Table, rows: int) -> Column:
    """The sum of the sizes of all numbers, row by row."""
    total = np.zeros(rows, dtype=np.int64)
    for column in table.values():
        total = total + np.abs(column).reshape(rows, -1).sum(axis=1)
    return total


# --- the reals ------------------------------------------------------------------------------------


def _real_problem(problem: Problem, dimension: int) -> RealProblem:
    names = [f"s_{n}" for n in (*problem.names("scalar"), *(r.name for r in problem.roots))]
    names += [f"v_{n}_{i}" for n in problem.names("vector") for i in range(dimension)]

    def term(p: Polynomial) -> str:
        parts = []
        for monomial, c in p.terms:
            factors = [rational_text(c)]
            for atom, exponent in monomial:
                factors += [_atom_text(atom, dimension)] * exponent
            parts.append(f"(* {' '.join(factors)})" if len(factors) > 1 else factors[0])
        return f"(+ {' '.join(parts)} 0.0)"

    def text(c: Comparison) -> str:
        return f"({c.relation.value} {term(c.polynomial)} 0.0)"

    facts = [fact for root in problem.roots for fact in root.facts()]
    return RealProblem(names, [*map(text, (*facts, *problem.givens)), f"(not {text(problem.goal)})"])


def _atom_text(atom: Atom, dimension: int) -> str:
    if len(atom) == 1:
        return f"s_{atom[0]}"
    a, b = atom
    return f"(+ 0.0 {' '.join(f'(* v_{a}_{i} v_{b}_{i})' for i in range(dimension))})"


def _simple(value: Fraction) -> list[Fraction]:
    """Rationals near the value, simple ones first."""
    near = [Fraction(0), *(value.limit_denominator(d) for d in (1, 2, 4, 10, 100, 10**4))]
    return list(dict.fromkeys(near))


def real_counterexample(problem: Problem, dimension: int, deadline: float) -> Assignment | str:
    """A counterexample that Z3 finds and exact arithmetic confirms; else `unsat` (by Z3) or `unknown`."""

    def seconds() -> float:
        return deadline - time.monotonic()

    reals = _real_problem(problem, dimension)
    found = reals.solve({}, seconds())
    if isinstance(found, str):
        return found
    scalars = problem.names("scalar")
    coordinates = {n: [f"v_{n}_{i}" for i in range(dimension)] for n in problem.names("vector")}
    chosen: dict[str, Fraction] = {}
    for name in [*(c for several in coordinates.values() for c in several), *(f"s_{n}" for n in scalars)]:
        value, exact = found.get(name, (Fraction(0), True))
        for candidate in [*_simple(value), *([value] if exact else [])]:
            if seconds() <= 0:
                return "unknown"
            narrower = reals.solve({**chosen, name: candidate}, min(1.0, seconds()))
            if not isinstance(narrower, str):
                chosen[name], found = candidate, narrower
                break
        else:
            return "unknown"
    numbers: dict[str, Exact] = {n: chosen[f"s_{n}"] for n in scalars}
    vectors = {n: [chosen[c] for c in several] for n, several in coordinates.items()}
    return checked(problem, numbers, vectors) or "unknown"


# --- both -----------------------------------------------------------------------------------------


def _passed(moment: float) -> Callable[[], bool]:
    return lambda: time.monotonic() >= moment


@dataclass(frozen=True)
class Refutation:
    """What was found: a counterexample or none; `none_at_all` if Z3 says that there is none in any dimension."""

    counterexample: Assignment | None
    none_at_all: bool = False


def quick(problem: Problem, deadline: float) -> bool:
    """Whether a short look finds a counterexample among the numbers −1, 0, 1 in few dimensions."""
    return any(
        _Grid(problem, dimension, 1, 1, _passed(deadline), BEAM).smallest() is not None
        for dimension in problem.dimensions()
        if dimension <= MAX_EXHAUSTIVE_DIMENSION
    )


def _in_grids(problem: Problem, dimension: int, share: float) -> Assignment | None:
    """The smallest counterexample of the first grid that has one."""
    for height, unit in GRIDS:
        for beam in (None, BEAM):
            now = time.monotonic()
            end = now + min(SECONDS_FOR_A_GRID, (share - now) / 2)
            found = _Grid(problem, dimension, height, unit, _passed(end), beam).smallest()
            if found is not None:
                return found
            if time.monotonic() < end:
                break  # everything was tried
    return _irrational(problem, dimension, share) if problem.roots else None


def _irrational(problem: Problem, dimension: int, share: float) -> Assignment | None:
    """A small counterexample that may have an irrational length."""
    now = time.monotonic()
    end = _passed(now + min(SECONDS_FOR_A_GRID, (share - now) / 2))
    return _Grid(problem, dimension, 2, 1, end, irrational_lengths=True).smallest()


def refute(problem: Problem, deadline: float) -> Refutation:
    """A counterexample in the least dimension in which one is found before the deadline."""
    for dimension in problem.dimensions():
        share = time.monotonic() + (deadline - time.monotonic()) / 2
        if dimension <= MAX_EXHAUSTIVE_DIMENSION:
            found = _in_grids(problem, dimension, share)
            if found is not None:
                return Refutation(found)
        here = real_counterexample(problem, dimension, share)
        if isinstance(here, Assignment):
            return Refutation(here)
        if here == "unsat" and problem.is_general(dimension):
            return Refutation(None, none_at_all=True)
    return Refutation(None)
