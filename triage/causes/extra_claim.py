"""The answer states something that no label covers.

What it sees
    A stated claim is not among the labelled ones, so support is below 1.
Why it matters
    Either the answer invents, or the labels are too narrow; the score cannot tell.
Look-alikes
    unknown-supported-claim: there the extra id is in the metric's supported list.
What to do next
    Read the sentence beside its citation, then either shorten the answer or extend the labels.
Owner
    application
"""

from collections.abc import Iterator
from dataclasses import replace

from triage.causes.cause import Cause, Said
from triage.model import Evidence, Owner, Proof, Stage

CAUSE = Cause(
    "extra-claim",
    Stage.ATTRIBUTION,
    Owner.APPLICATION,
    "read the sentence beside its citation, then shorten the answer or extend the labels",
    ("unknown-supported-claim",),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Stated and not labelled."""
    case, attribution = evidence.case, evidence.attribution
    if case is None or not case.claims or attribution is None:
        return
    stated = [claim for claim in attribution.claims or () if claim.span is not None or claim.quote]
    extra = [claim for claim in stated if claim.claim_id not in case.claims]
    if not extra:
        return
    ids = ", ".join(claim.claim_id for claim in extra)
    finding = CAUSE.found(
        Proof(f"stated and not labelled: {ids} ({len(extra)} of {len(stated)} stated claims)", attribution.source),
        Proof(f"labelled: {', '.join(case.claims)}", case.source),
    )
    yield finding if evidence.row.metric in ("support", "faithfulness") else replace(finding, secondary=True)
