"""The table of decisions: how it is made, how an older one is lifted, how a decision becomes an entry and back."""

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any

from triage.ledger.decisions import Decision, RowKey, State, Subject
from triage.ledger.faults import DAMAGED, LEFT_ALONE, Unusable
from triage.model import Owner

APPLICATION = 0x54524941

# STEPS[n] lifts a ledger of version n to n + 1; a step that was released is never changed.
STEPS: tuple[tuple[str, ...], ...] = (
    (
        """
        CREATE TABLE decision (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            at TEXT NOT NULL, who TEXT NOT NULL,
            run_id TEXT, run_key TEXT NOT NULL,
            case_id TEXT, place TEXT NOT NULL, metric TEXT NOT NULL, system TEXT, attempt TEXT,
            evidence TEXT NOT NULL, fingerprint TEXT NOT NULL, cause TEXT, suggested TEXT,
            state TEXT NOT NULL, owner TEXT, team TEXT, reason TEXT NOT NULL, note TEXT NOT NULL,
            until TEXT, handoff TEXT,
            run_mark TEXT NOT NULL, row_mark TEXT NOT NULL, failure_mark TEXT
        )
        """,
        "CREATE INDEX by_row ON decision (run_mark, row_mark, evidence, id)",
        "CREATE INDEX by_fingerprint ON decision (fingerprint, run_mark, id)",
        "CREATE INDEX by_failure ON decision (failure_mark, fingerprint, run_mark, id)",
        "CREATE INDEX not_a_problem ON decision (failure_mark, id) WHERE state = 'not-a-problem'",
    ),
)

_COLUMNS = (
    "at, who, run_id, run_key, case_id, place, metric, system, attempt, evidence, fingerprint, cause, suggested, "
    "state, owner, team, reason, note, until, handoff"
)
COLUMNS = ", ".join(f"d.{name}" for name in _COLUMNS.split(", "))
_MARKS = "run_mark, row_mark, failure_mark"
INSERT = f"INSERT INTO decision ({_COLUMNS}, {_MARKS}) VALUES ({', '.join('?' * 23)})"


def version_of(connection: sqlite3.Connection) -> int:
    """The version of the ledger, 0 for an empty file.  Unusable for anything that this program did not make.

    Inside a transaction: another program may be making the ledger between two questions.
    """
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if application == APPLICATION and version > len(STEPS):
        raise Unusable(f"is of version {version}, made by a newer triage; this one reads up to {len(STEPS)}")
    if application == APPLICATION and version > 0 and tables:
        return version
    if application or version or tables:
        raise Unusable(f"is a database of another program; {LEFT_ALONE}")
    return 0


def lift(connection: sqlite3.Connection, version: int) -> None:
    """Make the table, or bring an older one up to date, inside the transaction that is open."""
    if version == len(STEPS):
        return
    for step in STEPS[version:]:
        for statement in step:
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {len(STEPS)}")


def run_mark(run_key: str) -> str:
    """A short stand-in for a run of any name, to look up by."""
    return _mark(run_key)


def row_mark(row: RowKey) -> str:
    """A short stand-in for a row inside its run."""
    return _mark(*row)


def failure_mark(row: RowKey) -> str | None:
    """A short stand-in for the case, metric and system, by which a later run knows the row again.

    None without a case id: what stands at this line now may be another case in the next run.
    """
    return _mark(row.case_id, row.metric, row.system) if row.case_id else None


def _mark(*parts: str | int | None) -> str:
    return hashlib.sha256(json.dumps(parts, ensure_ascii=True).encode("ascii")).hexdigest()[:32]


def to_entry(decision: Decision) -> tuple[Any, ...]:
    """The parameters of :data:`INSERT`."""
    subject, row = decision.subject, decision.subject.row
    written = (
        decision.at.astimezone(UTC).isoformat(timespec="microseconds"),
        decision.who,
        subject.run_id,
        subject.run_key,
        row.case_id,
        row.place,
        row.metric,
        row.system,
        None if row.attempt is None else str(row.attempt),
        subject.evidence,
        subject.fingerprint,
        subject.cause,
        subject.suggested,
        decision.state,
        decision.owner,
        decision.team,
        decision.reason,
        decision.note,
        decision.until.isoformat() if decision.until else None,
        decision.handoff,
        run_mark(subject.run_key),
        row_mark(row),
        failure_mark(row),
    )
    return tuple(_stored(one) for one in written)


def _stored(text: str | None) -> str | bytes | None:
    """Text as SQLite takes it: lone surrogates, which are no UTF-8, go in as bytes."""
    if text is None:
        return None
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return str(text)


def _read(value: str | bytes | None) -> str | None:
    return value.decode("utf-8", "surrogatepass") if isinstance(value, bytes) else value


def from_entry(entry: tuple[Any, ...]) -> Decision:
    """The decision of one entry of :data:`COLUMNS`.  Unusable when this program cannot have written it."""
    try:
        return _decision(map(_read, entry))
    except (ValueError, TypeError) as error:
        raise Unusable(DAMAGED) from error


def _decision(texts: Iterator[Any]) -> Decision:
    at, who, run_id, run_key, case_id, place, metric, system, attempt, *others = texts
    evidence, fingerprint, cause, suggested, state, owner, team, reason, note, until, handoff = others
    row = RowKey(case_id, place, metric, system, None if attempt is None else int(attempt))
    return Decision(
        at=datetime.fromisoformat(at),
        who=who,
        subject=Subject(run_id, run_key, row, evidence, fingerprint, cause, Owner(suggested) if suggested else None),
        state=State(state),
        owner=Owner(owner) if owner else None,
        team=team,
        reason=reason,
        note=note,
        until=date.fromisoformat(until) if until else None,
        handoff=handoff,
    )
