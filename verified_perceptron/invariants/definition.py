"""The definition of the algorithm, as invariants: the right step, on real mistakes, none passed over."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

from verified_perceptron.algorithms.batch import batch_size
from verified_perceptron.algorithms.margin import within_margin
from verified_perceptron.algorithms.orders import Scan, scans
from verified_perceptron.algorithms.pick import mistakes_of, pick
from verified_perceptron.algorithms.target_output import target_minus_output
from verified_perceptron.conventions import (
    PICKS,
    Correction,
    GroupKind,
    Tie,
    is_mistake,
    margin_text,
)
from verified_perceptron.exact import Number, add_scaled, number_text
from verified_perceptron.invariants.monitor import (
    Comparison,
    Monitor,
    equal,
)
from verified_perceptron.problem import Problem, State
from verified_perceptron.trace import Event, PassEnd, Update


def is_wrong(problem: Problem, state: State, i: int) -> bool:
    """Do the conventions call example i a mistake of this state?"""
    y, score = problem.examples[i].y, problem.score(state, i)
    if problem.conventions.margin is not None:
        return within_margin(problem, state.weights, y * score)
    if problem.conventions.correction is Correction.TARGET_SIGN:
        return y * score <= 0
    return is_mistake(problem.conventions.tie, y, score)


def mistake_rule(problem: Problem) -> str:
    """What makes an example a mistake, in words."""
    conventions = problem.conventions
    if conventions.margin is not None:
        return f"y·f ≤ {margin_text(conventions.margin)}"
    match conventions.tie:
        case Tie.MISTAKE:
            return "y·f ≤ 0"
        case Tie.CORRECT:
            return "y·f < 0"
        case Tie.PLUS:
            return "sign(f) ≠ y, sign(0) = +1"
        case Tie.MINUS:
            return "sign(f) ≠ y, sign(0) = −1"


def agreed_coefficient(problem: Problem, before: State, k: int, i: int, count: int) -> Number:
    """The coefficient of y·x that the conventions give example i, one of so many, in the k-th update."""
    step = problem.step(k)
    y, score = problem.examples[i].y, problem.score(before, i)
    match problem.conventions.correction:
        case Correction.LABEL:
            return Fraction(step, count) if problem.conventions.group.kind is GroupKind.MEAN_BATCH else step
        case Correction.TARGET_OUTPUT | Correction.TARGET_SIGN:
            return step * abs(target_minus_output(problem, y, score))
        case Correction.RESIDUAL:
            return step * y * (y - Fraction(score) / problem.score_scale)


class StepMonitor(Monitor):
    """w_k = w_{k−1} + Σ coefficient·y·x, and every coefficient is the one the conventions give."""

    name, theorem = "step", "definition"
    statement = "w_k = w_{k−1} + Σ η·y·x"

    def comparison(self) -> Comparison:
        problem, update = self.problem, self.latest
        if update.k != self.k:
            return equal(update.k, self.k)
        weights, offset = self.before
        for i, coefficient in update.terms:
            agreed = agreed_coefficient(problem, self.before, update.k, i, len(update.terms))
            if coefficient != agreed:
                return equal(coefficient, agreed)
            x, y = problem.examples[i]
            weights = add_scaled(weights, coefficient * y, x)
            offset += coefficient * y * problem.offset_step
        for found, agreed in zip((*update.weights, update.offset), (*weights, offset), strict=True):
            if found != agreed:
                return equal(found, agreed)
        return Comparison("w", "=", "w + Σ coefficient·y·x", True)


class MistakeMonitor(Monitor):
    """Every example of an update was a mistake of the weights before it."""

    name, theorem = "mistake", "definition"
    statement = "every corrected example was a mistake"

    def comparison(self) -> Comparison:
        problem = self.problem
        examples = [term.example for term in self.latest.terms]
        # Show the example that was right, if there is one.
        shown = next((i for i in examples if not is_wrong(problem, self.before, i)), examples[0])
        signed = problem.examples[shown].y * problem.score(self.before, shown)
        wrong = is_wrong(problem, self.before, shown)
        said = "is a mistake by the rule" if wrong else "is no mistake by the rule"
        return Comparison(f"y·f = {number_text(signed)}", said, mistake_rule(problem), wrong)


class SkippedMonitor(Monitor):
    """The examples were looked at in the agreed order, and no mistake was passed over.

    It looks at every example again, so it costs as much as the run; it is left out at the level `final`.
    """

    name, theorem = "skipped", "definition"
    statement = "no mistake was passed over"
    watches_every_example = True

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        order = problem.conventions.order
        self.draw = random.Random(order.seed)
        self.scans = None if order.kind in PICKS else scans(order, len(problem.examples))
        self.size = batch_size(problem)
        self.scan: Scan | None = None
        """What is left of this pass, in order; None between passes."""
        self.picked_in_pass = False
        self.missed: tuple[int, Comparison] | None = None

    def observe(self, event: Event) -> None:
        corrected_now = {term.example for term in event.terms} if isinstance(event, Update) else set()
        due = self._due_of_scan(event, self.scans) if self.scans is not None else self._due_of_pick(event)
        for i in due:
            wrong = is_wrong(self.problem, self.after, i)
            if wrong != (i in corrected_now) and self.missed is None:
                signed = self.problem.examples[i].y * self.problem.score(self.after, i)
                said = "was passed over, a mistake by the rule" if wrong else "was not due, no mistake by the rule"
                left = f"y·f = {number_text(signed)}"
                self.missed = i, Comparison(left, said, mistake_rule(self.problem), False)
        super().observe(event)

    def _due_of_scan(self, event: Event, scans_to_come: Iterator[Scan]) -> list[int]:
        """The examples that the order puts between the last event and this one, and those of this one."""
        rest = self.scan if self.scan is not None else next(scans_to_come)
        if isinstance(event, PassEnd):
            self.scan = None
            return list(rest)
        passed = event.round - (event.pass_number - 1) * len(self.problem.examples)
        count = len(rest) - (len(self.problem.examples) - passed)
        due, self.scan = list(rest[:count]), rest[count:]
        # An example that is corrected out of turn was not due, whatever its score.
        out_of_turn = [term.example for term in event.terms if term.example not in due[-self.size :]]
        return due + out_of_turn

    def _due_of_pick(self, event: Event) -> list[int]:
        """The mistake that the order picks; at the end of a pass without a pick, every mistake there is."""
        mistakes = mistakes_of(self.problem, self.after)
        if isinstance(event, Update):
            self.picked_in_pass = True
            return [pick(self.problem.conventions.order.kind, mistakes, self.draw)] if mistakes else []
        due = [] if self.picked_in_pass else [i for i, _ in mistakes]
        self.picked_in_pass = False
        return due

    def comparison(self) -> Comparison:
        return self.missed[1] if self.missed is not None else Comparison("every mistake", "was", "corrected", True)

    def check(self) -> None:
        if self.missed is not None:
            self.demand(self.missed[1], [self.missed[0]])
