"""The claims of the five documents, judged: one module or more for each document, and one for derived results."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from proofs.claims.claim import REGISTRY, Claim

COUNTS = {"0": 44, "1": 53, "2": 63, "3": 92, "4": 47, "X": 8}
"""How many claims each document makes; X counts the results derived from all of them."""

MODULES = tuple(m.name for m in iter_modules(__path__) if m.name.startswith(("document_", "derived")))
"""Where claims are registered: every module of this package that is named after a document."""


def all_claims() -> list[Claim]:
    """Every claim, in the order of the documents."""
    for module in MODULES:
        import_module(f"proofs.claims.{module}")
    return [REGISTRY[id_] for id_ in sorted(REGISTRY, key=lambda id_: (id_.startswith("X"), id_))]
