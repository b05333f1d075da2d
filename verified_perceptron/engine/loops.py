"""The kernels, as plain loops over arrays.

The outer functions (`scan_exact`, `scan_filtered`, `scan_cached`, `scan_active`, `scan_batches`) are the contract:
from the state in `st` they go on making the decisions of the reference, in its order, until something happens that
they leave to the driver, and return which.  The small functions above them touch the data.  `compiled` turns all of
them into machine code, `blocks` replaces the small ones by NumPy calls, and the source as it stands here also runs,
slowly, which is how it is tested.

Arrays: X[n,d] the examples; y[n] their labels ±1; w[d+1] the weights, the offset last; step = (η', η'·c²), what a
mistake adds of y·x and of y; log: the updates since the last flush; added[n] how often each example was added
since `kept` was taken; order: the scan of this pass, or None for the order of the data.
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
STATE_SIZE = 24

RADIUS_SQ, START_SQ, FOLD_SQ, BETA, THETA, MEASURED = 0, 1, 2, 3, 4, 5
"""R² (an upper bound), ‖w₀‖², c², β, a fixed θ (−1: none), and the greatest computed ‖x‖² while measuring."""
SHARE, REACH, WORK, BUDGET = 6, 7, 8, 9
"""The active set: its share of the rows, the distance it is good for, rows looked at under this reference, and rows
that may still be looked at in vain."""
FLOATS_SIZE = 12

NO_VERDICT, RIGHT, WRONG = 0, 1, 2

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
    st[LOGGED] += 1
    st[UPDATES] += 1
    st[SQUARES] += 1
    st[TERMS] += 1
    st[TOTAL_TERMS] += 1
    st[PASS_UPDATES] += 1
    st[SINCE_KEPT] += 1


def bound_norm(st: Integers, fl: Reals, any_terms: bool) -> float:
    """N for the present state."""
    return norm_bound(fl[RADIUS_SQ], fl[START_SQ], float(st[SQUARES]), float(st[TOTAL_TERMS]), any_terms)


def radius_from(measured: float, fold_sq: float, features: int) -> float:
    """R² from the greatest computed ‖x‖²."""
    return sum_of_squares_bound(measured, float(features)) + fold_sq * 1.000000000000001


def kept_tolerance(st: Integers, fl: Reals, any_terms: bool) -> float:
    """How much ŵ and the kept ŵ may differ in a coordinate although w and the kept w are equal."""
    return 2.0 * distance_error(bound_norm(st, fl, any_terms), float(st[TOTAL_TERMS]))


def threshold_now(st: Integers, fl: Reals, d: int, any_terms: bool) -> float:
    """T for the present state; under a margin also for the comparison with θ."""
    reach = math.sqrt(fl[RADIUS_SQ]) + fl[BETA]
    margin_error = 2.3e-16 * abs(fl[THETA]) if any_terms else 0.0
    return filter_threshold(reach, bound_norm(st, fl, any_terms), float(d), float(st[TERMS])) + margin_error


def margin_now(w: Reals, fl: Reals) -> float:
    """θ: a fixed one, or β‖ŵ‖."""
    margin: float = fl[THETA]
    if margin < 0.0:
        margin = fl[BETA] * math.sqrt(norm_sq(w, fl[FOLD_SQ]))
    return margin


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
) -> int:
    """One update at a time, on integers small enough for their type: every decision is exact (T12).

    watch = (R², ‖w₀‖², c², 0-or-1, ⟨w₀,u⟩, γ, u…): growth and, if told so, progress are checked after every update.
    R² is that of the rows added so far, which is all that the theorem needs.
    """
    n = X.shape[0]
    while True:
        i = next_suspect(X, y, w, st[POSITION], n, 0, order)
        if i == n:
            code = end_of_pass(st, same_weights(w, kept, 0))
            if code != GO:
                return code
            continue
        st[POSITION] = i
        r = i if order is None else order[i]
        label = y[r]
        if score(X, r, w) == 0 and not (st[TIE_PLUS] if label > 0 else st[TIE_MINUS]):
            st[POSITION] = i + 1
            continue
        if st[SQUARES] >= st[SQUARES_LIMIT]:
            return BOUND
        if st[LOGGED] == log.shape[0]:
            return FULL
        add_row(X, r, w, label * step[0], label * step[1])
        note_update(st, log, added, r)
        st[POSITION] = i + 1
        if watch is not None:
            note_length(X, r, watch)
            if not invariants_hold(w, step, st, watch):
                return CHECK
        if st[UPDATES] == st[UPDATE_LIMIT]:
            return UPDATES_DONE


def note_length(X: Reals, r: int, watch: Integers) -> None:
    """Let R² be at least the square of this row's length."""
    total = watch[2]
    for j in range(X.shape[1]):
        v = int(X[r, j])
        total += v * v
    watch[0] = max(watch[0], total)


