"""The eleven claim metrics: the vector, the two identities, undefined wherever nothing is there to count."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triage.metrics.claim_matrix import ClaimMetrics, ClaimVerdicts, claim_metrics

WORKED = json.loads((Path(__file__).parent / "worked_values.json").read_text("utf-8"))["claim_matrix"]


def flags(digits: str) -> list[bool]:
    return [digit == "1" for digit in digits]


def matrix(rows: list[str]) -> list[list[bool]]:
    return [flags(row) for row in rows]


VERDICTS = ClaimVerdicts(
    matrix(WORKED["chunk_entails_reference"]),
    matrix(WORKED["chunk_entails_answer"]),
    flags(WORKED["correct"]),
    flags(WORKED["covered"]),
)


@st.composite
def verdicts(draw: st.DrawFn) -> ClaimVerdicts:
    reference, answer, chunks = draw(st.integers(1, 4)), draw(st.integers(1, 4)), draw(st.integers(0, 4))

    def some(size: int) -> list[bool]:
        return draw(st.lists(st.booleans(), min_size=size, max_size=size))

    return ClaimVerdicts(
        [some(chunks) for _ in range(reference)], [some(chunks) for _ in range(answer)], some(answer), some(reference)
    )


def test_worked_vector() -> None:
    assert claim_metrics(VERDICTS)._asdict() == pytest.approx(WORKED["metrics"], abs=1e-6)
    assert list(WORKED["metrics"]) == list(ClaimMetrics._fields)


@given(verdicts())
def test_the_two_identities(given_verdicts: ClaimVerdicts) -> None:
    metrics = claim_metrics(given_verdicts)
    assert metrics.faithfulness + metrics.hallucination + metrics.self_knowledge == pytest.approx(1)
    noise = metrics.noise_sensitivity_relevant + metrics.noise_sensitivity_irrelevant
    assert noise + metrics.hallucination == pytest.approx(1 - metrics.precision)


def test_an_answer_without_claims_is_undefined_and_not_perfect() -> None:
    metrics = claim_metrics(VERDICTS._replace(chunk_entails_answer=[], correct=[]))
    assert metrics == ClaimMetrics(
        recall=0.5, claim_recall=0.75, context_precision=pytest.approx(2 / 3), context_utilization=pytest.approx(2 / 3)
    )


def test_a_case_without_reference_claims_calls_no_chunk_useful_or_useless() -> None:
    metrics = claim_metrics(VERDICTS._replace(chunk_entails_reference=[], covered=[]))
    assert metrics == ClaimMetrics(precision=0.6, hallucination=0.2, self_knowledge=0.2, faithfulness=0.6)


def test_retrieval_that_found_nothing_recalls_nothing() -> None:
    metrics = claim_metrics(ClaimVerdicts([[], []], [[]], [True], [True, False]))
    assert (metrics.claim_recall, metrics.context_precision, metrics.context_utilization) == (0.0, None, None)
    assert (metrics.faithfulness, metrics.self_knowledge, metrics.hallucination) == (0.0, 1.0, 0.0)


def test_verdicts_that_were_not_recorded_leave_their_metrics_undefined() -> None:
    assert claim_metrics(ClaimVerdicts(None, None, None, None)) == ClaimMetrics()
    unretrieved = claim_metrics(VERDICTS._replace(chunk_entails_reference=None, chunk_entails_answer=None))
    assert unretrieved == ClaimMetrics(precision=0.6, recall=0.5, f1=pytest.approx(6 / 11))
    unjudged = claim_metrics(VERDICTS._replace(correct=None))
    assert (unjudged.faithfulness, unjudged.hallucination, unjudged.noise_sensitivity_relevant) == (0.6, None, None)


def test_f1_of_two_measured_zeros_is_zero() -> None:
    assert claim_metrics(ClaimVerdicts(None, None, [False], [False])).f1 == 0.0
    assert claim_metrics(ClaimVerdicts(None, None, [], [False])).f1 is None


def test_noise_from_a_useful_chunk_is_relevant_noise() -> None:
    noisy = claim_metrics(ClaimVerdicts([[True, False]], [[True, True], [False, True]], [False, False], [False]))
    assert (noisy.noise_sensitivity_relevant, noisy.noise_sensitivity_irrelevant) == (0.5, 0.5)


@pytest.mark.parametrize(
    "change",
    [
        {"chunk_entails_reference": matrix(["100", "01", "000", "110"])},
        {"chunk_entails_reference": matrix(["10", "01", "00", "11"])},
        {"correct": flags("110")},
        {"covered": flags("11111")},
    ],
)
def test_sizes_that_do_not_fit_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="verdict"):
        claim_metrics(VERDICTS._replace(**change))
