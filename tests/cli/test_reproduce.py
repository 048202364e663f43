"""``triage reproduce``: equal, different, cannot be recomputed, and what the exit code says of it."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from triage.cli import main
from triage.examine import examine
from triage.reproduce.outcome import Verdict
from triage.reproduce.run import reproduce_rows, rows_of
from triage.reproduce.through_ragas import Answers

ARTIFACTS = Path(__file__).resolve().parents[2] / "artifacts"
Rows = Callable[..., Path]
Capture = pytest.CaptureFixture[str]
COVERED = {"status": "fail", "score": 0.5, "required_claim_ids": ["a", "b"], "supported_claim_ids": ["a"]}


@pytest.fixture
def folders(tmp_path: Path, capsys: Capture) -> list[Path]:
    """A folder for every fault of the demonstration run, in another place, with the runs deleted."""
    shutil.copytree(ARTIFACTS, tmp_path / "runs")
    red = str(tmp_path / "runs" / "nightly-1130-red")
    main(["report", red, "--format", "json"])
    cases = [row["case_id"] for row in json.loads(capsys.readouterr().out)["rows"] if row["status"] != "pass"]
    assert len(cases) >= 12
    assert main(["handoff", red, *cases, "--out", str(tmp_path / "out")]) == 0
    shutil.rmtree(tmp_path / "runs")
    (tmp_path / "elsewhere").mkdir()
    written = [Path(line) for line in capsys.readouterr().out.splitlines()]
    return [Path(shutil.move(folder, tmp_path / "elsewhere" / folder.name)) for folder in written]


def test_every_incident_is_reproduced_through_ragas_elsewhere(folders: list[Path], capsys: Capture) -> None:
    read = [(folder, examine([folder])) for folder in folders]
    evidences = [one.evidence(number) for folder, one in read for number in rows_of(folder, one)]
    done = reproduce_rows(evidences, folders[0])  # One process for all of them.
    told = {one.row.case_id: result.verdict for one, result in zip(evidences, done.results, strict=True)}
    assert {case for case, verdict in told.items() if verdict is not Verdict.EQUAL} == {"sh-storm"}
    assert "".join(text for text, _ in done.lines[-1]) == "recomputed through triage and ragas 0.4.3: 17 rows, offline"
    assert main(["reproduce", str(folders[0])]) == 0
    assert "recomputed through triage and ragas 0.4.3: 1 row, offline" in capsys.readouterr().out


def test_every_folder_is_equal_or_says_why_it_cannot_be(
    folders: list[Path], capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("triage.reproduce.run.through_ragas", lambda jobs: Answers(None, problem="blocked"))
    told: dict[str, str] = {}
    for folder in folders:
        code = main(["reproduce", str(folder)])
        lines = [line.split("  ", 2) for line in capsys.readouterr().out.splitlines()[:-1]]
        told |= {case: result for case, _, result in lines}
        assert code == (2 if any(result.startswith("cannot") for _, _, result in lines) else 0)
    assert len(told) >= 12
    assert [case for case, result in told.items() if not result.startswith("equal: ")] == ["sh-storm"]
    assert "HTTP 503" in told["sh-storm"]


@pytest.fixture
def without_ragas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("triage.reproduce.run.through_ragas", lambda jobs: Answers(None, problem="blocked"))


@pytest.mark.usefixtures("without_ragas")
@pytest.mark.parametrize(
    ("changes", "code", "words"),
    [
        ([COVERED], 0, "equal: recorded 0.5, recomputed 0.5"),
        ([COVERED | {"score": 0.25}], 1, "different: recorded 0.25, recomputed 0.5"),
        ([COVERED | {"metric": "tone"}], 2, "cannot be recomputed because triage knows no formula for tone"),
        ([COVERED | {"score": 0.25}, COVERED | {"case_id": "b", "metric": "tone"}], 2, "different: "),
    ],
)
def test_the_exit_code_is_the_worst_result_s(
    rows: Rows, capsys: Capture, changes: list[dict[str, object]], code: int, words: str
) -> None:
    assert main(["reproduce", str(rows(*changes))]) == code
    out, err = capsys.readouterr()
    assert words in out
    assert "recomputed through triage's own formulas alone: blocked" in out or code == 2
    assert err == ""


@pytest.mark.usefixtures("without_ragas")
def test_one_case_of_a_run_is_named_whether_red_or_not(rows: Rows, capsys: Capture) -> None:
    path = str(rows({"required_claim_ids": ["a"], "supported_claim_ids": ["a"]}, COVERED | {"case_id": "b"}))
    assert main(["reproduce", path, "parcel-1"]) == 0
    assert capsys.readouterr().out.startswith("parcel-1  evidence_coverage  equal: recorded 1")
    assert main(["reproduce", path, "nobody"]) == 3
    assert "no row of case nobody; the run has 2 rows" in capsys.readouterr().err


@pytest.mark.usefixtures("without_ragas")
def test_a_run_without_a_red_row_is_not_called_equal(rows: Rows, capsys: Capture) -> None:
    assert main(["reproduce", str(rows({}))]) == 3
    assert "no row is red; name the case to be recomputed" in capsys.readouterr().err


@pytest.mark.usefixtures("without_ragas")
def test_a_changed_file_is_named_and_ends_with_1(rows: Rows, capsys: Capture) -> None:
    rows(COVERED, name="run/rows.jsonl")
    main(["handoff", "run", "parcel-1"])
    folder = Path(capsys.readouterr().out.strip())
    path = folder / "inputs" / "rows.jsonl"
    path.write_text(path.read_text() + "\n")
    assert main(["reproduce", str(folder)]) == 1
    out, err = capsys.readouterr()
    assert "equal: " in out
    assert err.startswith("triage: not as it was handed over: inputs/rows.jsonl was changed: sha256 ")
    assert main([str(folder)]) == 1
    assert "note: not as it was handed over: inputs/rows.jsonl was changed" in capsys.readouterr().out


@pytest.mark.usefixtures("without_ragas")
def test_a_folder_whose_rows_were_taken_away_names_the_file(rows: Rows, capsys: Capture) -> None:
    rows(COVERED, name="run/rows.jsonl")
    main(["handoff", "run", "parcel-1"])
    folder = Path(capsys.readouterr().out.strip())
    (folder / "inputs" / "rows.jsonl").unlink()
    assert main(["reproduce", str(folder)]) == 3
    first, last = capsys.readouterr().err.splitlines()
    assert first == "triage: not as it was handed over: inputs/rows.jsonl is missing"
    assert last.endswith(": no row is red; name the case to be recomputed")
