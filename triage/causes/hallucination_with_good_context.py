"""The context held the answer, and the answer still says what the context does not.

What it sees
    faithfulness below 0.7 while context recall is above 0.85.
Why it matters
    Retrieval did its work. The answer stage adds what it was not given.
Look-alikes
    retrieval-and-generation: there context precision is low as well.
    incomplete-context: there recall is low and faithfulness high.
What to do next
    Read the unsupported sentences beside the context; check prompt revision and temperature.
Owner
    application
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said, weakened
from triage.clues.profile import HIGH, LOW_FAITHFULNESS, measured, profile
from triage.model import Confidence, Evidence, Owner, Stage

CAUSE = Cause(
    "hallucination-with-good-context",
    Stage.ATTRIBUTION,
    Owner.APPLICATION,
    "read the unsupported sentences beside the context, then check prompt revision and temperature",
    ("retrieval-and-generation", "incomplete-context"),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Low faithfulness beside high context recall."""
    scores = profile(evidence)
    if "faithfulness" not in scores or scores["faithfulness"] >= LOW_FAITHFULNESS:
        return
    if "context_recall" not in scores:
        yield CAUSE.cannot_tell("context_recall of this case: above 0.85 the answer invents, below it lacked context")
    elif scores["context_recall"] > HIGH:
        confidence = weakened(Confidence.CERTAIN, "context_precision" not in scores)
        yield CAUSE.found(*measured(evidence, scores, "faithfulness", "context_recall"), confidence=confidence)
