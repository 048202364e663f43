"""The inputs are those of the last green run; the judge is not.

What it sees
    Candidates and presented order equal the last green run's, and judge, criterion version or a package version
    differs.
Why it matters
    The order moved with the ruler. That is a fact about the evaluation, not about the candidates.
Look-alikes
    candidates-changed: there the texts differ.
    judge-disagrees: there judge and versions are as they were.
What to do next
    Judge this case once with the last green configuration.
Owner
    evaluation
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said, weakened
from triage.clues.ranking import comparison, same_digest
from triage.model import Confidence, Evidence, Owner, Proof, RankingArtifact, Stage

CAUSE = Cause(
    "judge-config-changed",
    Stage.STABILITY,
    Owner.EVALUATION,
    "judge this case once with the last green configuration",
    ("candidates-changed", "judge-disagrees"),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Equal inputs, another judge."""
    view = comparison(evidence)
    before = view.green if view else None
    if view is None or before is None:
        return
    mine = view.artifact
    if mine.presented != before.presented or same_digest(mine.candidate_digest, before.candidate_digest) is False:
        return
    changes = [
        f"{what}: {then or 'not kept'} -> {now or 'not kept'}"
        for what, then, now in _configuration(before, mine)
        if then != now
    ]
    if not changes:
        yield CAUSE.ruled_out("judge, criterion version and packages are the last green run's", before.source)
        return
    proofs = [Proof(change, view.source) for change in changes]
    same = "candidates and presented order are the same"
    unknown = same_digest(mine.candidate_digest, before.candidate_digest) is None
    yield CAUSE.found(*proofs, Proof(same, before.source), confidence=weakened(Confidence.CERTAIN, unknown))


def _configuration(before: RankingArtifact, now: RankingArtifact) -> Iterator[tuple[str, str | None, str | None]]:
    yield "judge", before.judge, now.judge
    yield "criterion version", before.criterion_version, now.criterion_version
    for name in sorted({*before.versions, *now.versions}):
        yield name, before.versions.get(name), now.versions.get(name)
