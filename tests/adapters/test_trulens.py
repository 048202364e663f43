"""TruLens: frames of records and feedback."""

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.opened import SHARED, as_lines, as_table, evidence, notes, only, recognised, row_of, rows_of, table


def call(value: float | None, source: list[str], explanation: str | None) -> list[dict[str, Any]]:
    root = {"span_type": "eval_root", "args_span_id": {"source": "1"}}
    return [{"args": {"source": source}, "ret": value, "meta": {"explanation": explanation}}, root]


def record(name: str, score: float | None, calls: Any, **more: Any) -> dict[str, Any]:
    return {
        "app_name": "app",
        "app_version": "v1",
        "record_id": name,
        "input_id": "",
        "input": "q?",
        "output": "ans",
        "record_json": {"record_id": name},
        "Toxic": score,
        "Toxic_calls": calls,
        "Toxic feedback cost in USD": 0.0,
        "Toxic direction": False,
        "is_match": True,
        **more,
    }


FRAME = [
    record("a", 0.5, call(0.5, ["one", "two"], "half")),
    record("b", None, call(None, [], None)),
    record("c", None, None, output=""),
]


@pytest.mark.parametrize("write", [as_table, as_lines])
def test_a_frame_in_both_forms(tmp_path: Path, write: Any) -> None:
    bundle = only(write(tmp_path / ("f.csv" if write is as_table else "f.jsonl"), FRAME), "trulens")
    assert table(bundle) == {("a", "Toxic"): "not judged", ("b", "Toxic"): "error", ("c", "Toxic"): "not scored"}
    first = row_of(bundle, "a", "Toxic")
    assert (first.score, first.reason, first.lower_is_better, first.system) == (0.5, "half", True, None)
    assert row_of(bundle, "b", "Toxic").error == "the metric was called and gave no score"
    assert [one.text for one in evidence(bundle, "a").retrieval.retrieved] == ["one", "two"]
    assert evidence(bundle, "b").retrieval.retrieved == () and evidence(bundle, "c").retrieval is None
    assert "no output, and TruLens writes no other sign of an application that failed: c" in notes(bundle)


def test_calls_with_dates_in_python_text(tmp_path: Path) -> None:
    calls = [call(0.5, ["one"], "half")[0] | {"timestamp": datetime(2026, 1, 2, 3, 4)}]
    bundle = only(as_table(tmp_path / "f.csv", [record("a", 0.5, calls)]), "trulens")
    assert "datetime.datetime" in (tmp_path / "f.csv").read_text()
    assert rows_of(bundle)[0].reason == "half"


def test_input_ids_name_the_cases_and_versions_are_systems(tmp_path: Path) -> None:
    rows = [record("r1", 1.0, [], input_id="case-1"), record("r2", 0.0, [], input_id="case-2", app_version="v2")]
    found = rows_of(only(as_lines(tmp_path / "f.jsonl", rows), "trulens"))
    assert [(row.case_id, row.system) for row in found] == [("case-1", "app v1"), ("case-2", "app v2")]


@pytest.mark.parametrize(
    "content",
    [
        b'{"record_id": "a", "x_calls": []}\n{"record_id": "b"}\n',
        b'{"record_json": {}, "x": 1}\n{"record_json": {}, "x": 1}\n',
        b'{"case_id": "a", "score": 0.5, "minimum": 0.7}\n',
    ],
)
def test_what_is_not_trulens(content: bytes) -> None:
    assert recognised(content) != "trulens"


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared samples are not here")
@pytest.mark.parametrize("name", ["records_and_feedback.csv", "records_and_feedback.jsonl"])
def test_the_shared_frame(name: str) -> None:
    bundle = only(SHARED / "formats" / "trulens" / name, "trulens")
    words = list(table(bundle).values())
    assert words == ["not judged"] * 4 + ["not scored", "not judged", "error"]
    assert [row.score for row in rows_of(bundle)] == [1.0, 0.5, 0.0, 1.0, None, 1.0, None]
    assert rows_of(bundle)[1].reason == "1/2 sentences supported"
