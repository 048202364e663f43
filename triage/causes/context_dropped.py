"""The document was retrieved within the cutoff and did not reach the answer prompt.

What it sees
    A labelled document is among the first k retrieved, and the recorded list of delivered documents lacks it.
Why it matters
    Retrieval did its work.  A budget, a filter or the prompt assembly dropped the evidence on the way.
Look-alikes
    below-cutoff: there the rank is after k.
    retrieval-miss: there the document was not ranked.
    answer-omits-claim: there the document was delivered.
What to do next
    Look at the context budget and at the filters between retrieval and prompt.
Owner
    application
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.claim import ClaimView, listed
from triage.model import Owner, Proof, Stage

CAUSE = Cause(
    "context-dropped",
    Stage.RETRIEVAL,
    Owner.APPLICATION,
    "look at the context budget and the filters between retrieval and prompt",
    ("below-cutoff", "retrieval-miss", "answer-omits-claim"),
)


def look(claim: ClaimView) -> Iterator[Said]:
    """In the first k retrieved, not in delivered."""
    retrieval, hit = claim.evidence.retrieval, claim.first_hit
    if retrieval is None or hit is None:
        return
    if retrieval.delivered is None:
        if retrieval.k is not None and hit.rank <= retrieval.k:
            needs = f"the delivered list of this case: {hit.doc_id} is only assumed to have been in the prompt"
            yield CAUSE.cannot_tell(needs, claim.claim_id)
        return
    shown = claim.labelled.intersection(retrieval.delivered)
    if shown:
        yield CAUSE.ruled_out(f"{listed(sorted(shown))} was delivered", retrieval.source, claim.claim_id)
        return
    if retrieval.k is not None and hit.rank > retrieval.k:
        return
    within = f", within k={retrieval.k}" if retrieval.k is not None else ""
    yield CAUSE.found(
        Proof(f"{hit.doc_id} was retrieved at rank {hit.rank}{within}", retrieval.source),
        Proof(f"delivered: {listed(retrieval.delivered)}", retrieval.source),
        claim.label_proof(),
        claim=claim.claim_id,
    )
