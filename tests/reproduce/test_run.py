"""Which rows are recomputed, and what a changed folder does to the result."""

import json
from pathlib import Path

import pytest

from tests.handoff.runs import write_run
from triage.examine import examine
from triage.handoff.plan import plan, write
from triage.reproduce import run as room
from triage.reproduce.run import reproduce_rows, rows_of
from triage.reproduce.through_ragas import Answers


@pytest.fixture(autouse=True)
def without_ragas(monkeypatch: pytest.MonkeyPatch) -> None:
    gone = Answers(None, problem="ragas cannot be imported (no)")
    monkeypatch.setattr(room, "through_ragas", lambda jobs: gone if jobs else Answers(None))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    sibling = {"case_id": "parcel-4", "metric": "faithfulness", "score": 0.2, "minimum": 0.8}
    run = write_run(tmp_path / "run", "parcel-4", rows=[sibling])
    return write(plan(examine([run]), [0]), tmp_path / "out")


def test_a_handoff_s_own_rows_are_recomputed_and_not_what_came_with_them(folder: Path) -> None:
    examination = examine([folder])
    assert len(examination.red) == 2
    assert rows_of(folder, examination) == [0]


@pytest.mark.parametrize("rows", ["x", [1, {"frozen": 3}, {"frozen": {"file": "../x", "line": 1}}], None])
def test_a_handoff_that_does_not_say_has_its_red_rows_recomputed(folder: Path, rows: object) -> None:
    facts = json.loads((folder / "handoff.json").read_text()) | {"rows": rows}
    (folder / "handoff.json").write_text(json.dumps(facts))
    examination = examine([folder])
    assert rows_of(folder, examination) == examination.red


def test_a_changed_input_is_named_and_is_never_an_equal_result(folder: Path) -> None:
    evidence = examine([folder]).evidence(0)
    sound = reproduce_rows([evidence], folder)
    assert (sound.exit_code, sound.faults) == (0, ())
    (folder / "inputs" / "cases.jsonl").write_text("{}")
    changed = reproduce_rows([evidence], folder)
    assert changed.exit_code == 1
    assert "inputs/cases.jsonl was changed" in changed.faults[0]


def words(lines: tuple[tuple[tuple[str, object], ...], ...]) -> list[str]:
    return ["".join(text for text, _ in line) for line in lines]


def test_the_lines_say_the_result_and_through_what_it_was_recomputed(folder: Path) -> None:
    examination = examine([folder])
    first, second, through = words(reproduce_rows([examination.evidence(number) for number in (0, 1)], folder).lines)
    assert (
        first == "parcel-4  evidence_coverage  equal: recorded 0.5, recomputed 0.5 (|supported| / |required| = 1 / 2)"
    )
    assert second.startswith("parcel-4  faithfulness  cannot be recomputed because faithfulness is a judge's")
    assert through == "recomputed through triage's own formulas alone: ragas cannot be imported (no)"
    alone = words(reproduce_rows([examination.evidence(1)], folder).lines)
    assert alone[-1] == "recomputed through triage's own formulas: ragas has none for these metrics"


def test_hostile_ids_reach_no_terminal(tmp_path: Path) -> None:
    row = {"case_id": "\x1b]0;x\x07", "metric": "\x9btone", "score": 0.1, "minimum": 0.2, "system": "\u202e"}
    run = write_run(tmp_path / "run", rows=[row], run={"run_id": "r"})
    text = words(reproduce_rows([examine([run]).evidence(0)], run).lines)[0]
    assert text.startswith("\\x1b]0;x\\x07  \\x9btone, system \\u202e  cannot be recomputed")
