"""The list of supported claim ids holds a duplicate id.

What it sees
    An id in the supported list stands there more than once. The metric refuses the list.
Why it matters
    The mapper would over-count, so no score is given.
Look-alikes
    duplicate-required-claim: there the other list is at fault.
What to do next
    Repair the list where it is written: the mapper.
Owner
    attribution
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.words import quoted, speech
from triage.model import Evidence, Owner, Proof, Stage

CAUSE = Cause(
    "duplicate-supported-claim",
    Stage.METRIC,
    Owner.ATTRIBUTION,
    "repair the supported list where the mapper writes it",
    ("duplicate-required-claim",),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """A duplicate id in the supported list."""
    row = evidence.row
    ids = row.supported or ()
    faulty = [claim for claim in dict.fromkeys(ids) if ids.count(claim) > 1]
    if faulty:
        yield CAUSE.found(Proof(f"supported_claim_ids holds duplicate ids: {quoted(faulty)}", row.source))
    elif row.supported is None and "supported_claim_ids contains duplicate claim IDs" in speech(row):
        yield CAUSE.found(Proof(row.reason or "", row.source))
