"""The metric started and raised.

What it sees
    An invalid row whose error or reason reports an exception, and neither the call nor the judge's connection is to
    blame.
Why it matters
    Nothing was measured. The metric's code, or its input's shape, needs the person who owns the evaluation.
Look-alikes
    judge-unavailable: there the error speaks of the connection to the judge.
    metric-call-error: there the call itself was refused.
What to do next
    Run the metric on this one case with the stored inputs and read the traceback.
Owner
    evaluation
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.words import (
    APPLICATION_FAILED,
    CALL_ERROR,
    EXECUTION_ERROR,
    MISSING_FIELD,
    UNAVAILABLE,
    has_list_fault,
    said,
)
from triage.model import Evidence, Outcome, Owner, Proof, Stage

CAUSE = Cause(
    "metric-execution-error",
    Stage.METRIC,
    Owner.EVALUATION,
    "run the metric on this one case with the stored inputs and read the traceback",
    ("judge-unavailable", "metric-call-error"),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """An error that nothing more specific explains."""
    row = evidence.row
    if row.outcome is not Outcome.INVALID or row.case_id is None or has_list_fault(row):
        return
    if any(said(row, pattern) for pattern in (CALL_ERROR, UNAVAILABLE, MISSING_FIELD, APPLICATION_FAILED)):
        return
    text = row.error.strip() if row.error and row.error.strip() else said(row, EXECUTION_ERROR)
    if text:
        yield CAUSE.found(Proof(f"the metric raised: {text.splitlines()[0][:200]}", row.source))
