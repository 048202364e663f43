"""No document that supports the claim was retrieved.

What it sees
    No labelled document is among the ranked hits, the expected passage is in none of their texts under any id,
    and the labelled document is in the corpus.
Why it matters
    The answer stage had no chance; prompts and models cannot repair it.
Look-alikes
    broken-id-join: there the text was retrieved under another id.
    below-cutoff: there the document was ranked, after k.
    not-in-corpus: there no retriever could have found it.
    label-gap: there another document with the same text was retrieved.
What to do next
    Search the index for the passage by its own words: found means ranking or query, not found means indexing.
Owner
    retrieval
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said, weakened
from triage.clues.claim import ClaimView, listed
from triage.model import Confidence, Owner, Proof, Stage

CAUSE = Cause(
    "retrieval-miss",
    Stage.RETRIEVAL,
    Owner.RETRIEVAL,
    "search the index for the passage by its own words: found points at ranking, not found at indexing",
    ("broken-id-join", "below-cutoff", "not-in-corpus", "label-gap"),
)


def look(claim: ClaimView) -> Iterator[Said]:
    """Nothing labelled retrieved, the passage nowhere, the source in the corpus."""
    if claim.chunks is None or not claim.labelled:
        return
    if claim.first_hit is not None:
        because = f"{claim.first_hit.doc_id} was retrieved at rank {claim.first_hit.rank}"
        yield CAUSE.ruled_out(because, claim.retrieval_source, claim.claim_id)
        return
    if claim.moved:
        moved = claim.moved[0]
        because = f"the labelled text was retrieved as {moved.chunk.doc_id} at rank {moved.chunk.rank}"
        yield CAUSE.ruled_out(because, claim.retrieval_source, claim.claim_id)
        return
    if claim.inventory and not claim.in_corpus:
        return
    yield CAUSE.found(*_proofs(claim), claim=claim.claim_id, confidence=_confidence(claim))


def _confidence(claim: ClaimView) -> Confidence:
    """Certain only where the text was compared, or nothing at all was retrieved, and the corpus is known."""
    compared = not claim.chunks or bool(claim.passage and all(chunk.text for chunk in claim.chunks))
    return weakened(Confidence.CERTAIN, not claim.inventory, not compared)


def _proofs(claim: ClaimView) -> list[Proof]:
    ranked = [chunk.doc_id or "(no id)" for chunk in claim.chunks or ()]
    proofs = [
        Proof(
            f"retrieved, best first: {listed(ranked[:12])}" + (" ..." if len(ranked) > 12 else ""),
            claim.retrieval_source,
        ),
        claim.label_proof(),
    ]
    if claim.chunks and claim.passage and claim.texts_kept:
        proofs.append(Proof("the expected passage is in no retrieved chunk", claim.retrieval_source))
    for doc, entry in claim.in_corpus.items():
        name = doc if doc == entry.doc_id else f"{doc} (now {entry.doc_id})"
        proofs.append(Proof(f"{name} is in the corpus inventory", entry.source))
    return proofs
