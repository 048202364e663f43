"""A claim that the reviewed contract requires and that nobody counted: a high score over what is left."""

from triage.clues.claim import ClaimView, listed
from triage.model import Evidence, Proof


def uncounted_claims(evidence: Evidence) -> tuple[ClaimView, ...]:
    """Claims of the very contract version that the row names, which the row's required list does not hold."""
    row, case = evidence.row, evidence.case
    if row.required is None or case is None or not case.claims:
        return ()
    if row.contract_version is None or row.contract_version != case.contract_version:
        return ()
    return tuple(ClaimView(evidence, claim_id) for claim_id in case.claims if claim_id not in row.required)


def is_uncounted(claim: ClaimView) -> bool:
    """The row's own required list does not hold this claim."""
    required = claim.evidence.row.required
    return required is not None and claim.claim_id not in required


def proofs(claim: ClaimView) -> tuple[Proof, ...]:
    """The contract beside the row's list, what the mapper recorded, and what the score is taken over."""
    row, case = claim.evidence.row, claim.evidence.case
    contract = tuple(case.claims or ()) if case else ()
    verdict = "kept no verdict on it" if claim.stated is None else "kept a record of it"
    return (
        Proof(
            f"contract {row.contract_version} requires {claim.claim_id}; required in the row: "
            f"{listed(row.required or ())}",
            row.source,
        ),
        Proof(f"claims of the contract: {listed(contract)}", claim.label_source),
        Proof(f"the mapper {verdict}", claim.attribution_source),
        Proof(f"over the whole contract {len(set(row.supported or ()))} of {len(contract)} are supported", row.source),
    )
