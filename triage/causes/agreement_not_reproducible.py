"""The recorded agreement is not the one that the orders give.

What it sees
    The recorded pairwise agreement differs from the recomputed one by more than 1e-9.
Why it matters
    A number that cannot be reproduced must not decide anything.
Look-alikes
    score-not-reproducible: the same fault of a scalar metric.
What to do next
    Compute the agreement from the saved orders, and find what the recorded one was computed from.
Owner
    evaluation
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.ranking import comparison
from triage.metrics.ranking import pairwise_agreement
from triage.model import Evidence, Owner, Proof, Stage
from triage.text import number

CAUSE = Cause(
    "agreement-not-reproducible",
    Stage.ORDERS,
    Owner.EVALUATION,
    "compute the agreement from the saved orders, and find what the recorded one came from",
    ("score-not-reproducible",),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Recorded against recomputed agreement."""
    view = comparison(evidence)
    if view is None or not view.is_valid or view.actual is None:
        return
    agreement = pairwise_agreement(view.expected, view.actual)
    places = [("recorded in the artifact", view.artifact.pairwise_agreement, view.source)]
    if evidence.row.metric == "pairwise_agreement" and evidence.row.source != view.source:
        places.append(("recorded as the score", evidence.row.score, evidence.row.source))
    wrong = [
        (where, value, source) for where, value, source in places if value is not None and abs(value - agreement) > 1e-9
    ]
    if wrong:
        again = Proof(f"recomputed {number(agreement, wrong[0][1])}: pairs in the same order / all pairs", view.source)
        yield CAUSE.found(
            *(Proof(f"{where}: {number(value, agreement)}", source) for where, value, source in wrong), again
        )
    elif any(value is not None for _, value, _ in places):
        yield CAUSE.ruled_out(f"the agreement recomputes to {number(agreement)}", view.source)
