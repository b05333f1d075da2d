"""The algebra a theorem rests on: every certificate in its derivation, as data for other engines to check.

Collected by walking the derivation, so a theorem cannot have used a certificate that is not listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .certificates import Certificate, Multiple, Product
from .kernel import Theorem
from .systems import Falsehood, Proposition
from .terms import Comparison, KernelError


@dataclass(frozen=True)
class Obligation:
    """From the facts, the goal: because the products and multiples add up to zero (to the goal, for an
    equation).
    """

    name: str
    goal: Comparison | Falsehood
    facts: tuple[Comparison, ...]
    products: tuple[Product, ...]
    multiples: tuple[Multiple, ...]


def walk(theorem: Theorem) -> Iterator[Theorem]:
    """Every theorem of the derivation once, premises before conclusions."""
    seen: set[Theorem] = set()
    pending = [(theorem, False)]
    while pending:
        current, expanded = pending.pop()
        if current in seen:
            continue
        if expanded:
            seen.add(current)
            yield current
        else:
            pending.append((current, True))
            pending.extend((premise, False) for premise in reversed(current.derivation.premises))


def obligations(theorem: Theorem) -> tuple[Obligation, ...]:
    """The certificates of the derivation, in the order of the proof, each once."""
    found: dict[Obligation, None] = {}
    for node in walk(theorem):
        told = node.derivation.argument
        if isinstance(told, Certificate):
            facts = tuple(_comparison(premise.conclusion) for premise in node.derivation.premises)
            found[Obligation(told.name, told.goal, facts, told.products, told.multiples)] = None
    return tuple(found)


def _comparison(proposition: Proposition) -> Comparison:
    if not isinstance(proposition, Comparison):
        raise KernelError(f"{proposition} is no fact for a certificate")
    return proposition
