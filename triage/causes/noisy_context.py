"""Much of what was retrieved is irrelevant, while nothing relevant is lost.

What it sees
    precision@k is below the policy's minimum, and recall@k is not.
Why it matters
    The answer stage has to read around noise. More documents will not help; better ranking will.
Look-alikes
    retrieval-miss: there recall is low too.
What to do next
    Look at which irrelevant documents stand above the relevant ones, and what they share with the query.
Owner
    retrieval
"""

from collections.abc import Iterator
from dataclasses import replace

from triage.causes.cause import Cause, Said
from triage.metrics.grounded import precision_at_k, recall_at_k
from triage.model import Evidence, Owner, Proof, Stage
from triage.text import number, versus

CAUSE = Cause(
    "noisy-context",
    Stage.RETRIEVAL,
    Owner.RETRIEVAL,
    "look at which irrelevant documents stand above the relevant ones",
    ("retrieval-miss",),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Low precision@k beside good recall@k."""
    case, retrieval = evidence.case, evidence.retrieval
    minimum = _minimum(evidence)
    if minimum is None or case is None or not case.relevant or retrieval is None or retrieval.retrieved is None:
        return
    ids, k = [chunk.doc_id for chunk in retrieval.retrieved], retrieval.k
    relevant = [doc for doc, grade in case.relevant.items() if grade > 0]
    if k is None or not 1 <= k <= 100 or not relevant:
        return
    precision, recall = precision_at_k(ids, relevant, k), recall_at_k(ids, relevant, k)
    if precision is None or recall is None or precision >= minimum or recall < 0.85:
        return
    finding = CAUSE.found(
        Proof(f"precision@{k} {versus(precision, minimum)}, recall@{k} {number(recall)}", retrieval.source),
        Proof(f"labelled relevant: {', '.join(relevant)}", case.source),
    )
    yield finding if evidence.row.metric.startswith("precision") else replace(finding, secondary=True)


def _minimum(evidence: Evidence) -> float | None:
    if evidence.row.metric.startswith("precision"):
        return evidence.row.minimum
    policy = evidence.manifest.policy.minimum
    return next((value for metric, value in policy.items() if metric.startswith("precision")), None)
