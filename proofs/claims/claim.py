"""A claim of a document, and how a program judges it.

A claim is restated in our own words.  Its judge is a function that *computes*: it returns a `Judgement` built
from evidence that was checked a moment ago, and raises `ClaimError` when a check does not come out as said.
So a verdict in the table is never older than the run that printed it, and a wrong verdict is a failing build.

    true                    the statement holds as it stands
    true with a correction  a slip: a counterexample to the letter, and the repaired statement holds
    false                   a counterexample to the substance, and the repaired statement holds
    imprecise               a reading that holds and a reading that fails, or a term left undefined
    out of scope            nothing a program can judge, with the reason
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import TypeVar

from proofs.registry import all_statements
from proofs.statement import Statement, StatementError
from verified_perceptron.logic import (
    Comparison,
    KernelError,
    Number,
    Polynomial,
    Reachable,
    Theorem,
    equal,
    ring,
)
from verified_perceptron.logic.models import Model, ModelError, execute, holds

T = TypeVar("T")


class ClaimError(AssertionError):
    """A check did not come out as the claim's judge says."""


class Verdict(Enum):
    """The five verdicts."""

    TRUE = "true"
    CORRECTED = "true with a correction"
    FALSE = "false"
    IMPRECISE = "imprecise"
    OUT_OF_SCOPE = "out of scope"


@dataclass(frozen=True)
class Evidence:
    """Something that was checked: by what kind of check, and what it showed."""

    kind: str
    shows: str
    formula: str = ""
    """What the kernel proved, where it did: `hypotheses |- conclusion`."""


@dataclass(frozen=True)
class Counterexample:
    """An exact instance on which a statement fails."""

    instance: str
    smallest: bool = False
    """It was found first in an exhaustive search in order of size."""


@dataclass(frozen=True)
class Judgement:
    """What the judge of a claim computed."""

    verdict: Verdict
    evidence: tuple[Evidence, ...] = ()
    counterexample: Counterexample | None = None
    correction: str = ""
    reason: str = ""


# --- evidence -----------------------------------------------------------------------------------


def example(shows: str, fact: bool) -> Evidence:
    """An exact computation on given numbers."""
    if not fact:
        raise ClaimError(f"the example does not show that {shows}")
    return Evidence("example", shows)


def enumeration(shows: str, cases: Iterable[bool]) -> Evidence:
    """Every case of a finite set; there must be at least one."""
    count = 0
    for count, fact in enumerate(cases, start=1):
        if not fact:
            raise ClaimError(f"case {count} does not show that {shows}")
    if not count:
        raise ClaimError(f"no case was looked at to show that {shows}")
    return Evidence("enumeration", f"{shows} ({count} cases)")


def sampled(shows: str, cases: Iterable[bool]) -> Evidence:
    """Many exact instances drawn from a fixed seed; weaker than a proof, and called so."""
    return Evidence("property", enumeration(shows, cases).shows)


def theorem(shows: str, proof: str | Theorem, witness: Model | None = None) -> Evidence:
    """A theorem of the kernel: a statement of the project by its id, or one that the judge itself proves.

    A statement has its own witness.  A theorem with hypotheses needs one here: values that satisfy all of them,
    and the conclusion, so that it is not vacuous.
    """
    if isinstance(proof, str):
        statement = _statements().get(proof)
        if statement is None:
            raise ClaimError(f"there is no statement {proof} to show that {shows}")
        return Evidence("kernel theorem", f"{shows} ({proof})", repr(statement.theorem))
    try:
        formula, hypotheses = repr(proof), proof.hypotheses
        if hypotheses and (witness is None or not _satisfies(proof, witness)):
            raise ClaimError(f"no witness satisfies the hypotheses under which {shows}")
    except (KernelError, ModelError) as error:
        raise ClaimError(f"it is not proved that {shows}: {error}") from None
    return Evidence("kernel theorem", shows, formula)


def identity(shows: str, left: Polynomial, right: Polynomial | Number) -> Evidence:
    """left = right for all numbers and vectors of every inner-product space, by the kernel's ring."""
    goal = equal(left, right)
    try:
        ring(shows, goal)
    except KernelError as error:
        raise ClaimError(f"it is not an identity that {shows}: {error}") from None
    return Evidence("identity", shows, f"{left} = {right}")


