"""What only a real process shows: what is imported, torn pipes, full disks, and where the keyboard comes from."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pytest

Rows = Callable[..., Path]
RED = {"case_id": "parcel-4", "status": "fail", "score": 0.5}
WITHOUT_RAGAS = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "ragas":
            raise ImportError("ragas is blocked")
sys.meta_path.insert(0, Blocked())
from triage.cli import main
code = main(sys.argv[1:])
"""
HEAVY = ("ragas", "textual", "rich", "yaml", "orjson", "msgspec", "langchain_community")


def python(script: str, *arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, check=False, **options)


def imported_after(script: str, *arguments: str) -> set[str]:
    ending = f"\nprint(*(name for name in {HEAVY!r} if name in sys.modules), file=sys.stderr)"
    return set(python(script + ending, *arguments).stderr.decode().split())


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["report", "--help"], ["nowhere"]])
def test_help_version_and_refusals_import_nothing_heavy(arguments: list[str]) -> None:
    script = "import sys\nfrom triage.cli import main\nmain(sys.argv[1:])"
    assert imported_after(script, *arguments) & set(HEAVY) == set()


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_report_imports_no_screen_and_no_ragas(rows: Rows, form: str) -> None:
    path = str(rows({}, RED))
    script = "import sys\nfrom triage.cli import main\nmain(sys.argv[1:])"
    found = imported_after(script, "report", path, "--format", form)
    assert found & {"ragas", "textual", "rich", "langchain_community"} == set()


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_report_works_where_ragas_cannot_be_imported(rows: Rows, form: str) -> None:
    ran = python(WITHOUT_RAGAS + "sys.exit(code)", "report", str(rows({}, RED)), "--format", form)
    assert (ran.returncode, ran.stderr) == (1, b"")
    assert b"parcel-4" in ran.stdout


def test_a_reader_that_leaves_early_is_no_error_and_keeps_the_exit_code(rows: Rows) -> None:
    path = rows(*({**RED, "case_id": f"parcel-{at}"} for at in range(3000)))
    for form in ("text", "json"):
        process = subprocess.Popen(
            [sys.executable, "-m", "triage", "report", str(path), "--format", form],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 1
        process.stderr.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_one_sentence(rows: Rows) -> None:
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "triage", "report", str(rows(RED))]
        ran = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert ran.returncode == 3
    assert ran.stderr == b"triage: cannot write to standard output: No space left on device\n"


def test_a_closed_standard_output_is_one_sentence(rows: Rows) -> None:
    ran = subprocess.run(
        ["sh", "-c", f'"{sys.executable}" -m triage report {rows(RED)} >&-'], capture_output=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (3, b"triage: standard output is closed\n")


def test_a_terminal_without_utf8_still_gets_utf8(rows: Rows) -> None:
    path = rows(RED | {"case_id": "Größe-金"})
    environment = {**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    command = [sys.executable, "-m", "triage", "report", str(path)]
    ran = subprocess.run(command, capture_output=True, env=environment, check=False)
    assert (ran.returncode, ran.stderr) == (1, b"")
    assert "Größe-金" in ran.stdout.decode("utf-8")


def terminal(*command: str, **environment: str) -> "pexpect.spawn[str]":
    variables = {**os.environ, "TERM": "xterm-256color", **environment}
    return pexpect.spawn(
        command[0], list(command[1:]), env=variables, dimensions=(24, 80), encoding="utf-8", timeout=30
    )


def test_a_dumb_terminal_gets_the_text_and_no_escape_sequence(rows: Rows) -> None:
    child = terminal(sys.executable, "-m", "triage", str(rows(RED)), TERM="dumb")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 1
    assert "verdict: red (exit code 1)" in (child.before or "")
    assert "\x1b" not in (child.before or "")


def test_the_console_opens_without_ragas_on_piped_rows_and_takes_its_keys_from_the_terminal(rows: Rows) -> None:
    Path("start.py").write_text(WITHOUT_RAGAS + "sys.exit(code)")
    child = terminal("sh", "-c", f'cat {rows(RED)} | "{sys.executable}" start.py -')
    child.expect("parcel-4")
    child.send("q")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_standard_input_in_a_script_without_a_terminal_gives_the_text(rows: Rows) -> None:
    row = json.dumps({"case_id": "parcel-4", "status": "fail", "score": 0.5, "minimum": 0.8}).encode()
    ran = subprocess.run([sys.executable, "-m", "triage", "-"], input=row, capture_output=True, check=False)
    assert ran.returncode == 1
    assert b"verdict: red" in ran.stdout
