"""Which points can be separated under every labelling.

Each of the 2^k labellings is put to the perceptron with an offset, which always answers on rational points:
it converges to a separator or returns to earlier weights, which proves that there is none (T6, T7).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from verified_perceptron.conventions import Conventions, Offset
from verified_perceptron.data import Dataset
from verified_perceptron.exact import Vector
from verified_perceptron.invariants import Level
from verified_perceptron.run import Outcome, run

_JUDGE = Conventions(offset=Offset.UNIT)


def is_separable(points: Sequence[Vector], labels: Sequence[int]) -> bool:
    """Is there a hyperplane, through the origin or not, with each label strictly on its own side?"""
    answer = run(Dataset.of(points, labels), _JUDGE, contracts=Level.OFF)
    return answer.outcome is Outcome.CONVERGED and answer.separates


def inseparable_labellings(points: Sequence[Vector]) -> Iterator[tuple[int, ...]]:
    """The labellings of these points that no hyperplane realises."""
    for labels in product((-1, 1), repeat=len(points)):
        if not is_separable(points, labels):
            yield labels


def is_shattered(points: Sequence[Vector]) -> bool:
    """Can the points be separated under every labelling?"""
    return next(inseparable_labellings(points), None) is None


def shattered_subsets(points: Sequence[Vector], size: int) -> Iterator[tuple[Vector, ...]]:
    """The subsets of this size that can be separated under every labelling."""
    return (subset for subset in combinations(points, size) if is_shattered(subset))
