"""Traces as JSON lines: one object for each update, in the data's own units.

    {"k": 1, "pass": 1, "round": 1, "examples": [0], "coefficients": ["1"], "weights": ["4", "0"], "offset": "0"}

Examples are counted from 0 in the order of the data file.  Numbers are exact, as text.
"""

from __future__ import annotations

import json
from fractions import Fraction

from verified_perceptron.exact import number_text
from verified_perceptron.problem import Problem, State
from verified_perceptron.trace import Update


def trace_line(problem: Problem, update: Update) -> str:
    """The update as one line of a trace."""
    weights, offset = problem.hypothesis(State(update.weights, update.offset))
    # A coefficient multiplies y·X = D·y·x and the weights are scaled by S: in the data's units it is c·D/S.
    unit = Fraction(problem.data.denominator, problem.weight_scale)
    record = {
        "k": update.k,
        "pass": update.pass_number,
        "round": update.round,
        "examples": [term.example for term in update.terms],
        "coefficients": [number_text(term.coefficient * unit) for term in update.terms],
        "weights": [number_text(v) for v in weights],
        "offset": number_text(offset),
    }
    return json.dumps(record) + "\n"
