"""The command line: exit codes, one sentence for every error, the same facts in every form."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from triage.cli import COMMANDS, main

RED = {"case_id": "parcel-4", "status": "fail", "score": 0.5}
INVALID = {"case_id": "parcel-5", "status": "invalid", "score": None, "reason": "HTTP 429 from the judge"}
Rows = Callable[..., Path]
Capture = pytest.CaptureFixture[str]


class Piped:
    """Standard input as a pipe."""

    def __init__(self, content: bytes) -> None:
        self.buffer = io.BytesIO(content)

    def isatty(self) -> bool:
        return False


@pytest.mark.parametrize(
    ("changes", "code"),
    [([{}], 0), ([{}, RED], 1), ([{}, INVALID], 2), ([{}, RED, INVALID], 2), ([{}, RED | {"blocking": False}], 0)],
)
@pytest.mark.parametrize("command", [["report"], ["report", "--format", "json"], [], ["--plain"], ["open"]])
def test_the_exit_code_is_the_gate_s(
    rows: Rows, capsys: Capture, command: list[str], changes: list[dict[str, Any]], code: int
) -> None:
    assert main([*command, str(rows(*changes))]) == code
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["report"], "PATH; see triage report --help"),
        (["report", "x", "--format", "xml"], "invalid choice: 'xml'"),
        (["--nonsense"], "--nonsense; see triage --help"),
        (["report", "--base", "x"], "--base"),
        (["gate", "x"], "--policy; see triage gate --help"),
        (["nowhere"], "nowhere: no such file or folder"),
        (["report", "nowhere"], "nowhere: no such file or folder"),
        (["report", ".", "--baseline", "gone"], "gone: no such file or folder"),
        (["report", ".", "--teams", "gone.yaml"], "gone.yaml: no such file or folder"),
        (["gate", "nowhere", "--policy", "gone.yaml"], "gone.yaml"),
        (["\x1b[2Jbad\n"], "\\x1b[2Jbad\\x0a: no such file"),
    ],
)
def test_what_cannot_be_done_is_one_plain_sentence_and_exit_code_3(
    capsys: Capture, arguments: list[str], words: str
) -> None:
    assert main(arguments) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("triage: ")
    assert err.count("\n") == 1
    assert words in err


def test_a_fault_of_triage_itself_is_one_sentence_with_its_place(
    rows: Rows, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise KeyError("boom\x1b")

    monkeypatch.setattr("triage.examine.examine", broken)
    assert main(["report", str(rows({}))]) == 3
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert err.startswith("triage: internal fault, please report it: KeyError at test_commands.py:")


def test_an_interrupt_is_quiet(rows: Rows, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("triage.examine.examine", interrupted)
    assert main(["report", str(rows({}))]) == 130
    assert capsys.readouterr() == ("", "")


def test_the_version_names_what_triage_stands_on(capsys: Capture) -> None:
    assert main(["--version"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["triage", "Python", "textual", "rich", "ragas"]
    assert all(line.split()[1][0].isdigit() for line in lines)


@pytest.mark.parametrize("arguments", [["--help"], ["report", "-h"], ["gate", "--help"]])
def test_help_goes_to_standard_output_and_is_no_error(capsys: Capture, arguments: list[str]) -> None:
    assert main(arguments) == 0
    out, err = capsys.readouterr()
    assert out.startswith("usage: triage")
    assert err == ""


def test_the_first_help_names_every_command_and_the_exit_codes(capsys: Capture) -> None:
    main(["--help"])
    out = capsys.readouterr().out
    assert all(f"triage {command.name} " in out for command in COMMANDS if command.name != "open")
    assert "0 green, 1 a valid blocking row is below its minimum, 2 the evaluation is incomplete" in out


def test_paths_may_stand_on_both_sides_of_an_option(rows: Rows, capsys: Capture) -> None:
    one, two = rows(RED, name="one.jsonl"), rows(INVALID, name="two.jsonl")
    assert main(["report", str(one), "--format", "json", str(two)]) == 2
    report = json.loads(capsys.readouterr().out)
    assert [row["case_id"] for row in report["rows"]] == ["parcel-4", "parcel-5"]


def test_json_is_the_public_schema_and_nothing_else_is_written(rows: Rows, capsys: Capture) -> None:
    main(["report", str(rows({}, RED)), "--format", "json"])
    out, err = capsys.readouterr()
    assert json.loads(out)["schema"] == "triage.report/1"
    assert (out.count("\n"), err) == (1, "")


def test_plain_says_the_same_as_the_text_report(rows: Rows, capsys: Capture) -> None:
    path = str(rows({}, RED))
    main(["report", path])
    report = capsys.readouterr().out
    main([path, "--plain"])
    assert capsys.readouterr().out == report
    main([path])
    assert capsys.readouterr().out == report
    assert "verdict: red (exit code 1)" in report


def test_without_a_path_the_artifacts_folder_is_opened_else_the_working_folder(rows: Rows, capsys: Capture) -> None:
    rows(RED)
    assert main([]) == 1
    assert "parcel-4" in capsys.readouterr().out
    rows({"case_id": "parcel-8", **INVALID}, name="artifacts/rows.jsonl")
    assert main([]) == 2
    assert "parcel-4" not in capsys.readouterr().out


def test_a_folder_that_is_called_like_a_command_is_named_with_its_place(rows: Rows, capsys: Capture) -> None:
    rows(RED, name="report/rows.jsonl")
    assert main(["./report"]) == 1
    assert main(["open", "report"]) == 1


def test_one_row_can_be_asked_for_by_case_or_by_place(rows: Rows, capsys: Capture) -> None:
    path = str(rows({}, RED, INVALID))
    for name in ("parcel-4", "rows.jsonl:2"):
        assert main([path, "--row", name]) == 2
        out = capsys.readouterr().out
        assert "parcel-4  " in out
        assert "parcel-5  " not in out
    assert main([path, "--row", "parcel-1"]) == 2
    assert "parcel-1  " in capsys.readouterr().out
    assert main([path, "--row", "nobody"]) == 3
    assert "no row of case nobody; leave out --row to see all 3 rows" in capsys.readouterr().err


def test_standard_input_is_read_as_rows(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    for command in (["report", "-"], ["-", "--plain"]):
        line = json.dumps({"case_id": "parcel-4", "status": "fail", "score": 0.5, "minimum": 0.8, "reason": "x"})
        monkeypatch.setattr("sys.stdin", Piped(line.encode() + b"\n"))
        assert main(command) == 1
        out = capsys.readouterr().out
        assert "read from standard input" in out
        assert "parcel-4  " in out


def test_the_baseline_and_the_teams_file_are_used(rows: Rows, capsys: Capture) -> None:
    now = rows(RED | {"minimum": 0.8}, name="now/rows.jsonl")
    green = rows({"case_id": "parcel-4", "score": 0.5, "minimum": 0.4}, name="green/rows.jsonl")
    Path("crew.yaml").write_text("teams: {release-policy: {name: Release desk}}\n")
    main(["report", str(now), "--baseline", str(green), "--teams", "crew.yaml", "--format", "json"])
    report = json.loads(capsys.readouterr().out)
    row = report["rows"][0]
    assert (row["cause"], row["owner"], row["team"]) == ("threshold-drift", "release-policy", "Release desk")
    assert report["bundle"]["baseline"] is not None


def test_hostile_text_reaches_no_terminal(rows: Rows, capsys: Capture) -> None:
    hostile = "\x1b]52;c;eA==\x07 \x9b2J \u202e \x00 [@click=app.quit] \ud800"
    path = str(rows(RED | {"case_id": hostile, "reason": hostile, "metric": hostile, "system": hostile}))
    for command in (["report", path], ["report", path, "--format", "json"], [path, "--plain", "--row", hostile]):
        assert main(command) == 1
        out = capsys.readouterr().out
        assert [one for one in out if one != "\n" and not one.isprintable()] == []
        assert "[@click=app.quit]" in out


def test_the_gate_prints_one_object_a_row_with_sorted_keys(rows: Rows, capsys: Capture) -> None:
    Path("policy.yaml").write_text("version: p-2\nminimum: {evidence_coverage: 0.8}\n")
    cases = [("parcel-1", ["fee"], ["fee"]), ("parcel-4", ["fee", "window"], ["fee"])]
    keys = ("case_id", "required_claim_ids", "supported_claim_ids")
    text = "".join(json.dumps(dict(zip(keys, case, strict=True))) + "\n" for case in cases)
    Path("cases.jsonl").write_text(text)
    assert main(["gate", "cases.jsonl", "--policy", "policy.yaml", "--out", "run"]) == 1
    out, err = capsys.readouterr()
    printed = [json.loads(line) for line in out.splitlines()]
    assert [(row["case_id"], row["status"], row["score"]) for row in printed] == [
        ("parcel-1", "pass", 1.0),
        ("parcel-4", "fail", 0.5),
    ]
    assert all(list(row) == sorted(row) for row in printed)
    assert "1 blocking row below the minimum" in err
    assert main(["report", "run"]) == 1


def test_the_gate_reads_standard_input_and_refuses_in_one_sentence(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("policy.yaml").write_text("version: p-2\nminimum: {evidence_coverage: 0.8}\n")
    monkeypatch.setattr("sys.stdin", Piped(b'{"case_id": "a", "required_claim_ids": [], "supported_claim_ids": []}\n'))
    assert main(["gate", "-", "--policy", "policy.yaml"]) == 2
    assert json.loads(capsys.readouterr().out)["status"] == "invalid"
    monkeypatch.setenv("MIN_EVIDENCE_COVERAGE", "2")
    assert main(["gate", "-", "--policy", "policy.yaml"]) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert "MIN_EVIDENCE_COVERAGE" in err
