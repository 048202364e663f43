"""The score is missing, NaN, infinite or text, and nothing says why.

What it sees
    An invalid row without a finite score and without an error, a call fault or a fault in its lists.
Why it matters
    NaN is below no threshold and above none: a comparison with it says fail, but nothing was measured.
Look-alikes
    judge-unavailable, metric-execution-error: there an error text explains the missing number.
    score-out-of-range: there the score is a number that the metric cannot give.
What to do next
    Find the judge's raw reply of this row; keep it in judge_text if it was not kept.
Owner
    evaluation
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.ranking import comparison
from triage.clues.words import EXPLANATIONS, has_list_fault, said
from triage.model import Evidence, Outcome, Owner, Proof, Stage

CAUSE = Cause(
    "score-not-a-number",
    Stage.METRIC,
    Owner.EVALUATION,
    "find the judge's raw reply of this row, and keep it from now on",
    ("judge-unavailable", "metric-execution-error", "score-out-of-range"),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """No finite score and no explanation."""
    row = evidence.row
    if row.outcome is not Outcome.INVALID or row.score is not None or row.case_id is None or row.error:
        return
    compared = comparison(evidence)
    if compared is not None and (compared.actual is not None or compared.artifact.unparsed is not None):
        return
    if has_list_fault(row) or any(said(row, pattern) for pattern in EXPLANATIONS):
        return
    written = f"the score is {row.score_written}" if row.score_written else "there is no score"
    proofs = [Proof(f"{written}: nothing was measured", row.source)]
    if row.reason:
        proofs.append(Proof(f"the reason beside it: {row.reason.splitlines()[0][:200]}", row.source))
    yield CAUSE.found(*proofs)
