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
| progress      | T1, T2, T5     | ⟨w_k,u⟩ ≥ ⟨w₀,u⟩ + Aγ                                          |
| growth        | T1, T2, T4, T5 | ‖w_k‖² ≤ ‖w₀‖² + QR²; with a margin β: ‖w_k‖ ≤ Aβ + √(Q(R²−β²)) |
| combination   | T1, T2, T4, T5 | kγ² ≤ R²U; what the two imply for the number of updates        |
| folding       | T3             | explicit offset and folded coordinate agree, score by score    |
| slack         | T11            | kγ² ≤ R²U + 2γΣξ for any u, with ξ its shortfall on updates    |
| machine       | T12            | no partial sum of ⟨w_k,x⟩ exceeds √(‖w₀‖² + QR²)·R             |
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from verified_perceptron.algorithms.margin import within_margin
from verified_perceptron.algorithms.target_output import target_minus_output
from verified_perceptron.conventions import (
    ConstantRate,
    Correction,
    FixedMargin,
    Folding,
    GroupKind,
    Offset,
    RelativeMargin,
    is_mistake,
)
from verified_perceptron.exact import Number, Root, add_scaled, at_most_sum_of_roots, number_text
from verified_perceptron.problem import Hypothesis, Problem, State
from verified_perceptron.steps import novikoff_slack
from verified_perceptron.trace import Update


class Level(Enum):
    """How often the invariants are checked."""

    EVERY = "every"
    """After each update."""
    FINAL = "final"
    """After the last update."""
    OFF = "off"


@dataclass(frozen=True)
class Comparison:
    """Both sides of an invariant, and whether it holds."""

    left: Number | Root | str
    relation: str
    right: Number | Root | str
    holds: bool

    def __str__(self) -> str:
        return f"{_text(self.left)} {self.relation} {_text(self.right)}"


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

    def __init__(self, name: str, theorem: str, update: Update, comparison: Comparison) -> None:
        self.name = name
        self.theorem = theorem
        self.update = update
        self.comparison = comparison
        examples = ", ".join(str(term.example + 1) for term in update.terms[:5])
        more = " …" if len(update.terms) > 5 else ""
        super().__init__(
            f"{name} ({theorem}) fails at update {update.k}, on example {examples}{more}: "
            f"{comparison} does not hold"
        )


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

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.k = 0
        self.amount: Number = 0
        """A = Σ a_j."""
        self.amount_sq: Number = 0
        """Q = Σ a_j²."""
        self.before = self.after = problem.start
        self.update: Update | None = None

    def observe(self, update: Update) -> None:
        """Take the next update into account."""
        amount = sum(term.coefficient for term in update.terms)
        self.k = update.k
        self.amount += amount
        self.amount_sq += amount * amount
        self.before, self.after = self.after, State(update.weights, update.offset)
        self.update = update

    @abstractmethod
    def comparison(self) -> Comparison:
        """Both sides of the invariant after the last update."""

    def check(self) -> None:
        """Raise `InvariantViolation` unless the invariant holds after the last update."""
        if self.update is not None and not (comparison := self.comparison()).holds:
            raise InvariantViolation(self.name, self.theorem, self.update, comparison)

    def growth_limit(self) -> Number:
        """‖w₀‖² + QR²."""
        return self.problem.norm_sq(self.problem.start) + self.amount_sq * self.problem.radius_sq


