"""Finding certificates. Untrusted: a certificate that the kernel refuses is not returned.

To prove p ≥ 0 from facts, suppose −p > 0 and look for a sum of products of facts, of that negation and of
squares that cancels to zero although one product is positive: a linear problem in the coefficients of the
products, solved exactly. The products come in rounds, small ones first, so that the certificate found is one
that a reader can follow; then every product that is not needed is dropped.

What it may use beside the facts given is proposed by `ingredients.py`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import lcm
from typing import Final, TypeAlias

from .certificates import NEGATION, Multiple, Product
from .kernel import Theorem, certificate, ring
from .solver import nonnegative_solution
from .terms import (
    Atom,
    Comparison,
    KernelError,
    Monomial,
    Polynomial,
    Relation,
)

Packed: TypeAlias = int  # a monomial: eight bits for the exponent of each atom, so that products are sums
Sparse: TypeAlias = dict[Packed, int]

_BITS: Final = 8
MAX_DEGREE: Final = 14
MAX_COLUMNS: Final = 12_000
MAX_MULTIPLIED: Final = 60
MAX_MULTIPLES: Final = 3000
MAX_ENTRIES: Final = 60_000


# --- polynomials for quick multiplication ---------------------------------------------------------


class _Packing:
    """Atoms at places, and polynomials with whole coefficients over them."""

    def __init__(self, atoms: Iterable[Atom]) -> None:
        self.atoms = sorted(atoms)
        self.place = {atom: _BITS * i for i, atom in enumerate(self.atoms)}
        self.high = sum(1 << (_BITS * i + _BITS - 1) for i in range(len(self.atoms)))

    def pack(self, p: Polynomial) -> tuple[Sparse, int]:
        """(s·p, s) for the least s > 0 that makes the coefficients whole."""
        s = lcm(*(c.denominator for _, c in p.terms))
        return {sum(e << self.place[a] for a, e in monomial): int(c * s) for monomial, c in p.terms}, s

    def unpack(self, p: Mapping[Packed, int | Fraction]) -> Polynomial:
        terms = [(self.monomial(m), Fraction(c)) for m, c in p.items() if c]
        return Polynomial(tuple(sorted(terms)))

    def monomial(self, m: Packed) -> Monomial:
        exponents = ((atom, m >> shift & (1 << _BITS) - 1) for atom, shift in self.place.items())
        return tuple((atom, e) for atom, e in exponents if e)

    def divides(self, divisor: Packed, m: Packed) -> bool:
        return ((m | self.high) - divisor) & self.high == self.high

    def degree(self, m: Packed) -> int:
        return sum(m.to_bytes(len(self.atoms) + 1, "little"))


def _times(p: Sparse, q: Sparse) -> Sparse:
    product: Sparse = {}
    for m, a in p.items():
        for n, b in q.items():
            product[m + n] = product.get(m + n, 0) + a * b
    return {m: c for m, c in product.items() if c}


# --- the linear problem ---------------------------------------------------------------------------


@dataclass(frozen=True)
class _Factor:
    """A fact p ≥ 0 or p > 0, or the negation of the goal: s·p with whole coefficients."""

    position: int
    sparse: Sparse
    scale: int
    strict: bool


@dataclass(frozen=True)
class _Column:
    """A product of factors and of one square, multiplied out."""

    factors: tuple[_Factor, ...]
    square: Sparse | None
    sparse: Sparse

    @property
    def strict(self) -> bool:
        return self.square is None and all(f.strict for f in self.factors)


@dataclass(frozen=True)
class _FreeColumn:
    """A monomial times an equation."""

    monomial: Packed
    equation: _Factor
    sparse: Sparse


@dataclass(frozen=True)
class _Solution:
    products: tuple[tuple[Fraction, _Column], ...]
    multiples: tuple[tuple[Fraction, _FreeColumn], ...]


def _useful(columns: list[_Column], free: list[_FreeColumn]) -> tuple[list[_Column], list[_FreeColumn]]:
    """Without the columns that must be zero because some monomial of theirs has nothing to cancel with."""
    while True:
        signs: dict[Packed, set[int]] = {}
        owners: dict[Packed, int] = {}
        for column in columns:
            for m, a in column.sparse.items():
                signs.setdefault(m, set()).add(1 if a > 0 else -1)
        for multiple in free:
            for m in multiple.sparse:
                owners[m] = owners.get(m, 0) + 1

        def cancels(m: Packed, signs: dict[Packed, set[int]] = signs, owners: dict[Packed, int] = owners) -> bool:
            return m in owners or len(signs[m]) == 2

        kept = [c for c in columns if all(cancels(m) for m in c.sparse)]
        kept_free = [f for f in free if all(owners[m] > 1 or m in signs for m in f.sparse)]
        if len(kept) == len(columns) and len(kept_free) == len(free):
            return columns, free
        columns, free = kept, kept_free


def _solve(columns: list[_Column], free: list[_FreeColumn], seconds: float) -> _Solution | None:
    columns, free = _useful(columns, free)
    positive = [i for i, c in enumerate(columns) if c.strict]
    polynomials = [*(c.sparse for c in columns), *(f.sparse for f in free)]
    if not positive or sum(map(len, polynomials)) > MAX_ENTRIES:
        return None
    rows: dict[Packed, list[tuple[int, int]]] = {}
    for i, sparse in enumerate(polynomials):
        for m, a in sparse.items():
            rows.setdefault(m, []).append((i, a))
    values = nonnegative_solution(rows.values(), len(columns), len(free), positive, seconds)
    if values is None:
        return None
    return _Solution(
        tuple((v, c) for v, c in zip(values, columns, strict=False) if v),
        tuple((v, f) for v, f in zip(values[len(columns) :], free, strict=True) if v),
    )


def _shortened(solution: _Solution, seconds: Callable[[], float]) -> _Solution:
    """The solution with one product after another left out, as long as something remains."""
    for _, dropped in sorted(solution.products, key=lambda pair: -len(pair[1].sparse)):
        if seconds() <= 0:
            break
        columns = [c for _, c in solution.products if c is not dropped]
        if len(columns) < len(solution.products):
            solution = _solve(columns, [f for _, f in solution.multiples], seconds()) or solution
    return solution


# --- the search -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Round:
    """Which products are tried together."""

    factors: int
    beside_squares: int
    """How many factors a product with a square may have."""
    negation_multiplied: bool = False
    squares: bool = False
    """Whether the proposed squares are used, or the squares of atoms only."""
    lemmas: bool = False
    gram: bool = False


_ROUNDS: Final = (
    _Round(1, 0),
    _Round(1, 0, squares=True),
    _Round(2, 0, squares=True),
    _Round(2, 1, negation_multiplied=True, squares=True),
    _Round(1, 1, lemmas=True),
    _Round(2, 1, lemmas=True, squares=True),
    _Round(2, 1, lemmas=True, squares=True, negation_multiplied=True),
    _Round(1, 1, gram=True),
    _Round(3, 1, gram=True, negation_multiplied=True),
    _Round(3, 1, lemmas=True, squares=True),
    _Round(3, 2, lemmas=True, squares=True, negation_multiplied=True),
    _Round(3, 3, lemmas=True, squares=True, negation_multiplied=True),
    _Round(2, 1, gram=True, lemmas=True, squares=True, negation_multiplied=True),
)


@dataclass
class Search:
    """A search for one goal, round after round; asked again, `proof` goes on with the next round."""

    goal: Comparison
    facts: Sequence[Theorem]
    lemmas: Callable[[float], Sequence[Theorem]] = lambda _: ()
    """Facts that hold anyway, made before the deadline and tried later than those that are given."""
    gram: Callable[[float], Sequence[Theorem]] = lambda _: ()
    """Many norms, tried last; a product has at most one of them."""
    squares: Sequence[Polynomial] = ()
    """Polynomials whose squares are tried."""
    name: str = "step"
    rounds: list[_Round] = field(default_factory=lambda: list(_ROUNDS))

    def __post_init__(self) -> None:
        self._lemmas, self._gram = cache(self.lemmas), cache(self.gram)

    def proof(self, deadline: float) -> Theorem | None:
        """A theorem facts ⊢ goal, if one is found before the deadline."""
        if self.goal.relation is Relation.ZERO:
            return self._equation(deadline)
        while self.rounds and time.monotonic() < deadline:
            found = self._try(self.rounds.pop(0), deadline)
            if found is not None:
                return found
        return None

    def _seconds(self, deadline: float) -> float:
        return deadline - time.monotonic()

    def _try(self, round_: _Round, deadline: float) -> Theorem | None:
        gram = self._gram(deadline) if round_.gram else ()
        facts = [*self.facts, *(self._lemmas(deadline) if round_.lemmas else ()), *gram]
        comparisons = [comparison_of(fact) for fact in facts]
        atoms = frozenset[Atom]().union(*(c.polynomial.atoms() for c in (self.goal, *comparisons)))
        packing = _Packing(atoms)
        factors, equations = self._factors(packing, comparisons)
        squares = [packing.pack(p)[0] for p in self.squares if p.atoms() <= atoms] if round_.squares else []
        few = [f for f in factors if f.position < len(facts) - len(gram)]
        many = [f for f in factors if f not in few]
        columns = list(_columns(packing, (few, many), squares, round_, lambda: time.monotonic() >= deadline))
        free = list(_multiples(packing, columns, equations))
        solution = _solve(columns, free, self._seconds(deadline))
        if solution is None:
            return None
        return self._certificate(packing, facts, _shortened(solution, lambda: self._seconds(deadline)))

    def _factors(self, packing: _Packing, comparisons: Sequence[Comparison]) -> tuple[list[_Factor], list[_Factor]]:
        factors: list[_Factor] = []
        equations: list[_Factor] = []
        for position, c in enumerate(comparisons):
            factor = _Factor(position, *packing.pack(c.polynomial), strict=c.relation is Relation.POSITIVE)
            (equations if c.relation is Relation.ZERO else factors).append(factor)
        negated = packing.pack(-self.goal.polynomial)
        return [_Factor(NEGATION, *negated, strict=self.goal.relation is Relation.NONNEGATIVE), *factors], equations

    def _certificate(self, packing: _Packing, facts: Sequence[Theorem], solution: _Solution) -> Theorem | None:
        """The kernel's word on the solution, scaled so that the negated goal stands by itself."""
        unit = next(
            (v * c.factors[0].scale for v, c in solution.products if _is_plain_negation(c)),
            solution.products[0][0],
        )
        products, used = [], {p.position for _, c in solution.products for p in c.factors}
        used |= {f.equation.position for _, f in solution.multiples}
        order = {position: i for i, position in enumerate(sorted(used - {NEGATION}))}
        order[NEGATION] = NEGATION
        for value, column in sorted(solution.products, key=lambda pair: not _is_plain_negation(pair[1])):
            coefficient = value / unit
            for factor in column.factors:
                coefficient *= factor.scale
            squares = () if column.square is None else (packing.unpack(column.square),)
            places = tuple(order[factor.position] for factor in column.factors)
            products.append(Product(coefficient, places, squares))
        multipliers: dict[int, dict[Packed, Fraction]] = {}
        for value, multiple in solution.multiples:
            place = order[multiple.equation.position]
            weights = multipliers.setdefault(place, {})
            weights[multiple.monomial] = value / unit * multiple.equation.scale
        multiples = [Multiple(packing.unpack(weights), place) for place, weights in multipliers.items()]
        chosen = [facts[position] for position in sorted(used - {NEGATION})]
        try:
            return certificate(self.name, self.goal, chosen, products, multiples)
        except KernelError:
            return None

    def _equation(self, deadline: float) -> Theorem | None:
        """An equation as a combination of equations, by the ring alone."""
        comparisons = [comparison_of(fact) for fact in self.facts]
        places = [i for i, c in enumerate(comparisons) if c.relation is Relation.ZERO]
        packing = _Packing(frozenset[Atom]().union(*(c.polynomial.atoms() for c in (self.goal, *comparisons))))
        target, scale = packing.pack(self.goal.polynomial)
        if not target:
            return ring(self.name, self.goal)
        equations = [_Factor(i, *packing.pack(comparisons[i].polynomial), strict=False) for i in places]
        goal = _Column((), None, {m: -a for m, a in target.items()})
        free = list(_multiples(packing, [goal], equations))
        solution = _solve([goal], free, self._seconds(deadline))
        if solution is None:
            return None
        ((unit, _),) = solution.products
        weights: dict[int, dict[Packed, Fraction]] = {}
        for value, multiple in solution.multiples:
            weight = value / unit * multiple.equation.scale / scale
            weights.setdefault(multiple.equation.position, {})[multiple.monomial] = weight
        used = sorted(weights)
        try:
            return ring(
                self.name,
                self.goal,
                [self.facts[i] for i in used],
                [Multiple(packing.unpack(weights[i]), place) for place, i in enumerate(used)],
            )
        except KernelError:
            return None


