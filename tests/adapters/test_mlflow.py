"""MLflow: genai frames, one trace, the classic table."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.opened import (
    SHARED,
    as_lines,
    as_table,
    evidence,
    notes,
    only,
    recognised,
    row_of,
    rows_of,
    table,
)

RAISED = {"error_code": "SCORER_ERROR", "error_message": "no context", "stack_trace": "Traceback secret.py"}


def assessment(name: str, value: Any = None, **more: Any) -> dict[str, Any]:
    source = {"source_type": more.pop("source", "CODE"), "source_id": more.pop("by", name)}
    return {"assessment_name": name, "source": source, "feedback": {"value": value} | more.pop("feedback", {}), **more}


def trace(case: str, **cells: Any) -> dict[str, Any]:
    given = {"response": "It is 7.", "retrieved_contexts": ["seven", "eight"], "retrieved_ids": ["d1", "d2"]}
    return {
        "trace_id": f"tr-{case}",
        "recall/value": 1.0,
        "recall/rationale": "1/1",
        "grounded/value": "yes",
        "expected_response/value": "Seven.",
        "recall/error_message": None,
        "state": "OK",
        "request": {"question": "How many?", "case_id": case},
        "response": given,
        "trace": "{'tags': 'x'}",
        "trace_metadata": {"mlflow.sourceRun": "run-1", "mlflow.user": "somebody"},
        "assessments": [
            assessment("recall", 1.0),
            {"assessment_name": "expected_response", "expectation": {"value": "Seven."}},
        ],
        **cells,
    }


FRAME = [
    trace("a"),
    trace(
        "b",
        **{
            "recall/value": None,
            "recall/rationale": None,
            "recall/error_message": "no context",
            "grounded/value": "no",
        },
    ),
    trace("c", **{"recall/value": None, "recall/rationale": None}),
]
EXPECTED = {
    ("a", "recall"): "not judged",
    ("a", "grounded"): "pass",
    ("b", "recall"): "error",
    ("b", "grounded"): "fail",
    ("c", "recall"): "not scored",
    ("c", "grounded"): "pass",
}


@pytest.mark.parametrize("write", [as_table, as_lines])
def test_a_genai_frame_in_both_forms(tmp_path: Path, write: Any) -> None:
    bundle = only(write(tmp_path / ("f.csv" if write is as_table else "f.jsonl"), FRAME), "mlflow")
    assert table(bundle) == EXPECTED
    assert row_of(bundle, "b", "recall").error == "no context"
    assert row_of(bundle, "a", "recall").reason == "1/1" and row_of(bundle, "a", "recall").score == 1.0
    found = evidence(bundle, "a")
    assert (found.case.question, found.case.reference) == ("How many?", "Seven.")
    assert found.attribution.answer == "It is 7."
    assert [(one.doc_id, one.text) for one in found.retrieval.retrieved] == [("d1", "seven"), ("d2", "eight")]
    assert bundle.manifest.run_id == "run-1"
    assert "read as expected values and not as results: expected_response" in notes(bundle)
    assert "true, yes and pass are read as passed, false, no and fail as failed: grounded" in notes(bundle)


def test_nothing_of_the_trace_is_kept_in_the_original(tmp_path: Path) -> None:
    bundle = only(as_lines(tmp_path / "f.jsonl", FRAME), "mlflow")
    assert not any("somebody" in json.dumps(row.raw) or "'tags'" in json.dumps(row.raw) for row in rows_of(bundle))


def test_traces_without_value_columns_are_read_from_their_assessments(tmp_path: Path) -> None:
    given = [
        assessment("recall", 0.5, source="LLM_JUDGE", by="judge-1", rationale="half"),
        assessment("recall", 0.9, valid=False),
        assessment("tone", 1.0),
        assessment("tone", 2.0),
        assessment("broken", feedback={"error": RAISED}),
        {"assessment_name": "anything", "expectation": {"value": 3}},
    ]
    record = {"trace_id": "tr-1", "state": "OK", "request": "q", "response": "r", "assessments": given}
    bundle = only(as_lines(tmp_path / "f.jsonl", [record, record | {"trace_id": "tr-2"}]), "mlflow")
    assert table(bundle)[("tr-1", "recall")] == "not judged" and ("tr-1", "anything") not in table(bundle)
    recall = row_of(bundle, "tr-1", "recall")
    assert (recall.score, recall.reason) == (0.5, "half") and "judge-1" in str(recall.judge)
    assert row_of(bundle, "tr-1", "tone").score == 2.0
    assert "given more than once for one answer, the last counts: tone" in notes(bundle)
    assert row_of(bundle, "tr-1", "broken").error == "no context"
    assert any("new in every run" in note for note in notes(bundle))


def test_a_trace_that_ended_in_an_error_is_the_applications(tmp_path: Path) -> None:
    record = trace("a", state="ERROR", **{"recall/value": None})
    bundle = only(as_lines(tmp_path / "f.jsonl", [record, trace("b")]), "mlflow")
    assert row_of(bundle, "a", "recall").error == "the application failed: its trace ended in state ERROR"


def test_one_trace_as_json(tmp_path: Path) -> None:
    attributes = {"mlflow.spanInputs": '{"question": "q?", "case_id": "a"}', "mlflow.spanOutputs": '{"response": "r"}'}
    spans = [{"parent_span_id": "1", "attributes": {}}, {"parent_span_id": None, "attributes": attributes}]
    info = {"trace_id": "tr-1", "state": "OK", "assessments": [assessment("short", False)]}
    (tmp_path / "t.json").write_text(json.dumps({"info": info, "data": {"spans": spans}}))
    bundle = only(tmp_path / "t.json", "mlflow")
    assert table(bundle) == {("a", "short"): "fail"} and evidence(bundle, "a").attribution.answer == "r"


def classic(*rows: list[Any], columns: tuple[str, ...] = ("id", "inputs", "found", "toxicity/v1/score")) -> bytes:
    return json.dumps({"columns": columns, "data": rows}).encode()


def test_the_classic_table(tmp_path: Path) -> None:
    names = (
        "case_id",
        "inputs",
        "retrieved",
        "gold",
        "predictions",
        "targets",
        "recall_at_3/score",
        "x/v1/score",
        "x/justification",
    )
    path = tmp_path / "eval_results_table.json"
    row = ["a", "q?", ["d1", "d2"], ["d2"], "ans", "ref", 0.5, None, None]
    path.write_bytes(classic(row, ["b", "q"], columns=names))
    bundle = only(path, "mlflow")
    assert table(bundle) == {("a", "recall_at_3"): "not judged", ("a", "x/v1"): "not scored"}
    found = evidence(bundle, "a")
    assert ([one.doc_id for one in found.retrieval.retrieved], found.retrieval.k) == (["d1", "d2"], 3)
    assert dict(found.case.relevant) == {"d2": 1.0} and found.case.reference == "ref"
    assert [(one.path, one.problem) for one in bundle.unread] == [
        ("eval_results_table.json#/data/1", "not a row of 9 values")
    ]


def test_retrieved_texts_are_no_ids(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    path.write_bytes(classic(["a", ["some text", "x"], 0.1], columns=("id", "retrieved", "m/score")))
    assert [one.text for one in evidence(only(path, "mlflow"), "a").retrieval.retrieved] == ["some text", "x"]


def test_toxicity_is_better_low(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    path.write_bytes(classic(["a", "q", "", 0.1]))
    bundle = only(path, "mlflow")
    assert rows_of(bundle)[0].lower_is_better and "lower is better, as MLflow defines it: toxicity/v1" in notes(bundle)


@pytest.mark.parametrize(
    "content",
    [
        b'{"columns": ["a"], "data": []}',
        b'{"columns": ["a/score"], "data": [], "index": []}',
        b'{"trace_id": "t", "score": 1}\n{"trace_id": "u", "score": 1}\n',
        b'{"case_id": "a", "score": 0.5, "minimum": 0.7}\n',
        b'{"info": {}, "data": {}}',
        b"[1, 2]",
    ],
)
def test_what_is_not_mlflows(content: bytes) -> None:
    assert recognised(content) != "mlflow"


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared samples are not here")
@pytest.mark.parametrize("name", ["genai_result_df.csv", "genai_result_df.jsonl"])
def test_the_shared_frame(name: str) -> None:
    bundle = only(SHARED / "formats" / "mlflow" / name, "mlflow")
    assert len({row.case_id for row in rows_of(bundle)}) == 7 and len(bundle.rows) == 21
    assert row_of(bundle, "case-007", "context_recall").error == "nothing was retrieved"
    assert list(table(bundle).values()).count("error") == 1


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared samples are not here")
def test_the_shared_retriever_table() -> None:
    bundle = only(SHARED / "formats" / "mlflow" / "eval_results_table.retriever.json", "mlflow")
    assert row_of(bundle, "case-004", "ndcg_at_3").score == 0.5
    assert [one.doc_id for one in evidence(bundle, "case-004").retrieval.retrieved] == ["kb-002", "kb-005", "kb-004"]
