"""Claim ids were renamed on one side only: the mapper still speaks the old vocabulary, or the fixture does.

What it sees
    Supported ids are unknown to the required list, and the last green run's required list held them.
Why it matters
    Nothing is wrong with the answer or with retrieval.  The two files speak of the same claims in different words.
Look-alikes
    unknown-supported-claim: there the requirement is as it was, and the mapper invented an id.
What to do next
    Migrate the claim ids on both sides in one change, with a new contract version.
Owner
    test-data
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues import vocabulary
from triage.model import Confidence, Evidence, Owner, Proof, Stage

CAUSE = Cause(
    "claim-vocabulary-migrated",
    Stage.METRIC,
    Owner.TEST_DATA,
    "migrate the claim ids on both sides in one change, with a new contract version",
    ("unknown-supported-claim",),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Unknown supported ids that the last green requirement knew."""
    if undecided := vocabulary.undecidable(evidence):
        yield CAUSE.found(undecided, confidence=Confidence.POSSIBLE)
        yield CAUSE.cannot_tell(vocabulary.NO_BASELINE)
    unknown = vocabulary.unknown_supported(evidence)
    if unknown is None:
        return
    before = unknown.before.required or ()
    known = [claim for claim in unknown.ids if claim in before]
    if known:
        then = Proof(f"the last green run required {', '.join(known)}", unknown.before.source)
        confidence = Confidence.CERTAIN if len(known) == len(unknown.ids) else Confidence.LIKELY
        yield CAUSE.found(unknown.proof, then, confidence=confidence)
    elif set(before) == set(evidence.row.required or ()):
        because = "the required list is the last green run's, and it never held these ids"
        yield CAUSE.ruled_out(because, unknown.before.source)
    else:
        yield CAUSE.found(unknown.proof, confidence=Confidence.POSSIBLE)
