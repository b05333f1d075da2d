"""The driver: poses the data for the kernels, answers what they leave open, and plans which of them runs.

Units.  Rows are x·D (floats as they are, D = 1).  The kernels keep v with w = (η/D)·v, so that a mistake adds y·row
itself: v += y·row, B += y·c².  A rate only scales the weights from zero; from another start v₀ = D·w₀/η.

Plan.  Integers run exactly while T12 allows, then through the filter.  After 1, 3, 7, 15, … passes the plan is
looked at again: few rows and many passes go over to cached margins; many rows with few updates try the active
set, which may look in vain at no more rows than a twentieth of those looked at so far.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import cached_property
from math import gcd
from types import SimpleNamespace

import numpy as np
from numpy.typing import NDArray

from verified_perceptron.conventions import (
    DEFAULT,
    PICKS,
    ConstantRate,
    ConventionError,
    Conventions,
    Correction,
    FixedMargin,
    Folding,
    GroupKind,
    Offset,
    OrderKind,
    Predictor,
    RelativeMargin,
    Tie,
    ZeroStart,
)
from verified_perceptron.data import DataError, Dataset
from verified_perceptron.engine import loops
from verified_perceptron.engine.arrays import BLOCK, Arrays, BigRows, FloatRows, IntegerRows, Rows, rows_of
from verified_perceptron.engine.bounds import (
    FLOAT32_LIMIT,
    FLOAT64_LIMIT,
    INT64_LIMIT,
    LEAST_RADIUS_SQ,
    MOST_FEATURES,
    exact_squares,
)
from verified_perceptron.engine.build import Backend, best_backend, kernels
from verified_perceptron.engine.exact_weights import ExactWeights
from verified_perceptron.engine.loops import Integers, Reals
from verified_perceptron.engine.slices import power_of_two_above, rounded
from verified_perceptron.exact import Root, at_most_sum_of_roots, common_denominator
from verified_perceptron.invariants import InvariantViolation, Level
from verified_perceptron.invariants.monitor import Comparison, at_most
from verified_perceptron.problem import Hypothesis, start_of
from verified_perceptron.run import PASSES_WITHOUT_GUARANTEE, Cycle, Outcome

LOG_SIZE = 1 << 16
MOST_CACHED_ROWS = 2800
LEAST_ACTIVE_ROWS = 512
MOST_ACTIVE = 0.35
PATIENCE = 63
"""Passes before the plan is changed."""
NO_LIMIT = 2**62
FEW_DECISIONS = 2
"""So many decisions are made by rationals before slices are prepared."""
MOST_LEVELS = 6
LONG_RUN = 2**20
"""Updates that a bound from the numbers' type alone should leave room for."""


class Kernel(Enum):
    """What makes the decisions."""

    EXACT = "exact"
    FILTERED = "filtered"
    CACHED = "cached"
    ACTIVE = "active"
    BATCHES = "batches"


@dataclass(frozen=True)
class Solution:
    """What a run did and found, in the data's own units."""

    conventions: Conventions
    outcome: Outcome
    updates: int
    passes: int
    numerators: list[int]
    unit: Fraction
    """The weights are numerators·unit."""
    offset: Fraction
    cycle: Cycle | None
    checks: dict[str, int]
    """How often each invariant was checked."""
    mistakes: Integers
    """How often each example was corrected."""
    log: Integers | None
    """The example of every update in turn, if it was asked for; −1−r begins a batch."""
    kernels: dict[str, int]
    """Passes that each kernel finished."""
    left_to_integers: int
    """Decisions that no bound covered."""

    average: Hypothesis | None = None
    """Σ c·w over all weights, each as often as it was in force, if the average is to predict."""

    @cached_property
    def hypothesis(self) -> Hypothesis:
        """The weights and the offset as rationals; a run that needs only integers makes none."""
        return Hypothesis(tuple(v * self.unit for v in self.numerators), self.offset)


def uncovered(conventions: Conventions) -> str | None:
    """Why the engine does not run these conventions, or None if it does."""
    if not isinstance(conventions.rate, ConstantRate):
        return "the rate varies"
    if conventions.order.kind in PICKS:
        return f"the order {conventions.order.kind.value} picks from all mistakes"
    if conventions.group.kind is GroupKind.MEAN_BATCH:
        return "the mean of a batch is not an integer combination"
    if conventions.correction not in (Correction.LABEL, Correction.TARGET_OUTPUT):
        return f"the correction {conventions.correction.value} is not a fixed step"
    if conventions.stop.small_change is not None:
        return "small changes are measured on exact weights after every pass"
    if conventions.predictor is Predictor.VOTED:
        return "all weights have a vote, so all are kept"
    if conventions.predictor is Predictor.AVERAGED and conventions.group.kind is not GroupKind.ONLINE:
        return "averages are taken of updates on one example at a time"
    return None


def solve(
    data: Dataset | Arrays,
    conventions: Conventions = DEFAULT,
    *,
    contracts: Level = Level.FINAL,
    separator: Hypothesis | None = None,
    keep_log: bool = False,
    backend: Backend | None = None,
    only: Kernel | None = None,
) -> Solution:
    """The run of the reference, update for update, at machine speed.

    `contracts` checks growth, and progress with a separator, exactly, after every update or at the end.  `only`
    keeps to one kernel wherever its bound allows.  Raises `ConventionError` for conventions it does not cover.
    """
    reason = uncovered(conventions)
    if reason is not None:
        raise ConventionError(f"the fast engine does not run these conventions: {reason}")
    return _Driver(data, conventions, contracts, separator, keep_log, backend or best_backend(), only).run()


def radius_sq(data: Arrays) -> Fraction:
    """R² = max ‖x‖², exactly."""
    rows = rows_of(data)
    return rows.radius_sq(kernels(best_backend())) / rows.denominator**2


