"""InspectorRAGet and MT-RAG: several models, several annotators; and responses before any judgement."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.opened import (
    SHARED,
    as_lines,
    evidence,
    notes,
    only,
    recognised,
    row_of,
    rows_of,
)
from triage.evidence import Limit
from triage.examine import examine
from triage.totals import aggregates

GRADES = [{"value": str(number), "numeric_value": number} for number in range(1, 5)]
METRICS = [
    {"name": "faithfulness", "author": "human", "type": "categorical", "values": GRADES},
    {"name": "faithfulness_reason", "author": "human", "type": "text"},
    {
        "name": "answerability",
        "author": "algorithm",
        "type": "categorical",
        "values": [{"value": "True Positive", "numeric_value": 1}, {"value": "False Negative", "numeric_value": 0}],
    },
    {"name": "rl_f", "author": "algorithm", "type": "numerical"},
]


def grades(*values: str) -> dict[str, Any]:
    return {f"annotator_{number}": {"value": value, "duration": 3.0} for number, value in enumerate(values, start=1)}


def result(task: str, model: str, *values: str, **more: Any) -> dict[str, Any]:
    scores = {
        "faithfulness": grades(*values),
        "faithfulness_reason": {"annotator_1": {"value": "Unfaithful"}, "annotator_2": {"value": ""}},
        "answerability": {"system": {"value": "False Negative"}},
        "rl_f": {"composite": {"value": 0.25}},
        **more,
    }
    output = [{"role": "assistant", "content": f"{model} says"}]
    return {"task_id": task, "model_id": model, "scores": scores, "output": output}


def task(name: str, **more: Any) -> dict[str, Any]:
    return {
        "task_id": name,
        "input": [
            {"speaker": "user", "text": "first"},
            {"speaker": "agent", "text": "x"},
            {"speaker": "user", "text": "q?"},
        ],
        "contexts": [{"document_id": "d1"}, {"document_id": "d2", "text": "two"}],
        "targets": [{"type": "text", "value": "ref"}],
        **more,
    }


def document(**more: Any) -> dict[str, Any]:
    return {
        "models": [{"model_id": "m1"}, {"model_id": "m2"}],
        "metrics": METRICS,
        "documents": [{"document_id": "d1", "text": "one"}],
        "tasks": [task("t1")],
        "results": [result("t1", "m1", "1", "1", "4"), result("t1", "m2", "3", "3", "3")],
        **more,
    }


def opened(tmp_path: Path, value: Any, tool: str = "inspector_raget") -> Any:
    (tmp_path / "e.json").write_text(json.dumps(value))
    return only(tmp_path / "e.json", tool)


def test_models_are_systems_and_a_score_is_the_mean_of_the_grades(tmp_path: Path) -> None:
    bundle = opened(tmp_path, document())
    found = {(row.system, row.metric): row for row in rows_of(bundle)}
    assert len(found) == 6 == len(bundle.rows)
    assert found[("m1", "faithfulness")].score == 2.0 and found[("m2", "faithfulness")].score == 3.0
    assert found[("m1", "faithfulness")].reason == "annotator_1: 1 (Unfaithful); annotator_2: 1; annotator_3: 4"
    assert (found[("m1", "answerability")].score, found[("m1", "answerability")].reason) == (0.0, "False Negative")
    assert (found[("m2", "rl_f")].score, found[("m2", "rl_f")].reason) == (0.25, None)
    assert "faithfulness: all annotators of a response agree on 0 of 1 for m1, 1 of 1 for m2" in notes(bundle)
    assert str(found[("m2", "rl_f")].source) == "e.json#/results/1"


def test_tasks_give_question_reference_and_contexts_with_their_texts(tmp_path: Path) -> None:
    found = evidence(opened(tmp_path, document()), "t1")
    assert (found.case.question, found.case.reference) == ("q?", "ref")
    assert [(one.doc_id, one.text) for one in found.retrieval.retrieved] == [("d1", "one"), ("d2", "two")]


def test_each_system_has_its_own_answer(tmp_path: Path) -> None:
    bundle = opened(tmp_path, document())
    answers = {row.system: bundle.evidence(n).attribution.answer for n, row in enumerate(rows_of(bundle))}  # type: ignore[union-attr]
    assert answers == {"m1": "m1 says", "m2": "m2 says"}


def test_labels_without_numbers_stay_labels(tmp_path: Path) -> None:
    more = {"tone": grades("kind", "rude", "kind"), "mixed": grades("1", "good")}
    bundle = opened(tmp_path, document(results=[result("t1", "m1", "1", **more)]))
    tone, mixed = row_of(bundle, "t1", "tone"), row_of(bundle, "t1", "mixed")
    assert tone.score is None and "kind, rude" in tone.notes[0]
    assert mixed.score is None and mixed.reason == "annotator_1: 1; annotator_2: good"


def test_broken_parts_and_unknown_tasks_are_named(tmp_path: Path) -> None:
    results = [result("t1", "m1", "1"), {"model_id": "m1"}, result("gone", "m1", "2")]
    bundle = opened(tmp_path, document(results=results, tasks=[task("t1"), {"x": 1}]))
    assert [one.path for one in bundle.unread] == ["e.json#/tasks/1", "e.json#/results/1"]
    assert any(note.endswith("nothing else is known: gone") for note in notes(bundle))


def test_a_task_without_a_result_is_a_case_without_a_row(tmp_path: Path) -> None:
    (tmp_path / "e.json").write_text(json.dumps(document(tasks=[task("t1"), task("t2")])))
    assert any(
        "1 reviewed case without a row: t2" in one.text for f in examine([tmp_path]).findings for one in f.evidence
    )


def first_version(**more: Any) -> dict[str, Any]:
    value = document(**more)
    for one in value["results"]:
        one["annotations"], one["model_response"] = one.pop("scores"), "plain text"
        del one["output"]
    value["evaluations"] = value.pop("results")
    return value


def test_the_first_version(tmp_path: Path) -> None:
    bundle = opened(tmp_path, first_version())
    assert row_of(bundle, "t1", "faithfulness").score == 2.0
    assert evidence(bundle, "t1").attribution.answer == "plain text"


def test_mtrag_labels_contexts_by_their_place(tmp_path: Path) -> None:
    more = {"Collection": "c", "annotations": {"context_relevance": {"system": [1, 7, "x"]}}}
    bundle = opened(tmp_path, first_version(tasks=[task("t1", **more)]), "mtrag")
    assert dict(evidence(bundle, "t1").case.relevant) == {"d2": 1.0}


@pytest.mark.parametrize(("faithfulness", "found"), [(0.9, True), (3, False)])
def test_a_grade_from_1_to_4_is_no_score_between_0_and_1(tmp_path: Path, faithfulness: float, found: bool) -> None:
    """Three is middling on that scale, and more than perfect as a share: nothing may be built on it."""
    given = {"faithfulness": {"system": {"value": faithfulness}}, "context_recall": {"system": {"value": 0.1}}}
    value = document(results=[{"task_id": "t1", "model_id": "m1", "scores": given}])
    (tmp_path / "e.json").write_text(json.dumps(value))
    examination = examine([tmp_path], limits={"context_recall": Limit(0.5)})
    causes = {one.cause for n in range(len(examination.bundle.rows)) for one in examination.diagnosis(n).findings}
    assert ("incomplete-context" in causes) is found


def turn(name: str, *scores: float) -> dict[str, Any]:
    return {
        "conversation_id": "c",
        "task_id": name,
        "turn": 1,
        "contexts": [{"document_id": f"d{n}", "text": "x", "score": one} for n, one in enumerate(scores)],
        "input": [{"speaker": "user", "text": "q?"}],
        "targets": [{"speaker": "agent", "text": "ref"}],
        "predictions": [{"text": "ans"}],
    }


def test_responses_without_judgements(tmp_path: Path) -> None:
    bundle = only(as_lines(tmp_path / "r.jsonl", [turn("a", 2, 1), turn("b", 1, 2), turn("c")]), "mtrag")
    assert len(bundle.rows) == 0 and bundle.unread == []
    assert "the contexts do not stand in descending order of their scores: b" in notes(bundle)


@pytest.mark.parametrize(
    ("value", "tool"),
    [
        (document(), "inspector_raget"),
        (first_version(), "inspector_raget"),
        (first_version(tasks=[task("t1", Collection="c")]), "mtrag"),
        (turn("a"), "mtrag"),
        (document(results=[]), None),
        (document(models=None), None),
        ({"case_id": "a", "score": 0.5, "minimum": 0.7}, None),
    ],
)
def test_recognition(value: Any, tool: str | None) -> None:
    assert recognised(json.dumps(value).encode()) == tool


FACTS = {
    "mtrag/reference_subset_with_human_evaluations.first40.json": {
        ("faithfulness", "reference"): 3.4333,
        ("faithfulness", "llama-3.1-405b-instruct"): 3.1167,
        ("faithfulness", "gpt-4o"): 3.1250,
        ("rl_f", "reference"): 0.8479,
        ("rl_f", "gpt-4o"): 0.7300,
        ("rb_llm", "llama-3.1-405b-instruct"): 0.7131,
    },
    "inspectorraget/RAG_Model_Performance.first40.json": {
        ("faithfulness", "gpt"): 3.3500,
        ("faithfulness", "llama"): 3.3417,
        ("faithfulness", "mistral"): 3.2000,
        ("faithfulness", "target"): 3.8000,
        ("answerability_accuracy", "gpt"): 0.95,
    },
}


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared samples are not here")
@pytest.mark.parametrize("name", FACTS)
def test_the_shared_means(name: str) -> None:
    bundle = only(SHARED / "real" / name, name.partition("/")[0].replace("inspectorraget", "inspector_raget"))
    means = {(one.metric, one.system): (one.mean, one.n) for one in aggregates(bundle)}
    for key, value in FACTS[name].items():
        mean, count = means[key]
        assert count == 40 and mean == pytest.approx(value, abs=5e-5)
    agree = "15 of 40 for gpt, 23 of 40 for target" if "inspector" in name else "21 of 40 for reference, 17 of 40"
    assert any(
        note.startswith("faithfulness: all annotators of a response agree on " + agree) for note in notes(bundle)
    )
