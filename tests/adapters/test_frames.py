"""What frames share: cells, torn rows, repeated columns, attempts, innermost messages."""

import math
from typing import Any

import pytest

from triage.adapters.file import ForeignFile, Item
from triage.adapters.frames import (
    as_chunks,
    attempts,
    case_ids,
    columns,
    innermost,
    names_in,
    reading,
    records,
    some,
    with_ids,
    words_of,
)
from triage.adapters.native import Lost, Said, Spot


def table_file(text: str, name: str = "frame.csv") -> ForeignFile:
    data = text.encode()
    return ForeignFile(name, data, len(data), lambda: data)


@pytest.mark.parametrize(
    ("cell", "score", "status"),
    [
        ("0.5", 0.5, None),
        (1, 1.0, None),
        ("np.float64(0.25)", 0.25, None),
        ("", None, None),
        ("None", None, None),
        (None, None, None),
        (True, "true", "pass"),
        ("False", "False", "fail"),
        ("yes", "yes", "pass"),
        (" No ", "No", "fail"),
        ("incorrect", "incorrect", "fail"),
        ("neutral", "neutral", None),
        ("C", "C", None),
    ],
)
def test_a_cell_is_a_number_a_label_or_a_verdict(cell: Any, score: Any, status: str | None) -> None:
    assert reading(cell) == (score, status)


@pytest.mark.parametrize("cell", [float("nan"), "nan", " NaN "])
def test_nan_stays_nan(cell: Any) -> None:
    score = reading(cell).score
    assert isinstance(score, float) and math.isnan(score)


def test_infinity_is_no_label() -> None:
    assert reading(10**400).score == math.inf and reading(-(10**400)).score == -math.inf
    assert reading(float("inf")).score == math.inf and reading("-inf").score == -math.inf


def test_the_first_of_two_columns_counts_and_is_said() -> None:
    rows, noticed = records(table_file("id,score,score\na,1,2\n"))
    assert rows == [Item({"id": "a", "score": "1"}, Spot(2))]
    assert noticed == [Said("the column score is given twice: the first is used", Spot(1))]


def test_rows_with_too_few_cells_are_lost_and_the_last_one_is_torn() -> None:
    rows, noticed = records(table_file("id,score,why\na,1\nb,1,x\nc,2"))
    assert [item.value["id"] for item in rows] == ["b"]
    assert noticed == [
        Lost("the row has 2 of 3 cells", Spot(2)),
        Lost("the row has 2 of 3 cells", Spot(4), torn=True),
    ]


def test_a_header_alone_is_a_finding() -> None:
    ((), (lost,)) = (tuple(one) for one in records(table_file("id,score\n")))
    assert isinstance(lost, Lost) and "no rows" in lost.words


def test_one_line_of_json_lines_is_a_frame_too() -> None:
    file = table_file('{"id": "a", "score": 1}\n', "frame.jsonl")
    assert columns(file) == ("id", "score") and records(file)[0][0].value == {"id": "a", "score": 1}


def test_columns_that_only_later_records_have_are_known() -> None:
    file = table_file('{"id": 1}\n{"id": 2, "late": 3}\n', "frame.jsonl")
    assert columns(file) == ("id",) and names_in(file) == ("id", "late")


@pytest.mark.parametrize(
    ("value", "chunks"),
    [
        (None, None),
        ("", None),
        ("[]", []),
        ([], []),
        ("['a, b', \"it's\"]", [{"text": "a, b"}, {"text": "it's"}]),
        ("['a'\n 'b']", [{"text": "a"}, {"text": "b"}]),
        ("[{'id': 'kb-1', 'text': 'x'}]", [{"doc_id": "kb-1", "text": "x"}]),
        ([{"page_content": "x", "metadata": {"source": "f.md"}}], [{"doc_id": "f.md", "text": "x"}]),
        ([{"document_id": 7, "text": "x", "score": 0.5}], [{"doc_id": "7", "text": "x", "score": 0.5}]),
        ([{"id": "a", "score": True}], [{"doc_id": "a"}]),
        ("one text | not split; ever", [{"text": "one text | not split; ever"}]),
        ("['{\"a\": 1}', 'b']", [{"text": '{"a": 1}'}, {"text": "b"}]),
    ],
)
def test_retrieved_chunks_in_every_shape(value: Any, chunks: Any) -> None:
    assert as_chunks(value) == chunks


def test_ids_of_another_column_join_in_order_and_only_when_as_many() -> None:
    texts = [{"text": "a"}, {"text": "b"}]
    assert with_ids(texts, "['x', 'y']") == [{"text": "a", "doc_id": "x"}, {"text": "b", "doc_id": "y"}]
    assert with_ids(texts, ["x"]) == texts
    assert with_ids(None, ["x"]) == [{"doc_id": "x"}]
    assert with_ids([], []) == []


@pytest.mark.parametrize(
    ("error", "words"),
    [
        ("ValueError('gone')", "ValueError: gone"),
        (
            "RuntimeError('503')\n\nTraceback (most recent call last):\n  File x\nRuntimeError: 503\n",
            "RuntimeError: 503",
        ),
        ("Traceback (most recent call last):\n  File secret.py\nKeyError: 'a'", "KeyError: 'a'"),
        ("plain words", "plain words"),
        ("", None),
        (None, None),
        (float("nan"), None),
    ],
)
def test_messages_without_their_traces(error: Any, words: str | None) -> None:
    assert innermost(error) == words


def test_repeats_are_counted_and_single_ones_are_not() -> None:
    assert list(attempts(["a", "b", "a"])) == [1, None, 2]


def test_an_id_is_looked_for_in_the_record_then_inside_its_columns() -> None:
    rows = [
        Item({"case_id": "a", "request": {"id": "inner"}}, Spot(1)),
        Item({"request": "{'case_id': 'b'}"}, Spot(2)),
        Item({"request": "no mapping"}, Spot(3)),
        Item({"id": 0}, Spot(4)),
    ]
    assert case_ids(rows, "request") == ["a", "b", "row 3", "0"]


def test_words_and_lists_of_ids() -> None:
    assert words_of(float("nan")) is None and words_of(" a ") == "a" and words_of("nan") == "nan"
    assert some(list("abcdefg")) == "a, b, c, d, e and 2 more"
