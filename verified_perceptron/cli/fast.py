"""`run` through the fast engine: the same record as the reference's, for data that are worth it."""

from __future__ import annotations

from enum import Enum

from verified_perceptron.conventions import ConventionError, Conventions, Predictor
from verified_perceptron.data import Dataset
from verified_perceptron.invariants import STATEMENTS, Level, Separator, watch
from verified_perceptron.problem import Hypothesis, State, pose
from verified_perceptron.run import Run

LARGE = 100_000
"""Numbers in a data set from which on the engine runs by itself; below, the reference checks more and is quick."""
LARGE_UNCHECKED = 2_000
"""The same if no invariants are asked for: then the reference has nothing to add."""


class EngineChoice(Enum):
    """Who runs the algorithm."""

    AUTO = "auto"
    REFERENCE = "reference"
    FAST = "fast"


def is_fast(
    choice: EngineChoice, data: Dataset, conventions: Conventions, contracts: Level, needs_updates: bool
) -> bool:
    """Whether the engine runs this; `fast` on what it does not cover is an error."""
    is_large = len(data) * data.dimension >= (LARGE_UNCHECKED if contracts is Level.OFF else LARGE)
    if choice is EngineChoice.REFERENCE or (choice is EngineChoice.AUTO and not is_large):
        return False
    from verified_perceptron.engine import uncovered

    reason = uncovered(conventions)
    if needs_updates:
        reason = "a trace or a certificate needs every update"
    elif conventions.predictor is not Predictor.LAST:
        reason = "the report lists all weights that have a say"
    if reason is not None and choice is EngineChoice.FAST:
        raise ConventionError(f"the fast engine does not run this: {reason}")
    return reason is None


def run_fast(data: Dataset, conventions: Conventions, contracts: Level, separator: Hypothesis | None) -> Run:
    """The engine's run as the reference would report it."""
    from verified_perceptron.engine import solve

    found = solve(data, conventions, contracts=contracts, separator=separator)
    problem = pose(data, conventions)
    scale = problem.weight_scale
    flat = tuple(scale * v for v in found.hypothesis.weights)
    final = problem.fold(State(flat, scale * data.denominator * found.hypothesis.offset))
    known = Separator.of(separator, problem) if separator is not None else None
    reason = "contracts are off" if contracts is Level.OFF else "the fast engine does not check it"
    return Run(
        problem,
        found.outcome,
        found.updates,
        found.passes,
        final,
        found.cycle,
        known,
        tuple(monitor for monitor in watch(problem, known).monitors if monitor.name in found.checks),
        found.checks,
        {name: reason for name in STATEMENTS if name not in found.checks},
    )
