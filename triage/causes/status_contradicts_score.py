"""The recorded status and the score beside its minimum say different things.

What it sees
    The row is recorded as pass below its minimum, or as fail at or above it.
Why it matters
    One of the two decided the gate, and the other is what people read. Neither is turned green without a person.
Look-alikes
    threshold-drift: there status, score and minimum agree, and the minimum moved since the last green run.
What to do next
    Find which of the two the gate used; look for a score that was rounded before it was stored.
Owner
    release-policy
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.model import Evidence, Outcome, Owner, Proof, Stage
from triage.text import versus

CAUSE = Cause(
    "status-contradicts-score",
    Stage.CONTRACT,
    Owner.RELEASE_POLICY,
    "find which of the two the gate used; look for a score rounded before it was stored",
    ("threshold-drift",),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Recorded and recomputed verdict differ."""
    row = evidence.row
    if row.score is None or row.minimum is None or row.status_written is None or row.outcome is Outcome.INVALID:
        return
    if evidence.ranking is not None:
        return  # a must-win comparison fails on its winner, whatever its agreement
    recorded = row.status_written.strip().casefold() in ("pass", "passed")
    if recorded == (row.score >= row.minimum):
        because = f"recorded {row.status_written.strip()}, and {versus(row.score, row.minimum)}"
        yield CAUSE.ruled_out(because, row.source)
        return
    where = "from the manifest's policy" if row.minimum_from_policy else "in the row"
    yield CAUSE.found(
        Proof(f"recorded {row.status_written.strip()}, but {versus(row.score, row.minimum)}", row.source),
        Proof(f"the minimum stands {where}", evidence.manifest.source if row.minimum_from_policy else row.source),
    )
