"""The request was complete when it was sent, and was cut on the provider's side.

What it sees
    The rendered digest equals the candidate digest, and the provider's record says truncated, or fewer tokens than
    were sent.
Why it matters
    The evaluation did its part. A context limit or a gateway dropped text on the way.
Look-alikes
    rendered-request-incomplete: there the request was already incomplete when it was made.
What to do next
    Compare the tokens sent with the model's limit and with the gateway's log.
Owner
    platform
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said, weakened
from triage.clues.ranking import comparison, same_digest
from triage.model import Confidence, Evidence, Owner, Proof, Stage

CAUSE = Cause(
    "lost-at-request-boundary",
    Stage.REQUEST,
    Owner.PLATFORM,
    "compare the tokens sent with the model's limit and with the gateway's log",
    ("rendered-request-incomplete",),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Complete when sent, cut when read."""
    view = comparison(evidence)
    request = view.artifact.request if view else None
    if view is None or request is None:
        return
    sent, seen = request.tokens_sent, request.tokens_seen
    fewer = sent is not None and seen is not None and seen < sent
    if not request.truncated and not fewer:
        if request.truncated is False:
            yield CAUSE.ruled_out("the provider's record says that nothing was truncated", view.source)
        return
    complete = same_digest(view.rendered_digest, view.artifact.candidate_digest or view.reviewed_digest)
    if complete is False:
        return
    text = f"{seen} of {sent} tokens were read" if fewer else "the provider's record says truncated"
    whole = "the request was complete when it was sent: rendered and frozen candidates have one digest"
    unknown = "whether the request was complete when it was sent is not kept"
    proofs = Proof(text, view.source), Proof(whole if complete else unknown, view.source)
    yield CAUSE.found(*proofs, confidence=weakened(Confidence.CERTAIN, complete is None))
