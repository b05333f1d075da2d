"""The invariants of the convergence proof, as monitors over any stream of updates.

A monitor watches updates go by and can say, at any moment, whether its invariant holds: both sides as exact
numbers.  The names are those of the proof: `progress`, `growth`, `combination`, `folding`, …  All of them
speak of the folded space, so they hold for explicit offsets too.

Let u be a separator with y⟨u,x⟩ ≥ γ, A = Σ a_j and Q = Σ a_j² over the updates so far, where a_j > 0 is the
sum of the coefficients of update j (k updates of rate η: A = kη, Q = kη²), U = ‖u‖², R² ≥ ‖x‖².

| name          | theorem        | statement                                                      |
|---------------|----------------|----------------------------------------------------------------|
| step          | the definition | w_k = w_{k−1} + Σ coefficient·y·x, each coefficient as agreed  |
| mistake       | the definition | every example of an update was a mistake of w_{k−1}            |
| skipped       | the definition | the examples were looked at in order, no mistake passed over   |
| progress      | T1, T2, T5     | ⟨w_k,u⟩ ≥ ⟨w₀,u⟩ + Aγ                                          |
| growth        | T1, T2, T4, T5 | ‖w_k‖² ≤ ‖w₀‖² + QR²; with a margin β: ‖w_k‖ ≤ Aβ + √(Q(R²−β²)) |
| combination   | T1, T2, T4, T5 | kγ² ≤ R²U; what the two imply for the number of updates        |
| folding       | T3             | explicit offset and folded coordinate agree, score by score    |
| slack         | T11            | kγ² ≤ R²U + 2γΣξ for any u, with ξ its shortfall on updates    |
| machine       | T12            | no partial sum of ⟨w_k,x⟩ exceeds √(‖w₀‖² + QR²)·R             |
"""

from __future__ import annotations

from verified_perceptron.invariants.monitor import Comparison, InvariantViolation, Monitor, Separator
from verified_perceptron.invariants.watch import STATEMENTS, Level, Watch, violations, watch

__all__ = [
    "STATEMENTS",
    "Comparison",
    "InvariantViolation",
    "Level",
    "Monitor",
    "Separator",
    "Watch",
    "violations",
    "watch",
]