def _is_plain_negation(column: _Column) -> bool:
    return column.square is None and [f.position for f in column.factors] == [NEGATION]


def comparison_of(fact: Theorem) -> Comparison:
    """What the theorem concludes, which must be a comparison."""
    conclusion = fact.conclusion
    if not isinstance(conclusion, Comparison):
        raise KernelError(f"{conclusion} is not a comparison")
    return conclusion


def _choices(few: Sequence[_Factor], many: Sequence[_Factor], size: int) -> Iterator[tuple[_Factor, ...]]:
    """So many factors, at most one of them among the many."""
    yield from combinations_with_replacement(few, size)
    if size:
        for chosen in combinations_with_replacement(few, size - 1):
            for one in many:
                yield *chosen, one


def _columns(
    packing: _Packing,
    factors: tuple[Sequence[_Factor], Sequence[_Factor]],
    proposed: Sequence[Sparse],
    round_: _Round,
    late: Callable[[], bool],
) -> Iterator[_Column]:
    """The products of the round, those of few factors first."""
    atoms: list[Sparse] = [{1 << shift: 1} for shift in packing.place.values()]
    bare = [*proposed, *(_times(a, p) for a in atoms for p in proposed[:MAX_MULTIPLIED])]
    made = 0
    for size in range(round_.factors + 1):
        for chosen in _choices(*factors, size):
            if size > 1 and not round_.negation_multiplied and any(f.position == NEGATION for f in chosen):
                continue
            product: Sparse = {0: 1}
            for factor in chosen:
                product = _times(product, factor.sparse)
            squares: list[Sparse | None] = [None]
            squares += atoms if size <= round_.beside_squares else []
            squares += bare if size == 0 else []
            squares += proposed[:MAX_MULTIPLIED] if size == 1 < round_.beside_squares else []
            for square in squares:
                whole = product if square is None else _times(product, _times(square, square))
                if made >= MAX_COLUMNS or late():
                    return
                column = _Column(chosen, square, whole)
                # a product that is 0 is of use only where it should be positive
                if (whole or column.strict) and max(map(packing.degree, whole), default=0) <= MAX_DEGREE:
                    made += 1
                    yield column


def _multiples(
    packing: _Packing, columns: Sequence[_Column], equations: Sequence[_Factor]
) -> Iterator[_FreeColumn]:
    """Monomials times equations, so that each has a monomial in common with what is there."""
    if not equations:
        return
    seen: set[tuple[int, Packed]] = set()
    frontier = {m for column in columns for m in column.sparse}
    for _ in range(3):
        fresh: set[Packed] = set()
        for equation in equations:
            for m in frontier:
                for t in equation.sparse:
                    if not t or not packing.divides(t, m) or (equation.position, m - t) in seen:
                        continue
                    seen.add((equation.position, m - t))
                    if len(seen) > MAX_MULTIPLES:
                        return
                    product = {m - t + n: a for n, a in equation.sparse.items()}
                    fresh |= product.keys() - frontier
                    yield _FreeColumn(m - t, equation, product)
        frontier = fresh
