"""The inputs are the last green run's; the conditions of measuring are not.

What it sees
    The metric's inputs (or the ranked list) equal the last green run's, while k, the rubric, the judge or a package
    version differs.
Why it matters
    The facts are reported as facts. Calling all of it model drift sends people to the wrong place.
Look-alikes
    below-cutoff: there k is as it was, and the document fell.
    cached-verdict-stale: there one row alone differs from its run.
What to do next
    Evaluate the row once under the last green conditions: equal means that the condition moved the score.
Owner
    evaluation
"""

from collections.abc import Iterator
from dataclasses import replace

from triage.causes.cause import Cause, Said
from triage.clues.requirement import changed_conditions
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
    changed = changed_conditions(evidence)
    if not changed:
        same = "k, rubric, judge and package versions are the last green run's"
        if evidence.manifest.conditions and green.manifest.conditions:
            yield CAUSE.ruled_out(same, green.manifest.source)
        return
    proofs = [Proof(text, source) for text, source in changed]
    if _same_score_inputs(evidence) and evidence.row.score != green.row.score:
        same = "the metric's inputs have the last green run's digest"
        yield CAUSE.found(*proofs, Proof(same, green.row.source))
    elif lost := _lost_to_k(evidence):
        yield CAUSE.found(lost, *proofs)
    else:
        finding = CAUSE.found(*proofs, confidence=Confidence.POSSIBLE)
        yield replace(finding, secondary=True)


def _same_score_inputs(evidence: Evidence) -> bool:
    before = evidence.green.row if evidence.green else None
    return before is not None and before.input_sha256 is not None and before.input_sha256 == evidence.row.input_sha256


def _lost_to_k(evidence: Evidence) -> Proof | None:
    """The ranked list is the green one, and only the smaller k hides documents that were visible."""
    now, before = evidence.retrieval, evidence.green.retrieval if evidence.green else None
    if now is None or before is None or not now.retrieved or not before.retrieved or not now.k or not before.k:
        return None
    ids, earlier = ([chunk.doc_id for chunk in one.retrieved or ()] for one in (now, before))
    if ids != earlier or now.k >= before.k or now.delivered is not None:
        return None
    hidden = [doc for doc in ids[now.k : before.k] if doc]
    text = f"the ranked list is the last green run's; k moved from {before.k} to {now.k} and hides {', '.join(hidden)}"
    return Proof(text, now.source) if hidden and evidence.row.missing else None
