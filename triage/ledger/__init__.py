"""The ledger: who decided what about a row, when and why; kept from run to run on this machine alone.

A decision is a new entry, never a change of an old one, and holds for what it was made on.
"""

from triage.ledger.about import Decided, about
from triage.ledger.acceptance import Acceptance
from triage.ledger.decisions import Decision, RowKey, State, Subject, row_key, subject_of, wanting
from triage.ledger.faults import LedgerError
from triage.ledger.known import Known, KnownFailures
from triage.ledger.ledger import Ledger
from triage.ledger.standing import RunDecisions, Standing
from triage.ledger.words import decision_words, known_words, seen_words, standing_words, state_words

__all__ = [
    "Acceptance",
    "Decided",
    "Decision",
    "Known",
    "KnownFailures",
    "Ledger",
    "LedgerError",
    "RowKey",
    "RunDecisions",
    "Standing",
    "State",
    "Subject",
    "about",
    "decision_words",
    "known_words",
    "row_key",
    "seen_words",
    "standing_words",
    "state_words",
    "subject_of",
    "wanting",
]
