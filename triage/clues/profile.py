"""The metric profile of a case: faithfulness, answer relevancy, context precision, context recall, side by side.

The limits are defaults in the sense of the causes' documentation; a release's own thresholds are policy.
"""

from collections.abc import Mapping

from triage.model import Evidence, Proof
from triage.text import number

METRICS = ("faithfulness", "answer_relevancy", "context_precision", "context_recall")
LOW_FAITHFULNESS = 0.7
LOW_RELEVANCY = 0.7
LOW_PRECISION = 0.6
LOW_RECALL = 0.7
HIGH = 0.85
_CONTEXT_KEYS = ("context", "contexts", "retrieved_contexts")


def profile(evidence: Evidence) -> Mapping[str, float]:
    """Metric name -> finite score of this case and system, from the row itself and its sibling rows.

    Another tool may grade from 1 to 5 under the same name: what is outside 0 to 1 is no score of these metrics.
    """
    found: dict[str, float] = {}
    for name in METRICS:
        value = evidence.row.raw.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1:
            found[name] = float(value)
    for row in (*evidence.siblings, evidence.row):
        if row.metric in METRICS and row.score is not None and (row.tool is None or 0 <= row.score <= 1):
            found[row.metric] = row.score
    return found


def measured(evidence: Evidence, scores: Mapping[str, float], *names: str) -> tuple[Proof, ...]:
    """The named scores of the profile, each as a proof."""
    where = {row.metric: row.source for row in evidence.siblings}
    return tuple(
        Proof(f"{name} {number(scores[name])}", where.get(name, evidence.row.source))
        for name in names
        if name in scores
    )


def lacks_context(evidence: Evidence) -> bool:
    """Something was kept that should hold the context, and it holds none."""
    kept = [evidence.row.raw[key] for key in _CONTEXT_KEYS if key in evidence.row.raw]
    retrieved = evidence.retrieval.retrieved if evidence.retrieval else None
    if retrieved is not None:
        kept.append(retrieved)  # Hits whose text was not kept are a context all the same.
    if evidence.case is not None and "context" in evidence.case.raw:
        kept.append(evidence.case.context)
    return bool(kept) and not any(kept)
