"""No document that supports the claim is in the corpus at all.

What it sees
    The run kept a corpus inventory, none of the labelled documents is in it (by id or alias), and no retrieved
    chunk holds the passage.
Why it matters
    No retriever could have found it.  Either the document was removed, or the label names one that never was.
Look-alikes
    retrieval-miss: there the document is in the inventory.
    broken-id-join: there the document is in the corpus under another id.
What to do next
    Look for the document in the inventory of the last green run: there, it was removed; not there, the label is stale.
Owner
    corpus
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said, weakened
from triage.clues.claim import ClaimView, listed
from triage.model import Confidence, Owner, Proof, Stage

CAUSE = Cause(
    "not-in-corpus",
    Stage.RETRIEVAL,
    Owner.CORPUS,
    "look for the document in the last green run's inventory: removed since, or never there",
    ("retrieval-miss", "broken-id-join"),
)


def look(claim: ClaimView) -> Iterator[Said]:
    """No labelled source in the inventory."""
    if not claim.labelled or claim.first_hit is not None or claim.moved:
        return
    if not claim.inventory:
        needs = "corpus.jsonl: it tells a document that is not in the corpus from one that was not found"
        yield CAUSE.cannot_tell(needs, claim.claim_id)
        return
    for doc, entry in claim.in_corpus.items():
        yield CAUSE.ruled_out(f"{doc} is in the corpus inventory", entry.source, claim.claim_id)
        return
    proofs = [
        claim.label_proof(),
        Proof(f"the inventory lists none of {listed(sorted(claim.labelled))}", claim.label_source),
    ]
    before = claim.evidence.green
    for doc in sorted(claim.labelled):
        earlier = before.inventory.document(doc) if before else None
        if earlier is not None:
            proofs.append(Proof(f"the last green run's inventory lists {doc}", earlier.source))
    compared = claim.chunks == () or bool(claim.chunks and claim.passage and all(chunk.text for chunk in claim.chunks))
    yield CAUSE.found(*proofs, claim=claim.claim_id, confidence=weakened(Confidence.CERTAIN, not compared))
