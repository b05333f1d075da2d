"""The point of a polytope nearest to the origin, exactly: Wolfe's method in integers.

Every question of separability is a question about one polytope.  Let z_i = y_i·x_i.  The hull of the z_i holds
the origin exactly when no separator exists (Gordan); otherwise its nearest point p satisfies ⟨p,z_i⟩ ≥ ‖p‖² for
all i, so p separates, and no direction has a larger margin.  With a free offset the same holds for the sum of
two hulls, that of the z_i of one class and that of the other.

Termination.  A *corral* is an affinely independent set of vertices whose affine hull has its nearest point
strictly inside their convex hull.  Each major step moves from one corral to another with a strictly nearer
point, so none occurs twice, and there are finitely many.  Each minor step drops a vertex.  In exact arithmetic
nothing else can happen: there is no tolerance, no degeneracy and no limit on the number of steps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from flint import fmpq, fmpq_mat, fmpz, fmpz_mat

Vertex: TypeAlias = tuple[int, ...]
"""One generator of each group, by index; the vertex is their sum."""


class Polytope:
    """The sum, over the groups, of the hulls of their generators, in the metric Σ scale_j·a_j·b_j.

    The groups must be disjoint, the generators have integer coordinates and the scales be positive.
    """

    def __init__(
        self, generators: Sequence[Sequence[int]], groups: Sequence[Sequence[int]], scales: Sequence[int]
    ) -> None:
        self.generators = fmpz_mat(generators)
        self.groups = groups
        self.scales = scales
        plain = set(scales) == {1}
        self._dual = (
            self.generators
            if plain
            else fmpz_mat([[c * v for c, v in zip(scales, z, strict=True)] for z in generators])
        )

    def vectors(self, vertices: Sequence[Vertex]) -> fmpz_mat:
        """The coordinates of the vertices, one row each."""
        width = self.generators.ncols()
        rows = [[sum((self.generators[i, j] for i in v), fmpz(0)) for j in range(width)] for v in vertices]
        return fmpz_mat(rows)

    def gram(self, vectors: fmpz_mat) -> fmpz_mat:
        """All inner products of these vectors."""
        scaled = [[c * vectors[i, j] for j, c in enumerate(self.scales)] for i in range(vectors.nrows())]
        return fmpz_mat(scaled) * vectors.transpose()

    def scores(self, point: fmpz_mat) -> list[fmpz]:
        """⟨point, z_i⟩ for every generator."""
        return (self._dual * point.transpose()).entries()


@dataclass(frozen=True)
class Nearest:
    """The point is Σ weight·vertex, `total` times the nearest one; no vertex scores less than ‖point‖²/total."""

    weights: Mapping[Vertex, int]
    total: int
    point: tuple[int, ...]
    scores: tuple[int, ...]
    """⟨point, z_i⟩ for every generator."""

    @property
    def is_origin(self) -> bool:
        """The origin lies in the polytope."""
        return not any(self.point)


def nearest_point(polytope: Polytope, start: Mapping[Vertex, int], *, stop_at_separator: bool = False) -> Nearest:
    """The nearest point, found from any convex combination `start` (positive weights).

    With `stop_at_separator`, a point with ⟨point, z_i⟩ > 0 for all generators ends the search early.
    """
    corral = _independent(polytope, sorted(start, key=lambda v: -start[v]))
    weights = [fmpz(start[v]) for v in corral]
    while True:
        corral, weights, total = _shrink(polytope, corral, weights)
        vectors = polytope.vectors(corral)
        point = fmpz_mat([weights]) * vectors
        norm_sq = polytope.gram(point)[0, 0]
        scores = polytope.scores(point)
        lowest = tuple(min(group, key=lambda i: scores[i]) for group in polytope.groups)
        # Scores belong to total·p, so ‖p‖² ≤ ⟨p,v⟩ reads ‖point‖² ≤ total·⟨point,v⟩.
        optimal = norm_sq <= total * sum((scores[i] for i in lowest), fmpz(0))
        if optimal or (stop_at_separator and min(scores) > 0):
            return Nearest(
                {v: int(a) for v, a in zip(corral, weights, strict=True)},
                int(total),
                tuple(map(int, point.entries())),
                tuple(map(int, scores)),
            )
        corral, weights = [*corral, lowest], [*weights, fmpz(0)]


def _shrink(polytope: Polytope, corral: list[Vertex], weights: list[fmpz]) -> tuple[list[Vertex], list[fmpz], fmpz]:
    """From a point of an affinely independent set: walk to the set's nearest affine point, dropping vertices.

    A vertex of weight 0 is the one just added.  It scores below ‖p‖², so the way to the goal is towards it, and it
    is not the one that is dropped.
    """
    while True:
        goal = _affine_nearest(polytope, corral)
        if min(goal) > 0:
            return corral, goal, sum(goal, fmpz(0))
        here, there = sum(weights, fmpz(0)), sum(goal, fmpz(0))
        step = min(fmpq(a * there, a * there - m * here) for a, m in zip(weights, goal, strict=True) if m <= 0)
        moved = [a * there * (step.q - step.p) + m * here * step.p for a, m in zip(weights, goal, strict=True)]
        kept = [i for i, a in enumerate(moved) if a > 0]
        corral, weights = [corral[i] for i in kept], _reduced([moved[i] for i in kept])


def _affine_nearest(polytope: Polytope, corral: Sequence[Vertex]) -> list[fmpz]:
    """Integers in proportion to the affine coordinates of the affine hull's nearest point; their sum is > 0.

    With G the Gram matrix, G + 11ᵀ is that of the vertices lifted by one coordinate 1: it is regular exactly
    when they are affinely independent, and (G + 11ᵀ)u = 1 gives the coordinates u/Σu with Σu > 0.
    """
    gram = polytope.gram(polytope.vectors(corral))
    size = len(corral)
    lifted = fmpz_mat(size, size, [a + 1 for a in gram.entries()])
    ones = fmpq_mat(size, 1, [1] * size)
    numerators, _ = fmpq_mat(lifted).solve(ones).numer_denom()
    return _reduced(numerators.entries())


def _independent(polytope: Polytope, vertices: Sequence[Vertex]) -> list[Vertex]:
    """The first vertices that are affinely independent of the ones before them."""
    vectors = polytope.vectors(vertices)
    columns = fmpz_mat([[*(vectors[i, j] for j in range(vectors.ncols())), 1] for i in range(len(vertices))])
    reduced, _, rank = columns.transpose().rref()
    pivots = (next(j for j in range(len(vertices)) if reduced[i, j] != 0) for i in range(rank))
    return [vertices[j] for j in pivots]


def _reduced(values: Sequence[fmpz]) -> list[fmpz]:
    """The values without their common factor."""
    divisor = fmpz(0)
    for value in values:
        divisor = divisor.gcd(value)
    return [value // divisor for value in values]
