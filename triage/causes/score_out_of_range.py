"""The score is a number that this metric cannot give.

What it sees
    A finite score outside the declared range of its metric.
Why it matters
    It is not exceptionally good or bad: something else was written into the column, or the formula is wrong.
Look-alikes
    score-not-reproducible: there the score is possible, but not the one that the stored lists give.
What to do next
    Recompute the metric from the stored lists; look for a percent sign, a sum in place of a mean, repeated hits.
Owner
    evaluation
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.recompute import recompute
from triage.model import Evidence, Outcome, Owner, Proof, Stage
from triage.text import number

CAUSE = Cause(
    "score-out-of-range",
    Stage.METRIC,
    Owner.EVALUATION,
    "recompute from the stored lists: a percent, a sum in place of a mean, repeated hits",
    ("score-not-reproducible",),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Invalid although the score is a finite number: the range refused it."""
    row = evidence.row
    outside = next((note for note in row.notes if "outside" in note), None)
    if row.score is None or row.outcome is not Outcome.INVALID or outside is None:
        return
    proofs = [Proof(outside, row.source)]
    again = recompute(evidence)
    if again is not None and again.value is not None:
        proofs.append(Proof(f"recomputed {number(again.value)}: {again.formula}", again.sources[0]))
    yield CAUSE.found(*proofs)
