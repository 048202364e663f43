"""The answer is grounded and does not answer the question.

What it sees
    answer relevancy below 0.7, and no other metric of the profile is low.
Why it matters
    Context and grounding are fine; the answer talks past the question.
Look-alikes
    incomplete-context: there recall is low too, and the answer may only be evasive.
What to do next
    Read question and answer side by side; check query rewriting and the prompt.
Owner
    application
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said, weakened
from triage.clues.profile import LOW_FAITHFULNESS, LOW_PRECISION, LOW_RECALL, LOW_RELEVANCY, measured, profile
from triage.model import Confidence, Evidence, Owner, Stage

CAUSE = Cause(
    "off-topic-answer",
    Stage.ATTRIBUTION,
    Owner.APPLICATION,
    "read question and answer side by side, then check query rewriting and the prompt",
    ("incomplete-context",),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Low answer relevancy alone."""
    scores = profile(evidence)
    if scores.get("answer_relevancy", 1) >= LOW_RELEVANCY:
        return
    limits = {"faithfulness": LOW_FAITHFULNESS, "context_precision": LOW_PRECISION, "context_recall": LOW_RECALL}
    if any(name in scores and scores[name] < limit for name, limit in limits.items()):
        return
    unknown = [name for name in limits if name not in scores]
    confidence = weakened(Confidence.CERTAIN, bool(unknown))
    yield CAUSE.found(*measured(evidence, scores, "answer_relevancy", *limits), confidence=confidence)
