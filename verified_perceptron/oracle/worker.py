"""The child process that answers for a Python target, over the same line protocol as any other program.

    python -m verified_perceptron.oracle.worker module:attribute '{"eta": 1}'

What the target prints goes to standard error, so that it cannot break the protocol.
"""

from __future__ import annotations

import importlib
import inspect
import json
import math
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import TextIO

import numpy as np

WEIGHT_NAMES = ("coef_", "w_", "weights_", "weights", "w", "coef", "theta_", "theta", "W")
OFFSET_NAMES = ("intercept_", "b_", "bias_", "bias", "b", "intercept", "offset_", "offset", "theta0_", "theta0")
FIT_NAMES = ("fit", "train")


class Unusable(Exception):
    """The target cannot answer; the message says why."""


def resolve(name: str) -> object:
    """The attribute that `module:attribute` names."""
    module_name, _, attribute = name.partition(":")
    sys.path.insert(0, os.getcwd())
    try:
        found: object = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        raise Unusable(f"there is no module {error.name}") from None
    except Exception as error:  # noqa: BLE001  (a stranger's module may raise anything)
        raise Unusable(f"importing {module_name} raised {type(error).__name__}: {_first_line(error)}") from None
    for part in attribute.split("."):
        if not hasattr(found, part):
            raise Unusable(f"{module_name} has no attribute {attribute}")
        found = getattr(found, part)
    if not callable(found) and fit_method(found) is None:
        raise Unusable(f"{name} is neither callable nor has it a method fit")
    return found


def fit_method(thing: object) -> Callable[..., object] | None:
    """Its `fit` or `train`."""
    for name in FIT_NAMES:
        method = getattr(thing, name, None)
        if callable(method):
            found: Callable[..., object] = method
            return found
    return None


def parameters(found: object) -> list[str]:
    """The names of the arguments that the target takes, data apart."""
    if not callable(found):
        return []
    function: Callable[..., object] = found
    try:
        names = list(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return []
    return names if isinstance(found, type) else names[2:]


def answer(found: object, case: Mapping[str, object]) -> dict[str, object]:
    """Fit the target to the case and read its weights, its offset and its predictions."""
    features = np.array(case["x"], dtype=np.float64)
    labels = np.array(case["y"])
    arguments = case.get("args") or {}
    if not isinstance(arguments, dict):
        raise Unusable("the arguments of a case are not an object")
    model: object = None
    if isinstance(found, type):
        model = found(**arguments)
        fit = fit_method(model)
        if fit is None:
            raise Unusable(f"the class {found.__name__} has no method fit")
        result = fit(features, labels)
    elif callable(found):
        result = found(features, labels, **arguments)
    else:
        model = found
        fit = fit_method(found)
        result = fit(features, labels) if fit is not None else None
    record = read_result(result, model)
    queries = case.get("queries")
    speaker = result if callable(getattr(result, "predict", None)) else model
    predict = getattr(speaker, "predict", None)
    if queries and callable(predict):
        said = np.asarray(predict(np.array(queries, dtype=np.float64))).ravel()
        record["predictions"] = [_number(value) for value in said.tolist()]
    if not record:
        raise Unusable(
            "found no weights in what fit returns or leaves behind "
            f"(looked for {', '.join(WEIGHT_NAMES[:5])} …, and for a method predict)"
        )
    return record


def read_result(result: object, model: object) -> dict[str, object]:
    """Weights and offset from an array, a pair, a mapping, or the attributes of an object."""
    if isinstance(result, tuple | list) and len(result) == 2 and np.ndim(result[0]) >= 1:
        return {"weights": _flat(result[0]), "offset": _single(result[1])}
    if isinstance(result, np.ndarray | list | tuple):
        return {"weights": _flat(result), "offset": None}
    for holder in (result, model):
        if holder is None:
            continue
        fields = holder if isinstance(holder, Mapping) else _Attributes(holder)
        weights = _first(fields, WEIGHT_NAMES)
        if weights is not None:
            offset = _first(fields, OFFSET_NAMES)
            return {"weights": _flat(weights), "offset": None if offset is None else _single(offset)}
    return {}


class _Attributes:
    """An object's attributes as a mapping."""

    def __init__(self, holder: object) -> None:
        self.holder = holder

    def get(self, name: str) -> object:
        value = getattr(self.holder, name, None)
        return None if callable(value) else value


def _first(fields: _Attributes | Mapping[str, object], names: Iterable[str]) -> object:
    return next((value for name in names if (value := fields.get(name)) is not None), None)


def _flat(values: object) -> list[object]:
    array = values if isinstance(values, list | tuple) else np.asarray(values)
    flat = np.asarray(array, dtype=object).ravel().tolist()
    return [_number(value) for value in flat]


def _single(value: object) -> object:
    flat = _flat([value] if np.ndim(np.asarray(value, dtype=object)) == 0 else value)
    if len(flat) != 1:
        raise Unusable(f"the offset has {len(flat)} entries, not one")
    return flat[0]


def _number(value: object) -> object:
    """As JSON can carry it without rounding: ints and floats as they are, fractions as text."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Unusable(f"{str(value)[:40]!r} is not a number")
    return value


def _first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else "no message"


def serve(name: str, arguments: Mapping[str, object], lines: Iterable[str], out: TextIO) -> None:
    """Answer each case, one line each; an answer {"error": …} says why there is none."""
    failure: str | None = None
    found: object = None
    try:
        found = resolve(name)
    except Unusable as error:
        failure = str(error)
    for line in lines:
        case = json.loads(line)
        record: dict[str, object]
        if failure is not None:
            record = {"error": failure}
        elif case.get("describe"):
            record = {"parameters": parameters(found)}
        else:
            case["args"] = {**arguments, **(case.get("args") or {})}
            try:
                record = answer(found, case)
            except Unusable as error:
                record = {"error": str(error)}
            except Exception as error:  # noqa: BLE001  (a stranger's program may raise anything)
                record = {"error": f"it raised {type(error).__name__}: {_first_line(error)}"}
        print(json.dumps(record), file=out, flush=True)


if __name__ == "__main__":
    protocol = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    serve(sys.argv[1], json.loads(sys.argv[2]), sys.stdin, protocol)
