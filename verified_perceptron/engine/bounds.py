"""The arithmetic argument of each kernel: until when machine numbers decide as integers do.

All lengths are those of the folded space, where an example is (x, c), the weights are (w, b/c) and the score
⟨w,x⟩ + b is their inner product; without an offset c = 0 and b = 0.  R bounds the length of every example, N the
length of all weights up to now:

    N² = ‖w₀‖² + Q·R²      Q = Σ m², an update adding m mistakes at once (growth: T1, T2, T5),
    N  = ‖w₀‖ + A·R        A = Σ m, where a margin lets examples be added that are no mistakes.

**Integers** (T12).  By Cauchy–Schwarz every partial sum of the score, over any coordinates in any order, is at
most N·R in size.  While N·R ≤ limit, with all integers up to the limit exact in the number type, no operation of
a score or an update rounds or overflows: `exact_squares` says how large Q may become.

**Filter.**  ŵ is a float64 copy of w: rounded from the exact weights, then corrected by A terms x̂, where x̂ = fl(x).
u = 2⁻⁵³, ‖x̂−x‖ ≤ uR.  (c² may be rounded as well; that moves b̂/c by at most u·c ≤ uR for each term.)
1. The rounding leaves ‖ŵ−w‖ ≤ uN.  A term adds its own error and one rounding of the sum:
   e' ≤ e + uR + u(N + e + uR), and R ≤ N once there is a term, so after A ≤ 2³³ terms
   e ≤ uN(2A+1)(1+u)^(A+1) ≤ uN(2A+2)(1+2⁻¹⁸).
2. fl(⟨ŵ,x̂⟩+b̂) in any order, with or without fused operations, rounds each of its d+1 terms at most d+1 times:
   it is off by at most γ·Σ|terms| ≤ γ‖ŵ‖‖x̂‖, γ = (d+1)u/(1−(d+1)u), d ≤ 2¹⁹.
3. |⟨ŵ,x̂⟩ − ⟨w,x⟩| ≤ e‖x̂‖ + N·uR.
Together |fl(score) − score| ≤ T = u·R·N·(d + 2A + 8)(1+2⁻¹⁶); the last factor also covers the evaluation of T.
A product that underflows loses at most 2⁻¹⁰⁷⁵; R² is taken to be at least 2⁻⁹⁰⁰, which makes T greater than all of
these together.  R² ≤ 2⁹⁰⁰ keeps everything below overflow.

A margin compares the score with θ = β‖w‖ or a fixed θ.  fl(β‖ŵ‖) is off by at most β(e + (d+8)uN), a fixed θ by
2uθ: replace R by R+β, and add 2uθ.

**Active set.**  If ⟨r,z⟩ > D‖z‖ with D ≥ ‖w−r‖, then ⟨w,z⟩ ≥ ⟨r,z⟩ − D‖z‖ > 0: the row is right under every tie
rule.  `distance_error` bounds what ‖ŵ−r̂‖ misses of ‖w−r‖ (step 1, for both).

The compiled kernels call these functions: the bound stands here and nowhere else.
"""

from __future__ import annotations

import math

UNIT = 2.0**-53
"""u: the relative error of one rounding to float64."""

LEAST_RADIUS_SQ = 2.0**-900
MOST_RADIUS_SQ = 2.0**900
MOST_FEATURES = 2**19
MOST_TERMS = 2**33
"""The filter needs these ranges."""

INT64_LIMIT = 2**63 - 1
FLOAT64_LIMIT = 2**53
FLOAT32_LIMIT = 2**24
"""All integers up to here are exact in the type."""


def exact_squares(limit: int, radius_sq: int, start_sq: int = 0, step: int = 1) -> int:
    """The greatest Q with (start_sq + Q·step²·R²)·R² ≤ limit², or −1: all scores and updates so far are exact.

    For one update at a time from zero with step 1 this is the k of T12: k·R⁴ ≤ limit².
    """
    if radius_sq == 0:
        return 2**62 if start_sq <= limit * limit else -1
    room = limit * limit // radius_sq - start_sq
    return min(2**62, room // (step * step * radius_sq)) if room >= 0 else -1


def norm_bound(radius_sq: float, start_sq: float, squares: float, terms: float, any_terms: bool) -> float:
    """N: no weights so far are longer; `any_terms` if terms were added that need not be mistakes."""
    if any_terms:
        return math.sqrt(start_sq) + terms * math.sqrt(radius_sq)
    return math.sqrt(start_sq + squares * radius_sq)


def filter_threshold(reach: float, norm: float, features: float, terms: float) -> float:
    """T = u·R·N·(d + 2A + 8)(1+2⁻¹⁶): a float score beyond ±T has the sign of the exact one.

    reach is R (R+β under a margin), norm is N, terms is A since ŵ was last rounded from the exact weights.
    """
    return 1.1102230246251565e-16 * 1.0000152587890625 * reach * norm * (features + 2.0 * terms + 8.0)


def distance_error(norm: float, terms: float) -> float:
    """‖ŵ−w‖ ≤ u·N·(2A+2)(1+2⁻¹⁶)."""
    return 1.1102230246251565e-16 * 1.0000152587890625 * norm * (2.0 * terms + 2.0)


def sum_of_squares_bound(computed: float, features: float) -> float:
    """An upper bound of a sum of `features`+1 squares that float64 computed, in any order, whatever underflowed."""
    return computed * (1.0 + (features + 6.0) * 2.220446049250313e-16) + 2.0**-900
