"""The orders in which a pass looks at the examples."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from verified_perceptron.conventions import PICKS, ConventionError, Order, OrderKind

Scan: TypeAlias = Sequence[int]
"""The examples of one pass, by index, in the order they are looked at."""


def scans(order: Order, count: int) -> Iterator[Scan]:
    """The scan of each pass, for ever."""
    if order.kind in PICKS:
        raise ConventionError(f"the order {order.kind.value} picks from all mistakes; it has no scan")
    if order.kind is OrderKind.SHUFFLED:
        draw = random.Random(order.seed)
        while True:
            yield draw.sample(range(count), count)
    yield from itertools.repeat(range(count))


def chunks(scan: Scan, size: int) -> Iterator[Scan]:
    """The scan cut into pieces of this size; the last one may be shorter."""
    for start in range(0, len(scan), size):
        yield scan[start : start + size]
