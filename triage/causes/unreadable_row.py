"""The gate could not read this row of its input, or a required field of it was missing.

What it sees
    The row has a line number and no case id, or its reason names a missing field (a KeyError), and it is invalid.
Why it matters
    Nothing was evaluated for this line. It is no failure of the product and must not be counted as one.
Look-alikes
    metric-call-error: there the input was read, and the call of the metric was refused.
    unreadable-artifact: there the gate's own output is broken, not its input.
What to do next
    Open the named line of the evaluated input and repair the record.
Owner
    test-data
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.words import MISSING_FIELD, said
from triage.model import Evidence, Outcome, Owner, Proof, Stage

CAUSE = Cause(
    "unreadable-row",
    Stage.LOAD,
    Owner.TEST_DATA,
    "open the named line of the evaluated input and repair it",
    ("metric-call-error", "unreadable-artifact"),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Invalid with a line and no case, or a reason that names a missing field."""
    row = evidence.row
    if row.outcome is not Outcome.INVALID:
        return
    where = f"line {row.line} of the evaluated input" if row.line else "a line of the evaluated input"
    if row.case_id is None:
        yield CAUSE.found(Proof(f"{where} was not evaluated: {row.reason or row.error or 'no reason'}", row.source))
    elif text := said(row, MISSING_FIELD):
        yield CAUSE.found(Proof(f"a required field of the evaluated input is missing: {text}", row.source))
