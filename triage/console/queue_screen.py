"""Screen Queue: why the gate is red, the rows that make it red, and what is said of the chosen one."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Input

from triage.console import keys
from triage.console.arrange import Arrangement, Grouping, Wish, described
from triage.console.faults import shown
from triage.console.keyed_screen import letters
from triage.console.row_screen import RowScreen
from triage.console.session import Session
from triage.console.told import Listed, Told
from triage.console.widgets.line_view import LineView
from triage.console.widgets.panels import KeyLine, Panel, StatusLine
from triage.console.widgets.row_list import RowList
from triage.model import Line, Tone
from triage.views import queue
from triage.views.entry import Entry, entry

STILL_READING = "still reading: rows can be walked when it has ended; Esc ends it"
WISHES = {
    "group": Wish.regrouped,
    "sort": Wish.resorted,
    "only-invalid": Wish.with_invalid_alone,
    "passing": Wish.with_passing,
}
_NEEDS_RUN = {"open", "filter", "group", "sort", "only-invalid", "passing", "copy", "run"}


class QueueScreen(RowScreen):
    """Header, list, the chosen row's walk in short, a status line and the footer."""

    PLACE = keys.QUEUE
    BINDINGS: ClassVar[list[BindingType]] = [*keys.bindings_of(keys.QUEUE)]

    def __init__(self) -> None:
        super().__init__()
        self.wish = Wish()

    def compose(self) -> ComposeResult:
        """The parts, top to bottom."""
        yield Panel("header")
        yield Panel("moved", most=2)
        with Horizontal(id="middle"):
            yield RowList("rows", self._draw)
            yield LineView("preview")
        yield StatusLine("status")
        yield letters()
        yield KeyLine(self.PLACE)

    @property
    def rows(self) -> RowList:
        """The list."""
        return self.query_one("#rows", RowList)

    @property
    def status(self) -> StatusLine:
        """The line below the list."""
        return self.query_one("#status", StatusLine)

    @property
    def preview(self) -> LineView:
        """The chosen row in short."""
        return self.query_one("#preview", LineView)

    def on_mount(self) -> None:
        """Keys go to the list."""
        self.rows.focus()
        self.show_progress("reading")

    def show_progress(self, words: str) -> None:
        """What is being done."""
        self.status.tell("doing", words)

    def show_run(self) -> None:
        """The run has been read: its header, and what to say when nothing is red."""
        examination = self.app.examination
        if examination is None:
            return
        self.query_one("#header", Panel).show(queue.header(examination, growing=self.app.session.watch.growing))
        self.query_one("#moved", Panel).show(queue.why_red(examination))
        if not examination.red:
            self.show_words(queue.nothing_red(examination))

    def show_list(self, listed: Listed) -> None:
        """The list, arranged anew."""
        done = listed.walked >= listed.of
        self.show_progress("" if done else f"walking rows: {listed.walked:,} of {listed.of:,}")
        if listed.arrangement.of and not self.rows.display:
            self.rows.display = True
            self.set_class(False, "-words")
            self.rows.focus()
        self.rows.show(listed.arrangement)
        self.status.tell("list", described(listed.arrangement))
        if not listed.arrangement.rows and listed.arrangement.of:
            self.preview.show([entry("No row matches.  Esc clears the filter; x and a change which rows are shown.")])

    def show_row(self, told: Told) -> None:
        """What is said of the chosen row."""
        if told.number == self.rows.number:
            preview = partial(
                queue.preview, told.diagnosis, told.evidence, told.choice, self.app.stage_of_cause, told.decided
            )
            self.preview.show(shown(preview))

    def show_words(self, entries: Sequence[Entry]) -> None:
        """Words in place of list and row: nothing is red, or nothing could be read."""
        self.rows.display = False
        self.set_class(True, "-words")
        self.preview.show(entries)
        self.preview.focus()

    def show_fault(self, words: str) -> None:
        """The chosen row could not be walked."""
        self.preview.show([entry((words, Tone.WARN)), entry("A fault of triage; every other row can be walked.")])

    def on_row_list_moved(self, event: RowList.Moved) -> None:
        """The cursor came to another row."""
        if event.number is not None and self.app.walker is not None:
            self.app.walker.want_row(event.number)

    def on_row_list_opened(self, event: RowList.Opened) -> None:
        """A chosen row was clicked once more."""
        self.do_open()

    def why_not(self, key_id: str) -> str | None:
        """Most keys need a run that has been read, some need a row."""
        if key_id in _NEEDS_RUN and self.app.examination is None:
            return STILL_READING if self.app.failure is None else "nothing could be read"
        if key_id in {"open", "copy"} and self.rows.number is None:
            return "no row is chosen"
        return super().why_not(key_id)

    def do_open(self) -> None:
        """Walk the chosen row."""
        self.app.open_walk()

    def do_filter(self) -> None:
        """Ask for letters."""
        self.open_input(
            self.wish.words, "letters of an id, cause, owner, claim, metric, scenario or reason; Esc clears"
        )

    def on_input_changed(self, event: Input.Changed) -> None:
        """Filter as one types."""
        if self.answer is None:
            self.want(self.wish._replace(words=event.value))

    def submitted(self, words: str) -> None:
        """Keep the filter and go back to the list."""
        self.close_input()

    def do_back(self) -> None:
        """Close the input and clear the filter, or end reading; there is nothing behind the queue."""
        if self.app.examination is None:
            self.app.session.watch.stopped = True
        if not self.close_input():
            self.rows.focus()
        if self.wish.words:
            self.want(self.wish._replace(words=""))

    def doing(self, key_id: str) -> Callable[[], None]:
        """Some keys ask for another list; all others have a method."""
        change = WISHES.get(key_id)
        return super().doing(key_id) if change is None else lambda: self.want(change(self.wish))

    def want(self, wish: Wish) -> None:
        """Ask for another list."""
        self.wish = self.app.session.wish = wish
        if self.app.walker is not None:
            self.app.walker.want_list(wish)

    def red_row(self, step: int) -> int | None:
        """The next failed or invalid row of the list in that direction."""
        rows = self.app.examination.bundle.rows if self.app.examination is not None else None
        return self.rows.arrangement.next_red(self.rows.cursor, step, rows.outcome) if rows is not None else None

    def _draw(self, at: int, width: int) -> Line:
        return drawn(self.app.session, self.rows.arrangement, at, width)


def drawn(session: Session, shown: Arrangement, at: int, width: int) -> Line:
    """One line of the list: a row, or the head of a group for a negative number."""
    examination, walker, desk = session.examination, session.walker, session.desk
    if examination is None or walker is None:
        seen = session.watch.bundle.rows if session.watch.bundle is not None else None
        return queue.row_line(seen, at, None, width, by_cause=False) if seen is not None and at >= 0 else ()
    if at < 0:
        return queue.group_line(*shown.groups[-1 - at])
    rows, by_cause = examination.bundle.rows, shown.wish.grouping is not Grouping.CAUSE
    mark = desk.mark(rows, at) if desk is not None else ""
    return queue.row_line(rows, at, walker.known.get(at), width, by_cause=by_cause, mark=mark)
