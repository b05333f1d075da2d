"""A network of perceptrons two levels deep for any Boolean function.

First level: one unit for each input row on which the function is true; the unit fires on that row alone.
Second level: one unit that fires when any of them does.  With inputs ±1, the unit of row r computes
⟨r,x⟩ > n − 1, because ⟨r,x⟩ is n for x = r and at most n − 2 otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from verified_perceptron.exact import dot

Inputs: TypeAlias = tuple[int, ...]
"""A row of the truth table: −1 for false, +1 for true."""


@dataclass(frozen=True)
class Unit:
    """Fires (+1) when ⟨weights,x⟩ + offset > 0, else −1."""

    weights: tuple[int, ...]
    offset: int

    def __call__(self, x: Sequence[int]) -> int:
        return 1 if dot(self.weights, x) + self.offset > 0 else -1


@dataclass(frozen=True)
class Network:
    """Units of the first level and the one unit that reads them."""

    first: tuple[Unit, ...]
    second: Unit

    def __call__(self, x: Inputs) -> int:
        return self.second([unit(x) for unit in self.first])


def rows(inputs: int) -> list[Inputs]:
    """All 2^n rows of a truth table."""
    return list(product((-1, 1), repeat=inputs))


def network_for(function: Callable[[Inputs], bool], inputs: int) -> Network:
    """The two-level network that computes the function on all 2^n rows (checked before it is returned)."""
    table = rows(inputs)
    first = tuple(Unit(row, 1 - inputs) for row in table if function(row))
    # m units: their outputs sum to −m when none fires and to at least 2 − m when one does.
    network = Network(first, Unit((1,) * len(first), len(first) - 1 if first else -1))
    for row in table:
        if (network(row) == 1) is not bool(function(row)):
            raise AssertionError(f"the network is wrong on {row}")
    return network
