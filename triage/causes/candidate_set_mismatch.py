"""The judge was given other candidates than the reviewed order speaks of.

What it sees
    The ids of the presented order differ from the ids of the expected order.
Why it matters
    The comparison was assembled wrongly before any judge saw it.
Look-alikes
    not-a-permutation: there the presented order is right and the returned one is not.
What to do next
    Compare the fixture's candidate list with its expected order.
Owner
    evaluation
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.ranking import comparison
from triage.metrics.ranking import identity
from triage.model import Evidence, Owner, Proof, Stage

CAUSE = Cause(
    "candidate-set-mismatch",
    Stage.IDENTITY,
    Owner.EVALUATION,
    "compare the fixture's candidate list with its expected order",
    ("not-a-permutation",),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Presented ids against expected ids."""
    view = comparison(evidence)
    if view is None or view.artifact.presented is None or not view.expected:
        return
    faults = identity(view.expected, view.artifact.presented)
    if faults.ok:
        yield CAUSE.ruled_out("presented and expected order hold the same ids", view.source)
        return
    yield CAUSE.found(
        Proof(f"presented against expected: {faults.words()}", view.source),
        Proof(f"presented {', '.join(view.artifact.presented)}; expected {', '.join(view.expected)}", view.source),
    )
