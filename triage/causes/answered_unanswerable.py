"""The corpus holds no answer to this question, and the answer claims something all the same.

What it sees
    The case is labelled unanswerable (no claims), and the answer states at least one claim.
Why it matters
    Here abstention is what counts; coverage is not applicable.
Look-alikes
    empty-requirements: there nobody said that the case is unanswerable.
What to do next
    Read what was visible: the answer either stretched a near document or used what the model remembers.
Owner
    application
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.model import Evidence, Owner, Proof, Stage

CAUSE = Cause(
    "answered-unanswerable",
    Stage.ATTRIBUTION,
    Owner.APPLICATION,
    "read what was visible: a stretched near document, or what the model remembers",
    ("empty-requirements",),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Claims where there should be none."""
    case, attribution = evidence.case, evidence.attribution
    if case is None or not case.unanswerable:
        return
    if attribution is None or attribution.claims is None:
        yield CAUSE.cannot_tell("attribution.jsonl for this case: a stated claim means that it did not abstain")
        return
    stated = [claim.claim_id for claim in attribution.claims if claim.span is not None or claim.quote]
    if not stated:
        yield CAUSE.ruled_out("the answer states no claim: it abstained", attribution.source)
        return
    yield CAUSE.found(
        Proof(f"the answer states {', '.join(stated)}", attribution.source),
        Proof("the case is labelled unanswerable: claims {}", case.source),
    )
