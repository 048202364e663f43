"""The text was retrieved from another document that says the same, which the labels do not know.

What it sees
    No labelled id was retrieved, the expected passage stands in a retrieved chunk, and both the labelled document
    and the retrieved one are documents of the inventory: a duplicate the labels do not list.
Why it matters
    Retrieval did its work; the ground truth is too narrow.  Blaming the ranker would teach it to avoid good text.
Look-alikes
    broken-id-join: there the two ids are one document (alias, or only one of them is in the inventory).
    retrieval-miss: there the passage is in no retrieved chunk.
What to do next
    Let a reviewer add the second document to the label, or declare one of the two the only source.
Owner
    test-data
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said, weakened
from triage.clues.claim import ClaimView, listed
from triage.model import Confidence, Owner, Proof, Stage

CAUSE = Cause(
    "label-gap",
    Stage.ATTRIBUTION,
    Owner.TEST_DATA,
    "have a reviewer add the other document to the label, or name one of the two the only source",
    ("broken-id-join", "retrieval-miss"),
)


def look(claim: ClaimView) -> Iterator[Said]:
    """The labelled text under another id that is a document of its own."""
    if not claim.labelled or claim.chunks is None or claim.first_hit is not None:
        return
    moved = next((one for one in claim.moved if one.by == "passage"), None)
    if moved is None or any(one.by != "passage" for one in claim.moved):
        return
    if not claim.inventory:
        needs = f"corpus.jsonl: if it lists {moved.chunk.doc_id} and {listed(sorted(claim.labelled))} as two documents"
        yield CAUSE.cannot_tell(f"{needs}, the labels have a gap; otherwise the ids moved", claim.claim_id)
        return
    known = [doc for doc in sorted(claim.labelled) if claim.inventory.document(doc)]
    other = claim.inventory.document(moved.chunk.doc_id) if moved.chunk.doc_id else None
    if not known or other is None:
        because = f"{listed(sorted(claim.labelled))} and {moved.chunk.doc_id} are not both in the inventory"
        yield CAUSE.ruled_out(because, claim.retrieval_source, claim.claim_id)
        return
    labelled = claim.inventory.document(known[0])
    assert labelled is not None
    yield CAUSE.found(
        claim.label_proof(),
        Proof(f"rank {moved.chunk.rank} is {moved.chunk.doc_id}: {moved.how}", claim.retrieval_source),
        Proof(f"{moved.chunk.doc_id} is a document of its own in the inventory", other.source),
        Proof(f"{known[0]} is in the inventory too", labelled.source),
        claim=claim.claim_id,
        confidence=weakened(Confidence.CERTAIN, not claim.mapped),
    )
