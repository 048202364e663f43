"""The evidence was in front of the answer stage, and the answer does not state the claim.

What it sees
    The mapper recorded no span for the claim, while a labelled document whose text holds the expected passage was
    visible; the answer states other claims.
Why it matters
    Retrieval and mapping did their work.  Only the answer stage (prompt, model, length limit) can repair this.
Look-alikes
    support-mapper-dropped-claim: there the answer states the claim.
    abstained-with-evidence: there the answer states nothing at all.
    retrieval-miss, below-cutoff, context-dropped: there the evidence was not visible.
    evidence-missing-from-chunk: there the document was visible, but not the passage.
What to do next
    Read the answer beside the passage; then check the answer's length limit and the prompt revision.
Owner
    application
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said, weakened
from triage.clues.claim import ClaimView
from triage.clues.omission import cutoff_unknown, omission, states_anything
from triage.model import Confidence, Owner, Stage

CAUSE = Cause(
    "answer-omits-claim",
    Stage.ATTRIBUTION,
    Owner.APPLICATION,
    "read the answer beside the passage, then check the length limit and the prompt revision",
    ("support-mapper-dropped-claim", "abstained-with-evidence", "retrieval-miss", "evidence-missing-from-chunk"),
)


def look(claim: ClaimView) -> Iterator[Said]:
    """No span, and the evidence was visible."""
    if not claim.mapped:
        return
    if claim.is_stated:
        span = f" at {claim.stated.span[0]}-{claim.stated.span[1]}" if claim.stated and claim.stated.span else ""
        yield CAUSE.ruled_out(f"the answer states {claim.claim_id}{span}", claim.attribution_source, claim.claim_id)
        return
    if claim.visible is None or not claim.labelled:
        needs = "retrieval.jsonl" if claim.visible is None else "claim labels in cases.jsonl"
        text = f"{needs} for this case: evidence visible means that the answer omitted it"
        yield CAUSE.cannot_tell(text, claim.claim_id)
        return
    if not claim.evidence_visible:
        because = "the evidence was not visible to the answer stage"
        yield CAUSE.ruled_out(because, claim.retrieval_source, claim.claim_id)
        return
    if not states_anything(claim):
        return
    confidence = weakened(
        Confidence.CERTAIN, claim.stated is None, claim.visible_passage is None, cutoff_unknown(claim)
    )
    yield CAUSE.found(*omission(claim), claim=claim.claim_id, confidence=confidence)
