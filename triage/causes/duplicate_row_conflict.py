"""Two rows of one case, metric and system differ, and nothing says which is which.

What it sees
    Another row has the same case, metric and system, neither has an attempt number, and they differ.
Why it matters
    A dictionary keyed by case would silently keep the last one. Both are kept here, and neither wins.
Look-alikes
    attempts-disagree: there the rows are numbered attempts of one input.
What to do next
    Find out whether two different cases share an id, or one case was written twice; number attempts.
Owner
    evaluation
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.model import Evidence, Owner, Proof, Row, Stage
from triage.text import number

CAUSE = Cause(
    "duplicate-row-conflict",
    Stage.LOAD,
    Owner.EVALUATION,
    "find out whether two cases share an id or one was written twice, and number attempts",
    ("attempts-disagree",),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Same identity, no attempt number, other content."""
    row = evidence.row
    others = [twin for twin in evidence.twins if twin.attempt is None and _differs(row, twin)]
    if row.attempt is not None or row.case_id is None or not others:
        return
    proofs = [Proof(f"this row: {_summary(row)}", row.source)]
    proofs += [Proof(f"the other row: {_summary(other)}", other.source) for other in others]
    yield CAUSE.found(*proofs)


def _differs(row: Row, twin: Row) -> bool:
    return (row.outcome, row.score, row.required, row.supported, row.reason) != (
        twin.outcome,
        twin.score,
        twin.required,
        twin.supported,
        twin.reason,
    )


def _summary(row: Row) -> str:
    required = "not kept" if row.required is None else ", ".join(row.required) or "none"
    return f"{row.outcome.word}, score {number(row.score)}, required {required}"
