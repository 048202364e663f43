"""The real console on a real pseudo-terminal: it draws, walks, resizes, ends, and gives the terminal back."""

import base64
import json
import os
import re
import sys
from pathlib import Path

import pexpect
import pytest

LEAVES = (b"\x1b[?1049l", b"\x1b[?25h")
ROWS = (
    {"case_id": "fee-waiver", "status": "fail", "score": 0.5, "minimum": 0.8, "reason": "[/] \x1b]52;c;eA==\x07 end"},
    {"case_id": "late-fee", "status": "pass", "score": 0.9, "minimum": 0.8, "reason": "fine"},
)
CRASH = """
import sys
from triage.console import app, queue_screen
def broken(self): raise RuntimeError("boom \\x1b[2J")
queue_screen.QueueScreen.show_run = broken
from triage.examine import examine
sys.exit(app.run(lambda _: examine([sys.argv[1]]), row=None, mouse=True))
"""
REFUSED = """
import sys
from triage.console import app
def load(_): raise ValueError("no such run")
sys.exit(app.run(load, row=None, mouse=False))
"""


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in ROWS), encoding="utf-8")
    return path


def start(*words: str, home: Path, **more: str) -> pexpect.spawn:
    environment = {
        **os.environ,
        **more,
        "HOME": str(home),
        "TERM": "xterm-256color",
        "XDG_STATE_HOME": str(home / "state"),
    }
    return pexpect.spawn(sys.executable, list(words), dimensions=(24, 80), timeout=30, env=environment, cwd=str(home))


def test_a_row_is_walked_and_the_terminal_restored(rows: Path, tmp_path: Path) -> None:
    console = start("-m", "triage", str(rows), home=tmp_path)
    console.expect(b"fee-waiver")
    console.expect(b"undetermined")
    console.send("\r")
    console.expect(b"3 Attribution")
    console.setwinsize(15, 60)
    console.expect(rb"Esc\x1b[^k]*back")
    console.send("5")
    console.expect(b"RAG gate")
    console.send("q")
    console.expect(pexpect.EOF)
    console.close()
    assert console.exitstatus == 0
    assert all(code in console.before for code in LEAVES)


def test_no_control_sequence_of_the_data_arrives(rows: Path, tmp_path: Path) -> None:
    console = start("-m", "triage", str(rows), "--row", "fee-waiver", home=tmp_path)
    console.expect(b"In the record's own words")
    console.expect(b"reason")
    console.expect(rb"\\x1b\]52;c;eA==\\x07 end")
    drawn = console.before + console.after
    console.send("q")
    console.expect(pexpect.EOF)
    console.close()
    assert b"\x1b]52" not in drawn + console.before


def test_without_colour_everything_is_said_in_the_terminals_own_two(rows: Path, tmp_path: Path) -> None:
    console = start("-m", "triage", str(rows), home=tmp_path, NO_COLOR="1")
    console.expect(b"undetermined")
    drawn = console.before
    console.send("q")
    console.expect(pexpect.EOF)
    console.close()
    drawn += console.before
    codes = {code for match in re.findall(rb"\x1b\[([0-9;]+)m", drawn) for code in match.split(b";")}
    assert codes <= {b"0", b"1", b"2", b"4", b"7", b"39", b"49"}, codes


def test_every_colour_is_one_of_the_terminals_own_sixteen(rows: Path, tmp_path: Path) -> None:
    console = start("-m", "triage", str(rows), home=tmp_path, COLORTERM="truecolor")
    console.expect(b"undetermined")
    drawn = console.before
    for key, shown in (("\x10", b"handoff text of"), ("\x1b", b"grouped by"), ("\r", b"1 Metric"), ("?", b"Keys of")):
        console.send(key)
        console.expect(shown)
        drawn += console.before
    console.send("q")
    console.expect(pexpect.EOF)
    console.close()
    drawn += console.before
    codes = {match.group(1) for match in re.finditer(rb"\x1b\[([0-9;]+)m", drawn)}
    assert any(b"31" in code for code in codes)
    assert not [code for code in codes if re.search(rb"(?:^|;)[34]8;", code)], codes


def test_a_crash_says_one_sentence_and_restores_the_terminal(rows: Path, tmp_path: Path) -> None:
    console = start("-c", CRASH, str(rows), home=tmp_path)
    console.expect(pexpect.EOF)
    console.close()
    assert console.exitstatus == 3
    ended = console.before[console.before.rindex(b"\x1b[?1049l") :]
    assert b"internal fault, please report it: RuntimeError: boom" in ended and b"state/triage/crash.txt" in ended
    assert b"Traceback" not in ended and b"\x1b[2J" not in ended.replace(b"\x1b[?1049l", b"")
    assert "RuntimeError" in (tmp_path / "state" / "triage" / "crash.txt").read_text(encoding="utf-8")


def test_what_cannot_be_read_ends_with_a_sentence(tmp_path: Path) -> None:
    console = start("-c", REFUSED, home=tmp_path)
    console.expect(b"no such run")
    console.send("q")
    console.expect(pexpect.EOF)
    console.close()
    assert console.exitstatus == 3 and b"no such run" in console.before


@pytest.mark.parametrize("tmux", ["", "/tmp/tmux-0/default,1,0"])
def test_inside_tmux_the_clipboard_is_also_sent_to_the_terminal_outside(rows: Path, tmp_path: Path, tmux: str) -> None:
    console = start("-m", "triage", str(rows), home=tmp_path, TMUX=tmux)
    console.expect(b"undetermined")
    console.send("y")
    console.expect(rb"\x1b\]52;c;([A-Za-z0-9+/=]+)\x07")
    sent = console.match.group(1)
    console.expect(b"if paste is empty see")
    drawn = console.before
    console.send("q")
    console.expect(pexpect.EOF)
    console.close()
    wrapped = b"\x1bPtmux;\x1b\x1b]52;c;" + sent + b"\x07\x1b\\"
    assert (wrapped in drawn + console.before) is bool(tmux)
    assert base64.b64decode(sent).startswith(b"RAG gate: `fee-waiver` failed")


def test_the_console_can_be_put_to_sleep_and_woken(rows: Path, tmp_path: Path) -> None:
    shell = pexpect.spawn(
        "/bin/bash", ["--norc", "--noprofile", "-i"], dimensions=(24, 80), timeout=30, cwd=str(tmp_path)
    )
    shell.sendline(f"export PS1='ready> ' TERM=xterm-256color HOME={tmp_path} XDG_STATE_HOME={tmp_path}/state")
    shell.expect("ready> ")
    shell.sendline(f"{sys.executable} -m triage {rows}")
    shell.expect(b"undetermined")
    shell.send("\x1a")
    shell.expect(b"Stopped")
    assert all(code in shell.before for code in LEAVES)
    shell.sendline("stty -a; fg")
    shell.expect(rb" icanon")
    shell.expect(rb"\x1b\[\?1049h")
    shell.expect(b"undetermined")
    shell.send("\r")
    shell.expect(b"3 Attribution")
    shell.send("q")
    shell.expect("ready> ")
    assert all(code in shell.before for code in LEAVES)
    shell.sendline("echo ended=$?")
    shell.expect(b"ended=0")
    shell.sendline("exit")
    shell.expect(pexpect.EOF)
    shell.close()
