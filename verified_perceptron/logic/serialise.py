"""Proofs as plain data: lists, dictionaries and strings, for `second.py` and for files.

Polynomials are written out as text (`1/2*k^2*<u,w> + -3`); nothing else of a proof needs arithmetic to be
read.
"""

from __future__ import annotations

from .certificates import Certificate, Multiple, Product
from .kernel import Argument, Invariant, Theorem
from .obligations import Obligation, walk
from .second import CertificateText, Json, NodeText, PropositionText
from .systems import Falsehood, Proposition, Reachable, System
from .terms import Comparison, Polynomial, Substitution, Variable, Vector


def proposition_text(proposition: Proposition) -> PropositionText:
    match proposition:
        case Comparison(relation, polynomial):
            return {"relation": relation.value, "polynomial": str(polynomial)}
        case Falsehood():
            return {"relation": "false"}
        case Reachable(system):
            return {"reachable": _system_text(system)}


def _vector_text(v: Vector) -> Json:
    return [[name, str(c)] for name, c in v.coefficients]


def _substitution_text(sigma: Substitution) -> Json:
    return {
        "scalars": [[name, str(value)] for name, value in sigma.scalars],
        "vectors": [[name, _vector_text(value)] for name, value in sigma.vectors],
    }


def _system_text(system: System) -> Json:
    return {
        "name": system.name,
        "start": _substitution_text(system.start),
        "transitions": [
            {
                "name": t.name,
                "fresh": [[v.sort, v.name] for v in sorted(t.fresh)],
                "guards": [[name, proposition_text(guard)] for name, guard in t.guards],
                "update": _substitution_text(t.update),
            }
            for t in system.transitions
        ],
    }


def certificate_text(
    goal: Comparison | Falsehood, products: tuple[Product, ...], multiples: tuple[Multiple, ...]
) -> CertificateText:
    return {
        "goal": proposition_text(goal),
        "products": [
            [str(p.coefficient), list(p.factors), [str(square) for square in p.squares]] for p in products
        ],
        "multiples": [[str(m.multiplier), m.equation] for m in multiples],
    }


def obligation_text(obligation: Obligation) -> tuple[CertificateText, list[PropositionText]]:
    """The certificate and the facts of an obligation."""
    text = certificate_text(obligation.goal, obligation.products, obligation.multiples)
    return text, [proposition_text(fact) for fact in obligation.facts]


def _told_text(told: Argument) -> Json:
    match told:
        case None:
            return None
        case Certificate(_, goal, products, multiples):
            return dict(certificate_text(goal, products, multiples))
        case Comparison():
            return proposition_text(told)
        case Polynomial():
            return str(told)
        case Vector():
            return _vector_text(told)
        case Substitution():
            return _substitution_text(told)
        case Variable(sort, name):
            return [sort, name]
        case Invariant(system, claim):
            return {"system": _system_text(system), "claim": proposition_text(claim)}


def proof_text(theorem: Theorem) -> list[NodeText]:
    """The whole derivation, premises first; premises are given by their position in the list."""
    nodes = list(walk(theorem))
    place = {node: i for i, node in enumerate(nodes)}
    return [
        {
            "rule": node.derivation.rule,
            "premises": [place[premise] for premise in node.derivation.premises],
            "told": _told_text(node.derivation.argument),
            "hypotheses": sorted((proposition_text(h) for h in node.hypotheses), key=str),
            "conclusion": proposition_text(node.conclusion),
        }
        for node in nodes
    ]
