"""What the judges share: evidence from the kernel, exhaustive families of small data, exact runs.

The families are small and complete on purpose: ties, zero vectors, repeated and contradictory examples and data
of one class are all in them, because nothing is left out.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import prod
from typing import TypeAlias, TypeVar

from proofs.claims.claim import ClaimError, Counterexample, Evidence, smallest_failure
from proofs.registry import all_statements
from verified_perceptron.conventions import PRESETS, ConstantRate, Conventions, GivenStart, Tie, is_mistake
from verified_perceptron.data import Dataset
from verified_perceptron.exact import Number, Root, Vector, dot, norm_sq, number_text
from verified_perceptron.invariants import Level
from verified_perceptron.logic import (
    Comparison,
    KernelError,
    Polynomial,
    Reachable,
    Theorem,
    equal,
    scalar,
    scalars,
    vectors,
)
from verified_perceptron.logic import norm_sq as length_sq
from verified_perceptron.logic.tactics import Part, by_sum, refute
from verified_perceptron.run import Outcome, Run, run
from verified_perceptron.trace import Event, Update

# --- evidence from the kernel ---------------------------------------------------------------------

K, GAMMA, RADIUS, LABEL, TARGET, OUTPUT, ETA = scalars("k gamma R y t o eta")
W, X, U, H, V = vectors("w x u h v")
"""The variables of the theorems of `proofs/`, by the same names."""


def kernel_theorem(id_: str) -> Theorem:
    """The theorem of the statement with this id."""
    for statement in all_statements():
        if statement.id == id_:
            return statement.theorem
    raise ClaimError(f"there is no theorem {id_}")


def theorem(shows: str, id_: str, concludes: Comparison) -> Evidence:
    """A theorem of the project; it must conclude what the judge relies on."""
    conclusion = kernel_theorem(id_).conclusion
    if conclusion != concludes:
        raise ClaimError(f"{id_} concludes {conclusion}, not {concludes}")
    return Evidence("kernel theorem", f"{shows} [{id_}]")


def proved(shows: str, result: Theorem, goal: Comparison, given: Iterable[Comparison] = ()) -> Evidence:
    """A theorem made for this claim: it concludes the goal from the given comparisons and no others."""
    assumed = {h for h in result.hypotheses if not isinstance(h, Reachable)}
    if result.conclusion != goal or assumed != set(given):
        raise ClaimError(f"to show that {shows}, {goal} was to be proved, not {result}")
    return Evidence("kernel theorem", shows)


def proof(shows: str, goal: Comparison, parts: Iterable[Part], given: Iterable[Comparison] = ()) -> Evidence:
    """The left side of the goal is the sum of the parts, which assume what is given and nothing else."""
    try:
        return proved(shows, by_sum(shows, goal, parts), goal, given)
    except KernelError as error:
        raise ClaimError(f"the kernel does not accept that {shows}: {error}") from None


def refutation(shows: str, goal: Comparison, parts: Iterable[Part], given: Iterable[Comparison] = ()) -> Evidence:
    """The parts, the negation of the goal among them, add up to zero although one of them is positive."""
    try:
        return proved(shows, refute(shows, goal, parts), goal, given)
    except KernelError as error:
        raise ClaimError(f"the kernel does not accept that {shows}: {error}") from None


def identity(shows: str, left: Polynomial, right: Polynomial | Number) -> Evidence:
    """Both sides are one polynomial, in scalars and inner products of any dimension."""
    return Evidence("identity", proof(shows, equal(left, right), ()).shows)


# --- determinants: linear dependence without division -----------------------------------------------

Matrix: TypeAlias = Sequence[Sequence[Polynomial]]


def _is_even(order: Sequence[int]) -> bool:
    return sum(a > b for a, b in itertools.combinations(order, 2)) % 2 == 0


def determinant(rows: Matrix) -> Polynomial:
    """The determinant, by its definition."""
    size = range(len(rows))
    return sum(
        (
            (1 if _is_even(order) else -1) * prod((rows[i][order[i]] for i in size), start=scalar("one") ** 0)
            for order in itertools.permutations(size)
        ),
        start=scalar("one") * 0,
    )


def coordinates(count: int, dimension: int, *, fold: bool) -> list[list[Polynomial]]:
    """That many points with unknown coordinates, one row each, with a last coordinate 1 if folded."""
    one = [scalar("one") ** 0] if fold else []
    return [[scalar(f"p{i}c{j}") for j in range(dimension)] + one for i in range(count)]


def dependence(shows: str, rows: Matrix) -> Evidence:
    """d+1 rows of length d: Σ λ_i row_i = 0, with λ_i = ± the determinant of the other rows."""
    multipliers = [(-1) ** i * determinant([row for j, row in enumerate(rows) if j != i]) for i in range(len(rows))]
    sums = [
        sum((m * row[j] for m, row in zip(multipliers, rows, strict=True)), start=scalar("one") * 0)
        for j in range(len(rows[0]))
    ]
    for total in sums:
        identity(shows, total, 0)
    return Evidence("identity", shows)


def interpolation(shows: str, rows: Matrix) -> Evidence:
    """d rows of length d: a combination of cofactors takes the value label_i · determinant at row i."""
    n = len(rows)
    labels = [scalar(f"label{i}") for i in range(n)]

    def replaced(j: int) -> Polynomial:
        """Cramer: the determinant with column j replaced by the labels."""
        return determinant([[labels[i] if c == j else rows[i][c] for c in range(n)] for i in range(n)])

    weights = [replaced(j) for j in range(n)]
    for i in range(n):
        value = sum((rows[i][j] * weights[j] for j in range(n)), start=scalar("one") * 0)
        identity(shows, value, labels[i] * determinant(rows))
    return Evidence("identity", shows)


# --- families of small instances --------------------------------------------------------------------

Point: TypeAlias = tuple[int, ...]
Case = TypeVar("Case")
SIGNS = (1, -1)


def _size(v: Point) -> tuple[int, int, Point]:
    lengths = [abs(c) for c in v]
    return max(lengths), sum(lengths), tuple(-c for c in v)


def grid(dimension: int, size: int) -> list[Point]:
    """All integer vectors with coordinates up to this size, small ones first."""
    return sorted(itertools.product(range(-size, size + 1), repeat=dimension), key=_size)


def tuples(dimension: int, count: int, size: int) -> list[tuple[Point, ...]]:
    """All lists of so many vectors of the grid, small ones first: by the largest coordinate, then by their sum."""
    cuts = range(0, dimension * count, dimension)
    return [tuple(v[i : i + dimension] for i in cuts) for v in grid(dimension * count, size)]


def line(size: int) -> list[int]:
    """0, 1, −1, 2, −2, … up to this size."""
    return [v for (v,) in grid(1, size)]


def labelled(*examples: tuple[Sequence[object], int]) -> Dataset:
    """The data set of these labelled points."""
    return Dataset.of([x for x, _ in examples], [y for _, y in examples])


def positive(*points: Sequence[object]) -> Dataset:
    """The data set of these points, all labelled +1."""
    return Dataset.of(points, [1] * len(points))


def data_sets(dimension: int, count: int, size: int) -> Iterator[Dataset]:
    """All data sets of so many labelled points of the grid, in every order, small ones first."""
    for points in tuples(dimension, count, size):
        for labels in itertools.product(SIGNS, repeat=count):
            yield labelled(*zip(points, labels, strict=True))


@cache
def small_data() -> tuple[Dataset, ...]:
    """All data sets of one or two examples on the line (up to ±2) and in the plane (up to ±1)."""
    return tuple(
        data for dimension, size in ((1, 2), (2, 1)) for n in (1, 2) for data in data_sets(dimension, n, size)
    )


@cache
def separable_data() -> tuple[Dataset, ...]:
    """Those of them that a hyperplane through the origin separates strictly."""
    return tuple(data for data in small_data() if separator_of(data) is not None)


@cache
def inseparable_data() -> tuple[Dataset, ...]:
    """The others; each comes with multipliers that cancel (T6), as a run has found them."""
    return tuple(data for data in small_data() if separator_of(data) is None)


@cache
def drawn_data(count: int = 200, seed: int = 11) -> tuple[Dataset, ...]:
    """Separable data drawn from the seed: 2 to 4 dimensions, up to 7 examples, short separators."""
    draw = random.Random(seed)
    found: list[Dataset] = []
    while len(found) < count:
        dimension = draw.randint(2, 4)
        u = [draw.randint(-3, 3) for _ in range(dimension)]
        points = [[draw.randint(-4, 4) for _ in range(dimension)] for _ in range(draw.randint(1, 7))]
        scored = [(x, dot(u, x)) for x in points if dot(u, x)]
        if scored:
            found.append(labelled(*((x, 1 if s > 0 else -1) for x, s in scored)))
    return tuple(found)


def show_vector(v: Sequence[Number]) -> str:
    """`3` or `(1, −2)`."""
    texts = [number_text(c).replace("-", "−") for c in v]
    return texts[0] if len(texts) == 1 else f"({', '.join(texts)})"


def show(data: Dataset) -> str:
    """`{(1, −2) is +, (0, 1) is −}`."""
    pairs = zip(data.points, data.labels, strict=True)
    return "{" + ", ".join(f"{show_vector(x)} is {'+' if y > 0 else '−'}" for x, y in pairs) + "}"


# --- exact runs -------------------------------------------------------------------------------------

P7, P8, P9, P12 = (PRESETS[name] for name in ("P7", "P8", "P9", "P12"))


def go(data: Dataset, conventions: Conventions = P12) -> Run:
    """A run without monitors: what is shown is checked by the judge."""
    return run(data, conventions, contracts=Level.OFF)


def started(conventions: Conventions, *weights: Number) -> Conventions:
    """The same, from these weights."""
    return replace(conventions, start=GivenStart(tuple(Fraction(v) for v in weights)))


def with_rate(conventions: Conventions, rate: Number) -> Conventions:
    """The same, at this constant rate."""
    return replace(conventions, rate=ConstantRate(Fraction(rate)))


def strict(conventions: Conventions) -> Conventions:
    """The same, with ties taken as correct: only y⟨w,x⟩ < 0 is a mistake."""
    return replace(conventions, tie=Tie.CORRECT)


def updates_of(data: Dataset, conventions: Conventions = P12) -> list[Update]:
    """All updates of a run."""
    seen: list[Update] = []

    def see(event: Event) -> None:
        if isinstance(event, Update):
            seen.append(event)

    run(data, conventions, contracts=Level.OFF, on_event=see)
    return seen


def weights_of(data: Dataset, conventions: Conventions = P12) -> list[tuple[Fraction, ...]]:
    """w₀, w₁, …, in the data's units."""
    first = go(data, conventions).problem
    states = [first.start.weights, *(update.weights for update in updates_of(data, conventions))]
    return [tuple(Fraction(v) / first.weight_scale for v in weights) for weights in states]


