"""The proof kernel: the only code that can make a `Theorem`.

**What a theorem means.** `G ⊢ C` says: in every real inner-product space, for all real numbers and all
vectors in place of the variables, if every proposition of the finite set G holds, then C holds. Propositions
are comparisons (`terms.py`), absurdity and `Reachable(system)` (`systems.py`).

**The rules**, each with its inference in its docstring; there is no other way to a theorem:

    assume       P ⊢ P
    norm         ⊢ ⟨v,v⟩ ≥ 0       the only axiom; bilinearity and symmetry are in the terms
    ring         equations, combined with polynomial multipliers, give an equation
    certificate  a sum of products that must be positive, yet cancels to zero, refutes the negated goal
    cut          G ⊢ A and D, A ⊢ C give G, D ⊢ C
    instantiate  G ⊢ C gives G[σ] ⊢ C[σ]
    cases        G, p > 0 ⊢ C and D, −p ≥ 0 ⊢ C give G, D ⊢ C
    square_root  G ⊢ p ≥ 0 and D, r ≥ 0, r² = p ⊢ C give G, D ⊢ C, for a new r
    inverse      G ⊢ p > 0 and D, v·p = 1 ⊢ C give G, D ⊢ C, for a new v
    exfalso      G ⊢ false gives G ⊢ C
    induction    what starts true, and every transition keeps, holds in every reachable state

**Trust.** `terms.py`, `systems.py`, `certificates.py`, this file, and SymPy's sparse polynomial ring. What
a theorem says is kept in `_ISSUED`, not in the object that stands for it: an object made in another way (by
`object.__new__`, a copy, a pickle) says nothing and is refused by every rule. Python has no wall against
code that reaches for private names; against that, a theorem remembers its derivation, and `second.py`
checks derivations with no code of this package.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NoReturn, TypeAlias, final
from weakref import WeakKeyDictionary

from .certificates import NEGATION, Certificate, Multiple, Product
from .systems import FALSE, Falsehood, Proposition, Reachable, System
from .terms import (
    Bindings,
    Comparison,
    KernelError,
    Polynomial,
    Relation,
    Substitution,
    Variable,
    Vector,
    equal,
    exactly,
    norm_sq,
    polynomial,
    scalar,
    substitution,
    sum_of_products,
    variable_of,
)


@dataclass(frozen=True, slots=True)
class Invariant:
    """A comparison claimed of every reachable state of a system."""

    system: System
    claim: Comparison


Argument: TypeAlias = Certificate | Comparison | Invariant | Polynomial | Substitution | Variable | Vector | None


@dataclass(frozen=True, slots=True)
class Derivation:
    """The last step of a proof: the rule, the theorems it was applied to, and what else it was told."""

    rule: str
    premises: tuple[Theorem, ...]
    argument: Argument


@dataclass(frozen=True, slots=True)
class _Record:
    hypotheses: frozenset[Proposition]
    conclusion: Proposition
    derivation: Derivation


@final
class Theorem:
    """A proved sequent. Only the rules of this file issue theorems."""

    __slots__ = ("__weakref__",)

    def __init__(self) -> None:
        raise KernelError("a theorem comes from a rule, and from nothing else")

    def __init_subclass__(cls) -> NoReturn:
        raise KernelError("there is one kind of theorem")

    def __reduce_ex__(self, _: object) -> NoReturn:
        raise KernelError("a theorem is neither copied nor pickled: derive it again")

    @property
    def hypotheses(self) -> frozenset[Proposition]:
        return _record(self).hypotheses

    @property
    def conclusion(self) -> Proposition:
        return _record(self).conclusion

    @property
    def derivation(self) -> Derivation:
        return _record(self).derivation

    def __repr__(self) -> str:
        return f"{', '.join(sorted(map(str, self.hypotheses)))} |- {self.conclusion}"


_ISSUED: WeakKeyDictionary[Theorem, _Record] = WeakKeyDictionary()


def _record(theorem: Theorem) -> _Record:
    found = _ISSUED.get(exactly(Theorem, theorem))
    if found is None:
        raise KernelError("this is not a theorem that the kernel issued")
    return found


def _issue(
    hypotheses: Iterable[Proposition],
    conclusion: Proposition,
    rule: str,
    of: Sequence[Theorem],
    told: Argument,
) -> Theorem:
    theorem = object.__new__(Theorem)
    _ISSUED[theorem] = _Record(frozenset(hypotheses), conclusion, Derivation(rule, tuple(of), told))
    return theorem


def _compared(theorem: Theorem) -> Comparison:
    return exactly(Comparison, _record(theorem).conclusion)


def _hypotheses_of(facts: Iterable[Theorem]) -> frozenset[Proposition]:
    return frozenset[Proposition]().union(*(_record(fact).hypotheses for fact in facts))


def assume(proposition: Comparison) -> Theorem:
    """P ⊢ P."""
    return _issue({exactly(Comparison, proposition)}, proposition, "assume", (), proposition)


def norm(v: Vector) -> Theorem:
    """⊢ ⟨v,v⟩ ≥ 0."""
    return _issue((), norm_sq(exactly(Vector, v)) >= 0, "norm", (), v)


def _fact(facts: Sequence[Theorem], position: int) -> Comparison:
    if not 0 <= position < len(facts):
        raise KernelError(f"there is no fact {position}")
    return _compared(facts[position])


def _vanishing(facts: Sequence[Theorem], multiples: Sequence[Multiple]) -> list[list[Polynomial]]:
    """The multiples of equations, as products to be summed."""
    products = []
    for multiple in multiples:
        fact = _fact(facts, exactly(Multiple, multiple).equation)
        if fact.relation is not Relation.ZERO:
            raise KernelError(f"fact {multiple.equation} is not an equation")
        products.append([multiple.multiplier, fact.polynomial])
    return products


def ring(name: str, goal: Comparison, facts: Sequence[Theorem] = (), multiples: Sequence[Multiple] = ()) -> Theorem:
    """Gᵢ ⊢ eᵢ = 0 gives ∪Gᵢ ⊢ p = 0, if p = Σ m·eᵢ in the polynomial ring."""
    facts, multiples = tuple(facts), tuple(multiples)
    if exactly(Comparison, goal).relation is not Relation.ZERO:
        raise KernelError(f"{name}: the ring proves equations")
    rest = goal.polynomial - sum_of_products(_vanishing(facts, multiples))
    if rest.terms:
        raise KernelError(f"{name}: the equations leave {rest}")
    return _issue(_hypotheses_of(facts), goal, "ring", facts, Certificate(name, goal, (), multiples))


def _negation(goal: Comparison | Falsehood) -> Comparison | None:
    if goal == FALSE:
        return None
    match exactly(Comparison, goal).relation, exactly(Comparison, goal).polynomial:
        case Relation.NONNEGATIVE, p:
            return -p > 0
        case Relation.POSITIVE, p:
            return -p >= 0
    raise KernelError("a certificate proves an inequality or absurdity; an equation comes from the ring")


def certificate(
    name: str,
    goal: Comparison | Falsehood,
    facts: Sequence[Theorem],
    products: Sequence[Product],
    multiples: Sequence[Multiple] = (),
) -> Theorem:
    """Gᵢ ⊢ Fᵢ gives ∪Gᵢ ⊢ goal, if Σ products + Σ multiples = 0 and some product is positive.

    A factor of a product is a fact p ≥ 0 or p > 0, or the negation of the goal (−p > 0 for p ≥ 0, −p ≥ 0 for
    p > 0). So under the facts and the negation every product is ≥ 0, every multiple of an equation is 0,
    and a product without squares whose factors are all strict is > 0: the sum would not be zero.
    """
    facts, multiples = tuple(facts), tuple(multiples)
    products = tuple(Product(p.coefficient, p.factors, p.squares) for p in products)  # checked here, again
    negation, summands, some_positive = _negation(goal), _vanishing(facts, multiples), False
    for product in products:
        factors = [
            exactly(Comparison, negation) if position == NEGATION else _fact(facts, position)
            for position in product.factors
        ]
        if any(factor.relation is Relation.ZERO for factor in factors):
            raise KernelError(f"{name}: an equation is used as a factor")
        strict = all(factor.relation is Relation.POSITIVE for factor in factors)
        some_positive = some_positive or (strict and not product.squares)
        squares = product.squares + product.squares
        summands.append([polynomial(product.coefficient), *(f.polynomial for f in factors), *squares])
    if not some_positive:
        raise KernelError(f"{name}: no product is strictly positive")
    rest = sum_of_products(summands)
    if rest.terms:
        raise KernelError(f"{name}: the certificate leaves {rest}")
    told = Certificate(name, goal, products, multiples)
    return _issue(_hypotheses_of(facts), goal, "certificate", facts, told)


def cut(lemma: Theorem, theorem: Theorem) -> Theorem:
    """G ⊢ A and D, A ⊢ C give G, D ⊢ C."""
    first, second = _record(lemma), _record(theorem)
    if first.conclusion not in second.hypotheses:
        raise KernelError(f"{first.conclusion} is not a hypothesis")
    hypotheses = first.hypotheses | (second.hypotheses - {first.conclusion})
    return _issue(hypotheses, second.conclusion, "cut", (lemma, theorem), None)


def instantiate(theorem: Theorem, values: Bindings) -> Theorem:
    """G ⊢ C gives G[σ] ⊢ C[σ]; below `Reachable`, σ replaces only rigid variables, and captures nothing."""
    sigma, record = substitution(values), _record(theorem)

    def image(proposition: Proposition) -> Proposition:
        match proposition:
            case Comparison():
                return sigma.in_comparison(proposition)
            case Falsehood():
                return proposition
            case Reachable(system):
                return Reachable(system.instance(sigma))

    hypotheses = {image(h) for h in record.hypotheses}
    return _issue(hypotheses, image(record.conclusion), "instantiate", (theorem,), sigma)


def cases(p: Polynomial, if_positive: Theorem, if_not: Theorem) -> Theorem:
    """G, p > 0 ⊢ C and D, −p ≥ 0 ⊢ C give G, D ⊢ C."""
    p, left, right = polynomial(p), _record(if_positive), _record(if_not)
    if left.conclusion != right.conclusion:
        raise KernelError("the two cases prove different things")
    hypotheses = (left.hypotheses - {p > 0}) | (right.hypotheses - {-p >= 0})
    return _issue(hypotheses, left.conclusion, "cases", (if_positive, if_not), p)


def _without(rule: str, new: Variable, reason: Theorem, defining: set[Comparison], theorem: Theorem) -> Theorem:
    """The theorem without the hypotheses that define the new scalar, which occurs in nothing else of it."""
    record = _record(theorem)
    rest = record.hypotheses - defining
    if any(new in p.variables() for p in (*rest, record.conclusion, _compared(reason))):
        raise KernelError(f"{new.name} is not new")
    return _issue(_record(reason).hypotheses | rest, record.conclusion, rule, (reason, theorem), new)


def square_root(root: Polynomial, nonnegative: Theorem, theorem: Theorem) -> Theorem:
    """G ⊢ p ≥ 0 and D, r ≥ 0, r² = p ⊢ C give G, D ⊢ C; r occurs neither in D nor in C nor in p."""
    fact, new = _compared(nonnegative), variable_of(exactly(Polynomial, root))
    if fact.relation is not Relation.NONNEGATIVE:
        raise KernelError("a square root is taken of what is known to be ≥ 0")
    r = scalar(new.name)
    return _without("square_root", new, nonnegative, {r >= 0, equal(r**2, fact.polynomial)}, theorem)


def inverse(reciprocal: Polynomial, positive: Theorem, theorem: Theorem) -> Theorem:
    """G ⊢ p > 0 and D, v·p = 1 ⊢ C give G, D ⊢ C; v occurs neither in D nor in C nor in p."""
    fact, new = _compared(positive), variable_of(exactly(Polynomial, reciprocal))
    if fact.relation is not Relation.POSITIVE:
        raise KernelError("an inverse is taken of what is known to be > 0")
    return _without("inverse", new, positive, {equal(scalar(new.name) * fact.polynomial, 1)}, theorem)


def exfalso(absurd: Theorem, goal: Comparison) -> Theorem:
    """G ⊢ false gives G ⊢ C."""
    record = _record(absurd)
    if record.conclusion != FALSE:
        raise KernelError("only absurdity proves everything")
    return _issue(record.hypotheses, exactly(Comparison, goal), "exfalso", (absurd,), goal)


def induction(system: System, claim: Comparison, base: Theorem, steps: Sequence[Theorem]) -> Theorem:
    """G ⊢ P[start] and, for each transition t, Gₜ, guardsₜ, P, Reachable ⊢ P[updateₜ]
    give G, ∪Gₜ, Reachable ⊢ P.

    P mentions no fresh variable; G and every Gₜ mention neither state nor fresh variables, so that they hold
    all along the run if they hold at all.
    """
    here, steps = Reachable(system), tuple(steps)
    moving = system.state() | system.fresh()
    if exactly(Comparison, claim).variables() & system.fresh():
        raise KernelError("an invariant cannot speak of what a transition picks")
    if len(steps) != len(system.transitions):
        raise KernelError(f"{system.name} has {len(system.transitions)} transitions, not {len(steps)}")
    kept: set[Proposition] = {here}

    def take(where: str, theorem: Theorem, goal: Comparison, given: set[Proposition]) -> None:
        record = _record(theorem)
        if record.conclusion != goal:
            raise KernelError(f"{where} should prove {goal}, not {record.conclusion}")
        for hypothesis in record.hypotheses - given:
            if hypothesis.variables() & moving:
                raise KernelError(f"{where} uses {hypothesis}, which need not hold all along")
            kept.add(hypothesis)

    take(f"the start of {system.name}", base, system.start.in_comparison(claim), set())
    for step, t in zip(steps, system.transitions, strict=True):
        given: set[Proposition] = {claim, here, *(guard for _, guard in t.guards)}
        take(f"{system.name}.{t.name}", step, t.update.in_comparison(claim), given)
    return _issue(kept, claim, "induction", (base, *steps), Invariant(system, claim))
