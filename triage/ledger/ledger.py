"""Ask the ledger, and write to it."""

import sqlite3
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import TypeVar

from triage.ledger.acceptance import Acceptance, tally
from triage.ledger.decisions import Decision, Subject, wanting
from triage.ledger.faults import LedgerError
from triage.ledger.known import Excuse, Known, KnownFailures
from triage.ledger.schema import COLUMNS, INSERT, failure_mark, from_entry, row_mark, run_mark, to_entry
from triage.ledger.standing import RunDecisions, Standing
from triage.ledger.standing import standing as stand
from triage.ledger.store import ask, tell
from triage.state import state_folder

READ_WAIT, WRITE_WAIT = 2.0, 5.0
MOST_RUNS = 100
_AT_ONCE = 500
Answer = TypeVar("Answer")

_OF_ROW = f"SELECT {COLUMNS} FROM decision d WHERE d.run_mark = ? AND d.row_mark = ? ORDER BY d.id"
_OF_RUN = f"""
    SELECT {COLUMNS} FROM decision d
    WHERE d.id IN (SELECT max(id) FROM decision WHERE run_mark = ? GROUP BY row_mark, evidence) ORDER BY d.id
"""
_SEEN = f"""
    SELECT {COLUMNS} FROM decision d
    WHERE d.id IN (SELECT max(id) FROM decision WHERE fingerprint = ? AND run_mark <> ? GROUP BY run_mark
                   ORDER BY max(id) DESC LIMIT {MOST_RUNS})
    ORDER BY d.id DESC
"""
_SEEN_MANY = f"""
    SELECT {COLUMNS} FROM decision d
    WHERE d.id IN (SELECT max(id) FROM decision WHERE fingerprint IN (%s) AND run_mark <> ? GROUP BY fingerprint)
"""
_EXCUSES = f"""
    SELECT {COLUMNS}, d.id = (SELECT max(id) FROM decision WHERE failure_mark = d.failure_mark AND run_mark <> :run)
    FROM decision d INDEXED BY not_a_problem
    WHERE d.state = 'not-a-problem' AND %s
        d.id = (SELECT max(id) FROM decision
                WHERE failure_mark = d.failure_mark AND fingerprint = d.fingerprint AND run_mark <> :run)
    ORDER BY d.id DESC
"""
_TALLY = """
    SELECT state, suggested, owner, count(*) FROM decision
    WHERE id IN (SELECT max(id) FROM decision %s GROUP BY run_mark, row_mark) GROUP BY state, suggested, owner
"""


