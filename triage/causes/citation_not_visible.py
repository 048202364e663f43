"""The answer cites the right document, but that document was never shown to the answer stage.

What it sees
    The claim has a span and cites a labelled document that is not among the visible ones, and cites no labelled
    document that is visible.  Without any label: none of the cited documents was visible.
Why it matters
    A right citation to an unseen source was guessed or remembered: it will be wrong as often as it is right.
Look-alikes
    mixed-citation: there another citation is labelled and visible.
    below-cutoff: there the answer does not cite the document that fell below the cutoff.
What to do next
    Check the prompt that was really sent: was the document in it under another name?
Owner
    application
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said, weakened
from triage.clues.citations import Fault, document_fault
from triage.clues.claim import ClaimView, listed
from triage.model import Confidence, Owner, Proof, Stage

CAUSE = Cause(
    "citation-not-visible",
    Stage.ATTRIBUTION,
    Owner.APPLICATION,
    "check the prompt that was really sent for the cited document",
    ("mixed-citation", "below-cutoff"),
)


def look(claim: ClaimView) -> Iterator[Said]:
    """Cites a labelled source that was not visible, and none that was."""
    if not claim.is_stated or claim.renamed_citations:
        return
    if claim.label is None:
        yield from _unlabelled(claim)
    cited = [doc for doc in claim.citations if doc in claim.labelled]
    if not cited:
        return
    if claim.visible is None:
        needs = f"retrieval.jsonl for this case: if {listed(cited)} was delivered the citation is good"
        yield CAUSE.cannot_tell(f"{needs}, otherwise the answer cites what it never saw", claim.claim_id)
        return
    if any(doc in claim.visible for doc in cited):
        because = f"{listed(doc for doc in cited if doc in claim.visible)} was visible to the answer stage"
        yield CAUSE.ruled_out(because, claim.retrieval_source, claim.claim_id)
        return
    assumed = claim.evidence.retrieval is not None and claim.evidence.retrieval.delivered is None
    how = "assumed: the first k retrieved" if assumed else "as delivered"
    yield CAUSE.found(
        Proof(f"{claim.claim_id} cites {listed(cited)}", claim.attribution_source),
        Proof(f"visible ({how}): {listed(sorted(claim.visible))}", claim.retrieval_source),
        claim=claim.claim_id,
        confidence=weakened(Confidence.CERTAIN, assumed),
    )


def _unlabelled(claim: ClaimView) -> Iterator[Said]:
    """Whatever the label would say: no cited document was in front of the answer stage."""
    faults = [document_fault(claim, doc) for doc in dict.fromkeys(claim.citations)]
    unseen = [one for one in faults if one is not None and one.fault is not Fault.PASSAGE_ABSENT]
    if claim.visible is None or not unseen or len(unseen) < len(faults):
        return
    yield CAUSE.found(
        *(Proof(f"{claim.claim_id} {one.words}", one.source) for one in unseen),
        Proof(f"visible: {listed(sorted(claim.visible))}", claim.retrieval_source),
        claim=claim.claim_id,
        confidence=Confidence.LIKELY,
    )
