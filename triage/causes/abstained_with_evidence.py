"""The question can be answered, the evidence was visible, and the answer states nothing at all.

What it sees
    The case is not labelled unanswerable, the mapper found no stated claim in the whole answer, and a labelled
    document was visible.
Why it matters
    A refusal in front of good evidence is an answer-stage fault, and reads like a retrieval miss in the score.
Look-alikes
    answer-omits-claim: there the answer states other claims.
    retrieval-miss: there nothing usable was visible, and abstaining was right.
What to do next
    Read the answer: a refusal, an empty completion, or a safety filter each leave their own words.
Owner
    application
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said, weakened
from triage.clues.claim import ClaimView
from triage.clues.omission import cutoff_unknown, omission, states_anything
from triage.model import Confidence, Owner, Stage

CAUSE = Cause(
    "abstained-with-evidence",
    Stage.ATTRIBUTION,
    Owner.APPLICATION,
    "read the answer: a refusal, an empty completion and a filter leave different words",
    ("answer-omits-claim", "retrieval-miss"),
)


def look(claim: ClaimView) -> Iterator[Said]:
    """Nothing stated, though the evidence was visible."""
    if not claim.mapped or claim.visible is None or not claim.labelled:
        return
    if states_anything(claim):
        yield CAUSE.ruled_out("the answer states other claims", claim.attribution_source, claim.claim_id)
    elif claim.evidence_visible:
        confidence = weakened(Confidence.CERTAIN, claim.visible_passage is None, cutoff_unknown(claim))
        yield CAUSE.found(*omission(claim), claim=claim.claim_id, confidence=confidence)
