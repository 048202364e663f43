"""The right candidate won; what differs is within what reviewers accept, or is only watched.

What it sees
    The winner is right and the order is an accepted one or swaps only neighbours below the winner; or the
    comparison is monitor-only.
Why it matters
    Not a release failure. Blocking on it teaches people to ignore the gate.
Look-alikes
    judge-disagrees: there the winner is wrong in a must-win comparison.
What to do next
    Add the order to the accepted ones, or leave the comparison on watch.
Owner
    domain-review
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.ranking import comparison, only_neighbours_swapped
from triage.model import Evidence, Owner, Proof, Stage

CAUSE = Cause(
    "near-tie",
    Stage.STABILITY,
    Owner.DOMAIN_REVIEW,
    "add the order to the accepted ones, or leave the comparison on watch",
    ("judge-disagrees",),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """A difference that blocks nothing."""
    view = comparison(evidence)
    if view is None or not view.is_valid or view.actual == view.expected:
        return
    if view.right and (view.actual in view.accepted or not any(view.disagreements())):
        yield CAUSE.found(Proof("the returned order is one that reviewers accept", view.source))
    elif view.right and only_neighbours_swapped(view):
        swapped = ", ".join(f"{worse} before {better}" for better, worse in view.disagreements())
        yield CAUSE.found(Proof(f"the winner is right; only neighbours are swapped: {swapped}", view.source))
    elif not view.artifact.blocking:
        yield CAUSE.found(Proof("the comparison is monitor-only: it blocks no release", view.source))
    else:
        yield CAUSE.ruled_out("must-win, and the difference is more than a swap of neighbours", view.source)
