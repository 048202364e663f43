"""Nothing was kept of what the mapper decided, so two causes cannot be told apart.

What it sees
    There is no attribution record (or one without a claim list) for the case, and evidence for the claim was
    visible, or nobody knows.
Why it matters
    "The answer lacked it" and "the mapper dropped it" give the same number and have different owners.
Look-alikes
    answer-omits-claim, support-mapper-dropped-claim: one attribution record decides between them.
What to do next
    Keep attribution.jsonl (claim id, span, citations) for every evaluated case.
Owner
    attribution
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.claim import ClaimView
from triage.model import Owner, Stage

CAUSE = Cause(
    "attribution-missing",
    Stage.ATTRIBUTION,
    Owner.ATTRIBUTION,
    "keep attribution.jsonl with claim id, span and citations for every case",
    ("answer-omits-claim", "support-mapper-dropped-claim"),
)


def look(claim: ClaimView) -> Iterator[Said]:
    """No attribution record: the answer and the mapper cannot be told apart."""
    if claim.mapped:
        return
    if claim.visible is not None and claim.labelled and not claim.evidence_visible:
        return
    needs = "attribution.jsonl for this case: a span shows that the mapper dropped the claim, none that the answer did"
    yield CAUSE.cannot_tell(needs, claim.claim_id)
