"""A document that this caller must never see was retrieved or delivered.

What it sees
    A retrieved or delivered document is marked as restricted, or is on the case's list of restricted documents.
Why it matters
    This outranks every score: a good answer built on it is a leak.
Look-alikes
    No score looks like this; only the record of what was shown does.
What to do next
    Stop the release, check the access filter between index and prompt, and tell who must know.
Owner
    retrieval
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.model import Evidence, Owner, Proof, Stage

CAUSE = Cause(
    "restricted-document-shown",
    Stage.RETRIEVAL,
    Owner.RETRIEVAL,
    "stop the release, check the access filter between index and prompt, and tell who must know",
    (),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Restricted, and in the ranked list or the prompt."""
    retrieval = evidence.retrieval
    if retrieval is None:
        return
    forbidden = set(evidence.case.restricted if evidence.case else ())
    proofs = [
        Proof(f"{chunk.doc_id or 'a document without id'} at rank {chunk.rank} is restricted", retrieval.source)
        for chunk in retrieval.retrieved or ()
        if chunk.restricted or chunk.doc_id in forbidden
    ]
    delivered = [doc for doc in retrieval.delivered or () if doc in forbidden]
    proofs += [Proof(f"{doc} was delivered to the prompt", retrieval.source) for doc in delivered]
    if proofs and forbidden and evidence.case:
        listed = ", ".join(sorted(forbidden))
        proofs.append(Proof(f"restricted for this case: {listed}", evidence.case.source))
    if proofs:
        yield CAUSE.found(*proofs)
    elif forbidden and retrieval.retrieved is not None:
        yield CAUSE.ruled_out("no restricted document was retrieved or delivered", retrieval.source)
