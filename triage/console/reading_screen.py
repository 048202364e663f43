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
        self._find(event.value, 0)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go to the next place."""
        self._find(event.value, 1)

    def _find(self, words: str, further: int) -> None:
        self.say("")
        for view in self.query(LineView) if words else ():
            place = view.find(words, view.cursor + further) if view.display else None
            if place is not None:
                view.cursor = place
                return
        if words:
            self.say(f"{words}: nowhere on this screen")
