"""What a search may use beside the givens: norms, squares, Cauchy–Schwarz. Untrusted hints, each a theorem.

A sum of squares hides in a polynomial until someone completes the square; `completed` does that, exactly, for
quadratic forms, and the others propose sums and differences of two things.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations

from .kernel import Theorem, instantiate, norm
from .search import Search
from .terms import (
    Atom,
    Comparison,
    Monomial,
    Polynomial,
    Vector,
    inner,
    norm_sq,
    polynomial,
    scalar,
    vector,
    vectors,
)

MAX_HALVES = 16
MAX_ATOMS_PAIRED = 6
MAX_SUMS_PAIRED = 4
MAX_GRAM_NORMS = 600


# --- squares --------------------------------------------------------------------------------------


def _halves(p: Polynomial) -> list[Monomial]:
    """Monomials whose squares, or products with one another, may make up p."""
    found: dict[Monomial, None] = {}
    for monomial, _ in p.terms:
        if all(e % 2 == 0 for _, e in monomial):
            found[tuple((atom, e // 2) for atom, e in monomial)] = None
        if len(monomial) == 2 and all(e == 1 for _, e in monomial):
            found.update({((atom, 1),): None for atom, _ in monomial})
    if any(sum(e for _, e in m) == 1 for m, _ in p.terms):
        found[()] = None
        found.update({m: None for m, _ in p.terms if sum(e for _, e in m) == 1})
    return list(found)[:MAX_HALVES]


def _as_polynomial(monomial: Monomial) -> Polynomial:
    return Polynomial(((monomial, Fraction(1)),))


def atoms_of(comparisons: Iterable[Comparison]) -> list[Polynomial]:
    """Every number and every inner product that occurs, as a polynomial."""
    atoms = frozenset[Atom]().union(*(c.polynomial.atoms() for c in comparisons))
    return [_as_polynomial(((atom, 1),)) for atom in sorted(atoms)]


def squares_in(goal: Comparison, givens: Iterable[Comparison], written: Iterable[Polynomial]) -> list[Polynomial]:
    """Polynomials whose squares may be of use: written and completed squares, sides, sums and differences."""
    found = dict.fromkeys([*written, *completed(goal.polynomial)])
    for c in (goal, *givens):
        if 1 < len(c.polynomial.terms) <= 3:
            found[c.polynomial] = None
    atoms = atoms_of([goal])
    halves = [_as_polynomial(m) for m in _halves(goal.polynomial)]
    halves += [p for p in atoms if p not in halves and len(atoms) <= MAX_ATOMS_PAIRED]
    for p, q in combinations(halves, 2):
        found.update({p - q: None, p + q: None})
    return list(found)


def completed(p: Polynomial) -> list[Polynomial]:
    """The squares that p is a sum of, with positive weights, if p is a quadratic form in its halves."""
    halves = _halves(p)
    size = len(halves)
    form = [[Fraction(0)] * size for _ in range(size)]
    left = dict(p.terms)
    for i in range(size):
        for j in range(i, size):
            ((product, _),) = (_as_polynomial(halves[i]) * _as_polynomial(halves[j])).terms
            c = left.pop(product, Fraction(0))
            form[i][j] = form[j][i] = c if i == j else c / 2
    if left:
        return []
    rows = eliminated(form)
    if rows is None:
        return []
    return [
        sum((c * _as_polynomial(h) for c, h in zip(row, halves, strict=True) if c), polynomial(0)) for row in rows
    ]


def eliminated(form: list[list[Fraction]]) -> list[list[Fraction]] | None:
    """Rows l with form = Σ d·l·lᵀ and d > 0, by elimination; None if the form is negative somewhere."""
    rest, rows = [row[:] for row in form], []
    for i in range(len(form)):
        pivot = rest[i][i]
        if pivot == 0 and any(rest[i]):
            return None
        if pivot < 0:
            return None
        if pivot == 0:
            continue
        row = [c / pivot for c in rest[i]]
        rows.append(row)
        rest = [[c - pivot * row[a] * row[b] for b, c in enumerate(line)] for a, line in enumerate(rest)]
    return rows


# --- norms ----------------------------------------------------------------------------------------


def norms_for(names: Sequence[str], written: Iterable[Vector], goal: Comparison) -> list[Theorem]:
    """‖v‖² ≥ 0 for the variables, for vectors whose length is written, and for squares in the goal."""
    wanted = dict.fromkeys([*map(vector, names), *(v for v in written if v.coefficients)])
    form = [[_constant(goal.polynomial, m, n) / (1 if m == n else 2) for n in names] for m in names]
    for sign in (1, -1):
        for row in eliminated([[sign * c for c in line] for line in form]) or ():
            total = vector(names[0]) * 0
            for c, name in zip(row, names, strict=True):
                total = total + vector(name) * c
            wanted[total] = None
    return [norm(v) for v in wanted]


def _constant(p: Polynomial, m: str, n: str) -> Fraction:
    """The coefficient of ⟨m,n⟩ alone."""
    return dict(p.terms).get(((((m, n) if m <= n else (n, m)), 1),), Fraction(0))


def gram_norms(names: Sequence[str], weights: Sequence[Polynomial], deadline: float) -> Iterator[Theorem]:
    """‖p·a ± q·b‖² ≥ 0 for pairs of variables and of weights, 1 among them, while there is time."""
    made = 0
    weights = [polynomial(1), *weights]
    for a, b in combinations(map(vector, names), 2):
        for p in weights:
            for q in weights:
                for v in (p * a - q * b, p * a + q * b):
                    if made >= MAX_GRAM_NORMS or time.monotonic() >= deadline:
                        return
                    made += 1
                    yield norm(v)


# --- Cauchy–Schwarz -------------------------------------------------------------------------------


def _projections(a: Vector, b: Vector) -> Iterator[Theorem]:
    """‖v‖² ≥ 0 for what is left of one vector when its part along the other is taken away, or something like it."""
    for u, v in ((a, b), (b, a)):
        yield norm(u - inner(u, v) * v)
        yield norm(norm_sq(v) * u - inner(u, v) * v)


@cache
def _cauchy_schwarz() -> Theorem | None:
    """⊢ ‖a‖²‖b‖² − ⟨a,b⟩² ≥ 0, by the search itself."""
    a, b = vectors("a b")
    goal = norm_sq(a) * norm_sq(b) >= inner(a, b) ** 2
    search = Search(goal, [norm(a), norm(b)], gram=lambda _: list(_projections(a, b)), name="Cauchy–Schwarz")
    return search.proof(time.monotonic() + 10)


def cauchy_schwarz(left: Vector, right: Vector) -> list[Theorem]:
    """⊢ ‖left‖²‖right‖² − ⟨left,right⟩² ≥ 0."""
    a, b = vectors("a b")
    found = _cauchy_schwarz()
    return [] if found is None else [instantiate(found, {a: left, b: right})]


def pairs_lemma(names: Sequence[str], written: Iterable[Vector]) -> list[Theorem]:
    """Cauchy–Schwarz for each pair of the vector variables, and of the vectors whose length is written."""
    pairs = dict.fromkeys(combinations(map(vector, names), 2))
    sums = list(dict.fromkeys(v for v in written if v.coefficients))[:MAX_SUMS_PAIRED]
    pairs |= dict.fromkeys(combinations(sums, 2))
    return [fact for left, right in pairs for fact in cauchy_schwarz(left, right)]


def lengths_lemma(
    left: Vector, right: Vector, lengths: tuple[str, str], facts: Sequence[Theorem], deadline: float
) -> list[Theorem]:
    """|left|·|right| ± ⟨left,right⟩ ≥ 0, from the facts that define the two lengths."""
    r, s = map(scalar, lengths)
    known = [*facts, *cauchy_schwarz(left, right)]
    goals = [r * s + inner(left, right) >= 0, r * s - inner(left, right) >= 0]
    proofs = [Search(goal, known, name="Cauchy–Schwarz for lengths").proof(deadline) for goal in goals]
    return [proof for proof in proofs if proof is not None]
