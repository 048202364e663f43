"""DeepEval test runs and promptfoo results: errors before verdicts, each assertion once, nothing of their settings."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.adapters.opened import SHARED, evidence, notes, only, row_of, rows_of, table, told


def metric(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "threshold": 0.7, "success": True, "score": 0.9, "reason": "r", **more}


def case(name: str, *metrics: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"name": name, "input": "q", "actualOutput": "a", "metricsData": list(metrics), **more}


def deepeval(
    tmp_path: Path, *cases: dict[str, Any], name: str = "20261130_1", wrapped: bool = False, **run: Any
) -> Path:
    path = tmp_path / name
    document = {"testCases": list(cases), "metricsScores": [], "testPassed": 1, **run}
    path.write_text(json.dumps({"testRunData": document} if wrapped else document), encoding="utf-8")
    return path


@pytest.mark.parametrize("wrapped", [False, True])
def test_an_error_goes_before_success_and_nan_is_no_failure(tmp_path: Path, wrapped: bool) -> None:
    bundle = only(
        deepeval(
            tmp_path,
            case("c1", metric("Recall"), metric("Tone", success=False, score=0.2)),
            case("c2", {"name": "Tone", "success": False, "error": "judge gone", "verboseLogs": "of another case"}),
            case("c3", metric("Recall", success=False, score=float("nan"))),
            wrapped=wrapped,
        ),
        "deepeval",
    )
    assert table(bundle) == {
        ("c1", "Recall"): "pass",
        ("c1", "Tone"): "fail",
        ("c2", "Tone"): "error",
        ("c3", "Recall"): "not scored",
    }
    broken = row_of(bundle, "c2", "Tone")
    assert broken.error == "judge gone" and "of another case" not in str(broken.raw)
    assert str(broken.source).endswith("/testRunData/testCases/1" if wrapped else "#/testCases/1")


def test_the_verdict_stands_for_metrics_whose_direction_changed(tmp_path: Path) -> None:
    path = deepeval(tmp_path, case("c", metric("Hallucination", score=0.1, threshold=0.5)))
    row = only(path, "deepeval").row(0)
    assert told(row) == "pass" and row.minimum is None


def test_flaky_metrics_decide_nothing_and_pytest_ids_lose_their_wrapping(tmp_path: Path) -> None:
    path = deepeval(tmp_path, case("t.py::test_case[case-001]", metric("M", success=False, score=0.1, flaky=True)))
    row = only(path, "deepeval").row(0)
    assert row.case_id == "case-001" and not row.blocking


def test_spans_hold_metrics_and_retrieval(tmp_path: Path) -> None:
    trace = {
        "baseSpans": [{"name": "app", "metricsData": [metric("Gold", success=False, score=0.0)]}],
        "retrieverSpans": [{"name": "retrieve", "output": ["one", "two"], "topK": 3}],
    }
    bundle = only(deepeval(tmp_path, case("c", trace=trace)), "deepeval")
    assert table(bundle) == {("c", "Gold"): "fail"} and bundle.row(0).scenario == "span app"
    retrieval = evidence(bundle, "c").retrieval
    assert retrieval.k == 3 and [chunk.text for chunk in retrieval.retrieved] == ["one", "two"]


@pytest.mark.parametrize(
    ("document", "words"),
    [({"testRunLink": "x"}, "was uploaded"), ({"test_cases_lookup_map": {}}, "a cache of DeepEval")],
)
def test_files_without_results_say_what_to_open(tmp_path: Path, document: dict[str, Any], words: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    (unread,) = only(path, "deepeval").unread
    assert words in unread.problem


def assertion(kind: str, passed: bool = True, reason: str = "ok", **more: Any) -> dict[str, Any]:
    return {"assertion": {"type": kind, **more}, "pass": passed, "score": 1.0 if passed else 0.0, "reason": reason}


def result(test: int, *components: dict[str, Any], failure: int = 0, **more: Any) -> dict[str, Any]:
    return {
        "testIdx": test,
        "promptIdx": 0,
        "success": failure == 0,
        "failureReason": failure,
        "provider": {"id": "demo"},
        "prompt": {"raw": "SECRET PROMPT", "label": "p1"},
        "vars": {"case_id": f"c{test}", "question": "q", "context": ["one"]},
        "response": {"output": "answer"},
        "gradingResult": {"componentResults": list(components)} if components else None,
        **more,
    }


def promptfoo(tmp_path: Path, *results: dict[str, Any], form: str = "json") -> Path:
    path = tmp_path / f"results.{form}"
    tree = {"evalId": "eval-1", "results": {"version": 3, "results": list(results)}, "config": {"env": {"KEY": "sk-x"}}}
    if form == "jsonl":
        path.write_text("".join(json.dumps(one) + "\n" for one in results), encoding="utf-8")
    else:
        path.write_text(yaml.safe_dump(tree) if form == "yaml" else json.dumps(tree), encoding="utf-8")
    return path


@pytest.mark.parametrize("form", ["json", "jsonl", "yaml"])
def test_promptfoo_tells_failures_from_errors(tmp_path: Path, form: str) -> None:
    bundle = only(
        promptfoo(
            tmp_path,
            result(2, failure=2, error="API error: 503\n    at call (/app/x.js:1)"),
            result(1, assertion("similar", passed=False, reason="API error: 500"), assertion("equals"), failure=1),
            result(0, assertion("contains", passed=False, reason="too short", threshold=0.8), failure=1),
            form=form,
        ),
        "promptfoo",
    )
    assert table(bundle) == {
        ("c0", "contains"): "fail",
        ("c1", "similar"): "error",
        ("c1", "equals"): "pass",
        ("c2", "test"): "error",
    }
    assert row_of(bundle, "c2", "test").error == "API error: 503" and bundle.rows.case_id(0) == "c0"
    assert "SECRET PROMPT" not in str([one.raw for one in rows_of(bundle)])
    assert bundle.row(0).system == "demo, p1"
    assert [chunk.text for chunk in evidence(bundle, "c0").retrieval.retrieved] == ["one"]


def test_a_set_is_counted_by_its_children_and_labels_are_told_apart(tmp_path: Path) -> None:
    parent = {"pass": True, "score": 1, "componentResults": [assertion("equals")], "metadata": {"assertionSet": {}}}
    weightless = assertion("cost", weight=0)
    bundle = only(
        promptfoo(tmp_path, result(0, parent, assertion("equals"), assertion("equals"), weightless)), "promptfoo"
    )
    assert [row.metric for row in rows_of(bundle)] == ["equals", "equals (2)", "cost"]
    assert [row.blocking for row in rows_of(bundle)] == [True, True, False]


def test_an_expanded_variable_makes_attempts_and_is_said(tmp_path: Path) -> None:
    one, two = (result(at, assertion("equals"), vars={"case_id": "c", "context": text}) for at, text in enumerate("xy"))
    bundle = only(promptfoo(tmp_path, one, two), "promptfoo")
    assert [row.attempt for row in rows_of(bundle)] == [1, 2]
    assert any("list-valued variable" in note for note in notes(bundle))


def test_a_context_assertion_without_threshold_says_that_it_always_passes(tmp_path: Path) -> None:
    row = only(promptfoo(tmp_path, result(0, assertion("context-recall"))), "promptfoo").row(0)
    assert "always passes" in (row.reason or "")


def test_promptfoos_table_is_refused_with_what_to_write(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_text("case_id,[p] q,Status,Score,Named Scores,Comment\nc,a,PASS,1.00,x,\n", encoding="utf-8")
    (unread,) = only(path, "promptfoo").unread
    assert "write JSON" in unread.problem


FORMATS = SHARED / "formats"


@pytest.mark.skipif(not FORMATS.is_dir(), reason="the shared formats are not here")
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("deepeval/evaluate-4.3.1/test_run_20261130_205735.json", {"pass": 24, "fail": 2, "error": 2}),
        ("deepeval/evaluate-4.3.1/dot-deepeval/.latest_test_run.json", {"pass": 24, "fail": 2, "error": 2}),
        ("deepeval/evaluate-3.0.0/20261130_205934", {"pass": 11, "fail": 2, "error": 1}),
        ("deepeval/nan-4.3.1/test_run_20261130_211634.json", {"pass": 1, "not scored": 1}),
        ("deepeval/traced-4.3.1/test_run_20261130_211637.json", {"pass": 2, "fail": 1}),
        ("promptfoo/basic/results.json", {"pass": 13, "fail": 8, "error": 1}),
        ("promptfoo/context-metrics/results.json", {"pass": 9, "fail": 5, "error": 7}),
    ],
)
def test_the_real_files(name: str, expected: dict[str, int]) -> None:
    bundle = only(FORMATS / name, name.partition("/")[0])
    assert Counter(told(row) for row in rows_of(bundle)) == expected
