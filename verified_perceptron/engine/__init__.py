"""The engine: the decisions of the reference, every one exact, at machine speed.

`solve` runs the conventions that `uncovered` has nothing against, on a `Dataset` or on `Arrays`.  Why machine
numbers may decide is said in `bounds`; the kernels are in `loops`.
"""

from __future__ import annotations

from verified_perceptron.engine.arrays import Arrays, read_arrays
from verified_perceptron.engine.build import Backend
from verified_perceptron.engine.driver import Kernel, Solution, radius_sq, solve, uncovered

__all__ = ["Arrays", "Backend", "Kernel", "Solution", "radius_sq", "read_arrays", "solve", "uncovered"]