class Ledger:
    """The decisions on this machine.  Holds no file open, so there is nothing to close; any thread may call.

    "Newest" is by the order of writing, which two consoles share, and not by the clock.  Every method but the pure
    objects it returns goes to the disk: milliseconds, and at most about ``read_wait`` or ``write_wait`` seconds where
    another program holds the file, so a console asks from a thread.

    Reading never fails: what cannot be read counts as empty.  ``trouble`` says in words what the last look lacked,
    None when it was complete; whoever prints an answer prints it too.
    """

    def __init__(
        self, path: Path, *, read_only: bool = False, read_wait: float = READ_WAIT, write_wait: float = WRITE_WAIT
    ) -> None:
        self.path = path
        self.read_only = read_only
        self.trouble: str | None = None
        self._read_wait = read_wait
        self._write_wait = write_wait

    @classmethod
    def open(cls, path: str | Path | None = None, *, read_only: bool = False) -> "Ledger":
        """The ledger at this path, else the person's own one.  Touches nothing yet, so it never fails."""
        return cls(Path(path) if path is not None else state_folder() / "ledger.sqlite3", read_only=read_only)

    def record(self, *decisions: Decision) -> None:
        """Keep decisions, all or none; on the disk when this returns.

        LedgerError, one plain sentence, when one lacks something (:func:`wanting`) or they could not be kept.
        """
        if self.read_only:
            raise LedgerError("the decision was not kept: the ledger was opened for reading only")
        lacking = next((why for one in decisions if (why := wanting(one))), None)
        if lacking:
            raise LedgerError(f"the decision was not kept: {lacking}")
        entries = [to_entry(one) for one in decisions]
        tell(self.path, self._write_wait, lambda connection: _insert(connection, entries))

    def history(self, subject: Subject) -> tuple[Decision, ...]:
        """All decisions on this row of this run, oldest first, whatever they were made on."""
        return tuple(self._decisions(_OF_ROW, run_mark(subject.run_key), row_mark(subject.row)))

    def standing(self, subject: Subject, today: date) -> Standing:
        """Where this row of this run stands today; :func:`triage.ledger.standing.standing` has the rules."""
        return stand(subject, self.history(subject), today)

    def standings(self, run_key: str) -> RunDecisions:
        """All that is needed to say where the rows of a run stand, in one look."""
        return RunDecisions(self._decisions(_OF_RUN, run_mark(run_key)))

    def seen(self, subject: Subject) -> tuple[Decision, ...]:
        """The newest decision of each other run on the same fingerprint, newest first, of ``MOST_RUNS`` runs."""
        return tuple(self._decisions(_SEEN, subject.fingerprint, run_mark(subject.run_key)))

    def seen_many(self, run_key: str, fingerprints: Iterable[str]) -> Mapping[str, Decision]:
        """By fingerprint the newest decision of any other run; fingerprints without one are left out."""
        wanted = list(dict.fromkeys(fingerprints))
        found = self._ask(lambda connection: _seen_many(connection, wanted, run_mark(run_key)), list[Decision]())
        return {one.subject.fingerprint: one for one in found}

    def known_failure(self, subject: Subject, today: date) -> Known | None:
        """A "not a problem" of another run on this case, metric and system.

        What was decided on the row in this run (:meth:`standing`) goes before it.
        """
        mark = failure_mark(subject.row)
        excuses = self._excuses("d.failure_mark = :failure AND", run=run_mark(subject.run_key), failure=mark)
        return KnownFailures(excuses).known(subject, today)

    def known_failures(self, run_key: str) -> KnownFailures:
        """Every "not a problem" of other runs, in one look."""
        return KnownFailures(self._excuses("", run=run_mark(run_key)))

    def acceptance(self, run_key: str | None = None) -> Acceptance:
        """What became of the suggestions, in one run or in all."""
        within, parameters = ("", ()) if run_key is None else ("WHERE run_mark = ?", (run_mark(run_key),))
        return self._ask(lambda connection: tally(connection.execute(_TALLY % within, parameters)), Acceptance())

    def _decisions(self, query: str, *parameters: str) -> list[Decision]:
        return self._ask(lambda connection: [from_entry(entry) for entry in connection.execute(query, parameters)], [])

    def _excuses(self, narrowed: str, **parameters: str | None) -> list[Excuse]:
        def look(connection: sqlite3.Connection) -> list[Excuse]:
            found = connection.execute(_EXCUSES % narrowed, parameters)
            return [Excuse(from_entry(entry[:-1]), bool(entry[-1])) for entry in found]

        return self._ask(look, [])

    def _ask(self, question: Callable[[sqlite3.Connection], Answer], nothing: Answer) -> Answer:
        try:
            answer, self.trouble = ask(self.path, self._read_wait, question, nothing)
        except LedgerError as error:
            self.trouble = str(error)
            return nothing
        return answer


def _insert(connection: sqlite3.Connection, entries: list[tuple[str | bytes | None, ...]]) -> None:
    connection.executemany(INSERT, entries)


def _seen_many(connection: sqlite3.Connection, wanted: list[str], run: str) -> list[Decision]:
    """In portions: SQLite bounds the number of parameters."""
    found: list[Decision] = []
    for at in range(0, len(wanted), _AT_ONCE):
        portion = wanted[at : at + _AT_ONCE]
        query = _SEEN_MANY % ", ".join("?" * len(portion))
        found += (from_entry(entry) for entry in connection.execute(query, (*portion, run)))
    return found
