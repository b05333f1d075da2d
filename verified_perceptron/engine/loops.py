"""The kernels, as plain loops over arrays.

The outer functions (`scan_exact`, `scan_filtered`, `scan_cached`, `scan_active`, `scan_batches`) are the contract:
from the state in `st` they go on making the decisions of the reference, in its order, until something happens that
they leave to the driver, and return which.  The small functions above them touch the data.  `compiled` turns all of
them into machine code, `blocks` replaces the small ones by NumPy calls, and the source as it stands here also runs,
slowly, which is how it is tested.

Arrays: X[n,d] the examples; y[n] their labels ±1; w[d+1] the weights, the offset last; step = (η', η'·c²), what a
mistake adds of y·x and of y; log: the updates since the last flush; added[n] how often each example was added
since `kept` was taken; order: the scan of this pass, or None for the order of the data; rounds[n], if averages are
asked for: the sum of the rounds in which each example was added.
"""

from __future__ import annotations

import math
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from verified_perceptron.engine.bounds import (
    MOST_RADIUS_SQ,
    distance_error,
    filter_threshold,
    norm_bound,
    sum_of_squares_bound,
)

Reals: TypeAlias = NDArray[Any]
"""An array of machine numbers: of floats, or, in the exact kernels, of any one integer type.  Any, because NumPy's
types cannot say "one number type or another" of an array that is both read and written."""
Integers: TypeAlias = NDArray[np.int64]

# --- the state: st[…] integers, fl[…] floats ------------------------------------------------------

POSITION, PASSES, PASS_UPDATES, UPDATES, SQUARES, TERMS = 0, 1, 2, 3, 4, 5
"""Place in the pass, passes done, updates in this pass and in all, Q, and A since ŵ was rounded."""
LOGGED, SINCE_KEPT, VERDICT, PENDING = 6, 7, 8, 9
"""Log entries, updates since `kept`, the driver's answer on an ambiguous row, mistakes of the open batch."""
PASS_LIMIT, UPDATE_LIMIT, SQUARES_LIMIT, KEPT_DUE = 10, 11, 12, 13
"""Stop after so many passes or updates; beyond this Q the numbers are not exact; pass at which to renew `kept` and
to think again about the kernel."""
QUIET, CYCLE, TIE_PLUS, TIE_MINUS, MEASURING, BATCH, TOTAL_TERMS, ACTIVE = 14, 15, 16, 17, 18, 19, 20, 21
"""Stop on a quiet pass; look for cycles; is a tie a mistake for y = ±1; the radius is not known yet; batch size;
A in all; rows of the active set, or −1."""
FROM_ZERO, LENGTHS_KNOWN = 22, 23
"""The start is exactly zero, so the first score is a tie; the active set knows the lengths of the rows."""
SLICED, DECIDED = 24, 25
"""Log entries that the exact slices contain; decisions made by them."""
STATE_SIZE = 26

RADIUS_SQ, START_SQ, FOLD_SQ, BETA, THETA, MEASURED = 0, 1, 2, 3, 4, 5
"""R² (an upper bound), ‖w₀‖², c², β, a fixed θ (−1: none), and the greatest computed ‖x‖² while measuring."""
SHARE, REACH, WORK, BUDGET = 6, 7, 8, 9
"""The active set: its share of the rows, the distance it is good for, rows looked at under this reference, and rows
that may still be looked at in vain."""
SCALE = 10
"""x·scale is cut into slices, the first of them an integer below 2^CUT."""
LENGTH_SLACK, ALONG_SLACK = 11, 12
"""What roundings may hide of ‖w‖² and of ⟨w,u⟩, for AHEAD updates to come."""
FLOATS_SIZE = 13

CUT = 20
CUT_UNIT = 1048576.0
MOST_SLICE = 2**60
"""Exact slices have CUT bits; sums of products of slices stay below this."""
CANNOT = 2
"""The slices do not hold this row or these weights."""

SELECTION = 1.5
"""Choosing an active set costs about as much as looking at every row so often."""

NO_VERDICT, RIGHT, WRONG = 0, 1, 2

AHEAD = 64
"""The filter's T is computed for so many updates more than were made, and then serves all of them."""

GO, QUIET_PASS, PASSES_DONE, UPDATES_DONE, RENEW, RETURNED, FULL, AMBIGUOUS, BOUND, RANGE, CHECK, SLOW = range(12)
"""Why a kernel returns; GO means that it goes on."""


# --- the data -------------------------------------------------------------------------------------


def score(X: Reals, r: int, w: Reals) -> Any:
    """⟨w,x_r⟩ + b, in the number type of w (which no annotation can name)."""
    d = X.shape[1]
    s = w[d]
    for j in range(d):
        s += w[j] * X[r, j]
    return s


def row_norm_sq(X: Reals, r: int) -> float:
    """‖x_r‖², as float64 computes it."""
    total = 0.0
    for j in range(X.shape[1]):
        v = float(X[r, j])
        total += v * v
    return total


def greatest_norm_sq(X: Integers) -> int:
    """max ‖x_r‖² of integers; the caller knows that it fits."""
    greatest = 0
    for r in range(X.shape[0]):
        total = 0
        for j in range(X.shape[1]):
            v = int(X[r, j])
            total += v * v
        greatest = max(greatest, total)
    return greatest


