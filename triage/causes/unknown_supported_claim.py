"""The mapper reports claim ids that the case never required.

What it sees
    Supported ids are unknown to the required list, and the required list equals the last green run's.
Why it matters
    The requirement is as it was, so the mapper's side moved: invented ids, another case's ids, another vocabulary.
Look-alikes
    claim-vocabulary-migrated: there the last green requirement held these very ids.
What to do next
    Look up the unknown id in other cases: another case's id points at a mix-up of records.
Owner
    attribution
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues import vocabulary
from triage.model import Confidence, Evidence, Owner, Proof, Stage

CAUSE = Cause(
    "unknown-supported-claim",
    Stage.METRIC,
    Owner.ATTRIBUTION,
    "look up the unknown id in other cases: another case's id points at mixed-up records",
    ("claim-vocabulary-migrated",),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Unknown supported ids beside an unchanged requirement."""
    if undecided := vocabulary.undecidable(evidence):
        yield CAUSE.found(undecided, confidence=Confidence.POSSIBLE)
        yield CAUSE.cannot_tell(vocabulary.NO_BASELINE)
    unknown = vocabulary.unknown_supported(evidence)
    if unknown is None:
        return
    before = set(unknown.before.required or ())
    if before == set(evidence.row.required or ()):
        same = Proof("the required list is the same as in the last green run", unknown.before.source)
        yield CAUSE.found(unknown.proof, same)
    elif before.issuperset(unknown.ids):
        yield CAUSE.ruled_out("the last green run's required list held these ids", unknown.before.source)
    else:
        yield CAUSE.found(unknown.proof, confidence=Confidence.POSSIBLE)
