"""Where a row of a run stands by what was decided on it, and whether that still holds.  Pure."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from triage.ledger.decisions import Decision, RowKey, State, Subject


class Standing(NamedTuple):
    """Where a row stands today.

    ``decision`` is what was decided last, None where nothing was.  ``reopened`` says in words why that no longer
    holds; ``state`` is open then.
    """

    state: State
    decision: Decision | None = None
    reopened: str | None = None


def standing(subject: Subject, decisions: Sequence[Decision], today: date) -> Standing:
    """Judge the decisions on one row of one run, oldest first.

    One made on these very records goes before a newer one made on others.  A changed record or another cause opens
    the row again.  "Not a problem" is said of a failure and not of its records: another cause, or the same one in
    another place, opens it again, and so does the day after its date; changed records alone do not.
    """
    if not decisions:
        return Standing(State.OPEN)
    own = [one for one in decisions if one.subject.evidence == subject.evidence]
    newest = (own or decisions)[-1]
    reopened = _why_reopened(subject, newest, today)
    return Standing(State.OPEN if reopened else newest.state, newest, reopened)


def _why_reopened(subject: Subject, decision: Decision, today: date) -> str | None:
    if decision.state is State.OPEN:
        return None
    if decision.state is State.NOT_A_PROBLEM:
        return another_failure(subject, decision) or date_passed(decision, today)
    if subject.cause != decision.subject.cause:
        return another_failure(subject, decision)
    if subject.evidence != decision.subject.evidence:
        return "the records of this row are not those that this was decided on"
    return None


def another_failure(subject: Subject, decision: Decision) -> str | None:
    """In words, that a decision was made on another failure than this; None when it is the same one."""
    before = decision.subject
    if subject.cause != before.cause:
        now, then = subject.cause or "none", before.cause or "none"
        return f"the cause is now {now}; it was {then} when this was decided"
    if subject.fingerprint != before.fingerprint:
        return "the cause is the same, in another place than when this was decided: another stage or other claims"
    return None


def date_passed(decision: Decision, today: date) -> str | None:
    """In words, that "not a problem" has ended; None while it holds, the last day included."""
    if decision.until is None or today <= decision.until:
        return None
    return f"'not a problem until {decision.until}' has passed"


class RunDecisions:
    """The decisions that matter for one run, read in one go: a queue asks this and not the disk, row by row."""

    def __init__(self, decisions: Iterable[Decision] = ()) -> None:
        self._of: dict[RowKey, list[Decision]] = {}
        for one in decisions:
            self.add(one)

    def add(self, decision: Decision) -> None:
        """Count in a decision that was just recorded."""
        self._of.setdefault(decision.subject.row, []).append(decision)

    def newest(self, row: RowKey) -> Decision | None:
        """What was decided last on a row, whether or not it still holds; needs no diagnosis."""
        decisions = self._of.get(row)
        return decisions[-1] if decisions else None

    def standing(self, subject: Subject, today: date) -> Standing:
        """Where a row stands today; ``today`` is the day of whoever looks."""
        return standing(subject, self._of.get(subject.row, ()), today)

    def __len__(self) -> int:
        """Rows that something was decided on."""
        return len(self._of)
