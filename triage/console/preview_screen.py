"""What would be written, shown before it is; nothing is written unless somebody says so."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.message import Message

from triage.console import keys
from triage.console.text_screen import TextScreen
from triage.model import Tone
from triage.text import clean, count
from triage.views.columns import fit
from triage.views.entry import Entry, blank, entry, heading

if TYPE_CHECKING:
    from triage.handoff.plan import Plan


_MOST_LINES = 1000


@dataclass
class Planned(Message):
    """A handoff has been made in memory, for the row of this number and its like."""

    plan: "Plan"
    number: int


class PreviewScreen(TextScreen):
    """The files, what is covered in them, and the text; ``y`` writes, everything else does not."""

    PLACE = keys.PREVIEW
    BINDINGS: ClassVar[list[BindingType]] = [*keys.bindings_of(keys.PREVIEW)]

    def __init__(self, planned: Planned, out: str, write: Callable[[], None]) -> None:
        rows = count(len(planned.plan.numbers), "row")
        super().__init__(f"Handoff of {rows}: y writes it, Esc does not", preview(planned.plan, out))
        self._write = write

    def do_confirm(self) -> None:
        """Write it."""
        self.app.pop_screen()
        self._write()


def preview(plan: "Plan", out: str) -> list[Entry]:
    """Folder, files with their sizes, remarks, covered texts, and the text letter for letter."""
    found = [heading(f"{out}/{clean(plan.name)}"), *(entry(("note  ", Tone.WARN), note) for note in plan.notes)]
    found += [entry("  ", fit(name, 44), f" {len(content):,} bytes") for name, content in sorted(plan.files.items())]
    covered = sum(1 for field in plan.fields if field.withheld)
    redacted = sum(1 for field in plan.fields if field.redacted)
    found += [entry(f"texts that stay here: {covered}; texts with something redacted: {redacted} (best effort)")]
    found += [blank(), heading("handoff.md"), *(entry(line) for line in plan.text.split("\n"))]
    for name, content in sorted(plan.files.items()):
        if name != "handoff.md":
            lines = content.decode("utf-8", "replace").split("\n")
            found += [blank(), heading(name), *(entry(line) for line in lines[:_MOST_LINES])]
            found += [entry(f"({count(len(lines) - _MOST_LINES, 'more line')})")] if len(lines) > _MOST_LINES else []
    return found
