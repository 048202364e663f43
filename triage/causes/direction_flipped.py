"""Best and worst were exchanged: the order is the exact reverse, or its direction is not the fixture's.

What it sees
    The returned order is the exact reverse of the expected one (three or more candidates), or the stated direction
    is missing or differs from the fixture's.
Why it matters
    The judge may agree with reviewers completely; the list was read from the wrong end.
Look-alikes
    position-bias: there the reverse comes from the order that was shown.
    judge-disagrees: there the order differs without being the reverse.
What to do next
    Check on which side of the metric the direction is applied.
Owner
    evaluation
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said, weakened
from triage.clues.ranking import comparison
from triage.model import Confidence, Evidence, Owner, Proof, Stage

CAUSE = Cause(
    "direction-flipped",
    Stage.ORDERS,
    Owner.EVALUATION,
    "check on which side of the metric the direction is applied",
    ("position-bias", "judge-disagrees"),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """An exact reverse, or another direction than the fixture's."""
    view = comparison(evidence)
    if view is None or not view.is_valid or view.right:
        return
    wanted = view.case.direction if view.case else None
    stated = view.artifact.direction
    reverse = view.actual == view.expected[::-1]
    if (wanted and stated and stated != wanted) or (stated is None and reverse):
        text = f"direction {stated or 'not stated'}, the fixture says {wanted or 'nothing'}"
        yield CAUSE.found(
            Proof(text, view.case.source if view.case and wanted else view.source),
            *([Proof(REVERSED, view.source)] if reverse else []),
        )
        return
    if not reverse:
        yield CAUSE.ruled_out("the order is not the reverse of the expected one", view.source)
        return
    others = [attempt.actual for attempt in view.artifact.attempts if attempt.actual]
    if any(order != view.expected[::-1] for order in others):
        yield CAUSE.ruled_out("other attempts do not return the reverse", view.source)
    elif len(view.expected) > 2:
        echoed = view.artifact.presented == view.actual and not others
        yield CAUSE.found(Proof(REVERSED, view.source), confidence=weakened(Confidence.CERTAIN, not others, echoed))


REVERSED = "the returned order is the exact reverse of the expected one"
