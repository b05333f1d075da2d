"""The oracle in your own test suite.

    from verified_perceptron.testing import assert_conforms

    def test_my_perceptron() -> None:
        assert_conforms("mypackage.perceptron:fit", preset="P1")

Hypothesis strategies for data are in `verified_perceptron.strategies`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from verified_perceptron.conventions import PRESETS, ConventionError, Conventions
from verified_perceptron.oracle.conform import conform
from verified_perceptron.oracle.departure import SMALL_DATA_SETS
from verified_perceptron.oracle.targets import TIMEOUT, Argument, Target


def assert_conforms(
    target: str | Sequence[str],
    preset: str | Conventions = "P1",
    *,
    arguments: Mapping[str, Argument] | None = None,
    passes: int | None = None,
    data_sets: int = SMALL_DATA_SETS,
    timeout: float = TIMEOUT,
) -> None:
    """Fail, with the smallest departing data set, unless the target follows the conventions.

    The target is `module:attribute` or a command with its arguments; `passes` is how many it is told to make, if
    it does not stop by itself; `data_sets` is on how many small data sets it is tried.
    """
    # pytest shows the caller's line, not this one.
    __tracebackhide__ = True
    if isinstance(preset, str) and preset not in PRESETS:
        raise ConventionError(f'"{preset}" is no preset; there are {", ".join(PRESETS)}')
    chosen = PRESETS[preset] if isinstance(preset, str) else preset
    if passes is not None:
        chosen = replace(chosen, stop=replace(chosen.stop, passes=passes))
    name, command = (target, ()) if isinstance(target, str) else (None, target)
    with Target.of(name, command, arguments, timeout) as asked:
        found = conform(asked, chosen, data_sets)
    if not found.conforms:
        raise AssertionError(f"{asked.name} {found}")
