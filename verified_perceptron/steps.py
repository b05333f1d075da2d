"""The steps that the convergence proof speaks of, each with its lemma as a contract.

These are the functions the algorithms call.  Their conditions are named, typed functions, so that a broken
lemma is reported by name, and so that CrossHair can confirm it over all integers (`proofs/crosshair`).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from icontract import ensure, require

from verified_perceptron.exact import Number, Vector, add_scaled, common_denominator, dot, norm_sq


def label_is_a_sign(y: int) -> bool:
    """y ∈ {−1, +1}."""
    return y in (-1, 1)


def norm_expands(weights: Vector, c: Number, y: int, x: Vector, result: Vector) -> bool:
    """‖w + c·y·x‖² = ‖w‖² + 2c·y⟨w,x⟩ + c²‖x‖²: the identity under `growth`."""
    return norm_sq(result) == norm_sq(weights) + 2 * c * y * dot(weights, x) + c * c * norm_sq(x)


@require(label_is_a_sign)
@ensure(norm_expands)
def corrected(weights: Vector, c: Number, y: int, x: Vector) -> Vector:
    """w + c·y·x."""
    return add_scaled(weights, c * y, x)


def novikoff_slack(amount: Number, amount_sq: Number, gamma: Number, radius_sq: Number, u_sq: Number) -> Number:
    """R²U·Q − γ²A²: not negative once progress and growth hold, which bounds the updates (`combination`).

    With k updates at one rate it is k times (R²U − kγ²), up to a positive factor.
    """
    return radius_sq * u_sq * amount_sq - gamma * gamma * amount * amount


def multipliers_cancel(vectors: Sequence[Vector], result: tuple[int, ...]) -> bool:
    """Σ λ_i z_i = 0."""
    return all(sum(m * z[j] for m, z in zip(result, vectors, strict=True)) == 0 for j in range(len(vectors[0])))


def multipliers_are_a_combination(result: tuple[int, ...]) -> bool:
    """λ ≥ 0, λ ≠ 0."""
    return min(result) >= 0 and max(result) > 0


@ensure(multipliers_cancel)
@ensure(multipliers_are_a_combination)
def cancelling_multipliers(
    added: Sequence[Number],
    vectors: Sequence[Vector],  # noqa: ARG001  (the contract speaks of them)
) -> tuple[int, ...]:
    """The least integers λ in proportion to what was added of each z_i while the weights came back (T6)."""
    denominator = common_denominator(added)
    whole = [int(amount * denominator) for amount in added]
    divisor = gcd(*whole)
    return tuple(amount // divisor for amount in whole)
