"""A run as a stream of updates.

An algorithm yields an `Update` for each change of the weights and a `PassEnd` when it has looked at every
example; it never decides when to stop.  Whoever reads the stream (driver, monitors, trace writer) sees the
same records, whether they come from our own run or from a stranger's file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from verified_perceptron.exact import Number, Vector


class Term(NamedTuple):
    """A multiple of one example: coefficient · y_i · x_i."""

    example: int
    coefficient: Number


@dataclass(frozen=True, slots=True)
class Update:
    """The k-th change of the weights: w ← w + Σ coefficient·y_i·x_i, in the scaled units of the problem."""

    k: int
    pass_number: int
    round: int
    """How many examples had been looked at, this one included."""
    terms: tuple[Term, ...]
    weights: Vector
    offset: Number = 0


@dataclass(frozen=True, slots=True)
class PassEnd:
    """Every example has been looked at once more."""

    pass_number: int
    round: int
    weights: Vector
    offset: Number = 0


Event: TypeAlias = Update | PassEnd
Events: TypeAlias = Iterator[Event]
