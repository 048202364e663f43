"""What all screens share: keys from the one table, a part that keys go to, an input line for letters."""

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from textual.screen import Screen
from textual.widgets import Input

from triage.console.widgets.line_view import LineView
from triage.console.widgets.panels import Panel
from triage.console.widgets.row_list import RowList
from triage.model import Tone, plain
from triage.views.entry import line

if TYPE_CHECKING:
    from triage.console.app import TriageApp

Pane = LineView | RowList
TOO_SMALL = "triage needs a terminal of 40x15 or more; q quits"


class KeyedScreen(Screen[None]):
    """A screen whose keys are those of ``PLACE`` in the table: ``press(id)`` runs ``do_<id>``.

    ``back_to`` is the part that keys go to again once the input line closes, ``answer`` takes
    the line that is being asked for.
    """

    PLACE: ClassVar[str]
    app: "TriageApp"
    back_to: Pane | None = None
    answer: Callable[[str], str | None] | None = None

    def on_mount(self) -> None:
        """One line for a terminal in which nothing else can be drawn."""
        said, too_small = Panel("said", most=4), Panel("too-small", most=4)
        said.display = False
        self.mount(said, before=self.query_one("#keys"))
        self.mount(too_small)
        too_small.show([plain(TOO_SMALL)])

    def action_press(self, key_id: str) -> None:
        """One key of the table was pressed, or chosen in the palette."""
        self.say("")
        reason = self.why_not(key_id)
        if reason is not None:
            self.say(reason)
        else:
            self.doing(key_id)()

    def doing(self, key_id: str) -> Callable[[], None]:
        """What a key does here."""
        found: Callable[[], None] = getattr(self, f"do_{key_id.replace('-', '_')}")
        return found

    def why_not(self, key_id: str) -> str | None:
        """Why a key can do nothing just now; None when it can."""
        return None

    def say(self, words: str) -> None:
        """A short message above the footer, until the next key.  It may hold anything: it is never markup."""
        said = self.query_one("#said", Panel)
        said.show([line((words, Tone.WARN))] if words else [])
        said.display = bool(words)

    def panes(self) -> list[Pane]:
        """The parts that can be scrolled, in the order of the screen; only visible ones."""
        return [pane for pane in self.query("LineView, RowList") if isinstance(pane, Pane) and pane.display]

    @property
    def pane(self) -> Pane:
        """The part that keys go to."""
        panes = self.panes()
        return next((pane for pane in panes if pane.has_focus), panes[0])

    def do_up(self) -> None:
        """One line up."""
        self.pane.move(-1)

    def do_down(self) -> None:
        """One line down."""
        self.pane.move(1)

    def do_page_up(self) -> None:
        """One page up."""
        self.pane.move(-self.pane.page())

    def do_page_down(self) -> None:
        """One page down."""
        self.pane.move(self.pane.page())

    def do_top(self) -> None:
        """To the first line."""
        self.pane.move(-self.pane.virtual_size.height)

    def do_bottom(self) -> None:
        """To the last line."""
        self.pane.move(self.pane.virtual_size.height)

    def do_pane(self) -> None:
        """To the next part of the screen."""
        panes = self.panes()
        panes[(panes.index(self.pane) + 1) % len(panes)].focus()

    def do_back(self) -> None:
        """To the screen before."""
        if not self.close_input():
            self.app.pop_screen()

    def do_quit(self) -> None:
        """Leave the console."""
        self.app.leave()

    def do_help(self) -> None:
        """The keys of this screen."""
        from triage.console.text_screen import TextScreen, help_entries

        self.app.push_screen(TextScreen("Keys of this screen", help_entries(self.PLACE, self.why_not)))

    @property
    def letters(self) -> Input:
        """The input line above the footer, hidden until it is asked for."""
        return self.query_one("#letters", Input)

    def open_input(self, words: str, hint: str) -> None:
        """Ask for letters; what is typed counts at once, the very next key included."""
        field, self.back_to = self.letters, self.pane
        field.placeholder = hint
        field.display = True
        with field.prevent(Input.Changed):
            field.value = words
        field.cursor_position = len(words)
        self.set_focus(field)

    def ask(self, hint: str, answer: Callable[[str], str | None]) -> None:
        """Ask for one line.  ``answer`` gets it, and returns what is wrong with it, or None when that was all."""
        self.open_input("", hint)
        self.answer = answer
        self.say(hint)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """A line that was asked for has been typed; an empty one is no answer."""
        answer = self.answer
        if answer is None:
            self.submitted(event.value)
            return
        wrong = answer(event.value) if event.value.strip() else ""
        if wrong:
            self.say(wrong)
        else:
            self.close_input()

    def submitted(self, words: str) -> None:
        """Letters of a filter or a search were entered."""

    def close_input(self) -> bool:
        """Hide the input line; False when it was not open."""
        field = self.letters
        was_open = field.display
        field.display, self.answer = False, None
        if was_open:
            self.set_focus(self.back_to if self.back_to in self.panes() else self.panes()[0])
        return was_open


def letters() -> Input:
    """The hidden input line of a screen."""
    field = Input(id="letters", compact=True, select_on_focus=False)
    field.display = False
    return field
