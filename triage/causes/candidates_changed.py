"""Other text was judged than reviewers froze.

What it sees
    The artifact's candidate digest differs from the reviewed fixture's, or from the last green run's.
Why it matters
    An order over other texts says nothing about the reviewed ones. No agreement is worth reading.
Look-alikes
    rendered-request-incomplete: there the frozen text is right and the request changed it.
    candidate-renamed: there the text is the same under other ids.
What to do next
    Compare the candidate texts with the fixture; freeze them again only after a review.
Owner
    application
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.ranking import comparison
from triage.metrics.ranking import digests_match
from triage.model import Evidence, Owner, Proof, Stage

CAUSE = Cause(
    "candidates-changed",
    Stage.IDENTITY,
    Owner.APPLICATION,
    "compare the candidate texts with the fixture, and freeze them again only after a review",
    ("rendered-request-incomplete", "candidate-renamed"),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Digest at the source boundary against fixture and last green run."""
    view = comparison(evidence)
    if view is None or not view.artifact.candidate_digest:
        if view is not None and view.frozen:
            yield CAUSE.cannot_tell("candidate_digest in the artifact: equal to the fixture's, the texts are the same")
        return
    mine = view.artifact.candidate_digest
    known = []
    if view.case and view.reviewed_digest:
        known.append(("the reviewed fixture's", view.reviewed_digest, view.case.source))
    if view.green and view.green.candidate_digest:
        known.append(("the last green run's", view.green.candidate_digest, view.green.source))
    differing = [one for one in known if not digests_match(mine, one[1])]
    if differing:
        proofs = [Proof(f"{whose} candidate digest is {digest[:12]}", source) for whose, digest, source in differing]
        yield CAUSE.found(Proof(f"the judged candidates' digest is {mine[:12]}", view.source), *proofs)
    elif known:
        yield CAUSE.ruled_out(f"the candidate digest {mine[:12]} is {known[0][0]}", known[0][2])
