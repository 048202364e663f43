"""Texts stay at home: covered letter by letter, apart from the passages that decide."""

import hashlib
from typing import Any

import pytest

from triage.clues.passage import find
from triage.handoff.quotes import split_spots, spots
from triage.handoff.withhold import COVER, Keep, Withholding, hide
from triage.model import Chunk
from triage.redaction import Redactor

SECRET = "password=hunter2hunter2"


def withheld(record: dict[str, Any], *passages: str, **more: Any) -> dict[str, Any]:
    keep = Keep(passages, **{name: more.pop(name) for name in ("decisive", "words", "proofs") if name in more})
    return Withholding(keep, Redactor(), **more).record("r.jsonl:1", record, reason_stays=False)


def letters(text: str) -> str:
    """What can still be read."""
    return "".join(one if one not in "\u2591\u2592\u2593" else " " for one in text).strip()


def test_a_text_is_covered_letter_by_letter_and_its_passages_stay_where_they_were() -> None:
    text = "We charge nothing.\nReturns take thirty days at most."
    shown = withheld({"answer": text}, "thirty days")["answer"]
    assert len(shown) == len(text)
    at = text.index("thirty")
    assert shown[at : at + 11] == "thirty days"
    assert shown[text.index("\n")] == "\n"
    assert letters(shown).split() == ["thirty", "days"]


@pytest.mark.parametrize("field", ["question", "query", "user_input"])
def test_a_question_keeps_no_passage(field: str) -> None:
    assert letters(withheld({field: "Is it thirty days?"}, "thirty days")[field]) == ""


def test_equal_texts_stay_equal_and_different_ones_of_one_length_stay_different() -> None:
    same, other = "Nothing is due.", "Nothing was due"
    record = {"answer": same, "response": same, "context": [other, same]}
    shown = withheld(record)
    assert shown["answer"] == shown["response"] == shown["context"][1] != shown["context"][0]
    assert {len(shown["answer"]), len(shown["context"][0])} == {15}


def test_ids_numbers_versions_and_reviewers_words_stay() -> None:
    record = {
        "case_id": "What does it cost to send a parcel back to you?",
        "k": 3,
        "claims": {"fee": {"sources": ["d one two three four five six seven"], "text": "It costs nothing at all."}},
        "criterion": "offers both remedies for a box that came late at night",
        "retriever": "hybrid, 0.5",
    }
    assert withheld(record) == record


def test_an_unknown_field_is_kept_unless_it_is_prose() -> None:
    shown = withheld({"note": "flag 3", "draft": "Dear Ann, we are sorry that your parcel came so very late."})
    assert shown["note"] == "flag 3"
    assert letters(shown["draft"]) == ""
    assert letters(withheld({"draft": "退款将在五个工作日内到账。"})["draft"]) == ""


def test_whatever_stands_below_a_text_is_text_unless_it_is_an_id() -> None:
    messages = [{"role": "user", "content": "Is it free?", "parts": [{"said": "Yes", "doc_id": "d1"}]}]
    (shown,) = withheld({"messages": messages})["messages"]
    assert letters(shown["content"] + shown["parts"][0]["said"]) == ""
    assert shown["parts"][0]["doc_id"] == "d1"


def test_a_judge_s_reason_goes_and_the_words_that_tell_a_broken_evaluation_stay() -> None:
    shown = withheld({"reason": "Ann owes 40 euros; then came HTTP 503 and a timeout"})
    assert letters(shown["reason"]).split() == ["HTTP", "503", "timeout"]
    kept = Withholding(Keep(), Redactor()).record("r", {"reason": "supported=1; required=2"}, reason_stays=True)
    assert kept["reason"] == "supported=1; required=2"


def test_a_text_that_a_finding_quotes_is_handed_over_with_it() -> None:
    shown = withheld({"explanation": "Best: b"}, proofs=("its explanation: Best: b",))
    assert shown["explanation"] == "Best: b"


