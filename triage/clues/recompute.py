"""The score once more, from the stored lists and rankings: value, formula in words, and the records it came from."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from triage.metrics import coverage, grounded
from triage.model import Evidence, Source

_AT_K = re.compile(r"(precision|recall|reciprocal_rank|rr|mrr)(?:@(\d{1,6}))?$")
_GROUNDED: dict[str, Callable[..., float | None]] = {
    "precision": grounded.precision_at_k,
    "recall": grounded.recall_at_k,
    "reciprocal_rank": grounded.reciprocal_rank,
    "rr": grounded.reciprocal_rank,
    "mrr": grounded.reciprocal_rank,
}


class AtK(NamedTuple):
    """A metric over the first ``k`` of a ranking; ``k`` None is the retrieval's own cutoff."""

    name: str
    k: int | None


class Recomputed(NamedTuple):
    """A score computed again; ``value`` None means not applicable (nothing labelled relevant)."""

    value: float | None
    formula: str
    sources: tuple[Source, ...]


def recompute(evidence: Evidence) -> Recomputed | None:
    """The row's score from its own evidence; None when the metric or its inputs are not at hand."""
    row = evidence.row
    if row.metric == "evidence_coverage" and row.required and row.supported is not None:
        result = coverage.evidence_coverage(row.required, row.supported)
        if result.value is None:
            return None
        formula = f"|supported| / |required| = {result.supported} / {result.required}"
        return Recomputed(result.value, formula, (row.source,))
    metric = at_k(row.metric)
    return _at_k(evidence, metric) if metric else None


def at_k(metric: str) -> AtK | None:
    """The parts of a metric over the first k of a ranking; None for any other."""
    match = _AT_K.match(metric.casefold())
    return AtK(match[1], int(match[2]) if match[2] else None) if match else None


def _at_k(evidence: Evidence, metric: AtK) -> Recomputed | None:
    case, retrieval = evidence.case, evidence.retrieval
    if case is None or case.relevant is None or retrieval is None or retrieval.retrieved is None:
        return None
    k = retrieval.k if metric.k is None else metric.k
    ids = [chunk.doc_id for chunk in retrieval.retrieved]
    relevant = [doc for doc, grade in case.relevant.items() if grade > 0]
    if k is None or not 1 <= k <= 100 or not all(ids) or not all(case.relevant):
        return None
    value = _GROUNDED[metric.name](ids, relevant, k)
    hits = len(set(ids[:k]) & set(relevant))
    formula = {
        "precision": f"relevant in the first {k} / k = {hits} / {k}",
        "recall": f"relevant in the first {k} / labelled relevant = {hits} / {len(relevant)}",
    }.get(metric.name, f"1 / rank of the first relevant within {k}")
    return Recomputed(value, formula + _repeats(ids[:k]), (case.source, retrieval.source))


def _repeats(ids: Sequence[str | None]) -> str:
    """What stands more than once among the first k, where a document counts once."""
    repeated = [f"{doc} {times} times" for doc, times in Counter(ids).items() if times > 1]
    return f"; a document counts once ({', '.join(repeated)})" if repeated else ""
