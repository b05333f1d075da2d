"""Claims put to their judges, and what came out as records that stay the same from version to version."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from proofs.claims import all_claims
from proofs.claims.claim import Claim, ClaimError, Judgement, Verdict, judgement_of


class NoSuchClaimError(ValueError):
    """A claim, document or verdict was asked for that does not exist."""


@dataclass(frozen=True)
class Judged:
    """A claim and what its judge computed a moment ago."""

    claim: Claim
    judgement: Judgement

    def record(self) -> dict[str, object]:
        """The stable keys of `claims --json`."""
        claim, judgement = self.claim, self.judgement
        counterexample = judgement.counterexample
        return {
            "id": claim.id,
            "document": claim.document,
            "lines": claim.lines,
            "title": claim.title,
            "statement": claim.statement,
            "verdict": judgement.verdict.value,
            "evidence": [{"kind": e.kind, "shows": e.shows, "formula": e.formula} for e in judgement.evidence],
            "counterexample": counterexample.instance if counterexample is not None else None,
            "smallest": counterexample.smallest if counterexample is not None else None,
            "correction": judgement.correction or None,
            "reason": judgement.reason or None,
            "dissent": claim.dissent or None,
        }


@dataclass(frozen=True)
class Report:
    """The claims that were judged, and a sentence for each whose judge failed."""

    judged: tuple[Judged, ...]
    failures: tuple[str, ...]

    def counts(self) -> dict[Verdict, int]:
        """How many claims got each verdict, in the order of the verdicts."""
        found = Counter(one.judgement.verdict for one in self.judged)
        return {verdict: found[verdict] for verdict in Verdict}


def judge(claims: Iterable[Claim], verdict: Verdict | None = None) -> Report:
    """Put every claim to its judge, also after one of them has failed; keep those with that verdict, or all."""
    judged, failures = [], []
    for claim in claims:
        try:
            judgement = judgement_of(claim)
        except ClaimError as error:
            failures.append(str(error))
            continue
        if verdict in (None, judgement.verdict):
            judged.append(Judged(claim, judgement))
    return Report(tuple(judged), tuple(failures))


def chosen(ids: Sequence[str] = (), document: str | None = None) -> list[Claim]:
    """The claims with these ids (all, if none is given) of that document (of all, if none is given)."""
    claims = all_claims()
    known = {claim.id for claim in claims}
    for id_ in ids:
        if id_ not in known:
            raise NoSuchClaimError(f'there is no claim "{id_}"; ids look like S0-01 and X-01')
    documents = sorted({claim.document for claim in claims})
    if document is not None and document not in documents:
        raise NoSuchClaimError(f'there is no document "{document}"; there are {", ".join(documents)}')
    return [c for c in claims if (not ids or c.id in ids) and document in (None, c.document)]


def verdict_named(text: str | None) -> Verdict | None:
    """The verdict of that name, or none if none is given."""
    if text is None:
        return None
    try:
        return Verdict(text)
    except ValueError:
        known = ", ".join(f'"{verdict.value}"' for verdict in Verdict)
        raise NoSuchClaimError(f'there is no verdict "{text}"; there are {known}') from None
