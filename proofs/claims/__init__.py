"""The claims of the five documents, judged: one module for each document, and one for derived results."""

from __future__ import annotations

from importlib import import_module

from proofs.claims.claim import REGISTRY, Claim

COUNTS = {"0": 44, "1": 53, "2": 63, "3": 92, "4": 47, "X": 8}
"""How many claims each document makes; X counts the results derived from all of them."""

MODULES = ("document_0", "document_1", "document_2", "document_3", "document_4", "derived")


def all_claims() -> list[Claim]:
    """Every claim, in the order of the documents."""
    for module in MODULES:
        import_module(f"proofs.claims.{module}")
    return [REGISTRY[id_] for id_ in sorted(REGISTRY, key=lambda id_: (id_.startswith("X"), id_))]
