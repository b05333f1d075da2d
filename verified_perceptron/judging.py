"""Is this proof step right? `judge` answers *proved*, *refuted* or *unknown*, and never guesses.

- **Proved**: the kernel has issued a theorem whose conclusion is the step and whose hypotheses are the givens and
  nothing else (`_vouched`), together with r ≥ 0, r² = ⟨v,v⟩ for each length r = |v| that is written.
- **Refuted**: exact vectors and numbers satisfy every given and break the step, evaluated exactly.
- **Unknown**: neither was found in time. A solver's opinion is reported as an opinion, not as a verdict.

Trusted: the reading of the step (`logic/language.py`), the kernel, and the evaluation of models. The searches for
certificates and for counterexamples are not.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import combinations

from verified_perceptron.exact import number_text
from verified_perceptron.logic import Comparison, KernelError, Polynomial, Relation, Theorem, Vector, assume
from verified_perceptron.logic.certificates import NEGATION, Certificate
from verified_perceptron.logic.explain import Derivation, Explainer, Notation, Wording
from verified_perceptron.logic.ingredients import (
    atoms_of,
    gram_norms,
    lengths_lemma,
    norms_for,
    pairs_lemma,
    squares_in,
)
from verified_perceptron.logic.language import Reading, Root, Sentence, Sort, Term, read
from verified_perceptron.logic.models import Assignment, Exact, Surd, value_of, vector_value
from verified_perceptron.logic.refute import Problem, quick, refute
from verified_perceptron.logic.search import Search
from verified_perceptron.logic.syntax import parse

DEFAULT_TIMEOUT = 10.0
QUICK_SHARE, PROOF_SHARE = 0.1, 0.6
"""Which parts of the time the first look for counterexamples, and then the search for a proof, may take."""


class Answer(Enum):
    """The three answers."""

    PROVED = "proved"
    REFUTED = "refuted"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Given:
    """A hypothesis: how it is called, and what it says."""

    name: str
    sentence: Sentence


@dataclass(frozen=True)
class Proof:
    """Theorems of the kernel that together say the step: one, or ≥ and ≤ for an equation."""

    theorems: tuple[Theorem, ...]
    derivations: tuple[Derivation, ...]
    uses: tuple[str, ...]
    """The givens that the proof uses, by name."""
    where: tuple[str, ...]
    """The definitions that were substituted: `w' = w + y*x`."""
    vacuous: bool
    """The givens contradict one another, so that everything follows."""


@dataclass(frozen=True)
class Counterexample:
    """Exact values for everything, and what the two sides come to."""

    dimension: int
    numbers: Mapping[str, str]
    vectors: Mapping[str, tuple[str, ...]]
    lengths: Mapping[str, str]
    left: str
    sign: str
    right: str
    assignment: Assignment
    """The values by the names of the logic, lengths included."""


@dataclass(frozen=True)
class Verdict:
    """The answer to one step, with what supports it."""

    step: str
    answer: Answer
    seconds: float
    proof: Proof | None = None
    counterexample: Counterexample | None = None
    reason: str = ""
    """Why nothing is known."""


def judge(
    step: str,
    givens: Sequence[str] = (),
    *,
    timeout: float = DEFAULT_TIMEOUT,
    declared: Mapping[str, Sort] | None = None,
) -> Verdict:
    """The verdict on one step under its givens; raises `StepError` if one of them cannot be read."""
    parsed = [parse(step), *(parse(text, f"given {i}: ") for i, text in enumerate(givens, 1))]
    reading = read(parsed, given=range(1, len(parsed)), declared=declared)
    goal, *rest = reading.sentences
    return judge_sentence(
        reading, goal, [Given(f"given {i}", sentence) for i, sentence in enumerate(rest, 1)], timeout
    )


def judge_sentence(reading: Reading, goal: Sentence, givens: Sequence[Given], timeout: float) -> Verdict:
    """The verdict on one sentence of a reading, under some others."""
    start = time.monotonic()
    deadline = start + timeout
    case = _Case(reading, goal, tuple(g for g in givens if not _says_nothing(g.sentence.comparison)))
    problem = Problem(tuple(g.sentence.comparison for g in case.givens), goal.comparison, case.roots)

    def verdict(
        answer: Answer, proof: Proof | None = None, found: Assignment | None = None, reason: str = ""
    ) -> Verdict:
        shown = case.counterexample(found) if found is not None else None
        return Verdict(goal.text, answer, time.monotonic() - start, proof, shown, reason)

    if quick(problem, start + QUICK_SHARE * timeout):
        found = refute(problem, deadline).counterexample
        if found is not None:
            return verdict(Answer.REFUTED, found=found)
    proof = case.prove(start + PROOF_SHARE * timeout)
    if proof is not None:
        return verdict(Answer.PROVED, proof)
    refutation = refute(problem, deadline)
    if refutation.counterexample is not None:
        return verdict(Answer.REFUTED, found=refutation.counterexample)
    if refutation.none_at_all:
        return verdict(
            Answer.UNKNOWN,
            reason="no certificate was found; Z3 finds no counterexample in any dimension, which is no proof",
        )
    return verdict(Answer.UNKNOWN, reason="neither a certificate nor an exact counterexample was found")


def _says_nothing(c: Comparison) -> bool:
    """0 = 0 or 0 ≥ 0, as a definition is once it is substituted; 0 > 0 says a lot."""
    return not c.polynomial.terms and c.relation is not Relation.POSITIVE


@dataclass(frozen=True)
class _Case:
    """One step under its givens."""

    reading: Reading
    goal: Sentence
    givens: tuple[Given, ...]

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        return (self.goal.comparison, *(g.sentence.comparison for g in self.givens))

    @property
    def roots(self) -> tuple[Root, ...]:
        # what cancels between the two sides is still evaluated in a counterexample
        return self.reading.roots_of([*self.comparisons, self.goal.left, self.goal.right])

    @property
    def notation(self) -> Notation:
        return Notation(self.reading.spelling, {root.name: root for root in self.reading.roots})

    def reasons(self) -> dict[Comparison, str]:
        """Where each hypothesis that a proof may have comes from."""
        found: dict[Comparison, str] = {}
        for root in self.roots:
            nonnegative, squared = root.facts()
            length = self.notation.length(root)
            found[nonnegative] = f"{length} >= 0"
            found[squared] = f"what {length}^2 is"
        for given in self.givens:
            found.setdefault(given.sentence.comparison, given.name)
        return found

    def prove(self, deadline: float) -> Proof | None:
        """A proof of the goal, or of ≥ and ≤ for an equation that the ring alone does not give."""
        theorem = self._search(self.goal.comparison).proof(deadline)
        if theorem is not None:
            return self._vouched((theorem,))
        if self.goal.comparison.relation is not Relation.ZERO:
            return None
        p = self.goal.comparison.polynomial
        both = []
        for side in (p, -p):
            half = self._search(side >= 0).proof(deadline)
            if half is None:
                return None
            both.append(half)
        return self._vouched(tuple(both))

    def _search(self, goal: Comparison) -> Search:
        facts = [assume(c) for c in self.reasons()]
        names = sorted({v.name for c in self.comparisons for v in c.variables() if v.sort == "vector"})
        sentences = [self.goal, *(g.sentence for g in self.givens)]
        written = [v for s in sentences for v in s.lengths]
        squares = [p for s in sentences for p in s.squares]

        def lemmas(deadline: float) -> list[Theorem]:
            lengths = [(root, root.of) for root in self.roots if isinstance(root.of, Vector)]
            found = pairs_lemma(names, written)
            for (r, v), (s, w) in combinations(lengths, 2):
                defining = [assume(c) for root in (r, s) for c in root.facts()]
                found += lengths_lemma(v, w, (r.name, s.name), defining, deadline)
            return found

        def gram(deadline: float) -> list[Theorem]:
            return list(gram_norms(names, atoms_of(self.comparisons), deadline))

        givens = [g.sentence.comparison for g in self.givens]
        return Search(
            goal, [*facts, *norms_for(names, written, goal)], lemmas, gram, squares_in(goal, givens, squares)
        )

    def _vouched(self, theorems: tuple[Theorem, ...]) -> Proof:
        """The proof, after a last look: these theorems say the goal, and assume nothing but what is given."""
        goal, allowed = self.goal.comparison, self.reasons()
        p = goal.polynomial
        if {t.conclusion for t in theorems} not in ({goal}, {p >= 0, -p >= 0}):
            raise KernelError("what was proved is not what was asked")
        if goal.relation is not Relation.ZERO and len(theorems) != 1:
            raise KernelError("what was proved is not what was asked")
        if any(h not in allowed for t in theorems for h in t.hypotheses):
            raise KernelError("the proof assumes more than what is given")
        explainer = Explainer(self.notation, allowed)
        derivations: list[Derivation] = []
        for theorem, wording in zip(theorems, self._wordings(len(theorems)), strict=True):
            derivations += [d for d in explainer.derivations(theorem, wording) if d not in derivations]
        names = [g.name for g in self.givens if any(g.sentence.comparison in t.hypotheses for t in theorems)]
        where = [
            f"{self.notation.name(name)} = {self.notation.vector(v)}"
            for name, v in self.reading.definitions.items()
        ]
        vacuous = any(map(_is_vacuous, theorems))
        return Proof(theorems, tuple(derivations), tuple(names), tuple(where), vacuous)

    def _wordings(self, count: int) -> list[Wording]:
        """How the theorems are said: one of them like the step itself, two as ≥ and ≤."""
        left, right = self.goal.sides
        if not isinstance(self.goal.left, Polynomial):
            # a vector is zero if its length is
            left, right = self.notation.polynomial(self.goal.comparison.polynomial), "0"
        if count == 2:
            return [Wording(left, right, f"{left} >= {right}"), Wording(right, left, f"{left} <= {right}")]
        if self.goal.sign in {"<", "<="}:
            left, right = right, left
        return [Wording(left, right, self.goal.text)]

    def counterexample(self, at: Assignment) -> Counterexample:
        """The values in the user's names, with those of defined vectors and of both sides.

        What cancels between the sides can be anything; it is shown as zero.
        """
        dimension = next((len(v) for v in at.vectors.values()), 1)
        notation = self.notation
        free = self.goal.left.variables() | self.goal.right.variables()
        zeros = Assignment(
            {v.name: Fraction(0) for v in free if v.sort == "scalar"},
            {v.name: (Fraction(0),) * dimension for v in free if v.sort == "vector"},
        )
        at = zeros.extended(at)
        vectors = {notation.name(n): tuple(map(exact_text, at.vectors[n])) for n in sorted(at.vectors)}
        for name, definition in self.reading.definitions.items():
            if all(v.name in (at.scalars if v.sort == "scalar" else at.vectors) for v in definition.variables()):
                values = vector_value(definition, at, dimension)
                vectors[notation.name(name)] = tuple(map(exact_text, values))
        roots = {root.name: root for root in self.roots}
        numbers = {notation.name(n): exact_text(at.scalars[n]) for n in sorted(at.scalars) if n not in roots}
        lengths = {notation.length(root): exact_text(at.scalars[name]) for name, root in roots.items()}

        def side(term: Term) -> str:
            if isinstance(term, Polynomial):
                return exact_text(value_of(term, at))
            return f"({', '.join(map(exact_text, vector_value(term, at, dimension)))})"

        left, right = side(self.goal.left), side(self.goal.right)
        return Counterexample(
            dimension if vectors else 0, numbers, vectors, lengths, left, self.goal.sign, right, at
        )


def _is_vacuous(theorem: Theorem) -> bool:
    told = theorem.derivation.argument
    if not isinstance(told, Certificate) or not told.products:
        return False
    return not any(NEGATION in product.factors for product in told.products)


def exact_text(value: Exact) -> str:
    """`p`, `p/q`, or such a number with a root."""
    if not isinstance(value, Surd):
        return number_text(value)
    root = f"√{value.d}" if value.b == 1 else f"{number_text(value.b)}·√{value.d}"
    return root if value.a == 0 else f"{number_text(value.a)} + {root}"
