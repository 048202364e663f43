"""The judge was shown less than reviewers froze.

What it sees
    The judge-visible request lacks a candidate, repeats one, clips or changes a text, lacks a decisive passage, or
    its digest differs from the candidates'.
Why it matters
    The order may be fair for what was shown. Neither the judge nor the candidate is to blame.
Look-alikes
    lost-at-request-boundary: there the request was complete when it was sent.
    candidates-changed: there the frozen candidates themselves differ.
    position-bias, judge-disagrees: only worth asking when the request was complete.
What to do next
    Render the request for this case again and look for the limit that clips it.
Owner
    evaluation
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.passage import relax
from triage.clues.ranking import Comparison, comparison, same_digest
from triage.metrics.ranking import identity
from triage.model import Evidence, Owner, Proof, Request, Stage

CAUSE = Cause(
    "rendered-request-incomplete",
    Stage.REQUEST,
    Owner.EVALUATION,
    "render the request for this case again and look for the limit that clips it",
    ("lost-at-request-boundary", "candidates-changed", "position-bias"),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Everything the request lost, each part by name."""
    view = comparison(evidence)
    if view is None:
        return
    request = view.artifact.request
    same = same_digest(view.rendered_digest, view.artifact.candidate_digest or view.reviewed_digest)
    losses = [] if request is None else list(_losses(view, request))
    if losses or same is False:
        proofs = [Proof(loss, view.source) for loss in losses]
        if same is False:
            digests = f"rendered digest {str(view.rendered_digest)[:12]} differs from the candidates'"
            proofs.append(Proof(digests, view.source))
        yield CAUSE.found(*proofs)
    elif same or (request and request.candidates and view.frozen):
        yield CAUSE.ruled_out("the request shows every candidate's full text", view.source)
    else:
        yield CAUSE.cannot_tell(
            "the judge-visible request, or rendered_digest and candidate_digest, of this comparison: equal, the judge "
            "saw every text in full; different, the order may be fair for what was shown"
        )


def _losses(view: Comparison, request: Request) -> Iterator[str]:
    shown = [candidate for candidate, _ in request.candidates]
    if not shown:
        return
    faults = identity(view.expected, shown)
    if not faults.ok and view.expected:
        yield f"candidates in the request: {faults.words()}"
    for candidate, text in request.candidates:
        frozen = (view.frozen or {}).get(candidate, text)
        if text != frozen:
            yield _changed(candidate, text, frozen)
    everything = "\n".join([*request.context, *(text for _, text in request.candidates)])
    for passage in view.case.decisive_passages if view.case else ():
        if relax(passage) not in relax(everything):
            yield f"the decisive passage is not in the request: {passage}"


def _changed(candidate: str, text: str, frozen: str) -> str:
    if frozen.startswith(text):
        return f"{candidate} is clipped: {len(text)} of {len(frozen)} characters shown"
    return f"{candidate} is shown with another text than the frozen one"
