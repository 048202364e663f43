"""The ids moved, the text is fine: labels and retrieval call the same document by different names.

What it sees
    No labelled id is visible, but a retrieved chunk under another id is that document: the inventory lists one id
    as an alias of the other, or the expected passage stands in the chunk and the two ids are not two documents of
    the inventory, or the label names chunk ids where retrieval ranks documents.
Why it matters
    Every score that joins by id drops at once and looks like a retrieval collapse, while readers still get the
    right text.  Re-indexing again makes it worse.
Look-alikes
    retrieval-miss: there the passage is in no retrieved chunk.
    label-gap: there both ids are documents of the inventory, and the labels know only one of them.
    not-in-corpus: there no retrieved chunk holds the text.
What to do next
    Compare the ids that the parser or indexer writes now with the ids of the last green run, and map them once.
Owner
    attribution
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.claim import ClaimView, Moved, listed
from triage.model import Confidence, Owner, Proof, Stage

CAUSE = Cause(
    "broken-id-join",
    Stage.ATTRIBUTION,
    Owner.ATTRIBUTION,
    "compare the ids written now with those of the last green run and restore the mapping",
    ("retrieval-miss", "label-gap", "not-in-corpus"),
)


def look(claim: ClaimView) -> Iterator[Said]:
    """A labelled document was retrieved, or cited, under an id that the labels do not know."""
    if not claim.labelled:
        return
    if claim.first_hit is not None and not claim.renamed_citations:
        because = f"{claim.first_hit.doc_id} was retrieved at rank {claim.first_hit.rank} under its labelled id"
        yield CAUSE.ruled_out(because, claim.retrieval_source, claim.claim_id)
        return
    if claim.first_hit is not None:
        yield from _renamed_citation(claim)
        return
    moved = next((one for one in claim.moved if _is_join(claim, one)), None)
    if moved is not None:
        yield CAUSE.found(*_proofs(claim, moved), claim=claim.claim_id, confidence=_confidence(claim, moved))
    elif claim.chunks is not None and claim.passage and claim.texts_kept and not claim.moved:
        because = "the expected passage is in no retrieved chunk, under any id"
        yield CAUSE.ruled_out(because, claim.retrieval_source, claim.claim_id)
    elif claim.chunks and not claim.moved:
        needs = "the expected passage in the case and the text of the chunks: found in a chunk, the ids moved"
        yield CAUSE.cannot_tell(needs, claim.claim_id)


def _renamed_citation(claim: ClaimView) -> Iterator[Said]:
    """The label's id was retrieved, but the answer cites it by another of its names."""
    renamed = sorted(claim.renamed_citations)
    yield CAUSE.found(
        Proof(
            f"cites {listed(renamed)}, which the inventory knows as {listed(sorted(claim.labelled))}",
            claim.attribution_source,
        ),
        claim.label_proof(),
        claim=claim.claim_id,
    )


def _is_join(claim: ClaimView, moved: Moved) -> bool:
    """Not a join fault but a gap in the labels when both ids are documents of the inventory."""
    if moved.by != "passage" or not claim.inventory:
        return True
    labels_known = any(claim.inventory.document(doc) for doc in claim.labelled)
    return not (labels_known and moved.chunk.doc_id and claim.inventory.document(moved.chunk.doc_id))


def _confidence(claim: ClaimView, moved: Moved) -> Confidence:
    if not claim.mapped:
        return Confidence.LIKELY
    if moved.by in ("alias", "level") or claim.inventory:
        return Confidence.CERTAIN
    return Confidence.LIKELY


def _proofs(claim: ClaimView, moved: Moved) -> list[Proof]:
    chunk = moved.chunk
    proofs = [
        claim.label_proof(),
        Proof(f"rank {chunk.rank} is {chunk.doc_id}: {moved.how}", moved.source),
    ]
    if moved.by == "alias" and claim.passage_hit and chunk.rank in claim.passage_hit.ranks:
        text = f"the expected passage stands in rank {chunk.rank} ({claim.passage_hit.how})"
        proofs.append(Proof(text, claim.retrieval_source))
    if chunk.doc_id in claim.citations:
        proofs.append(Proof(f"the answer cites {chunk.doc_id} for {claim.claim_id}", claim.attribution_source))
    if claim.inventory and not any(claim.inventory.document(doc) for doc in claim.labelled):
        proofs.append(Proof(f"the inventory has no {listed(sorted(claim.labelled))} any more", moved.source))
    return proofs
