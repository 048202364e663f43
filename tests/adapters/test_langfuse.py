"""Langfuse: exports of scores, joined with traces and observations."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.opened import as_lines, as_table, evidence, notes, only, recognised, rows_of, table
from triage.evidence import open_bundle
from triage.examine import examine


def score(trace: str, name: str, kind: str, value: Any, text: str | None = None, **more: Any) -> dict[str, Any]:
    return {
        "id": f"s-{trace}-{name}",
        "trace_id": trace,
        "dataset_run_id": "",
        "name": name,
        "value": value,
        "source": "EVAL",
        "comment": "because",
        "data_type": kind,
        "string_value": text,
        **more,
    }


SCORES = [
    score("t1", "helpful", "NUMERIC", 0.25),
    score("t1", "correct", "BOOLEAN", 1, "True"),
    score("t1", "tone", "CATEGORICAL", 2, "rude"),
    score("t2", "correct", "BOOLEAN", 0, "False", source="ANNOTATION"),
    score("t2", "note", "TEXT", 0, "read this"),
    score("t2", "helpful", "NUMERIC", None, comment=""),
]
EXPECTED = {
    ("t1", "helpful"): "not judged",
    ("t1", "correct"): "pass",
    ("t1", "tone"): "not judged",
    ("t2", "correct"): "fail",
    ("t2", "note"): "not judged",
    ("t2", "helpful"): "not scored",
}


@pytest.mark.parametrize("write", [as_table, as_lines])
def test_scores_by_their_data_type(tmp_path: Path, write: Any) -> None:
    bundle = only(write(tmp_path / ("s.csv" if write is as_table else "s.jsonl"), SCORES), "langfuse")
    assert table(bundle) == EXPECTED
    by = {(row.case_id, row.metric): row for row in rows_of(bundle)}
    assert by[("t1", "helpful")].score == 0.25 and by[("t1", "helpful")].reason == "because"
    assert by[("t1", "tone")].score is None and "rude" in by[("t1", "tone")].notes[0]
    assert by[("t2", "note")].score is None and "read this" in by[("t2", "note")].notes[0]
    assert by[("t1", "correct")].judge and not by[("t2", "correct")].judge
    assert any("no export of traces" in note for note in notes(bundle))


def test_a_page_of_the_api(tmp_path: Path) -> None:
    page = [{"traceId": "t1", "dataType": "NUMERIC", "stringValue": None, "value": 0.5, "name": "f"}, 3]
    (tmp_path / "p.json").write_text(json.dumps({"data": page, "meta": {"page": 1}}))
    bundle = only(tmp_path / "p.json", "langfuse")
    assert table(bundle) == {("t1", "f"): "not judged"} and bundle.unread[0].path == "p.json#/data/1"


def test_traces_and_observations_are_joined_by_trace(tmp_path: Path) -> None:
    as_lines(tmp_path / "scores.jsonl", SCORES)
    as_lines(
        tmp_path / "traces.jsonl",
        [
            {"id": "t1", "input": {"question": "q?"}, "output": {"answer": "ans"}, "metadata": {}},
            {"id": "other", "input": "x", "output": "y", "metadata": {}},
        ],
    )
    retrieved = [{"id": "d1", "text": "one"}]
    as_lines(
        tmp_path / "observations.jsonl",
        [
            {"id": "o1", "trace_id": "t1", "type": "RETRIEVER", "input": "q", "output": retrieved},
            {
                "id": "o2",
                "trace_id": "t1",
                "type": "GENERATION",
                "parent_observation_id": "o0",
                "input": "p",
                "output": "z",
            },
        ],
    )
    bundle = open_bundle([tmp_path])
    assert table(bundle) == EXPECTED and bundle.unread == []
    found = evidence(bundle, "t1")
    assert (found.case.question, found.attribution.answer) == ("q?", "ans")
    assert [(one.doc_id, one.text) for one in found.retrieval.retrieved] == [("d1", "one")]
    assert found.retrieval.source.path == "observations.jsonl"
    assert not examine([tmp_path]).findings, "a trace without scores is no case that was left out"
    assert "read together with scores.jsonl" in notes(bundle)
    assert not any("no export of traces" in note for note in notes(bundle))


def test_several_scores_of_one_name_are_attempts_and_dataset_runs_are_systems(tmp_path: Path) -> None:
    rows = [
        score("t1", "f", "NUMERIC", 1.0, dataset_run_id="r1"),
        score("t1", "f", "NUMERIC", 0.0, dataset_run_id="r1"),
        score("t2", "f", "NUMERIC", 0.0, dataset_run_id="r2"),
    ]
    found = rows_of(only(as_lines(tmp_path / "s.jsonl", rows), "langfuse"))
    assert [(row.attempt, row.system) for row in found] == [(1, "r1"), (2, "r1"), (None, "r2")]


@pytest.mark.parametrize(
    "content",
    [
        b'{"trace_id": "t", "name": "f", "value": 1}\n{"trace_id": "t", "name": "f", "value": 1}\n',
        b'{"data": [{"name": "f"}]}',
        b'{"case_id": "a", "score": 0.5, "minimum": 0.7}\n',
    ],
)
def test_what_is_not_langfuses(content: bytes) -> None:
    assert recognised(content) != "langfuse"
