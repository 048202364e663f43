"""The list of required claim ids holds a duplicate id.

What it sees
    An id in the required list stands there more than once. The metric refuses the list.
Why it matters
    The denominator would be wrong, so no score is given.
Look-alikes
    duplicate-supported-claim: there the other list is at fault.
What to do next
    Repair the list where it is written: the fixture.
Owner
    test-data
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.words import quoted, speech
from triage.model import Evidence, Owner, Proof, Stage

CAUSE = Cause(
    "duplicate-required-claim",
    Stage.METRIC,
    Owner.TEST_DATA,
    "repair the required list where the fixture writes it",
    ("duplicate-supported-claim",),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """A duplicate id in the required list."""
    row = evidence.row
    ids = row.required or ()
    faulty = [claim for claim in dict.fromkeys(ids) if ids.count(claim) > 1]
    if faulty:
        yield CAUSE.found(Proof(f"required_claim_ids holds duplicate ids: {quoted(faulty)}", row.source))
    elif row.required is None and "required_claim_ids contains duplicate claim IDs" in speech(row):
        yield CAUSE.found(Proof(row.reason or "", row.source))
