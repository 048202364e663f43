"""What comes back from a ticket: archives of handoffs, and folders whose facts are gone."""

import shutil
from pathlib import Path

import pytest

from tests.bundles import row, write_bundle
from triage.evidence import EvidenceError
from triage.examine import examine
from triage.handoff.plan import plan, write


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    run = write_bundle(tmp_path / "run", {"rows": [row("a", 0.5)]}, {"run_id": "r"})
    return write(plan(examine([run]), [0]), tmp_path / "out")


@pytest.mark.parametrize("form", ["zip", "gztar"])
@pytest.mark.parametrize("inside", [True, False])
def test_an_archive_of_a_handoff_is_refused_with_what_to_do(
    folder: Path, tmp_path: Path, form: str, inside: bool
) -> None:
    base = folder.name if inside else "."
    packed = shutil.make_archive(str(tmp_path / "ticket"), form, folder.parent if inside else folder, base)
    with pytest.raises(EvidenceError, match="unpack it and open the folder"):
        examine([packed])


def test_an_archive_of_a_run_is_read(tmp_path: Path) -> None:
    run = write_bundle(tmp_path / "run", {"rows": [row("a", 0.5)]}, {"run_id": "r"})
    assert len(examine([shutil.make_archive(str(tmp_path / "night"), "zip", run)]).bundle.rows) == 1


@pytest.mark.parametrize("how", ["folder", "text", "other", "gone"])
def test_facts_that_cannot_be_used_are_one_sentence(folder: Path, how: str) -> None:
    facts = folder / "handoff.json"
    facts.unlink()
    if how == "folder":
        facts.mkdir()
    elif how != "gone":
        facts.write_text("{" if how == "text" else '{"schema": "x"}', encoding="utf-8")
    notes = [note for note in examine([folder]).notes if "not as it was handed over" in note]
    if how == "gone":
        assert notes == []
    else:
        assert len(notes) == 1 and "nothing can be held against it" in notes[0]
