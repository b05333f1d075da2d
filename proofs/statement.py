"""What the project claims to have proved: a theorem with named hypotheses, and models that keep it honest.

A `Statement` cannot be built unless
- every hypothesis of its theorem has a name, and every name is used (guards of the system are named there);
- the witness satisfies every hypothesis, and the conclusion: the theorem is not vacuous;
- for each named hypothesis there is a countermodel that violates this one only, and the conclusion with it:
  the hypothesis is needed. A hypothesis kept for another reason says so in `kept`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from verified_perceptron.logic import Comparison, Proposition, Reachable, System, Theorem
from verified_perceptron.logic.models import Assignment, Model, execute, holds


class StatementError(Exception):
    """A statement says more, or less, than was proved."""


@dataclass(frozen=True)
class Verdict:
    """What a model does to a statement: where it ends, which hypotheses it violates, whether the claim
    holds.
    """

    final: Assignment
    violated: frozenset[str]
    conclusion_holds: bool


@dataclass(frozen=True)
class Statement:
    """A theorem as a reader meets it."""

    id: str
    title: str
    words: str
    theorem: Theorem
    witness: Model
    hypotheses: Mapping[str, Comparison] = field(default_factory=dict)
    countermodels: Mapping[str, Model] = field(default_factory=dict)
    kept: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._check_names()
        self._check_models()

    @property
    def system(self) -> System | None:
        """The system that the theorem is about, if it is about one."""
        systems = [h.system for h in self.theorem.hypotheses if isinstance(h, Reachable)]
        if len(systems) > 1:
            raise StatementError(f"{self.id} is about {len(systems)} systems")
        return systems[0] if systems else None

    @property
    def conclusion(self) -> Comparison:
        if not isinstance(self.theorem.conclusion, Comparison):
            raise StatementError(f"{self.id} does not conclude with a comparison")
        return self.theorem.conclusion

    def named(self) -> dict[str, Comparison]:
        """Every hypothesis by name: those of the theorem, and the guards of its system."""
        guards = [pair for t in self.system.transitions for pair in t.guards] if self.system else []
        return {**self.hypotheses, **dict(guards)}

    def judge(self, model: Model) -> Verdict:
        """Evaluate everything, exactly."""
        outcome = execute(self.system, model) if self.system else None
        final = outcome.final if outcome else model.values
        violated = {name for name, hypothesis in self.hypotheses.items() if not holds(hypothesis, final)}
        violated |= outcome.violated if outcome else frozenset()
        return Verdict(final, frozenset(violated), holds(self.conclusion, final))

    def _check_names(self) -> None:
        assumed: set[Proposition] = {h for h in self.theorem.hypotheses if not isinstance(h, Reachable)}
        if assumed != set(self.hypotheses.values()):
            missing = [str(h) for h in assumed - set(self.hypotheses.values())]
            unused = [name for name, h in self.hypotheses.items() if h not in assumed]
            raise StatementError(f"{self.id}: hypotheses without a name {missing}, names without use {unused}")
        guards = [name for t in self.system.transitions for name, _ in t.guards] if self.system else []
        if len({*guards, *self.hypotheses}) < len(self.hypotheses) + len(set(guards)):
            raise StatementError(f"{self.id}: a guard and a hypothesis have one name")

    def _check_models(self) -> None:
        verdict = self.judge(self.witness)
        if verdict.violated or not verdict.conclusion_holds:
            raise StatementError(f"{self.id}: the witness violates {sorted(verdict.violated) or 'the conclusion'}")
        names = set(self.named())
        if names != {*self.countermodels, *self.kept} or set(self.countermodels) & set(self.kept):
            untold = sorted(names ^ {*self.countermodels, *self.kept})
            raise StatementError(f"{self.id}: nothing, or too much, is said about the need for {untold}")
        for name, countermodel in self.countermodels.items():
            verdict = self.judge(countermodel)
            if verdict.violated != {name} or verdict.conclusion_holds:
                raise StatementError(
                    f"{self.id}: the countermodel for {name} violates {sorted(verdict.violated)}, "
                    f"and the conclusion {'holds' if verdict.conclusion_holds else 'fails'}"
                )
