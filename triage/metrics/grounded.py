"""Scores of a grounded answer: what was retrieved, what was claimed, and whether it should have been claimed.

Everything that has nothing to be measured over is None (n/a), which is neither 0 nor 1.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

MAX_CUTOFF = 100

Claims = Sequence[tuple[str, Sequence[str]]]
"""Stated claims in order: (claim id, ids of the documents cited for it)."""

Labels = Mapping[str, Sequence[str]]
"""Expected claim id -> ids of the documents that support it; empty means that the case is unanswerable."""


class Grounded(NamedTuple):
    """All scores of one answer; None is n/a.  ``support`` is ``supported_stated`` / ``stated``."""

    precision: float | None
    recall: float | None
    reciprocal_rank: float | None
    support: float | None
    coverage: float | None
    abstention_correct: bool | None
    supported_stated: int
    stated: int


def check_cutoff(k: object) -> int:
    """The cutoff itself when it is a whole number from 1 to 100; ValueError for all else, booleans included."""
    if isinstance(k, bool) or not isinstance(k, int) or not 1 <= k <= MAX_CUTOFF:
        raise ValueError(f"the cutoff k must be a whole number from 1 to {MAX_CUTOFF}, not {k!r}")
    return k


def precision_at_k(retrieved: Sequence[str | None], relevant: Collection[str], k: int) -> float | None:
    """Relevant documents among the first k / k; a short list keeps k, and a document in several chunks counts once.

    None when nothing is labelled relevant.  ValueError for an invalid k.
    """
    check_cutoff(k)
    return len(_hits(retrieved, relevant, k)) / k if relevant else None


def recall_at_k(retrieved: Sequence[str | None], relevant: Collection[str], k: int) -> float | None:
    """Relevant documents among the first k / all documents labelled relevant; None when none is.

    ValueError for an invalid k.
    """
    check_cutoff(k)
    return len(_hits(retrieved, relevant, k)) / len(set(relevant)) if relevant else None


def reciprocal_rank(retrieved: Sequence[str | None], relevant: Collection[str], k: int) -> float | None:
    """1 / rank of the first relevant hit within the first k, 0 without one; None when nothing is labelled relevant.

    ValueError for an invalid k.
    """
    check_cutoff(k)
    if not relevant:
        return None
    ranks = (rank for rank, document in enumerate(retrieved[:k], start=1) if document in relevant)
    return next((1 / rank for rank in ranks), 0.0)


def claim_supported(citations: Sequence[str], labelled: Collection[str], visible: Collection[str]) -> bool:
    """There is a citation, and every cited document is labelled for the claim and was visible to the answer stage."""
    return bool(citations) and all(document in labelled and document in visible for document in citations)


def supported_claims(claims: Claims, labels: Labels, visible: Collection[str]) -> dict[str, bool]:
    """Every stated claim id, in order of its first statement, with whether it is supported.

    A claim stated twice counts once, and is supported only when each of its statements is; a claim nobody expected
    has no labelled document and is not supported.
    """
    verdicts: dict[str, bool] = {}
    for claim, citations in claims:
        holds = claim_supported(citations, labels.get(claim, ()), visible)
        verdicts[claim] = holds and verdicts.get(claim, True)
    return verdicts


def support(claims: Claims, labels: Labels, visible: Collection[str]) -> float | None:
    """Supported stated claims / stated claims; None when nothing is stated."""
    verdicts = supported_claims(claims, labels, visible)
    return sum(verdicts.values()) / len(verdicts) if verdicts else None


def coverage(claims: Claims, labels: Labels, visible: Collection[str]) -> float | None:
    """Supported expected claims / expected claims; None for an unanswerable case."""
    verdicts = supported_claims(claims, labels, visible)
    return sum(verdicts.get(claim, False) for claim in labels) / len(labels) if labels else None


def abstention_correct(claims: Claims, labels: Labels) -> bool | None:
    """Whether an unanswerable case was left unanswered; None for an answerable one."""
    return None if labels else not claims


def grounded_scores(
    retrieved: Sequence[str | None],
    claims: Claims,
    relevant: Collection[str],
    support: Labels,
    k: int,
    delivered: Sequence[str] | None = None,
) -> Grounded:
    """All scores of one answer at cutoff k; ``support`` holds the labels.

    Visible are the ``delivered`` documents, or the first k retrieved when delivery was not recorded (None).
    ValueError for an invalid k.
    """
    check_cutoff(k)
    shown = retrieved[:k] if delivered is None else delivered
    visible = {document for document in shown if document is not None}
    verdicts = supported_claims(claims, support, visible)
    supported, stated = sum(verdicts.values()), len(verdicts)
    return Grounded(
        precision_at_k(retrieved, relevant, k),
        recall_at_k(retrieved, relevant, k),
        reciprocal_rank(retrieved, relevant, k),
        supported / stated if stated else None,
        coverage(claims, support, visible),
        abstention_correct(claims, support),
        supported,
        stated,
    )


def _hits(retrieved: Sequence[str | None], relevant: Collection[str], k: int) -> set[str]:
    return {document for document in retrieved[:k] if document is not None and document in relevant}
