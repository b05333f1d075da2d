"""The course of a run as the proof sees it: after each update both sides of progress and of growth.

All numbers are exact and in the data's own units, measured in the folded space where there is an offset.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from verified_perceptron.conventions import ConstantRate, Correction, FixedMargin, RelativeMargin
from verified_perceptron.exact import Number
from verified_perceptron.invariants import Separator
from verified_perceptron.problem import Hypothesis, Problem, State
from verified_perceptron.trace import Event, Update

MOST_SHOWN = 600
"""Of longer runs so many updates are shown."""
OPENING = 24
"""The first updates are always shown."""


@dataclass(frozen=True)
class Sides:
    """Both sides of the two inequalities at one moment; None where the theorem says nothing."""

    progress: Fraction | None
    """⟨w_k,w*⟩."""
    progress_limit: Fraction | None
    """What it is at least: ⟨w₀,w*⟩ + Aγ."""
    growth: Fraction
    """‖w_k‖²."""
    growth_limit: tuple[Fraction, ...]
    """What it is at most: one number q, or (√p + √q)² for two, or nothing."""


@dataclass(frozen=True)
class Moment:
    """After update k (k = 0: the start): what was corrected, and what the proof says of the weights."""

    k: int
    pass_number: int
    examples: tuple[int, ...]
    sides: Sides
    hypothesis: Hypothesis | None
    """The weights themselves, where they can be drawn."""


class Measure:
    """The sides of the proof for the weights of one problem."""

    def __init__(self, problem: Problem, separator: Separator | None) -> None:
        self.problem = problem
        self.separator = separator if separator is not None and separator.gamma > 0 else None
        self.applies = problem.conventions.correction is not Correction.RESIDUAL
        # The separator's state is its hypothesis times a factor.
        self.factor = _factor(self.separator, problem) if self.separator is not None else Fraction(1)
        self.start_norm_sq = Fraction(problem.norm_sq(problem.start)) / problem.weight_scale**2

    @property
    def gamma(self) -> Fraction | None:
        """γ in the data's units."""
        return self.separator.gamma_in_data_units(self.problem) if self.separator is not None else None

    @property
    def separator_norm_sq(self) -> Fraction | None:
        """‖w*‖² in the folded space."""
        return Fraction(self.separator.norm_sq) / self.factor**2 if self.separator is not None else None

    @property
    def radius_sq(self) -> Fraction:
        """R² in the folded space."""
        return Fraction(self.problem.radius_sq, self.problem.data.denominator**2)

    def sides(self, state: State, amount: Number, amount_sq: Number) -> Sides:
        """Both sides for these weights; A and Q are the sum of all coefficients and that of their squares."""
        problem, scale = self.problem, self.problem.weight_scale
        growth = Fraction(problem.norm_sq(state)) / scale**2
        limit = self._growth_limit(amount, amount_sq)
        if self.separator is None or not self.applies:
            return Sides(None, None, growth, limit)
        unit = scale * self.factor
        reached = problem.align(state, self.separator.state) / unit
        start = problem.align(problem.start, self.separator.state) / unit
        return Sides(Fraction(reached), Fraction(start + amount * self.separator.gamma / unit), growth, limit)

    def _growth_limit(self, amount: Number, amount_sq: Number) -> tuple[Fraction, ...]:
        problem, scale_sq = self.problem, self.problem.weight_scale**2
        plain = self.start_norm_sq + Fraction(amount_sq * problem.radius_sq) / scale_sq
        match problem.conventions.margin:
            case _ if not self.applies:
                return ()
            case None:
                return (plain,)
            case FixedMargin(tau):
                return (plain + 2 * amount * tau * problem.score_scale / scale_sq,)
            case RelativeMargin(beta):
                scaled_beta = beta * problem.data.denominator
                excess = problem.radius_sq - scaled_beta**2
                if self.start_norm_sq or excess < 0 or not isinstance(problem.conventions.rate, ConstantRate):
                    return ()
                return (Fraction(amount * scaled_beta) ** 2 / scale_sq, Fraction(amount_sq * excess) / scale_sq)


def _factor(separator: Separator, problem: Problem) -> Fraction:
    """The separator's state in units of its hypothesis."""
    whole = problem.unfold(separator.state)
    weights, offset = separator.hypothesis
    pairs = [*zip(weights, whole.weights, strict=True), (offset * problem.data.denominator, whole.offset)]
    return next(Fraction(scaled) / value for value, scaled in pairs if value)


class Recorder:
    """Reads a stream of updates: `run(…, on_event=recorder)`; keeps weights only where they are to be drawn."""

    def __init__(self, measure: Measure, keeps_weights: bool) -> None:
        self.measure = measure
        self.keeps_weights = keeps_weights
        self.amount: Number = 0
        self.amount_sq: Number = 0
        self.moments = [self._moment(0, 0, (), measure.problem.start)]

    def __call__(self, event: Event) -> None:
        """Take note of an update."""
        if isinstance(event, Update):
            amount = sum(term.coefficient for term in event.terms)
            self.amount += amount
            self.amount_sq += amount * amount
            examples = tuple(term.example for term in event.terms)
            state = State(event.weights, event.offset)
            self.moments.append(self._moment(event.k, event.pass_number, examples, state))

    def _moment(self, k: int, pass_number: int, examples: tuple[int, ...], state: State) -> Moment:
        sides = self.measure.sides(state, self.amount, self.amount_sq)
        hypothesis = self.measure.problem.hypothesis(state) if self.keeps_weights else None
        return Moment(k, pass_number, examples, sides, hypothesis)


# --- thinning -----------------------------------------------------------------------------------


def tightest(sides: Sequence[Sides]) -> dict[str, int]:
    """Where, from k = 1 on, progress and growth are nearest to their limits, in proportion; the first such k."""
    found: dict[str, int] = {}
    progress = [
        (k, s.progress_limit / s.progress)
        for k, s in enumerate(sides)
        if k and s.progress is not None and s.progress_limit is not None and s.progress > 0
    ]
    growth = [
        (k, s.growth / s.growth_limit[0])
        for k, s in enumerate(sides)
        if k and len(s.growth_limit) == 1 and s.growth_limit[0]
    ]
    for name, ratios in (("progress", progress), ("growth", growth)):
        if ratios:
            found[name] = max(ratios, key=lambda pair: (pair[1], -pair[0]))[0]
    return found


def shown(count: int, keep: Iterable[int], most: int = MOST_SHOWN) -> list[int]:
    """Which of the moments 0 … count−1 to show: all, or the first, the last, those to keep, and an even sample."""
    if count <= most:
        return list(range(count))
    opening = min(OPENING, most // 4)
    chosen = {*range(opening), *(k for k in keep if k < count), count - 1}
    free = most - len(chosen)
    chosen |= {opening + (count - 1 - opening) * i // free for i in range(free)}
    return sorted(chosen)