def next_suspect(
    X: Reals, y: NDArray[np.int8], w: Reals, i: int, end: int, threshold: float, order: Integers | None
) -> int:
    """The first position from i on whose y·f is not greater than the threshold, or end."""
    d = X.shape[1]
    while i < end:
        r = i if order is None else order[i]
        s = w[d]
        for j in range(d):
            s += w[j] * X[r, j]
        if not s * y[r] > threshold:
            return i
        i += 1
    return end


def next_suspect_or_longer(
    X: Reals, y: NDArray[np.int8], w: Reals, i: int, threshold: float, order: Integers | None, longest: float
) -> int:
    """The same, stopping also at a row whose computed ‖x‖² exceeds the longest so far."""
    n: int = X.shape[0]
    d = X.shape[1]
    while i < n:
        r = i if order is None else order[i]
        s = w[d]
        q = 0.0
        for j in range(d):
            v = X[r, j]
            s += w[j] * v
            q += v * v
        if not (s * y[r] > threshold and q <= longest):
            return i
        i += 1
    return n


def add_row(X: Reals, r: int, w: Reals, amount: float, offset_amount: float) -> None:
    """w += amount·x_r, b += offset_amount."""
    d = X.shape[1]
    for j in range(d):
        w[j] += amount * X[r, j]
    w[d] += offset_amount


def add_row_and_measure(X: Reals, r: int, w: Reals, amount: float, offset_amount: float, fold_sq: float) -> float:
    """w += amount·x_r, b += offset_amount; ‖(w, b/c)‖² as float64 computes it."""
    d = X.shape[1]
    total = 0.0
    for j in range(d):
        v = w[j] + amount * X[r, j]
        w[j] = v
        total += v * v
    w[d] += offset_amount
    if fold_sq > 0.0:
        total += float(w[d] * w[d]) / fold_sq
    return total


def same_weights(w: Reals, kept: Reals, tolerance: float) -> bool:
    """No coordinate differs by more than the tolerance (0: the weights are equal)."""
    for j in range(w.shape[0]):  # noqa: SIM110  (compiled as it stands)
        if abs(w[j] - kept[j]) > tolerance:
            return False
    return True


def norm_sq(w: Reals, fold_sq: float) -> float:
    """‖(w, b/c)‖², as float64 computes it."""
    d = w.shape[0] - 1
    total = 0.0
    for j in range(d):
        total += w[j] * w[j]
    if fold_sq > 0.0:
        total += w[d] * w[d] / fold_sq
    return total


# --- bookkeeping ----------------------------------------------------------------------------------


def end_of_pass(st: Integers, may_be_back: bool) -> int:
    """Count the pass and say what comes next, in the order in which the reference asks."""
    st[PASSES] += 1
    st[POSITION] = 0
    quiet = st[PASS_UPDATES] == 0
    st[PASS_UPDATES] = 0
    if quiet and (st[QUIET] or st[PASSES] == st[PASS_LIMIT]):
        return QUIET_PASS
    if st[CYCLE] and st[SINCE_KEPT] > 0 and may_be_back:
        return RETURNED
    if st[PASSES] == st[KEPT_DUE]:
        return RENEW
    return PASSES_DONE if st[PASSES] == st[PASS_LIMIT] else GO


def note_update(st: Integers, log: Integers, added: Integers, r: int) -> None:
    """Count an update on one example."""
    log[st[LOGGED]] = r
    added[r] += 1
    settle(st, 1)


def settle(st: Integers, count: int) -> int:
    """Count so many updates, each on one example; 0 of them are left to count."""
    st[LOGGED] += count
    st[UPDATES] += count
    st[SQUARES] += count
    st[TERMS] += count
    st[TOTAL_TERMS] += count
    st[PASS_UPDATES] += count
    st[SINCE_KEPT] += count
    return 0


def updates_left(st: Integers, log: Integers) -> int:
    """So many updates may be made before the counters are looked at again."""
    room = min(log.shape[0] - st[LOGGED], st[UPDATE_LIMIT] - st[UPDATES], st[SQUARES_LIMIT] - st[SQUARES])
    return int(max(0, min(AHEAD, room)))


def bound_norm(st: Integers, fl: Reals, any_terms: bool) -> float:
    """N for the present state."""
    return norm_bound(fl[RADIUS_SQ], fl[START_SQ], float(st[SQUARES]), float(st[TOTAL_TERMS]), any_terms)


def move_counts(entries: Integers, added: Integers, alpha: Integers) -> None:
    """alpha += added for the rows that occur in the entries, and added = 0."""
    for p in range(entries.shape[0]):
        r = entries[p] if entries[p] >= 0 else -1 - entries[p]
        alpha[r] += added[r]
        added[r] = 0


def radius_from(measured: float, fold_sq: float, features: int) -> float:
    """R² from the greatest computed ‖x‖²."""
    return sum_of_squares_bound(measured, float(features)) + fold_sq * 1.000000000000001


def kept_tolerance(st: Integers, fl: Reals, any_terms: bool) -> float:
    """How much ŵ and the kept ŵ may differ in a coordinate although w and the kept w are equal."""
    return 2.0 * distance_error(bound_norm(st, fl, any_terms), float(st[TOTAL_TERMS]))


