"""The list of rows: integers in, one drawn line per visible row, whatever the number of rows."""

from collections.abc import Callable
from dataclasses import dataclass

from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from triage.console.arrange import NOTHING, Arrangement
from triage.console.draw import strip
from triage.model import Line

Drawing = Callable[[int, int], Line]


class RowList(ScrollView, inherit_bindings=False, can_focus=True):
    """Draws ``arrangement`` through ``draw(entry, width)``; the cursor stands on rows and skips the heads of groups."""

    cursor: reactive[int] = reactive(-1)

    @dataclass
    class Moved(Message):
        """The cursor came to another row; None when there is no row."""

        number: int | None

    @dataclass
    class Opened(Message):
        """The chosen row was clicked once more."""

        number: int

    def __init__(self, name: str, draw: Drawing) -> None:
        super().__init__(id=name)
        self._draw = draw
        self._number: int | None = None
        self._untouched = True
        self.arrangement = NOTHING

    @property
    def number(self) -> int | None:
        """The chosen row's number; None when the list holds no row."""
        return self._number

    def show(self, arrangement: Arrangement) -> None:
        """Show other rows; the cursor stays on its row if that is still there, else near its place.

        As long as nobody has moved it, the cursor stays on the first row.
        """
        self.arrangement = arrangement
        self.virtual_size = Size(self.scrollable_content_region.width, len(arrangement.entries))
        kept = arrangement.place_of(self._number) if self._number is not None else None
        place = kept if kept is not None else arrangement.row_near(max(self.cursor, 0))
        place = arrangement.row_near(0) if self._untouched else place
        self.cursor = -1 if place is None else place
        self._settle(self.cursor)
        self.refresh()

    def choose(self, number: int) -> bool:
        """Put the cursor on that row; False when it is not in the list."""
        place = self.arrangement.place_of(number)
        if place is not None:
            self._untouched, self.cursor = False, place
        return place is not None

    def renumber(self, number: int | None) -> None:
        """The rows have been read again: the chosen one now has this number, or is not there any more."""
        self._number = number

    def move(self, places: int) -> None:
        """Move the cursor by lines, on to the nearest row in that direction."""
        place = self.arrangement.row_from(self.cursor, places)
        if place is not None:
            self._untouched, self.cursor = False, place

    def page(self) -> int:
        """How many lines a page key moves."""
        return max(self.size.height - 1, 1)

    def watch_cursor(self, cursor: int) -> None:
        """Keep the cursor in sight and tell which row it is on."""
        self._settle(cursor)

    def render_line(self, y: int) -> Strip:
        """One visible line."""
        at, width = y + self.scroll_offset.y, self.scrollable_content_region.width
        if at >= len(self.arrangement.entries):
            return Strip.blank(width, self.rich_style)
        line = self._draw(self.arrangement.entries[at], width - 2)
        return strip(line, width, self.rich_style, chosen=at == self.cursor, focused=self.has_focus)

    def on_click(self, event: Click) -> None:
        """A click chooses a row, a click on the chosen row opens it."""
        at = event.y + self.scroll_offset.y
        if at >= len(self.arrangement.entries) or self.arrangement.entries[at] < 0:
            return
        if at == self.cursor and self._number is not None:
            self.post_message(self.Opened(self._number))
        self._untouched, self.cursor = False, at

    def on_resize(self) -> None:
        """Keep the cursor in sight at the new size."""
        self.virtual_size = Size(self.scrollable_content_region.width, len(self.arrangement.entries))
        self.scroll_to(y=self._scroll_for(self.cursor), animate=False)

    def _settle(self, cursor: int) -> None:
        self.scroll_to(y=self._scroll_for(cursor), animate=False)
        self.refresh()
        inside = 0 <= cursor < len(self.arrangement.entries)
        number = self.arrangement.entries[cursor] if inside else None
        if number != self._number:
            self._number = number
            self.post_message(self.Moved(number))

    def _scroll_for(self, cursor: int) -> int:
        """The least scrolling that shows the cursor, and the head above the first row of a group."""
        top, height = self.scroll_offset.y, max(self.size.height, 1)
        first = cursor - 1 if cursor > 0 and self.arrangement.entries[cursor - 1] < 0 else cursor
        if first < top:
            return max(first, 0)
        return cursor - height + 1 if cursor >= top + height else top
