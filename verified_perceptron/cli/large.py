"""`run` on large NumPy files: straight from arrays to the engine, no Python object for a number."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from rich.table import Table

from verified_perceptron.cli.common import console, size_text, vector_text
from verified_perceptron.cli.fast import LARGE, EngineChoice
from verified_perceptron.conventions import ConventionError, Conventions, Predictor, Tie
from verified_perceptron.engine import Arrays, Solution, radius_sq, read_arrays, solve, uncovered
from verified_perceptron.exact import number_text
from verified_perceptron.invariants import STATEMENTS, Level
from verified_perceptron.readers import Format, ReadOptions
from verified_perceptron.run import Outcome

ENDINGS = {".npy": Format.NPY, ".npz": Format.NPZ}


def is_large_array(path: Path, options: ReadOptions, choice: EngineChoice, conventions: Conventions) -> bool:
    """Whether this file goes to the engine as arrays: a NumPy file with labels as they are, and large."""
    form = options.format or ENDINGS.get(path.suffix.lower())
    plain = options.label is None and options.positive is None and not options.float64
    if form not in (Format.NPY, Format.NPZ) or not plain or choice is EngineChoice.REFERENCE:
        return False
    if uncovered(conventions) is not None or conventions.predictor is not Predictor.LAST:
        return False
    return path.is_file() and path.stat().st_size >= 8 * LARGE


@dataclass(frozen=True)
class LargeRun:
    """A run on arrays, and what is reported of it."""

    data: Arrays
    solution: Solution
    radius_sq: Fraction
    contracts: Level

    @property
    def is_separable(self) -> bool | None:
        """A quiet pass in which a tie would have been a mistake separates the data; a cycle excludes it (T6)."""
        found = self.solution
        if found.cycle is not None:
            return False
        return True if found.outcome is Outcome.CONVERGED and found.conventions.tie is Tie.MISTAKE else None

    @property
    def unchecked(self) -> dict[str, str]:
        """Why each invariant that was not checked was not."""
        reason = "contracts are off" if self.contracts is Level.OFF else "the fast engine does not check it"
        found = {name: reason for name in STATEMENTS if name not in self.solution.checks}
        if "progress" in found and self.contracts is not Level.OFF:
            found["progress"] = "no separator is sought for large arrays"
        return found

    @property
    def status(self) -> int:
        """As for every run: 0 converged, 1 certified not separable, 3 stopped."""
        if self.solution.outcome is Outcome.CONVERGED:
            return 0
        return 1 if self.solution.cycle is not None else 3

    def record(self) -> dict[str, object]:
        """The keys of `run --json`."""
        found = self.solution
        return {
            "outcome": found.outcome.value,
            "updates": found.updates,
            "passes": found.passes,
            "weights": [number_text(v) for v in found.hypothesis.weights],
            "offset": number_text(found.hypothesis.offset),
            "radius_sq": number_text(self.radius_sq),
            "separable": self.is_separable,
            "separator": None,
            "gamma": None,
            "bound": None,
            "invariants": found.checks,
            "not_checked": self.unchecked,
            "multipliers": list(map(str, found.cycle.multipliers)) if found.cycle is not None else None,
            "survivors": None,
            "conventions": found.conventions.describe(),
            "certificate": None,
        }

    def show(self, preset: str) -> None:
        """The same on the screen."""
        found = self.solution
        facts = Table(show_header=False, box=None)
        facts.add_row("data", size_text(self.data.name, len(self.data), self.data.dimension))
        facts.add_row("system", preset)
        facts.add_row(
            "outcome", f"[bold]{found.outcome.value}[/bold]: {found.updates} updates, {found.passes} passes"
        )
        facts.add_row("weights", vector_text(found.hypothesis.weights))
        facts.add_row("offset", number_text(found.hypothesis.offset))
        facts.add_row("R²", number_text(self.radius_sq))
        facts.add_row("checked", ", ".join(f"{name} {count}" for name, count in found.checks.items()) or "nothing")
        facts.add_row("left to integers", str(found.left_to_integers))
        console().print(facts)


def run_large(path: Path, conventions: Conventions, contracts: Level) -> LargeRun:
    """Read and run."""
    reason = uncovered(conventions)
    if reason is not None:
        raise ConventionError(f"the fast engine does not run this: {reason}")
    arrays = read_arrays(path)
    return LargeRun(arrays, solve(arrays, conventions, contracts=contracts), radius_sq(arrays), contracts)
