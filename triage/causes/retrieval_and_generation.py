"""The ranking is noisy and the answer does not keep to it: two faults, two owners.

What it sees
    context precision below 0.6 and faithfulness below 0.7.
Why it matters
    Mending one of the two leaves the row red, and each team would point at the other.
Look-alikes
    noisy-retrieval: there the answer keeps to its context.
    hallucination-with-good-context: there the context is clean.
What to do next
    Hand it to both: the ranking first, then the answer on the same context.
Owner
    retrieval, application
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.profile import LOW_FAITHFULNESS, LOW_PRECISION, measured, profile
from triage.model import Evidence, Owner, Stage

CAUSE = Cause(
    "retrieval-and-generation",
    Stage.RETRIEVAL,
    Owner.RETRIEVAL,
    "hand it to both: the ranking first, then the answer on the same context",
    ("noisy-retrieval", "hallucination-with-good-context"),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Low context precision and low faithfulness."""
    scores = profile(evidence)
    if scores.get("context_precision", 1) < LOW_PRECISION and scores.get("faithfulness", 1) < LOW_FAITHFULNESS:
        proofs = measured(evidence, scores, "context_precision", "faithfulness", "context_recall")
        for owner in (Owner.RETRIEVAL, Owner.APPLICATION):
            yield CAUSE.found(*proofs, owner=owner)
