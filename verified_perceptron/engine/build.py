"""The kernels ready to run: as machine code, on NumPy blocks, or as plain Python.

The source of a kernel is in `loops`.  `bind` gives it other helpers by name; `_compiled` passes all functions
through numba, which is imported only then.  numba keeps compiled code on disk under the function's name and the
time stamp of its file: neither the flags nor the helpers' files are part of
that key.  So the name under which a function is
compiled carries a digest of the flags and of every source it is made of, and no two variants share an entry.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cache
from types import FunctionType, SimpleNamespace

from verified_perceptron.engine import blocks, bounds, loops, slices


class Backend(Enum):
    """What runs the kernels."""

    NUMBA = "numba"
    NUMPY = "numpy"
    PYTHON = "python"
    """The source as it stands: for tests."""


ARITHMETIC = ("norm_bound", "filter_threshold", "distance_error", "sum_of_squares_bound")
"""Functions of `bounds` that the kernels call."""
HELPERS = (
    "score", "row_norm_sq", "greatest_norm_sq", "next_suspect", "next_suspect_or_longer", "add_row",
    "add_row_and_measure", "same_weights",
    "norm_sq", "end_of_pass", "settle", "note_update", "updates_left", "bound_norm", "move_counts", "radius_from",
    "kept_tolerance", "threshold_now", "margin_now", "note_length", "invariants_hold",
    "set_slack", "growth_line", "invariants_certain", "cut_row", "add_to_slices", "exact_sign", "verdict_of",
    "next_not_positive", "add_gram_row", "room_squared", "clearance", "reach_of_share", "select_rows",
    "distance_sq",
)  # fmt: skip
"""Functions of `loops`, each after those it calls."""
KERNELS = ("scan_exact", "scan_filtered", "scan_cached", "scan_active", "scan_batches")

REORDERED = ("reassoc", "contract")
"""The freedom that the arithmetic argument leaves to the compiler: any order of summation, fused operations."""
AS_WRITTEN: tuple[str, ...] = ()
"""Where the order matters: slices of floats are taken off exactly."""
ORDERED = ("cut_row",)


def best_backend() -> Backend:
    """Machine code if numba is installed."""
    return Backend.NUMBA if importlib.util.find_spec("numba") else Backend.NUMPY


@cache
def kernels(backend: Backend) -> SimpleNamespace:
    """The kernels and helpers of a backend, by name."""
    match backend:
        case Backend.NUMBA:
            return _compiled()
        case Backend.NUMPY:
            return bound({name: getattr(blocks, name) for name in HELPERS if hasattr(blocks, name)})
        case Backend.PYTHON:
            return bound({})


def bound(helpers: Mapping[str, Callable[..., object]]) -> SimpleNamespace:
    """The kernels with some helpers replaced."""
    names: dict[str, object] = {name: getattr(bounds, name) for name in ARITHMETIC}
    for name in (*HELPERS, *KERNELS):
        names[name] = helpers[name] if name in helpers else bind(getattr(loops, name), names, name)
    names["take_slices"] = slices.take_slices
    return SimpleNamespace(**names)


def bind(source: Callable[..., object], names: Mapping[str, object], name: str) -> FunctionType:
    """The function with these names in place of the globals of its module."""
    if not isinstance(source, FunctionType):
        raise TypeError(f"{name} is not a plain function")
    bound_source = FunctionType(source.__code__, {**source.__globals__, **names}, name, source.__defaults__)
    bound_source.__qualname__ = name
    bound_source.__module__ = source.__module__
    return bound_source


def cache_name(name: str, flags: Sequence[str]) -> str:
    """The name under which a function is compiled with these flags from the present sources."""
    digest = hashlib.sha256(" ".join(sorted(flags)).encode())
    for module in (bounds, loops, slices):
        digest.update(inspect.getsource(module).encode())
    return f"{name}_{digest.hexdigest()[:12]}"


def compile_function(source: Callable[..., object], names: Mapping[str, object], flags: Sequence[str]) -> object:
    """The function as machine code, cached on disk under `cache_name`."""
    import numba

    name = cache_name(source.__name__, flags)
    return numba.njit(cache=True, nogil=True, fastmath=set(flags) or False)(bind(source, names, name))


def _compiled() -> SimpleNamespace:
    names: dict[str, object] = {}
    for name in ARITHMETIC:
        names[name] = compile_function(getattr(bounds, name), names, REORDERED)
    for name in (*HELPERS, *KERNELS):
        names[name] = compile_function(getattr(loops, name), names, AS_WRITTEN if name in ORDERED else REORDERED)
    names["take_slices"] = compile_function(slices.take_slices_of_rows, names, AS_WRITTEN)
    return SimpleNamespace(**names)
