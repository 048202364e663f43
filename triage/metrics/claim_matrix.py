"""RAGChecker's eleven metrics over recorded entailment verdicts (Ru et al. 2024, arXiv 2408.08067).

"Not entailed" merges neutral and contradicted, so no number here says that anything was contradicted.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

Matrix = Sequence[Sequence[bool]]
"""One row per claim, one column per chunk: the chunk entails the claim."""


class ClaimVerdicts(NamedTuple):
    """The verdicts of one answer, with G reference claims, R answer claims and K chunks.  None: not recorded.

    ``chunk_entails_reference`` is G x K, ``chunk_entails_answer`` R x K; ``correct`` has one entry per answer claim
    (the reference entails it), ``covered`` one per reference claim (the answer entails it).
    """

    chunk_entails_reference: Matrix | None
    chunk_entails_answer: Matrix | None
    correct: Sequence[bool] | None
    covered: Sequence[bool] | None


class ClaimMetrics(NamedTuple):
    """Shares in 0..1; None where the denominator is empty or a needed verdict was not recorded."""

    precision: float | None = None
    recall: float | None = None
    f1: float | None = None
    claim_recall: float | None = None
    context_precision: float | None = None
    context_utilization: float | None = None
    noise_sensitivity_relevant: float | None = None
    noise_sensitivity_irrelevant: float | None = None
    hallucination: float | None = None
    self_knowledge: float | None = None
    faithfulness: float | None = None


def claim_metrics(verdicts: ClaimVerdicts) -> ClaimMetrics:
    """The eleven metrics.

    A reference claim is recalled when any chunk entails it; a chunk is useful when it entails any reference claim; an
    answer claim is supported when any chunk entails it, from a useful chunk if there is one.  Without reference
    claims no chunk can be called useful, so context precision and both noise sensitivities are None as well.
    F1 is 2PR / (P + R), and 0 when both are 0 over claims that exist.

    ValueError when the sizes do not fit each other.
    """
    _check_sizes(verdicts)
    correct, covered = verdicts.correct, verdicts.covered
    recalled = _any_chunk(verdicts.chunk_entails_reference)
    useful = _useful(verdicts.chunk_entails_reference)
    precision, recall = _share(correct), _share(covered)
    noise = _noise(verdicts.chunk_entails_answer, correct, useful)
    supported = _any_chunk(verdicts.chunk_entails_answer)
    return ClaimMetrics(
        precision,
        recall,
        _harmonic(precision, recall),
        _share(recalled),
        _share(useful),
        _utilization(recalled, covered),
        *noise,
        *_unsupported(supported, correct),
        _share(supported),
    )


def _unsupported(supported: Sequence[bool] | None, correct: Sequence[bool] | None) -> tuple[float | None, float | None]:
    """Hallucination (unsupported and wrong) and self-knowledge (unsupported though right)."""
    if supported is None or correct is None:
        return None, None
    pairs = list(zip(supported, correct, strict=True))
    return _share([not held and not right for held, right in pairs]), _share(
        [not held and right for held, right in pairs]
    )


def _noise(
    entailed: Matrix | None, correct: Sequence[bool] | None, useful: Sequence[bool] | None
) -> tuple[float | None, float | None]:
    """Wrong claims that a useful chunk entails, and wrong claims that only useless chunks entail."""
    if entailed is None or correct is None or useful is None:
        return None, None
    relevant = [any(hit and good for hit, good in zip(row, useful, strict=True)) for row in entailed]
    irrelevant = [any(row) and not known for row, known in zip(entailed, relevant, strict=True)]
    wrong = [not right for right in correct]
    return _share(_both(relevant, wrong)), _share(_both(irrelevant, wrong))


def _useful(entailed: Matrix | None) -> list[bool] | None:
    return [any(column) for column in zip(*entailed, strict=True)] if entailed else None


def _utilization(recalled: Sequence[bool] | None, covered: Sequence[bool] | None) -> float | None:
    """Recalled claims that the answer covers / recalled claims."""
    if recalled is None or covered is None:
        return None
    return _share([used for held, used in zip(recalled, covered, strict=True) if held])


def _any_chunk(entailed: Matrix | None) -> list[bool] | None:
    return None if entailed is None else [any(row) for row in entailed]


def _both(one: Iterable[bool], other: Iterable[bool]) -> list[bool]:
    return [first and second for first, second in zip(one, other, strict=True)]


def _share(flags: Sequence[bool] | None) -> float | None:
    return sum(map(bool, flags)) / len(flags) if flags else None


def _harmonic(precision: float | None, recall: float | None) -> float | None:
    if precision is None or recall is None:
        return None
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _check_sizes(verdicts: ClaimVerdicts) -> None:
    reference, answer, correct, covered = verdicts
    chunks = {len(row) for matrix in (reference, answer) for row in matrix or ()}
    if len(chunks) > 1:
        raise ValueError(f"every claim needs a verdict for every chunk, not for {sorted(chunks)} chunks")
    if reference is not None and covered is not None and len(reference) != len(covered):
        raise ValueError(f"{len(reference)} reference claims, but {len(covered)} verdicts on whether they are covered")
    if answer is not None and correct is not None and len(answer) != len(correct):
        raise ValueError(f"{len(answer)} answer claims, but {len(correct)} verdicts on whether they are correct")