class StepMonitor(Monitor):
    """w_k = w_{k−1} + Σ coefficient·y·x, and every coefficient is the one the conventions give."""

    name, theorem = "step", "definition"

    def comparison(self) -> Comparison:
        problem, update = self.problem, self.update
        assert update is not None
        weights, offset = self.before
        for i, coefficient in update.terms:
            agreed = self._coefficient(update.k, i, len(update.terms))
            if coefficient != agreed:
                return equal(coefficient, agreed)
            x, y = problem.examples[i]
            weights = add_scaled(weights, coefficient * y, x)
            offset += coefficient * y * problem.offset_step
        for found, agreed in zip((*update.weights, update.offset), (*weights, offset), strict=True):
            if found != agreed:
                return equal(found, agreed)
        return Comparison("w", "=", "w + Σ coefficient·y·x", True)

    def _coefficient(self, k: int, i: int, count: int) -> Number:
        problem = self.problem
        step = problem.step(k)
        y, score = problem.examples[i].y, problem.score(self.before, i)
        match problem.conventions.correction:
            case Correction.LABEL:
                return Fraction(step, count) if problem.conventions.group.kind is GroupKind.MEAN_BATCH else step
            case Correction.TARGET_OUTPUT | Correction.TARGET_SIGN:
                return step * abs(target_minus_output(problem, y, score))
            case Correction.RESIDUAL:
                return step * y * (y - Fraction(score) / problem.score_scale)


class MistakeMonitor(Monitor):
    """Every example of an update was a mistake of the weights before it."""

    name, theorem = "mistake", "definition"

    def comparison(self) -> Comparison:
        problem, update = self.problem, self.update
        assert update is not None
        signed: Number = 0
        for i, _ in update.terms:
            y, score = problem.examples[i].y, problem.score(self.before, i)
            signed = y * score
            if problem.conventions.margin is not None:
                wrong = within_margin(problem, self.before.weights, signed)
            elif problem.conventions.correction is Correction.TARGET_SIGN:
                wrong = signed <= 0
            else:
                wrong = is_mistake(problem.conventions.tie, y, score)
            if not wrong:
                return Comparison(signed, "is a mistake under the rule", problem.conventions.tie.value, False)
        return Comparison(signed, "is a mistake under the rule", problem.conventions.tie.value, True)


class ProgressMonitor(Monitor):
    """⟨w_k,u⟩ ≥ ⟨w₀,u⟩ + Aγ."""

    name = "progress"

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

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.theorem = theorem_of(problem)

    def comparison(self) -> Comparison:
        return at_most(self.problem.norm_sq(self.after), self.growth_limit())


class FixedMarginGrowthMonitor(Monitor):
    """‖w_k‖² ≤ ‖w₀‖² + QR² + 2Aτ: with a fixed margin τ an update may add up to 2τ more (rates of one)."""

    name, theorem = "growth", "T4"

    def __init__(self, problem: Problem, tau: Number) -> None:
        super().__init__(problem)
        self.tau = tau

    def comparison(self) -> Comparison:
        return at_most(self.problem.norm_sq(self.after), self.growth_limit() + 2 * self.amount * self.tau)


class MarginGrowthMonitor(Monitor):
    """‖w_k‖ ≤ kβ + √(k(R²−β²)), from the start zero and with a constant step (which scales both sides)."""

    name, theorem = "growth", "T4"

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


class CombinationMonitor(Monitor):
    """What progress and growth together allow: (A²/Q)γ² ≤ R²U + 2(A/Q)γ‖u‖‖w₀‖.

    For k updates at one rate η this is kγ² ≤ R²U + 2(γ/η)‖u‖‖w₀‖, and from zero kγ² ≤ R²U.  The root is
    compared by sign and square.
    """

    name = "combination"

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
        used = allowed - slack / self.amount_sq
        if not self.start_norm_sq:
            return Comparison(used, "≤", allowed, slack >= 0)
        limit_sq = (2 * gamma * Fraction(self.amount) / self.amount_sq) ** 2 * u_sq * self.start_norm_sq
        excess = used - allowed
        return Comparison(excess, "≤", Root.sqrt(limit_sq), excess <= 0 or excess * excess <= limit_sq)


class FixedMarginCombinationMonitor(Monitor):
    """kγ² ≤ (R²+2τ)U for rate one: with a fixed margin τ, from zero."""

    name, theorem = "combination", "T4"

    def __init__(self, problem: Problem, separator: Separator, tau: Number) -> None:
        super().__init__(problem)
        self.separator = separator
        self.tau = tau

    def comparison(self) -> Comparison:
        # With the constant step η: A²γ² ≤ U(QR² + 2Aτ), and A = kη, Q = kη².
        left = self.amount * self.amount * self.separator.gamma**2
        right = self.separator.norm_sq * (self.amount_sq * self.problem.radius_sq + 2 * self.amount * self.tau)
        return at_most(left, right)