def threshold_now(st: Integers, fl: Reals, d: int, any_terms: bool, ahead: int) -> float:
    """T for this state and so many updates more; under a margin also for the comparison with θ."""
    reach = math.sqrt(fl[RADIUS_SQ]) + fl[BETA]
    margin_error = 2.3e-16 * abs(fl[THETA]) if any_terms else 0.0
    squares, terms = float(st[SQUARES] + ahead), float(st[TOTAL_TERMS] + ahead)
    norm = norm_bound(fl[RADIUS_SQ], fl[START_SQ], squares, terms, any_terms)
    return filter_threshold(reach, norm, float(d), float(st[TERMS] + ahead)) + margin_error


def margin_now(w: Reals, fl: Reals) -> float:
    """θ: a fixed one, or β‖ŵ‖."""
    margin: float = fl[THETA]
    if margin < 0.0:
        margin = fl[BETA] * math.sqrt(norm_sq(w, fl[FOLD_SQ]))
    return margin


# --- one decision, exactly -------------------------------------------------------------------------
#
# w·scale = Σ_l slices[l]·2^(−CUT·l): integers that hold the weights exactly.  A row is cut the same way, and the
# sign of the score is that of Σ_p S_p·2^(−CUT·p), S_p the sum of all products of slices l and m with l+m = p.


def cut_row(X: Reals, r: int, scale: float, unit: float, pieces: Integers, whole: bool | None) -> bool:
    """pieces[l,j]: the l-th slice of x_rj·scale (and of unit·scale); False if they do not exhaust every number.

    If the rows are whole numbers, which float64 need not hold, the scale puts their last bit into the last slice.
    """
    levels, width = pieces.shape
    if whole is not None:
        for level in range(levels):
            shift = CUT * (levels - 1 - level)
            mask = (1 << CUT) - 1 if level > 0 else -1
            for j in range(width - 1):
                pieces[level, j] = (int(X[r, j]) >> shift) & mask
            pieces[level, width - 1] = (int(unit) >> shift) & mask
        return True
    for j in range(width):
        v = float(X[r, j]) if j < width - 1 else unit
        rest = v * scale
        if not abs(rest) <= CUT_UNIT or rest / scale != v:
            return False
        for level in range(levels):
            q = np.rint(rest)
            pieces[level, j] = int(q)
            rest = (rest - q) * CUT_UNIT
        if rest != 0.0:
            return False
    return True


def add_to_slices(
    X: Reals, y: NDArray[np.int8], st: Integers, fl: Reals, log: Integers, slices: Integers, whole: bool | None
) -> bool:
    """Bring the slices up to date with the log; False if they cannot hold a row."""
    levels, width = slices.shape
    pieces = np.zeros((levels, width), dtype=np.int64)
    while st[SLICED] < st[LOGGED]:
        r = log[st[SLICED]]
        if not cut_row(X, r, fl[SCALE], fl[FOLD_SQ], pieces, whole):
            return False
        label = int(y[r])
        for level in range(levels):
            for j in range(width):
                slices[level, j] += label * pieces[level, j]
        st[SLICED] += 1
    for level in range(levels - 1, 0, -1):
        for j in range(width):
            carry = (slices[level, j] + (1 << (CUT - 1))) >> CUT
            slices[level, j] -= carry << CUT
            slices[level - 1, j] += carry
    return True


def exact_sign(
    X: Reals,
    y: NDArray[np.int8],
    w: Reals,
    r: int,
    st: Integers,
    fl: Reals,
    log: Integers,
    slices: Integers,
    whole: bool | None,
) -> int:
    """The sign of ⟨w,x_r⟩ + b, or CANNOT; ŵ is renewed from the exact weights on the way.

    A log holds at most 2¹⁷ entries, so that no slice exceeds 2⁶⁰ before the carry.  After it all slices but the
    first are at most 2¹⁹ in size; the first is looked at.
    """
    levels, width = slices.shape
    if levels == 0 or not add_to_slices(X, y, st, fl, log, slices, whole):
        return CANNOT
    pieces = np.zeros((levels, width), dtype=np.int64)
    if not cut_row(X, r, fl[SCALE], fl[FOLD_SQ], pieces, whole):
        return CANNOT
    greatest = 1 << (CUT - 1)
    for j in range(width):
        greatest = max(greatest, abs(slices[0, j]))
    if greatest > MOST_SLICE // ((1 << CUT) * levels * width):
        return CANNOT
    sums = np.zeros(2 * levels - 1, dtype=np.int64)
    for a in range(levels):
        for b in range(levels):
            total = 0
            for j in range(width):
                total += slices[a, j] * pieces[b, j]
            sums[a + b] += total
    is_whole = True
    for p in range(2 * levels - 2, 0, -1):
        carry = sums[p] >> CUT
        is_whole = is_whole and sums[p] == carry << CUT
        sums[p - 1] += carry
    # Each sum of slices rounds levels−1 ≤ 3 times: what a correction by one term might do as well.
    for j in range(width):
        value = 0.0
        for level in range(levels - 1, -1, -1):
            value = value / CUT_UNIT + float(slices[level, j])
        w[j] = value / fl[SCALE]
    st[TERMS] = 1
    st[DECIDED] += 1
    if sums[0] != 0:
        return 1 if sums[0] > 0 else -1
    return 0 if is_whole else 1


