"""A metric that compares with a reference was asked of a case that has none.

What it sees
    A reference metric failed or is invalid, and neither the row nor the case holds a reference.
Why it matters
    Nothing could be compared; the number, if any, compares with an empty text.
Look-alikes
    context-missing: there the context is missing.
    score-not-a-number: there a reference was kept, and nothing explains the missing score.
What to do next
    Write the reference answer, or take the metric off this case.
Owner
    test-data
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.model import Evidence, Owner, Proof, Stage

CAUSE = Cause(
    "reference-missing",
    Stage.METRIC,
    Owner.TEST_DATA,
    "write the reference answer or take the metric off this case",
    ("context-missing", "score-not-a-number"),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """A reference metric without a reference."""
    row, case = evidence.row, evidence.case
    if row.metric not in REFERENCE_METRICS:
        return
    kept = [row.raw[key] for key in REFERENCE_KEYS if key in row.raw]
    if any(kept) or (case is not None and case.reference) or (case is None and not kept):
        return
    proofs = [Proof(f"{row.metric} needs a reference answer, and none was kept", row.source)]
    if case is not None:
        proofs.append(Proof("the case has no reference", case.source))
    yield CAUSE.found(*proofs)


REFERENCE_METRICS = ("context_recall", "answer_correctness", "answer_similarity", "factual_correctness")
REFERENCE_KEYS = ("reference", "ground_truth", "reference_answer")
