"""The answer states the claim but cites only documents that do not support it, though the right one was visible.

What it sees
    The claim has a span, every citation is outside its labels (by id and by alias), and a labelled document was
    visible to the answer stage.
Why it matters
    A reader who follows the citation does not find the claim.  Retrieval delivered; the answer pointed elsewhere.
Look-alikes
    broken-id-join: there the cited id is another name of the labelled document.
    mixed-citation: there at least one citation is right.
    retrieval-miss: there no labelled document was visible, so the answer had nothing right to cite.
What to do next
    Read the cited passage beside the labelled one, and check how the prompt numbers its sources.
Owner
    application
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said, weakened
from triage.clues.citations import document_fault
from triage.clues.claim import ClaimView, cites_unknown, listed
from triage.model import Confidence, Owner, Proof, Stage

CAUSE = Cause(
    "wrong-citation",
    Stage.ATTRIBUTION,
    Owner.APPLICATION,
    "read the cited passage beside the labelled one and check how the prompt numbers its sources",
    ("broken-id-join", "mixed-citation", "retrieval-miss"),
)


def look(claim: ClaimView) -> Iterator[Said]:
    """Every citation is outside the labels, and a labelled document was visible."""
    if not claim.is_stated or not claim.citations or not claim.labelled or claim.renamed_citations:
        return
    right = [doc for doc in claim.citations if doc in claim.labelled]
    if right:
        because = f"{listed(right)} is cited and labelled for the claim"
        yield CAUSE.ruled_out(because, claim.attribution_source, claim.claim_id)
        return
    if claim.visible is None:
        needs = f"retrieval.jsonl for this case: if {listed(sorted(claim.labelled))} was visible, the citation is wrong"
        yield CAUSE.cannot_tell(needs, claim.claim_id)
    if not claim.visible_labelled:
        return
    faults = [fault for doc in claim.citations if (fault := document_fault(claim, doc)) is not None]
    yield CAUSE.found(
        Proof(f"{claim.claim_id} is stated and cites only {listed(claim.citations)}", claim.attribution_source),
        *(Proof(f"it {fault.words}", fault.source) for fault in faults),
        claim.label_proof(),
        Proof(f"visible and labelled: {listed(sorted(claim.visible_labelled))}", claim.retrieval_source),
        claim=claim.claim_id,
        confidence=weakened(Confidence.CERTAIN, cites_unknown(claim)),
    )
