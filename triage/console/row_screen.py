"""The keys that are about the chosen row, on every screen that has one."""

from triage.console import handoff, pages
from triage.console.keyed_screen import KeyedScreen
from triage.console.widgets.line_view import LineView


class RowScreen(KeyedScreen):
    """Copy, compare, explain, and the whole run."""

    def why_not(self, key_id: str) -> str | None:
        """Some keys need a row that has been walked."""
        if key_id == "copy" and self.app.told is None:
            return pages.NOT_WALKED
        if key_id == "compare":
            return pages.why_no_twin(self.app.told)
        if key_id == "explain" and self._cause_of_line() is None:
            return pages.why_no_cause(self.app.told)
        return super().why_not(key_id)

    def do_copy(self) -> None:
        """Copy the handoff text of the chosen row."""
        if self.app.examination is not None and self.app.told is not None:
            self.say(handoff.copy(self.app, self.app.examination, self.app.told))

    def _cause_of_line(self) -> str | None:
        """The cause that the chosen line speaks of."""
        entry = self.pane.entry if isinstance(self.pane, LineView) else None
        return entry.cause if entry is not None else None

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
