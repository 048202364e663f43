"""The file: opened for every question and every entry, so that nothing is held between them.

Each call has a connection of its own, so any thread may ask and none waits for another.  The file is in WAL mode,
where readers and the one writer do not wait for each other; where a file system cannot do that, SQLite keeps its
rollback journal and they take turns.
"""

import os
import sqlite3
import stat
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from triage.ledger.faults import LedgerError, Unusable, is_busy, is_not_allowed, ledger_name, what_is_wrong
from triage.ledger.schema import STEPS, lift, version_of

_PAUSE = 0.02
Answer = TypeVar("Answer")


def ask(
    path: Path, wait: float, question: Callable[[sqlite3.Connection], Answer], nothing: Answer
) -> tuple[Answer, str | None]:
    """The answer, and in words what it may lack; ``nothing`` where there is no ledger yet, which is not made.

    Waits at most about ``wait`` seconds for a locked file.  LedgerError when the file cannot be read.
    """
    try:
        if not _is_there(path):
            return nothing, None
        return _ask_anyhow(path, wait, question, nothing)
    except (sqlite3.Error, OSError, Unusable) as error:
        wrong = what_is_wrong(error, "read", wait)
        raise LedgerError(f"earlier decisions are not shown: {ledger_name(path)} {wrong}") from error


def _ask_anyhow(
    path: Path, wait: float, question: Callable[[sqlite3.Connection], Answer], nothing: Answer
) -> tuple[Answer, str | None]:
    """Read in the ordinary way, else with what that lacked.

    After a crash the first reader may have to take back a write that was not finished.  Where nothing can be written,
    the main file alone is read; only there, because elsewhere another program may be in the middle of writing it.
    """
    try:
        return _ask_once(path, "mode=ro", wait, question, nothing), None
    except sqlite3.Error as error:
        if not is_not_allowed(error):
            raise
    if os.access(path.parent, os.W_OK):
        return _ask_once(path, "mode=rw", wait, question, nothing), None
    return _ask_once(path, "immutable=1", wait, question, nothing), _what_may_lack(path)


def _ask_once(
    path: Path, mode: str, wait: float, question: Callable[[sqlite3.Connection], Answer], nothing: Answer
) -> Answer:
    with closing(_connect(path, mode, wait)) as connection:
        connection.execute("BEGIN")  # one moment for all that is read
        version = version_of(connection)
        if version == 0:
            return nothing
        if version == len(STEPS):
            return question(connection)
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as lifted:
            connection.backup(lifted)
            lift(lifted, version)
            return question(lifted)


def _what_may_lack(path: Path) -> str | None:
    """In words, that decisions lie in a log that cannot be read here; None when there is no such log."""
    for ending in ("-wal", "-journal"):
        beside = path.with_name(path.name + ending)
        try:
            if beside.stat().st_size:
                return (
                    f"the newest decisions may be missing: {ledger_name(path)} has a log that a read-only folder hides"
                )
        except OSError:
            continue
    return None


def tell(path: Path, wait: float, change: Callable[[sqlite3.Connection], None]) -> None:
    """Make one change, whole or not at all; when this returns it is on the disk and outlives a power cut.

    Makes the file (0600) and its folder (0700) where they are missing.  Waits at most about ``wait`` seconds for a
    locked file.  LedgerError when the change could not be made.
    """
    deadline = time.monotonic() + wait
    while True:
        try:
            _make(path)
            _tell_once(path, max(deadline - time.monotonic(), 0), change)
            return
        except (sqlite3.Error, OSError, Unusable) as error:
            if is_busy(error) and time.monotonic() < deadline:
                # Some locks, such as that of a ledger being made, SQLite reports without waiting.
                time.sleep(_PAUSE)
                continue
            wrong = what_is_wrong(error, "written", wait)
            raise LedgerError(f"the decision was not kept: {ledger_name(path)} {wrong}") from error


def _tell_once(path: Path, wait: float, change: Callable[[sqlite3.Connection], None]) -> None:
    with closing(_connect(path, "mode=rw", wait)) as connection:
        connection.execute("BEGIN")
        version_of(connection)  # before anything is written to a file that is no ledger
        connection.execute("COMMIT")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("BEGIN IMMEDIATE")
        lift(connection, version_of(connection))
        change(connection)
        connection.execute("COMMIT")


def _connect(path: Path, mode: str, wait: float) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True, timeout=wait, isolation_level=None)


def _is_there(path: Path) -> bool:
    """Whether the file exists.  Unusable when it is anything but a regular file: opening a pipe would wait for ever."""
    try:
        kind = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return False
    except ValueError as error:
        raise Unusable("has a name that no file can have") from error
    if not stat.S_ISREG(kind):
        raise Unusable("is no file; name another with --ledger")
    return True


def _make(path: Path) -> None:
    """An empty file for this person alone, unless there is one.  SQLite gives its own files the same mode."""
    if _is_there(path):
        return
    if path.parent.exists() and not path.parent.is_dir():
        raise Unusable("cannot be made below something that is no folder; name another with --ledger")
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError as error:
        if not _is_there(path):
            raise Unusable("is a link to nothing; name another with --ledger") from error
