"""Intervals, paired tests, agreement and overlap against independently computed vectors."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triage.metrics.relevance import average_precision, ndcg
from triage.metrics.statistics import (
    cohen_kappa,
    kendall_tau_b,
    krippendorff_alpha,
    mcnemar_exact,
    rbo_ext,
    wilson_interval,
)

WORKED = json.loads((Path(__file__).parent / "worked_values.json").read_text("utf-8"))
ORDERS, REVIEWERS, INTERVALS = WORKED["order_statistics"], WORKED["reviewers"], WORKED["intervals"]


def near(value: float | None) -> object:
    return None if value is None else pytest.approx(value, abs=1e-6)


@pytest.mark.parametrize("worked", INTERVALS["wilson"])
def test_worked_wilson(worked: dict[str, float]) -> None:
    assert wilson_interval(worked["successes"], worked["n"]) == (near(worked["low"]), near(worked["high"]))


def test_wilson_edges() -> None:
    assert wilson_interval(0, 0) is None
    low, high = wilson_interval(0, 10, z=1.959963984540054)
    assert (low, high) == (0.0, near(0.277533))
    mirrored = wilson_interval(10, 10, z=1.959963984540054)
    assert mirrored == (near(1 - high), 1.0)
    for successes, n in ((-1, 3), (4, 3)):
        with pytest.raises(ValueError, match="no proportion"):
            wilson_interval(successes, n)


@given(st.integers(0, 50), st.integers(1, 50))
def test_wilson_holds_the_share(successes: int, n: int) -> None:
    successes = min(successes, n)
    low, high = wilson_interval(successes, n)
    assert 0.0 <= low <= successes / n <= high <= 1.0
    assert (low == 0.0, high == 1.0) == (successes == 0, successes == n)


@pytest.mark.parametrize("worked", INTERVALS["mcnemar"])
def test_worked_mcnemar(worked: dict[str, float]) -> None:
    assert mcnemar_exact(worked["b"], worked["c"]) == mcnemar_exact(worked["c"], worked["b"]) == worked["p"]


def test_mcnemar_edges() -> None:
    assert [mcnemar_exact(0, 0), mcnemar_exact(3, 3)] == [1.0, 1.0]
    assert mcnemar_exact(2000, 0) < 1e-300
    with pytest.raises(ValueError, match="negative"):
        mcnemar_exact(-1, 2)


def test_worked_reviewers() -> None:
    first, second = REVIEWERS["first"], REVIEWERS["second"]
    assert cohen_kappa(first, second) == near(REVIEWERS["kappa"])
    rated = list(zip(first, second, strict=True))
    assert krippendorff_alpha(rated) == near(REVIEWERS["alpha"])
    assert krippendorff_alpha([(None, second[0]), *rated[1:]]) == near(REVIEWERS["alpha_first_rating_missing"])


def test_agreement_over_one_category_is_undefined() -> None:
    assert cohen_kappa("PPP", "PPP") is None
    assert cohen_kappa("", "") is None
    assert krippendorff_alpha([("P", "P"), ("P", None)]) is None
    assert krippendorff_alpha([]) is None
    assert cohen_kappa("PF", "PF") == 1.0
    assert cohen_kappa("PPFF", "FFPP") == -1.0
    with pytest.raises(ValueError, match="same items"):
        cohen_kappa("P", "PP")


@pytest.mark.parametrize("worked", ORDERS["kendall_tau_b"])
def test_worked_tau_b(worked: dict[str, object]) -> None:
    assert kendall_tau_b(worked["first"], worked["second"]) == near(worked["value"])


def test_tau_b_edges() -> None:
    assert kendall_tau_b([1, 1], [1, 2]) is None
    assert kendall_tau_b([], []) is None
    assert kendall_tau_b([1, 2, 3], [3, 2, 1]) == -1.0
    with pytest.raises(ValueError, match="same items"):
        kendall_tau_b([1], [])


@pytest.mark.parametrize("worked", ORDERS["rbo_ext"])
def test_worked_overlap(worked: dict[str, object]) -> None:
    assert rbo_ext(worked["first"], worked["second"], worked["p"]) == near(worked["value"])


def test_overlap_edges() -> None:
    assert rbo_ext([], ["a"]) is None
    assert rbo_ext("ab", "xy") == 0.0
    for p in (0.0, 1.0, -0.5):
        with pytest.raises(ValueError, match="persistence"):
            rbo_ext("a", "a", p)


@pytest.mark.parametrize("worked", ORDERS["average_precision"])
def test_worked_average_precision(worked: dict[str, object]) -> None:
    assert average_precision(worked["relevant"]) == near(worked["value"])


@pytest.mark.parametrize("worked", ORDERS["ndcg"])
def test_worked_ndcg(worked: dict[str, object]) -> None:
    assert ndcg(worked["grades"]) == near(worked["value"])


def test_ndcg_of_grades() -> None:
    assert ndcg([3, 2, 1]) == 1.0
    assert ndcg([]) is None
    assert ndcg([1, 0], judged=[1, 1, 0]) == near(0.613147)
    assert ndcg([0, 3, 3], judged=[3, 3], k=2) == near(0.386853)
    assert ndcg([0, 0, 1], k=2) == 0.0
    with pytest.raises(ValueError, match="negative"):
        ndcg([1, -1])
