"""The labelled document was visible, but the passage is not in its text, or the text is of another version.

What it sees
    A labelled document was visible and the text of its chunks lacks the expected passage, in every relaxed
    comparison; or the version that was read differs from the inventory's.
Why it matters
    Ranking and answer did their work on a text that had lost the fact: a parser, a chunker or a stale index did.
Look-alikes
    answer-omits-claim: there the passage was in the text.
    below-cutoff: there the passage is in a later chunk of the same document.
    broken-id-join: there the passage is in a chunk of another id.
    retrieval-miss: there the document was not retrieved.
What to do next
    Open the source document beside the chunk: was the passage lost in parsing, in chunking, or by an edit?
Owner
    corpus
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said, weakened
from triage.clues.claim import ClaimView, listed
from triage.model import Chunk, Confidence, Owner, Proof, Stage

CAUSE = Cause(
    "evidence-missing-from-chunk",
    Stage.RETRIEVAL,
    Owner.CORPUS,
    "open the source document beside the chunk: lost in parsing, in chunking, or by an edit",
    ("answer-omits-claim", "below-cutoff", "broken-id-join", "retrieval-miss"),
)


def look(claim: ClaimView) -> Iterator[Said]:
    """Visible by id, absent by text."""
    if not claim.visible_labelled:
        return
    if claim.visible_passage is not None:
        chunk = claim.chunk(claim.visible_passage.ranks[0])
        because = f"the passage stands in rank {chunk.rank} ({chunk.doc_id}), {claim.visible_passage.how}"
        yield CAUSE.ruled_out(because, claim.retrieval_source, claim.claim_id)
        return
    if claim.is_stated and claim.passage is None:
        return
    if claim.passage_hit and claim.chunk(claim.passage_hit.ranks[-1]).doc_id in claim.labelled:
        because = f"the passage stands in another chunk of the document, at rank {claim.passage_hit.ranks[-1]}"
        yield CAUSE.ruled_out(because, claim.retrieval_source, claim.claim_id)
        return
    chunks = [chunk for chunk in claim.visible_chunks if chunk.doc_id in claim.labelled]
    if claim.passage and chunks and all(chunk.text for chunk in chunks):
        yield CAUSE.found(*_lost(claim, chunks), *_versions(claim, chunks), claim=claim.claim_id)
    elif stale := _versions(claim, chunks):
        confidence = weakened(Confidence.CERTAIN, True)
        yield CAUSE.found(*stale, claim.label_proof(), claim=claim.claim_id, confidence=confidence)
    elif claim.passage is None or not chunks or not all(chunk.text for chunk in chunks):
        needs = "the expected passage in the case" if claim.passage is None else "the text of the labelled chunks"
        yield CAUSE.cannot_tell(f"{needs}: present, the answer omitted it; absent, the corpus lost it", claim.claim_id)


def _lost(claim: ClaimView, chunks: list[Chunk]) -> tuple[Proof, ...]:
    ranks = listed(f"{chunk.doc_id} at rank {chunk.rank}" for chunk in chunks)
    return (
        Proof(f"visible: {ranks}; its text does not hold the expected passage", claim.retrieval_source),
        Proof(f"expected passage of {claim.claim_id}: {claim.passage}", claim.label_source),
    )


def _versions(claim: ClaimView, chunks: list[Chunk]) -> list[Proof]:
    proofs = []
    for chunk in chunks:
        entry = claim.inventory.document(chunk.doc_id) if chunk.doc_id else None
        if entry and entry.source_version and chunk.source_version not in (None, entry.source_version):
            text = (
                f"{chunk.doc_id} was read in version {chunk.source_version}, the inventory has {entry.source_version}"
            )
            proofs.append(Proof(text, entry.source))
    return proofs
