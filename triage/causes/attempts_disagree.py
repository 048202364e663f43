"""The same input was scored more than once and got different scores.

What it sees
    Another attempt of this case has the same input digest and another score.
Why it matters
    A deterministic metric cannot do that; a judge that does is unstable. Rerunning until green proves nothing.
Look-alikes
    mapper-unstable: there the metric's inputs differ, because the mapper decided differently.
    duplicate-row-conflict: there the rows are not numbered attempts.
What to do next
    Fix the judge's temperature and seed, and report the share of attempts that pass.
Owner
    evaluation
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.model import Evidence, Outcome, Owner, Proof, Stage
from triage.text import number

CAUSE = Cause(
    "attempts-disagree",
    Stage.METRIC,
    Owner.EVALUATION,
    "fix the judge's temperature and seed, and report the share of attempts that pass",
    ("mapper-unstable", "duplicate-row-conflict"),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Equal input digests, unequal scores."""
    row = evidence.row
    if row.input_sha256 is None or row.score is None:
        return
    same = [twin for twin in evidence.twins if twin.input_sha256 == row.input_sha256 and twin.score is not None]
    if not any(twin.score != row.score for twin in same):
        for twin in same[:1]:
            yield CAUSE.ruled_out("another attempt on the same input has the same score", twin.source)
        return
    every = sorted((row, *same), key=lambda one: one.attempt or 0)
    passing = sum(one.outcome is Outcome.PASSED for one in every)
    scores = ", ".join(number(one.score) for one in every)
    proofs = [Proof(f"one input digest, scores {scores}: {passing} of {len(every)} attempts pass", row.source)]
    proofs += [Proof(f"attempt {one.attempt}: {number(one.score)}", one.source) for one in every if one is not row]
    yield CAUSE.found(*proofs)
