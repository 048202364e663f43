"""Azure AI Evaluation: rows of evaluate(), flat or by evaluator."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.opened import as_lines, evidence, notes, only, recognised, row_of, rows_of, table


def by_evaluator(name: str, **cells: Any) -> dict[str, Any]:
    start = "outputs.groundedness.groundedness"
    return {
        "inputs.id": name,
        "inputs.query": "q?",
        "inputs.ground_truth": "ref",
        "inputs.context": "['one', 'two']",
        "outputs.response": "ans",
        start: 2.0,
        "outputs.groundedness.gpt_groundedness": 2.0,
        f"{start}_reason": "weak",
        f"{start}_result": "fail",
        f"{start}_threshold": 3,
        f"{start}_properties": {"sample_input": "private prompt"},
        f"{start}_prompt_tokens": 10,
        "outputs.f1_score.f1_score": 0.5,
        "outputs.violence.violence": "Very low",
        "outputs.violence.violence_score": 0,
        "outputs.violence.violence_reason": "none",
        "outputs.violence.violence_result": "pass",
        "outputs.violence.violence_threshold": 3,
        "line_number": 0,
        **cells,
    }


def test_rows_by_evaluator(tmp_path: Path) -> None:
    (tmp_path / "r.json").write_text(json.dumps({"rows": [by_evaluator("a"), 5], "metrics": {}, "studio_url": "x"}))
    bundle = only(tmp_path / "r.json", "azure")
    assert table(bundle) == {("a", "groundedness"): "fail", ("a", "violence"): "pass", ("a", "f1_score"): "not judged"}
    grounded, violence = row_of(bundle, "a", "groundedness"), row_of(bundle, "a", "violence")
    assert (grounded.score, grounded.minimum, grounded.reason) == (2.0, 3.0, "weak")
    assert (violence.score, violence.reason, violence.lower_is_better) == (0.0, "Very low: none", True)
    assert not grounded.lower_is_better and "private prompt" not in json.dumps(grounded.raw)
    found = evidence(bundle, "a")
    assert (found.case.question, found.case.reference, found.attribution.answer) == ("q?", "ref", "ans")
    assert [one.text for one in found.retrieval.retrieved] == ["one", "two"]
    assert bundle.unread[0].path == "r.json#/rows/1"
    assert any("gpt_groundedness" in note for note in notes(bundle))


FLAT = {
    "id": "a",
    "query": "q?",
    "response": "r",
    "relevance": 4.0,
    "relevance_result": "pass",
    "relevance_threshold": 5,
}


def test_flat_rows_and_the_verdict_as_written(tmp_path: Path) -> None:
    bundle = only(as_lines(tmp_path / "eval_results.jsonl", [FLAT, FLAT | {"id": "b"}]), "azure")
    assert table(bundle) == {("a", "relevance"): "pass", ("b", "relevance"): "pass"}


@pytest.mark.parametrize(
    ("cells", "word"),
    [
        ({"relevance": float("nan"), "relevance_result": "fail"}, "not scored"),
        ({"relevance": None, "relevance_result": "fail"}, "not scored"),
        ({"relevance": 4.0, "relevance_result": "not applicable"}, "not scored"),
        ({"relevance": 4.0, "relevance_result": None, "relevance_threshold": None}, "not judged"),
        ({"relevance": 4.0, "relevance_result": None}, "fail"),
        ({"relevance": None, "relevance_result": None, "relevance_status": "error"}, "error"),
        ({"relevance": 6.0, "relevance_result": "FAIL"}, "fail"),
    ],
)
def test_what_became_of_a_metric(tmp_path: Path, cells: dict[str, Any], word: str) -> None:
    bundle = only(as_lines(tmp_path / "r.jsonl", [FLAT | {"id": "first"}, FLAT | cells]), "azure")
    assert table(bundle)[("a", "relevance")] == word


def test_an_evaluator_with_a_name_of_its_own_is_kept_apart(tmp_path: Path) -> None:
    record = {"inputs.query": "q", "outputs.mine.f1": 0.5, "outputs.mine.f1_reason": "half", "outputs.yours.f1": 0.75}
    record |= {"line_number": 0}
    bundle = only(as_lines(tmp_path / "r.jsonl", [record, record]), "azure")
    found = [(row.metric, row.score) for row in rows_of(bundle)]
    assert found == [("mine.f1", 0.5), ("yours.f1", 0.75)] * 2 and rows_of(bundle)[0].reason == "half"
    assert "no column names the cases: the row number does" in notes(bundle)


@pytest.mark.parametrize(
    "content",
    [
        b'{"x": 1, "x_result": "pass"}\n{"x": 1, "x_result": "pass"}\n',
        b'{"inputs.q": 1, "outputs.a": 2, "line_number": 0}\n{"inputs.q": 1}\n',
        b'{"rows": [1]}',
        b'{"case_id": "a", "score": 0.5, "minimum": 0.7}\n',
    ],
)
def test_what_is_not_azures(content: bytes) -> None:
    assert recognised(content) != "azure"
