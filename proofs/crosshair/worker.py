"""Analyse one function with CrossHair and print what was found, as one line of JSON.

A process of its own for each function: a crash of the analyser cannot hide another function's result.
"""

from __future__ import annotations

import functools
import importlib
import json
import sys

import crosshair.core_and_libs  # noqa: F401  (registers the symbolic types)
from crosshair.condition_parser import Conditions
from crosshair.core import analyze_function
from crosshair.options import AnalysisKind, AnalysisOptionSet

SECONDS_FOR_A_CONDITION = 120
SECONDS_FOR_A_PATH = 60


def main(module: str, function: str) -> None:
    """Print [states, has a postcondition, declared exceptions, message] for each condition."""
    options = AnalysisOptionSet(
        # Only icontract: plain asserts are "confirmed" when no input reaches them.
        analysis_kind=[AnalysisKind.icontract],
        per_condition_timeout=SECONDS_FOR_A_CONDITION,
        per_path_timeout=SECONDS_FOR_A_PATH,
    )
    found = []
    for checkable in analyze_function(getattr(importlib.import_module(module), function), options):
        conditions: Conditions = getattr(checkable, "conditions")  # noqa: B009  (not in its published type)
        # A function with preconditions only gets a postcondition that is always true; it is no partial.
        has_postcondition = any(isinstance(post.evaluate, functools.partial) for post in conditions.post)
        messages = list(checkable.analyze())
        found.append(
            {
                "states": [message.state.name for message in messages],
                "has_postcondition": has_postcondition,
                "raises": sorted(error.__name__ for error in conditions.raises),
                "message": messages[0].message if messages else "",
            }
        )
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
