"""What is decided, about what, and what a decision must say to be kept.  Nothing here reads or writes."""

from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from triage.fingerprint import evidence_digest, fingerprint
from triage.model import Diagnosis, Evidence, Owner, Row


class State(StrEnum):
    """Where a row stands.  The values are what the ledger keeps."""

    OPEN = "open"
    ACKNOWLEDGED = "acknowledged"
    HANDED_OFF = "handed-off"
    NOT_A_PROBLEM = "not-a-problem"


class RowKey(NamedTuple):
    """Which row of a run.  ``place`` (``file:line``) counts only where there is no case id, and is empty otherwise."""

    case_id: str | None
    place: str
    metric: str
    system: str | None = None
    attempt: int | None = None


class Subject(NamedTuple):
    """What a decision is about: one row of one run, what was read of it and what was suggested.

    ``run_key`` is the run id, else the name of the bundle; it is what tells runs apart.  ``evidence`` is
    :func:`triage.fingerprint.evidence_digest`, ``fingerprint`` :func:`triage.fingerprint.fingerprint`.
    """

    run_id: str | None
    run_key: str
    row: RowKey
    evidence: str
    fingerprint: str
    cause: str | None = None
    suggested: Owner | None = None


class Decision(NamedTuple):
    """One decision, whole: it replaces what was decided on the row before, so what still holds is said again.

    ``at`` counts to the microsecond.  ``owner`` is who was named instead of the suggested owner, None where nobody
    was; ``team`` is the name of whoever it was handed to.  ``until`` is the last day on which "not a problem" holds,
    by the calendar of whoever asks.  ``handoff`` is the path of the folder that was handed over.
    """

    at: datetime
    who: str
    subject: Subject
    state: State
    owner: Owner | None = None
    team: str | None = None
    reason: str = ""
    note: str = ""
    until: date | None = None
    handoff: str | None = None

    @property
    def overrides(self) -> bool:
        """Another owner was named than the suggested one."""
        return self.owner is not None and self.owner is not self.subject.suggested

    @property
    def responsible(self) -> Owner | None:
        """The owner who was named, else the suggested one."""
        return self.owner or self.subject.suggested


def row_key(row: Row) -> RowKey:
    """The key of a row; rows without a case id are told apart by where they stand."""
    case_id = row.case_id or None
    return RowKey(case_id, "" if case_id else str(row.source), row.metric, row.system, row.attempt)


def subject_of(bundle_name: str, diagnosis: Diagnosis, evidence: Evidence) -> Subject:
    """What a decision on this row would be about.  ``bundle_name`` stands in for a run id that is missing."""
    run_id = evidence.manifest.run_id or None
    return Subject(
        run_id=run_id,
        run_key=run_id or bundle_name,
        row=row_key(evidence.row),
        evidence=evidence_digest(evidence),
        fingerprint=fingerprint(diagnosis),
        cause=diagnosis.cause,
        suggested=diagnosis.owner,
    )


def wanting(decision: Decision) -> str | None:
    """What the decision still lacks, as one plain sentence; None when it can be kept."""
    dated = decision.state is State.NOT_A_PROBLEM
    if decision.overrides and not decision.reason.strip():
        return "naming another owner than the suggested one needs a reason"
    if dated and not decision.reason.strip():
        return "'not a problem' needs a reason"
    if dated and decision.responsible is None:
        return "'not a problem' needs an owner"
    if dated and decision.until is None:
        return "'not a problem' needs the last day on which it holds"
    if not dated and decision.until is not None:
        return "only 'not a problem' holds until a day"
    if decision.until is not None and decision.until < decision.at.date() - timedelta(days=1):
        # One day off, because the calendar of the person may be behind that of ``at``.
        return f"{decision.until} has passed already"
    if decision.state is State.HANDED_OFF and not (decision.team or decision.responsible):
        return "handing over needs a team or an owner"
    return None
