"""What can go wrong with a file on a disk, in words."""

import sqlite3
from pathlib import Path

from triage.state import as_typed
from triage.text import clean

_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL)
_NOT_ALLOWED = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH)
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT)
LEFT_ALONE = "it was left as it is: move it away, or name another with --ledger"
DAMAGED = f"is damaged or no ledger at all; {LEFT_ALONE}"


class LedgerError(Exception):
    """A decision could not be kept, or the ledger not be read: one plain sentence."""


class Unusable(Exception):
    """The file is no ledger that this version can use; the text continues "the ledger PATH ..."."""


def ledger_name(path: Path) -> str:
    """``the ledger ~/...``, safe to print."""
    return f"the ledger {clean(as_typed(path))}"


def is_busy(error: Exception) -> bool:
    """Somebody else holds the file, so that trying again may help."""
    return _primary(error) in _BUSY


def is_not_allowed(error: Exception) -> bool:
    """The file, or a file that SQLite needs beside it, may not be opened or written."""
    return _primary(error) in _NOT_ALLOWED


def what_is_wrong(error: Exception, verb: str, wait: float) -> str:
    """The end of a sentence that begins with the ledger's name; ``verb`` is read or written."""
    if isinstance(error, Unusable):
        return str(error)
    if isinstance(error, OSError):
        return f"cannot be {verb}: {error.strerror or error}"
    if is_busy(error):
        return f"is locked by another program; waited {wait:g} s"
    if is_not_allowed(error):
        return f"cannot be {verb}: read-only file system or missing permission"
    code = _primary(error)
    if code == sqlite3.SQLITE_FULL:
        return "cannot grow: the disk is full"
    if code == sqlite3.SQLITE_IOERR:
        return f"cannot be {verb}: the disk is full or reports an error ({_name(error)})"
    if code in _DAMAGED:
        return DAMAGED
    return f"cannot be {verb}: {clean(str(error))}"


def _primary(error: Exception) -> int | None:
    """SQLite's primary result code; the higher bits only say more of the same."""
    code = getattr(error, "sqlite_errorcode", None)
    return code & 0xFF if isinstance(code, int) else None


def _name(error: Exception) -> str:
    return getattr(error, "sqlite_errorname", "unknown")
