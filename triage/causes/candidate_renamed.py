"""The result names candidates that were never shown, one for each that is missing.

What it sees
    Unknown ids in the returned order, as many missing ones, and an unchanged candidate digest.
Why it matters
    The judge may have ranked well; the mapping from its labels to ids drifted.
Look-alikes
    candidates-changed: there the texts changed too.
    not-a-permutation: there ids are lost or repeated without a stranger for each.
What to do next
    Follow the mapping from shown labels to ids for this case.
Owner
    evaluation
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said, weakened
from triage.clues.ranking import comparison, same_digest
from triage.model import Confidence, Evidence, Owner, Proof, Stage

CAUSE = Cause(
    "candidate-renamed",
    Stage.IDENTITY,
    Owner.EVALUATION,
    "follow the mapping from shown labels to ids for this case",
    ("candidates-changed", "not-a-permutation"),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """As many strangers as missing ids, the texts unchanged."""
    view = comparison(evidence)
    if view is None or view.faults is None or view.faults.ok:
        return
    missing, unknown = view.faults.missing, view.faults.unknown
    if not unknown or len(unknown) != len(missing) or view.faults.duplicate:
        return
    before = view.green.candidate_digest if view.green else None
    same = same_digest(view.artifact.candidate_digest, view.reviewed_digest or before)
    if same is False:
        return
    pairs = f"unknown {', '.join(unknown)}; missing {', '.join(missing)}"
    proofs = [Proof(f"returned order against expected: {pairs}", view.source)]
    if same:
        proofs.append(Proof("the candidate digest is unchanged: the texts are the same", view.source))
    yield CAUSE.found(*proofs, confidence=weakened(Confidence.CERTAIN, same is None))
