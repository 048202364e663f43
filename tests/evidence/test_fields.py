import math

import pytest

from triage.evidence.fields import Fields, Record, as_flag, as_number, as_text, flatten, setting
from triage.evidence.tolerant import Written
from triage.evidence.yaml_text import Plain
from triage.model import Source

HERE = Source("rows.jsonl", 3)


def fields(**record):
    return Fields(record, HERE)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("0010", "0010"),
        (12, "12"),
        (1.5, "1.5"),
        (Written(1.1, "1.10"), "1.10"),
        (True, None),
        (None, None),
        ([], None),
    ],
)
def test_ids_are_text_and_numbers_as_written(value, text):
    assert as_text(value) == text


def test_text_is_never_the_marked_kind():
    assert type(as_text(Plain("no"))) is str


@pytest.mark.parametrize(
    ("value", "number"),
    [(Plain("0.5"), 0.5), (Plain("1e-3"), 0.001), (Plain("12:30"), None), ("0.5", None), (True, None), (3, 3.0)],
)
def test_numbers_from_text_only_without_quotes(value, number):
    assert as_number(value) == number


def test_yaml_numbers_that_are_none_are_kept_as_written():
    assert as_number(Plain(".nan")).written == ".nan"
    assert as_number(Plain("1e999")) == math.inf


def test_truth_from_text_only_without_quotes():
    assert [as_flag(value) for value in (True, Plain("false"), Plain("no"), "false", 0)] == [
        True,
        False,
        False,
        None,
        None,
    ]


def test_a_wrong_type_is_a_fault_with_its_place_and_counts_as_absent():
    one = fields(case_id=["c"], k=2.5, cached="yes", required="a", judge_text=None, score=math.nan)
    assert one.text("case_id") is None
    assert one.whole("k") is None
    assert one.flag("cached") is None
    assert one.ids("required") is None
    assert one.number("score") is None
    assert one.text("judge_text") is None
    assert [(fault.field, fault.source) for fault in one.faults] == [
        (name, HERE) for name in ("case_id", "k", "cached", "required", "score")
    ]


def test_one_id_of_the_wrong_type_makes_the_list_unusable():
    one = fields(ids=["a", 7, None])
    assert one.ids("ids") is None
    assert one.faults[0].problem == "expected ids, found null at place 3"


def test_an_empty_list_is_not_null():
    assert fields(ids=[]).ids("ids") == ()
    assert fields(ids=None).ids("ids") is None
    assert fields().ids("ids") is None


def test_the_first_named_field_that_is_not_null_counts():
    assert fields(case_id=None, case="x").text("case_id", "case") == "x"


def test_a_field_given_twice_is_unknown():
    record = Record({"a": 1, "b": 2}, HERE, ("`a` is given twice",), ("a",))
    assert record.known == {"b": 2}
    assert record.value == {"a": 1, "b": 2}


def test_settings_become_dotted_text():
    value = {"judge": {"model": "m", "temperature": 0}, "tags": ["a", {"b": None}], "fast": True}
    assert flatten(value) == {"judge.model": "m", "judge.temperature": "0", "tags": "a, null", "fast": "true"}
    assert setting({"model": "m", "seed": None}) == "model=m, seed=null"
    assert setting("m-2") == "m-2"
    assert setting(None) is None
