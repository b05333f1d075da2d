"""What the judges share: small data sets in order of size, exact runs step by step, and a few lemmas."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import pairwise, product

from proofs.t00_cauchy_schwarz import cauchy_schwarz
from proofs.t01_novikoff import NOVIKOFF, R, gamma, k, u, w, x, y
from verified_perceptron.conventions import PRESETS, Conventions, Stop
from verified_perceptron.data import Dataset
from verified_perceptron.exact import Number, Root, Vector, number_text
from verified_perceptron.invariants import Level
from verified_perceptron.logic import (
    Theorem,
    assume,
    cases,
    cut,
    equal,
    inner,
    instantiate,
    norm_sq,
    scalars,
    system,
    transition,
    vectors,
)
from verified_perceptron.logic.tactics import NEGATED, Part, by_sum, invariant, refute, square_le, times
from verified_perceptron.margins import functional_margins
from verified_perceptron.problem import Hypothesis, Problem, State
from verified_perceptron.run import Run, run
from verified_perceptron.trace import Event, PassEnd, Update

half = Fraction(1, 2)

# --- data ---------------------------------------------------------------------------------------

SIGNS = (1, -1)
LINE: tuple[Number, ...] = (0, 1, -1, 2, -2)
"""Small integers in order of size."""


def data(*examples: tuple[Vector | Number, int]) -> Dataset:
    """The data set of these examples; a number is a point of the line."""
    points = [x if isinstance(x, tuple) else (x,) for x, _ in examples]
    return Dataset.of(points, [y for _, y in examples])


def shown(dataset: Dataset) -> str:
    """{(1, +), ((0, 2), −)}."""
    pairs = zip(dataset.points, dataset.labels, strict=True)
    return "{" + ", ".join(f"({vector_text(x)}, {'+' if y > 0 else '−'})" for x, y in pairs) + "}"


def vector_text(x: Vector) -> str:
    """The vector; a vector of the line without brackets."""
    texts = [number_text(v) for v in x]
    return texts[0] if len(texts) == 1 else f"({', '.join(texts)})"


def grid(dimension: int, coordinates: Sequence[Number] = LINE) -> list[Vector]:
    """Every vector with these coordinates, in order of the largest one."""
    place = {v: i for i, v in enumerate(coordinates)}
    return sorted(product(coordinates, repeat=dimension), key=lambda x: (max(place[v] for v in x), x))


@cache
def data_sets(dimension: int, size: int, coordinates: tuple[Number, ...] = LINE) -> tuple[Dataset, ...]:
    """Every labelled data set of that many points with these coordinates, in order of the largest one."""
    place = {v: i for i, v in enumerate(coordinates)}
    examples = [(x, y) for x in grid(dimension, coordinates) for y in SIGNS]
    sets = product(examples, repeat=size)
    ordered = sorted(sets, key=lambda s: max(place[v] for x, _ in s for v in x))
    return tuple(data(*chosen) for chosen in ordered)


@cache
def line_sets() -> tuple[Dataset, ...]:
    """One to three labelled points of the line, in order of size."""
    return (*data_sets(1, 1), *data_sets(1, 2), *data_sets(1, 3, (0, 1, -1, 2)))


@cache
def small_sets() -> tuple[Dataset, ...]:
    """Data sets in order of dimension, number of points and size: ties, zero vectors, one class, all of it."""
    return (*line_sets(), *data_sets(2, 1, (0, 1, -1)), *data_sets(2, 2, (0, 1, -1)))


@cache
def random_sets(count: int = 200, seed: int = 1) -> tuple[Dataset, ...]:
    """Data sets drawn from a fixed seed: one to six points, one to four dimensions, small fractions."""
    draw = random.Random(seed)

    def one() -> Dataset:
        dimension, below = draw.randint(1, 4), draw.choice((1, 1, 2, 3))
        return data(
            *(
                (tuple(Fraction(draw.randint(-4, 4), below) for _ in range(dimension)), draw.choice(SIGNS))
                for _ in range(draw.randint(1, 6))
            )
        )

    return tuple(one() for _ in range(count))


def signed(dataset: Dataset) -> list[Vector]:
    """z = y·x for each example."""
    return [tuple(y * v for v in x) for x, y in zip(dataset.points, dataset.labels, strict=True)]


def appended(dataset: Dataset, first: bool = False) -> Dataset:
    """Every point with a coordinate 1 after (or before) the others."""
    points = [(1, *x) if first else (*x, 1) for x in dataset.points]
    return Dataset.of(points, dataset.labels)


# --- runs ---------------------------------------------------------------------------------------


@cache
def outcome(dataset: Dataset, preset: str) -> Run:
    """The run of a preset, to convergence or to a cycle."""
    return run(dataset, PRESETS[preset], contracts=Level.OFF)


def for_passes(preset: str | Conventions, passes: int) -> Conventions:
    """Exactly so many passes, quiet or not."""
    conventions = PRESETS[preset] if isinstance(preset, str) else preset
    return replace(conventions, stop=Stop(quiet=False, passes=passes, cycle=False))


def at_most(preset: str, passes: int) -> Conventions:
    """Up to so many passes, ended by a quiet one; returning weights do not end it."""
    return replace(PRESETS[preset], stop=Stop(passes=passes, cycle=False))


@dataclass(frozen=True)
class Step:
    """One update: on which example, in which round and pass, and the weights before and after."""

    x: Vector
    y: int
    round: int
    pass_number: int
    before: Hypothesis
    after: Hypothesis

    @property
    def score(self) -> Fraction:
        """⟨w,x⟩ + b before the update."""
        return score(self.before, self.x)


def score(hypothesis: Hypothesis, point: Vector) -> Fraction:
    """⟨w,x⟩ + b, written out once more."""
    pairs = zip(hypothesis.weights, point, strict=True)
    return sum((w_j * x_j for w_j, x_j in pairs), Fraction(0)) + hypothesis.offset


def events(dataset: Dataset, conventions: Conventions) -> tuple[Run, list[Event]]:
    """The run, and every update and end of a pass in it."""
    seen: list[Event] = []
    return run(dataset, conventions, contracts=Level.OFF, on_event=seen.append), seen


def state_of(problem: Problem, event: Event) -> Hypothesis:
    """The weights after the event, in the data's own units."""
    return problem.hypothesis(State(event.weights, event.offset))


