"""Facts that a golden would hide in a crowd: missing is not zero, empty is not absent, nothing is guessed."""

import re
from dataclasses import replace

import pytest

from tests.views import evidence as made
from triage.model import Attribution, Case, Evidence, Outcome, RankingAttempt, Row, Source, StatedClaim, Tone
from triage.views import (
    attribution,
    contract,
    identity,
    metric,
    orders,
    record,
    request,
    retrieval,
    stability,
    suggestion,
)
from triage.views.entry import Entry, text_of
from triage.views.stages import COVERAGE_STAGES, RANKING_STAGES, walk_lines

PAYLOAD = "[/] [red] [@click=app.quit]x[/] \x1b]52;c;eA==\x07 \x1b[2J \x9b2J \u202eevil \u200bzero \ud800 \r\x00"
UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ud800-\udfff]")


def words(entries: list[Entry]) -> str:
    return "\n".join(text_of(one.line) for one in entries)


def test_three_ways_of_no_chunks_are_three_texts() -> None:
    absent = words(retrieval.entries(made.coverage(retrieval=None)))
    unranked = words(retrieval.entries(made.coverage(retrieval=made.coverage_retrieval(retrieved=None))))
    empty = words(retrieval.entries(made.coverage(retrieval=made.coverage_retrieval(retrieved=()))))
    assert "no record: whether" in absent and "without a ranked list" in unranked
    assert "found nothing: 0 chunks, which is not the same as no record" in empty
    assert "0 / labelled = 0 / 3 = 0" in empty


@pytest.mark.parametrize(
    ("delivered", "cut"),
    [
        (None, "visible down to here: k = 2 (assumed); below: not visible"),
        (("ship-1",), "delivered down to here: 1 recorded; below: not visible"),
        (("blog-4", "ship-1"), "what was delivered is not the top of the ranking"),
        (("ship-1", "odd-1"), "! delivered, though not retrieved: odd-1"),
        ((), "recorded, and empty: nothing reached the prompt"),
    ],
)
def test_the_visible_cut_follows_what_was_recorded(delivered: tuple[str, ...] | None, cut: str) -> None:
    assert cut in words(retrieval.entries(made.coverage(retrieval=made.coverage_retrieval(delivered=delivered))))


def test_the_cut_stands_behind_the_last_visible_chunk() -> None:
    lines = words(retrieval.entries(made.coverage())).splitlines()
    place = next(at for at, line in enumerate(lines) if "visible down to here" in line)
    assert "blog-4" in lines[place - 1] and "ret-7" in lines[place + 1]


def test_ranking_scores_are_not_applicable_rather_than_zero() -> None:
    nothing = made.coverage(case=Case(Source("cases.jsonl", 1), "parcel-times", claims={}, relevant={}))
    assert "nothing is labelled relevant, which is not 0" in words(retrieval.entries(nothing))


def test_a_missing_source_tells_what_the_inventory_knows() -> None:
    assert "ship-9 for courier-call: now called ship-10, version v1" in words(retrieval.entries(made.coverage()))
    unknown = made.coverage(inventory=made.Corpus(*(made.coverage().inventory.document(one) for one in ("ship-1",))))
    assert "ship-9 for courier-call: not in the inventory, under no name" in words(retrieval.entries(unknown))
    assert "no inventory was kept" in words(retrieval.entries(made.coverage(inventory=made.Corpus())))


def test_the_number_keeps_its_side_of_the_minimum() -> None:
    row = made.coverage_row(score=0.79996, required=None, supported=None)
    assert "value         0.79996 < 0.8" in words(metric.entries(Evidence(row)))


def test_a_recorded_score_that_differs_is_told() -> None:
    text = words(metric.entries(Evidence(made.coverage_row(score=0.5))))
    assert "x differs: recorded 0.5" in text and "1 / 3 = 0.333" in text


def test_an_invalid_row_has_no_value_and_no_zero() -> None:
    row = made.coverage_row(outcome=Outcome.INVALID, score=None, score_written="Infinity", required=(), supported=())
    text = words(metric.entries(Evidence(row)))
    assert "none (written: Infinity)" in text and "required 0 (recorded, and empty)" in text


def test_without_a_last_green_run_nothing_is_compared() -> None:
    assert "--baseline PATH" in words(contract.entries(made.coverage(green=None, has_baseline=False)))
    assert "does not hold this row" in words(contract.entries(made.coverage(green=None)))


def test_a_changed_question_is_called_not_comparable() -> None:
    now, green = made.coverage_row(), made.green_evidence().row
    assert "the denominators differ" in str(contract.comparable(now, green))
    assert "another question" in str(contract.comparable(replace(now, contract_version="c5"), green))
    assert contract.comparable(now, now) is None
    assert contract.comparable(replace(now, required=None), green) is None


def test_missing_claims_come_first_and_the_chosen_span_is_found() -> None:
    evidence = made.coverage()
    assert attribution.claim_ids(evidence) == ["free-returns", "courier-call", "delivery-days"]
    sign = attribution.anchor(evidence, "free-returns")
    assert sign == "«>2|" and sign in words(attribution.detail(evidence, "free-returns"))
    assert attribution.anchor(evidence, "courier-call") is None


def test_spans_that_do_not_fit_or_overlap_are_said_to() -> None:
    claims = (
        StatedClaim("delivery-days", ("ship-1",), (0, 40)),
        StatedClaim("free-returns", (), (32, 60)),
        StatedClaim("courier-call", (), (50, 999)),
    )
    evidence = made.coverage(attribution=made.coverage_attribution(claims=claims))
    text = words(attribution.detail(evidence, "free-returns"))
    assert "spans 1 and 2 overlap" in text
    assert "courier-call: 50-999  x that span does not fit: the text has 91 code points" in text