@cache
def separator_of(data: Dataset) -> tuple[Fraction, ...] | None:
    """Weights that separate the data strictly, or None if a cycle proves that there are none (T6)."""
    answer = go(data)
    if answer.outcome is Outcome.CYCLED:
        return None
    if not answer.separates:
        raise ClaimError(f"the run on {show(data)} neither separates nor cycles")
    return answer.hypothesis.weights


@cache
def points_of(data: Dataset) -> tuple[Vector, ...]:
    """The points x_i, as integers where they are: that is much faster than fractions."""
    return tuple(x for x, _ in data.examples) if data.denominator == 1 else tuple(data.points)


@cache
def signed(data: Dataset) -> tuple[Vector, ...]:
    """z_i = y_i·x_i."""
    return tuple(tuple(y * v for v in x) for x, y in zip(points_of(data), data.labels, strict=True))


def least_margin(data: Dataset, weights: Sequence[Number]) -> Number:
    """min y⟨w,x⟩."""
    return min(dot(weights, z) for z in signed(data))


def distance_margin(data: Dataset, weights: Sequence[Number]) -> Root:
    """min y⟨w,x⟩/‖w‖."""
    return Root.quotient(least_margin(data, weights), norm_sq(weights))


def within_bound(data: Dataset, updates: Number, separator: Sequence[Number] | None = None) -> bool:
    """kγ² ≤ R²‖u‖² for a separator u, the one that the perceptron finds if none is given."""
    u = separator_of(data) if separator is None else separator
    if u is None:
        raise ClaimError(f"{show(data)} has no separator")
    return updates * least_margin(data, u) ** 2 <= data.radius_sq * norm_sq(u)


