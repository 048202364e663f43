"""The score once more, from the stored lists and rankings: value, formula in words, and the records it came from."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from triage.clues.ties import tie_proof
from triage.metrics import coverage, grounded
from triage.metrics.relevance import ndcg
from triage.model import Evidence, Proof, Source

_AT_K = re.compile(r"(precision|recall|reciprocal_rank|rr|mrr|ndcg(?=@))(?:@(\d{1,6}))?$")
_GROUNDED: dict[str, Callable[..., float | None]] = {
    "precision": grounded.precision_at_k,
    "recall": grounded.recall_at_k,
    "reciprocal_rank": grounded.reciprocal_rank,
    "rr": grounded.reciprocal_rank,
    "mrr": grounded.reciprocal_rank,
}

_ROUNDED, _LEAST_DIGITS = 1e-9, 4


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
    return _at_k(evidence)


def at_k(metric: str) -> AtK | None:
    """The parts of a metric over the first k of a ranking; None for any other."""
    match = _AT_K.match(metric.casefold())
    return AtK(match[1], int(match[2]) if match[2] else None) if match else None


def tie_of(evidence: Evidence) -> Proof | None:
    """That the row's ranking score depends on how equal retrieval scores are ordered; None when it does not."""
    ranked = _ranked(evidence)
    if ranked is None:
        return None
    return tie_proof(evidence, ranked.k, lambda ids: _value(ranked._replace(ids=ids), exponential=False))


class _Ranked(NamedTuple):
    """A metric over a ranking with everything it is computed from; ``grades`` are those above 0."""

    name: str
    k: int
    ids: Sequence[str | None]
    grades: Mapping[str, float]


def _ranked(evidence: Evidence) -> _Ranked | None:
    metric, case, retrieval = at_k(evidence.row.metric), evidence.case, evidence.retrieval
    if metric is None or case is None or case.relevant is None or retrieval is None or retrieval.retrieved is None:
        return None
    k = retrieval.k if metric.k is None else metric.k
    ids = [chunk.doc_id for chunk in retrieval.retrieved]
    if k is None or not 1 <= k <= 100 or not all(ids) or not all(case.relevant):
        return None
    return _Ranked(metric.name, k, ids, {doc: grade for doc, grade in case.relevant.items() if grade > 0})


def _at_k(evidence: Evidence) -> Recomputed | None:
    ranked, case, retrieval = _ranked(evidence), evidence.case, evidence.retrieval
    if ranked is None or case is None or retrieval is None:
        return None
    value, k = _value(ranked, exponential=False), ranked.k
    sources, repeats = (case.source, retrieval.source), _repeats(ranked.ids[:k])
    if ranked.name == "ndcg":
        value, formula = _ndcg_as_recorded(ranked, value, evidence.row.score)
        return Recomputed(value, formula + repeats, sources)
    hits = len(set(ranked.ids[:k]) & set(ranked.grades))
    formula = {
        "precision": f"relevant in the first {k} / k = {hits} / {k}",
        "recall": f"relevant in the first {k} / labelled relevant = {hits} / {len(ranked.grades)}",
    }.get(ranked.name, f"1 / rank of the first relevant within {k}")
    return Recomputed(value, formula + repeats, sources)


def _value(ranked: _Ranked, *, exponential: bool) -> float | None:
    """The metric by the order of the ids; nDCG with gain 2^grade - 1 where ``exponential``, else with the grade."""
    if ranked.name != "ndcg":
        return _GROUNDED[ranked.name](ranked.ids, list(ranked.grades), ranked.k)
    gains = {doc: 2.0**grade - 1 if exponential else grade for doc, grade in ranked.grades.items()}
    first = {doc: rank for rank, doc in reversed(list(enumerate(ranked.ids)))}
    seen = [gains.get(doc or "", 0.0) if first[doc] == rank else 0.0 for rank, doc in enumerate(ranked.ids)]
    return ndcg(seen, list(gains.values()), ranked.k)


def _ndcg_as_recorded(ranked: _Ranked, value: float | None, score: float | None) -> tuple[float | None, str]:
    """nDCG with the gain that gives the recorded score, where one does up to the digits it was written with."""
    formula = f"nDCG over the first {ranked.k} by saved rank, discount log2(rank + 1), gain = grade"
    other = _value(ranked, exponential=True)
    if value is None or score is None or abs(value - score) <= _ROUNDED:
        return value, formula
    for kind, words in ((value, formula), (other, f"{formula.removesuffix('grade')}2^grade - 1")):
        digits = len(repr(score).partition(".")[2])
        if kind is not None and digits >= _LEAST_DIGITS and round(kind, digits) == score:
            return score, f"{words}, to the {digits} digits recorded"
        if kind is not None and abs(kind - score) <= _ROUNDED:
            return kind, words
    return value, formula


def _repeats(ids: Sequence[str | None]) -> str:
    """What stands more than once among the first k, where a document counts once."""
    repeated = [f"{doc} {times} times" for doc, times in Counter(ids).items() if times > 1]
    return f"; a document counts once ({', '.join(repeated)})" if repeated else ""
