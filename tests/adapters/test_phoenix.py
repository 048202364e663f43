"""Arize Phoenix: frames of evaluate_dataframe, downloads of experiments."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.opened import (
    SHARED,
    as_lines,
    as_table,
    evidence,
    only,
    recognised,
    row_of,
    rows_of,
    table,
)
from triage.examine import examine

DONE = {"status": "COMPLETED", "exceptions": [], "execution_seconds": 0.1}
FAILED = {"status": "FAILED", "exceptions": ["ValueError('first')", "ValueError('nothing found')"]}
SKIPPED = {"status": "DID NOT RUN", "exceptions": []}


def score(value: Any, **more: Any) -> dict[str, Any]:
    return {"name": "x", "score": value, "kind": "code", "direction": "maximize", **more}


def case(name: str, recall: Any, noise: Any, details: tuple[Any, Any] = (DONE, DONE)) -> dict[str, Any]:
    return {
        "case_id": name,
        "input": "q?",
        "output": "ans",
        "reference": "ref",
        "documents": ["one", "two"],
        "recall_execution_details": details[0],
        "noise_execution_details": details[1],
        "recall_score": recall,
        "noise_score": noise,
    }


FRAME = [
    case("a", score(0.5, label="missed", explanation="half"), score(0.2, direction="minimize", kind="llm")),
    case("b", None, None, (FAILED, SKIPPED)),
    case("c", score(1.0, label="recalled"), None, (DONE, SKIPPED)),
    case("d", score(None, label="pass"), score(None, label="loud")),
]


@pytest.mark.parametrize("write", [as_table, as_lines])
def test_a_frame_in_both_forms(tmp_path: Path, write: Any) -> None:
    bundle = only(write(tmp_path / ("f.csv" if write is as_table else "f.jsonl"), FRAME), "phoenix")
    assert table(bundle) == {
        ("a", "recall"): "not judged",
        ("a", "noise"): "not judged",
        ("b", "recall"): "error",
        ("b", "noise"): "error",
        ("c", "recall"): "not judged",
        ("c", "noise"): "error",
        ("d", "recall"): "pass",
        ("d", "noise"): "not judged",
    }
    assert row_of(bundle, "b", "recall").error == "ValueError: nothing found"
    cause = "did not run, because recall failed: ValueError: nothing found"
    assert row_of(bundle, "b", "noise").error == cause and row_of(bundle, "c", "noise").error == cause
    assert (row_of(bundle, "a", "recall").reason, row_of(bundle, "c", "recall").reason) == ("half", "labelled recalled")
    assert row_of(bundle, "a", "noise").lower_is_better and not row_of(bundle, "a", "recall").lower_is_better
    assert row_of(bundle, "a", "noise").judge and not row_of(bundle, "a", "recall").judge
    found = evidence(bundle, "a")
    assert (found.case.question, found.case.reference, found.attribution.answer) == ("q?", "ref", "ans")
    assert [one.text for one in found.retrieval.retrieved] == ["one", "two"]


def test_a_retrieval_that_found_nothing_is_not_called_a_context_that_was_not_kept(tmp_path: Path) -> None:
    record = {
        "case_id": "a",
        "input": "q?",
        "documents": [],
        "context_recall_execution_details": FAILED,
        "context_recall_score": None,
    }
    examination = examine([as_lines(tmp_path / "f.jsonl", [record, record | {"case_id": "b"}])])
    missing = [one for one in examination.diagnosis(0).findings if one.cause == "context-missing"]
    words = [proof.text for one in missing for proof in one.evidence]
    assert words == ["context_recall needs a context, and retrieval found nothing for this case"]


def run(example: str, repetition: int, **more: Any) -> dict[str, Any]:
    return {
        "example_id": example,
        "repetition_number": repetition,
        "input": {"question": "q?"},
        "reference_output": {"answer": "ref"},
        "output": {"answer": "ans", "documents": [{"id": "d1", "text": "one"}]},
        "error": None,
        "annotations": [
            {"name": "ok", "annotator_kind": "LLM", "label": "no", "score": None, "explanation": "why"},
            {"name": "f1", "annotator_kind": "CODE", "label": None, "score": 0.5, "explanation": None},
        ],
        **more,
    }


def test_an_experiment_as_json(tmp_path: Path) -> None:
    broken = [{"name": "ok", "score": None, "label": None, "error": "TimeoutError('late')"}]
    runs = [
        run("a", 1),
        run("a", 2),
        run("b", 1, annotations=broken),
        run("c", 1, output=None, error="boom", annotations=[]),
    ]
    (tmp_path / "e.json").write_text(json.dumps(runs))
    bundle = only(tmp_path / "e.json", "phoenix")
    assert [(row.case_id, row.attempt) for row in rows_of(bundle) if row.metric == "ok"][:2] == [("a", 1), ("a", 2)]
    seen = table(bundle)
    assert (seen[("a", "ok")], seen[("a", "f1")]) == ("fail", "not judged")
    assert (seen[("b", "ok")], seen[("b", "f1")], seen[("c", "f1")]) == ("error", "not scored", "error")
    assert row_of(bundle, "b", "ok").error == "TimeoutError: late"
    assert row_of(bundle, "c", "ok").error == "the application failed: boom"
    found = evidence(bundle, "a")
    assert (found.case.question, found.case.reference, found.attribution.answer) == ("q?", "ref", "ans")
    assert [one.doc_id for one in found.retrieval.retrieved] == ["d1"]


def test_an_experiment_as_csv(tmp_path: Path) -> None:
    record = {
        "example_id": "a",
        "repetition_number": 1,
        "input": '{"question": "q?"}',
        "reference_output": '{"answer": "ref"}',
        "output": '"ans"',
        "error": "",
        "annotation_my_score_score": "0.25",
        "annotation_my_score_label": "",
        "annotation_my_score_explanation": "because",
        "annotation_my_score_error": "",
    }
    bundle = only(as_table(tmp_path / "e.csv", [record]), "phoenix")
    (row,) = rows_of(bundle)
    assert (row.metric, row.score, row.reason, row.error) == ("my_score", 0.25, "because", None)
    assert evidence(bundle, "a").case.reference == "ref"


@pytest.mark.parametrize(
    "content",
    [
        b'{"x_execution_details": 1, "y_score": 1}\n{"a": 1}\n',
        b'[{"example_id": "a", "annotations": []}]',
        b'{"case_id": "a", "score": 0.5, "minimum": 0.7}\n',
    ],
)
def test_what_is_not_phoenixs(content: bytes) -> None:
    assert recognised(content) != "phoenix"


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared samples are not here")
@pytest.mark.parametrize("name", ["evaluate_dataframe.csv", "evaluate_dataframe.jsonl"])
def test_the_shared_frame(name: str) -> None:
    bundle = only(SHARED / "formats" / "phoenix" / name, "phoenix")
    seen = table(bundle)
    assert len(seen) == 14 and [case for case, word in seen.items() if word == "error"] == [
        ("case-007", "context_recall"),
        ("case-007", "is_short"),
    ]
    assert "did not run" in str(row_of(bundle, "case-007", "is_short").error)
    assert evidence(bundle, "case-007").retrieval.retrieved == ()
