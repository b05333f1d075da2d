"""What every invariant is made of: a comparison, a monitor that keeps it, and the exception that reports it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from verified_perceptron.conventions import (
    ConstantRate,
    GroupKind,
    Offset,
)
from verified_perceptron.exact import Number, Root, number_text
from verified_perceptron.problem import Hypothesis, Problem, State
from verified_perceptron.trace import Event, Update


@dataclass(frozen=True)
class Comparison:
    """Both sides of an invariant, and whether it holds."""

    left: Number | Root | str
    relation: str
    right: Number | Root | str
    holds: bool

    def __str__(self) -> str:
        return f"{_text(self.left)} {self.relation} {_text(self.right)}"

    @property
    def failure(self) -> str:
        """How it fails, as the end of a sentence."""
        return f"{self} does not hold" if self.relation in ("≤", "=") else str(self)


def _text(side: Number | Root | str) -> str:
    return number_text(side) if isinstance(side, int | Fraction) else str(side)


def at_most(left: Number, right: Number) -> Comparison:
    """left ≤ right."""
    return Comparison(left, "≤", right, left <= right)


def equal(left: Number, right: Number) -> Comparison:
    """left = right."""
    return Comparison(left, "=", right, left == right)


class InvariantViolation(AssertionError):
    """An invariant of the proof does not hold: the run is not a run of the algorithm it claims to be."""

    def __init__(self, name: str, theorem: str, k: int, examples: Sequence[int], comparison: Comparison) -> None:
        self.name = name
        self.theorem = theorem
        self.k = k
        self.examples = tuple(examples)
        self.comparison = comparison
        shown = ", ".join(str(i + 1) for i in self.examples[:5]) + (" …" if len(self.examples) > 5 else "")
        super().__init__(f"{name} ({theorem}) fails at update {k}, on example {shown}: {comparison.failure}")


@dataclass(frozen=True)
class Separator:
    """u in the units of a problem, with its margin γ = min y⟨u,x⟩ over all examples."""

    hypothesis: Hypothesis
    state: State
    gamma: Number
    norm_sq: Number

    @staticmethod
    def of(hypothesis: Hypothesis, problem: Problem) -> Separator:
        """The hypothesis as a separator of this problem's examples; γ ≤ 0 if it does not separate them."""
        state = problem.state(hypothesis)
        gamma = min(y * problem.score(state, i) for i, (_, y) in enumerate(problem.examples))
        return Separator(hypothesis, state, gamma, problem.norm_sq(state))

    def bound(self, problem: Problem) -> Fraction:
        """R²U/γ² in the folded space: the most updates that a run from zero can make (T1, T3)."""
        return Fraction(problem.radius_sq) * self.norm_sq / (self.gamma * self.gamma)

    def gamma_in_data_units(self, problem: Problem) -> Fraction:
        """γ for the separator as it was given."""
        scores = (
            y * (sum(a * b for a, b in zip(self.hypothesis.weights, x, strict=True)) + self.hypothesis.offset)
            for x, y in zip(problem.data.points, problem.data.labels, strict=True)
        )
        return Fraction(min(scores))


class Monitor(ABC):
    """Watches a stream of updates for one invariant."""

    name: str
    theorem: str
    statement: str
    """The invariant in symbols, for one update at a time at the rate η."""
    watches_every_example = False
    """It needs the ends of passes as well, and as much time as the run itself."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.k = 0
        self.amount: Number = 0
        """A = Σ a_j."""
        self.amount_sq: Number = 0
        """Q = Σ a_j²."""
        self.before = self.after = problem.start
        self.update: Update | None = None

    def observe(self, event: Event) -> None:
        """Take the next update into account; most invariants have nothing to say at the end of a pass."""
        if isinstance(event, Update):
            amount = sum(term.coefficient for term in event.terms)
            self.k += 1
            self.amount += amount
            self.amount_sq += amount * amount
            self.before, self.after = self.after, State(event.weights, event.offset)
            self.update = event

    @property
    def latest(self) -> Update:
        """The last update; an invariant is compared only after one."""
        if self.update is None:
            raise LookupError("there has been no update")
        return self.update

    @abstractmethod
    def comparison(self) -> Comparison:
        """Both sides of the invariant after the last update."""

    def check(self) -> None:
        """Raise `InvariantViolation` unless the invariant holds after the last event."""
        if self.update is not None:
            self.demand(self.comparison(), [term.example for term in self.update.terms])

    def demand(self, comparison: Comparison, examples: Sequence[int]) -> None:
        """Raise `InvariantViolation`, for these examples, unless the comparison holds."""
        if not comparison.holds:
            raise InvariantViolation(self.name, self.theorem, self.k, examples, comparison)

    def growth_limit(self) -> Number:
        """‖w₀‖² + QR²."""
        return self.problem.norm_sq(self.problem.start) + self.amount_sq * self.problem.radius_sq


def theorem_of(problem: Problem) -> str:
    """The theorem whose invariant a run under these conventions is held to."""
    conventions = problem.conventions
    if conventions.margin is not None:
        return "T4"
    if conventions.group.kind is not GroupKind.ONLINE or not isinstance(conventions.rate, ConstantRate):
        return "T5"
    has_start = any(problem.start.weights) or problem.start.offset
    if has_start or conventions.rate != ConstantRate():
        return "T2"
    return "T1" if conventions.offset is Offset.NONE else "T3"
