"""Decisions typed in a few letters: where a row stands, and who owns it.  Pure."""

import re
from datetime import date, datetime
from difflib import get_close_matches
from typing import NamedTuple

from triage.ledger import Decided, Decision, State, wanting
from triage.model import Owner

STATES: dict[str, State] = {
    "a": State.ACKNOWLEDGED,
    "h": State.HANDED_OFF,
    "n": State.NOT_A_PROBLEM,
    "o": State.OPEN,
}
STATE_HINT = "a acknowledged   h handed off   o open   n DATE REASON  not a problem until that day"
OWNER_HINT = f"ROLE REASON, or s for the suggested one; roles: {', '.join(Owner)}"
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


class Desired(NamedTuple):
    """Who decides, when, about what, and what is decided now; ``team`` is the team of the owner."""

    at: datetime
    who: str
    decided: Decided
    team: str | None = None
    folder: str | None = None


def marked(words: str, desired: Desired) -> Decision | str:
    """The decision that ``a``, ``h REASON``, ``n 2026-12-24 REASON`` or ``o REASON`` stands for; else what is wrong."""
    letter, _, rest = words.strip().partition(" ")
    state = STATES.get(letter) or next((one for one in State if one.value == letter), None)
    if state is None:
        return f"type one of: {STATE_HINT}"
    until, reason = None, rest.strip()
    if state is State.NOT_A_PROBLEM:
        day, _, reason = reason.partition(" ")
        until = _day(day)
        if until is None:
            return "not a problem until which day?  n 2026-12-24 and why"
    decision = _same(desired)._replace(
        state=state, until=until, reason=reason.strip() or _kept_reason(desired), handoff=desired.folder
    )
    if state is State.HANDED_OFF:
        decision = decision._replace(team=desired.team)
    return wanting(decision) or decision


def owned(words: str, desired: Desired) -> Decision | str:
    """The decision that ``ROLE REASON`` stands for; ``s`` goes back to the suggested owner; else what is wrong.

    What was handed to another owner before is open again: nobody has handed it to this one.
    """
    word, _, reason = words.strip().partition(" ")
    decision = _same(desired)._replace(owner=None, reason=reason.strip(), team=None)
    if decision.state is State.HANDED_OFF:
        decision = decision._replace(state=State.OPEN, handoff=None)
    if word == "s":
        return wanting(decision) or decision
    near = [one for one in Owner if one.value.startswith(word)] if word else []
    if len(near) != 1 and word not in list(Owner):
        hint = get_close_matches(word, list(Owner), n=1)
        return f"no role is called {word}; did you mean {hint[0]}?" if hint else OWNER_HINT
    owner = Owner(word) if word in list(Owner) else near[0]
    if owner is not desired.decided.subject.suggested:
        decision = decision._replace(owner=owner)
    return wanting(decision) or decision


def noted(note: str, desired: Desired) -> Decision:
    """The same decision as before, with another note."""
    return _same(desired)._replace(note=note.strip())


def _same(desired: Desired) -> Decision:
    """What holds now, said again at this moment: a decision is whole, so what is not changed is carried on."""
    standing, subject = desired.decided.standing, desired.decided.subject
    now = Decision(desired.at, desired.who, subject, State.OPEN)
    before = standing.decision
    if before is None:
        return now
    if standing.reopened is not None:
        return now._replace(note=before.note)
    return before._replace(at=desired.at, who=desired.who, subject=subject)


def _kept_reason(desired: Desired) -> str:
    """Why another owner was named goes on to hold with whatever is decided next."""
    decision = _same(desired)
    return decision.reason if decision.overrides else ""


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if _DATE.fullmatch(text) else None
    except ValueError:
        return None
