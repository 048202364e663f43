"""Evidence that was visible, and an answer that does not state the claim."""

from triage.clues.claim import ClaimView, listed
from triage.model import Proof


def omission(claim: ClaimView) -> tuple[Proof, ...]:
    """The proofs that evidence was visible and the answer has no span for the claim."""
    recorded = "span null" if claim.stated else "no record of the claim"
    hit = claim.visible_passage
    if hit:
        seen = claim.chunk(hit.ranks[0])
        shown = f"visible at rank {seen.rank} ({seen.doc_id}): the expected passage, {hit.how}"
    else:
        shown = f"visible and labelled: {listed(sorted(claim.visible_labelled))}"
    return (
        Proof(f"the answer does not state {claim.claim_id} ({recorded})", claim.attribution_source),
        Proof(shown, claim.retrieval_source),
        claim.label_proof(),
    )


def states_anything(claim: ClaimView) -> bool:
    """The answer states at least one claim."""
    attribution = claim.evidence.attribution
    return any(one.span is not None or one.quote for one in (attribution.claims if attribution else None) or ())


def cutoff_unknown(claim: ClaimView) -> bool:
    """Neither what was delivered nor the cutoff was kept, so that any hit but the first may not have been shown."""
    retrieval = claim.evidence.retrieval
    return retrieval is not None and retrieval.delivered is None and retrieval.k is None
