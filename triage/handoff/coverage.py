"""The missing claims of a handoff: each with its cause, its citations and where its documents stand."""

from collections.abc import Iterator

from triage.clues.claim import missing_ids
from triage.handoff.words import code, item, listed
from triage.model import Diagnosis, Evidence

_DOCUMENT_LIMIT = 60  # Its rank stands on the same line.


def missing_claims(diagnosis: Diagnosis, evidence: Evidence) -> Iterator[str]:
    """One item per required claim that is not supported, as far as lists or reason tell."""
    causes = {finding.claim_id: finding.cause for finding in reversed(diagnosis.findings) if not finding.secondary}
    for claim in missing_ids(evidence.row):
        cause = [f"{code(causes[claim])};"] if claim in causes else []
        yield item(f"{code(claim)}:", *cause, *_cited(evidence, claim), *_labelled(evidence, claim))


def _cited(evidence: Evidence, claim: str) -> list[str]:
    attribution = evidence.attribution
    if attribution is None or attribution.claims is None:
        return ["citations not recorded;"]
    stated = attribution.of(claim)
    if stated is None or (stated.span is None and not stated.citations):
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
