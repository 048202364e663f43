"""How often the suggested owner was accepted."""

from collections.abc import Iterable
from typing import NamedTuple

from triage.ledger.decisions import State
from triage.text import count


class Acceptance(NamedTuple):
    """Rows of runs by what became of the suggestion; the newest decision on each row counts, and only that.

    accepted = acknowledged or handed off without another owner; overruled = another owner was named, whatever the
    state but "not a problem"; share = accepted / (accepted + overruled).  ``not_a_problem``, ``undecided`` (open
    without another owner) and ``without`` (no owner was suggested) stand beside it and are in neither.
    """

    accepted: int = 0
    overruled: int = 0
    not_a_problem: int = 0
    undecided: int = 0
    without: int = 0

    @property
    def share(self) -> float | None:
        """Accepted of the decided, from 0 to 1; None where nothing is decided."""
        decided = self.accepted + self.overruled
        return self.accepted / decided if decided else None

    def words(self) -> str:
        """One line, with what the figures leave out."""
        decided = self.accepted + self.overruled
        said = f"{self.accepted} of {decided} decided ({self.overruled} overruled)" if decided else "none decided yet"
        others = (
            (self.not_a_problem, "not a problem"),
            (self.undecided, "still open"),
            (self.without, "without a suggestion"),
        )
        beside = [f"{count(rows, 'row')} {what}" for rows, what in others if rows]
        return "; ".join([f"suggestions accepted: {said}", *beside])


def tally(rows: Iterable[tuple[str, str | None, str | None, int]]) -> Acceptance:
    """Add up (state, suggested owner, named owner, rows) of newest decisions."""
    sums = dict.fromkeys(Acceptance._fields, 0)
    for state, suggested, named, rows_so in rows:
        sums[_kind(state, suggested, named)] += rows_so
    return Acceptance(**sums)


def _kind(state: str, suggested: str | None, named: str | None) -> str:
    if state == State.NOT_A_PROBLEM:
        return "not_a_problem"
    if suggested is None:
        return "without"
    if named is not None and named != suggested:
        return "overruled"
    return "undecided" if state == State.OPEN else "accepted"
