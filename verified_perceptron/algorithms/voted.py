"""The voted and the averaged perceptron: every weight vector speaks, as loudly as it survived.

    m ← 1, w₁ ← 0, c₁ ← 1
    for each round (x, y)
        if y⟨w_m,x⟩ ≤ 0
            w_{m+1} ← w_m + y·x,  m ← m + 1,  c_m ← 1
        else
            c_m ← c_m + 1

    voted:     sign Σ c_m · sign⟨w_m,x⟩
    averaged:  sign ⟨Σ c_m·w_m, x⟩

The first weights count one before they have been tried, so the counts sum to the number of rounds plus one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from verified_perceptron.conventions import SignZero
from verified_perceptron.exact import Vector
from verified_perceptron.margins import predict, sign
from verified_perceptron.problem import Hypothesis, Problem, State
from verified_perceptron.trace import Event, Update


@dataclass
class Survivor:
    """Weights w_m and for how many rounds they survived."""

    hypothesis: Hypothesis
    count: int


class Survival:
    """Reads (w₁,c₁), (w₂,c₂), … off a stream of updates and passes.

    Weights made in round r and replaced in round r' have passed the rounds between: they count 1 + (r'−1−r).
    The first weights come before round 1.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.survivors = [Survivor(problem.hypothesis(problem.start), 1)]
        self.made_in_round = 0

    def observe(self, event: Event) -> None:
        """Take the next update or pass into account."""
        last_round = event.round - 1 if isinstance(event, Update) else event.round
        self.survivors[-1].count = 1 + last_round - self.made_in_round
        if isinstance(event, Update):
            made = self.problem.hypothesis(State(event.weights, event.offset))
            self.survivors.append(Survivor(made, 1))
            self.made_in_round = event.round


def vote(voters: Iterable[Survivor], x: Vector, zero: SignZero = SignZero.OPEN) -> int:
    """The sign of the weighted vote; a voter that ties votes as the convention says."""
    return sign(sum(voter.count * predict(voter.hypothesis, x, zero) for voter in voters), zero)


def weighted_sum(voters: Iterable[Survivor]) -> Hypothesis:
    """Σ c_m·w_m, which predicts as the average does."""
    members = list(voters)
    columns = zip(*(member.hypothesis.weights for member in members), strict=True)
    weights = tuple(
        sum((member.count * v for member, v in zip(members, column, strict=True)), Fraction(0))
        for column in columns
    )
    return Hypothesis(weights, sum((m.count * m.hypothesis.offset for m in members), Fraction(0)))