class MarginCombinationMonitor(Monitor):
    """k(γ/‖u‖ − β)² ≤ R² − β² for β < γ/‖u‖, by squares."""

    name, theorem = "combination", "T4"

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


class SlackMonitor(Monitor):
    """kγ² ≤ R²U + 2γΣξ with ξ = max(0, γ − y⟨u,x⟩), for any u and γ > 0, separable data or not."""

    name, theorem = "slack", "T11"

    def __init__(self, problem: Problem, separator: Separator, gamma: Number) -> None:
        super().__init__(problem)
        self.separator = separator
        self.gamma = gamma
        self.slack: Number = 0

    def observe(self, update: Update) -> None:
        super().observe(update)
        for i, _ in update.terms:
            margin = self.problem.examples[i].y * self.problem.score(self.separator.state, i)
            self.slack += max(0, self.gamma - margin)

    def comparison(self) -> Comparison:
        gamma = self.gamma
        limit = self.problem.radius_sq * self.separator.norm_sq + 2 * gamma * self.slack
        return at_most(self.k * gamma * gamma, limit)


class MachineMonitor(Monitor):
    """No sum of terms w_j·x_j, over any of the coordinates, exceeds √(‖w₀‖² + QR²)·R in size."""

    name, theorem = "machine", "T12"

    def comparison(self) -> Comparison:
        problem, update = self.problem, self.update
        assert update is not None
        x = problem.examples[update.terms[0].example].x
        products = [a * b for a, b in zip(self.after.weights, x, strict=True)]
        if problem.is_folded and problem.conventions.offset is Offset.RADIUS:
            axis = 0 if problem.conventions.folding is Folding.FIRST else -1
            products[axis] *= problem.fold_sq
        products.append(self.after.offset)
        # The largest sum in size takes all the positive terms, or all the negative ones.
        largest = max(sum(p for p in products if p > 0), -sum(p for p in products if p < 0))
        limit_sq = self.growth_limit() * problem.radius_sq
        return Comparison(largest, "≤", Root.sqrt(limit_sq), largest * largest <= limit_sq)


class FoldingMonitor(Monitor):
    """The run with the offset kept the other way scores every updated example the same, at every update.

    An explicit run is compared with a twin on the folded examples (X, c), a folded run with an explicit twin.
    """

    name, theorem = "folding", "T3"

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        flat, offset = problem.unfold(problem.start)
        self.twin = State(flat, offset)
        self.coordinate: Number = Fraction(offset) / problem.fold_sq if problem.fold_sq else 0
        self.mismatch: Comparison | None = None

    def observe(self, update: Update) -> None:
        before = self.after
        super().observe(update)
        problem = self.problem
        for i, _ in update.terms:
            twin_score = self._twin_score(i)
            score = problem.score(before, i)
            if score != twin_score:
                self.mismatch = equal(score, twin_score)
        for i, coefficient in update.terms:
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


STATEMENTS = {
    "step": "w_k = w_{k−1} + Σ η·y·x",
    "mistake": "every corrected example was a mistake",
    "progress": "⟨w_k,w*⟩ ≥ ⟨w₀,w*⟩ + kηγ",
    "growth": "‖w_k‖² ≤ ‖w₀‖² + kη²R²",
    "combination": "kγ² ≤ R²‖w*‖² (+ 2γ‖w*‖‖w₀‖/η)",
    "folding": "⟨w,x⟩ + b = ⟨w',x'⟩",
    "slack": "kγ² ≤ R²‖w*‖² + 2γΣξ",
    "machine": "|partial sums of ⟨w_k,x⟩| ≤ √k·R²",
}
"""The invariants by name, in the form they take for one update at a time at the rate η."""


