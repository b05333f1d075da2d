"""A few data sets that tell all conventions of the space apart.

`python -m verified_perceptron.oracle.distinguishing` searches them and writes `distinguishing.json`: small
integers, at most four points, both classes, separable through the origin, so that every convention converges
and float64 is exact (T12).  From a pool of such data sets the search takes, again and again, the one that
separates most of the pairs not yet separated.  What no data set of the pool separates is written down as such.

A pair is two conventions, each with a stop (quiet pass, one pass, two passes), that an answer could follow.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from verified_perceptron.conventions import ConstantRate, Conventions, Correction, Predictor, SignZero
from verified_perceptron.data import Dataset
from verified_perceptron.files import write_whole
from verified_perceptron.invariants import Level
from verified_perceptron.oracle.replay import PASSES, Ray, exact_path, is_judged, is_scale_free, predicted
from verified_perceptron.oracle.space import space
from verified_perceptron.run import run

FILE = "distinguishing.json"
POOL = 360
SEED = 6
UNJUDGED = -1
SOON = 24
"""Passes within which every constant-rate perceptron converges on a chosen data set."""
QUIET = 0
STOPS = (QUIET, 1, 2)
"""A number of passes, or the quiet pass."""


@dataclass(frozen=True)
class Item:
    """Conventions and a stop."""

    conventions: Conventions
    stop: int

    def __str__(self) -> str:
        chosen = self.conventions.describe()
        plain = Conventions().describe()
        parts = [f"{k} {v}" for k, v in chosen.items() if v != plain[k] and k not in ("stop", "folding")]
        stop = "quiet pass" if self.stop == QUIET else f"{self.stop} passes" if self.stop > 1 else "1 pass"
        return ", ".join([*parts, stop])


def items() -> list[Item]:
    """All that the data sets are to tell apart by weights."""
    return [
        Item(c, stop)
        for c in space()
        if c.predictor is not Predictor.VOTED
        for stop in STOPS
        if not (c.correction is Correction.RESIDUAL and stop == QUIET)
    ]


def voting_items() -> list[Item]:
    """All that they are to tell apart by predictions alone."""
    votes = [c for c in space() if c.predictor is Predictor.VOTED]
    return [Item(c, QUIET) for c in votes]


def queries(dimension: int, size: int = 3) -> tuple[tuple[int, ...], ...]:
    """The points that are predicted: the grid −size … size."""
    return tuple(product(range(-size, size + 1), repeat=dimension))


def is_suitable(data: Dataset) -> bool:
    """Both classes, and separable through the origin."""
    return data.has_both_classes and run(data, contracts=Level.OFF).separates


def ends_soon(data: Dataset) -> bool:
    """Every perceptron at a constant rate converges within a few passes, so that a small limit does not show."""
    rules = (c for c in space() if c.predictor is Predictor.LAST and isinstance(c.rate, ConstantRate))
    return all(
        exact_path(data, c, SOON).quiet
        for c in rules
        if c.margin is None and c.correction in (Correction.LABEL, Correction.TARGET_SIGN)
    )


def pool(count: int = POOL, seed: int = SEED) -> list[Dataset]:
    """Small data sets, the same every time."""
    draw = random.Random(seed)
    # A point that is right by a tenth of the weights' length is rare among small integers.
    found: dict[Dataset, None] = {Dataset.of([(10, 0), (0, 10), (-5, -5)], [1, 1, -1]): None}
    while len(found) < count:
        dimension, size, reach = draw.choice(((1, 3, 4), (2, 3, 3), (2, 4, 3), (2, 4, 2), (2, 3, 9)))
        points = [tuple(draw.randint(-reach, reach) for _ in range(dimension)) for _ in range(size)]
        data = Dataset.of(points, [draw.choice((-1, 1)) for _ in points])
        if is_suitable(data) and ends_soon(data):
            found[data] = None
    return list(found)


def answer_of(item: Item, data: Dataset) -> tuple[object, object] | None:
    """The weights that an item answers, up to a factor and as they are; None where it cannot be held to it."""
    path = exact_path(data, item.conventions)
    if item.stop == QUIET and not path.quiet:
        return None
    if not is_judged(data, item.conventions):
        return None
    number = len(path.after) if item.stop == QUIET else min(item.stop, len(path.after))
    vector = path.after[number - 1]
    return Ray.of(vector).direction, vector


def _codes(found: Sequence[object]) -> NDArray[np.int32]:
    names: dict[object, int] = {}
    return np.array([UNJUDGED if v is None else names.setdefault(v, len(names)) for v in found], dtype=np.int32)


def separated(data: Dataset, members: Sequence[Item]) -> NDArray[np.bool_]:
    """Which pairs of items answer differently."""
    answers = [answer_of(item, data) for item in members]
    rays = _codes([None if a is None else a[0] for a in answers])
    vectors = _codes([None if a is None else a[1] for a in answers])
    judged = rays != UNJUDGED
    fixed = np.array([not is_scale_free(item.conventions) for item in members])
    differ = rays[:, None] != rays[None, :]
    # Where the rate is no mere factor the numbers themselves must agree.
    differ |= (fixed[:, None] & fixed[None, :]) & (vectors[:, None] != vectors[None, :])
    return np.asarray(differ & judged[:, None] & judged[None, :], dtype=np.bool_)


def separated_by_votes(data: Dataset, members: Sequence[Item]) -> NDArray[np.bool_]:
    """Which pairs of voting items predict some point differently."""
    points = queries(data.dimension)
    said = []
    for item in members:
        path = exact_path(data, item.conventions)
        said.append(predicted(data, item.conventions, min(len(path.after), PASSES), points, SignZero.OPEN))
    codes = _codes(said)
    return np.asarray(codes[:, None] != codes[None, :], dtype=np.bool_)


def choose(candidates: Sequence[Dataset]) -> tuple[list[Dataset], list[tuple[Item, Item]]]:
    """A small selection that separates what the pool separates, and the pairs that it does not."""
    by_weights, by_votes = items(), voting_items()
    tables = [_table(data, by_weights, by_votes) for data in candidates]
    missing = np.ones_like(tables[0])
    chosen: list[Dataset] = []
    while True:
        gains = [int(np.count_nonzero(table & missing)) for table in tables]
        best = int(np.argmax(gains))
        if not gains[best]:
            break
        chosen.append(candidates[best])
        missing &= ~tables[best]
    everything = [*by_weights, *by_votes]
    left = [
        (everything[i], everything[j])
        for i, j in zip(*np.nonzero(missing), strict=True)
        if i < j and (i < len(by_weights)) == (j < len(by_weights))
    ]
    return chosen, left


def _table(data: Dataset, by_weights: Sequence[Item], by_votes: Sequence[Item]) -> NDArray[np.bool_]:
    first, second = separated(data, by_weights), separated_by_votes(data, by_votes)
    count = len(by_weights)
    table = np.zeros((count + len(by_votes),) * 2, dtype=np.bool_)
    table[:count, :count] = first
    table[count:, count:] = second
    return table


def classes(pairs: Sequence[tuple[Item, Item]]) -> list[list[str]]:
    """The pairs gathered into groups, as text."""
    groups: list[set[Item]] = []
    for a, b in pairs:
        joined = [g for g in groups if a in g or b in g]
        groups = [g for g in groups if g not in joined] + [{a, b}.union(*joined)]
    return sorted(sorted(map(str, group)) for group in groups)


@lru_cache
def data_sets() -> tuple[Dataset, ...]:
    """The chosen data sets, named D1, D2, …"""
    record = json.loads(resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8"))
    return tuple(
        Dataset.of(entry["x"], entry["y"], f"D{number}") for number, entry in enumerate(record["data"], start=1)
    )


def equivalents() -> list[list[str]]:
    """The groups that the search could not tell apart."""
    record = json.loads(resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8"))
    found: list[list[str]] = record["not_told_apart"]
    return found


def main() -> None:
    """Search and write the file."""
    chosen, left = choose(pool())
    record = {
        "made_by": "python -m verified_perceptron.oracle.distinguishing",
        "data": [{"x": [list(x) for x, _ in data.examples], "y": data.labels} for data in chosen],
        "not_told_apart": classes(left),
    }
    lines = json.dumps(record, indent=1)
    write_whole(Path(__file__).with_name(FILE), lines + "\n")
    print(f"{len(chosen)} data sets, {len(left)} pairs not told apart")


if __name__ == "__main__":
    main()
