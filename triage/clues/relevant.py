"""A labelled document that a ranking metric did not find among the first k, seen like a claim it alone supports."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from triage.clues.claim import ClaimView
from triage.clues.recompute import at_k
from triage.model import Evidence, Label, Proof


@dataclass(frozen=True)
class RelevantView(ClaimView):
    """``claim_id`` is the document's id.  No mapper speaks of it, whatever it recorded of the answer's claims."""

    @cached_property
    def label(self) -> Label:
        """This document alone, with the passage of the first claim that it supports."""
        case = self.evidence.case
        claims = (case.claims or {}).values() if case else ()
        passages = (one.evidence for one in claims if self.claim_id in one.sources and one.evidence)
        return Label(self.claim_id, (self.claim_id,), next(passages, None))

    def label_proof(self) -> Proof:
        """That the document is labelled."""
        return Proof(f"labelled relevant: {self.claim_id}", self.label_source)


def missing_relevant(evidence: Evidence) -> tuple[RelevantView, ...]:
    """One view per document that is labelled relevant and not among the first k, for a metric over the first k."""
    metric, case, retrieval = at_k(evidence.row.metric), evidence.case, evidence.retrieval
    if metric is None or case is None or not case.relevant:
        return ()
    if retrieval is not None:
        # The metric is taken over the ranked list, whatever of it was delivered.
        retrieval = replace(retrieval, k=metric.k or retrieval.k, delivered=None)
    seen = set(retrieval.visible or ()) if retrieval else set()
    held = replace(evidence, retrieval=retrieval, attribution=None)
    return tuple(RelevantView(held, doc) for doc in _labelled(evidence) if doc not in seen)


def _labelled(evidence: Evidence) -> Iterator[str]:
    relevant = evidence.case.relevant if evidence.case else None
    return (doc for doc, grade in (relevant or {}).items() if grade > 0 and doc)