def invariants_hold(w: Reals, step: Reals, st: Integers, watch: Reals) -> bool:
    """‖w‖² ≤ ‖w₀‖² + Qη'²R² and, with a separator u, ⟨w,u⟩ ≥ ⟨w₀,u⟩ + kη'γ; the driver knows that all of it fits.

    The offset is a multiple of c² here: b = c²t makes b²/c² = b·t.
    """
    d = w.shape[0] - 1
    length = 0
    for j in range(d):
        length += w[j] * w[j]
    if watch[2] > 0:
        length += w[d] * (w[d] // watch[2])
    if length > watch[1] + st[SQUARES] * step[0] * step[0] * watch[0]:
        return False
    if watch[3] == 0:
        return True
    along = w[d] * watch[6 + d]
    for j in range(d):
        along += w[j] * watch[6 + j]
    return bool(along >= watch[4] + st[TOTAL_TERMS] * step[0] * watch[5])


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
) -> int:
    """One update at a time, on floats: a sign is decided only beyond the filter's T, else left to the driver.

    With `any_terms` the score is compared with a margin θ instead of 0.
    watch = (0-or-1, a lower bound of the exact R² or 0, ⟨w₀,u⟩, γ, ‖u‖, u…).
    """
    n, d = X.shape
    while True:
        threshold = threshold_now(st, fl, d, any_terms)
        margin = margin_now(w, fl) if any_terms else 0.0
        i = st[POSITION]
        if st[VERDICT] == NO_VERDICT:
            if st[MEASURING]:
                i = next_suspect_or_longer(X, y, w, i, threshold + margin, order, fl[MEASURED])
            else:
                i = next_suspect(X, y, w, i, n, threshold + margin, order)
        if i == n:
            st[MEASURING] = 0
            code = end_of_pass(st, same_weights(w, kept, kept_tolerance(st, fl, any_terms)))
            if code != GO:
                return code
            continue
        st[POSITION] = i
        r = i if order is None else order[i]
        label = y[r]
        if st[MEASURING]:
            measured = row_norm_sq(X, r)
            if not measured <= fl[MEASURED]:
                if not measured <= MOST_RADIUS_SQ:
                    return RANGE
                fl[MEASURED] = measured
                fl[RADIUS_SQ] = radius_from(measured, fl[FOLD_SQ], d)
                continue
        if st[VERDICT] == NO_VERDICT:
            s = score(X, r, w) * label - margin
            if s > threshold:
                st[POSITION] = i + 1
                continue
            if not s < -threshold:
                return AMBIGUOUS
        if st[VERDICT] == RIGHT:
            st[VERDICT] = NO_VERDICT
            st[POSITION] = i + 1
            continue
        if st[LOGGED] == log.shape[0]:
            return FULL
        st[VERDICT] = NO_VERDICT
        add_row(X, r, w, label * step[0], label * step[1])
        note_update(st, log, added, r)
        st[POSITION] = i + 1
        if watch is not None and not invariants_certain(w, st, fl, watch, any_terms):
            return CHECK
        if st[UPDATES] == st[UPDATE_LIMIT]:
            return UPDATES_DONE


