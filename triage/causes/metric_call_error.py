"""The metric was called with arguments it does not take.

What it sees
    The error or reason of an invalid row speaks of a TypeError, a required field of the call, or an unexpected
    argument.
Why it matters
    Nothing was measured. The caller and the metric disagree about names or types, usually after an upgrade.
Look-alikes
    unreadable-row: there a field of the evaluated input is missing.
    metric-execution-error: there the call was accepted and the metric raised later.
What to do next
    Compare the caller's keyword names with the signature of the installed version.
Owner
    evaluation
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.words import CALL_ERROR, said
from triage.model import Evidence, Outcome, Owner, Proof, Stage

CAUSE = Cause(
    "metric-call-error",
    Stage.METRIC,
    Owner.EVALUATION,
    "compare the caller's keyword names with the signature of the installed version",
    ("unreadable-row", "metric-execution-error"),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Input validation refused the call."""
    row = evidence.row
    if row.outcome is Outcome.INVALID and (text := said(row, CALL_ERROR)):
        yield CAUSE.found(Proof(f"the call was refused: {text}", row.source))