def mistakes(data: Dataset, weights: Sequence[Number], tie: Tie = Tie.MISTAKE) -> list[int]:
    """Which examples the weights get wrong, under this tie rule."""
    pairs = enumerate(zip(points_of(data), data.labels, strict=True))
    return [i for i, (x, y) in pairs if is_mistake(tie, y, dot(weights, x))]


def smallest(
    instances: Iterable[Case], statement: Callable[[Case], bool], tell: Callable[[Case], str]
) -> Counterexample:
    """The first instance on which the statement fails, told with a proper minus sign."""
    return smallest_failure(instances, statement, lambda case: re.sub(r"-(?=\d)", "−", tell(case)))


def smallest_data(
    instances: Iterable[Dataset], statement: Callable[[Dataset], bool], says: str = ""
) -> Counterexample:
    """The first data set on which the statement fails."""
    return smallest(instances, statement, lambda data: show(data) + says)


# --- bounds -----------------------------------------------------------------------------------------

NOVIKOFF_BOUND = RADIUS**2 * length_sq(U) >= GAMMA**2 * K
START_BOUND = ETA**2 * RADIUS**2 * length_sq(U) + 2 * ETA * GAMMA * scalar("d") >= K * (ETA * GAMMA) ** 2
"""The conclusions of T1 and T2; d stands for ‖u‖‖w₀‖."""


def within_start_bound(
    data: Dataset, updates: int, start: Sequence[Number], rate: Number, separator: Sequence[Number]
) -> bool:
    """k(ηγ)² ≤ η²R²‖u‖² + 2ηγ‖u‖‖w₀‖."""
    gamma, u_sq = least_margin(data, separator), norm_sq(separator)
    excess = updates * (rate * gamma) ** 2 - rate**2 * data.radius_sq * u_sq
    return Root.of(excess) <= Root.sqrt(norm_sq(start) * u_sq) * (2 * rate * gamma)


def bound_of(data: Dataset, separator: Sequence[Number]) -> Fraction:
    """R²‖u‖²/γ²."""
    return data.radius_sq * norm_sq(separator) / Fraction(least_margin(data, separator)) ** 2


def unit_vectors(dimension: int) -> list[Point]:
    """e₁, …, e_d."""
    return [tuple(int(i == j) for j in range(dimension)) for i in range(dimension)]
