"""A handoff folder on the receiving side: every file is held against its digest, and what differs is named."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.handoff.runs import write_run
from triage.evidence.frozen import is_handoff, open_handoff
from triage.examine import examine
from triage.handoff.plan import plan, write


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(plan(examine([write_run(tmp_path / "run", "parcel-4")]), [0]), tmp_path / "out")


def test_a_folder_as_it_was_written_has_no_faults_and_opens_its_inputs(folder: Path) -> None:
    assert open_handoff(folder).faults == ()
    examination = examine([folder])
    assert len(examination.bundle.rows) == 1
    assert examination.diagnosis(0).cause == "below-cutoff"


def change(folder: Path) -> None:
    path = folder / "inputs" / "rows.jsonl"
    path.write_text(path.read_text().replace("0.5", "0.9"))


def replace_by_link(folder: Path) -> None:
    path = folder / "inputs" / "cases.jsonl"
    path.rename(folder.parent / "cases.jsonl")
    path.symlink_to(folder.parent / "cases.jsonl")


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (change, "inputs/rows.jsonl was changed: sha256 "),
        (lambda folder: (folder / "inputs" / "cases.jsonl").unlink(), "inputs/cases.jsonl is missing"),
        (lambda folder: (folder / "inputs" / "x.jsonl").write_text("{}"), "inputs/x.jsonl was added after"),
        (lambda folder: (folder / "handoff.md").write_text(""), "handoff.md was changed"),
        (replace_by_link, "inputs/cases.jsonl is a link"),
        (lambda folder: (folder / "handoff.json").write_text("{"), "handoff.json cannot be read"),
        (lambda folder: (folder / "handoff.json").write_text('{"schema": "x/1"}'), "is not of the schema"),
    ],
)
def test_a_file_that_is_not_as_it_was_written_is_named(folder: Path, act: Callable[[Path], object], words: str) -> None:
    act(folder)
    faults = open_handoff(folder).faults
    assert words in faults[0]
    assert f"not as it was handed over: {faults[0]}" in examine([folder]).notes


def test_a_name_that_leads_out_of_the_folder_is_missing_and_never_opened(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "outside").write_text("x")
    facts = json.loads((folder / "handoff.json").read_text())
    facts["files"] |= {"../../outside": "ab" * 32, "/etc/hostname": "cd" * 32}
    (folder / "handoff.json").write_text(json.dumps(facts))
    assert open_handoff(folder).faults == ("../../outside is missing", "/etc/hostname is missing")


def test_what_a_file_manager_leaves_behind_is_no_fault(folder: Path) -> None:
    (folder / ".DS_Store").write_text("x")
    assert open_handoff(folder).faults == ()


def test_a_run_is_no_handoff(tmp_path: Path) -> None:
    assert not is_handoff(write_run(tmp_path / "a", "parcel-4"))
    (tmp_path / "handoff.json").write_text("{}")
    assert not is_handoff(tmp_path)


def test_a_handoff_below_a_run_is_no_part_of_it(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", "parcel-4")
    write(plan(examine([run]), [0]), run / "handoffs")
    examination = examine([run])
    assert len(examination.bundle.rows) == 1
    assert "a handoff: open it by its own path" in [note.text for note in examination.bundle.notes]


def test_the_text_says_that_its_places_are_those_of_the_run(folder: Path) -> None:
    text = (folder / "handoff.md").read_text()
    assert "- row `rows.jsonl:1`" in text
    assert "- places above are those of the run; `inputs/` holds its records anew, `handoff.json` says where\n" in text
