"""The judge argues from another quality than the one it was asked about.

What it sees
    The explanation names a quality that the criterion does not, and nothing of the criterion.
Why it matters
    The order may be right for length, tone or style. It was not asked for.
Look-alikes
    judge-disagrees, label-disputed: there the explanation speaks of the criterion.
What to do next
    Read the explanation beside the criterion, and make the criterion exclude the other quality.
Owner
    evaluation
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.qualities import qualities
from triage.clues.ranking import comparison, content_words
from triage.model import Confidence, Evidence, Owner, Proof, Stage

CAUSE = Cause(
    "criterion-leakage",
    Stage.STABILITY,
    Owner.EVALUATION,
    "read the explanation beside the criterion, and make the criterion exclude the other quality",
    ("judge-disagrees", "label-disputed"),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Words of other qualities, none of the criterion's own."""
    view = comparison(evidence)
    if view is None or not view.is_valid or view.right:
        return
    criterion = view.artifact.criterion or (view.case.criterion if view.case else None)
    explanation = view.artifact.explanation
    if not criterion or not explanation:
        return
    asked, argued = content_words(criterion), content_words(explanation)
    own = asked & argued
    foreign = [name for name in qualities(explanation) if name not in qualities(criterion)]
    if own:
        yield CAUSE.ruled_out(f"the explanation speaks of {', '.join(sorted(own))}", view.source)
    elif foreign:
        yield CAUSE.found(
            Proof(f"the criterion is: {criterion}", view.source),
            Proof(f"the explanation argues from {' and '.join(foreign)}: {explanation[:160]}", view.source),
            confidence=Confidence.LIKELY,
        )
