"""The handoff text of a row, on screen and copied."""

from typing import TYPE_CHECKING

from textual.app import App

from triage.console import clipboard
from triage.console.walker import Told

if TYPE_CHECKING:
    from triage.examine import Examination


def text(examination: "Examination", told: Told) -> str:
    """The text that would be handed over."""
    from triage.handoff.compose import compose, origin_of

    return compose(told.diagnosis, told.evidence, told.choice, origin_of(examination))


def copy(app: App[None], examination: "Examination", told: Told) -> str:
    """Copy it, and say in words what was done."""
    return clipboard.copy(app, text(examination, told), told.diagnosis.row.case_id or f"row-{told.number}")
