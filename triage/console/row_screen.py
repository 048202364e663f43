"""The keys that are about the chosen row, on every screen that has one."""

from functools import partial

from triage.console import handing, handoff, marking, pages
from triage.console.keyed_screen import KeyedScreen
from triage.console.widgets.line_view import LineView

_NEEDS_ROW = {"copy", "mark", "owner", "note", "write", "reproduce"}


class RowScreen(KeyedScreen):
    """Copy, compare, explain, and the whole run."""

    def why_not(self, key_id: str) -> str | None:
        """Some keys need a row that has been walked."""
        if key_id in _NEEDS_ROW and self.app.told is None:
            return pages.NOT_WALKED
        if key_id == "compare":
            return pages.why_no_twin(self.app.told)
        if key_id == "explain" and self._cause_of_line() is None:
            return pages.why_no_cause(self.app.told)
        return super().why_not(key_id)

    def do_copy(self) -> None:
        """Copy the handoff text of the chosen row."""
        self.say(handoff.copy(self.app))

    def _cause_of_line(self) -> str | None:
        """The cause that the chosen line speaks of."""
        entry = self.pane.entry if isinstance(self.pane, LineView) else None
        return entry.cause if entry is not None else None

    def do_mark(self) -> None:
        """Say where the row stands."""
        self.ask(marking.STATE_HINT, partial(self._decide, marking.marked))

    def _decide(self, typed: handing.Typed, words: str) -> str | None:
        told = self.app.session.told
        return handing.decide(self.app, told, typed, words) if told is not None else pages.NOT_WALKED

    def do_uncover(self) -> None:
        """Show what is covered, or cover it again."""
        session = self.app.session
        if session.desk is None or session.told is None:
            self.say(pages.NOT_WALKED)
            return
        session.desk.covering = not session.desk.covering
        self.app.show_told(session.told)
        self.say(
            "covered again" if session.desk.covering else "nothing is covered on the screen now; b covers it again"
        )

    def do_compare(self) -> None:
        """The row beside its twin in the last green run."""
        if self.app.told is not None:
            self.app.push_screen(pages.compare_page(self.app.told))

    def do_explain(self) -> None:
        """The page of the cause that the chosen line speaks of, else of the row's own."""
        cause = self._cause_of_line() or (self.app.told.diagnosis.cause if self.app.told is not None else None)
        if cause is not None:
            self.app.push_screen(pages.cause_page(cause))

    def do_run(self) -> None:
        """Everything said of the run."""
        if self.app.examination is not None:
            self.app.push_screen(pages.run_page(self.app.examination))
