"""Scores over ranked relevance judgements, best first, as profile metrics of other tools compute them."""

from collections.abc import Sequence
from math import log2


def average_precision(relevant: Sequence[bool]) -> float | None:
    """sum_i v_i (sum_{j<=i} v_j / i) / sum v; None when no rank is relevant.

    Ragas calls this context precision, and returns 0 where it is undefined.
    """
    ranks = [rank for rank, hit in enumerate(relevant, start=1) if hit]
    return sum(found / rank for found, rank in enumerate(ranks, start=1)) / len(ranks) if ranks else None


def ndcg(grades: Sequence[float], judged: Sequence[float] | None = None, k: int | None = None) -> float | None:
    """Discounted gain sum_i grade_i / log2(i + 1) of the first k, over the same for the best order of all ``judged``.

    ``judged`` holds every labelled grade, retrieved or not; None takes the retrieved ones for all there are.  k None
    is the whole list.  None when nothing has a grade above 0.  ValueError for a negative grade.
    """
    known = grades if judged is None else judged
    if any(grade < 0 for grade in (*grades, *known)):
        raise ValueError("a relevance grade must not be negative")
    best = _gain(sorted(known, reverse=True)[:k])
    return _gain(grades[:k]) / best if best else None


def _gain(grades: Sequence[float]) -> float:
    return sum(grade / log2(rank + 1) for rank, grade in enumerate(grades, start=1))
