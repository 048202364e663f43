"""``triage handoff``: writes at once, prints where, never asks, never writes anywhere else."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.handoff.runs import write_run
from triage.cli import main

Rows = Callable[..., Path]
Capture = pytest.CaptureFixture[str]
HOSTILE = [
    "../../escaped",
    "/escaped",
    "a\x00b",
    "..",
    "\x1b[2J",
    "CON",
    "x" * 10_000,
    "Case",
    "case",
    "\u202e🙂",
    "-rf",
]


@pytest.fixture
def run() -> Path:
    return write_run(Path("run"), "parcel-4", "parcel-5")


def test_rows_of_one_fault_are_one_folder_whose_path_is_printed(run: Path, capsys: Capture) -> None:
    assert main(["handoff", "run", "parcel-4", "parcel-5"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    folder = Path(out.strip())
    assert folder.parent == Path("handoffs")
    assert {path.name for path in folder.iterdir()} == {"handoff.md", "handoff.json", "inputs"}
    assert len(json.loads((folder / "handoff.json").read_text())["rows"]) == 2


def test_nothing_is_overwritten(run: Path, capsys: Capture) -> None:
    for _ in range(2):
        assert main(["handoff", "run", "rows.jsonl:1", "--out", "given"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert second == f"{first}-2"
    assert Path(first).parent == Path("given")


def test_the_red_rows_of_a_case_are_handed_over_and_a_green_one_if_it_has_no_other(rows: Rows, capsys: Capture) -> None:
    rows({"metric": "a"}, {"metric": "b", "status": "fail", "score": 0.1}, {"case_id": "good"}, name="run/rows.jsonl")
    assert main(["handoff", "run", "parcel-1"]) == 0
    folder = Path(capsys.readouterr().out.strip())
    assert [row["metric"] for row in json.loads((folder / "handoff.json").read_text())["rows"]] == ["b"]
    assert main(["handoff", "run", "good"]) == 0


def test_the_role_is_checked_before_anything_is_written(run: Path, capsys: Capture) -> None:
    assert main(["handoff", "run", "parcel-4", "--to", "retreival"]) == 3
    assert capsys.readouterr().err == "triage: --to: unknown role retreival, did you mean retrieval?\n"
    assert main(["handoff", "run", "parcel-4", "--to", "nobody at all"]) == 3
    assert "known: application, retrieval, " in capsys.readouterr().err
    assert not Path("handoffs").exists()
    assert main(["handoff", "run", "parcel-4", "--to", "corpus"]) == 0
    folder = Path(capsys.readouterr().out.strip())
    assert json.loads((folder / "handoff.json").read_text())["to"]["owner"] == "corpus"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["run", "nobody"], "no row of case nobody; the run has 2 rows, each is named by its case id or file:line"),
        (["run"], "CASE; see triage handoff --help"),
        (["nowhere", "x"], "nowhere: no such file or folder"),
        (["run", "parcel-4", "--out", "run/rows.jsonl"], "run/rows.jsonl: the handoff cannot be written"),
        (["run", "parcel-4", "nobody"], "no row of case nobody"),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_writes_nothing(
    run: Path, capsys: Capture, arguments: list[str], words: str
) -> None:
    assert main(["handoff", *arguments]) == 3
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert words in err
    assert not Path("handoffs").exists()


def test_whatever_the_case_ids_are_everything_written_lies_in_the_out_folder(tmp_path: Path, capsys: Capture) -> None:
    write_run(Path("run"), *HOSTILE)
    before = {path for path in tmp_path.rglob("*") if "handoffs" not in path.parts}
    places = [f"rows.jsonl:{line}" for line in range(1, len(HOSTILE) + 1)]
    for place in places:
        assert main(["handoff", "run", place]) == 0
    folders = [Path(line) for line in capsys.readouterr().out.splitlines()]
    assert len({folder.name.casefold() for folder in folders}) == len(HOSTILE)
    assert {path for path in tmp_path.rglob("*") if "handoffs" not in path.parts} == before
    assert not Path("/escaped").exists()
    told = [json.loads((folder / "handoff.json").read_text())["rows"][0]["case_id"] for folder in folders]
    assert told == HOSTILE


def test_texts_are_kept_only_on_the_switch_with_a_word_on_redaction(run: Path, capsys: Capture) -> None:
    main(["handoff", "run", "parcel-4"])
    main(["handoff", "run", "parcel-4", "--with-text"])
    out, err = capsys.readouterr()
    covered, whole = (Path(line, "inputs", "cases.jsonl").read_text() for line in out.splitlines())
    assert "How many days" not in covered
    assert "How many days" in whole
    assert err == "triage: redaction is best effort: read the text before it leaves this machine\n"


def test_what_is_redacted_in_the_deciding_passage_is_said(run: Path, capsys: Capture) -> None:
    cases = run / "cases.jsonl"
    cases.write_text(cases.read_text().replace("within thirty days", "ask ann@example.com"))
    assert main(["handoff", "run", "parcel-4"]) == 0
    out, err = capsys.readouterr()
    assert f"triage: {Path(out.strip()).name}: the redaction covers part of the passage" in err
