"""The folder of a handoff: its name whatever the ids are, whole or not at all, and never over anything."""

import errno
import os
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from triage.handoff.write import HandoffError, folder_name, write_folder
from triage.model import Outcome, Row, Source

FILES = {"handoff.md": b"words\n", "inputs/rows.jsonl": b"{}\n", "inputs/baseline/rows.jsonl": b"{}\n"}
HOSTILE = [
    "../../etc",
    "/etc/passwd",
    "a/../../b",
    "..",
    ".",
    "",
    "\x00",
    "CON",
    "nul.txt",
    "a" * 10_000,
    "🙂",
    "~",
    "-rf",
    "\ud800",
]


def row(case_id: str | None, **more: Any) -> Row:
    return Row(Source("rows.jsonl", more.pop("at", 1)), Outcome.FAILED, case_id, **more)


@settings(max_examples=200, deadline=None)
@given(st.text() | st.sampled_from(HOSTILE))
def test_whatever_the_case_id_is_the_name_is_short_safe_and_the_same_again(case_id: str) -> None:
    name = folder_name("r", [row(case_id)])
    assert re.fullmatch(r"[A-Za-z0-9]([A-Za-z0-9_-]{0,39})-[0-9a-f]{8}", name)
    assert folder_name("r", [row(case_id)]) == name


def test_rows_that_differ_in_anything_have_names_that_differ_in_more_than_case() -> None:
    rows = [
        *([row(one)] for one in ("Case-1", "case-1", "case 1", "case/1", "cäse-1", None)),
        [row("case-1", metric="recall")],
        [row("case-1", system="b")],
        [row("case-1", attempt=2)],
        [row("case-1"), row("case-2")],
        [row(None, at=2)],
    ]
    names = {folder_name("r", one).lower() for one in rows}
    assert len(names) == len(rows)
    assert folder_name("other", rows[0]) != folder_name("r", rows[0])
    assert folder_name("r", [row("case-1")]).startswith("case-1-")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    out = tmp_path / "new" / "out"
    first = write_folder("case-1", FILES, out)
    (first / "handoff.md").write_text("edited")
    second = write_folder("case-1", FILES, out)
    assert [first.name, second.name] == ["case-1", "case-1-2"]
    assert contents(first)["handoff.md"] == b"edited"
    assert contents(second) == FILES
    assert {path.name for path in out.iterdir()} == {"case-1", "case-1-2"}


@pytest.mark.parametrize("kind", ["file", "folder", "link", "dangling link"])
def test_what_stands_at_the_name_is_left_alone_and_no_link_is_followed(tmp_path: Path, kind: str) -> None:
    elsewhere, out = tmp_path / "elsewhere", tmp_path / "out"
    out.mkdir()
    taken = out / "case-1"
    if kind == "file":
        taken.write_text("mine")
    elif kind == "folder":
        taken.mkdir()
    else:
        if kind == "link":
            elsewhere.mkdir()
        taken.symlink_to(elsewhere)
    assert write_folder("case-1", FILES, out) == out / "case-1-2"
    assert not elsewhere.exists() or list(elsewhere.iterdir()) == []
    assert not taken.is_dir() or list(taken.iterdir()) == []


@pytest.mark.parametrize("step", ["fsync", "rename"])
def test_a_full_disk_is_one_sentence_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(*((os, "fsync", full) if step == "fsync" else (Path, "rename", full)))
    with pytest.raises(HandoffError, match=r"the handoff cannot be written \(No space left on device\)"):
        write_folder("case-1", FILES, tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []


def test_a_place_that_is_no_folder_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    with pytest.raises(HandoffError, match="out: the handoff cannot be written"):
        write_folder("case-1", FILES, tmp_path / "out")
