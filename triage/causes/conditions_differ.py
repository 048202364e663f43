"""The inputs are the last green run's; the conditions of measuring are not.

What it sees
    The metric's inputs equal the last green run's and the score does not, while k, the rubric, the judge or a package
    version differs; or the ranked list is the same, and only a smaller k hides a document that a missing claim needs.
Why it matters
    The facts are reported as facts. Calling all of it model drift sends people to the wrong place.
Look-alikes
    below-cutoff: there k is as it was, and the document fell.
    cached-verdict-stale: there one row alone differs from its run.
    threshold-drift: there the score is as it was, and the minimum moved.
What to do next
    Evaluate the row once under the last green conditions: equal means that the condition moved the score.
Owner
    evaluation
"""

from collections.abc import Iterator
from dataclasses import replace

from triage.causes.cause import Cause, Said
from triage.clues.claim import listed, missing_claims
from triage.clues.requirement import changed_conditions, conditions_known
from triage.model import Confidence, Evidence, Outcome, Owner, Proof, Stage

CAUSE = Cause(
    "conditions-differ",
    Stage.CONTRACT,
    Owner.EVALUATION,
    "evaluate the row once under the last green conditions: if it is green then, the condition moved it",
    ("below-cutoff", "cached-verdict-stale", "threshold-drift"),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Equal inputs, other conditions."""
    green = evidence.green
    if green is None or green.row.outcome is not Outcome.PASSED:
        return
    lost, changed = _lost_to_k(evidence), changed_conditions(evidence)
    proofs = [Proof(text, source) for text, source in changed]
    if changed and _same_score_inputs(evidence) and evidence.row.score != green.row.score:
        same = "the metric's inputs have the last green run's digest"
        yield CAUSE.found(*proofs, Proof(same, green.row.source))
    elif lost:
        yield CAUSE.found(lost, *proofs)
    elif changed:
        finding = CAUSE.found(*proofs, confidence=Confidence.POSSIBLE)
        yield replace(finding, secondary=True)
    elif conditions_known(evidence):
        same = "k, rubric, judge and package versions are the last green run's"
        yield CAUSE.ruled_out(same, green.manifest.source)


def _same_score_inputs(evidence: Evidence) -> bool:
    before = evidence.green.row if evidence.green else None
    return before is not None and before.input_sha256 is not None and before.input_sha256 == evidence.row.input_sha256


def _lost_to_k(evidence: Evidence) -> Proof | None:
    """The ranked list is the green one, and only the smaller k hides a document that a missing claim needs."""
    now, before = evidence.retrieval, evidence.green.retrieval if evidence.green else None
    if now is None or before is None or not now.retrieved or not before.retrieved or not now.k or not before.k:
        return None
    ids, earlier = ([chunk.doc_id for chunk in one.retrieved or ()] for one in (now, before))
    first = {doc for doc in ids[: now.k] if doc}
    if ids != earlier or now.k >= before.k or (now.delivered is not None and set(now.delivered) != first):
        return None
    needed = {doc for claim in missing_claims(evidence) if not claim.visible_labelled for doc in claim.labelled}
    hidden = [doc for doc in ids[now.k : before.k] if doc in needed]
    text = f"the ranked list is the last green run's; k moved from {before.k} to {now.k} and hides {listed(hidden)}"
    return Proof(text, now.source) if hidden else None
