"""The mapper decided differently about the same answer.

What it sees
    Another attempt has the same required list and the same answer, and another supported list.
Why it matters
    The score moves with the mapper, not with the answer: nobody can repair the answer for it.
Look-alikes
    attempts-disagree: there the metric's inputs are equal, and the metric itself moved.
What to do next
    Compare the mapper's version and settings over the attempts.
Owner
    attribution
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.model import Evidence, Owner, Proof, Stage

CAUSE = Cause(
    "mapper-unstable",
    Stage.METRIC,
    Owner.ATTRIBUTION,
    "compare the mapper's version and settings over the attempts",
    ("attempts-disagree",),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Same answer and requirement, other supported list."""
    row = evidence.row
    answer = row.raw.get("answer")
    if row.supported is None or not isinstance(answer, str):
        return
    for twin in evidence.twins:
        same = twin.raw.get("answer") == answer and twin.required == row.required
        if twin.attempt is None or twin.supported is None or not same:
            continue
        if set(twin.supported) != set(row.supported):
            yield CAUSE.found(
                Proof(f"attempt {row.attempt}: supported {', '.join(row.supported) or 'none'}", row.source),
                Proof(f"attempt {twin.attempt}: supported {', '.join(twin.supported) or 'none'}", twin.source),
                Proof("the answer and the required list are the same", twin.source),
            )
            return
