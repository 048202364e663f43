"""LangSmith: experiment frames."""

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
    told,
)
from triage.examine import examine


def example(name: str, **cells: Any) -> dict[str, Any]:
    return {
        "inputs.question": "q?",
        "outputs.answer": "ans",
        "outputs.documents": [{"id": "d1", "text": "one"}],
        "error": None,
        "reference.answer": "ref",
        "reference.gold_ids": ["d1"],
        "feedback.recall": 0.5,
        "feedback.grounded": True,
        "feedback.tone": "neutral",
        "execution_time": 0.1,
        "example_id": name,
        "id": f"run-of-{name}",
        **cells,
    }


RAISED = "RuntimeError('endpoint returned 503')\n\nTraceback (most recent call last):\n  File \"/secret/run.py\"\n"
GONE = {
    "outputs.answer": None,
    "outputs.documents": None,
    "error": RAISED,
    "feedback.recall": None,
    "feedback.grounded": None,
}
FRAME = [example("a"), example("b", **GONE), example("c", **{"feedback.recall": None, "feedback.grounded": False})]


@pytest.mark.parametrize("write", [as_table, as_lines])
def test_a_frame_in_both_forms(tmp_path: Path, write: Any) -> None:
    bundle = only(write(tmp_path / ("f.csv" if write is as_table else "f.jsonl"), FRAME), "langsmith")
    assert table(bundle) == {
        ("a", "recall"): "not judged",
        ("a", "grounded"): "pass",
        ("a", "tone"): "not judged",
        ("b", "recall"): "error",
        ("b", "grounded"): "error",
        ("b", "tone"): "error",
        ("c", "recall"): "not scored",
        ("c", "grounded"): "fail",
        ("c", "tone"): "not judged",
    }
    assert row_of(bundle, "b", "tone").error == "the application failed: RuntimeError: endpoint returned 503"
    assert not any("/secret/run.py" in str(row.raw) for row in rows_of(bundle))
    found = evidence(bundle, "a")
    assert (found.case.question, found.case.reference, found.attribution.answer) == ("q?", "ref", "ans")
    assert dict(found.case.relevant) == {"d1": 1.0}
    assert [(one.doc_id, one.text) for one in found.retrieval.retrieved] == [("d1", "one")]
    assert "true, yes and pass are read as passed, false, no and fail as failed: grounded" in notes(bundle)


@pytest.mark.parametrize("error", [RAISED, "boom"])
def test_an_application_that_failed_is_not_blamed_on_the_judge(tmp_path: Path, error: str) -> None:
    rows = [example("a"), example("b", **GONE | {"error": error})]
    examination = examine([as_lines(tmp_path / "f.jsonl", rows)])
    for number, row in enumerate(rows_of(examination.bundle)):
        if row.case_id == "b":
            causes = [one.cause for one in examination.diagnosis(number).findings]
            assert "judge-unavailable" not in causes and "metric-execution-error" not in causes


def test_repetitions_of_an_example_are_attempts(tmp_path: Path) -> None:
    bundle = only(as_lines(tmp_path / "f.jsonl", [example("a"), example("a"), example("b")]), "langsmith")
    assert [row.attempt for row in rows_of(bundle) if row.metric == "recall"] == [1, 2, None]


def test_without_an_example_id_the_row_names_the_case(tmp_path: Path) -> None:
    bundle = only(as_lines(tmp_path / "f.jsonl", [{"inputs.q": "x", "feedback.f": "1", "n": 1}] * 2), "langsmith")
    assert [row.case_id for row in rows_of(bundle)] == ["row 1", "row 2"]
    assert any("no example_id" in note for note in notes(bundle))


def test_a_run_without_evaluators_says_so(tmp_path: Path) -> None:
    record = {"inputs.q": "x", "outputs.a": "y", "example_id": "a", "execution_time": 1}
    bundle = only(as_lines(tmp_path / "f.jsonl", [record, record]), "langsmith")
    assert len(bundle.rows) == 0 and any("no feedback column" in note for note in notes(bundle))


@pytest.mark.parametrize(
    "content",
    [
        b'{"inputs.q": 1, "outputs.a": 2}\n{"inputs.q": 1, "outputs.a": 2}\n',
        b'{"feedback.x": 1, "id": 2}\n{"feedback.x": 1, "id": 2}\n',
        b'{"case_id": "a", "score": 0.5, "minimum": 0.7}\n',
    ],
)
def test_what_is_not_langsmiths(content: bytes) -> None:
    assert recognised(content) != "langsmith"


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared samples are not here")
@pytest.mark.parametrize("name", ["results.csv", "results.jsonl"])
def test_the_shared_frame(name: str) -> None:
    bundle = only(SHARED / "formats" / "langsmith" / name, "langsmith")
    fifth, seventh = rows_of(bundle)[12:15], rows_of(bundle)[18]
    assert [told(row) for row in fifth] == ["error"] * 3
    assert {row.error for row in fifth} == {"the application failed: RuntimeError: model endpoint returned 503"}
    assert (seventh.metric, told(seventh)) == ("context_recall", "not scored")
    assert len({row.case_id for row in rows_of(bundle)}) == 7
