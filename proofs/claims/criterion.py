"""The perceptron criterion, its set of errors and its outputs: what the judges of document 003 compute with."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from proofs.claims.claim import (
    Evidence,
)
from proofs.claims.support import (
    SIGNS,
    H,
    W,
    X,
    grid,
    labelled,
    mistakes,
    points_of,
    refutation,
    signed,
    small_data,
)
from verified_perceptron.conventions import (
    SignZero,
)
from verified_perceptron.data import Dataset
from verified_perceptron.exact import Number, add_scaled, dot
from verified_perceptron.logic import assume, inner
from verified_perceptron.logic.tactics import NEGATED, times
from verified_perceptron.margins import sign

EIGHTH = Fraction(1, 8)


def outputs(n: int, values: Sequence[int] = (1, -1)) -> list[tuple[tuple[int, int], ...]]:
    """All ways in which n samples can have a label ±1 and one of these outputs."""
    return list(itertools.product(itertools.product(SIGNS, values), repeat=n))


def criterion(data: Dataset, weights: Sequence[Number], errors: Sequence[int] | None = None) -> Number:
    """Σ −y⟨w,x⟩ over the errors: all mistakes, unless they are given."""
    chosen = mistakes(data, weights) if errors is None else errors
    margins = [dot(weights, z) for z in signed(data)]
    return -sum(margins[i] for i in chosen)


def batch_step(data: Dataset, weights: Sequence[Number], rate: Number = 1) -> tuple[Number, ...]:
    """w + η Σ y·x over the mistakes."""
    z = signed(data)
    total = tuple(weights)
    for i in mistakes(data, weights):
        total = add_scaled(total, rate, z[i])
    return total


@cache
def weighted_data() -> tuple[tuple[Dataset, tuple[int, ...]], ...]:
    """The small data sets, each with all small weights."""
    return tuple((data, weights) for data in small_data() for weights in grid(data.dimension, 1))


def output_is_locally_constant() -> Evidence:
    """A change h with |⟨h,x⟩| < ⟨w,x⟩ leaves ⟨w + h,x⟩ positive; x may be y·x, so this is for both signs."""
    right, near = inner(W, X) > 0, inner(H, X) ** 2 < inner(W, X) ** 2
    return refutation(
        "where no sample is on the boundary, the output keeps its value under all small changes of the weights",
        inner(W + H, X) > 0,
        [assume(near), times(1, NEGATED, NEGATED), times(2, assume(right), NEGATED)],
        given=[right, near],
    )


def printed_errors(data: Dataset, weights: Sequence[Number]) -> list[int]:
    """The set {x : ⟨w,x⟩ < 0}, without the label."""
    return [i for i, x in enumerate(points_of(data)) if dot(weights, x) < 0]


def on_the_line() -> list[tuple[int, Dataset]]:
    """All weights and single examples on the line, small ones first."""
    return [(w, labelled(((x,), y))) for w, x in grid(2, 2) for y in SIGNS]


def outputs_of(data: Dataset, weights: Sequence[Number], zero: SignZero) -> list[int]:
    """o = sign⟨w,x⟩ for each sample."""
    return [sign(dot(weights, x), zero) for x in points_of(data)]


def target_output_step(data: Dataset, weights: Sequence[Number], zero: SignZero) -> tuple[Number, ...]:
    """Σ (t − o)·x over all samples."""
    total: tuple[Number, ...] = (0,) * data.dimension
    for x, t, o in zip(points_of(data), data.labels, outputs_of(data, weights, zero), strict=True):
        total = add_scaled(total, t - o, x)
    return total
