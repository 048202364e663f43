"""Grounded scores: the worked runs, the cutoffs, and n/a wherever there is nothing to measure over."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from triage.metrics.aggregates import Scored, aggregate
from triage.metrics.grounded import (
    Grounded,
    abstention_correct,
    check_cutoff,
    claim_supported,
    coverage,
    grounded_scores,
    precision_at_k,
    recall_at_k,
    reciprocal_rank,
    support,
)

WORKED = json.loads((Path(__file__).parent / "worked_values.json").read_text("utf-8"))["grounded_cutoff_2"]


def score(run: str, k: int = 2) -> Grounded:
    case, given = WORKED["cases"][run.split()[0]], WORKED["runs"][run]
    return grounded_scores(given["retrieved"], given["claims"], case["relevant"], case["support"], k)


@pytest.mark.parametrize("run", WORKED["runs"])
def test_worked_runs(run: str) -> None:
    scores, worked = score(run), WORKED["runs"][run]
    assert scores[:6] == tuple(
        worked[key] for key in ("precision", "recall", "rr", "support", "coverage", "abstention_correct")
    )
    assert isinstance(scores.abstention_correct, bool) == isinstance(worked["abstention_correct"], bool)


@pytest.mark.parametrize("run", WORKED["cutoff_1"])
def test_worked_runs_at_cutoff_1(run: str) -> None:
    worked = WORKED["cutoff_1"][run]
    assert (score(run, 1).support, score(run, 1).coverage) == (worked["support"], worked["coverage"])


@pytest.mark.parametrize("system", ["A", "B"])
def test_worked_aggregates_over_answerable_cases(system: str) -> None:
    answerable = [score(f"{case} {system}") for case, labels in WORKED["cases"].items() if labels["support"]]
    supports = [
        Scored("support", system, None, one.support, counts=(one.supported_stated, one.stated)) for one in answerable
    ]
    recalls = [Scored("recall", system, None, one.recall) for one in answerable]
    support_mean, recall_mean = aggregate([*supports, *recalls])
    worked = WORKED["aggregates"]
    assert support_mean.mean == pytest.approx(worked["answerable_macro_support"][system], abs=1e-15)
    assert recall_mean.mean == pytest.approx(worked["answerable_macro_recall"][system], abs=1e-15)
    assert support_mean.pooled == tuple(worked["answerable_pooled_support"][system])


@pytest.mark.parametrize("cutoff", [*WORKED["rejected_cutoffs"], -1, "2", None, 2.0, False])
def test_rejected_cutoffs(cutoff: object) -> None:
    with pytest.raises(ValueError, match="whole number from 1 to 100"):
        check_cutoff(cutoff)
    for formula in (precision_at_k, recall_at_k, reciprocal_rank):
        with pytest.raises(ValueError, match="cutoff"):
            formula(["a"], [], cutoff)


def test_accepted_cutoffs() -> None:
    assert [check_cutoff(k) for k in (1, 2, 100)] == [1, 2, 100]


def test_a_short_list_keeps_k_in_the_denominator() -> None:
    assert precision_at_k(["a"], ["a"], 4) == 0.25


def test_a_document_in_several_chunks_counts_once() -> None:
    assert precision_at_k(["a", "a", None, "b"], ["a", "b"], 4) == 0.5
    assert recall_at_k(["a", "a", "a"], ["a", "b"], 3) == 0.5
    assert recall_at_k(["a"], ["a", "a"], 1) == 1.0


def test_ranks_beyond_the_cutoff_do_not_count() -> None:
    retrieved = ["x", None, "a"]
    assert [reciprocal_rank(retrieved, ["a"], k) for k in (2, 3)] == [0.0, 1 / 3]
    assert [recall_at_k(retrieved, ["a"], k) for k in (2, 3)] == [0.0, 1.0]


def test_nothing_labelled_relevant_is_not_applicable_and_nothing_retrieved_is_zero() -> None:
    for formula in (precision_at_k, recall_at_k, reciprocal_rank):
        assert formula(["a"], [], 1) is None
        assert formula([], ["a"], 1) == 0.0


@pytest.mark.parametrize(
    ("citations", "holds"),
    [([], False), (["a"], True), (["a", "b"], True), (["a", "x"], False), (["hidden"], False), (["seen"], False)],
)
def test_a_claim_is_supported_only_when_every_citation_is_labelled_and_visible(
    citations: list[str], holds: bool
) -> None:
    assert claim_supported(citations, ["a", "b", "hidden"], ["a", "b", "seen", "x"]) is holds


def test_delivered_documents_replace_the_first_k_as_what_was_visible() -> None:
    labels = {"fee": ["tariff"]}
    claims = [("fee", ["tariff"])]
    assert grounded_scores(["tariff"], claims, ["tariff"], labels, 1, delivered=[]).support == 0.0
    assert grounded_scores(["x", "tariff"], claims, ["tariff"], labels, 1, delivered=["tariff"]).support == 1.0
    assert grounded_scores(["x", "tariff"], claims, ["tariff"], labels, 1).support == 0.0


def test_a_claim_stated_twice_counts_once_and_holds_only_when_both_statements_do() -> None:
    labels = {"fee": ["tariff"], "term": ["terms"]}
    twice = [("fee", ["tariff"]), ("term", ["terms"]), ("fee", ["blog"])]
    assert support(twice, labels, ["tariff", "terms", "blog"]) == 0.5
    assert support(twice[::-1], labels, ["tariff", "terms", "blog"]) == 0.5
    assert support([*twice[:2], twice[0]], labels, ["tariff", "terms"]) == 1.0
    assert coverage(twice, labels, ["tariff", "terms", "blog"]) == 0.5


def test_supported_and_stated_counts_are_the_support_fraction() -> None:
    for run in WORKED["runs"]:
        scores = score(run)
        if scores.support is None:
            assert scores.stated == 0
        else:
            assert Fraction(scores.supported_stated, scores.stated) == Fraction(scores.support)


def test_abstention_is_judged_on_unanswerable_cases_only() -> None:
    assert abstention_correct([], {}) is True
    assert abstention_correct([("x", [])], {}) is False
    assert abstention_correct([], {"fee": ["tariff"]}) is None
    assert coverage([], {"fee": ["tariff"]}, []) == 0.0
    assert support([], {"fee": ["tariff"]}, []) is None
