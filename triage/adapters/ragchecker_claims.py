"""RAGChecker's claims and entailment lists of one record: checked, named, and recomputed into metrics."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from triage.metrics.claim_matrix import ClaimVerdicts, claim_metrics

# Metric -> whose claims it counts, and which list says that a claim holds.
LISTS = {
    "precision": ("answer", "correct"),
    "faithfulness": ("answer", "in_chunks"),
    "recall": ("reference", "covered"),
    "claim_recall": ("reference", "in_chunks"),
}
_NAMES = {
    "noise_sensitivity_relevant": "noise_sensitivity_in_relevant",
    "noise_sensitivity_irrelevant": "noise_sensitivity_in_irrelevant",
}
_LABELS = ("Entailment", "Neutral", "Contradiction")
_OF_ANSWER = (
    *("precision", "f1", "context_utilization", "hallucination", "self_knowledge", "faithfulness"),
    *("noise_sensitivity_in_relevant", "noise_sensitivity_in_irrelevant"),
)
_OF_CHUNKS = ("context_precision",)
_OF_REFERENCE = ("recall", "f1", "claim_recall", "context_precision", "context_utilization")


@dataclass
class Side:
    """The claims of one text: their words, whether the other text entails each, and which chunks entail each.

    A list that was not recorded, or that does not fit the claims, is None.
    """

    texts: list[str] | None = None
    other: list[bool] | None = None
    chunks: list[list[bool]] | None = None

    @property
    def size(self) -> int:
        """How many claims there are."""
        return len(self.texts or ())


@dataclass
class Claims:
    """The claims of the answer and of the reference; ``names`` are the chunks in rank order."""

    answer: Side
    reference: Side
    names: list[str]
    metrics: dict[str, float | None]
    broken: list[str] = field(default_factory=list)

    def lists(self, metric: str) -> tuple[list[str] | None, list[str] | None]:
        """The claims that a metric counts and those of them that hold; None, None where that was not kept."""
        whose, how = LISTS[metric]
        side: Side = getattr(self, whose)
        held = side.other
        if how == "in_chunks":
            held = None if side.chunks is None else [any(row) for row in side.chunks]
        if held is None or not side.size:
            return None, None
        ids = [f"{whose}-{number}" for number in range(1, side.size + 1)]
        return ids, [one for one, holds in zip(ids, held, strict=True) if holds]

    def records(self, answer: str) -> list[dict[str, Any]]:
        """Every claim as a mapper's record; a span only where the claim stands in the answer word by word."""
        found = []
        for number, text in enumerate(self.answer.texts or (), start=1):
            place = answer.find(text) if text and answer.count(text) == 1 else -1
            span = [place, place + len(text)] if place >= 0 else None
            found.append({"claim_id": f"answer-{number}", "text": text, "stated": True, "span": span})
        for number, text in enumerate(self.reference.texts or (), start=1):
            stated = self.reference.other[number - 1] if self.reference.other is not None else None
            found.append({"claim_id": f"reference-{number}", "text": text, "stated": stated, "span": None})
        rows = [*self._rows(self.answer), *self._rows(self.reference)]
        for record, row in zip(found, rows, strict=True):
            record["entailed_by"] = row
        return found

    def _rows(self, side: Side) -> Iterable[list[str] | None]:
        if side.chunks is None:
            return [None] * side.size
        return [[name for name, holds in zip(self.names, row, strict=True) if holds] for row in side.chunks]


def claims_of(record: Mapping[str, Any]) -> Claims:
    """The claims of a record; lists that do not fit each other are left out and named in ``broken``."""
    broken: list[str] = []
    chunks = record.get("retrieved_context")
    names = [_name(one, rank) for rank, one in enumerate(chunks if isinstance(chunks, list) else (), start=1)]
    answer = _side(record, ("response_claims", "answer2response", "retrieved2response"), len(names), broken)
    reference = _side(record, ("gt_answer_claims", "response2answer", "retrieved2answer"), len(names), broken)
    verdicts = ClaimVerdicts(reference.chunks, answer.chunks, answer.other, reference.other)
    metrics = {_NAMES.get(name, name): value for name, value in claim_metrics(verdicts)._asdict().items()}
    return Claims(answer, reference, names, metrics, broken)


def unmeasured(record: Mapping[str, Any], claims: Claims) -> dict[str, str]:
    """Metric -> why there was nothing to measure, where the tool writes 0.0 all the same."""
    found: dict[str, str] = {}
    response, chunks = record.get("response"), record.get("retrieved_context")
    recalled = [any(row) for row in claims.reference.chunks or ()]
    if claims.reference.chunks is not None and recalled and not any(recalled):
        found["context_utilization"] = "no chunk entails any claim of the reference answer"
    if isinstance(chunks, list) and not chunks:
        found |= dict.fromkeys(_OF_CHUNKS, "nothing was retrieved")
        found["context_utilization"] = "nothing was retrieved"
    if claims.reference.texts == []:
        found |= dict.fromkeys(_OF_REFERENCE, "no claim was found in the reference answer")
    if claims.answer.texts == []:
        found |= dict.fromkeys(_OF_ANSWER, "no claim was found in the response")
    if isinstance(response, str) and not response.strip():
        found |= dict.fromkeys(_OF_ANSWER, "the response is empty")
    return found


def _name(chunk: Any, rank: int) -> str:
    doc_id = chunk.get("doc_id") if isinstance(chunk, dict) else None
    return f"chunk {rank}" if doc_id in (None, "") else str(doc_id)


def _side(record: Mapping[str, Any], names: tuple[str, str, str], chunks: int, broken: list[str]) -> Side:
    texts, other, matrix = (record.get(name) for name in names)
    if not isinstance(texts, list):
        if texts is not None:
            broken.append(f"{names[0]} is no list")
        return Side()
    words = [" ".join(map(str, one)) if isinstance(one, list) else str(one) for one in texts]
    flags = None if other is None else _flags(other, len(words))
    rows = None if matrix is None else _matrix(matrix, len(words), chunks)
    if other is not None and flags is None:
        broken.append(f"{names[1]} has not one label for each of {len(words)} claims")
    if matrix is not None and rows is None:
        broken.append(f"{names[2]} has not one label for each of {len(words)} claims and {chunks} chunks")
    return Side(words, flags, rows)


def _flags(labels: Any, size: int) -> list[bool] | None:
    if not isinstance(labels, list) or len(labels) != size or any(one not in _LABELS for one in labels):
        return None
    return [one == "Entailment" for one in labels]


def _matrix(rows: Any, claims: int, chunks: int) -> list[list[bool]] | None:
    if not isinstance(rows, list):
        return None
    if not rows and not chunks:
        return [[] for _ in range(claims)]
    found = [_flags(one, chunks) for one in rows]
    kept = [one for one in found if one is not None]
    return kept if len(kept) == len(rows) == claims else None
