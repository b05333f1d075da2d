"""Growth and combination of the margin perceptron (T4)."""

from __future__ import annotations

from fractions import Fraction

from verified_perceptron.exact import Number, Root, at_most_sum_of_roots
from verified_perceptron.invariants.monitor import (
    Comparison,
    Monitor,
    Separator,
    at_most,
)
from verified_perceptron.problem import Problem


class MarginGrowthMonitor(Monitor):
    """‖w_k‖ ≤ kβ + √(k(R²−β²)), from the start zero and with a constant step (which scales both sides)."""

    name, theorem = "growth", "T4"
    statement = "‖w_k‖ ≤ kβ + √(k(R²−β²))"

    def __init__(self, problem: Problem, beta: Number) -> None:
        super().__init__(problem)
        self.beta = beta

    def comparison(self) -> Comparison:
        step, excess = self.problem.step(1), self.problem.radius_sq - self.beta**2
        squares = (
            self.problem.norm_sq(self.after),
            (step * self.k * self.beta) ** 2,
            step * step * self.k * excess,
        )
        left, first, second = map(Root.sqrt, squares)
        return Comparison(left, "≤", f"{first} + {second}", at_most_sum_of_roots(*squares))


class MarginCombinationMonitor(Monitor):
    """k(γ/‖u‖ − β)² ≤ R² − β² for β < γ/‖u‖, by squares."""

    name, theorem = "combination", "T4"
    statement = "k(γ−β)² ≤ R²−β², ‖w*‖ = 1"

    def __init__(self, problem: Problem, separator: Separator, beta: Number) -> None:
        super().__init__(problem)
        self.separator = separator
        self.beta = beta

    def comparison(self) -> Comparison:
        # k(γ²/U + β²) − (R² − β²) ≤ 2kβγ/‖u‖
        margin_sq = Fraction(self.separator.gamma**2) / self.separator.norm_sq
        beta_sq = self.beta**2
        excess = self.k * (margin_sq + beta_sq) - (self.problem.radius_sq - beta_sq)
        limit_sq = 4 * self.k * self.k * beta_sq * margin_sq
        return Comparison(excess, "≤", Root.sqrt(limit_sq), excess <= 0 or excess * excess <= limit_sq)


class FixedMarginGrowthMonitor(Monitor):
    """‖w_k‖² ≤ ‖w₀‖² + QR² + 2Aτ: with a fixed margin τ an update may add up to 2τ more (rates of one)."""

    name, theorem = "growth", "T4"
    statement = "‖w_k‖² ≤ k(R²+2τ)"

    def __init__(self, problem: Problem, tau: Number) -> None:
        super().__init__(problem)
        self.tau = tau

    def comparison(self) -> Comparison:
        return at_most(self.problem.norm_sq(self.after), self.growth_limit() + 2 * self.amount * self.tau)


class FixedMarginCombinationMonitor(Monitor):
    """kγ² ≤ (R²+2τ)U for rate one: with a fixed margin τ, from zero."""

    name, theorem = "combination", "T4"
    statement = "kγ² ≤ (R²+2τ)‖w*‖²"

    def __init__(self, problem: Problem, separator: Separator, tau: Number) -> None:
        super().__init__(problem)
        self.separator = separator
        self.tau = tau

    def comparison(self) -> Comparison:
        # With the constant step η: A²γ² ≤ U(QR² + 2Aτ), and A = kη, Q = kη².
        left = self.amount * self.amount * self.separator.gamma**2
        right = self.separator.norm_sq * (self.amount_sq * self.problem.radius_sq + 2 * self.amount * self.tau)
        return at_most(left, right)
