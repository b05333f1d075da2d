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
class Moment:
    """The weights after update k (k = 0: the start), and what the proof says of them."""

    k: int
    pass_number: int
    examples: tuple[int, ...]
    state: State
    amount: Number
    """A, the sum of all coefficients so far, in the units of the problem."""
    amount_sq: Number
    """Q, the sum of the squares of what each update added."""


class Recorder:
    """Reads a stream of updates: `run(…, on_event=recorder)`."""

    def __init__(self, problem: Problem) -> None:
        self.moments = [Moment(0, 0, (), problem.start, 0, 0)]

    def __call__(self, event: Event) -> None:
        """Take note of an update."""
        if not isinstance(event, Update):
            return
        last = self.moments[-1]
        amount = sum(term.coefficient for term in event.terms)
        self.moments.append(
            Moment(
                event.k,
                event.pass_number,
                tuple(term.example for term in event.terms),
                State(event.weights, event.offset),
                last.amount + amount,
                last.amount_sq + amount * amount,
            )
        )


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


class Measure:
    """The sides of the proof for the moments of one problem."""

    def __init__(self, problem: Problem, separator: Separator | None) -> None:
        self.problem = problem
        self.separator = separator if separator is not None and separator.gamma > 0 else None
        self.applies = problem.conventions.correction is not Correction.RESIDUAL
        # The separator's state is its hypothesis times a factor.
        self.factor = _factor(self.separator, problem) if self.separator is not None else Fraction(1)

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

    def sides(self, moment: Moment) -> Sides:
        """Both sides at this moment."""
        problem, scale = self.problem, self.problem.weight_scale
        growth = Fraction(problem.norm_sq(moment.state)) / scale**2
        if self.separator is None or not self.applies:
            return Sides(None, None, growth, self._growth_limit(moment))
        unit = scale * self.factor
        reached = problem.align(moment.state, self.separator.state) / unit
        start = problem.align(problem.start, self.separator.state) / unit
        return Sides(
            Fraction(reached),
            Fraction(start + moment.amount * self.separator.gamma / unit),
            growth,
            self._growth_limit(moment),
        )

    def _growth_limit(self, moment: Moment) -> tuple[Fraction, ...]:
        problem, scale_sq = self.problem, self.problem.weight_scale**2
        start = problem.norm_sq(problem.start)
        plain = Fraction(start + moment.amount_sq * problem.radius_sq)
        match problem.conventions.margin:
            case _ if not self.applies:
                return ()
            case None:
                return (plain / scale_sq,)
            case FixedMargin(tau):
                return ((plain + 2 * moment.amount * tau * problem.score_scale) / scale_sq,)
            case RelativeMargin(beta):
                scaled_beta = beta * problem.data.denominator
                excess = problem.radius_sq - scaled_beta**2
                if start or excess < 0 or not isinstance(problem.conventions.rate, ConstantRate):
                    return ()
                return (
                    Fraction(moment.amount * scaled_beta) ** 2 / scale_sq,
                    Fraction(moment.amount_sq * excess) / scale_sq,
                )


def _factor(separator: Separator, problem: Problem) -> Fraction:
    """The separator's state in units of its hypothesis."""
    whole = problem.unfold(separator.state)
    given: Hypothesis = separator.hypothesis
    pairs = zip((*given.weights, given.offset), (*whole.weights, Fraction(whole.offset)), strict=True)
    for index, (value, scaled) in enumerate(pairs):
        if value:
            is_offset = index == len(given.weights)
            return Fraction(scaled) / value / (problem.data.denominator if is_offset else 1)
    return Fraction(1)


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
