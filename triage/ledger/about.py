"""All that the ledger knows of one row, in one hand."""

from datetime import date
from typing import NamedTuple

from triage.ledger.decisions import Decision, Subject, subject_of
from triage.ledger.known import Known
from triage.ledger.ledger import Ledger
from triage.ledger.standing import Standing, standing
from triage.model import Diagnosis, Evidence, Owner


class Decided(NamedTuple):
    """Where a row stands, what was decided on it before, and what was decided on its like in other runs.

    ``history`` is oldest first, ``seen`` newest first; ``trouble`` says what could not be read, None for nothing.
    """

    subject: Subject
    standing: Standing
    history: tuple[Decision, ...] = ()
    seen: tuple[Decision, ...] = ()
    known: Known | None = None
    trouble: str | None = None

    @property
    def owner(self) -> Owner | None:
        """The role that was named instead of the suggested one, as long as that holds."""
        decision = self.standing.decision
        holds = decision is not None and decision.overrides and self.standing.reopened is None
        return decision.owner if decision is not None and holds else None


def about(ledger: Ledger, bundle_name: str, diagnosis: Diagnosis, evidence: Evidence, today: date) -> Decided:
    """Ask the ledger about a row.  Goes to the disk and never fails, as everything that reads the ledger."""
    subject = subject_of(bundle_name, diagnosis, evidence)
    troubles = []
    history = ledger.history(subject)
    troubles.append(ledger.trouble)
    seen = ledger.seen(subject)
    troubles.append(ledger.trouble)
    known = ledger.known_failure(subject, today)
    troubles.append(ledger.trouble)
    trouble = next((one for one in troubles if one), None)
    return Decided(subject, standing(subject, history, today), history, seen, known, trouble)
