"""The judge is stable, speaks to the reviewers' reasons, and disagrees: the label may be wrong.

What it sees
    Every repetition and seating gives the same winner against the label, and the explanation addresses the
    rationale.
Why it matters
    A consistent, argued dissent is a reason to reopen the label, not to change the judge.
Look-alikes
    judge-disagrees: there the explanation does not speak to the rationale, or the verdict stands alone.
What to do next
    Put explanation and rationale side by side before the domain's reviewers.
Owner
    domain-review
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.ranking import addresses_rationale, comparison
from triage.model import Confidence, Evidence, Owner, Proof, Stage

CAUSE = Cause(
    "label-disputed",
    Stage.STABILITY,
    Owner.DOMAIN_REVIEW,
    "put explanation and rationale side by side before the domain's reviewers",
    ("judge-disagrees",),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Stable against the label, and argued."""
    view = comparison(evidence)
    if view is None or not view.is_valid or view.right:
        return
    if not view.verdicts_elsewhere:
        yield CAUSE.cannot_tell("repeated and permuted attempts: the same winner in all of them reopens the label")
        return
    if not view.stable_against_label:
        yield CAUSE.ruled_out("not every attempt puts the same candidate first", view.source)
        return
    if not addresses_rationale(view):
        yield CAUSE.ruled_out("the explanation does not speak to the reviewers' rationale", view.source)
        return
    count = view.verdicts_elsewhere + 1
    yield CAUSE.found(
        Proof(f"{view.winner(view.actual)} wins all {count} verdicts, over every seating", view.source),
        Proof(f"reviewed winner {view.expected_winner}", view.case.source if view.case else view.source),
        Proof(f"the explanation addresses the rationale: {str(view.artifact.explanation)[:200]}", view.source),
        confidence=Confidence.LIKELY,
    )