def verdict_of(sign: int, label: int, st: Integers) -> int:
    """What y·f of this sign means."""
    if sign == 0:
        return WRONG if (st[TIE_PLUS] if label > 0 else st[TIE_MINUS]) else RIGHT
    return RIGHT if sign > 0 else WRONG


# --- kernels --------------------------------------------------------------------------------------


def scan_exact(
    X: Reals,
    y: NDArray[np.int8],
    w: Reals,
    step: Reals,
    st: Integers,
    log: Integers,
    added: Integers,
    kept: Reals,
    order: Integers | None,
    watch: Integers | None,
    rounds: Integers | None,
) -> int:
    """One update at a time, on integers small enough for their type: every decision is exact (T12).

    watch = (R², ‖w₀‖², c², 0-or-1, ⟨w₀,u⟩, γ, u…): growth and, if told so, progress are checked after every update.
    R² is that of the rows added so far, which is all that the theorem needs.
    """
    n = X.shape[0]
    i, k, room = st[POSITION], 0, updates_left(st, log)
    while True:
        i = next_suspect(X, y, w, i, n, 0, order)
        if i == n:
            k = settle(st, k)
            code = end_of_pass(st, same_weights(w, kept, 0))
            if code != GO:
                return code
            i = 0
            continue
        r = i if order is None else order[i]
        label = y[r]
        if score(X, r, w) == 0 and not (st[TIE_PLUS] if label > 0 else st[TIE_MINUS]):
            i += 1
            continue
        if room == 0:
            st[POSITION] = i
            return BOUND if st[SQUARES] >= st[SQUARES_LIMIT] else FULL
        add_row(X, r, w, label * step[0], label * step[1])
        log[st[LOGGED] + k] = r
        added[r] += 1
        k += 1
        i += 1
        if rounds is not None:
            rounds[r] += st[PASSES] * n + i
        room -= 1
        if watch is not None:
            note_length(X, r, watch)
            if not invariants_hold(w, step, st, watch, k):
                settle(st, k)
                st[POSITION] = i
                return CHECK
        if room == 0:
            k = settle(st, k)
            st[POSITION] = i
            if st[UPDATES] == st[UPDATE_LIMIT]:
                return UPDATES_DONE
            room = updates_left(st, log)


def note_length(X: Reals, r: int, watch: Integers) -> None:
    """Let R² be at least the square of this row's length."""
    total = watch[2]
    for j in range(X.shape[1]):
        v = int(X[r, j])
        total += v * v
    watch[0] = max(watch[0], total)


