"""Nothing was kept of what was retrieved, so the retrieval causes can be neither shown nor excluded.

What it sees
    There is no retrieval record for the case, or its ranked list is null or absent.
Why it matters
    A miss, a cutoff and a dropped context look the same without the ranking.
Look-alikes
    retrieval-miss, below-cutoff, context-dropped, evidence-missing-from-chunk.
What to do next
    Keep retrieval.jsonl (ranked ids, text, k, delivered) for every evaluated case.
Owner
    retrieval
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.claim import ClaimView
from triage.model import Owner, Stage

CAUSE = Cause(
    "retrieval-record-missing",
    Stage.RETRIEVAL,
    Owner.RETRIEVAL,
    "keep retrieval.jsonl with ranked ids, text, k and delivered for every case",
    ("retrieval-miss", "below-cutoff", "context-dropped", "evidence-missing-from-chunk"),
)


def look(claim: ClaimView) -> Iterator[Said]:
    """No ranked list for this case."""
    if claim.chunks is not None or claim.visible is not None:
        return
    needs = "retrieval.jsonl for this case: it tells a miss, a cutoff and a dropped context apart"
    yield CAUSE.cannot_tell(needs, claim.claim_id)