def _satisfies(proof: Theorem, witness: Model) -> bool:
    systems = [h.system for h in proof.hypotheses if isinstance(h, Reachable)]
    comparisons = [h for h in (*proof.hypotheses, proof.conclusion) if isinstance(h, Comparison)]
    if len(systems) > 1:
        raise ClaimError("a witness is a run of one system")
    if not systems:
        return not witness.run and all(holds(h, witness.values) for h in comparisons)
    outcome = execute(systems[0], witness)
    return not outcome.violated and all(holds(h, outcome.final) for h in comparisons)


@cache
def _statements() -> dict[str, Statement]:
    return {statement.id: statement for statement in all_statements()}


def fails_on(instance: str, statement_holds: bool) -> Counterexample:
    """An instance on which the statement, evaluated exactly, is false."""
    if statement_holds:
        raise ClaimError(f"the statement holds on {instance}")
    return Counterexample(instance)


def smallest_failure(
    instances: Iterable[T], statement: Callable[[T], bool], show: Callable[[T], str]
) -> Counterexample:
    """The first instance, in order of size, on which the statement is false."""
    for instance in instances:
        if not statement(instance):
            return Counterexample(show(instance), smallest=True)
    raise ClaimError("the statement holds on every instance that was searched")


# --- judgements ---------------------------------------------------------------------------------


def true(*evidence: Evidence) -> Judgement:
    """The statement holds as it stands."""
    return Judgement(Verdict.TRUE, _some(evidence))


def corrected(counterexample: Counterexample, correction: str, *evidence: Evidence) -> Judgement:
    """A slip: it fails to the letter, and the evidence supports the repaired statement."""
    return Judgement(Verdict.CORRECTED, _some(evidence), counterexample, _said(correction))


def false(counterexample: Counterexample, correction: str, *evidence: Evidence) -> Judgement:
    """It fails in substance, and the evidence supports the repaired statement."""
    return Judgement(Verdict.FALSE, _some(evidence), counterexample, _said(correction))


def imprecise(correction: str, *evidence: Evidence, fails: Counterexample | None = None) -> Judgement:
    """What it means is open: the evidence supports the reading in the correction, `fails` refutes another."""
    return Judgement(Verdict.IMPRECISE, _some(evidence), fails, _said(correction))


def out_of_scope(reason: str) -> Judgement:
    """No program can judge it, for this reason."""
    return Judgement(Verdict.OUT_OF_SCOPE, reason=_said(reason))


def _some(evidence: tuple[Evidence, ...]) -> tuple[Evidence, ...]:
    if not evidence:
        raise ClaimError("a verdict without evidence")
    return evidence


def _said(text: str) -> str:
    if not text.strip():
        raise ClaimError("the correction or the reason is missing")
    return text


# --- claims -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Claim:
    """What a document says (in our words), where, and the judge of it."""

    id: str
    lines: str
    title: str
    statement: str
    judge: Callable[[], Judgement]
    dissent: str = ""
    """Where our verdict differs from an earlier reading of the documents, and why."""

    @property
    def document(self) -> str:
        """The number of the document, or X for results derived from all of them."""
        return self.id[1] if self.id.startswith("S") else "X"


def judgement_of(subject: Claim) -> Judgement:
    """What the judge computes; a check or a proof that fails is a `ClaimError` that names the claim."""
    try:
        return subject.judge()
    except (ClaimError, KernelError, ModelError, StatementError) as error:
        raise ClaimError(f"{subject.id} ({subject.title}): {error}") from error


REGISTRY: dict[str, Claim] = {}


def claim(
    id_: str, *, lines: str, title: str, says: str, dissent: str = ""
) -> Callable[[Callable[[], Judgement]], Callable[[], Judgement]]:
    """Register the decorated function as the judge of this claim."""

    def register(judge: Callable[[], Judgement]) -> Callable[[], Judgement]:
        if id_ in REGISTRY:
            raise ClaimError(f"{id_} is judged twice")
        REGISTRY[id_] = Claim(id_, lines, title, says, judge, dissent)
        return judge

    return register
