"""Records: the same structure, ids as they are, text under a credential's key masked whole."""

import json
from copy import deepcopy
from typing import Any

import pytest

from triage.redaction import Redactor
from triage.redaction.records import DEEPEST

REDACTOR = Redactor()


def test_numbers_booleans_and_nulls_stay_under_every_key() -> None:
    record = {"token": 12, "password": True, "api_key": None, "secret": [1, 2.5, False], "card": 4111111111111111}
    assert REDACTOR.masked_record(record) == record


def test_everything_textual_under_a_secret_key_is_masked_whole() -> None:
    record = {"cookies": {"sid": "abc", "case_id": "c1", "n": 3, "list": ["a long plain value", ""]}, "token": "the"}
    assert REDACTOR.masked_record(record) == {
        "cookies": {"sid": "***", "case_id": "c1", "n": 3, "list": ["[redacted********]", ""]},
        "token": "***",
    }


def test_ids_stay_always_even_when_they_look_like_something_else() -> None:
    record = {
        "case_id": "jo@example.invalid",
        "doc_id": "10.2.1.4",
        "required_claim_ids": ["+44 20 7946 0958", "fee"],
        "input_sha256": "4111111111111111",
        "session_id": "Bearer FAKE1234FAKE5678",
        "corpus_version": "10.0.0.1",
    }
    assert REDACTOR.masked_record(record) == record
    moved = {"text": record["case_id"], "name": record["doc_id"], "notes": record["required_claim_ids"]}
    assert REDACTOR.masked_record(moved) == {
        "text": "[redacted********]",
        "name": "********",
        "notes": ["[redacted******]", "fee"],
    }


def test_the_record_itself_is_not_changed() -> None:
    record = {"rows": [{"reason": "password=hunter2"}], "pair": ("jo@example.invalid", 1)}
    before = deepcopy(record)
    assert REDACTOR.masked_record(record) == {
        "rows": [{"reason": "password=*******"}],
        "pair": ["[redacted********]", 1],
    }
    assert record == before


def test_keys_stay() -> None:
    assert list(REDACTOR.masked_record({"jo@example.invalid": "x", 7: "y"})) == ["jo@example.invalid", 7]


@pytest.mark.parametrize("levels", [DEEPEST - 1, DEEPEST, 5000])
def test_what_is_nested_too_deep_is_masked_as_one(levels: int) -> None:
    nested: Any = "jo@example.invalid"
    for _ in range(levels):
        nested = [nested]
    masked = REDACTOR.masked_record(nested)
    for _ in range(min(levels, DEEPEST)):
        masked = masked[0]
    assert masked == "[redacted********]" if levels <= DEEPEST else masked == "[redacted]"


def test_json_inside_text_is_masked_too() -> None:
    inner = json.dumps({"api_key": "k-77fake88fake99", "k": 10, "case_id": "c1"})
    assert json.loads(REDACTOR.mask(inner)) == {"api_key": "[redacted******]", "k": 10, "case_id": "c1"}
    twice = json.dumps({"log": inner})
    assert "fake88" not in REDACTOR.mask(twice)
    assert '\\"case_id\\": \\"c1\\"' in REDACTOR.mask(twice)
