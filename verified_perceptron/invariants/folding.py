"""The offset as a number and as a coordinate (T3)."""

from __future__ import annotations

from fractions import Fraction

from verified_perceptron.exact import Number, add_scaled
from verified_perceptron.invariants.monitor import (
    Comparison,
    Monitor,
    equal,
)
from verified_perceptron.problem import Problem, State
from verified_perceptron.trace import Event, Update


class FoldingMonitor(Monitor):
    """The run with the offset kept the other way scores every updated example the same, at every update.

    An explicit run is compared with a twin on the folded examples (X, c), a folded run with an explicit twin.
    """

    name, theorem = "folding", "T3"
    statement = "⟨w,x⟩ + b = ⟨w',x'⟩"

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        flat, offset = problem.unfold(problem.start)
        self.twin = State(flat, offset)
        self.coordinate: Number = Fraction(offset) / problem.fold_sq if problem.fold_sq else 0
        self.mismatch: Comparison | None = None

    def observe(self, event: Event) -> None:
        before = self.after
        super().observe(event)
        if not isinstance(event, Update):
            return
        problem = self.problem
        for i, _ in event.terms:
            twin_score = self._twin_score(i)
            score = problem.score(before, i)
            if score != twin_score:
                self.mismatch = equal(score, twin_score)
        for i, coefficient in event.terms:
            x, y = problem.data.examples[i]
            weights = add_scaled(self.twin.weights, coefficient * y, x)
            self.coordinate += coefficient * y
            self.twin = State(weights, self.twin.offset + coefficient * y * problem.fold_sq)

    def _twin_score(self, i: int) -> Number:
        x, _ = self.problem.data.examples[i]
        flat = sum(a * b for a, b in zip(self.twin.weights, x, strict=True))
        if self.problem.is_folded:
            return flat + self.twin.offset
        return flat + self.coordinate * self.problem.fold_sq

    def comparison(self) -> Comparison:
        if self.mismatch is not None:
            return self.mismatch
        flat, offset = self.problem.unfold(self.after)
        agreed = self.twin.offset if self.problem.is_folded else self.coordinate * self.problem.fold_sq
        for found, twin in zip((*flat, offset), (*self.twin.weights, agreed), strict=True):
            if found != twin:
                return equal(found, twin)
        return equal(offset, agreed)
