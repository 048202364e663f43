"""Parquet: its rows are read by the adapter that recognises them."""

import io
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.opened import notes, rows_of
from triage.adapters import parquet
from triage.evidence import open_bundle, tools_of

pyarrow = pytest.importorskip("pyarrow")
ROWS = [
    {"inputs.question": "q?", "outputs.answer": "a", "feedback.f": 0.25, "example_id": "x", "contexts": ["one", "two"]},
    {"inputs.question": "q?", "outputs.answer": "a", "feedback.f": None, "example_id": "y", "contexts": []},
]


def write(path: Path, rows: list[dict[str, Any]]) -> Path:
    from pyarrow import parquet as pq

    sink = io.BytesIO()
    pq.write_table(pyarrow.Table.from_pylist(rows), sink)
    path.write_bytes(sink.getvalue())
    return path


def test_rows_go_to_the_adapter_that_knows_them(tmp_path: Path) -> None:
    bundle = open_bundle([write(tmp_path / "frame.parquet", ROWS)])
    assert [(row.case_id, row.metric, row.score) for row in rows_of(bundle)] == [("x", "f", 0.25), ("y", "f", None)]
    assert [str(row.source) for row in rows_of(bundle)] == ["frame.parquet#/0", "frame.parquet#/1"]
    assert "its rows are read as LangSmith: an experiment's frame" in notes(bundle)


def test_one_row_is_enough(tmp_path: Path) -> None:
    assert len(open_bundle([write(tmp_path / "frame.parquet", ROWS[:1])]).rows) == 1


def test_rows_that_nothing_knows_are_said_with_their_columns(tmp_path: Path) -> None:
    (unread,) = open_bundle([write(tmp_path / "f.parquet", [{"sku": "a"}])]).unread
    assert "no format recognised in its rows, which have the columns sku" in unread.problem


def test_a_frame_without_rows(tmp_path: Path) -> None:
    from pyarrow import parquet as pq

    pq.write_table(pyarrow.table({"a": pyarrow.array([], pyarrow.string())}), tmp_path / "f.parquet")
    assert open_bundle([tmp_path / "f.parquet"]).unread[0].problem == "a frame without rows"


def test_a_torn_file_is_said_to_be_torn(tmp_path: Path) -> None:
    path = write(tmp_path / "f.parquet", ROWS)
    path.write_bytes(path.read_bytes()[:-20])
    (unread,) = open_bundle([path]).unread
    assert unread.problem.startswith("not a whole Parquet file") and unread.torn


def test_a_frame_that_unpacks_to_too_much_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "_MOST", 10)
    (unread,) = open_bundle([write(tmp_path / "f.parquet", ROWS)]).unread
    assert "more than 10" in unread.problem


def test_without_pyarrow_the_way_out_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "f.parquet", ROWS)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    bundle = open_bundle([path])
    assert bundle.unread[0].problem == "not read: install pyarrow, or save the frame as JSON Lines"
    assert tools_of(bundle) == {"parquet": ["f.parquet"]}
