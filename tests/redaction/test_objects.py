"""Masking in records that were read into objects."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from triage.redaction import Redactor
from triage.redaction.objects import ObjectMask

MAIL = "jo@example.invalid"
HIDDEN = Redactor().mask(MAIL)


class Word(StrEnum):
    ONE = MAIL


class Pair(NamedTuple):
    doc_id: str
    text: str


@dataclass(frozen=True, slots=True)
class Record:
    case_id: str
    text: str
    cited: tuple[str, ...] = ()
    pair: Pair | None = None
    word: Word = Word.ONE
    settings: Mapping[str, Any] = field(default_factory=dict)
    raw: Mapping[str, Any] = field(default_factory=dict)
    score: float | None = None


def masked(value: Any, keep: tuple[str, ...] = ("cited",)) -> Any:
    redactor = Redactor()
    return ObjectMask(redactor.mask, redactor.masked_record, keep)(value)


def test_texts_are_masked_and_ids_numbers_and_words_of_a_vocabulary_stay() -> None:
    record = Record(MAIL, f"from {MAIL}.", (MAIL,), Pair(MAIL, MAIL), score=0.5)
    assert masked(record) == Record(MAIL, f"from {HIDDEN}.", (MAIL,), Pair(MAIL, HIDDEN), score=0.5)
    assert len(HIDDEN) == len(MAIL) and HIDDEN != MAIL


def test_only_named_fields_are_kept() -> None:
    assert masked(Record("c", "t", (MAIL,)), keep=()).cited == (HIDDEN,)


def test_records_as_read_are_masked_as_records() -> None:
    found = masked(Record("c", "t", raw={"case_id": MAIL, "reply": MAIL, "headers": {"Authorization": "x"}}))
    assert found.raw == {"case_id": MAIL, "reply": HIDDEN, "headers": {"Authorization": "*"}}


def test_settings_under_the_name_of_a_credential_are_masked_whole() -> None:
    found = masked(Record("c", "t", settings={"judge.api_key": "plain words", "k": "10", "note": [MAIL, 3]}))
    assert found.settings == {
        "judge.api_key": "[redacted]"[:1] + found.settings["judge.api_key"][1:],
        "k": "10",
        "note": [HIDDEN, 3],
    }
    assert "plain" not in found.settings["judge.api_key"] and len(found.settings["judge.api_key"]) == 11


def test_what_needs_no_mask_is_the_same_object() -> None:
    record = Record("c", "plain text", ("a",), Pair("d", "t"), settings={"k": "10"})
    assert masked(record) is record
