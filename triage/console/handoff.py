"""The handoff text of a row, on screen and copied."""

from typing import TYPE_CHECKING

from triage.console import clipboard

if TYPE_CHECKING:
    from triage.console.app import TriageApp


def text(app: "TriageApp") -> str | None:
    """The text that would be handed over, redacted; None while there is no row to hand over."""
    from triage.handoff.compose import compose, origin_of
    from triage.handoff.plan import choice_for

    session = app.session
    told, examination = session.told, session.examination
    if told is None or examination is None:
        return None
    face = told.covered or told
    choice = choice_for(examination, told.diagnosis, told.decided.owner if told.decided else None)
    return compose(face.diagnosis, face.evidence, choice, origin_of(examination))


def copy(app: "TriageApp") -> str:
    """Copy it, and say in words what was done."""
    written, told = text(app), app.session.told
    if written is None or told is None:
        return "there is no row to copy"
    return clipboard.copy(app, written, told.diagnosis.row.case_id or f"row-{told.number}")
