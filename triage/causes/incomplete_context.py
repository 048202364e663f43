"""The answer keeps to its context; the context lacks what the question needs.

What it sees
    faithfulness above 0.85 while context recall is below 0.7.
Why it matters
    The answer stage is honest. What it was given is not enough.
Look-alikes
    hallucination-with-good-context: there recall is high and faithfulness low.
    noisy-retrieval: there recall is high and precision low.
What to do next
    See which parts of the reference no chunk holds, and search the index for them.
Owner
    retrieval
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.profile import HIGH, LOW_RECALL, measured, profile
from triage.model import Evidence, Owner, Stage

CAUSE = Cause(
    "incomplete-context",
    Stage.RETRIEVAL,
    Owner.RETRIEVAL,
    "see which parts of the reference no chunk holds, and search the index for them",
    ("hallucination-with-good-context", "noisy-retrieval"),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """High faithfulness beside low context recall."""
    scores = profile(evidence)
    if "context_recall" not in scores or scores["context_recall"] >= LOW_RECALL:
        return
    if "faithfulness" not in scores:
        yield CAUSE.cannot_tell("faithfulness of this case: above 0.85 the answer keeps to a poor context")
    elif scores["faithfulness"] > HIGH:
        yield CAUSE.found(*measured(evidence, scores, "faithfulness", "context_recall"))
