"""Walking one row: its diagnosis, what the list keeps of it, and, where somebody looks, what was decided on it."""

from typing import TYPE_CHECKING

from triage.console.told import Told
from triage.views.queue import Walked, walked

if TYPE_CHECKING:
    from triage.console.desk import Desk
    from triage.examine import Examination

MOST_TEXTS = 50_000


class Rows:
    """Writes what the list keeps into ``walked``.  For the walking thread alone; raises whatever the walk raises."""

    def __init__(self, examination: "Examination", desk: "Desk | None", walked: dict[int, Walked]) -> None:
        self._examination = examination
        self._desk = desk
        self._walked = walked

    def walk(self, number: int) -> Told:
        """Walk a row that nobody looks at yet."""
        examination, few = self._examination, len(self._walked) < MOST_TEXTS
        diagnosis = examination.diagnosis(number)
        told = Told(number, diagnosis, examination.evidence(number), examination.choice(diagnosis))
        known = self._desk.known(diagnosis) if self._desk is not None else ""
        self._walked[number] = walked(diagnosis, told.choice, with_text=few, known=known)
        return told

    def look(self, number: int) -> Told:
        """Walk a row that somebody looks at: with the ledger, and covered."""
        told = self.walk(number)
        return self._desk.told(told) if self._desk is not None else told
