"""The last stage of the walk, and the keys that hand a row over from any stage."""

from functools import partial

from triage.console import handing, handoff, marking
from triage.console.row_screen import RowScreen
from triage.console.told import Told
from triage.views import decided
from triage.views.entry import Entry, entry


class HandoffKeys(RowScreen):
    """``told`` is the row as it is shown."""

    told: Told

    def handoff_entries(self) -> list[Entry]:
        """Owner, state, note, what leaves."""
        told, session = self.told, self.app.session
        leaving = decided.Leaving(session.with_text, session.folders.get(told.number))
        return decided.entries(told.diagnosis, told.choice, told.decided, leaving)

    def handoff_text(self) -> list[Entry]:
        """The text as it is copied."""
        return [entry(part) for part in (handoff.text(self.app) or "").split("\n")]

    def do_owner(self) -> None:
        """Name another owner."""
        self.ask(marking.OWNER_HINT, partial(self._decide, marking.owned))

    def do_note(self) -> None:
        """Write a note."""
        handing.note(self.app, self.told)

    def do_with_text(self) -> None:
        """Texts leave with the folder, or not."""
        session = self.app.session
        session.with_text = not session.with_text
        self.say("texts leave with the folder, redacted" if session.with_text else "texts stay here")
        if session.told is not None:
            self.app.show_told(session.told)

    def do_write(self) -> None:
        """Make the handoff, and show it before it is written."""
        if self.app.session.told is not None:
            handing.plan(self.app, self.app.session.told)

    def do_reproduce(self) -> None:
        """Compute the score or order again."""
        if self.app.session.told is not None:
            handing.reproduce(self.app, self.app.session.told)