def invariants_certain(w: Reals, st: Integers, fl: Reals, watch: Reals, any_terms: bool) -> bool:
    """Growth and progress hold whatever the roundings did; if not certain, the driver decides exactly."""
    d = w.shape[0] - 1
    norm = bound_norm(st, fl, any_terms)
    error = distance_error(norm, float(st[TERMS]))
    length = math.sqrt(sum_of_squares_bound(norm_sq(w, fl[FOLD_SQ]), float(d))) * 1.000000000000001 + error
    # Until R² is known the longest row so far stands for it.
    least = watch[1] if watch[1] > 0.0 else fl[MEASURED] * (1.0 - (d + 8.0) * 2.0**-51) + fl[FOLD_SQ]
    if length * length > (fl[START_SQ] * 0.999999999 + st[SQUARES] * least) * 0.999999999999998:
        return False
    if watch[0] == 0.0:
        return True
    along = w[d] * watch[5 + d]
    for j in range(d):
        along += w[j] * watch[5 + j]
    spread = watch[4] * (error + norm * (d + 8.0) * 2.220446049250313e-16)
    wanted = watch[2] + st[TOTAL_TERMS] * watch[3]
    return bool(along - spread > wanted + abs(wanted) * 1e-15)


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
    norms: Reals,
    w: Reals,
    step: Reals,
    st: Integers,
    fl: Reals,
    log: Integers,
    added: Integers,
    kept: Reals,
    filtered: bool | None,
    watch: Reals | None,
    active: Integers,
    clearance: Reals,
    reference: Reals,
) -> int:
    """The same decisions, looking only at rows that may be mistakes.

    At a reference r every row gets its clearance, a lower bound of ⟨r,z⟩/‖z‖.  Rows cleared by more than fl[REACH]
    are right while ‖w−r‖ stays below it; the others are the active set.
    """
    n, d = X.shape
    while True:
        threshold = threshold_now(st, fl, d, False) if filtered is not None else 0
        if st[ACTIVE] < 0:
            if fl[BUDGET] < 0.0:
                return SLOW
            clear_rows(X, y, norms, w, threshold, clearance)
            for j in range(d + 1):
                reference[j] = w[j]
            fl[REACH] = share_quantile(clearance, fl[SHARE])
            st[ACTIVE] = rows_within(clearance, fl[REACH], active)
            fl[WORK] = float(n)
            fl[BUDGET] -= float(n)
        count = st[ACTIVE]
        first = np.searchsorted(active[:count], st[POSITION])
        a = first
        if st[VERDICT] == NO_VERDICT:
            a = next_suspect(X, y, w, first, count, threshold, active)
        fl[WORK] += a - first
        fl[BUDGET] -= a - first
        if a == count:
            fl[BUDGET] += n
            tolerance = kept_tolerance(st, fl, False) if filtered is not None else 0
            if fl[WORK] > 3.0 * n:
                st[ACTIVE] = -1
                fl[SHARE] = max(fl[SHARE] / 1.5, 4.0 / n)
            code = end_of_pass(st, same_weights(w, kept, tolerance))
            if code != GO:
                return code
            continue
        r = active[a]
        st[POSITION] = r
        if st[VERDICT] == NO_VERDICT:
            s = score(X, r, w) * y[r]
            if filtered is not None and -threshold <= s <= threshold:
                return AMBIGUOUS
            if s > threshold or (s == 0 and not (st[TIE_PLUS] if y[r] > 0 else st[TIE_MINUS])):
                st[POSITION] = r + 1
                continue
        if st[VERDICT] == RIGHT:
            st[VERDICT] = NO_VERDICT
            st[POSITION] = r + 1
            continue
        if st[SQUARES] >= st[SQUARES_LIMIT]:
            return BOUND
        if st[LOGGED] == log.shape[0]:
            return FULL
        st[VERDICT] = NO_VERDICT
        add_row(X, r, w, y[r] * step[0], y[r] * step[1])
        note_update(st, log, added, r)
        st[POSITION] = r + 1
        moved = distance(w, reference, fl[FOLD_SQ])
        if filtered is not None:
            moved += kept_tolerance(st, fl, False)
        if moved >= fl[REACH]:
            st[ACTIVE] = -1
            fl[SHARE] = min(1.0, fl[SHARE] * 1.5) if fl[WORK] < 2.0 * n else fl[SHARE]
        if watch is not None:
            if filtered is None:
                note_length(X, r, watch)
                if not invariants_hold(w, step, st, watch):
                    return CHECK
            elif not invariants_certain(w, st, fl, watch, False):
                return CHECK
        if st[UPDATES] == st[UPDATE_LIMIT]:
            return UPDATES_DONE


def clear_rows(X: Reals, y: NDArray[np.int8], norms: Reals, w: Reals, threshold: float, clearance: Reals) -> None:
    """clearance_i ≤ ⟨w,z_i⟩/‖z_i‖; norms are upper bounds."""
    for r in range(X.shape[0]):
        margin = float(score(X, r, w) * y[r]) - threshold
        # Rounding the score, the difference and the quotient loses less than 2⁻⁵⁰ of it.
        clearance[r] = margin / norms[r] * 0.999999999999999 if margin > 0.0 else -1.0


def share_quantile(clearance: Reals, share: float) -> float:
    """A distance within which lie about this share of the clearances (of a sample)."""
    n = clearance.shape[0]
    stride = max(1, n // 2048)
    sample = np.sort(clearance[::stride])
    return max(0.0, float(sample[min(sample.shape[0] - 1, int(share * sample.shape[0]))]))


def rows_within(clearance: Reals, reach: float, active: Integers) -> int:
    """The rows whose clearance is at most the reach, in order; how many there are."""
    count = 0
    for r in range(clearance.shape[0]):
        if clearance[r] <= reach:
            active[count] = r
            count += 1
    return count


def distance(w: Reals, reference: Reals, fold_sq: float) -> float:
    """An upper bound of ‖w−r‖ in the folded space."""
    d = w.shape[0] - 1
    total = 0.0
    for j in range(d):
        gap = float(w[j] - reference[j])
        total += gap * gap
    if fold_sq > 0.0:
        gap = float(w[d] - reference[d])
        total += gap * gap / fold_sq * 1.000000000000001
    return math.sqrt(sum_of_squares_bound(total, 2.0 * d)) * 1.000000000000001


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
        threshold = threshold_now(st, fl, d, False) if filtered is not None else 0
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
                if filtered is None:
                    if not invariants_hold(w, step, st, watch):
                        return CHECK
                elif not invariants_certain(w, st, fl, watch, False):
                    return CHECK
            if st[UPDATES] == st[UPDATE_LIMIT]:
                return UPDATES_DONE
        if st[POSITION] == n:
            tolerance = kept_tolerance(st, fl, False) if filtered is not None else 0
            code = end_of_pass(st, same_weights(w, kept, tolerance))
            if code != GO:
                return code
