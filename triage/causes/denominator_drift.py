"""The requirement grew without a new contract version, and what is missing is what was added.

What it sees
    The required set differs from the last green run's, the contract version does not, and every missing claim is
    among the added ones.
Why it matters
    The product did not get worse; it is asked for more under the same name. Scores of the two runs are not
    comparable.
Look-alikes
    contract-changed: there the contract version says that the requirement changed.
    answer-omits-claim: there the missing claim was required before.
What to do next
    Give the changed requirement a new contract version and review the added claims.
Owner
    test-data
"""

from collections.abc import Iterator
from dataclasses import replace

from triage.causes.cause import Cause, Said, weakened
from triage.clues.requirement import contract_versions, requirement_change
from triage.model import Confidence, Evidence, Owner, Proof, Stage

CAUSE = Cause(
    "denominator-drift",
    Stage.CONTRACT,
    Owner.TEST_DATA,
    "give the changed requirement a new contract version and review the added claims",
    ("contract-changed", "answer-omits-claim"),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Added claims under an unchanged contract version."""
    change = requirement_change(evidence)
    if change is None:
        if evidence.row.required and not evidence.has_baseline:
            yield CAUSE.cannot_tell("the last green run: its required list shows whether claims were added")
        return
    row, before = evidence.row, change.before
    if not change.differs:
        yield CAUSE.ruled_out("the required set is the last green run's", before.source)
        return
    versions = contract_versions(evidence)
    if versions is not None and versions[0] != versions[1]:
        yield CAUSE.ruled_out(f"the contract version moved from {versions[0]} to {versions[1]}", row.source)
        return
    if not change.missing_added:
        return
    finding = CAUSE.found(
        *change.proofs(row),
        Proof(f"contract version {versions[1] if versions else 'not kept'} in both runs", row.source),
        confidence=weakened(Confidence.CERTAIN, versions is None),
    )
    yield finding if change.explains else replace(finding, secondary=True)
