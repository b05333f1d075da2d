"""A data set and conventions, posed as a problem in integers.

Let D be the data's denominator, X = D·x.  A run keeps W = S·w and B = S·D·b for one weight scale S, chosen so
that start and step are integers: with the constant rate η a correction is W += step·y·X, step = S·η/D, and
the score is S·D·(⟨w,x⟩+b) = ⟨W,X⟩ + B.  The offset moves by B += step·y·c² with the fold constant c in the
same units: c² = D² for the unit step, c² = max‖X‖² for the R² step.  Only squares of lengths occur, so R may
be irrational.

In the folded space the example is (X, c), the weights are (W, B/c), and every statement about the perceptron
through the origin applies.  `Problem.norm_sq` and `Problem.align` measure there, whichever way the run keeps
its offset.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import NamedTuple

from verified_perceptron.conventions import (
    ConstantRate,
    ConventionError,
    Conventions,
    Folding,
    GivenStart,
    HarmonicRate,
    ListedRate,
    Offset,
    RandomStart,
    ZeroStart,
    rate_at,
)
from verified_perceptron.data import Dataset, Example
from verified_perceptron.exact import Number, Vector, common_denominator, dot

RANDOM_START_SIZE = 3
"""Random starts have integer coordinates from −3 to 3."""


class Hypothesis(NamedTuple):
    """Weights and offset in the data's own units: x is scored ⟨weights,x⟩ + offset."""

    weights: tuple[Fraction, ...]
    offset: Fraction = Fraction(0)


class State(NamedTuple):
    """Weights and offset in the scaled units of a problem."""

    weights: Vector
    offset: Number = 0


@dataclass(frozen=True)
class Problem:
    """Integer examples and the scaled start, steps and fold constant of a run."""

    data: Dataset
    conventions: Conventions
    examples: tuple[Example, ...]
    """The examples the algorithm sees: folded when the conventions fold."""
    fold_sq: int
    """c², or 0 when there is no offset."""
    weight_scale: int
    start: State

    @property
    def score_scale(self) -> int:
        """A score of the problem is this many times the score in the data's units."""
        return self.weight_scale * self.data.denominator

    @property
    def is_folded(self) -> bool:
        """The offset is kept as a coordinate."""
        return self.conventions.folding is not Folding.EXPLICIT

    @property
    def offset_step(self) -> int:
        """c² where the run keeps an explicit offset, else 0."""
        return 0 if self.is_folded else self.fold_sq

    def step(self, k: int) -> Number:
        """The coefficient of y·X in the k-th update."""
        step = self.weight_scale * rate_at(self.conventions.rate, k) / self.data.denominator
        return step.numerator if step.denominator == 1 else step

    def inner(self, a: Vector, b: Vector) -> Number:
        """The inner product of the space the examples live in.

        The fold with constant R keeps its coordinate in units of R, which may be irrational: that axis then
        counts R² times in the product.
        """
        if not self._has_long_axis:
            return dot(a, b)
        axis = 0 if self.conventions.folding is Folding.FIRST else -1
        return dot(a, b) + (self.fold_sq - 1) * a[axis] * b[axis]

    @cached_property
    def _has_long_axis(self) -> bool:
        return self.is_folded and self.conventions.offset is Offset.RADIUS

    def score(self, state: State, i: int) -> Number:
        """S·D·(⟨w,x_i⟩ + b)."""
        return self.inner(state.weights, self.examples[i].x) + state.offset

    # --- the geometry of the folded space ----------------------------------------------------------

    def norm_sq(self, state: State) -> Number:
        """‖(W, B/c)‖²."""
        return self.align(state, state)

    def align(self, a: State, b: State) -> Number:
        """⟨(W, B/c), (U, C/c)⟩."""
        flat = self.inner(a.weights, b.weights)
        if not a.offset or not b.offset:
            return flat
        return flat + Fraction(a.offset * b.offset) / self.fold_sq

    @cached_property
    def radius_sq(self) -> int:
        """max ‖(X, c)‖²."""
        return self.data.scaled_radius_sq + self.fold_sq

    # --- between units -----------------------------------------------------------------------------

    def hypothesis(self, state: State) -> Hypothesis:
        """The state in the data's units, unfolded."""
        flat, offset = self.unfold(state)
        scale = self.weight_scale
        return Hypothesis(
            tuple(Fraction(v) / scale for v in flat), Fraction(offset) / (scale * self.data.denominator)
        )

    def unfold(self, state: State) -> State:
        """The same state with an explicit offset B."""
        if not self.is_folded:
            return state
        first = self.conventions.folding is Folding.FIRST
        coordinate = state.weights[0] if first else state.weights[-1]
        flat = state.weights[1:] if first else state.weights[:-1]
        return State(flat, coordinate * fold_axis_length(self.data, self.conventions.offset))

    def fold(self, state: State) -> State:
        """The state with explicit offset B as this problem keeps it."""
        if not self.is_folded:
            return state
        coordinate = Fraction(state.offset) / fold_axis_length(self.data, self.conventions.offset)
        return State(fold_vector(state.weights, coordinate, self.conventions.folding))

    def state(self, hypothesis: Hypothesis) -> State:
        """A hypothesis, given in the data's units, times a positive factor that makes it integral."""
        factor = common_denominator((*hypothesis.weights, hypothesis.offset))
        flat = tuple(int(factor * v) for v in hypothesis.weights)
        return self.fold(State(flat, int(factor * hypothesis.offset) * self.data.denominator))