@pytest.mark.parametrize(
    ("claims", "said"), [(None, "not recorded, which is not the same as none"), ((), "recorded, and empty")]
)
def test_no_claims_and_an_empty_list_differ(claims: tuple[()] | None, said: str) -> None:
    evidence = made.coverage(attribution=made.coverage_attribution(claims=claims))
    assert said in words(attribution.entries(evidence))


def test_every_fault_of_an_order_is_named_at_once() -> None:
    span = identity.order_check(("a", "b", "c"), ("a", "a", "x"))
    assert span == ("x missing b, c; unknown x; duplicate a", Tone.BAD)
    assert identity.order_check(("a",), None)[0] == "? not recorded"
    assert identity.order_check(("a",), ())[0] == "x recorded, and empty: missing a"
    assert identity.order_check(("a",), None, "prose")[0] == "x no list of ids: prose was returned"


def test_agreement_is_not_applicable_without_a_permutation() -> None:
    text = words(orders.entries(made.ranking(ranking=made.ranking_artifact(actual=("brisk", "calm", "calm")))))
    assert "agreement     n/a: only for an order of exactly the expected ids" in text
    assert "x missing from the returned order: vague" in text and "x duplicate" in text


def test_moves_count_places_from_the_presented_order() -> None:
    assert [orders.step(places) for places in (2, 0, -1)] == ["^2", "=", "v1"]
    text = words(orders.entries(made.ranking(ranking=made.ranking_artifact(actual=("vague", "calm", "brisk")))))
    assert re.search(r"1 +brisk +calm +vague +\^2", text) and re.search(r"3 +vague +vague +brisk +v2", text)


def test_the_winner_of_a_worst_first_order_stands_last() -> None:
    artifact = made.ranking_artifact(direction="worst-first", actual=("vague", "brisk", "calm"), must_win_actual=None)
    assert "must win      calm  ok it won" in words(orders.entries(made.ranking(ranking=artifact)))


def test_lost_text_is_marked_where_it_was_lost() -> None:
    assert [(mark.start, mark.end) for mark in request.lost("abcdef", "abc")] == [(3, 6)]
    assert [(mark.start, mark.end) for mark in request.lost("abcdef", "abef")] == [(2, 4)]
    assert request.lost("abc", "abc") == []
    assert [(mark.start, mark.end) for mark in request.lost("abc", "")] == [(0, 3)]


def test_a_slot_that_always_wins_stands_out() -> None:
    text = words(stability.entries(made.ranking()))
    assert "! slot 1 won 3 of 3; its share would be 1 of 3" in text
    assert "same candidate in both orders / pairs = 0 / 1 = 0" in text


def test_without_other_orders_position_is_not_tested() -> None:
    text = words(stability.entries(made.ranking(ranking=made.ranking_artifact(attempts=()))))
    assert "? position not tested" in text and "? repetition not tested" in text and "? swapping not tested" in text


def test_swapped_pairs_count_once() -> None:
    pairs = (("x", "y"), ("y", "x"), ("y", "x"))
    attempts = tuple(RankingAttempt("pair", pair, pair) for pair in pairs)
    artifact = made.ranking_artifact(presented=None, expected=("x", "y"), actual=None, attempts=attempts)
    assert "Pairs judged in both orders: n = 1" in words(stability.entries(made.ranking(ranking=artifact)))


def test_a_record_is_shown_with_its_unknown_fields() -> None:
    evidence = made.coverage()
    text = words(record.entries(evidence, evidence.row.source))
    assert '"extra": "kept [too]"' in text and text.startswith("rows.jsonl:3")
    assert "open other.jsonl at line 8" in words(record.entries(evidence, Source("other.jsonl", 8)))


def test_nobody_is_suggested_where_nothing_is_known() -> None:
    evidence = made.coverage()
    open_one = made.diagnosis(evidence, findings=(), cause="undetermined", owner=None, confidence=None, stage=None)
    text = words(suggestion.entries(open_one, None))
    assert text.startswith("suggested   nobody yet  ? undetermined")
    assert "last green run's minimum" in text


def test_nothing_unsafe_leaves_any_view() -> None:
    hostile = made.coverage(
        row=made.coverage_row(
            case_id=PAYLOAD, reason=PAYLOAD, error=PAYLOAD, required=(PAYLOAD, "b"), raw={"x": PAYLOAD}
        ),
        attribution=Attribution(
            Source(PAYLOAD, 1), PAYLOAD, PAYLOAD, PAYLOAD, (StatedClaim(PAYLOAD, (PAYLOAD,), (0, 9)),)
        ),
    )
    shown = walk_lines(made.diagnosis(hostile), hostile, None, {}) + [
        one.line for one in record.entries(hostile, hostile.row.source)
    ]
    ranked = made.ranking(
        row=Row(Source(PAYLOAD), Outcome.FAILED, PAYLOAD, metric=PAYLOAD),
        ranking=made.ranking_artifact(actual=(PAYLOAD, "calm"), explanation=PAYLOAD, judge=PAYLOAD),
    )
    shown += walk_lines(made.diagnosis(ranked), ranked, None, {})
    text = "".join(part for line in shown for part, _ in line)
    assert not UNSAFE.search(text)
    assert "[@click=app.quit]x[/]" in text and "\\x1b]52;c;eA==\\x07" in text and "\\u202eevil" in text


def test_every_stage_says_something_of_an_empty_row() -> None:
    bare = Evidence(Row(Source("rows.jsonl", 1), Outcome.FAILED))
    for view in (*COVERAGE_STAGES, *RANKING_STAGES):
        assert words(view.entries(bare)).strip(), view.title
