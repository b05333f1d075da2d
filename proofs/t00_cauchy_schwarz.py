"""T0, Cauchy–Schwarz: ⟨a,b⟩² ≤ ‖a‖²‖b‖², for all vectors a, b of any real inner-product space.

No division and no case split, so b = 0 needs no special care. Write p = ⟨a,b⟩, A = ‖a‖², B = ‖b‖² and suppose
N = p² − AB > 0. Then

    2N² + N‖a − p·b‖² + ‖A·b − p·a‖² + p²‖B·a − p·b‖² + 2N·A·B = 0,

although the first summand is positive and none is negative.
"""

from __future__ import annotations

from proofs.statement import Statement
from verified_perceptron.logic import Theorem, Vector, inner, instantiate, norm, norm_sq, vectors
from verified_perceptron.logic.models import model
from verified_perceptron.logic.tactics import NEGATED, refute, times

a, b = vectors("a b")


def _prove() -> Theorem:
    p, A, B = inner(a, b), norm_sq(a), norm_sq(b)
    return refute(
        "T0.cauchy_schwarz",
        p**2 <= A * B,
        [
            times(2, NEGATED, NEGATED),
            times(1, NEGATED, norm(a - p * b)),
            norm(A * b - p * a),
            times(1, norm(B * a - p * b), squares=[p]),
            times(2, NEGATED, norm(a), norm(b)),
        ],
    )


CAUCHY_SCHWARZ = _prove()


def cauchy_schwarz(left: Vector, right: Vector) -> Theorem:
    """⊢ ‖left‖²‖right‖² − ⟨left,right⟩² ≥ 0."""
    return instantiate(CAUCHY_SCHWARZ, {a: left, b: right})


def statements() -> list[Statement]:
    return [
        Statement(
            id="T0",
            title="Cauchy–Schwarz",
            words="The inner product of two vectors is at most the product of their lengths, in size.",
            theorem=CAUCHY_SCHWARZ,
            witness=model(a=(3, 4), b=(1, 2)),
        )
    ]
