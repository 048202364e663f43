import math

import pytest

from triage.evidence.outcome import Facts, Score, error_text, judge, metric_range, read_score
from triage.evidence.tolerant import Written
from triage.evidence.yaml_text import Plain
from triage.model import InvalidKind, Outcome

PASSED, FAILED, INVALID, NOT_JUDGED = Outcome
ERROR, NOT_SCORED = InvalidKind


def facts(status=None, score=None, minimum=0.8, written=None, **more):
    return Facts(more.pop("metric", "m"), Score(score, written), status, minimum, **more)


@pytest.mark.parametrize(
    ("status", "score", "minimum", "expected"),
    [
        ("pass", 0.9, 0.8, PASSED),
        ("fail", 0.7, 0.8, FAILED),
        (None, 0.8, 0.8, PASSED),
        (None, 0.7999999999999999, 0.8, FAILED),
        ("pass", 0.30000000000000004, 0.3, PASSED),
        ("fail", 0.6666666666666666, 0.6667, FAILED),
        ("pass", 0.79, 0.8, FAILED),
        ("fail", 0.8, 0.8, FAILED),
        ("pass", 0.2, None, PASSED),
        ("fail", 0.9, None, FAILED),
        (None, 0.9, None, NOT_JUDGED),
        (" Passed", 0.9, 0.8, PASSED),
        ("FAILED", 0.7, 0.8, FAILED),
        ("invalid", 0.9, 0.8, INVALID),
        ("skip", 0.9, 0.8, INVALID),
        ("N/A", None, 0.8, INVALID),
        ("", 1.0, 0.8, INVALID),
        ("pass", None, 0.8, INVALID),
        ("fail", None, 0.8, INVALID),
        (None, None, 0.8, INVALID),
    ],
)
def test_the_outcome_of_status_score_and_minimum(status, score, minimum, expected):
    assert judge(facts(status, score, minimum)).outcome is expected


def test_a_status_that_contradicts_its_score_is_said_and_never_green():
    below = judge(facts("pass", 0.79))
    assert (below.outcome, below.contradicts, below.notes) == (FAILED, True, ("recorded pass, but 0.79 < 0.8",))
    equal = judge(facts("fail", 0.8))
    assert (equal.outcome, equal.contradicts) == (FAILED, True)
    assert equal.notes == ("recorded fail, but 0.8 = 0.8 (rounded before saving?)",)


def test_a_score_that_is_no_number_was_never_measured():
    judged = judge(facts("fail", written="NaN literal"))
    assert judged.notes == ("recorded fail, but the score is NaN: nothing was measured",)
    assert (judged.outcome, judged.kind) == (INVALID, NOT_SCORED)
    assert judge(facts("fail", written="null", reason="no statements")).kind is ERROR
    assert judge(facts("fail", written="null", reason="  ")).kind is NOT_SCORED


def test_an_error_makes_a_pass_invalid():
    judged = judge(facts("pass", 1.0, error="502 from the gateway"))
    assert (judged.outcome, judged.kind) == (INVALID, ERROR)
    assert judged.notes == ("status pass but `error` is set",)


def test_a_recorded_invalid_has_a_kind():
    assert judge(facts("invalid", reason="timed out")).kind is ERROR
    assert judge(facts("invalid")).kind is NOT_SCORED


def test_status_notes_say_what_was_read():
    assert judge(facts("Failed ", 0.1)).notes == ('status "Failed " read as fail',)
    assert judge(facts("N/A")).notes == ('unknown status "N/A"',)
    assert judge(facts("ok\x1b[2J")).notes == ('unknown status "ok\\x1b[2J"',)


def test_verdicts_without_scores_stand_only_where_the_metric_gives_none():
    assert judge(facts("pass", written="null", verdict_only=True)).outcome is PASSED
    assert judge(facts("fail", verdict_only=True)).notes == ("verdict without a score",)
    assert judge(facts("pass", written="NaN literal", verdict_only=True)).outcome is INVALID
    assert judge(facts("skip", verdict_only=True)).outcome is INVALID


@pytest.mark.parametrize(
    ("metric", "score", "is_outside"),
    [
        ("recall@3", 2.0, True),
        ("evidence_coverage", -0.1, True),
        ("answer_relevancy", -0.5, False),
        ("answer_relevancy", -1.5, True),
        ("ndcg@10", 1.0, False),
        ("bleu", 37.0, False),
    ],
)
def test_scores_outside_the_declared_range_are_invalid(metric, score, is_outside):
    judged = judge(facts("pass", score, -9.0, metric=metric))
    assert (judged.outcome is INVALID) is is_outside
    assert any("outside" in note for note in judged.notes) is is_outside


def test_ranges_ignore_cutoff_and_case():
    assert metric_range("Recall@5") == (0.0, 1.0)
    assert metric_range("latency") is None


def test_a_row_without_a_case_was_not_parsed():
    judged = judge(facts("pass", 1.0, unparsed=True))
    assert (judged.outcome, judged.kind) == (INVALID, ERROR)


@pytest.mark.parametrize(
    ("value", "score", "written"),
    [
        (1, 1.0, None),
        (Plain("0.5"), 0.5, None),
        (None, None, "null"),
        (True, None, "true"),
        ("0.5", None, 'text "0.5"'),
        ("NaN", None, 'text "NaN"'),
        (Written(math.nan, "NaN"), None, "NaN literal"),
        (Written(-math.inf, "-Infinity"), None, "-Infinity literal"),
        (Written(math.inf, "1e999"), None, "1e999, a number too large for a double"),
        (Plain(".nan"), None, "NaN literal"),
        (Plain("high"), None, "high"),
        ([0.5], None, "a list"),
        ({}, None, "a mapping"),
    ],
)
def test_scores_are_numbers_or_the_words_for_what_stood_there(value, score, written):
    assert read_score(value) == (score, written)


def test_an_integer_that_no_double_holds_is_too_large():
    assert read_score(10**400).written.endswith("a number too large for a double")


def test_an_absent_score_is_not_null():
    assert read_score(None, present=False) == (None, None)
    assert Score(None, "null").absent
    assert Score(None).absent
    assert not Score(None, "NaN literal").absent


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, None),
        ("", None),
        ("  ", None),
        ({}, None),
        ([], None),
        (False, None),
        ("broken pipe", "broken pipe"),
        ({"message": "outer", "cause": {"message": "inner"}}, "inner"),
        ({"message": "outer", "cause": None}, "outer"),
        ({"message": "a", "cause": {"message": "b", "cause": {"message": "c"}}}, "c"),
        ([{"message": "first"}], "first"),
        ({"code": 502}, "code: 502"),
    ],
)
def test_the_innermost_message_is_the_error(value, text):
    assert error_text(value) == text