def fold_axis_length(data: Dataset, offset: Offset) -> int:
    """B divided by the fold coordinate: D when the coordinate of an example is D, c² when it counts c."""
    return data.denominator if offset is Offset.UNIT else data.scaled_radius_sq


def fold_vector(x: Vector, coordinate: Number, folding: Folding) -> Vector:
    """(coordinate, x) or (x, coordinate)."""
    return (coordinate, *x) if folding is Folding.FIRST else (*x, coordinate)


def fold_constant_sq(data: Dataset, offset: Offset) -> int:
    """c²: how far the offset moves on a mistake, in scaled units."""
    match offset:
        case Offset.NONE:
            return 0
        case Offset.UNIT:
            return data.denominator**2
        case Offset.RADIUS:
            return data.scaled_radius_sq


def pose(data: Dataset, conventions: Conventions) -> Problem:
    """The problem in integers that these conventions make of the data."""
    weights, offset = start_of(data.dimension, conventions)
    fold_sq = fold_constant_sq(data, conventions.offset)
    folds = conventions.folding is not Folding.EXPLICIT
    if conventions.offset is Offset.RADIUS and not fold_sq and (folds or offset):
        raise ConventionError("every example is zero, so R = 0: there is no fold with R, and no b/R to start from")
    # S·w₀ and S·D·b₀ and S·η/D are integers; so is the folded coordinate S·D·b₀/length.
    scale = lcm(common_denominator((*weights, offset)), data.denominator * _rate_denominator(conventions))
    length = fold_axis_length(data, conventions.offset)
    if offset and folds:
        scale *= length
    unfolded = State(tuple(int(scale * v) for v in weights), int(scale * data.denominator * offset))
    if not folds:
        return Problem(data, conventions, data.examples, fold_sq, scale, unfolded)
    # The unit fold appends D to the scaled point; the R fold appends 1 on an axis of length R.
    coordinate = data.denominator if conventions.offset is Offset.UNIT else 1
    examples = tuple(
        Example(tuple(map(int, fold_vector(x, coordinate, conventions.folding))), y) for x, y in data.examples
    )
    start = State(fold_vector(unfolded.weights, unfolded.offset // length, conventions.folding))
    return Problem(data, conventions, examples, fold_sq, scale, start)


def start_of(dimension: int, conventions: Conventions) -> Hypothesis:
    """The start that the conventions name, in the data's units."""
    has_offset = conventions.offset is not Offset.NONE
    match conventions.start:
        case ZeroStart():
            return Hypothesis(tuple(Fraction(0) for _ in range(dimension)))
        case GivenStart(weights, offset):
            if len(weights) != dimension:
                raise ConventionError(
                    f"the start has {len(weights)} weights, but an example has {dimension} features"
                )
            if offset and not has_offset:
                raise ConventionError("the start has an offset, but these conventions keep none")
            return Hypothesis(weights, offset)
        case RandomStart(seed):
            draw = random.Random(seed).randint
            numbers = [Fraction(draw(-RANDOM_START_SIZE, RANDOM_START_SIZE)) for _ in range(dimension + 1)]
            return Hypothesis(tuple(numbers[:-1]), numbers[-1] if has_offset else Fraction(0))


def _rate_denominator(conventions: Conventions) -> int:
    match conventions.rate:
        case ConstantRate(value):
            return value.denominator
        case HarmonicRate(scale):
            return scale.denominator
        case ListedRate(values):
            return common_denominator(values)