@cache
def steps(dataset: Dataset, preset: str | Conventions) -> tuple[Step, ...]:
    """Every update of the run."""
    conventions = PRESETS[preset] if isinstance(preset, str) else preset
    answer, seen = events(dataset, conventions)
    before = answer.problem.hypothesis(answer.problem.start)
    found = []
    for event in seen:
        if isinstance(event, Update):
            i = event.terms[0].example
            after = state_of(answer.problem, event)
            found.append(Step(dataset.points[i], dataset.labels[i], event.round, event.pass_number, before, after))
            before = after
    return tuple(found)


@cache
def pass_ends(dataset: Dataset, preset: str | Conventions) -> tuple[Hypothesis, ...]:
    """The weights after each pass."""
    answer, seen = events(dataset, PRESETS[preset] if isinstance(preset, str) else preset)
    return tuple(state_of(answer.problem, event) for event in seen if isinstance(event, PassEnd))


def hypothesis(weights: Vector | Number, offset: Number = 0) -> Hypothesis:
    """Weights and offset as fractions; a number is a weight on the line."""
    vector = weights if isinstance(weights, tuple) else (weights,)
    return Hypothesis(tuple(Fraction(v) for v in vector), Fraction(offset))


# --- separability, decided without a perceptron --------------------------------------------------


def separator_through_origin(zs: Sequence[Vector]) -> Vector | None:
    """A w with ⟨w,z⟩ > 0 for every z of the line or the plane, if there is one.

    If the open cone of such w is not empty, it contains a z, or the sum of two of its edges, and an edge is
    perpendicular to a z.
    """
    if len(zs[0]) == 1:
        candidates: Iterable[Vector] = [(1,), (-1,)]
    else:
        edges = [edge for a, b in zs for edge in ((-b, a), (b, -a))]
        candidates = [*zs, *((p + r, q + s) for p, q in edges for r, s in edges)]
    for w_ in candidates:
        if all(sum(a * b for a, b in zip(w_, z, strict=True)) > 0 for z in zs):
            return w_
    return None


