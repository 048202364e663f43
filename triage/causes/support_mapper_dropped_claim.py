"""The answer states the claim and cites it well, yet the mapper left its id out of the supported list.

What it sees
    The mapper's record holds a span (or quote) for the claim and at least one citation, every cited document is
    labelled for the claim and was visible, and the metric's supported list does not hold the claim id.  Or, on a
    passing row: the contract version that the row names requires a claim that the row's required list lacks.
Why it matters
    The answer is right and the evidence is right; only the bookkeeping between them lost an id.  Changing the
    prompt or the index cannot raise this score.
Look-alikes
    answer-omits-claim: there the answer holds no span for the claim.
    mixed-citation: there one of the citations is not a labelled, visible document.
    broken-id-join: there the citations are right but written with ids that the labels do not know.
What to do next
    Run the mapper once more on this answer and follow the claim id from its claim record to the supported list.
Owner
    attribution
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said, weakened
from triage.clues import uncounted
from triage.clues.claim import ClaimView, listed
from triage.model import Confidence, Owner, Proof, Stage

CAUSE = Cause(
    "support-mapper-dropped-claim",
    Stage.ATTRIBUTION,
    Owner.ATTRIBUTION,
    "run the mapper again on this answer and follow the claim id into the supported list",
    ("answer-omits-claim", "mixed-citation", "broken-id-join"),
)


def look(claim: ClaimView) -> Iterator[Said]:
    """Stated, cited, every citation labelled and visible, and still not in the supported list."""
    if not claim.mapped:
        return
    if uncounted.is_uncounted(claim):
        yield CAUSE.found(*uncounted.proofs(claim), claim=claim.claim_id, confidence=Confidence.LIKELY)
    elif claim.stated is None:
        if claim.evidence_visible or claim.visible is None:
            yield CAUSE.cannot_tell(
                "the mapper's verdict on this claim: a record with a span would show a dropped id, "
                "one with span null an answer that omits it",
                claim.claim_id,
            )
    elif not claim.is_stated:
        yield CAUSE.ruled_out("the answer has no span for the claim", claim.attribution_source, claim.claim_id)
    elif not claim.labelled and any(doc not in (claim.visible or {doc}) for doc in claim.citations):
        yield from _cited(claim)  # No label could make up for a citation that was never shown.
    elif not claim.labelled:
        needs = "the documents that support this claim, in the case's labels: cited, the mapper dropped the claim"
        yield CAUSE.cannot_tell(needs, claim.claim_id)
    elif claim.citations:
        yield from _cited(claim)


def _cited(claim: ClaimView) -> Iterator[Said]:
    """Every citation against labels and visible documents."""
    wrong = [doc for doc in claim.citations if doc not in claim.labelled or doc not in (claim.visible or {doc})]
    if wrong:
        because = f"cited but not both labelled and visible: {listed(wrong)}"
        yield CAUSE.ruled_out(because, claim.attribution_source, claim.claim_id)
        return
    proofs = [
        Proof(f"the answer states {claim.claim_id} and cites {listed(claim.citations)}", claim.attribution_source),
        claim.label_proof(),
        Proof(f"supported list without {claim.claim_id}", claim.evidence.row.source),
    ]
    if claim.visible is not None:
        proofs.append(Proof(f"visible: {listed(sorted(claim.visible_labelled))}", claim.retrieval_source))
    if claim.stated and claim.stated.supported:
        proofs.insert(0, Proof(f"the mapper's own record says {claim.claim_id} is supported", claim.attribution_source))
    confidence = weakened(Confidence.CERTAIN, claim.visible is None)
    yield CAUSE.found(*proofs, claim=claim.claim_id, confidence=confidence)
