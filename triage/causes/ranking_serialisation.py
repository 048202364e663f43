"""The judge's raw order is good; the saved one is not the same.

What it sees
    The raw order is a permutation, and the saved order is not, or differs from it.
Why it matters
    The verdict was lost between the metric and the file. Judging again changes nothing.
Look-alikes
    not-a-permutation: there the raw order itself is broken.
What to do next
    Read the code that writes the order: labels, sorting, deduplication.
Owner
    evaluation
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.ranking import comparison
from triage.metrics.ranking import identity
from triage.model import Evidence, Owner, Proof, Stage

CAUSE = Cause(
    "ranking-serialisation",
    Stage.ORDERS,
    Owner.EVALUATION,
    "read the code that writes the order: labels, sorting, deduplication",
    ("not-a-permutation",),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Raw valid, saved different."""
    view = comparison(evidence)
    if view is None or view.artifact.actual is None or not view.expected:
        return
    raw, saved = view.raw, view.artifact.actual
    if raw is None:
        if not identity(view.expected, saved).ok:
            yield CAUSE.cannot_tell("raw_order of this comparison: a valid raw order means that saving it broke it")
        return
    if raw == saved:
        yield CAUSE.ruled_out("the raw order is the saved order", view.source)
        return
    if identity(view.expected, raw).ok:
        yield CAUSE.found(
            Proof(f"raw order {', '.join(raw)}: a permutation", view.source),
            Proof(f"saved order {', '.join(saved) or 'empty'}: {identity(view.expected, saved).words()}", view.source),
        )