def is_separable_through_origin(dataset: Dataset) -> bool:
    """For points of the line or the plane."""
    return separator_through_origin(signed(dataset)) is not None


def is_separable_on_line(dataset: Dataset) -> bool:
    """For points of the line, by a threshold."""
    return is_separable_through_origin(appended(dataset))


@dataclass(frozen=True)
class Threshold:
    """The best oriented threshold on the line: w = ±1 and b with the largest least margin."""

    hypothesis: Hypothesis
    margin: Fraction

    @property
    def place(self) -> Fraction:
        """Where the boundary is."""
        return -self.hypothesis.offset * self.hypothesis.weights[0]


def thresholds(dataset: Dataset) -> list[Threshold]:
    """For each direction w = ±1, the best threshold: halfway between the nearest points of both classes."""
    found = []
    for direction in SIGNS:
        low = min(direction * x[0] for x, y in zip(dataset.points, dataset.labels, strict=True) if y > 0)
        high = max(direction * x[0] for x, y in zip(dataset.points, dataset.labels, strict=True) if y < 0)
        found.append(Threshold(hypothesis(direction, Fraction(-(low + high), 2)), Fraction(low - high) / 2))
    return found


def best_threshold(dataset: Dataset) -> Threshold:
    """The threshold of maximum margin, for points of the line with both labels."""
    return max(thresholds(dataset), key=lambda t: t.margin)


# --- the line ------------------------------------------------------------------------------------------


def hypotheses_on_line(bound: int = 2) -> list[Hypothesis]:
    """Weights and offsets on the line, in order of size."""
    return [hypothesis(a, c) for a, c in grid(2, LINE[: 2 * bound + 1])]


def both_labels(size: int = 2) -> list[Dataset]:
    """Data sets of the line with both labels and a point that is not zero, in order of size."""
    sets = [d for count in range(2, size + 1) for d in data_sets(1, count)]
    return [d for d in sets if d.has_both_classes and d.radius_sq > 0]


def printed_bound(dataset: Dataset, gamma_: Fraction) -> Fraction:
    """(2R/γ)²."""
    return 4 * dataset.radius_sq / gamma_**2


def one_point_cases() -> Iterator[tuple[Dataset, Hypothesis, Fraction]]:
    """One point on the line, not zero, and a unit separator of it with its margin."""
    for dataset in data_sets(1, 1):
        for h in hypotheses_on_line():
            gamma_ = min(functional_margins(h, dataset))
            if dataset.radius_sq > 0 and abs(h.weights[0]) == 1 and gamma_ > 0:
                yield dataset, h, gamma_


def one_point_text(case: tuple[Dataset, Hypothesis, Fraction]) -> str:
    """The case in words."""
    dataset, h, gamma_ = case
    return f"{shown(dataset)} with w_opt = {h.weights[0]}, b_opt = {h.offset}, γ = {gamma_}"


# --- lemmas --------------------------------------------------------------------------------------

n, m, s, p, c = scalars("n m s p c")
(z,) = vectors("z")

LABEL = equal(y**2, 1)
MISTAKE = y * inner(w, x) <= 0


def product_of_lengths() -> Theorem:
    """n = ‖w‖, m = ‖u‖ ⊢ ⟨w,u⟩ ≤ n·m: the cosine is at most one."""
    n_, m_ = assume(n >= 0), assume(m >= 0)
    n_sq, m_sq = assume(equal(n**2, norm_sq(w))), assume(equal(m**2, norm_sq(u)))
    squares = by_sum(
        "cosine.square",
        inner(w, u) ** 2 <= (n * m) ** 2,
        [cauchy_schwarz(w, u), times(norm_sq(u), n_sq), times(n**2, m_sq)],
    )
    side = by_sum("cosine.side", n * m >= 0, [times(1, n_, m_)])
    return square_le("cosine", inner(w, u), squares, side)


