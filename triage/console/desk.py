"""What a person decides about a run, and what is covered of it on the screen."""

import getpass
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from triage.console.cover import covered
from triage.fingerprint import fingerprint
from triage.ledger import (
    Decision,
    KnownFailures,
    Ledger,
    RowKey,
    RunDecisions,
    State,
    Subject,
    about,
    row_key,
)
from triage.model import Diagnosis

if TYPE_CHECKING:
    from triage.console.told import Told
    from triage.evidence.table import RowTable
    from triage.examine import Examination

_MARKS: Mapping[State, str] = {
    State.ACKNOWLEDGED: "acknowledged",
    State.HANDED_OFF: "handed off",
    State.NOT_A_PROBLEM: "no problem",
}


class Desk:
    """The ledger and the redactor as one run needs them.  ``covering`` says whether texts are covered.

    Making one, :meth:`told` and :meth:`record` go to the disk; everything else is in memory.
    """

    def __init__(self, examination: "Examination", ledger: Ledger) -> None:
        from triage.cover import RowCover
        from triage.redaction import Redactor

        self.ledger = ledger
        self.covering = True
        self.redactor = Redactor(examination.teams.patterns)
        self._cover = RowCover(self.redactor)
        self._name = examination.bundle.name
        self._run_id = examination.bundle.manifest.run_id or None
        self._run_key = self._run_id or self._name
        self._decisions: RunDecisions = ledger.standings(self._run_key)
        self._known: KnownFailures = ledger.known_failures(self._run_key)

    def told(self, told: "Told") -> "Told":
        """The row with what is decided about it, and how it looks while it is covered."""
        decided = about(self.ledger, self._name, told.diagnosis, told.evidence, today())
        return told._replace(decided=decided, covered=covered(told, self._cover)._replace(decided=decided))

    def known(self, diagnosis: Diagnosis) -> str:
        """``known until DATE`` for a failure that another run excused and that is excused still; else nothing."""
        if not len(self._known):
            return ""
        row, cause = row_key(diagnosis.row), diagnosis.cause
        subject = Subject(self._run_id, self._run_key, row, "", fingerprint(diagnosis), cause, diagnosis.owner)
        known = self._known.known(subject, today())
        return f"known until {known.decision.until}" if known is not None and known.reopened is None else ""

    def mark(self, rows: "RowTable", number: int) -> str:
        """What was decided last on a row of the list, in a word or two; rows without a case id show it when opened."""
        case_id = rows.case_id(number)
        if not len(self._decisions) or not case_id:
            return ""
        key = RowKey(case_id, "", rows.metric(number), rows.system(number), rows.attempt(number))
        newest = self._decisions.newest(key)
        return _MARKS.get(newest.state, "") if newest is not None else ""

    def record(self, decision: Decision) -> None:
        """Keep a decision.  LedgerError, one plain sentence, when it could not be kept."""
        self.ledger.record(decision)
        self._decisions.add(decision)


def today() -> date:
    """The day by the calendar of whoever sits here."""
    return datetime.now().date()


def now() -> datetime:
    """The moment as the ledger keeps it."""
    return datetime.now(UTC)


def who() -> str:
    """The login name of whoever sits here."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "unknown"
