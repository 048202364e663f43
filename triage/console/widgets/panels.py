"""Few lines that do not scroll: the header, the stepper, the status line, and the footer made from the key table."""

from collections.abc import Sequence

from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from triage.console import keys
from triage.console.draw import fitted, segments, wrap
from triage.model import Line, Tone
from triage.model.lines import Span


class Panel(Widget):
    """Lines as high as they need; each takes at most ``most`` lines of the screen."""

    def __init__(self, name: str, *, most: int = 1) -> None:
        super().__init__(id=name)
        self._lines: Sequence[Line] = ()
        self._most = most

    def show(self, lines: Sequence[Line]) -> None:
        """Show other lines."""
        higher = len(lines) != len(self._lines) or self._most > 1
        self._lines = lines
        self.refresh(layout=higher)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as there are to draw."""
        return len(self._drawn(width))

    def render_line(self, y: int) -> Strip:
        """One line, cut with a sign where it does not fit."""
        width, drawn = self.size.width, self._drawn(self.size.width)
        if y >= len(drawn):
            return Strip.blank(width, self.rich_style)
        return fitted(Strip(segments(drawn[y])), width).apply_style(self.rich_style)

    @property
    def drawn_text(self) -> list[str]:
        """The words of every line."""
        return ["".join(text for text, _ in line) for line in self._lines]

    def _drawn(self, width: int) -> list[Line]:
        return [piece for line in self._lines for piece in wrap(line, width, self._most)]


class StatusLine(Panel):
    """What is being done, what a followed run last did, and what the list shows."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._words = {"doing": "", "following": "", "list": ""}

    def tell(self, part: str, words: str) -> None:
        """Other words for one of the three parts; the others stay."""
        self._words[part] = words
        done = "; ".join(filter(None, (self._words["doing"], self._words["following"])))
        self.show([((f"{done}  ", Tone.WARN), (self._words["list"], Tone.DIM))])


class KeyLine(Widget):
    """The footer: the keys that matter here, as many as fit."""

    def __init__(self, place: str) -> None:
        super().__init__(id="keys")
        self._place = place

    def render_line(self, y: int) -> Strip:
        """The hints that fit, whole ones only."""
        spans: list[Span] = []
        for hint in keys.hints(self._place, self.size.width):
            key, words = hint.split(" ", 1)
            spans += [(key, Tone.KEY), (f" {words}  ", Tone.PLAIN)]
        return Strip(segments(tuple(spans))).adjust_cell_length(self.size.width).apply_style(self.rich_style)
