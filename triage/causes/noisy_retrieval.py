"""Everything needed was retrieved, among much that was not.

What it sees
    context precision below 0.6 while context recall is above 0.85.
Why it matters
    Ranking lets noise above the evidence; more documents will not help.
Look-alikes
    retrieval-and-generation: there faithfulness is low too.
    incomplete-context: there recall is low.
What to do next
    Look at the irrelevant chunks above the relevant ones.
Owner
    retrieval
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said, weakened
from triage.clues.profile import HIGH, LOW_FAITHFULNESS, LOW_PRECISION, measured, profile
from triage.model import Confidence, Evidence, Owner, Stage

CAUSE = Cause(
    "noisy-retrieval",
    Stage.RETRIEVAL,
    Owner.RETRIEVAL,
    "look at the irrelevant chunks above the relevant ones",
    ("retrieval-and-generation", "incomplete-context"),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Low context precision beside high context recall, with an answer that holds."""
    scores = profile(evidence)
    if "context_precision" not in scores or scores["context_precision"] >= LOW_PRECISION:
        return
    if "context_recall" not in scores:
        yield CAUSE.cannot_tell("context_recall of this case: above 0.85 the ranking is noisy, below 0.7 it misses")
    elif scores["context_recall"] > HIGH and scores.get("faithfulness", HIGH) >= LOW_FAITHFULNESS:
        confidence = weakened(Confidence.CERTAIN, "faithfulness" not in scores)
        yield CAUSE.found(*measured(evidence, scores, "context_precision", "context_recall"), confidence=confidence)
