"""A screen to read: the keys, a record, the whole run."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from triage.console import keys
from triage.console.keyed_screen import letters
from triage.console.reading_screen import ReadingScreen
from triage.console.widgets.line_view import LineView
from triage.console.widgets.panels import KeyLine, Panel
from triage.model import Tone
from triage.views.columns import fit
from triage.views.entry import Entry, blank, entry, heading, line


class TextScreen(ReadingScreen):
    """Entries under a title; letters can be found in them."""

    PLACE = keys.TEXT
    BINDINGS: ClassVar[list[BindingType]] = [*keys.bindings_of(keys.TEXT)]

    def __init__(self, title: str, entries: Sequence[Entry]) -> None:
        super().__init__()
        self._title = title
        self._entries = entries

    def compose(self) -> ComposeResult:
        """Title, text, footer."""
        yield Panel("title")
        yield LineView("text")
        yield letters()
        yield KeyLine(self.PLACE)

    def on_mount(self) -> None:
        """Show it."""
        self.query_one("#title", Panel).show([line((self._title, Tone.KEY))])
        view = self.query_one("#text", LineView)
        view.show(self._entries)
        view.focus()


def help_entries(place: str, why_not: Callable[[str], str | None]) -> list[Entry]:
    """One line per key of a place, with the reason where it can do nothing just now."""
    found = [entry("One key, one action.  Arrows and j k h l both work; no mouse is needed."), blank()]
    for key in keys.keys_of(place):
        reason = why_not(key.id)
        tone = Tone.PLAIN if reason is None else Tone.DIM
        words = key.tooltip if reason is None else f"{key.tooltip} (not now: {reason})"
        found.append(entry("  ", (fit(key.shown, 12), Tone.KEY if reason is None else Tone.DIM), (words, tone)))
    found += [entry("  ", (fit("Ctrl+P", 12), Tone.KEY), "Choose any of these by name")]
    found += [
        blank(),
        heading("Signs"),
        entry("  x   failed, missing or wrong"),
        entry("  !   invalid: the evaluation did not happen"),
    ]
    found += [
        entry("  ?   cannot be told from what was kept"),
        entry("  ok  looked at and right"),
        entry("  -   not reached, or nothing there"),
    ]
    return [*found, entry("  ~   not blocking: reported, and never turns the gate red")]
