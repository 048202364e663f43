"""Recorded results again, through the plain formulas: equal, different, or why not."""

from typing import Any

import pytest

from triage.model import (
    Attribution,
    Case,
    Chunk,
    Evidence,
    InvalidKind,
    Label,
    Outcome,
    RankingArtifact,
    Retrieval,
    Row,
    Source,
    StatedClaim,
)
from triage.reproduce.formulas import recompute
from triage.reproduce.outcome import Verdict, different, equal, exit_code, impossible

HERE = Source("rows.jsonl", 1)


def row(score: float | None, **more: Any) -> Row:
    outcome = Outcome.INVALID if score is None else Outcome.FAILED
    return Row(HERE, more.pop("outcome", outcome), "c", score=score, **more)


def lists(score: float | None, required: tuple[str, ...], supported: tuple[str, ...], **more: Any) -> Evidence:
    return Evidence(row(score, required=required, supported=supported, **more))


@pytest.mark.parametrize(
    ("evidence", "words"),
    [
        (lists(0.5, ("a", "b"), ("a",)), "equal: recorded 0.5, recomputed 0.5 (|supported| / |required| = 1 / 2)"),
        (lists(0.5, ("a", "b"), ("a",), reason="supported=1; required=2; missing=b"), "equal: recorded 0.5"),
        (lists(0.5, ("a", "b;c"), ("a",), reason="supported=1; required=2; missing=b;c"), "equal: recorded 0.5"),
        (lists(0.5, ("a", "b\nc"), ("a",), reason="supported=1; required=2; missing=b\nc"), "equal: recorded 0.5"),
        (lists(0.75, ("a", "b"), ("a",)), "different: recorded 0.75, recomputed 0.5 ("),
        (lists(0.5 + 1e-8, ("a", "b"), ("a",)), "different: recorded 0.50000001, recomputed 0.5 ("),
        (lists(0.5 + 1e-10, ("a", "b"), ("a",)), "equal: "),
        (
            lists(0.5, ("a", "b"), ("a",), reason="supported=1; required=2; missing=a"),
            "different: recorded supported=1; required=2; missing=a, recomputed supported=1; required=2; missing=b",
        ),
        (lists(None, ("a", "b"), ("a",)), "different: recorded no score, recomputed 0.5"),
        (lists(None, ("a", "b"), ("a",), score_written="NaN"), "different: recorded NaN, recomputed 0.5"),
        (lists(None, (), ("a",)), "equal: no score both times (required_claim_ids must not be empty)"),
        (
            lists(0.5, ("a",), ("x",)),
            "different: recorded 0.5, recomputed no score (supported_claim_ids contains",
        ),
        (
            lists(None, ("a", "b"), (), error="HTTP 503", invalid_kind=InvalidKind.ERROR),
            "cannot be recomputed because no score was recorded to compare with (the evaluation broke: HTTP 503)",
        ),
        (
            Evidence(row(0.5, required=("a",))),
            "cannot be recomputed because supported_claim_ids of the row were not kept",
        ),
        (
            Evidence(row(0.5)),
            "cannot be recomputed because required_claim_ids and supported_claim_ids of the row were not kept",
        ),
        (
            Evidence(row(0.5, metric="faithfulness")),
            "cannot be recomputed because faithfulness is a judge's, and the judge's verdicts were not kept",
        ),
        (Evidence(row(0.5, metric="tone")), "cannot be recomputed because triage knows no formula for tone"),
        (
            Evidence(row(0.5, metric="recall@5")),
            "cannot be recomputed because labels (relevant), ranking (retrieved) or cutoff of recall@5 were not kept",
        ),
    ],
)
def test_a_score_is_equal_different_or_cannot_be_recomputed(evidence: Evidence, words: str) -> None:
    assert str(recompute(evidence)).startswith(words)


def answered(metric: str, score: float | None, **more: Any) -> Evidence:
    """Two claims stated, one of them with a citation that is labelled and visible."""
    claims = (StatedClaim("a", ("d1",), (0, 3)), StatedClaim("b", ("d9",), None, "said"), StatedClaim("c"))
    labels = {"a": Label("a", ("d1",)), "b": Label("b", ("d2",)), "c": Label("c", ("d3",))}
    case = Case(HERE, "c", claims=more.pop("labels", labels), relevant={"d1": 1.0, "d3": 1.0})
    retrieval = Retrieval(HERE, "c", k=2, retrieved=(Chunk(1, "d2"), Chunk(2, "d1"), Chunk(3, "d3")))
    attribution = Attribution(HERE, "c", claims=more.pop("claims", claims))
    return Evidence(row(score, metric=metric), case=case, retrieval=retrieval, attribution=attribution, **more)


