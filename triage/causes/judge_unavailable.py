"""The judge model could not be reached, so nothing was measured.

What it sees
    The error or reason of an invalid row speaks of a time-out, a rate limit, a connection, a quota, a 5xx or
    authentication.
Why it matters
    Infrastructure, not quality. Counting it as a failure or as 0 hides the outage and blames the product.
Look-alikes
    metric-execution-error: there the metric raised for a reason of its own.
    score-not-a-number: there nothing explains the missing number.
What to do next
    Look at the judge's gateway at the time of the run, then evaluate only the invalid rows again.
Owner
    platform
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.words import APPLICATION_FAILED, CALL_ERROR, UNAVAILABLE, has_list_fault, said
from triage.model import Evidence, Outcome, Owner, Proof, Stage

CAUSE = Cause(
    "judge-unavailable",
    Stage.METRIC,
    Owner.PLATFORM,
    "look at the judge's gateway at the time of the run, then evaluate only the invalid rows again",
    ("metric-execution-error", "score-not-a-number"),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """The words of an outage on an invalid row."""
    row = evidence.row
    if row.outcome is not Outcome.INVALID or has_list_fault(row):
        return
    if said(row, CALL_ERROR) or said(row, APPLICATION_FAILED):
        return
    if text := said(row, UNAVAILABLE):
        yield CAUSE.found(Proof(f"the judge could not be reached: {text}", row.source))
