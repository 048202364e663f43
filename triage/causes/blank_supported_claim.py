"""The list of supported claim ids holds a blank id.

What it sees
    An id in the supported list is empty or white space. The metric refuses the list.
Why it matters
    An id without a name joins with nothing, so no score is given.
Look-alikes
    blank-required-claim: there the other list is at fault.
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
    "blank-supported-claim",
    Stage.METRIC,
    Owner.ATTRIBUTION,
    "repair the supported list where the mapper writes it",
    ("blank-required-claim",),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """A blank id in the supported list."""
    row = evidence.row
    ids = row.supported or ()
    faulty = [claim for claim in ids if not claim.strip()]
    if faulty:
        yield CAUSE.found(Proof(f"supported_claim_ids holds blank ids: {quoted(faulty)}", row.source))
    elif row.supported is None and "supported_claim_ids contains a blank claim ID" in speech(row):
        yield CAUSE.found(Proof(row.reason or "", row.source))