def normalised_bound() -> Theorem:
    """With margin γ measured by ‖u‖ = m > 0: kγ² ≤ R²."""
    m_, g = assume(m > 0), assume(gamma >= 0)
    m_sq = assume(equal(m**2, norm_sq(u)))
    scaled = instantiate(NOVIKOFF.bound, {gamma: gamma * m})
    scaled = cut(by_sum("normalised.gamma", gamma * m >= 0, [times(1, m_, g)]), scaled)
    return refute(
        "normalised",
        k * gamma**2 <= R**2,
        [times(1, NEGATED, m_, m_), scaled, times(R**2, m_sq)],
    )


def distance_does_not_fall() -> Theorem:
    """⟨w,z⟩ ≤ 0, n = ‖w‖, c = ‖w+z‖ ⊢ ⟨w+z,z⟩·n ≥ ⟨w,z⟩·c: ⟨w,z⟩/‖w‖ does not fall when z is added.

    Where ⟨w+z,z⟩ ≥ 0 the signs show it.  Elsewhere compare squares:
    ⟨w,z⟩²c² − ⟨w+z,z⟩²n² = (2⟨w,z⟩ + ‖z‖²)(⟨w,z⟩² − ‖w‖²‖z‖²), a product of two numbers that are not positive.
    """
    before, after, size = inner(w, z), inner(w + z, z), norm_sq(z)
    mistake, n_, c_ = assume(before <= 0), assume(n >= 0), assume(c >= 0)
    n_sq, c_sq = assume(equal(n**2, norm_sq(w))), assume(equal(c**2, norm_sq(w + z)))
    goal = after * n >= before * c
    up = by_sum("turn.up", goal, [times(1, assume(after > 0), n_), times(1, mistake, c_)])
    down = assume(after <= 0)
    steeper = by_sum("turn.steeper", 2 * before + size <= 0, [mistake, down])
    squares = by_sum(
        "turn.square",
        (-after * n) ** 2 <= (-before * c) ** 2,
        [times(1, steeper, cauchy_schwarz(w, z)), times(before**2, c_sq), times(-(after**2), n_sq)],
    )
    side = by_sum("turn.side", -before * c >= 0, [times(1, mistake, c_)])
    low = square_le("turn.low", -after * n, squares, side)
    return cases(after, up, by_sum("turn.down", goal, [low]))


def coordinates_multiply() -> Theorem:
    """⟨a,b⟩ = Σ a_j b_j: w and z are put together axis by axis, and p adds up the products."""
    (e,) = vectors("e")
    first, second = scalars("first second")
    guards = {
        "unit": equal(norm_sq(e), 1),
        "new_to_w": equal(inner(w, e), 0),
        "new_to_z": equal(inner(z, e), 0),
    }
    run_ = system(
        "coordinates",
        {p: 0, w: 0 * w, z: 0 * z},
        [
            transition(
                "axis", [e, first, second], guards, {p: p + first * second, w: w + first * e, z: z + second * e}
            )
        ],
    )
    claim = equal(inner(w, z), p)
    parts: list[Part] = [
        assume(claim),
        times(first * second, assume(guards["unit"])),
        times(second, assume(guards["new_to_w"])),
        times(first, assume(guards["new_to_z"])),
    ]
    return invariant("coordinates", run_, claim, [parts])


# --- cosines -------------------------------------------------------------------------------------


def cosine(a: Vector, b: Vector) -> Root:
    """⟨a,b⟩/(‖a‖‖b‖), exactly; both vectors must not be zero."""
    dot = sum(i * j for i, j in zip(a, b, strict=True))
    lengths_sq = sum(i * i for i in a) * sum(j * j for j in b)
    return Root.quotient(dot, lengths_sq)


def cosine_never_falls(instance: tuple[Dataset, Vector]) -> bool:
    """Along the run through the origin, the cosine with the separator does not fall."""
    dataset, separator = instance
    cosines = [cosine(step.after.weights, separator) for step in steps(dataset, "P2")]
    return all(a <= b for a, b in pairwise(cosines))


def separated_pairs() -> Iterator[tuple[Dataset, Vector]]:
    """Data sets with a separator through the origin, in order of size."""
    for size in (1, 2):
        for dataset in data_sets(2, size, (0, 1, -1, 2)):
            for direction in grid(2, (0, 1, -1, 2)):
                if all(score(hypothesis(direction), z_) > 0 for z_ in signed(dataset)):
                    yield dataset, direction
