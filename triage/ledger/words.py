"""Decisions in words for screens and reports: one clean line each, whatever stands in the ledger."""

from triage.ledger.decisions import Decision, State
from triage.ledger.known import Known
from triage.ledger.standing import Standing
from triage.text import clean, shorten

_ID_WIDTH, _PROSE_WIDTH = 60, 200


def state_words(decision: Decision) -> str:
    """``handed off``, ``not a problem until 2026-03-01``."""
    if decision.state is State.NOT_A_PROBLEM:
        return f"not a problem until {decision.until}"
    return decision.state.replace("-", " ")


def seen_words(decision: Decision) -> str:
    """``seen in RUN, handed to TEAM, STATE``; the middle is left out where it was handed to nobody."""
    receiver = _receiver(decision)
    handed = [f"handed to {receiver}"] if receiver else []
    return ", ".join([f"seen in {_id(decision.subject.run_key)}", *handed, state_words(decision)])


def decision_words(decision: Decision) -> str:
    """``2026-02-03 03:10 UTC ann: handed off, to TEAM, owner ROLE instead of ROLE: REASON``."""
    when = f"{decision.at:%Y-%m-%d %H:%M} UTC {_id(decision.who)}"
    return f"{when}: {_said(decision)}"


def standing_words(standing: Standing) -> str:
    """Where a row stands, by whom and why."""
    if standing.decision is None:
        return "open, nothing decided"
    if standing.reopened:
        return f"open again: {_prose(standing.reopened)} ({decision_words(standing.decision)})"
    return decision_words(standing.decision)


def known_words(known: Known) -> str:
    """What another run excused, and whether that still holds."""
    said = f"{decision_words(known.decision)}, in run {_id(known.decision.subject.run_key)}"
    return f"open again: {_prose(known.reopened)} ({said})" if known.reopened else f"known failure: {said}"


def _said(decision: Decision) -> str:
    receiver = _receiver(decision)
    parts = [state_words(decision)] + ([f"to {receiver}"] if receiver else [])
    suggested = decision.subject.suggested
    if decision.overrides:
        parts.append(f"owner {decision.owner} instead of {suggested or 'none'}")
    elif decision.state is State.NOT_A_PROBLEM:
        parts.append(f"owner {decision.responsible}")
    reason = f": {_prose(decision.reason)}" if decision.reason.strip() else ""
    return ", ".join(parts) + reason


def _receiver(decision: Decision) -> str | None:
    """Whoever it was handed to: the team, else, once handed off, the role."""
    if decision.team:
        return _id(decision.team)
    return str(decision.responsible) if decision.state is State.HANDED_OFF and decision.responsible else None


def _id(text: str) -> str:
    return shorten(clean(text), _ID_WIDTH)


def _prose(text: str) -> str:
    return shorten(clean(" ".join(text.split())), _PROSE_WIDTH)
