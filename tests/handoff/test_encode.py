"""Frozen records read as what they were read from: numbers, ids, odd characters, keys given twice."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from triage.evidence.tolerant import Written, read_line
from triage.evidence.yaml_text import Entry, Plain, read_documents
from triage.handoff.encode import holds_plain, json_line, pretty, yaml_document
from triage.text import clean

ODD = ["", "a\nb", "\x00\x1b[2J", "\u2028\u202e", "\ud800", "\t", "\U000e0041", '"\\', "\\u000a", "\ufffe", "#: -"]
texts = st.text() | st.sampled_from(ODD)
wholes = st.integers(-(2**63), 2**63 - 1)
json_values = st.recursive(
    st.none() | st.booleans() | wholes | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)
valid = st.text(st.characters(exclude_categories=["Cs"])) | st.sampled_from([one for one in ODD if one != "\ud800"])
scalars = st.sampled_from(["0.5", "1e3", ".nan", "-.inf", "true", "no", "12"]).map(Plain)
yaml_values = st.recursive(
    st.none() | scalars | valid,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(valid, inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(texts, json_values, max_size=4))
def test_a_json_record_is_read_as_it_was(record: dict[str, Any]) -> None:
    line = json_line(record)
    assert clean(line) == line
    (piece,) = read_line(line.encode("utf-8")).pieces
    assert piece.value == record


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(valid, yaml_values, min_size=1, max_size=4))
def test_a_yaml_record_is_read_as_it_was_with_the_scalars_that_stood_bare(record: dict[str, Any]) -> None:
    text = yaml_document(record)
    assert [line for line in text.split("\n") if clean(line) != line] == []
    (entry,) = read_documents(text)
    assert isinstance(entry, Entry)
    assert kinds(entry.value) == kinds(record)


def kinds(value: Any) -> Any:
    """The value with every bare scalar told from text."""
    if isinstance(value, dict):
        return {key: kinds(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [kinds(inner) for inner in value]
    return ("bare", str(value)) if isinstance(value, Plain) else value


@pytest.mark.parametrize("written", ["NaN", "-Infinity", "1e999", "12345678901234567890123"])
def test_what_no_double_holds_stays_as_it_was_written(written: str) -> None:
    line = json_line({"score": Written(float("nan"), written)})
    assert line == f'{{"score":{written}}}'


def test_a_key_given_twice_is_given_twice_again() -> None:
    (piece,) = read_line(json_line({"score": 1, "case_id": "a"}, ("score",)).encode()).pieces
    assert piece.repeated == ("score",)
    (entry,) = read_documents(yaml_document({"score": Plain("1"), "case_id": "a"}, ("score",)))
    assert isinstance(entry, Entry)
    assert entry.keys == ("score",)


def test_a_very_long_key_is_read_again() -> None:
    record = {"k" * 3000: {"j" * 3000: Plain("1")}}
    (entry,) = read_documents(yaml_document(record))
    assert isinstance(entry, Entry)
    assert kinds(entry.value) == kinds(record)


def test_only_bare_scalars_ask_for_yaml() -> None:
    assert holds_plain({"a": [{"b": Plain("1")}]})
    assert not holds_plain({"a": ["1", 1, None]})


def test_pretty_json_is_strict_sorted_and_safe_for_terminals() -> None:
    value = {"b": float("nan"), "a": ["\\u000a", "\x1b\u202e", "\ud800"], "c": Written(float("inf"), "1e999")}
    text = pretty(value).decode()
    read = json.loads(text, parse_constant=pytest.fail)
    assert read == {
        "a": ["\\u000a", "\x1b\u202e", "\\ud800"],
        "b": None,
        "c": None,
    }
    assert [line for line in text.split("\n") if clean(line) != line] == []
    assert text.index('"a"') < text.index('"b"')
