"""Requirement and contract version both changed: this row and its green twin measure different things.

What it sees
    The required set and the contract version both differ from the last green run's.
Why it matters
    A lower score under a new contract is no regression until somebody has reviewed the new requirement.
Look-alikes
    denominator-drift: there the requirement changed and the contract version did not.
What to do next
    Review the new requirement with the domain's reviewers and take a new green run under it.
Owner
    domain-review
"""

from collections.abc import Iterator
from dataclasses import replace

from triage.causes.cause import Cause, Said
from triage.clues.requirement import contract_versions, requirement_change
from triage.model import Evidence, Owner, Proof, Stage

CAUSE = Cause(
    "contract-changed",
    Stage.CONTRACT,
    Owner.DOMAIN_REVIEW,
    "review the new requirement with the domain's reviewers and take a new green run under it",
    ("denominator-drift",),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Both the requirement and its version moved."""
    change, versions = requirement_change(evidence), contract_versions(evidence)
    if change is None or not change.differs:
        return
    if versions is None:
        yield CAUSE.cannot_tell("contract_version of both runs: moved, it says that the requirement was changed openly")
        return
    if versions[0] == versions[1]:
        yield CAUSE.ruled_out(f"the contract version is {versions[1]} in both runs", evidence.row.source)
        return
    moved = f"contract version {versions[0]} -> {versions[1]}"
    finding = CAUSE.found(*change.proofs(evidence.row), Proof(moved, evidence.row.source))
    yield finding if change.missing_added or not evidence.row.missing else replace(finding, secondary=True)
