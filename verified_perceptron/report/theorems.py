"""What each invariant says, in words, and the steps by which it is proved.

The proofs themselves are in `proofs/`, written in the project's logic and checked by machine; this is their text
for a reader of the report.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Explanation:
    """An invariant for a reader: what it says, and why it holds."""

    words: str
    steps: tuple[str, ...]


THEOREMS = {
    "definition": "the definition of the algorithm",
    "T1": "Novikoff's bound: from zero, kγ² ≤ R²‖w*‖²",
    "T2": "any start and any rate: k ≤ R²‖w*‖²/γ² + 2‖w*‖‖w₀‖/(ηγ)",
    "T3": "the offset as a coordinate: kγ² ≤ (R²+c²)(‖w*‖²+b*²/c²)",
    "T4": "the margin perceptron",
    "T5": "batches and varying rates: γ²(Ση_j·m_j)² ≤ R²‖w*‖²·Ση_j²·m_j²",
    "T11": "any data: kγ² ≤ R²‖w*‖² + 2γΣξ",
    "T12": "machine arithmetic is exact within the bound",
}
"""The theorems that runs are held to, in one line each."""

_PROGRESS = Explanation(
    "Every update carries the weights at least ηγ further along the separator w*.",
    (
        "⟨w_k,w*⟩ = ⟨w_{k−1} + ηy·x, w*⟩ = ⟨w_{k−1},w*⟩ + η·y⟨w*,x⟩",
        "y⟨w*,x⟩ ≥ γ for every example: that is what separating with margin γ means",
        "so ⟨w_k,w*⟩ ≥ ⟨w_{k−1},w*⟩ + ηγ, and by induction ⟨w_k,w*⟩ ≥ ⟨w₀,w*⟩ + kηγ",
    ),
)
_GROWTH = Explanation(
    "Updates on mistakes cannot make the weights long: the squared length grows by at most η²R² each time.",
    (
        "‖w_k‖² = ‖w_{k−1}‖² + 2η·y⟨w_{k−1},x⟩ + η²‖x‖²",
        "the example was a mistake, so y⟨w_{k−1},x⟩ ≤ 0 and the middle term is not positive",
        "‖x‖² ≤ R², so ‖w_k‖² ≤ ‖w_{k−1}‖² + η²R², and by induction ‖w_k‖² ≤ ‖w₀‖² + kη²R²",
    ),
)
_COMBINATION = Explanation(
    "Progress and growth meet in Cauchy–Schwarz, and only finitely many updates fit between them.",
    (
        "kηγ ≤ ⟨w_k,w*⟩ ≤ ‖w_k‖·‖w*‖ by progress and Cauchy–Schwarz (start zero)",
        "‖w_k‖ ≤ √k·ηR by growth, so k²γ² ≤ kR²‖w*‖²",
        "one factor k cancels: kγ² ≤ R²‖w*‖²; another start adds 2γ‖w*‖‖w₀‖/η",
    ),
)

EXPLANATIONS: dict[tuple[str, str], Explanation] = {
    ("step", ""): Explanation(
        "The weights moved by the correction that the conventions name, and by nothing else.",
        ("it defines the algorithm: the step is recomputed from the weights before it and compared",),
    ),
    ("mistake", ""): Explanation(
        "Every corrected example was a mistake of the weights just before.",
        ("it defines the algorithm: the score is recomputed and put to the tie rule",),
    ),
    ("skipped", ""): Explanation(
        "The examples were looked at in the agreed order, and no mistake was passed over.",
        ("it defines the algorithm: every example between two updates is scored again",),
    ),
    ("progress", ""): _PROGRESS,
    ("progress", "T5"): Explanation(
        "Every update carries the weights along w* by at least γ times the coefficients it adds.",
        (
            "⟨w_k,w*⟩ = ⟨w_{k−1},w*⟩ + Σ a_i·y_i⟨w*,x_i⟩ over the examples of the update",
            "each y_i⟨w*,x_i⟩ ≥ γ and each a_i ≥ 0, so the sum is at least γ·Σa_i",
            "by induction ⟨w_k,w*⟩ ≥ ⟨w₀,w*⟩ + Aγ with A the sum of all coefficients",
        ),
    ),
    ("growth", ""): _GROWTH,
    ("growth", "T5"): Explanation(
        "A batch of mistakes lengthens the weights by at most the square of what it adds, times R².",
        (
            "z = Σ a_i·y_i·x_i is what the update adds; ‖w_k‖² = ‖w_{k−1}‖² + 2⟨w_{k−1},z⟩ + ‖z‖²",
            "every example of the update was a mistake, so ⟨w_{k−1},z⟩ ≤ 0",
            "‖z‖ ≤ Σa_i·R by the triangle inequality, so ‖w_k‖² ≤ ‖w₀‖² + QR² with Q = Σ(Σa_i)²",
        ),
    ),
    ("growth", "T4"): Explanation(
        "An example that was right by too little may lengthen the weights more, but by a known amount.",
        (
            "‖w_k‖² = ‖w_{k−1}‖² + 2y⟨w_{k−1},x⟩ + ‖x‖², and y⟨w_{k−1},x⟩ is at most the margin asked for",
            "with β‖w‖: ‖w_k‖² ≤ ‖w_{k−1}‖² + 2β‖w_{k−1}‖ + R² = (‖w_{k−1}‖ + β)² + R² − β²",
            "by induction ‖w_k‖ ≤ kβ + √(k(R²−β²)); with a fixed τ instead, ‖w_k‖² ≤ k(R²+2τ)",
        ),
    ),
    ("combination", ""): _COMBINATION,
    ("combination", "T4"): Explanation(
        "Progress outruns the growth that a margin allows.",
        (
            "kγ ≤ ⟨w_k,w*⟩ ≤ ‖w_k‖ for ‖w*‖ = 1, by progress and Cauchy–Schwarz",
            "‖w_k‖ ≤ kβ + √(k(R²−β²)) by growth, so k(γ−β) ≤ √(k(R²−β²))",
            "squared, k(γ−β)² ≤ R²−β²; with a fixed τ, kγ² ≤ (R²+2τ)‖w*‖²",
        ),
    ),
    ("combination", "T5"): Explanation(
        "Progress and growth meet in Cauchy–Schwarz, whatever the batches and rates.",
        (
            "Aγ ≤ ⟨w_k,w*⟩ ≤ ‖w_k‖·‖w*‖ by progress and Cauchy–Schwarz (start zero)",
            "‖w_k‖² ≤ QR² by growth, so A²γ² ≤ Q·R²‖w*‖²",
            "for equal updates A²/Q = k, which is Novikoff's bound",
        ),
    ),
    ("folding", ""): Explanation(
        "The offset beside the weights and the offset as one more coordinate give the same scores.",
        (
            "append a constant c to every example and keep b/c as a weight: ⟨w',x'⟩ = ⟨w,x⟩ + (b/c)·c = ⟨w,x⟩ + b",
            "the folded correction adds ηy·c to b/c, which is ηy·c² to b: the offset's own step",
            "so both runs make the same mistakes, and every theorem about the origin holds for offsets",
        ),
    ),
    ("slack", ""): Explanation(
        "Whatever weights one compares with, each shortfall ξ of theirs pays for extra updates.",
        (
            "an update on an example with shortfall ξ = max(0, γ − y⟨w*,x⟩) gains at least γ − ξ along w*",
            "so ⟨w_k,w*⟩ ≥ kγ − Σξ, and with growth and Cauchy–Schwarz (kγ − Σξ)² ≤ kR²‖w*‖² while kγ ≥ Σξ",
            "which gives kγ² ≤ R²‖w*‖² + 2γΣξ, separable or not",
        ),
    ),
    ("machine", ""): Explanation(
        "No partial sum of ⟨w_k,x⟩, in any order of summation, exceeds √k·R² in size.",
        (
            "a partial sum is ⟨P w_k, x⟩ with P a projection on some coordinates",
            "|⟨P w_k, x⟩| ≤ ‖w_k‖·‖x‖ by Cauchy–Schwarz, and ‖w_k‖ ≤ √k·R by growth",
            "so while the bound is below 2⁶³ (or 2⁵³) machine integers (or float64) are exact",
        ),
    ),
}
"""By name and theorem; the empty theorem stands for all that have no text of their own."""


def explanation(name: str, theorem: str) -> Explanation:
    """The text for this invariant under this theorem."""
    return EXPLANATIONS.get((name, theorem)) or EXPLANATIONS[name, ""]
