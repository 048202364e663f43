"""A claim counts as supported although its citations do not hold.

What it sees
    A claim in the supported list whose citations are not all labelled for it and visible (or that has none).  Without
    labels: one whose cited document the answer stage was never shown.
Why it matters
    The score is too high: this row may be green for the wrong reason, and a fix of the mapper will turn it red.
Look-alikes
    wrong-citation, mixed-citation: there the claim is missing from the supported list, as it should be.
What to do next
    Apply the strict rule to the mapper's output: every cited document labelled and visible.
Owner
    attribution
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.citations import document_fault
from triage.clues.claim import ClaimView
from triage.model import Confidence, Evidence, Owner, Proof, Stage

CAUSE = Cause(
    "false-support",
    Stage.ATTRIBUTION,
    Owner.ATTRIBUTION,
    "apply the strict rule to the mapper's output: every cited document labelled and visible",
    ("wrong-citation", "mixed-citation"),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Supported by the list, not by its citations."""
    row, case, attribution, retrieval = evidence.row, evidence.case, evidence.attribution, evidence.retrieval
    if not row.supported or attribution is None or attribution.claims is None:
        return
    if case is None or case.claims is None:
        yield from _unlabelled(evidence)
        return
    visible = retrieval.visible if retrieval else None
    for claim_id in dict.fromkeys(row.supported):
        label, stated = case.claims.get(claim_id), attribution.of(claim_id)
        if label is None or stated is None or not label.sources:
            continue
        if _same_document(evidence, label.sources, stated.citations):
            continue
        wrong = [doc for doc in stated.citations if doc not in label.sources]
        unseen = [doc for doc in stated.citations if visible is not None and doc not in visible]
        if stated.citations and not wrong and not unseen:
            continue
        faults = [f"not labelled: {', '.join(wrong)}"] if wrong else []
        faults += [f"not visible: {', '.join(unseen)}"] if unseen else []
        fault = "; ".join(faults) or "it has no citation"
        yield CAUSE.found(
            Proof(f"{claim_id} counts as supported, but its citations do not hold: {fault}", attribution.source),
            Proof(f"label of {claim_id}: {', '.join(label.sources)}", case.source),
            Proof(f"supported list with {claim_id}", row.source),
            claim=claim_id,
        )


def _unlabelled(evidence: Evidence) -> Iterator[Said]:
    """No labels were kept: a citation of a document that was never shown holds for no label there could be."""
    attribution = evidence.attribution
    for claim_id in dict.fromkeys(evidence.row.supported or ()):
        stated = attribution.of(claim_id) if attribution else None
        found = [document_fault(ClaimView(evidence, claim_id), doc) for doc in stated.citations] if stated else []
        faults = [one for one in found if one is not None]
        if faults:
            yield CAUSE.found(
                *(Proof(f"{claim_id} counts as supported and {one.words}", one.source) for one in faults),
                Proof(f"supported list with {claim_id}", evidence.row.source),
                claim=claim_id,
                confidence=Confidence.LIKELY,
            )


def _same_document(evidence: Evidence, sources: tuple[str, ...], citations: tuple[str, ...]) -> bool:
    """Every citation is a labelled document under its other name: a broken join, not false support."""
    outside = [doc for doc in citations if doc not in sources]
    return bool(outside) and all(_renamed(evidence, doc, sources) for doc in outside)


def _renamed(evidence: Evidence, doc: str, sources: tuple[str, ...]) -> bool:
    here = evidence.inventory.document(doc) or evidence.inventory.aliased(doc)
    names = {here.doc_id, *here.aliases} if here else set()
    return bool(names.intersection(sources))
