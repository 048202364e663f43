"""A file that is locked, a file system that cannot be written, a disk that is full: said in words, and read anyway."""

import json
import shutil
import sqlite3
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.ledger.made import TODAY, decision, run, subject
from triage.ledger import Ledger, LedgerError, State


def namespaces() -> bool:
    """Whether this machine lets a test mount something that only it sees; that binds root too, which modes do not."""
    unshare = shutil.which("unshare")
    return unshare is not None and subprocess.run([unshare, "-rm", "true"], capture_output=True).returncode == 0


mounts = pytest.mark.skipif(not namespaces(), reason="no mount namespaces here")


@contextmanager
def held(path: Path, *statements: str) -> Iterator[sqlite3.Connection]:
    """Another program that has the ledger open and did this to it."""
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as connection:
        for statement in statements:
            connection.execute(statement)
        yield connection


def test_a_locked_ledger_is_said_and_still_read(ledger: Ledger) -> None:
    ledger.record(decision())
    hasty = Ledger(ledger.path, read_wait=0.05, write_wait=0.2)
    with held(ledger.path, "BEGIN IMMEDIATE"):
        with pytest.raises(
            LedgerError, match=r"the decision was not kept: .* is locked by another program; waited 0.2 s"
        ):
            hasty.record(decision(note="too late"))
        assert hasty.history(subject()) == (decision(),)
        assert hasty.trouble is None
    hasty.record(decision(note="in time"))
    assert [one.note for one in ledger.history(subject())] == ["", "in time"]


def test_a_ledger_that_nobody_may_read_is_said(ledger: Ledger) -> None:
    ledger.record(decision())
    hasty = Ledger(ledger.path, read_wait=0.05)
    with held(ledger.path, "PRAGMA locking_mode = EXCLUSIVE", "BEGIN EXCLUSIVE"):
        assert hasty.standing(subject(), TODAY).state is State.OPEN
        assert hasty.trouble is not None
        assert hasty.trouble.endswith("ledger.sqlite3 is locked by another program; waited 0.05 s")
    assert hasty.standing(subject(), TODAY).state is State.HANDED_OFF
    assert hasty.trouble is None


def test_a_lock_that_is_given_back_in_time_is_waited_for(ledger: Ledger) -> None:
    ledger.record(decision())
    patient = Ledger(ledger.path, write_wait=60)
    writer = threading.Thread(target=patient.record, args=(decision(note="after"),))
    with held(ledger.path, "BEGIN IMMEDIATE") as other:
        writer.start()
        writer.join(0.3)
        assert len(ledger.history(subject())) == 1
        other.execute("ROLLBACK")
        writer.join()
    assert len(ledger.history(subject())) == 2


def test_a_ledger_that_can_be_read_again_in_time_is_waited_for(ledger: Ledger) -> None:
    ledger.record(decision())
    patient, found = Ledger(ledger.path, read_wait=60), list[int]()
    reader = threading.Thread(target=lambda: found.append(len(patient.history(subject()))))
    with held(ledger.path, "PRAGMA locking_mode = EXCLUSIVE", "BEGIN EXCLUSIVE"):
        reader.start()
        reader.join(0.3)
        assert found == []
    reader.join()
    assert found == [1] and patient.trouble is None


# Answers what a console would ask, as JSON: the notes on the row, the trouble, why a decision was not kept.
LOOK = """
import json, sys
from pathlib import Path
from tests.ledger.made import decision, subject
from triage.ledger import Ledger, LedgerError
ledger = Ledger(Path(sys.argv[1]))
notes = [one.note for one in ledger.history(subject())]
trouble = ledger.trouble
try:
    ledger.record(decision(note="new"))
    why = None
except LedgerError as error:
    why = str(error)
print(json.dumps([notes, trouble, why]))
"""


def look(path: Path, folder: Path) -> Any:
    """What a console sees to which this folder is a read-only file system."""
    there = str(folder)
    done = run(LOOK, path, mount=f"mount --bind {there} {there}; mount -o remount,bind,ro {there}")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@mounts
def test_a_read_only_file_system_is_read_and_said(ledger: Ledger) -> None:
    ledger.record(decision(note="old"))
    folder = ledger.path.parent
    assert [path.name for path in folder.iterdir()] == ["ledger.sqlite3"]
    notes, trouble, why = look(ledger.path, folder)
    assert (notes, trouble) == (["old"], None)
    assert why.endswith("ledger.sqlite3 cannot be written: read-only file system or missing permission")


@mounts
def test_a_console_elsewhere_is_followed_from_a_read_only_file_system(ledger: Ledger) -> None:
    ledger.record(decision(note="old"))
    with held(ledger.path, "SELECT * FROM decision"):
        ledger.record(decision(note="in the log"))
        notes, trouble, why = look(ledger.path, ledger.path.parent)
    assert (notes, trouble) == (["old", "in the log"], None)
    assert "read-only file system" in why


@mounts
def test_decisions_that_a_read_only_file_system_hides_are_said(ledger: Ledger, tmp_path: Path) -> None:
    ledger.record(decision(note="old"))
    left = tmp_path / "left"
    left.mkdir()
    with held(ledger.path, "SELECT * FROM decision"):
        ledger.record(decision(note="in the log"))
        for ending in ("", "-wal"):
            shutil.copy(f"{ledger.path}{ending}", left)
    notes, trouble, why = look(left / ledger.path.name, left)
    assert notes == ["old"]
    assert trouble.startswith("the newest decisions may be missing: the ledger ")
    assert "read-only file system" in why
    assert [one.note for one in Ledger(left / ledger.path.name).history(subject())] == ["old", "in the log"]


@mounts
def test_where_no_ledger_can_be_made_is_said(tmp_path: Path) -> None:
    notes, trouble, why = look(tmp_path / "state" / "ledger.sqlite3", tmp_path)
    assert (notes, trouble) == ([], None)
    assert why.endswith("ledger.sqlite3 cannot be written: Read-only file system")


FILL = """
import json, sys
from pathlib import Path
from tests.ledger.made import decision, subject
from triage.ledger import Ledger, LedgerError
ledger, kept = Ledger(Path(sys.argv[1])), 0
try:
    while kept < 1000:
        ledger.record(decision(note=f"{kept}" * 3000))
        kept += 1
except LedgerError as error:
    print(json.dumps([kept, len(ledger.history(subject())), ledger.trouble, str(error)]))
"""


@mounts
@pytest.mark.parametrize(("size", "least"), [("4k", 0), ("400k", 3)])
def test_a_full_disk_is_said_and_loses_nothing(tmp_path: Path, size: str, least: int) -> None:
    done = run(FILL, tmp_path / "ledger.sqlite3", mount=f"mount -t tmpfs -o size={size} none {tmp_path}")
    kept, there, trouble, why = json.loads(done.stdout)
    assert kept == there >= least
    assert trouble is None or least == 0
    assert why.startswith("the decision was not kept: the ledger ") and "the disk is full" in why
