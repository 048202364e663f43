"""Failures that an earlier run declared to be no problem until a day.  Pure."""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from triage.ledger.decisions import Decision, Subject
from triage.ledger.schema import failure_mark
from triage.ledger.standing import another_failure, date_passed


class Known(NamedTuple):
    """A "not a problem" of another run on this case, metric and system; ``reopened`` says why it holds no longer."""

    decision: Decision
    reopened: str | None = None


class Excuse(NamedTuple):
    """One "not a problem" that nothing newer on the same failure replaces.

    ``newest`` is whether it is also the last word on its case, metric and system, whatever the failure.
    """

    decision: Decision
    newest: bool


class KnownFailures:
    """The excuses of other runs, read in one go, to be asked row by row."""

    def __init__(self, excuses: Iterable[Excuse] = ()) -> None:
        self._of: dict[str | None, list[Excuse]] = {}
        for one in excuses:
            self._of.setdefault(failure_mark(one.decision.subject.row), []).append(one)

    def known(self, subject: Subject, today: date) -> Known | None:
        """What another run excused on this case, metric and system; None where nothing was.

        The very failure is known while its date holds, and open again afterwards.  Another failure of the same case
        is open again as long as the excuse stands, because the person who gave it had something else before them.
        """
        excuses = self._of.get(failure_mark(subject.row), ())
        for excuse in excuses:
            if another_failure(subject, excuse.decision) is None:
                return Known(excuse.decision, date_passed(excuse.decision, today))
        for excuse in excuses:
            if excuse.newest and date_passed(excuse.decision, today) is None:
                return Known(excuse.decision, another_failure(subject, excuse.decision))
        return None

    def __len__(self) -> int:
        """How many cases have an excuse."""
        return len(self._of)
