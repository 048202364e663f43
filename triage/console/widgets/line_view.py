"""Lines to read and to choose from: scrolls, wraps, has a cursor; draws only what is visible."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual.events import Click, Resize
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from triage.console.draw import strip, wrap
from triage.model import Line
from triage.views.entry import Entry, text_of

_GUTTER = 2


class LineView(ScrollView, inherit_bindings=False, can_focus=True):
    """Entries as wrapped lines.  The cursor stands on a drawn line, so that long texts can be read through."""

    cursor: reactive[int] = reactive(0)

    @dataclass
    class Chose(Message):
        """The cursor came to a line that selects something else."""

        view: "LineView"
        item: str

    def __init__(self, name: str) -> None:
        super().__init__(id=name)
        self._entries: Sequence[Entry] = ()
        self._drawn: list[tuple[int, Line]] = []
        self._item: str | None = None
        self._aim: str | None = None
        self._width = 0

    def show(self, entries: Sequence[Entry], *, cursor: int = 0, aim: str | None = None) -> None:
        """Show other entries, with the cursor on that drawn line, or where the letters of ``aim`` stand."""
        self._entries, self._aim, self._item = entries, aim, None
        self._layout_lines()
        self._put(max(0, min(cursor, len(self._drawn) - 1)))
        self.watch_cursor(self.cursor)

    @property
    def entry(self) -> Entry | None:
        """The entry that the cursor stands on."""
        return self._entries[self._drawn[self.cursor][0]] if self._drawn else None

    @property
    def drawn_text(self) -> list[str]:
        """The words of every drawn line."""
        return [text_of(line) for _, line in self._drawn]

    def move(self, places: int) -> None:
        """Move the cursor by drawn lines, stopping at both ends."""
        self._aim = None
        self.cursor = max(0, min(self.cursor + places, len(self._drawn) - 1))

    def page(self) -> int:
        """How many lines a page key moves."""
        return max(self.size.height - 1, 1)

    def find(self, words: str, start: int) -> int | None:
        """The first drawn line from ``start`` on that holds the letters, whatever their case."""
        wanted, texts = words.casefold(), self.drawn_text
        return next((at for at in range(start, len(texts)) if wanted in texts[at].casefold()), None)

    def watch_cursor(self, cursor: int) -> None:
        """Keep the cursor in sight and tell when it selects something else."""
        self.scroll_to(y=self._scroll_for(cursor), animate=False)
        self.refresh()
        entry = self.entry
        if entry is not None and entry.item is not None and entry.item != self._item:
            self._item = entry.item
            self.post_message(self.Chose(self, entry.item))

    def render_line(self, y: int) -> Strip:
        """One visible line."""
        at, width = y + self.scroll_offset.y, self.scrollable_content_region.width
        if at >= len(self._drawn):
            return Strip.blank(width, self.rich_style)
        chosen = at == self.cursor and self.has_focus
        return strip(self._drawn[at][1], width, self.rich_style, chosen=chosen)

    def on_resize(self, event: Resize) -> None:
        """Wrap for the new width."""
        self._fit()

    def on_click(self, event: Click) -> None:
        """A click chooses the line."""
        self.move(event.y + self.scroll_offset.y - self.cursor)

    def on_focus(self) -> None:
        """The cursor is drawn only where keys go."""
        self.refresh()

    def on_blur(self) -> None:
        """The cursor is drawn only where keys go."""
        self.refresh()

    def _scroll_for(self, cursor: int) -> int:
        top, height = self.scroll_offset.y, max(self.size.height, 1)
        return cursor if cursor < top else max(cursor - height + 1, 0) if cursor >= top + height else top

    def _fit(self) -> None:
        """Wrap once more where the width is not the one that was wrapped for; the cursor stays on its entry."""
        if self.scrollable_content_region.width == self._width:
            return
        entry = self._drawn[self.cursor][0] if self._drawn else 0
        self._layout_lines()
        self._put(next((at for at, (one, _) in enumerate(self._drawn) if one == entry), 0))

    def _put(self, cursor: int) -> None:
        """The cursor where it was aimed at, with a line of what stands before it; else on that drawn line."""
        aimed = next((at for at, text in enumerate(self.drawn_text) if self._aim and self._aim in text), None)
        self.cursor = cursor if aimed is None else aimed
        if aimed is not None:
            self.scroll_to(y=max(aimed - 1, 0), animate=False)

    def _layout_lines(self) -> None:
        self._width = self.scrollable_content_region.width
        width = max(self._width - _GUTTER, 1)
        self._drawn = [(at, piece) for at, entry in enumerate(self._entries) for piece in wrap(entry.line, width)]
        self.virtual_size = Size(self._width, len(self._drawn))
        self.refresh()
