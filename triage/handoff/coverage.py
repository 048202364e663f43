"""The missing claims of a handoff: each with its cause, its citations and where its documents stand."""

from collections.abc import Iterator

from triage.clues.claim import missing_ids
from triage.handoff.words import code, item, listed
from triage.model import Diagnosis, Evidence, Finding

_DOCUMENT_LIMIT = 60  # Its rank stands on the same line.


def missing_claims(diagnosis: Diagnosis, evidence: Evidence) -> Iterator[str]:
    """One item per required claim that is not supported, as far as lists or reason tell."""
    for claim in missing_ids(evidence.row):
        cause = _cause(diagnosis, claim)
        yield item(f"{code(claim)}:", *cause, *_cited(evidence, claim), *_labelled(evidence, claim))


def claim_cause(diagnosis: Diagnosis, claim: str) -> Finding | None:
    """What was found of this very claim, a primary finding before one that was only seen beside it."""
    own = [finding for finding in diagnosis.findings if finding.claim_id == claim]
    return min(own, key=lambda one: one.secondary, default=None)


def _cause(diagnosis: Diagnosis, claim: str) -> list[str]:
    """The claim's own cause, else that of the whole row: a moved contract explains every claim it took in."""
    own = claim_cause(diagnosis, claim)
    if own is not None:
        return [f"{code(own.cause)}{', only also seen' if own.secondary else ''};"]
    whole = next((one for one in diagnosis.findings if one.claim_id is None and not one.secondary), None)
    return [f"{code(whole.cause)}, of the whole row;" if whole is not None else "no cause found;"]


def _cited(evidence: Evidence, claim: str) -> list[str]:
    attribution = evidence.attribution
    if attribution is None or attribution.claims is None:
        return ["citations not recorded;"]
    stated = attribution.of(claim)
    if stated is None:
        return ["not in the attribution record;"]
    if stated.span is None and not stated.quote and not stated.citations:
        return ["not stated;"]
    if not stated.citations:
        return ["stated, nothing cited;"]
    return ["cited", *listed([code(doc) for doc in stated.citations], "", ";")]


def _labelled(evidence: Evidence, claim: str) -> list[str]:
    label = evidence.case.claims.get(claim) if evidence.case and evidence.case.claims else None
    if label is None:
        return ["no label"]
    return ["labelled", *listed([f"{code(doc, _DOCUMENT_LIMIT)} {_rank(evidence, doc)}" for doc in label.sources])]


def _rank(evidence: Evidence, doc: str) -> str:
    retrieval = evidence.retrieval
    if retrieval is None or retrieval.retrieved is None:
        return "(no retrieval record)"
    rank = next((chunk.rank for chunk in retrieval.retrieved if chunk.doc_id == doc), None)
    within = f" of k={retrieval.k}" if retrieval.k is not None else ""
    return f"(rank {rank}{within})" if rank is not None else "(not retrieved)"