@dataclass(frozen=True)
class Watch:
    """The monitors of a run, and why each of the other invariants is not checked."""

    monitors: tuple[Monitor, ...]
    unchecked: dict[str, str]


def watch(problem: Problem, separator: Separator | None) -> Watch:
    """All monitors that apply to a run of this problem."""
    monitors: list[Monitor] = []
    unchecked: dict[str, str] = {}
    for name, found in _applicable(problem, separator):
        if isinstance(found, Monitor):
            monitors.append(found)
        else:
            unchecked[name] = found
    return Watch(tuple(monitors), unchecked)


def _applicable(problem: Problem, separator: Separator | None) -> Iterator[tuple[str, Monitor | str]]:
    """For each invariant its monitor, or the reason why it does not apply."""
    conventions = problem.conventions
    from_zero = not any(problem.start.weights) and not problem.start.offset
    constant = isinstance(conventions.rate, ConstantRate)
    yield "step", StepMonitor(problem)
    yield "folding", FoldingMonitor(problem) if problem.fold_sq else "there is no offset"
    if conventions.correction is Correction.RESIDUAL:
        for name in ("mistake", "progress", "growth", "combination", "slack", "machine"):
            yield name, "the delta rule corrects every example, mistake or not"
        return
    yield "mistake", MistakeMonitor(problem)
    if separator is None or separator.gamma <= 0:
        reason = "no separator is known" if separator is None else "the given weights do not separate the data"
        yield "progress", reason
        yield "combination", reason
    else:
        yield "progress", ProgressMonitor(problem, separator)
    match conventions.margin:
        case None:
            yield "growth", GrowthMonitor(problem)
            yield "machine", MachineMonitor(problem)
            if separator is not None and separator.gamma > 0:
                yield "combination", CombinationMonitor(problem, separator)
        case FixedMargin(tau):
            scaled_tau = tau * problem.score_scale
            yield "growth", FixedMarginGrowthMonitor(problem, scaled_tau)
            yield "machine", "the growth of the margin perceptron is another"
            if separator is not None and separator.gamma > 0:
                yield (
                    "combination",
                    (
                        FixedMarginCombinationMonitor(problem, separator, scaled_tau)
                        if from_zero
                        else "T4 starts from zero"
                    ),
                )
        case RelativeMargin(beta):
            scaled_beta = beta * problem.data.denominator
            yield "machine", "the growth of the margin perceptron is another"
            yield from _margin_monitors(problem, separator, scaled_beta, from_zero and constant)
    if (
        conventions.group.kind is not GroupKind.ONLINE
        or conventions.margin is not None
        or not (from_zero and constant)
    ):
        yield "slack", "T11 speaks of online updates at a constant rate from zero"
    elif separator is None:
        yield "slack", "no weights are known to compare with"
    else:
        margins = [y * problem.score(separator.state, i) for i, (_, y) in enumerate(problem.examples)]
        positive = [margin for margin in margins if margin > 0]
        yield (
            "slack",
            (
                SlackMonitor(problem, separator, min(positive))
                if positive
                else "the given weights classify no example correctly"
            ),
        )


def _margin_monitors(
    problem: Problem, separator: Separator | None, beta: Number, applies: bool
) -> Iterator[tuple[str, Monitor | str]]:
    if not applies:
        yield "growth", "T4 starts from zero, at a constant rate"
    elif beta * beta > problem.radius_sq:
        yield "growth", "β exceeds R, so no data have this margin"
    else:
        yield "growth", MarginGrowthMonitor(problem, beta)
    if separator is None or separator.gamma <= 0:
        return
    if not applies:
        yield "combination", "T4 starts from zero, at a constant rate"
    elif Root.quotient(separator.gamma, separator.norm_sq) <= beta:
        yield "combination", "β is not below the separator's margin, so T4 bounds nothing"
    else:
        yield "combination", MarginCombinationMonitor(problem, separator, beta)
