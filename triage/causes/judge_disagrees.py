"""The judge saw everything and put the wrong candidate first, for no reason that reviewers accept.

What it sees
    The order is a valid permutation against the label, the request was complete, no seat or instability explains
    it, and the explanation does not speak to the reviewers' rationale.
Why it matters
    An indefensible order: the judge is not fit for this criterion as it is asked.
Look-alikes
    label-disputed: there every repetition agrees and the explanation addresses the rationale.
    position-bias, judge-unstable: there further attempts show a pattern.
What to do next
    Read the explanation, then try the case with the criterion spelt out.
Owner
    evaluation
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said, weakened
from triage.clues.ranking import addresses_rationale, comparison
from triage.model import Confidence, Evidence, Owner, Proof, Stage

CAUSE = Cause(
    "judge-disagrees",
    Stage.STABILITY,
    Owner.EVALUATION,
    "read the explanation, then try the case with the criterion spelt out",
    ("label-disputed", "position-bias", "judge-unstable"),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Against the label, with nothing else to blame."""
    view = comparison(evidence)
    if view is None or not view.is_valid or view.right:
        return
    if view.stable_against_label and addresses_rationale(view):
        because = "every attempt agrees, and the explanation addresses the rationale"
        yield CAUSE.ruled_out(because, view.source)
        return
    pairs = ", ".join(f"{better} over {worse}" for better, worse in view.disagreements())
    proofs = [
        Proof(f"winner {view.winner(view.actual)}, reviewed winner {view.expected_winner}", view.source),
        Proof(f"turned round: {pairs or 'none'}", view.source),
    ]
    if view.artifact.explanation:
        proofs.append(Proof(f"its explanation: {view.artifact.explanation[:200]}", view.source))
    tested = len(view.permutations) > 1 and len(view.repeats) > 1
    yield CAUSE.found(*proofs, confidence=weakened(Confidence.CERTAIN, not tested))
