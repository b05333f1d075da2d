"""The second opinion: a proof checker that shares no code with the kernel, and does not use SymPy.

It reads a proof as plain data (`serialise.py` writes it; the format is given by the types below), with its
own parser, its own polynomial arithmetic on Fractions and its own reading of every rule, and recomputes
hypotheses and conclusion of every step. Standard library only. `check_proof` returns what was proved, or
raises `ProofError`.

A polynomial is a dictionary from monomials to coefficients; a monomial is the sorted tuple of its atoms,
each as often as its exponent says; an atom is its own text, `k` or `<u,w>`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias, TypedDict

Json: TypeAlias = Any  # what json.loads returns; every access below is checked by use
PropositionText: TypeAlias = dict[str, Json]


class CertificateText(TypedDict):
    """products: [coefficient, positions of facts (−1: the negated goal), squares]; multiples: [factor,
    position].
    """

    goal: PropositionText
    products: list[list[Json]]
    multiples: list[list[Json]]


class NodeText(TypedDict):
    """One step of a proof; premises are positions of earlier steps."""

    rule: str
    premises: list[int]
    told: Json
    hypotheses: list[PropositionText]
    conclusion: PropositionText


Monomial: TypeAlias = tuple[str, ...]
Poly: TypeAlias = dict[Monomial, Fraction]
Frozen: TypeAlias = frozenset[tuple[Monomial, Fraction]]
Name: TypeAlias = tuple[str, str]  # (sort, name), sort "scalar" or "vector"
Vec: TypeAlias = dict[str, Poly]


class ProofError(Exception):
    """The proof does not follow the rules."""


def need(condition: bool, reason: str) -> None:
    if not condition:
        raise ProofError(reason)


# polynomials

_NAME = r"[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*"
_NUMBER = re.compile(r"-?[0-9]+(?:/[0-9]+)?")
_FACTOR = re.compile(rf"({_NAME}|<{_NAME},{_NAME}>)(?:\^([0-9]+))?")


def parse(text: Json) -> Poly:
    """A polynomial from `c*atom^e*… + …`."""
    need(isinstance(text, str), "a polynomial is a text")
    total: Poly = {}
    if text == "0":
        return total
    for part in text.split(" + "):
        number, *factors = part.split("*")
        need(_NUMBER.fullmatch(number) is not None, f"{number!r} is not a rational number")
        atoms: list[str] = []
        for factor in factors:
            match = _FACTOR.fullmatch(factor)
            need(match is not None, f"{factor!r} is not a power of an atom")
            if match is not None:
                atoms += [_symmetric(match[1])] * int(match[2] or 1)
        total = add(total, {tuple(sorted(atoms)): Fraction(number)})
    return total


def _symmetric(atom: str) -> str:
    if not atom.startswith("<"):
        return atom
    a, b = sorted(atom[1:-1].split(","))
    return f"<{a},{b}>"


def add(p: Poly, q: Poly) -> Poly:
    total = dict(p)
    for monomial, c in q.items():
        total[monomial] = total.get(monomial, Fraction(0)) + c
    return {monomial: c for monomial, c in total.items() if c}


def multiply(*factors: Poly) -> Poly:
    total: Poly = {(): Fraction(1)}
    for factor in factors:
        product: Poly = {}
        for m, c in total.items():
            for n, d in factor.items():
                key = tuple(sorted(m + n))
                product[key] = product.get(key, Fraction(0)) + c * d
        total = {monomial: c for monomial, c in product.items() if c}
    return total


def negate(p: Poly) -> Poly:
    return {monomial: -c for monomial, c in p.items()}


def freeze(p: Poly) -> Frozen:
    return frozenset(p.items())


def names_in(p: Iterable[tuple[Monomial, Fraction]]) -> frozenset[Name]:
    found = set()
    for monomial, _ in p:
        for atom in monomial:
            if atom.startswith("<"):
                found |= {("vector", name) for name in atom[1:-1].split(",")}
            else:
                found.add(("scalar", atom))
    return frozenset(found)


# vectors; "#" is a unit vector orthogonal to all others


def parse_vector(text: Json) -> Vec:
    vector = {str(name): parse(c) for name, c in text}
    need(len(vector) == len(text), "a vector names a variable twice")
    for name in vector:
        need(name == "#" or re.fullmatch(_NAME, name) is not None, f"{name!r} is not a vector")
    return vector


def inner(v: Vec, w: Vec) -> Poly:
    total: Poly = {}
    for a, c in v.items():
        for b, d in w.items():
            if "#" in (a, b):
                product = multiply(c, d) if a == b else {}
            else:
                product = multiply(c, d, {(_symmetric(f"<{a},{b}>"),): Fraction(1)})
            total = add(total, product)
    return total


def names_in_vector(v: Vec) -> frozenset[Name]:
    own = {("vector", name) for name in v if name != "#"}
    return frozenset(own).union(*(names_in(c.items()) for c in v.values()))


@dataclass(frozen=True)
class Replacement:
    """Values for variables, all at once."""

    scalars: dict[str, Poly]
    vectors: dict[str, Vec]

    def domain(self) -> frozenset[Name]:
        return frozenset({("scalar", s) for s in self.scalars} | {("vector", v) for v in self.vectors})

    def names(self) -> frozenset[Name]:
        """The variables in the values."""
        scalars = (names_in(p.items()) for p in self.scalars.values())
        return frozenset[Name]().union(*scalars, *map(names_in_vector, self.vectors.values()))

    def poly(self, p: Poly) -> Poly:
        total: Poly = {}
        for monomial, c in p.items():
            total = add(total, multiply({(): c}, *(self._atom(atom) for atom in monomial)))
        return total

    def _atom(self, atom: str) -> Poly:
        if not atom.startswith("<"):
            return self.scalars.get(atom, {(atom,): Fraction(1)})
        a, b = atom[1:-1].split(",")
        one: Poly = {(): Fraction(1)}
        return inner(self.vectors.get(a, {a: one}), self.vectors.get(b, {b: one}))

    def vector(self, v: Vec) -> Vec:
        total: Vec = {}
        for name, c in v.items():
            for other, d in self.vectors.get(name, {name: {(): Fraction(1)}}).items():
                total[other] = add(total.get(other, {}), multiply(self.poly(c), d))
        return {name: c for name, c in total.items() if c}

    def frozen(
        self,
    ) -> tuple[frozenset[tuple[str, Frozen]], frozenset[tuple[str, frozenset[tuple[str, Frozen]]]]]:
        return (
            frozenset((name, freeze(p)) for name, p in self.scalars.items()),
            frozenset(
                (name, frozenset((part, freeze(c)) for part, c in v.items())) for name, v in self.vectors.items()
            ),
        )


def parse_replacement(text: Json) -> Replacement:
    scalars = {str(name): parse(value) for name, value in text["scalars"]}
    vectors = {str(name): parse_vector(value) for name, value in text["vectors"]}
    need(len(scalars) == len(text["scalars"]), "a scalar is replaced twice")
    need(len(vectors) == len(text["vectors"]), "a vector is replaced twice")
    return Replacement(scalars, vectors)


# propositions


@dataclass(frozen=True)
class Compared:
    """p ≥ 0, p > 0 or p = 0; with relation "false" and p = 0: absurdity."""

    relation: str
    poly: Frozen

    def names(self) -> frozenset[Name]:
        return names_in(self.poly)


ABSURD = Compared("false", frozenset())


@dataclass(frozen=True)
class Move:
    """A transition of a system."""

    name: str
    fresh: frozenset[Name]
    guards: tuple[tuple[str, Compared], ...]
    update: Replacement

    def names(self) -> frozenset[Name]:
        in_guards = (guard.names() for _, guard in self.guards)
        return (self.update.domain() | self.update.names()).union(*in_guards)


@dataclass(frozen=True)
class Machine:
    """A transition system."""

    name: str
    start: Replacement
    moves: tuple[Move, ...]

    def bound(self) -> frozenset[Name]:
        """State and fresh variables."""
        return self.start.domain().union(*(move.fresh for move in self.moves))

    def names(self) -> frozenset[Name]:
        return (self.bound() | self.start.names()).union(*(move.names() for move in self.moves))

    def check(self) -> None:
        state = self.start.domain()
        fresh = frozenset[Name]().union(*(move.fresh for move in self.moves))
        need(not state & fresh, "a state variable is fresh")
        need(not self.start.names() & (state | fresh), "a starting value is not rigid")
        for move in self.moves:
            need(move.update.domain() <= state, "an update of something that is not state")
            need(not move.names() & (fresh - move.fresh), "a variable is fresh only elsewhere")
        values = [self.start, *(move.update for move in self.moves)]
        need(not any("#" in v for part in values for v in part.vectors.values()), "a folded state")

    def key(self) -> object:
        """Equal for equal systems."""
        moves = tuple((m.name, m.fresh, m.guards, m.update.frozen()) for m in self.moves)
        return (self.name, self.start.frozen(), moves)


@dataclass(frozen=True, eq=False)
class Reached:
    """Reachable(machine)."""

    machine: Machine

    def names(self) -> frozenset[Name]:
        return self.machine.names()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reached) and self.machine.key() == other.machine.key()

    def __hash__(self) -> int:
        return hash(self.machine.key())


Prop: TypeAlias = Compared | Reached


def parse_proposition(text: PropositionText) -> Prop:
    if "reachable" in text:
        return Reached(_parse_machine(text["reachable"]))
    if text["relation"] == "false":
        return ABSURD
    need(text["relation"] in {">=", ">", "="}, "there is no such relation")
    return Compared(text["relation"], freeze(parse(text["polynomial"])))


def _comparison(proposition: Prop) -> Compared:
    if not isinstance(proposition, Compared) or proposition == ABSURD:
        raise ProofError("a comparison is expected")
    return proposition


def _parse_machine(text: Json) -> Machine:
    moves = [
        Move(
            str(move["name"]),
            frozenset((str(sort), str(name)) for sort, name in move["fresh"]),
            tuple((str(name), _comparison(parse_proposition(guard))) for name, guard in move["guards"]),
            parse_replacement(move["update"]),
        )
        for move in text["transitions"]
    ]
    machine = Machine(str(text["name"]), parse_replacement(text["start"]), tuple(moves))
    machine.check()
    return machine


# certificates


def check_certificate(certificate: CertificateText, facts: Sequence[Prop]) -> Compared:
    """The goal, if the certificate proves it from the facts."""
    goal = parse_proposition(certificate["goal"])
    if not isinstance(goal, Compared):
        raise ProofError("a certificate proves a comparison or absurdity")
    total: Poly = {}
    for text, position in certificate["multiples"]:
        fact = _fact(facts, position)
        need(fact.relation == "=", "a multiple of something that is not an equation")
        total = add(total, multiply(parse(text), dict(fact.poly)))
    if goal.relation == "=":
        need(not certificate["products"], "an equation follows from equations only")
        need(add(dict(goal.poly), negate(total)) == {}, "the equations do not add up")
        return goal
    negated = Compared(">" if goal.relation == ">=" else ">=", freeze(negate(dict(goal.poly))))
    positive = False
    for number, positions, squares in certificate["products"]:
        need(isinstance(number, str) and _NUMBER.fullmatch(number) is not None, "a coefficient is no number")
        coefficient = Fraction(number)
        need(coefficient > 0, "a coefficient is not positive")
        need(goal != ABSURD or -1 not in positions, "absurdity has no negation")
        factors = [negated if position == -1 else _fact(facts, position) for position in positions]
        need(all(factor.relation in {">=", ">"} for factor in factors), "an equation as a factor")
        positive = positive or (not squares and all(factor.relation == ">" for factor in factors))
        roots = [parse(square) for square in squares]
        product = multiply({(): coefficient}, *(dict(factor.poly) for factor in factors), *roots, *roots)
        total = add(total, product)
    need(positive, "no product is strictly positive")
    need(total == {}, "the products do not cancel")
    return goal


def _fact(facts: Sequence[Prop], position: Json) -> Compared:
    need(type(position) is int and 0 <= position < len(facts), "there is no such fact")
    return _comparison(facts[position])


def accepts(certificate: CertificateText, facts: Iterable[PropositionText]) -> bool:
    """Whether the certificate proves its goal from the facts."""
    try:
        check_certificate(certificate, [parse_proposition(fact) for fact in facts])
    except ProofError:
        return False
    return True


# the rules


@dataclass(frozen=True)
class Proved:
    """hypotheses ⊢ conclusion."""

    hypotheses: frozenset[Prop]
    conclusion: Prop


def _together(premises: Sequence[Proved]) -> frozenset[Prop]:
    return frozenset[Prop]().union(*(p.hypotheses for p in premises))


def _derive(rule: str, told: Json, premises: Sequence[Proved]) -> Proved:
    match rule, premises:
        case "assume", []:
            assumed = _comparison(parse_proposition(told))
            return Proved(frozenset({assumed}), assumed)
        case "norm", []:
            vector = parse_vector(told)
            return Proved(frozenset(), Compared(">=", freeze(inner(vector, vector))))
        case "ring" | "certificate", _:
            goal = check_certificate(told, [p.conclusion for p in premises])
            need((goal.relation == "=") == (rule == "ring"), f"{rule} cannot prove this")
            return Proved(_together(premises), goal)
        case "cut", [lemma, theorem]:
            need(lemma.conclusion in theorem.hypotheses, "the lemma is not a hypothesis")
            rest = theorem.hypotheses - {lemma.conclusion}
            return Proved(lemma.hypotheses | rest, theorem.conclusion)
        case "instantiate", [theorem]:
            sigma = parse_replacement(told)
            images = frozenset(_image(h, sigma) for h in theorem.hypotheses)
            return Proved(images, _image(theorem.conclusion, sigma))
        case "cases", [yes, no]:
            p = parse(told)
            need(yes.conclusion == no.conclusion, "the cases differ")
            left = yes.hypotheses - {Compared(">", freeze(p))}
            right = no.hypotheses - {Compared(">=", freeze(negate(p)))}
            return Proved(left | right, yes.conclusion)
        case "square_root" | "inverse", [reason, theorem]:
            return _discharge(rule, told, reason, theorem)
        case "exfalso", [absurd]:
            need(absurd.conclusion == ABSURD, "this is not absurd")
            return Proved(absurd.hypotheses, _comparison(parse_proposition(told)))
        case "induction", [base, *steps]:
            return _induction(told, base, steps)
    raise ProofError(f"there is no rule {rule} for {len(premises)} premises")


def _image(proposition: Prop, sigma: Replacement) -> Prop:
    if isinstance(proposition, Compared):
        return Compared(proposition.relation, freeze(sigma.poly(dict(proposition.poly))))
    old = proposition.machine
    need(not (sigma.domain() | sigma.names()) & old.bound(), "a substitution meets a bound variable")

    def inside(values: Replacement) -> Replacement:
        return Replacement(
            {name: sigma.poly(p) for name, p in values.scalars.items()},
            {name: sigma.vector(v) for name, v in values.vectors.items()},
        )

    def guard_image(guard: Compared) -> Compared:
        return Compared(guard.relation, freeze(sigma.poly(dict(guard.poly))))

    moves = [
        Move(m.name, m.fresh, tuple((n, guard_image(g)) for n, g in m.guards), inside(m.update)) for m in old.moves
    ]
    new = Machine(old.name, inside(old.start), tuple(moves))
    new.check()
    return Reached(new)


def _discharge(rule: str, told: Json, reason: Proved, theorem: Proved) -> Proved:
    sort, name = told
    need(sort == "scalar" and re.fullmatch(_NAME, name) is not None, "the new variable is a scalar")
    known = _comparison(reason.conclusion)
    new: Poly = {(name,): Fraction(1)}
    if rule == "square_root":
        need(known.relation == ">=", "not known to be non-negative")
        square = add(multiply(new, new), negate(dict(known.poly)))
        defining = {Compared(">=", freeze(new)), Compared("=", freeze(square))}
    else:
        need(known.relation == ">", "not known to be positive")
        unit = add(multiply(new, dict(known.poly)), {(): Fraction(-1)})
        defining = {Compared("=", freeze(unit))}
    rest = theorem.hypotheses - defining
    everything = [*rest, theorem.conclusion, known]
    need(not any(("scalar", name) in p.names() for p in everything), f"{name} is not new")
    return Proved(reason.hypotheses | rest, theorem.conclusion)


def _induction(told: Json, base: Proved, steps: Sequence[Proved]) -> Proved:
    machine, claim = _parse_machine(told["system"]), _comparison(parse_proposition(told["claim"]))
    here = Reached(machine)
    fresh = frozenset[Name]().union(*(move.fresh for move in machine.moves))
    need(not claim.names() & fresh, "the invariant mentions a fresh variable")
    need(len(steps) == len(machine.moves), "one step for each transition")
    kept: set[Prop] = {here}

    def take(proved: Proved, change: Replacement, given: frozenset[Prop]) -> None:
        need(proved.conclusion == _image(claim, change), "a step proves something else")
        for hypothesis in proved.hypotheses - given:
            need(not hypothesis.names() & machine.bound(), "a hypothesis need not hold all along")
            kept.add(hypothesis)

    take(base, machine.start, frozenset())
    for proved, move in zip(steps, machine.moves, strict=True):
        take(proved, move.update, frozenset({claim, here, *(guard for _, guard in move.guards)}))
    return Proved(frozenset(kept), claim)


def check_proof(nodes: Sequence[NodeText]) -> Proved:
    """What the last step proves, if every step follows its rule and says what it should."""
    proved: list[Proved] = []
    for node in nodes:
        need(all(0 <= place < len(proved) for place in node["premises"]), "a premise comes later")
        derived = _derive(node["rule"], node["told"], [proved[place] for place in node["premises"]])
        claimed = Proved(
            frozenset(parse_proposition(h) for h in node["hypotheses"]), parse_proposition(node["conclusion"])
        )
        need(derived == claimed, f"a step by {node['rule']} says something else than it proves")
        proved.append(derived)
    need(bool(proved), "an empty proof proves nothing")
    return proved[-1]
