"""Two candidates change places once others stand beside them.

What it sees
    A pair attempt puts A over B, and the order over all candidates puts B over A.
Why it matters
    The judge compares with the company, not with the criterion. No fixed order can be expected of it.
Look-alikes
    judge-unstable: there the very same request gives other orders.
What to do next
    Judge in pairs, or give the judge an absolute scale.
Owner
    evaluation
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.ranking import comparison
from triage.model import Evidence, Owner, Proof, Stage

CAUSE = Cause(
    "context-sensitive-order",
    Stage.STABILITY,
    Owner.EVALUATION,
    "judge in pairs, or give the judge an absolute scale",
    ("judge-unstable",),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Pair verdicts against the full order."""
    view = comparison(evidence)
    if view is None or not view.is_valid or view.right or len(view.expected) < 3:
        return
    order = view.actual or ()
    pairs = [one.actual for one in view.artifact.attempts if one.kind == "pair" and one.actual and len(one.actual) == 2]
    known = [pair for pair in pairs if set(pair) <= set(order) and len(set(pair)) == 2]
    turned = [pair for pair in known if order.index(pair[0]) > order.index(pair[1])]
    if turned:
        better, worse = turned[0]
        yield CAUSE.found(
            Proof(f"as a pair {better} is over {worse}", view.source),
            Proof(f"among all candidates {worse} is over {better}: {', '.join(order)}", view.source),
        )
    elif known:
        yield CAUSE.ruled_out("the pairs agree with the order over all candidates", view.source)
