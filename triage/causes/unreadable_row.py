"""The gate could not read this row of its input, or a required field of it was missing.

What it sees
    The row is invalid and has no case id, or its reason names a missing field (a KeyError), or one of its two lists of
    claim ids is absent and nothing else is said.
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
from triage.clues.words import MISSING_FIELD, said, speech
from triage.model import Confidence, Evidence, Outcome, Owner, Proof, Row, Stage

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
    elif (field := _absent_list(row)) and not speech(row):
        text = f"a required field of the evaluated input is missing: {field} is absent, or is no list of ids"
        yield CAUSE.found(Proof(text, row.source), confidence=Confidence.LIKELY)


def _absent_list(row: Row) -> str | None:
    """The one of a coverage row's two lists that was not kept, where the other one was."""
    if row.metric != "evidence_coverage" or row.score is not None or (row.required is None) == (row.supported is None):
        return None
    return "required_claim_ids" if row.required is None else "supported_claim_ids"
