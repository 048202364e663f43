"""The answer states the claim and cites nothing for it.

What it sees
    The claim has a span in the answer and an empty list of citations.  Not looked at where a judge recorded which
    chunks entail the claim: there nobody was asked to cite.
Why it matters
    Nothing ties the sentence to a source, so the claim is unsupported even when it is true.
Look-alikes
    answer-omits-claim: there the answer does not state the claim.
    support-mapper-dropped-claim: there the citation is present and right.
What to do next
    Check whether the answer's raw text holds a citation mark that the parser did not read.
Owner
    application
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.claim import ClaimView, listed
from triage.model import Owner, Proof, Stage

CAUSE = Cause(
    "uncited-claim",
    Stage.ATTRIBUTION,
    Owner.APPLICATION,
    "check whether the raw answer holds a citation mark that was not read",
    ("answer-omits-claim", "support-mapper-dropped-claim"),
)


def look(claim: ClaimView) -> Iterator[Said]:
    """Stated, and no citation."""
    if not claim.is_stated or (claim.stated is not None and claim.stated.entailed_by is not None):
        return
    if claim.citations:
        because = f"{claim.claim_id} cites {listed(claim.citations)}"
        yield CAUSE.ruled_out(because, claim.attribution_source, claim.claim_id)
        return
    yield CAUSE.found(
        Proof(f"{claim.claim_id} is stated with no citation", claim.attribution_source), claim=claim.claim_id
    )