@dataclass
class _Driver:
    data: Dataset | Arrays
    conventions: Conventions
    contracts: Level
    separator: Hypothesis | None
    keep_log: bool
    backend: Backend
    only: Kernel | None
    kernel: Kernel = Kernel.EXACT
    log_parts: list[Integers] = field(default_factory=list)
    checks: dict[str, int] = field(default_factory=dict)
    kernel_passes: dict[str, int] = field(default_factory=dict)
    left_to_integers: int = 0
    w: Reals = field(default_factory=lambda: np.zeros(0))
    kept: Reals = field(default_factory=lambda: np.zeros(0))
    packed: Reals = field(default_factory=lambda: np.zeros((0, 0)))
    shift: int = 0
    filtered: bool | None = None
    is_over: bool = False

    # --- setting up -------------------------------------------------------------------------------

    def __post_init__(self) -> None:
        conventions = self.conventions
        self.code: SimpleNamespace = kernels(self.backend)
        self.rows: Rows = rows_of(self.data)
        self.y: NDArray[np.int8] = (
            self.data.y if isinstance(self.data, Arrays) else np.array(self.data.labels, dtype=np.int8)
        )
        self.n, self.d = self.rows.storage.shape
        if self.d > MOST_FEATURES:
            raise DataError(f"{self.data.name}: {self.d} features are more than the bound covers")
        rate = conventions.rate
        if not isinstance(rate, ConstantRate):
            raise ConventionError("the rate varies")
        self.eta = rate.value * (2 if conventions.correction is Correction.TARGET_OUTPUT else 1)
        D = self.rows.denominator
        self.fold_sq = self._fold_sq()
        v0: tuple[Fraction, ...] = ()
        B0 = Fraction(0)
        if not isinstance(conventions.start, ZeroStart):
            start = start_of(self.data.dimension, conventions)
            v0 = tuple(D * w / self.eta for w in start.weights)
            B0 = D * D * start.offset / self.eta
        if (
            conventions.offset is Offset.RADIUS
            and not self.fold_sq
            and (conventions.folding is not Folding.EXPLICIT or B0)
        ):
            raise ConventionError(
                "every example is zero, so R = 0: there is no fold with R, and no b/R to start from"
            )
        self.q = common_denominator((*v0, B0)) if v0 else 1
        self.start = [int(self.q * v) for v in v0] if v0 else [0] * self.d
        self.exact = ExactWeights(self.rows, self.y, self.start, 0, self.q, B0, self.fold_sq)
        self.start_sq = self.exact.norm_sq() if v0 else Fraction(0)
        self.any_terms = conventions.margin is not None
        self.pending: list[Integers] = []
        self.pending_count = 0
        self._set_state()
        self._set_watch()
        self._choose_numbers()

    def _fold_sq(self) -> Fraction:
        match self.conventions.offset:
            case Offset.NONE:
                return Fraction(0)
            case Offset.UNIT:
                return Fraction(self.rows.denominator**2)
            case Offset.RADIUS:
                return self.rows.radius_sq(self.code)

    def _set_state(self) -> None:
        conventions, stop = self.conventions, self.conventions.stop
        st = self.st = np.zeros(loops.STATE_SIZE, dtype=np.int64)
        limit = stop.passes
        if limit is None and not conventions.ends_by_itself and stop.updates is None:
            limit = PASSES_WITHOUT_GUARANTEE
        st[loops.PASS_LIMIT] = limit or NO_LIMIT
        st[loops.UPDATE_LIMIT] = stop.updates or NO_LIMIT
        st[loops.SQUARES_LIMIT] = NO_LIMIT
        # A shuffled scan is made anew for every pass: the kernel comes back after each.
        st[loops.KEPT_DUE], self.due, self.kept_pass = 1, 1, 0
        st[loops.QUIET], st[loops.CYCLE] = stop.quiet, stop.cycle
        st[loops.TIE_PLUS] = conventions.tie in (Tie.MISTAKE, Tie.MINUS)
        st[loops.TIE_MINUS] = conventions.tie in (Tie.MISTAKE, Tie.PLUS)
        st[loops.ACTIVE] = -1
        st[loops.FROM_ZERO] = self.start_sq == 0
        group = conventions.group
        match group.kind:
            case GroupKind.ONLINE:
                st[loops.BATCH] = 1
            case GroupKind.MINI_BATCH:
                st[loops.BATCH] = min(group.size, self.n)
            case GroupKind.BATCH | GroupKind.MEAN_BATCH:
                st[loops.BATCH] = self.n
        self.is_batch = group.kind is not GroupKind.ONLINE
        self.fl: Reals = np.zeros(loops.FLOATS_SIZE)
        self.fl[loops.THETA] = -1.0
        self.fl[loops.SHARE] = 0.1
        room = LOG_SIZE + (int(st[loops.BATCH]) if self.is_batch else 0)
        self.log = np.zeros(room, dtype=np.int64)
        self.added = np.zeros(self.n, dtype=np.int64)
        self.alpha = np.zeros(self.n, dtype=np.int64)
        self.covered_sq = 0.0
        self.seen_sq = Fraction(0)
        self.renewed_at = 0
        self.recent: list[Integers] = []
        self.forgotten = False
        self.slices = np.zeros((0, self.d + 1), dtype=np.int64)
        self.whole = True if self.rows.is_integral else None
        self.synced: Integers | None = None
        is_averaged = conventions.predictor is Predictor.AVERAGED
        self.rounds: Integers | None = np.zeros(self.n, dtype=np.int64) if is_averaged else None
        self.last_plan = 0, 0
        self.last_each = 0.0
        self.order: Integers | None = None
        self.scans = self._shuffles() if conventions.order.kind is OrderKind.SHUFFLED else None
        if self.scans is not None:
            self.order = next(self.scans)
            self.order_of_pass = 0

    def _shuffles(self) -> Iterator[Integers]:
        draw = random.Random(self.conventions.order.seed)
        while True:
            yield np.array(draw.sample(range(self.n), self.n), dtype=np.int64)

    def _set_watch(self) -> None:
        """What the invariants compare with, exactly; R² only where it is needed."""
        self.is_watched = self.contracts is Level.EVERY
        self.u: tuple[tuple[Fraction, ...], Fraction] | None = None
        self.gamma = Fraction(0)
        if self.separator is None or self.contracts is Level.OFF:
            return
        D = self.rows.denominator
        flat, offset = tuple(self.separator.weights), self.separator.offset * D
        scale = common_denominator((*flat, offset))
        if self.fold_sq.denominator == 1 and self.fold_sq:
            scale *= int(self.fold_sq)  # then C/c² is an integer
        flat, offset = tuple(scale * v for v in flat), scale * offset
        gamma = self._least_margin([int(v) for v in flat], int(offset))
        if gamma > 0:
            self.u, self.gamma = (flat, offset), gamma

    def _least_margin(self, flat: list[int], offset: int) -> Fraction:
        """min y(⟨u,row⟩ + C), exactly."""
        size = sum(abs(v) for v in flat)
        if isinstance(self.rows, IntegerRows) and size * self.rows.greatest + abs(offset) < 2**62:
            least = None
            u = np.array(flat, dtype=np.int64)
            for first in range(0, self.n, BLOCK):
                rows = slice(first, first + BLOCK)
                found = int(((self.rows.integers[rows].astype(np.int64) @ u + offset) * self.y[rows]).min())
                least = found if least is None else min(least, found)
            return Fraction(least or 0)
        probe = ExactWeights(self.rows, self.y, flat, 0, 1, Fraction(offset), Fraction(0))
        if isinstance(self.rows, FloatRows):
            scores = (self.rows.floats @ np.array(flat, dtype=np.float64) + float(offset)) * self.y
            norm = math.sqrt(float(sum(v * v for v in flat)) + 1.0)
            lengths = np.sqrt(np.einsum("ij,ij->i", self.rows.floats, self.rows.floats, dtype=np.float64))
            spread = (norm * lengths + abs(float(offset))) * (self.d + 8) * 2.0**-52 + 2.0**-440
            near = np.flatnonzero(scores - spread <= (scores + spread).min())
            return min(probe.score(int(r)) * int(self.y[r]) for r in near)
        return min(probe.score(r) * int(self.y[r]) for r in range(self.n))

    # --- numbers ----------------------------------------------------------------------------------

    def _choose_numbers(self) -> None:
        exact_allowed = self.rows.is_integral and not self.any_terms and self.only is not Kernel.FILTERED
        if exact_allowed and self._set_exact():
            self.kernel = Kernel.BATCHES if self.is_batch else Kernel.EXACT
            return
        self._set_filtered()

    def _folded_radius_sq(self) -> Fraction:
        return self.rows.radius_sq(self.code) + self.fold_sq

    def _set_exact(self) -> bool:
        """Machine integers if T12 covers at least the next update."""
        if not isinstance(self.rows, IntegerRows):
            return False
        if self.is_watched and self.exact.start_offset and self.fold_sq:
            return False
        done = int(self.st[loops.SQUARES])
        room = int(self.st[loops.BATCH]) ** 2 if self.is_batch else 2
        ladder: list[tuple[type[np.generic], int]] = [(np.int64, INT64_LIMIT)]
        if self.backend is Backend.NUMPY:
            ladder = [(np.float32, FLOAT32_LIMIT), (np.float64, FLOAT64_LIMIT)]
        coarse = self.rows.greatest**2 * self.d + int(self.fold_sq)
        for kind, limit in ladder:
            # d·max|x|² is at least R²; where it leaves room for a long run, R² itself is not needed.
            squares = self._exact_squares(limit, coarse)
            if squares < done + LONG_RUN * room:
                squares = self._exact_squares(limit, int(self._folded_radius_sq()))
            if squares >= done + room:
                self.st[loops.SQUARES_LIMIT] = squares - (0 if self.is_batch else 1)
                self._sync()
                self.filtered = None
                if self.backend is Backend.NUMPY:
                    self.rows.storage = self.rows.integers.astype(kind)
                self.fl[loops.FOLD_SQ] = float(self.fold_sq)
                self.step = np.array([self.q, self.q * int(self.fold_sq)], dtype=kind)
                self.w = np.array([*self.exact.numerators, int(self.exact.offset * self.q)], dtype=kind)
                self.kept = self.kept.astype(kind) if self.kept.size else self.w.copy()
                self.watch: Integers | Reals | None = self._exact_watch(kind) if self.is_watched else None
                return True
        return False

    def _exact_squares(self, limit: int, radius_sq: int) -> int:
        """Q up to which everything fits; where invariants are checked, ‖w‖² and ⟨w,u⟩ too."""
        start_sq = math.ceil(self.start_sq * self.q**2)
        if not self.is_watched:
            return exact_squares(limit, radius_sq, start_sq, self.q)
        radius_sq, start_sq = max(radius_sq, self._separator_sq()), max(start_sq, 1)
        squares = exact_squares(limit, radius_sq, start_sq, self.q)
        return min(squares, (limit // 4 - start_sq) // (self.q**2 * radius_sq or 1))

    def _separator_sq(self) -> int:
        if self.u is None:
            return 0
        flat, offset = self.u
        return math.ceil(sum(v * v for v in flat) + (offset * offset / self.fold_sq if self.fold_sq else 0))

    def _exact_watch(self, kind: type[np.generic]) -> Integers:
        # R² grows with the rows that are added: growth is checked with the least R² that the theorem allows.
        radius_sq = int(self._folded_radius_sq()) if self.st[loops.UPDATES] else 0
        start_sq = int(self.start_sq * self.q**2)
        head = [radius_sq, start_sq, int(self.fold_sq), 0, 0, 0]
        flat: list[int] = [0] * (self.d + 1)
        if self.u is not None:
            u, offset = self.u
            along = int(self.q * self._start_alignment())
            flat = [int(v) for v in u] + [int(offset / self.fold_sq) if self.fold_sq else 0]
            head = [radius_sq, start_sq, int(self.fold_sq), 1, along, int(self.gamma)]
        return np.array([*head, *flat], dtype=kind)

    def _start_alignment(self) -> Fraction:
        if self.u is None:
            return Fraction(0)
        flat, offset = self.u
        start = sum((a * b for a, b in zip(self.start, flat, strict=True)), Fraction(0)) / self.q
        return start + self.exact.start_offset * offset / self.fold_sq if self.fold_sq else start

    def _set_filtered(self, kept_integers: list[int] | None = None, rescale: bool = False) -> None:
        """Floats with the filter, from the exact weights as they are now and the kept ones of an exact kernel."""
        self._sync()
        self._drop_slices()
        if self.filtered is None and self.st[loops.UPDATES]:
            self.synced = self.alpha + self.added
        self.kernel = Kernel.BATCHES if self.is_batch else Kernel.FILTERED
        self.filtered = True
        st, fl = self.st, self.fl
        st[loops.SQUARES_LIMIT] = NO_LIMIT
        known: Fraction | None = None
        if (
            not isinstance(self.rows, FloatRows)
            or self.is_batch
            or self.any_terms
            or rescale
            or not 2.0**-400 < float(np.abs(self.rows.floats[:64]).max()) < 2.0**400
        ):
            known = self._folded_radius_sq()
        self._set_scale(known)
        unit_sq = Fraction(4) ** self.shift
        fl[loops.FOLD_SQ] = float(self.fold_sq / unit_sq)
        fl[loops.START_SQ] = _above(self.start_sq / unit_sq)
        st[loops.MEASURING] = known is None
        fl[loops.MEASURED] = -1.0 if known is None else 0.0
        fl[loops.RADIUS_SQ] = LEAST_RADIUS_SQ if known is None else _above(known / unit_sq)
        D = self.rows.denominator
        # No score reaches 2⁸⁵⁰, nor ⟨w,x⟩/‖w‖ 2⁴⁰⁰: a larger margin decides as these do.
        match self.conventions.margin:
            case RelativeMargin(beta):
                fl[loops.BETA] = float(min(beta * D / Fraction(2) ** self.shift, Fraction(2) ** 450))
            case FixedMargin(tau):
                fl[loops.THETA] = float(min(tau * D * D / self.eta / unit_sq, Fraction(2) ** 900))
            case None:
                pass
        self.step = np.array([1.0, float(self.fold_sq / unit_sq)])
        self.w = np.zeros(self.d + 1)
        self._round()
        if not kept_integers:
            offset = self.exact.start_offset
            start = ExactWeights(self.rows, self.y, self.start, 0, self.q, offset, self.fold_sq)
            self.kept = np.array(start.floats(self.shift))
        else:
            flat = [rounded(v, -self.shift, self.q) for v in kept_integers[:-1]]
            self.kept = np.array([*flat, rounded(kept_integers[-1], -2 * self.shift, self.q)])
        self.watch = self._float_watch(unit_sq, known) if self.is_watched else None

    def _set_scale(self, radius_sq: Fraction | None) -> None:
        """The kernel sees rows·2^−shift: 0 unless squares of lengths would leave the range of floats."""
        size = max(self.start_sq, radius_sq) if radius_sq is not None else self.start_sq
        bits = size.numerator.bit_length() - size.denominator.bit_length() if size else 0
        self.shift = bits // 2 if abs(bits) > 800 or isinstance(self.rows, BigRows) else 0
        if self.shift:
            self.rows.storage = self.rows.scaled_down(self.shift)
        elif isinstance(self.rows, IntegerRows) and self.backend is Backend.NUMPY:
            self.rows.storage = self.rows.integers.astype(np.float64)

    def _float_watch(self, unit_sq: Fraction, known: Fraction | None) -> Reals:
        radius_sq = float(known / unit_sq) * (1 - 2.0**-52) if known is not None else 0.0
        if not self._has_growth:
            radius_sq = -1.0
        head, flat = [0.0, radius_sq, 0.0, 0.0, 0.0], [0.0] * (self.d + 1)
        if self.u is not None:
            # u in units of its own size; v·2^−shift: everything is divided by size·2^shift.
            size = Fraction(max(1, math.isqrt(self._separator_sq())))
            u, offset = self.u
            unit = Fraction(2) ** self.shift
            flat = [float(v / size) for v in u]
            flat.append(float(offset * unit / size / self.fold_sq) if self.fold_sq else 0.0)
            head = [
                1.0, radius_sq, float(self._start_alignment() / size / unit), float(self.gamma / size / unit),
                math.sqrt(_above(Fraction(self._separator_sq()) / size**2)) * 1.0001,
            ]  # fmt: skip
        return np.array([*head, *flat])

    def _round(self) -> None:
        """ŵ from the exact weights."""
        self._sync()
        self.w[:] = self.exact.floats(self.shift)
        self.st[loops.TERMS] = 0

    @property
    def _holds_weights(self) -> bool:
        """The kernel's own weights are exact."""
        return self.filtered is None and self.kernel is not Kernel.CACHED and self.w.size > 0

    def _sync(self) -> None:
        """Bring the exact weights up to date."""
        self._flush()
        if self._holds_weights:
            *self.exact.numerators, offset = self.w.astype(np.int64).tolist()
            if self.fold_sq:
                self.exact.label_sum = int((Fraction(offset, self.q) - self.exact.start_offset) / self.fold_sq)
        elif self.pending_count:
            if isinstance(self.rows, FloatRows) and self.filtered and not self.shift:
                self.rows.reach = math.sqrt(self.fl[loops.RADIUS_SQ]) * 1.001
            self._add_pending()

    def _add_pending(self) -> None:
        """Add to the exact weights what was added since: row by row, or by the counts of all rows."""
        if self.pending:
            entries = np.concatenate(self.pending)
            self.exact.add(entries, self.code)
            if not self.is_over:
                if self.synced is None:
                    self.synced = np.zeros(self.n, dtype=np.int64)
                np.add.at(self.synced, entries, 1)
        else:
            counts = self.alpha + self.added
            new = counts - self.synced if self.synced is not None else counts
            self.synced = counts
            support = np.flatnonzero(new)
            self.exact.add_counts(support, new[support], self.code)
        self.pending, self.pending_count = [], 0

    # --- running ----------------------------------------------------------------------------------

    def run(self) -> Solution:
        """Until a stopping rule of the conventions applies."""
        outcome, cycle = Outcome.STOPPED, None
        while True:
            before = int(self.st[loops.PASSES])
            code = int(self._call())
            passes = int(self.st[loops.PASSES])
            self.kernel_passes[self.kernel.value] = self.kernel_passes.get(self.kernel.value, 0) + passes - before
            match code:
                case loops.QUIET_PASS:
                    outcome = Outcome.CONVERGED
                    break
                case loops.PASSES_DONE | loops.UPDATES_DONE:
                    break
                case loops.RETURNED | loops.RENEW:
                    if code == loops.RETURNED and (cycle := self._cycle()) is not None:
                        outcome = Outcome.CYCLED
                        break
                    if passes == self.due:
                        self._renew()
                        if passes < self.st[loops.PASS_LIMIT]:
                            self._plan()
                    if passes == self.st[loops.PASS_LIMIT]:
                        break
                case loops.FULL:
                    self._flush()
                case loops.AMBIGUOUS:
                    self._decide()
                case loops.BOUND:
                    self._promote()
                case loops.RANGE:
                    self._out_of_range()
                case loops.CHECK:
                    self._check(count=False)
                    if self.st[loops.UPDATES] == self.st[loops.UPDATE_LIMIT]:
                        break
                case loops.SLOW:
                    self._leave_active()
                case _:
                    raise AssertionError(f"a kernel returned {code}")
            if self.scans is not None and self.st[loops.PASSES] != self.order_of_pass:
                self._flush()
                self.order = next(self.scans)
                self.order_of_pass = int(self.st[loops.PASSES])
                self.st[loops.KEPT_DUE] = self.order_of_pass + 1
        return self._solution(outcome, cycle)

    def _call(self) -> int:
        st, fl, log, added, y = self.st, self.fl, self.log, self.added, self.y
        X, w, step, kept, order = self.rows.storage, self.w, self.step, self.kept, self.order
        match self.kernel:
            case Kernel.EXACT:
                return int(
                    self.code.scan_exact(X, y, w, step, st, log, added, kept, order, self.watch, self.rounds)
                )
            case Kernel.FILTERED:
                return int(
                    self.code.scan_filtered(
                        X,
                        y,
                        w,
                        step,
                        st,
                        fl,
                        log,
                        added,
                        kept,
                        order,
                        self.watch,
                        self.any_terms,
                        self.slices,
                        self.whole, self.rounds,
                    )
                )  # fmt: skip
            case Kernel.BATCHES:
                return int(
                    self.code.scan_batches(
                        X, y, w, step, st, fl, log, added, kept, order, self.filtered, self.watch
                    )
                )
            case Kernel.ACTIVE:
                return int(
                    self.code.scan_active(
                        X, y, w, step, st, fl, log, added, kept, self.filtered, self.watch,
                        self.inverse, self.active, self.packed, self.labels, self.reference, self.slices,
                        self.whole,
                    )
                )  # fmt: skip
            case Kernel.CACHED:
                return int(
                    self.code.scan_cached(
                        self.gram, y, self.margins, st, log, added, self.kept_margins, self.gram_watch, self.gains
                    )
                )

    # --- what kernels leave to the driver ------------------------------------------------------------

    def _flush(self) -> None:
        count = int(self.st[loops.LOGGED])
        if not count:
            return
        if self.slices.size and not self.code.add_to_slices(
            self.rows.storage, self.y, self.st, self.fl, self.log, self.slices, self.whole
        ):
            self._drop_slices()
        self.st[loops.SLICED] = 0
        if count > self.renewed_at:
            self.recent.append(self.log[self.renewed_at : count].copy())
            self.forgotten = self.forgotten or count > self.n // 8 or len(self.recent) > 16
            if self.forgotten:
                self.recent = []
        self.renewed_at = 0
        entries = self.log[:count].copy() if self.keep_log or not self._holds_weights else self.log[:0]
        waiting = int(self.st[loops.PENDING])
        self.log[:waiting] = self.log[count : count + waiting].copy()  # the open batch stays
        self.st[loops.LOGGED] = 0
        if self.keep_log:
            self.log_parts.append(entries)
        if self._holds_weights:
            return
        self.pending_count += count
        if self.pending_count > self.n // 4 + LOG_SIZE // 64:  # then counting all rows is quicker
            self.pending = []
        else:
            self.pending.append(np.where(entries < 0, -1 - entries, entries) if self.is_batch else entries)

    def _decide(self) -> None:
        """One decision, by integers; ŵ is rounded anew from the exact weights on the way."""
        self._round()
        self.left_to_integers += 1
        if self.left_to_integers > FEW_DECISIONS:
            self._set_slices()
        position = int(self.st[loops.POSITION])
        r = position if self.order is None or self.kernel is Kernel.ACTIVE else int(self.order[position])
        self.st[loops.VERDICT] = loops.WRONG if self._is_mistake(r) else loops.RIGHT

    def _set_slices(self) -> None:
        """Let the kernel decide further cases by itself, on slices of the exact weights and of the rows."""
        if isinstance(self.rows, IntegerRows):
            levels = self.rows.greatest.bit_length() // loops.CUT + 1
            top = loops.CUT * (levels - 1)
        else:
            top = power_of_two_above(max(1.0, math.sqrt(self.fl[loops.RADIUS_SQ]))) - loops.CUT
            levels = max(3, self.slices.shape[0] + 1, 1 - (self.exact.exponent - top) // loops.CUT)
        lowest = top - loops.CUT * (levels - 1)
        self._drop_slices()
        if (
            isinstance(self.rows, BigRows)
            or self.fold_sq not in (0, 1)
            or self.shift
            or self.any_terms
            or self.q != 1
            or self.exact.start_offset
            or levels > MOST_LEVELS
            or top > 900
            or self.backend is Backend.NUMPY
        ):
            return
        numbers = [v << (self.exact.exponent - lowest) for v in self.exact.numerators]
        numbers.append(int(self.exact.offset * Fraction(2) ** -lowest))
        parts = []
        for _ in range(levels - 1):
            parts.append([v & (2**loops.CUT - 1) for v in numbers])
            numbers = [v >> loops.CUT for v in numbers]
        if max(abs(v) for v in numbers) >= 2**40:
            return
        self.slices = np.array([numbers, *reversed(parts)], dtype=np.int64)
        self.fl[loops.SCALE] = 2.0**-top
        self.st[loops.SLICED] = 0

    def _drop_slices(self) -> None:
        self.slices = np.zeros((0, self.d + 1), dtype=np.int64)

    def _is_mistake(self, r: int) -> bool:
        if self.conventions.margin is None:
            sign = self.exact.sign(r)
            tie = self.st[loops.TIE_PLUS] if self.y[r] > 0 else self.st[loops.TIE_MINUS]
            return sign < 0 or (sign == 0 and bool(tie))
        signed, D = self.exact.score(r) * int(self.y[r]), self.rows.denominator
        match self.conventions.margin:
            case RelativeMargin(beta):
                return signed <= 0 or signed * signed <= (beta * D) ** 2 * self.exact.norm_sq()
            case FixedMargin(tau):
                return signed <= tau * D * D / self.eta

    def _promote(self) -> None:
        """The exact numbers have reached their bound: to the next larger ones, or to the filter."""
        kernel = self.kernel
        self._sync()
        if kernel is Kernel.CACHED:
            self._leave_cached()
        elif kernel is Kernel.ACTIVE:
            self.st[loops.ACTIVE] = -1
        if not self._set_exact():
            self._set_filtered([int(v) for v in self.kept.tolist()])
        elif kernel is not Kernel.BATCHES:
            self.kernel = Kernel.EXACT

    def _out_of_range(self) -> None:
        if not isinstance(self.rows, FloatRows):
            raise AssertionError("only floats are measured on the way")
        # The kept weights are still the start: they are renewed after a pass, and by then all rows are measured.
        self._set_filtered([], rescale=True)

    def _cycle(self) -> Cycle | None:
        """The weights are those kept, exactly: what was added in between cancels (T6)."""
        support = np.flatnonzero(self.added)
        signed = self.added[support] * self.y[support]
        total, _ = self.rows.total(support, signed, self.code)
        if any(total) or (self.fold_sq and signed.sum()):
            return None
        divisor = gcd(*self.added[support].tolist())
        multipliers = tuple(v // divisor for v in self.added.tolist())
        return Cycle(self.kept_pass, int(self.st[loops.PASSES]), multipliers)

    def _renew(self) -> None:
        """Brent: keep the present weights, for twice as long as the last ones."""
        taken = self.due - self.kept_pass
        patience = 2 * taken
        self.kept_pass = int(self.st[loops.PASSES])
        self.due = self.st[loops.KEPT_DUE] = self.kept_pass + patience
        self._count_added()
        self.st[loops.SINCE_KEPT] = 0
        if self.kernel is Kernel.CACHED:
            self.kept_margins[:] = self.margins
        else:
            # What one pass covered, if the weights walked at random.
            self.covered_sq = float(self.code.distance_sq(self.w, self.kept, self.fl[loops.FOLD_SQ])) / taken
            self.kept[:] = self.w

    def _count_added(self) -> None:
        """Add the counts since `kept` to all counts: of the rows that the log had since then, if these are few."""
        last = int(self.st[loops.LOGGED])
        parts = [np.flatnonzero(self.added)] if self.forgotten else [*self.recent, self.log[self.renewed_at : last]]
        for rows in parts:
            self.code.move_counts(rows, self.added, self.alpha)
        self.renewed_at, self.forgotten, self.recent = last, False, []

    # --- the plan -----------------------------------------------------------------------------------

    def _plan(self) -> None:
        passes, updates = int(self.st[loops.PASSES]), int(self.st[loops.UPDATES])
        (old_passes, old_updates), self.last_plan = self.last_plan, (passes, updates)
        each = (updates - old_updates) / (passes - old_passes)
        is_slowing, self.last_each = each < 0.4 * self.last_each, each
        if (
            self.order is not None
            or self.any_terms
            or self.rounds is not None
            or self.kernel not in (Kernel.EXACT, Kernel.FILTERED)
        ):
            return
        forced = self.only
        if self.kernel is Kernel.EXACT and self.n <= MOST_CACHED_ROWS:
            pays = 2 * (each + 3) < self.d and passes >= 4 * self.n
            if self.backend is Backend.NUMPY:
                pays = passes >= PATIENCE
            if forced is Kernel.CACHED or (forced is None and pays):
                self._enter_cached()
                return
        if forced is Kernel.ACTIVE or (
            forced is None
            and passes >= 3
            and self.n >= LEAST_ACTIVE_ROWS
            and self._active_set_pays(passes, each, is_slowing)
        ):
            self._enter_active(passes)

    def _active_set_pays(self, passes: int, each: float, is_slowing: bool) -> bool:
        """Whether a sample says so: few rows lie within the distance that the last passes covered.

        Choosing the set costs 1½ passes: before the 15th pass only a run that is far from its end may try.
        """
        if (passes < 15 and (each < 32 or is_slowing)) or 8 * each > self.n:
            return False
        if self.backend is Backend.NUMPY and passes < PATIENCE:
            return False
        sample = slice(0, self.n, max(1, self.n // 256))
        w = self.w.astype(np.float64)
        X = self.rows.storage[sample].astype(np.float64)
        fold_sq = self.fl[loops.FOLD_SQ]
        margins = (X @ w[:-1] + w[-1]) * self.y[sample]
        within = margins * abs(margins) <= self.covered_sq * (np.einsum("ij,ij->i", X, X) + fold_sq)
        share = float(within.mean())
        self.fl[loops.SHARE] = max(share, 4 / self.n)
        return share < MOST_ACTIVE

    def _enter_cached(self) -> None:
        if not isinstance(self.rows, IntegerRows):
            return
        squares = exact_squares(
            INT64_LIMIT, int(self._folded_radius_sq()), math.ceil(self.start_sq * self.q**2), self.q
        )
        if squares <= self.st[loops.SQUARES] + 1:
            return
        self._sync()
        self.synced = self.alpha + self.added
        Z = self.rows.integers.astype(np.int64)
        fits = self._folded_radius_sq() <= FLOAT64_LIMIT
        plain = (Z.astype(np.float64) @ Z.T.astype(np.float64)).astype(np.int64) if fits else Z @ Z.T
        labels = self.y.astype(np.int64)
        self.gram = (plain + int(self.fold_sq)) * self.q * labels * labels[:, None]
        weights = [self.w.tolist(), self.kept.tolist()]
        self.margins, self.kept_margins = (
            (Z @ np.array(v[:-1], dtype=np.int64) + int(v[-1])) * labels for v in weights
        )
        self.gains = np.zeros(self.n, dtype=np.int64)
        self.gram_watch: Integers | None = None
        if self.is_watched:
            q = self.q
            head = [
                q * q * int(self._folded_radius_sq()),
                int(self.start_sq * q * q),
                int(self.exact.norm_sq() * q * q),
            ]
            tail = [0, 0, 0, 0, q]
            if self.u is not None:
                flat, offset = self.u
                u = np.array([int(v) for v in flat], dtype=np.int64)
                self.gains = q * labels * (Z @ u + int(offset))
                along = q * self._start_alignment(), q * self.gamma, q * self.exact.align(*self.u)
                tail = [1, *(int(v) for v in along), q]
            self.gram_watch = np.array([*head, *tail], dtype=np.int64)
            squares = min(squares, int(self.st[loops.SQUARES_LIMIT]))
        self.kernel = Kernel.CACHED
        self.st[loops.SQUARES_LIMIT] = squares - 1

    def _leave_cached(self) -> None:
        """The weights that the margins stand for; the kept ones are those before everything added since."""
        self._sync()
        numerators = [*self.exact.numerators, int(self.exact.offset * self.q)]
        support = np.flatnonzero(self.added)
        signed = self.added[support] * self.y[support]
        total, _ = self.rows.total(support, signed, self.code)
        gained = [*total, int(self.fold_sq) * int(signed.sum())]
        kept = [a - self.q * b for a, b in zip(numerators, gained, strict=True)]
        self.kept, self.w = np.array(kept, dtype=np.int64), np.array(numerators, dtype=np.int64)
        self.kernel = Kernel.EXACT

    def _enter_active(self, passes: int) -> None:
        if not hasattr(self, "inverse"):
            room = self.n if self.only is Kernel.ACTIVE else self.n // 2
            self.inverse = np.zeros(self.n, dtype=np.float32)
            self.active = np.zeros(self.n, dtype=np.int64)
            self.labels = np.zeros(room, dtype=np.int8)
            self.st[loops.LENGTHS_KNOWN] = 0
        if self.packed.dtype != self.rows.storage.dtype or self.packed.shape[0] != self.labels.size:
            self.packed = np.empty((self.labels.size, self.d), dtype=self.rows.storage.dtype)
        self.reference = np.zeros_like(self.w)
        self.st[loops.ACTIVE] = -1
        self.fl[loops.BUDGET] = NO_LIMIT if self.only is Kernel.ACTIVE else 0.1 * passes * self.n
        self.kernel = Kernel.ACTIVE

    def _leave_active(self) -> None:
        self.kernel = Kernel.FILTERED if self.filtered is not None else Kernel.EXACT

    # --- contracts and the result -------------------------------------------------------------------

    def _check(self, count: bool) -> None:
        """Growth, and progress with a separator, by exact rationals."""
        if self.st[loops.UPDATES] <= 4:
            seen = [int(r) if r >= 0 else -1 - int(r) for r in self.log[: self.st[loops.LOGGED]]]
            self.seen_sq = max([self.seen_sq, *(self.rows.norm_sq(r) for r in seen)])
        self._sync()
        squares, terms = int(self.st[loops.SQUARES]), int(self.st[loops.TOTAL_TERMS])
        theorem = "T4" if self.any_terms else "T5" if self.is_batch else "T3" if self.fold_sq else "T1"
        found: dict[str, Comparison] = {}
        if self._has_growth:
            norm_sq = self.exact.norm_sq()
            found["growth"] = self._growth(norm_sq, squares, terms, self._least_radius_sq())
            if not found["growth"].holds:  # it may be that only the least R² that is known so far was too small
                found["growth"] = self._growth(norm_sq, squares, terms, self._folded_radius_sq())
        if self.u is not None:
            found["progress"] = at_most(self._start_alignment() + terms * self.gamma, self.exact.align(*self.u))
        for name, comparison in found.items():
            if not comparison.holds:
                last = self.log_parts[-1][-1:].tolist() if self.log_parts else []
                raise InvariantViolation(name, theorem, int(self.st[loops.UPDATES]), last, comparison)
            if count:
                self.checks[name] = int(self.st[loops.UPDATES]) if self.is_watched else 1

    @property
    def _has_growth(self) -> bool:
        """T4 knows the growth under a margin β from zero only, and for β ≤ R."""
        match self.conventions.margin:
            case RelativeMargin(beta):
                return not self.start_sq and (beta * self.rows.denominator) ** 2 <= self._folded_radius_sq()
            case _:
                return True

    def _growth(self, norm_sq: Fraction, squares: int, terms: int, radius_sq: Fraction) -> Comparison:
        D = self.rows.denominator
        match self.conventions.margin:
            case None:
                return at_most(norm_sq, self.start_sq + squares * radius_sq)
            case FixedMargin(tau):
                return at_most(norm_sq, self.start_sq + squares * radius_sq + 2 * terms * tau * D * D / self.eta)
            case RelativeMargin(beta):
                beta_sq = (beta * D) ** 2
                roots = norm_sq, terms * terms * beta_sq, max(Fraction(0), terms * (radius_sq - beta_sq))
                left, first, second = map(Root.sqrt, roots)
                return Comparison(left, "≤", f"{first} + {second}", at_most_sum_of_roots(*roots))

    def _least_radius_sq(self) -> Fraction:
        """A lower bound of R²: the longest row added, or the longest as measured on the way, less its error."""
        if isinstance(self.rows, IntegerRows) and self.rows.greatest**2 * self.d < 2**63:
            seen = self.log[: min(256, int(self.st[loops.TOTAL_TERMS]))]
            added = self.rows.integers[np.where(seen < 0, -1 - seen, seen)]
            return Fraction(int(self.code.greatest_norm_sq(added))) + self.fold_sq
        if not isinstance(self.rows, FloatRows) or self.shift or self.fl[loops.MEASURED] <= 0:
            return self._folded_radius_sq()
        if self.st[loops.UPDATES] <= 4:  # growth is tight at the start: the rows added so far bound R² exactly
            return self.seen_sq + self.fold_sq
        return Fraction(self.fl[loops.MEASURED]) * (1 - Fraction(self.d + 8, 2**51)) + self.fold_sq

    def _solution(self, outcome: Outcome, cycle: Cycle | None) -> Solution:
        updates = int(self.st[loops.UPDATES])
        full_passes = int(self.st[loops.PASSES])
        # An update limit ends a run within a pass, which counts.
        inside = updates == self.st[loops.UPDATE_LIMIT] and self.st[loops.POSITION] > 0
        passes = full_passes + int(inside)
        self._count_added()
        self.is_over = True
        if self.contracts is not Level.OFF and updates:
            self._check(count=True)
        self._sync()
        D, eta = self.rows.denominator, self.eta
        unit = eta / D * Fraction(2) ** self.exact.exponent / self.exact.divisor
        log = None
        if self.keep_log:
            log = np.concatenate(self.log_parts) if self.log_parts else np.zeros(0, dtype=np.int64)
        return Solution(
            self.conventions, outcome, updates, passes, self.exact.numerators, unit,
            self.exact.offset * eta / (D * D), cycle, self.checks, self.alpha, log,
            self.kernel_passes, self.left_to_integers + int(self.st[loops.DECIDED]), self._average(inside),
        )  # fmt: skip

    def _average(self, inside: bool) -> Hypothesis | None:
        """Σ over the rounds 0…T of the weights after each = (T+1)·w − Σ r·Δ, an update Δ being made in round r."""
        if self.rounds is None:
            return None
        st, exact, D = self.st, self.exact, self.rows.denominator
        last = int(st[loops.PASSES]) * self.n + (int(st[loops.POSITION]) if inside else 0)
        if last * int(st[loops.UPDATES]) >= 2**62:
            raise ConventionError("the rounds of all updates do not add up in 64 bits: stop earlier")
        support = np.flatnonzero(self.rounds)
        signed = self.rounds[support] * self.y[support]
        total, e = self.rows.total(support, signed, self.code)
        scale, late = Fraction(2) ** exact.exponent / exact.divisor, Fraction(2) ** e
        unit = self.eta / D
        weights = tuple(
            unit * ((last + 1) * v * scale - r * late) for v, r in zip(exact.numerators, total, strict=True)
        )
        offset = (last + 1) * exact.offset - self.fold_sq * int(signed.sum())
        return Hypothesis(weights, offset * unit / D)


def _above(value: Fraction) -> float:
    """A float that is not below the value."""
    return float(value) * (1 + 2.0**-50) + 2.0**-900