@pytest.mark.parametrize(
    ("metric", "score"),
    [("support", 1 / 2), ("coverage", 1 / 3), ("precision@2", 1 / 2), ("recall@2", 1 / 2), ("rr", 1 / 2)],
)
def test_grounded_scores_come_from_claims_labels_and_what_was_visible(metric: str, score: float) -> None:
    again = recompute(answered(metric, score))
    assert (again.verdict, again.value) == (Verdict.EQUAL, score)
    assert recompute(answered(metric, score + 0.1)).verdict is Verdict.DIFFERENT


def test_abstaining_is_right_where_nothing_can_be_answered() -> None:
    assert recompute(answered("abstention_correct", 0.0, labels={})).value == 0.0
    assert recompute(answered("abstention_correct", 1.0, labels={}, claims=())).verdict is Verdict.EQUAL
    assert recompute(answered("abstention_correct", 1.0)).verdict is Verdict.DIFFERENT


def test_grounded_scores_without_their_records_say_what_is_missing() -> None:
    for metric in ("support", "coverage"):
        whole = answered(metric, 0.5)
        for part in ("attribution", "case", "retrieval"):
            parts = {one: getattr(whole, one) for one in ("attribution", "case", "retrieval") if one != part}
            again = recompute(Evidence(whole.row, **parts))
            assert again.verdict is Verdict.IMPOSSIBLE
            assert "not kept" in again.words


def compared(**more: Any) -> Evidence:
    score = more.pop("score", None)
    place = more.pop("place", HERE)
    orders = {"presented": ("b", "a", "c"), "expected": ("a", "b", "c"), "actual": ("b", "a", "c")}
    artifact = RankingArtifact(HERE, "c", direction="best-first", **(orders | more))
    return Evidence(Row(place, Outcome.FAILED, "c", metric="pairwise_agreement", score=score), ranking=artifact)


ELSEWHERE = Source("rows.jsonl", 9)


@pytest.mark.parametrize(
    ("evidence", "words"),
    [
        (
            compared(pairwise_agreement=2 / 3),
            "equal: the returned order is the saved one, and recorded agreement 0.66",
        ),
        (compared(), "equal: the returned order is the saved one, and no agreement was recorded (it is 0.667)"),
        (compared(pairwise_agreement=0.75), "different: recorded agreement 0.75, recomputed 0.6667"),
        (compared(score=1.0, place=ELSEWHERE), "different: recorded score 1, recomputed 0.6667"),
        (compared(score=1.0), "equal: "),
        (compared(raw_order=("a", "b", "c")), "different: the saved order is b, a, c, the raw one a, b, c"),
        (compared(raw_order=("1", "2", "3"), raw_labels="presented"), "equal: "),
        (compared(must_win_actual="a"), "different: recorded winner a, by the order b"),
        (
            compared(actual=("a", "a", "c")),
            "equal: no agreement both times (not a permutation: missing b; duplicate",
        ),
        (
            compared(actual=("a", "c"), pairwise_agreement=1.0),
            "different: recorded agreement 1, recomputed none:",
        ),
        (compared(actual=None), "cannot be recomputed because no order was returned"),
        (
            compared(actual=None, unparsed="b!"),
            "cannot be recomputed because no order was returned (the judge",
        ),
        (compared(expected=None), "cannot be recomputed because the reviewed order was not kept"),
        (
            Evidence(row(0.5, metric="pairwise_agreement")),
            "cannot be recomputed because the orders of this comparison were not kept",
        ),
    ],
)
def test_a_comparison_is_held_against_its_own_orders(evidence: Evidence, words: str) -> None:
    assert str(recompute(evidence)).startswith(words)


def test_the_worst_result_decides_the_exit_code_as_at_the_gate() -> None:
    same, other, none = equal("x"), different("x"), impossible("x")
    codes = [exit_code(one) for one in ([same], [same, other], [same, none], [none, other, same], [])]
    assert codes == [0, 1, 2, 2, 0]
