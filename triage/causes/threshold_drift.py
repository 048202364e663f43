"""The score is the last green run's; the minimum moved across it.

What it sees
    The score equals the last green run's, which passed, and the minimum is now above it.
Why it matters
    Nothing about the product changed. The release policy did.
Look-alikes
    status-contradicts-score: there score and minimum do not agree with the recorded status.
    conditions-differ: there the score moved although the inputs are equal.
What to do next
    Ask who moved the minimum and whether the release should be held to it.
Owner
    release-policy
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.model import Evidence, Owner, Proof, Stage
from triage.text import number, versus

CAUSE = Cause(
    "threshold-drift",
    Stage.CONTRACT,
    Owner.RELEASE_POLICY,
    "ask who moved the minimum and whether this release should be held to it",
    ("status-contradicts-score",),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Same score, other minimum, other side."""
    row, before = evidence.row, evidence.green.row if evidence.green else None
    if before is None or row.score is None or row.minimum is None:
        if row.score is not None and row.minimum is not None and not evidence.has_baseline:
            yield CAUSE.cannot_tell("the last green run: an equal score there with a lower minimum means that it moved")
        return
    if before.minimum is None or before.score is None:
        return
    if row.minimum == before.minimum:
        yield CAUSE.ruled_out(f"the minimum is {number(row.minimum)} in both runs", before.source)
        return
    if abs(before.score - row.score) > TOLERANCE:
        because = f"the score moved too, from {number(before.score, row.score)} to {number(row.score, before.score)}"
        yield CAUSE.ruled_out(because, before.source)
        return
    if before.score >= before.minimum and row.score < row.minimum:
        yield CAUSE.found(
            Proof(f"now {versus(row.score, row.minimum)}", row.source),
            Proof(f"last green {versus(before.score, before.minimum)}", before.source),
            *_versions(evidence, evidence.green),
        )


def _versions(now: Evidence, then: Evidence | None) -> Iterator[Proof]:
    """The policy versions, where both runs kept theirs."""
    before, after = (_policy(one) if one else None for one in (then, now))
    if before and after:
        yield Proof(f"policy version {before} -> {after}", now.row.source)


def _policy(evidence: Evidence) -> str | None:
    return evidence.row.policy_version or evidence.manifest.policy.version


TOLERANCE = 1e-9
