"""RAGChecker's matrices and Inspect AI's logs, plain and packed."""

import json
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.opened import SHARED, evidence, only, row_of, rows_of, table, told

E, N, C = "Entailment", "Neutral", "Contradiction"
METRICS = {"precision": 0.5, "recall": 0.5, "faithfulness": 0.5, "hallucination": 0.0}


def checked(tmp_path: Path, **changes: Any) -> Path:
    record = {
        "query_id": "q1",
        "query": "Fee?",
        "gt_answer": "No fee. Five days.",
        "response": "No fee. Six days.",
        "retrieved_context": [{"doc_id": "d1", "text": "There is no fee."}, {"doc_id": "d2", "text": "Weather."}],
        "response_claims": [["fee", "is", "none"], ["takes", "six", "days"]],
        "gt_answer_claims": [["fee", "is", "none"], ["takes", "five", "days"]],
        "answer2response": [E, C],
        "response2answer": [E, N],
        "retrieved2response": [[E, N], [N, N]],
        "retrieved2answer": [[E, N], [N, N]],
        "metrics": METRICS,
        **changes,
    }
    path = tmp_path / "checking_outputs.json"
    path.write_text(json.dumps({"results": [record], "metrics": {}}), encoding="utf-8")
    return path


def test_ragchecker_gives_metrics_claims_and_chunks(tmp_path: Path) -> None:
    bundle = only(checked(tmp_path), "ragchecker")
    assert set(table(bundle).values()) == {"not judged"} and len(bundle.rows) == len(METRICS)
    assert row_of(bundle, "q1", "hallucination").lower_is_better and not row_of(bundle, "q1", "recall").lower_is_better
    kept = evidence(bundle, "q1")
    assert [(chunk.doc_id, chunk.text) for chunk in kept.retrieval.retrieved] == [
        ("d1", "There is no fee."),
        ("d2", "Weather."),
    ]
    assert kept.case.question == "Fee?" and {claim.claim_id for claim in kept.attribution.claims} >= {
        "answer-1",
        "answer-2",
    }


def test_an_empty_response_does_not_look_good(tmp_path: Path) -> None:
    empty = {"response": "", "response_claims": [], "answer2response": [], "retrieved2response": [[], []]}
    bundle = only(checked(tmp_path, **empty), "ragchecker")
    assert told(row_of(bundle, "q1", "hallucination")) in ("not scored", "error")


def test_a_checkpoint_without_matrices_is_said(tmp_path: Path) -> None:
    bundle = only(checked(tmp_path, retrieved2answer=None, metrics={}), "ragchecker")
    assert len(bundle.rows) == 0 and any("checkpoint" in note.text for note in bundle.notes)


LOG: dict[str, Any] = {
    "version": 2,
    "status": "success",
    "eval": {"task": "kb", "run_id": "r1", "model": "m"},
    "results": {},
    "samples": [
        {
            "id": "a",
            "epoch": 1,
            "input": "q",
            "target": "t",
            "output": {"completion": "x"},
            "scores": {"match": {"value": "C"}},
        },
        {"id": "b", "epoch": 1, "input": "q", "target": "t", "scores": {"judged": {"value": {"one": 0.5, "two": 1.0}}}},
        {"id": "c", "epoch": 1, "input": "q", "target": "t", "error": {"message": "boom", "traceback": "SECRET"}},
        {"id": "d", "epoch": 1, "input": "q", "target": "t", "scores": {"recall": {"value": float("nan")}}},
    ],
}


def log_file(tmp_path: Path, packed: bool) -> Path:
    path = tmp_path / ("log.eval" if packed else "log.json")
    if not packed:
        path.write_text(json.dumps(LOG), encoding="utf-8")
        return path
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("header.json", json.dumps({key: one for key, one in LOG.items() if key != "samples"}))
        for sample in LOG["samples"]:
            archive.writestr(f"samples/{sample['id']}_epoch_1.json", json.dumps(sample))
    return path


@pytest.mark.parametrize("packed", [False, True])
def test_inspect_logs_plain_and_packed(tmp_path: Path, packed: bool) -> None:
    bundle = only(log_file(tmp_path, packed), "inspect-ai")
    found = table(bundle)
    assert found["a", "match"] == "pass" and [told for (case, _), told in found.items() if case == "b"] == [
        "not judged",
        "not judged",
    ]
    assert found["d", "recall"] == "not scored"
    (broken,) = (row for row in rows_of(bundle) if row.case_id == "c")
    assert told(broken) == "error" and broken.error == "sample error: boom" and "SECRET" not in str(broken.raw)


FILES = SHARED / "formats"


@pytest.mark.skipif(not FILES.is_dir(), reason="the shared formats are not here")
def test_the_real_log() -> None:
    bundle = only(FILES / "inspect-ai" / "support-kb.json", "inspect-ai")
    assert Counter(told(row) for row in rows_of(bundle)) == {
        "not judged": 17,
        "fail": 5,
        "pass": 1,
        "error": 1,
        "not scored": 1,
    }
    assert told(row_of(bundle, "case-007", "context_recall")) == "not scored"
    assert {row.metric for row in rows_of(bundle) if row.case_id == "case-001"} >= {"faithfulness", "relevance"}


@pytest.mark.skipif(not FILES.is_dir(), reason="the shared formats are not here")
def test_the_real_eleven_metrics() -> None:
    bundle = only(SHARED / "real" / "ragchecker" / "checking_outputs.json", "ragchecker")
    wanted = {
        "precision": 0.7273,
        "claim_recall": 0.2273,
        "faithfulness": 0.3636,
        "self_knowledge": 0.5455,
        "f1": 0.5926,
    }
    first = {row.metric: row.score for row in rows_of(bundle)[:11]}
    assert len(first) == 11 and {name: round(first[name] or 0, 4) for name in wanted} == wanted
    assert not [one for one in bundle.notes if "differ" in one.text]