def invariants_hold(w: Reals, step: Reals, st: Integers, watch: Reals, k: int) -> bool:
    """After k updates more than were counted: ‖w‖² ≤ ‖w₀‖² + Qη'²R² and, with a separator u, ⟨w,u⟩ ≥ ⟨w₀,u⟩ + kη'γ.

    The driver knows that all of it fits.  The offset is a multiple of c² here: b = c²t makes b²/c² = b·t.
    """
    d = w.shape[0] - 1
    length = 0
    for j in range(d):
        length += w[j] * w[j]
    if watch[2] > 0:
        length += w[d] * (w[d] // watch[2])
    if length > watch[1] + (st[SQUARES] + k) * step[0] * step[0] * watch[0]:
        return False
    if watch[3] == 0:
        return True
    along = w[d] * watch[6 + d]
    for j in range(d):
        along += w[j] * watch[6 + j]
    return bool(along >= watch[4] + (st[TOTAL_TERMS] + k) * step[0] * watch[5])


def scan_filtered(
    X: Reals,
    y: NDArray[np.int8],
    w: Reals,
    step: Reals,
    st: Integers,
    fl: Reals,
    log: Integers,
    added: Integers,
    kept: Reals,
    order: Integers | None,
    watch: Reals | None,
    any_terms: bool,
    slices: Integers,
    whole: bool | None,
    rounds: Integers | None,
) -> int:
    """One update at a time, on floats: a sign is decided only beyond the filter's T, else left to the driver.

    With `any_terms` the score is compared with a margin θ instead of 0.
    watch = (0-or-1, a lower bound of the exact R² or 0, ⟨w₀,u⟩, γ, ‖u‖, u…).
    """
    n, d = X.shape
    i, k, room, verdict = st[POSITION], 0, updates_left(st, log), st[VERDICT]
    threshold = threshold_now(st, fl, d, any_terms, AHEAD)
    if watch is not None:
        base, least = growth_line(st, fl, watch, d, any_terms)
    while True:
        margin = margin_now(w, fl) if any_terms else 0.0
        if verdict == NO_VERDICT:
            if st[MEASURING]:
                i = next_suspect_or_longer(X, y, w, i, threshold + margin, order, fl[MEASURED])
            else:
                i = next_suspect(X, y, w, i, n, threshold + margin, order)
        if i == n:
            k = settle(st, k)
            st[MEASURING] = 0
            code = end_of_pass(st, same_weights(w, kept, kept_tolerance(st, fl, any_terms)))
            if code != GO:
                return code
            i = 0
            if watch is not None:
                base, least = growth_line(st, fl, watch, d, any_terms)
            continue
        r = i if order is None else order[i]
        label = y[r]
        if st[MEASURING]:
            measured = row_norm_sq(X, r)
            if not measured <= fl[MEASURED]:
                if not measured <= MOST_RADIUS_SQ:
                    settle(st, k)
                    st[POSITION] = i
                    return RANGE
                fl[MEASURED] = measured
                fl[RADIUS_SQ] = radius_from(measured, fl[FOLD_SQ], d)
                threshold = threshold_now(st, fl, d, any_terms, AHEAD)
                if watch is not None:
                    base, least = growth_line(st, fl, watch, d, any_terms)
                continue
        if verdict == NO_VERDICT:
            s = score(X, r, w) * label - margin
            if s > threshold:
                i += 1
                continue
            if not s < -threshold:
                sign = 0
                if not (st[FROM_ZERO] and st[UPDATES] + k == 0):  # else the weights are zero: a tie
                    k = settle(st, k)
                    sign = exact_sign(X, y, w, r, st, fl, log, slices, whole)
                    if sign == CANNOT:
                        st[POSITION] = i
                        return AMBIGUOUS
                    room = updates_left(st, log)
                    threshold = threshold_now(st, fl, d, any_terms, AHEAD)
                    if watch is not None:
                        base, least = growth_line(st, fl, watch, d, any_terms)
                verdict = verdict_of(sign * label, label, st)
        if verdict == RIGHT:
            st[VERDICT] = verdict = NO_VERDICT
            i += 1
            continue
        if room == 0:
            st[POSITION] = i
            return FULL
        st[VERDICT] = verdict = NO_VERDICT
        if watch is None:
            add_row(X, r, w, label * step[0], label * step[1])
        else:
            length_sq = add_row_and_measure(X, r, w, label * step[0], label * step[1], fl[FOLD_SQ])
        log[st[LOGGED] + k] = r
        added[r] += 1
        k += 1
        i += 1
        if rounds is not None:
            rounds[r] += st[PASSES] * n + i
        room -= 1
        if (
            watch is not None
            and length_sq > base + k * least
            and not invariants_certain(w, length_sq, st, fl, watch, any_terms, k)
        ):
            settle(st, k)
            st[POSITION] = i
            return CHECK
        if room == 0:
            k = settle(st, k)
            st[POSITION] = i
            if st[UPDATES] == st[UPDATE_LIMIT]:
                return UPDATES_DONE
            room = updates_left(st, log)
            threshold = threshold_now(st, fl, d, any_terms, AHEAD)
            if watch is not None:
                base, least = growth_line(st, fl, watch, d, any_terms)


def set_slack(st: Integers, fl: Reals, d: int, any_terms: bool) -> None:
    """What roundings may hide, for AHEAD updates to come: ‖w‖² ≤ ‖ŵ‖² + e(2‖ŵ‖+e), e = ‖ŵ−w‖."""
    squares, terms = float(st[SQUARES] + AHEAD), float(st[TOTAL_TERMS] + AHEAD)
    norm = norm_bound(fl[RADIUS_SQ], fl[START_SQ], squares, terms, any_terms)
    error = distance_error(norm, float(st[TERMS] + AHEAD))
    fl[LENGTH_SLACK] = error * (2.0 * norm + 4.0 * error) * 1.000001 + 2.0**-880
    fl[ALONG_SLACK] = (error + (norm + error) * (d + 8.0) * 2.220446049250313e-16) * 1.000001


def growth_line(st: Integers, fl: Reals, watch: Reals, d: int, any_terms: bool) -> tuple[float, float]:
    """(a, b): after k ≤ AHEAD updates more a computed ‖ŵ‖² ≤ a + kb leaves nothing to doubt.

    It is `invariants_certain` for growth alone, with everything that does not change taken out of the loop.
    """
    set_slack(st, fl, d, any_terms)
    if any_terms or watch[0] != 0.0 or watch[1] < 0.0:
        return -1.0, 0.0
    least = watch[1] if watch[1] > 0.0 else fl[MEASURED] * (1.0 - (d + 8.0) * 2.0**-51) + fl[FOLD_SQ]
    scale = 0.99999999999999 / (1.0 + (d + 12.0) * 2.3e-16)
    limit = fl[START_SQ] * 0.999999999 + st[SQUARES] * least - 1.01 * fl[LENGTH_SLACK] - 2.0**-890
    return limit * scale, least * scale


def invariants_certain(
    w: Reals, length_sq: float, st: Integers, fl: Reals, watch: Reals, any_terms: bool, k: int
) -> bool:
    """After k updates more than were counted, growth and progress hold whatever the roundings did to ‖ŵ‖².

    If that is not certain, the driver decides exactly.  Growth under a margin is T4's: ‖w‖ ≤ Aβ + √(A(R²−β²)), or
    ‖w‖² ≤ ‖w₀‖² + QR² + 2Aθ for a fixed θ; a negative R² says that no growth is known.
    """
    if st[FROM_ZERO] and st[TOTAL_TERMS] + k == 1:
        return True  # the weights are one example: ‖x‖ ≤ R and y⟨u,x⟩ ≥ γ are what R and γ are
    d = w.shape[0] - 1
    length_sq = sum_of_squares_bound(length_sq, d + 2.0) + fl[LENGTH_SLACK]
    # Until R² is known the longest row so far stands for it.
    least = watch[1] if watch[1] > 0.0 else fl[MEASURED] * (1.0 - (d + 8.0) * 2.0**-51) + fl[FOLD_SQ]
    limit_sq = fl[START_SQ] * 0.999999999 + (st[SQUARES] + k) * least
    if any_terms:
        terms = float(st[TOTAL_TERMS] + k)
        if fl[THETA] >= 0.0:
            limit_sq += 2.0 * terms * fl[THETA]
        else:
            limit = terms * fl[BETA] + math.sqrt(terms * max(0.0, least - fl[BETA] * fl[BETA]))
            limit_sq = limit * limit
    if watch[1] >= 0.0 and length_sq > limit_sq * 0.99999999999999:
        return False
    if watch[0] == 0.0:
        return True
    along = w[d] * watch[5 + d]
    for j in range(d):
        along += w[j] * watch[5 + j]
    wanted = watch[2] + (st[TOTAL_TERMS] + k) * watch[3]
    return bool(along - watch[4] * fl[ALONG_SLACK] > wanted + abs(wanted) * 1e-15)


def scan_cached(
    G: Integers,
    y: NDArray[np.int8],
    m: Integers,
    st: Integers,
    log: Integers,
    added: Integers,
    kept: Integers,
    watch: Integers | None,
    gains: Integers,
) -> int:
    """The same decisions from cached y·f: m_i = y_i·f_i, and an update on r adds the Gram row η'·⟨z_r,z_i⟩.

    m determines w: two sets of weights with equal m differ by a vector of the rows' span that is orthogonal to all
    rows, that is by zero.  So `kept` holds margins here.
    watch = (η'²R², ‖w₀‖², ‖w‖², 0-or-1, ⟨w₀,u⟩, η'γ, ⟨w,u⟩, η') goes along by O(1): an update changes ‖w‖² by
    2η'm_r + η'G_rr and ⟨w,u⟩ by gains_r = η'⟨z_r,u⟩.
    """
    n = m.shape[0]
    while True:
        i = next_not_positive(m, st[POSITION])
        if i == n:
            code = end_of_pass(st, same_weights(m, kept, 0))
            if code != GO:
                return code
            continue
        st[POSITION] = i
        if m[i] == 0 and not (st[TIE_PLUS] if y[i] > 0 else st[TIE_MINUS]):
            st[POSITION] = i + 1
            continue
        if st[SQUARES] >= st[SQUARES_LIMIT]:
            return BOUND
        if st[LOGGED] == log.shape[0]:
            return FULL
        if watch is not None:
            watch[2] += watch[7] * (2 * m[i] + G[i, i])
            watch[6] += gains[i]
        add_gram_row(G, i, m)
        note_update(st, log, added, i)
        st[POSITION] = i + 1
        if watch is not None and (
            watch[2] > watch[1] + st[SQUARES] * watch[0]
            or (watch[3] != 0 and watch[6] < watch[4] + st[TOTAL_TERMS] * watch[5])
        ):
            return CHECK
        if st[UPDATES] == st[UPDATE_LIMIT]:
            return UPDATES_DONE


def next_not_positive(m: Integers, i: int) -> int:
    """The first index from i on with m ≤ 0, or n."""
    n = m.shape[0]
    while i < n and m[i] > 0:
        i += 1
    return i


def add_gram_row(G: Integers, r: int, m: Integers) -> None:
    """m += G_r."""
    for i in range(m.shape[0]):
        m[i] += G[r, i]


def scan_active(
    X: Reals,
    y: NDArray[np.int8],
    w: Reals,
    step: Reals,
    st: Integers,
    fl: Reals,
    log: Integers,
    added: Integers,
    kept: Reals,
    filtered: bool | None,
    watch: Reals | None,
    inverse: NDArray[np.float32],
    active: Integers,
    packed: Reals,
    labels: NDArray[np.int8],
    reference: Reals,
    slices: Integers,
    whole: bool | None,
) -> int:
    """The same decisions, looking only at rows that may be mistakes.

    At a reference r, rows with ⟨r,z⟩ > reach·‖z‖ are right while ‖w−r‖ stays below the reach; the others are the
    active set, packed one after the other.
    """
    n, d = X.shape
    position, k, room, verdict = st[POSITION], 0, updates_left(st, log), st[VERDICT]
    threshold = threshold_now(st, fl, d, False, AHEAD) if filtered is not None else 0
    if watch is not None and filtered is not None:
        base, least = growth_line(st, fl, watch, d, False)
    room_sq = room_squared(st, fl, filtered is not None)
    first = np.searchsorted(active[: max(0, st[ACTIVE])], position)
    while True:
        if st[ACTIVE] < 0:
            k = settle(st, k)
            st[POSITION] = position
            if fl[BUDGET] < 0.0:
                return SLOW
            room = updates_left(st, log)
            if filtered is not None:
                threshold = threshold_now(st, fl, d, False, AHEAD)
                if watch is not None:
                    base, least = growth_line(st, fl, watch, d, False)
            fl[REACH] = reach_of_share(X, y, w, threshold, fl)
            st[ACTIVE] = select_rows(
                X, y, w, threshold, fl[FOLD_SQ], fl[REACH], st[LENGTHS_KNOWN] != 0, inverse, active, packed, labels
            )
            st[LENGTHS_KNOWN] = 1
            fl[BUDGET] -= SELECTION * n
            if st[ACTIVE] < 0:  # too many
                fl[BUDGET] = -1.0
                return SLOW
            for j in range(d + 1):
                reference[j] = w[j]
            fl[WORK] = 0.0
            first = np.searchsorted(active[: st[ACTIVE]], position)
            room_sq = room_squared(st, fl, filtered is not None)
        count = st[ACTIVE]
        a = first
        if verdict == NO_VERDICT:
            a = next_suspect(packed, labels, w, first, count, threshold, None)
        fl[WORK] += a - first
        fl[BUDGET] -= a - first
        first = a
        if a == count:
            k = settle(st, k)
            fl[BUDGET] += n
            tolerance = kept_tolerance(st, fl, False) if filtered is not None else 0
            if fl[WORK] > 2.0 * SELECTION * n:
                st[ACTIVE] = -1
                fl[SHARE] = max(fl[SHARE] / 1.5, 4.0 / n)
            code = end_of_pass(st, same_weights(w, kept, tolerance))
            if code != GO:
                return code
            position = first = 0
            if watch is not None and filtered is not None:
                base, least = growth_line(st, fl, watch, d, False)
            continue
        r = active[a]
        position = r
        if verdict == NO_VERDICT:
            s = score(packed, a, w) * y[r]
            if filtered is not None and -threshold <= s <= threshold:
                k = settle(st, k)
                sign = exact_sign(X, y, w, r, st, fl, log, slices, whole)
                if sign == CANNOT:
                    st[POSITION] = position
                    return AMBIGUOUS
                room = updates_left(st, log)
                threshold = threshold_now(st, fl, d, False, AHEAD)
                if watch is not None:
                    base, least = growth_line(st, fl, watch, d, False)
                room_sq = room_squared(st, fl, True)
                verdict = verdict_of(sign * y[r], y[r], st)
            elif s > threshold or (s == 0 and not (st[TIE_PLUS] if y[r] > 0 else st[TIE_MINUS])):
                first = a + 1
                continue
        if verdict == RIGHT:
            st[VERDICT] = verdict = NO_VERDICT
            first = a + 1
            continue
        if room == 0:
            st[POSITION] = position
            return BOUND if st[SQUARES] >= st[SQUARES_LIMIT] else FULL
        st[VERDICT] = verdict = NO_VERDICT
        if watch is None or filtered is None:
            add_row(packed, a, w, y[r] * step[0], y[r] * step[1])
        else:
            length_sq = add_row_and_measure(packed, a, w, y[r] * step[0], y[r] * step[1], fl[FOLD_SQ])
        log[st[LOGGED] + k] = r
        added[r] += 1
        k += 1
        room -= 1
        position = r + 1
        first = a + 1
        if distance_sq(w, reference, fl[FOLD_SQ]) >= room_sq:
            st[ACTIVE] = -1
            fl[SHARE] = min(1.0, fl[SHARE] * 1.5) if fl[WORK] < SELECTION * n else fl[SHARE]
        if watch is not None:
            if filtered is None:
                note_length(X, r, watch)
                certain = invariants_hold(w, step, st, watch, k)
            else:
                certain = length_sq <= base + k * least or invariants_certain(w, length_sq, st, fl, watch, False, k)
            if not certain:
                settle(st, k)
                st[POSITION] = position
                return CHECK
        if room == 0:
            k = settle(st, k)
            st[POSITION] = position
            if st[UPDATES] == st[UPDATE_LIMIT]:
                return UPDATES_DONE
            room = updates_left(st, log)
            if filtered is not None:
                threshold = threshold_now(st, fl, d, False, AHEAD)
                if watch is not None:
                    base, least = growth_line(st, fl, watch, d, False)
                room_sq = room_squared(st, fl, True)


def room_squared(st: Integers, fl: Reals, filtered: bool) -> float:
    """‖ŵ−r̂‖² below this leaves ‖w−r‖ below the reach, for AHEAD updates to come."""
    missed = 0.0
    if filtered:
        squares, terms = float(st[SQUARES] + AHEAD), float(st[TOTAL_TERMS] + AHEAD)
        missed = 2.0 * distance_error(norm_bound(fl[RADIUS_SQ], fl[START_SQ], squares, terms, False), terms)
    left = fl[REACH] - missed
    return left * left * 0.999999999999 if left > 0.0 else 0.0


def clearance(s: float, threshold: float, length_sq: float, features: int) -> float:
    """A lower bound of ⟨w,z⟩/‖z‖ from the computed score and ‖z‖²."""
    margin = s - threshold
    if not margin > 0.0:
        return -1.0
    return margin / (math.sqrt(sum_of_squares_bound(length_sq, float(features))) * 1.000000000001)


def reach_of_share(X: Reals, y: NDArray[np.int8], w: Reals, threshold: float, fl: Reals) -> float:
    """A distance within which lie about this share of the clearances, judged by a sample."""
    n, d = X.shape
    stride = max(1, n // min(1024, max(64, n // 64)))
    sample = np.zeros((n + stride - 1) // stride)
    for p in range(sample.shape[0]):
        r = p * stride
        s = float(score(X, r, w) * y[r])
        sample[p] = clearance(s, threshold, row_norm_sq(X, r) + fl[FOLD_SQ], d)
    sample = np.sort(sample)
    return max(0.0, float(sample[min(sample.shape[0] - 1, int(fl[SHARE] * sample.shape[0]))]))


def select_rows(
    X: Reals,
    y: NDArray[np.int8],
    w: Reals,
    threshold: float,
    fold_sq: float,
    reach: float,
    lengths_known: bool,
    inverse: NDArray[np.float32],
    active: Integers,
    packed: Reals,
    labels: NDArray[np.int8],
) -> int:
    """Pack the rows that are not cleared by more than the reach, in order; how many, or −1 if they do not fit.

    inverse[r] ≤ 1/‖z_r‖: what the roundings of the quotient and of single precision add is taken off beforehand.
    A score rounded to float64, the difference and the product lose less than 2⁻⁵⁰ of it.
    """
    n, d = X.shape
    count = 0
    if not lengths_known:
        for r in range(n):
            length_sq = sum_of_squares_bound(row_norm_sq(X, r) + fold_sq * 1.000000000000001, float(d))
            inverse[r] = min(1e30, 0.999999 / math.sqrt(length_sq))
    for r in range(n):
        s = w[d]
        for j in range(d):
            s += w[j] * X[r, j]
        margin = float(s * y[r]) - threshold
        active[count] = r  # kept only if the count goes on: no branch to predict
        count += not margin * inverse[r] * 0.999999999999999 > reach
    if count > packed.shape[0]:
        return -1
    for p in range(count):
        r = active[p]
        labels[p] = y[r]
        for j in range(d):
            packed[p, j] = X[r, j]
    return count


def distance_sq(w: Reals, reference: Reals, fold_sq: float) -> float:
    """An upper bound of ‖w−r‖² in the folded space."""
    d = w.shape[0] - 1
    total = 0.0
    for j in range(d):
        gap = float(w[j] - reference[j])
        total += gap * gap
    if fold_sq > 0.0:
        gap = float(w[d] - reference[d])
        total += gap * gap / fold_sq * 1.000000000000001
    return sum_of_squares_bound(total, 2.0 * d + 4.0)


def scan_batches(
    X: Reals,
    y: NDArray[np.int8],
    w: Reals,
    step: Reals,
    st: Integers,
    fl: Reals,
    log: Integers,
    added: Integers,
    kept: Reals,
    order: Integers | None,
    filtered: bool | None,
    watch: Reals | None,
) -> int:
    """All mistakes of a batch are corrected at once, against the same weights.

    The mistakes of the open batch wait at the end of the log, which has room for a whole batch and more.
    """
    n, d = X.shape
    while True:
        threshold = threshold_now(st, fl, d, False, 0) if filtered is not None else 0
        start = st[POSITION]
        end = min(n, (start // st[BATCH] + 1) * st[BATCH])  # n again if the pass is at its end
        if st[PENDING] == 0 and start % st[BATCH] == 0:
            if log.shape[0] - st[LOGGED] < end - start:
                return FULL
            if (st[SQUARES] + (end - start) ** 2) > st[SQUARES_LIMIT]:
                return BOUND
        i = start
        while i < end:
            if st[VERDICT] == NO_VERDICT:
                i = next_suspect(X, y, w, i, end, threshold, order)
                if i == end:
                    break
            r = i if order is None else order[i]
            wrong = st[VERDICT] == WRONG
            if st[VERDICT] == NO_VERDICT:
                s = score(X, r, w) * y[r]
                if filtered is not None and -threshold <= s <= threshold:
                    st[POSITION] = i
                    return AMBIGUOUS
                wrong = s < 0 or (s == 0 and (st[TIE_PLUS] if y[r] > 0 else st[TIE_MINUS]) != 0)
            st[VERDICT] = NO_VERDICT
            if wrong:
                log[st[LOGGED] + st[PENDING]] = r
                st[PENDING] += 1
            i += 1
        count = st[PENDING]
        st[POSITION] = end
        st[PENDING] = 0
        if count > 0:
            for p in range(st[LOGGED], st[LOGGED] + count):
                r = log[p]
                if watch is not None and filtered is None:
                    note_length(X, r, watch)
                add_row(X, r, w, y[r] * step[0], y[r] * step[1])
                added[r] += 1
            # The first entry of an update is marked: the log then tells where one ends.
            log[st[LOGGED]] = -1 - log[st[LOGGED]]
            st[LOGGED] += count
            st[UPDATES] += 1
            st[SQUARES] += count * count
            st[TERMS] += count
            st[TOTAL_TERMS] += count
            st[PASS_UPDATES] += 1
            st[SINCE_KEPT] += 1
            if watch is not None:
                if filtered is not None:
                    set_slack(st, fl, d, False)
                if filtered is None:
                    if not invariants_hold(w, step, st, watch, 0):
                        return CHECK
                elif not invariants_certain(w, norm_sq(w, fl[FOLD_SQ]), st, fl, watch, False, 0):
                    return CHECK
            if st[UPDATES] == st[UPDATE_LIMIT]:
                return UPDATES_DONE
        if st[POSITION] == n:
            tolerance = kept_tolerance(st, fl, False) if filtered is not None else 0
            code = end_of_pass(st, same_weights(w, kept, tolerance))
            if code != GO:
                return code
