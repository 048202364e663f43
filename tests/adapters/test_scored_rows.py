"""Ragas frames and rows that people invented: every shape of a cell, and never a number that was not measured."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.opened import SHARED, as_lines, as_table, evidence, notes, only, recognised, row_of, table
from triage.adapters.file import ForeignFile
from triage.adapters.known import recognise
from triage.evidence import Limit, open_bundle
from triage.examine import examine
from triage.model import Outcome

FRAME: list[dict[str, Any]] = [
    {
        "user_input": "Fee?",
        "retrieved_contexts": ["No fee.", "It's [free], 'really'"],
        "retrieved_context_ids": ["d1", "d2"],
        "reference_context_ids": ["d2"],
        "response": "None.",
        "reference": "No fee is charged.",
        "faithfulness": 0.5,
        "factual_correctness(mode=f1)": 0.4499999881,
    },
    {"user_input": "Tax?", "retrieved_contexts": ["x"], "response": "N/A", "reference": "r", "faithfulness": None},
    {"user_input": "Toll?", "retrieved_contexts": None, "response": None, "reference": "r", "faithfulness": 0.0},
]


def frame() -> list[dict[str, Any]]:
    return [{name: one.get(name) for name in FRAME[0]} for one in FRAME]


@pytest.mark.parametrize("form", ["csv", "jsonl", "json", "columns"])
def test_a_ragas_frame_in_every_layout(tmp_path: Path, form: str) -> None:
    path = tmp_path / f"result.{'csv' if form == 'csv' else 'jsonl' if form == 'jsonl' else 'json'}"
    rows = frame()
    if form == "csv":
        as_table(path, rows)
    elif form == "jsonl":
        as_lines(path, rows)
    else:
        columns = {name: {str(at): one[name] for at, one in enumerate(rows)} for name in rows[0]}
        path.write_text(json.dumps(rows if form == "json" else columns), encoding="utf-8")
    bundle = only(path, "ragas")
    assert table(bundle) == {
        ("row 1", "faithfulness"): "not judged",
        ("row 1", "factual_correctness(mode=f1)"): "not judged",
        ("row 2", "faithfulness"): "not scored",
        ("row 2", "factual_correctness(mode=f1)"): "not scored",
        ("row 3", "faithfulness"): "error",
        ("row 3", "factual_correctness(mode=f1)"): "not scored",
    }
    kept = evidence(bundle, "row 1")
    chunks = [(chunk.rank, chunk.doc_id, chunk.text) for chunk in kept.retrieval.retrieved]
    assert chunks == [(1, "d1", "No fee."), (2, "d2", "It's [free], 'really'")]
    assert kept.case.question == "Fee?" and kept.attribution.answer == "None." and set(kept.case.relevant) == {"d2"}
    assert evidence(bundle, "row 2").attribution.answer == "N/A"


def test_numpy_lists_without_commas_are_as_many_contexts(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_text(
        'question,answer,contexts,faithfulness\nq,a,"[\'one\'\n \'two\'\n ""it\'s""]",0.5\n', encoding="utf-8"
    )
    retrieved = evidence(only(path, "ragas"), "row 1").retrieval.retrieved
    assert [chunk.text for chunk in retrieved] == ["one", "two", "it's"]


def test_a_family_limit_and_its_tolerance(tmp_path: Path) -> None:
    path = as_lines(tmp_path / "r.jsonl", frame())
    bundle = examine([path], limits={"factual_correctness": Limit(0.45), "faithfulness": Limit(0.7)}).bundle
    assert table(bundle)["row 1", "factual_correctness(mode=f1)"] == "pass"
    assert table(bundle)["row 1", "faithfulness"] == "fail"


def test_noise_is_better_low(tmp_path: Path) -> None:
    rows = [{"user_input": "q", "response": "a", "noise_sensitivity(mode=relevant)": 0.4}]
    bundle = only(as_lines(tmp_path / "r.jsonl", rows), "ragas")
    assert bundle.row(0).lower_is_better


def test_a_column_twice_is_said_and_the_first_counts(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_text("user_input,response,faithfulness,faithfulness\nq,a,0.1,0.9\n", encoding="utf-8")
    bundle = only(path, "ragas")
    assert bundle.row(0).score == 0.1 and any("given twice" in note for note in notes(bundle))


GENERIC = [
    {"id": "a", "question": "q", "answer": "x", "correctness": 0.5, "correctness_reason": "half", "latency_s": 3.5},
    {
        "id": "b",
        "question": "q",
        "answer": "ERROR: 500",
        "correctness": "nan",
        "correctness_reason": "",
        "latency_s": 1,
    },
]


def test_invented_rows_with_reasons_and_failed_applications(tmp_path: Path) -> None:
    bundle = only(as_lines(tmp_path / "r.jsonl", GENERIC), "generic")
    assert table(bundle) == {("a", "correctness"): "not judged", ("b", "correctness"): "not scored"}
    assert row_of(bundle, "a", "correctness").reason == "half"
    assert any("failed but was scored: the answer is an error text in b" in note for note in notes(bundle))


def test_rows_in_a_wrapper_with_nested_scores(tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    rows = [{"question": "q", "answer": "a", "scores": {"recall": 0.5, "passed": True}}]
    path.write_text(json.dumps({"summary": {"recall": 0.5}, "run": {"detailed_results": rows}}), encoding="utf-8")
    bundle = only(path, "generic")
    assert table(bundle) == {("row 1", "recall"): "not judged", ("row 1", "passed"): "pass"}
    assert str(bundle.row(0).source).endswith("#/run/detailed_results/0")


def test_metric_results_in_every_spelling(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {"id": "a", "m": {"value": "pass", "reason": "fine"}},
        {"id": "b", "m": {"result": 0.25, "reason": "a quarter"}},
        {"id": "c", "m": "MetricResult(value=None, reason='Error executing metric m: gone')"},
        {"id": "d", "m": "MetricResult(value=fail, reason='it, reason=odd')"},
        {"id": "e", "m": {"value": None, "reason": "list of length 3 but expected 2"}},
    ]
    bundle = only(as_lines(tmp_path / "r.jsonl", rows), "generic")
    assert [table(bundle)[case, "m"] for case in "abcde"] == ["pass", "not judged", "error", "fail", "not scored"]
    assert row_of(bundle, "c", "m").error == "Error executing metric m: gone"


@pytest.mark.parametrize(
    "content",
    [
        b'{"id": "a", "input": "q", "output_1": "x", "output_2": "y", "label": 1}\n',
        b'{"query_id": "a", "corpus_id": "d", "score": 1}\n',
        b'{"case_id": "a", "score": 0.5, "minimum": 0.8}\n',
        b'{"sku": 1, "price": 2}\n',
        b"[]",
        b'{"faithfulness": 0.5}',
    ],
)
def test_what_is_no_frame(content: bytes) -> None:
    file = ForeignFile("x.jsonl", content, len(content), lambda: content)
    assert recognise(file, weak=True) is None
    assert recognised(content, "x.jsonl") is None


def test_a_trace_dump_is_no_list_of_manifests(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    path.write_text(json.dumps([{"run_id": "1", "parent_run_id": None, "children": []}]), encoding="utf-8")
    bundle = open_bundle([path])
    assert bundle.manifest.run_id is None and len(bundle.unread) == 1


RAGAS = SHARED / "formats" / "ragas"


@pytest.mark.skipif(not RAGAS.is_dir(), reason="the shared formats are not here")
@pytest.mark.parametrize(
    "name",
    ["result_to_csv_default.csv", "result_to_csv_noindex.csv", "result_records.jsonl", "records_json_dump_NaN.jsonl"],
)
def test_the_real_frame(name: str) -> None:
    bundle = only(RAGAS / "evaluate-0.4.3" / name, "ragas")
    rows = table(bundle)
    assert len({case for case, _ in rows}) == 7 and len({metric for _, metric in rows}) == 14
    by_case = {number: [told for (case, _), told in rows.items() if case == f"row {number}"] for number in range(1, 8)}
    silent = next(number for number, told in by_case.items() if "error" in told)
    assert by_case[silent].count("not scored") == 12 and by_case[silent].count("error") == 2
    assert sorted(told.count("not scored") for number, told in by_case.items() if number != silent) == [
        0,
        0,
        0,
        0,
        0,
        4,
    ]


@pytest.mark.skipif(not RAGAS.is_dir(), reason="the shared formats are not here")
def test_the_real_contexts_after_parquet() -> None:
    bundle = only(RAGAS / "evaluate-0.4.3" / "after_parquet_to_csv.csv", "ragas")
    found = [evidence(bundle, f"row {number}").retrieval for number in range(1, 8)]
    assert [len(one.retrieved) if one is not None else 0 for one in found] == [2, 2, 2, 3, 1, 2, 0]


@pytest.mark.skipif(not RAGAS.is_dir(), reason="the shared formats are not here")
def test_the_real_float32_passes_its_limit() -> None:
    path = RAGAS / "evaluate-0.4.3" / "float32_records.jsonl"
    bundle = examine([path], limits={"faithfulness": Limit(0.45)}).bundle
    assert any(
        bundle.rows.outcome(at) is Outcome.PASSED and str(bundle.row(at).score).startswith("0.44999")
        for at in range(21)
    )


RESULTS = SHARED / "real" / "results"


@pytest.mark.skipif(not RESULTS.is_dir(), reason="the shared real files are not here")
@pytest.mark.parametrize(
    ("name", "means"),
    [
        (
            "haystack-evaluation/detailed_all-MiniLM-L6-v2__top_k_1__chunk_size_64.csv",
            {"context_relevance": (0.8349, 107, 0), "faithfulness": (0.7383, 107, 0), "sas": (0.5249, 107, 0)},
        ),
        (
            "haystack-evaluation/detailed_all-MiniLM-L6-v2__top_k_2__chunk_size_128.rows50-94.csv",
            {"context_relevance": (0.9275, 44, 0), "faithfulness": (0.9651, 43, 1), "sas": (0.7052, 44, 0)},
        ),
        (
            "cognee/metrics_output_graphiti.json",
            {"correctness": (0.5896, 50, 0), "EM": (0.44, 50, 0), "f1": (0.6065, 50, 0)},
        ),
        (
            "cognee/metrics_output_mem0.json",
            {"correctness": (0.4243, 50, 0), "EM": (0.0, 50, 0), "f1": (0.0963, 50, 0)},
        ),
        (
            "veritasrag/ragas_results.json",
            {
                "faithfulness": (None, 0, 25),
                "answer_relevancy": (0.9406, 6, 19),
                "context_recall": (0.8333, 6, 19),
                "answer_correctness": (None, 0, 25),
            },
        ),
    ],
)
def test_the_means_of_real_result_files(name: str, means: dict[str, tuple[float | None, int, int]]) -> None:
    found = {one.metric: one for one in examine([RESULTS / name]).aggregates()}
    shown = {
        metric: (
            None if found[metric].mean is None else round(found[metric].mean, 4),
            found[metric].n,
            found[metric].invalid,
        )
        for metric in means
    }
    assert shown == means
