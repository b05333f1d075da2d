"""The convergence proof: progress, growth, and what the two allow together (T1, T2, T3, T5)."""

from __future__ import annotations

from fractions import Fraction

from verified_perceptron.exact import Root
from verified_perceptron.invariants.monitor import (
    Comparison,
    Monitor,
    Separator,
    at_most,
    theorem_of,
)
from verified_perceptron.problem import Problem
from verified_perceptron.steps import novikoff_slack


class ProgressMonitor(Monitor):
    """⟨w_k,u⟩ ≥ ⟨w₀,u⟩ + Aγ."""

    name = "progress"
    statement = "⟨w_k,w*⟩ ≥ ⟨w₀,w*⟩ + kηγ"

    def __init__(self, problem: Problem, separator: Separator) -> None:
        super().__init__(problem)
        self.separator = separator
        self.theorem = theorem_of(problem)
        self.start_alignment = problem.align(problem.start, separator.state)

    def comparison(self) -> Comparison:
        reached = self.problem.align(self.after, self.separator.state)
        return at_most(self.start_alignment + self.amount * self.separator.gamma, reached)


class GrowthMonitor(Monitor):
    """‖w_k‖² ≤ ‖w₀‖² + QR²."""

    name = "growth"
    statement = "‖w_k‖² ≤ ‖w₀‖² + kη²R²"

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.theorem = theorem_of(problem)

    def comparison(self) -> Comparison:
        return at_most(self.problem.norm_sq(self.after), self.growth_limit())


class CombinationMonitor(Monitor):
    """What progress and growth together allow: (A²/Q)γ² ≤ R²U + 2(A/Q)γ‖u‖‖w₀‖.

    For k updates at one rate η this is kγ² ≤ R²U + 2(γ/η)‖u‖‖w₀‖, and from zero kγ² ≤ R²U.  The root is
    compared by sign and square.
    """

    name = "combination"
    statement = "kγ² ≤ R²‖w*‖² + 2γ‖w*‖‖w₀‖/η"

    def __init__(self, problem: Problem, separator: Separator) -> None:
        super().__init__(problem)
        self.separator = separator
        self.theorem = theorem_of(problem)
        self.start_norm_sq = problem.norm_sq(problem.start)

    def comparison(self) -> Comparison:
        gamma, u_sq = self.separator.gamma, self.separator.norm_sq
        slack = Fraction(novikoff_slack(self.amount, self.amount_sq, gamma, self.problem.radius_sq, u_sq))
        # Divided by Q, the two sides of the slack are R²U and (A²/Q)γ², which is kγ² for equal updates.
        allowed = Fraction(self.problem.radius_sq * u_sq)
        if not self.amount_sq:
            # A stranger's trace may name updates that add nothing: then nothing is used up.
            return Comparison(Fraction(0), "≤", allowed, True)
        used = allowed - slack / self.amount_sq
        if not self.start_norm_sq:
            return Comparison(used, "≤", allowed, slack >= 0)
        limit_sq = (2 * gamma * Fraction(self.amount) / self.amount_sq) ** 2 * u_sq * self.start_norm_sq
        excess = used - allowed
        return Comparison(excess, "≤", Root.sqrt(limit_sq), excess <= 0 or excess * excess <= limit_sq)
