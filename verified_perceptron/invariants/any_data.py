"""What holds on any data, separable or not: slack (T11) and machine exactness (T12)."""

from __future__ import annotations

from verified_perceptron.conventions import (
    Folding,
    Offset,
)
from verified_perceptron.exact import Number, Root
from verified_perceptron.invariants.monitor import (
    Comparison,
    Monitor,
    Separator,
    at_most,
)
from verified_perceptron.problem import Problem
from verified_perceptron.trace import Event, Update


class SlackMonitor(Monitor):
    """kγ² ≤ R²U + 2γΣξ with ξ = max(0, γ − y⟨u,x⟩), for any u and γ > 0, separable data or not."""

    name, theorem = "slack", "T11"
    statement = "kγ² ≤ R²‖w*‖² + 2γΣξ"

    def __init__(self, problem: Problem, separator: Separator, gamma: Number) -> None:
        super().__init__(problem)
        self.separator = separator
        self.gamma = gamma
        self.slack: Number = 0

    def observe(self, event: Event) -> None:
        super().observe(event)
        for i, _ in event.terms if isinstance(event, Update) else ():
            margin = self.problem.examples[i].y * self.problem.score(self.separator.state, i)
            self.slack += max(0, self.gamma - margin)

    def comparison(self) -> Comparison:
        gamma = self.gamma
        limit = self.problem.radius_sq * self.separator.norm_sq + 2 * gamma * self.slack
        return at_most(self.k * gamma * gamma, limit)


class MachineMonitor(Monitor):
    """No sum of terms w_j·x_j, over any of the coordinates, exceeds √(‖w₀‖² + QR²)·R in size."""

    name, theorem = "machine", "T12"
    statement = "|partial sums of ⟨w_k,x⟩| ≤ √k·R²"

    def comparison(self) -> Comparison:
        problem = self.problem
        x = problem.examples[self.latest.terms[0].example].x
        products = [a * b for a, b in zip(self.after.weights, x, strict=True)]
        if problem.is_folded and problem.conventions.offset is Offset.RADIUS:
            axis = 0 if problem.conventions.folding is Folding.FIRST else -1
            products[axis] *= problem.fold_sq
        products.append(self.after.offset)
        # The largest sum in size takes all the positive terms, or all the negative ones.
        largest = max(sum(p for p in products if p > 0), -sum(p for p in products if p < 0))
        limit_sq = self.growth_limit() * problem.radius_sq
        return Comparison(largest, "≤", Root.sqrt(limit_sq), largest * largest <= limit_sq)
