"""The case requires nothing, so nothing can be missing: the fixture cannot answer its own question.

What it sees
    The required list is empty (or the metric said so), and the case is not labelled unanswerable.
Why it matters
    Nothing divided by nothing is neither 1 nor 0. A fixture without claims passes everything if it is let through.
Look-alikes
    answered-unanswerable: a case labelled unanswerable (claims: {}) is right to require nothing, and abstention counts.
    denominator-drift: there claims were added to the requirement, not taken out of it.
What to do next
    Have a reviewer write the required claims of this case, or label it unanswerable.
Owner
    test-data
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.words import speech
from triage.model import Evidence, Owner, Proof, Stage

CAUSE = Cause(
    "empty-requirements",
    Stage.METRIC,
    Owner.TEST_DATA,
    "have a reviewer write the required claims of this case or label it unanswerable",
    ("answered-unanswerable", "denominator-drift"),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """No required claim on a case that should have some."""
    row, case = evidence.row, evidence.case
    said_so = row.required is None and "must not be empty" in speech(row)
    if row.metric != "evidence_coverage" or not (row.required == () or said_so):
        return
    if case is not None and case.unanswerable:
        yield CAUSE.ruled_out("the case is labelled unanswerable: coverage is not applicable", case.source)
        return
    proofs = [Proof("required_claim_ids is empty" if row.required == () else row.reason or "", row.source)]
    if case is not None:
        proofs.append(Proof(f"the case labels {len(case.claims or ())} claims", case.source))
    before = evidence.green.row if evidence.green else None
    if before is not None and before.required:
        proofs.append(Proof(f"the last green run required {', '.join(before.required)}", before.source))
    yield CAUSE.found(*proofs)
