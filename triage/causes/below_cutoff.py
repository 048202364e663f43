"""The supporting document was ranked, but after the cutoff.

What it sees
    The best-ranked labelled document, or the one chunk of it that holds the expected passage, stands after rank k and
    was not delivered.
Why it matters
    The retriever knows the document; the order or the cutoff lost it.  k, the reranker or the query decide.
Look-alikes
    retrieval-miss: there the document was not ranked at all.
    context-dropped: there it was within k and still not delivered.
    conditions-differ: there k itself is smaller than in the last green run.
What to do next
    Compare the rank with the last green run, and see what moved above it.
Owner
    retrieval
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said, weakened
from triage.clues.claim import ClaimView
from triage.clues.omission import cutoff_unknown
from triage.model import Chunk, Confidence, Owner, Proof, Stage

CAUSE = Cause(
    "below-cutoff",
    Stage.RETRIEVAL,
    Owner.RETRIEVAL,
    "compare the rank with the last green run and see what moved above it",
    ("retrieval-miss", "context-dropped", "conditions-differ"),
)


def look(claim: ClaimView) -> Iterator[Said]:
    """First labelled source ranked after k."""
    retrieval, hit = claim.evidence.retrieval, _needed(claim)
    if retrieval is None or hit is None:
        return
    if cutoff_unknown(claim) and hit.rank > 1:
        needs = f"the cutoff k of this retrieval: {hit.doc_id} stands at rank {hit.rank}"
        yield CAUSE.cannot_tell(needs, claim.claim_id)
        return
    if hit in claim.visible_chunks:
        because = f"{hit.doc_id} is visible, at rank {hit.rank}"
        yield CAUSE.ruled_out(because, retrieval.source, claim.claim_id)
        return
    if retrieval.k is None:
        needs = f"the cutoff k of this retrieval: {hit.doc_id} stands at rank {hit.rank}"
        yield CAUSE.cannot_tell(needs, claim.claim_id)
        return
    if hit.rank <= retrieval.k:
        because = f"{hit.doc_id} stands at rank {hit.rank}, within k={retrieval.k}"
        yield CAUSE.ruled_out(because, retrieval.source, claim.claim_id)
        return
    proofs = [
        Proof(f"{hit.doc_id} stands at rank {hit.rank}, the cutoff is k={retrieval.k}", retrieval.source),
        claim.label_proof(),
    ]
    proofs += _green_rank(claim, hit.doc_id)
    confidence = weakened(Confidence.CERTAIN, claim.first_hit is None)
    yield CAUSE.found(*proofs, claim=claim.claim_id, confidence=confidence)


def _needed(claim: ClaimView) -> Chunk | None:
    """The best-ranked chunk that the claim needs: where its passage stands, else of its document."""
    if claim.passage_hit and not claim.visible_passage:
        holder = claim.chunk(claim.passage_hit.ranks[-1])
        if holder.doc_id in claim.labelled:
            return holder
    return claim.first_hit or _moved_hit(claim)


def _moved_hit(claim: ClaimView) -> Chunk | None:
    return claim.moved[0].chunk if claim.moved and not any(one.visible for one in claim.moved) else None


def _green_rank(claim: ClaimView, doc_id: str | None) -> list[Proof]:
    before = claim.evidence.green.retrieval if claim.evidence.green else None
    for chunk in (before.retrieved if before else None) or ():
        if before and chunk.doc_id == doc_id:
            return [Proof(f"in the last green run {doc_id} stood at rank {chunk.rank}, k={before.k}", before.source)]
    return []
