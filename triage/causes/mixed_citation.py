"""One citation is right, another is not: one right citation does not cancel a wrong one.

What it sees
    The claim has a span, at least one cited document is labelled and visible, and at least one is not.
Why it matters
    The strict rule counts a claim as supported only when every citation holds, because a reader may follow any.
Look-alikes
    wrong-citation: there no citation is right.
    citation-not-visible: there the labelled document that is cited was never shown to the answer stage.
    support-mapper-dropped-claim: there every citation is right.
What to do next
    Look at the extra citation: is it a habit of the prompt (cite all sources), or is the label too narrow?
Owner
    application
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said, weakened
from triage.clues.claim import ClaimView, cites_unknown, listed
from triage.model import Confidence, Owner, Proof, Stage

CAUSE = Cause(
    "mixed-citation",
    Stage.ATTRIBUTION,
    Owner.APPLICATION,
    "look at the extra citation: a prompt that cites everything, or a label that is too narrow",
    ("wrong-citation", "citation-not-visible", "support-mapper-dropped-claim"),
)


def look(claim: ClaimView) -> Iterator[Said]:
    """Some citations are labelled and visible, at least one is not."""
    if not claim.is_stated or not claim.labelled or claim.visible is None or claim.renamed_citations:
        return
    right = [doc for doc in claim.citations if doc in claim.visible_labelled]
    wrong = [doc for doc in claim.citations if doc not in claim.visible_labelled]
    if not right:
        return
    if not wrong:
        because = f"every citation ({listed(right)}) is labelled and visible"
        yield CAUSE.ruled_out(because, claim.attribution_source, claim.claim_id)
        return
    why = (f"{doc} ({'labelled, not visible' if doc in claim.labelled else 'not labelled'})" for doc in wrong)
    yield CAUSE.found(
        Proof(f"{claim.claim_id} cites {listed(right)}, and also {listed(why)}", claim.attribution_source),
        claim.label_proof(),
        claim=claim.claim_id,
        confidence=weakened(Confidence.CERTAIN, cites_unknown(claim)),
    )