def test_words_shared_with_the_rationale_stay_in_both() -> None:
    record = {"explanation": "Credit was offered politely", "rationale": ["Both remedies and a credit"]}
    shown = withheld(record, words=frozenset(["credit"]))
    assert [letters(shown["explanation"]), letters(shown["rationale"][0])] == ["Credit", "credit"]


def test_redaction_sees_the_whole_text_before_it_is_covered() -> None:
    text = f"The {SECRET} opens it."
    shown = withheld({"answer": text}, "hunter2 opens it")["answer"]
    assert "hunter2" not in shown
    assert len(shown) == len(text)
    assert "hunter2" not in withheld({"answer": text}, with_text=True)["answer"]
    assert withheld({"answer": text}, with_text=True)["answer"].endswith(" opens it.")


def test_a_value_under_a_secret_key_is_redacted_whatever_it_is() -> None:
    assert withheld({"api_key": "abc"})["api_key"] == "***"


def test_what_was_done_to_each_text_is_told() -> None:
    withholding = Withholding(Keep(("days",)), Redactor())
    withholding.record("r.jsonl:4", {"retrieved": [{"doc_id": "d", "text": "ten days"}], "k": 2}, reason_stays=False)
    (told,) = withholding.fields
    assert told == ("r.jsonl:4", "retrieved[0].text", 8, hashlib.sha256(b"ten days").hexdigest(), 4, 0)


@pytest.mark.parametrize(
    ("text", "passage"),
    [
        ("It takes Thirty\n days.", "thirty days"),
        ("It takes (thirty) days.", "thirty days"),
        ("退款将在五个工作日内到账。", "五个工作日"),
        ("thirty days", "thirty days"),
    ],
)
def test_a_passage_that_the_diagnosis_finds_is_found_again_in_the_covered_text(text: str, passage: str) -> None:
    shown = withheld({"text": text}, passage)["text"]
    before, after = (find(passage, [Chunk(1, "d", text=one)]) for one in (text, shown))
    assert before is not None
    assert after == before


def test_a_passage_inside_a_longer_word_is_no_passage_unless_it_decides_by_review() -> None:
    assert [spots(text, "cat") for text in ("concatenate", "bobcat", "cation")] == [[], [], []]
    assert spots("a cat", "cat") != []
    assert letters(withheld({"text": "concatenate"}, "cat")["text"]) == ""
    assert letters(withheld({"text": "concatenate"}, decisive=("cat",))["text"]) == "cat"


def test_a_passage_split_over_two_chunks_is_found_again() -> None:
    texts = ["Nothing else. Refunds take thirty", "days at most. Nothing more."]
    hits = [{"doc_id": "d", "text": text} for text in texts]
    shown = withheld({"retrieved": hits}, "take thirty days at most")["retrieved"]
    chunks = [Chunk(rank, "d", text=hit["text"]) for rank, hit in enumerate(shown, 1)]
    found = find("take thirty days at most", chunks)
    assert found is not None
    assert found.how == "split over two chunks"
    assert "Nothing" not in "".join(hit["text"] for hit in shown)
    assert split_spots(["thirty", "thirty"], "thirty days") == {}


def test_a_text_that_was_covered_before_stays_as_it_is() -> None:
    once = withheld({"answer": "Nothing is due within thirty days."}, "thirty days")
    again = withheld(once, "thirty days")
    assert len(again["answer"]) == len(once["answer"])
    assert letters(again["answer"]).split() == ["thirty", "days"]
    assert COVER in again["answer"]


def test_the_beginning_of_a_secret_that_was_cut_is_hidden_too() -> None:
    secrets = ["ann.smith@example.com", "hunter2"]
    assert hide("said ann.smith@exa", secrets) == "said *************"
    assert hide("hunter2, hunter2 and ann.", secrets) == "*******, ******* and ann."
    assert hide("ann.smith@example.com!", secrets) == "*********************!"
    assert hide("tested", ["test"]) == "tested"
