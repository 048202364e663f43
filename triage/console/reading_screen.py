"""A screen in which letters can be found."""

from textual.widgets import Input

from triage.console.keyed_screen import KeyedScreen
from triage.console.widgets.line_view import LineView


class ReadingScreen(KeyedScreen):
    """``/`` asks for letters; the cursor goes to the first place at once, Enter goes to the next."""

    def do_find(self) -> None:
        """Ask for letters to find."""
        self.open_input("", "letters to find; Enter for the next place, Esc to close")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Go to the first place from here."""
        if self.answer is None:
            self._find(event.value, 0)

    def submitted(self, words: str) -> None:
        """Go to the next place."""
        self._find(words, 1)

    def _find(self, words: str, further: int) -> None:
        """The rest of the part where the cursor is, then the parts after it, and round to the start of this one."""
        self.say("")
        views = [view for view in self.query(LineView) if view.display]
        here = next((at for at, view in enumerate(views) if view is self.back_to), 0)
        turns = [(views[here], views[here].cursor + further)]
        turns += [(view, 0) for view in (*views[here + 1 :], *views[: here + 1])]
        for view, start in turns if words else ():
            place = view.find(words, start)
            if place is not None:
                view.cursor, self.back_to = place, view
                return
        if words:
            self.say(f"{words}: nowhere on this screen")
