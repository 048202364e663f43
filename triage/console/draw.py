"""From lines with tones to what the terminal gets: the one place where styles are chosen and text is wrapped."""

import re
from itertools import pairwise

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from triage.model import Line, Tone
from triage.model.lines import Span
from triage.text import clean

STYLES = {
    Tone.PLAIN: Style(),
    Tone.DIM: Style(dim=True),
    Tone.GOOD: Style(color="green"),
    Tone.BAD: Style(color="red", bold=True),
    Tone.WARN: Style(color="yellow"),
    Tone.KEY: Style(bold=True),
    Tone.MARK: Style(underline=True, bold=True),
}
CHOSEN = Style(reverse=True)
FOUND = Style(reverse=True, bold=True)
_WORD = re.compile(r"\S+\s*|\s+")
_MOST_INDENT = 16


def segments(line: Line) -> list[Segment]:
    """Styled segments of clean text; cleaned once more here, for nothing may reach a terminal unseen."""
    return [Segment(clean(text), STYLES[tone]) for text, tone in line]


def strip(line: Line, width: int, base: Style, *, chosen: bool = False, focused: bool = True) -> Strip:
    """One line in exactly ``width`` cells, a sign in front of the chosen one (reversed where keys go to it)."""
    sign = Segment("> " if chosen else "  ", STYLES[Tone.KEY])
    drawn = fitted(Strip([sign, *segments(line)]), width)
    if chosen and focused:
        drawn = drawn.apply_style(CHOSEN)
    return drawn.apply_style(base)


def fitted(drawn: Strip, width: int) -> Strip:
    """In exactly ``width`` cells; a sign says where something was cut off."""
    if drawn.cell_length > width:
        drawn = Strip([*drawn.crop(0, max(width - 1, 0)), Segment("…", STYLES[Tone.DIM])])
    return drawn.adjust_cell_length(width)


def wrap(line: Line, width: int, most: int | None = None) -> list[Line]:
    """The line broken between words at ``width`` cells; what follows is indented below the start of its text.

    With ``most`` the last one of so many lines takes all the rest, however long.
    """
    text = "".join(part for part, _ in line)
    if width < 4 or most == 1 or cell_len(text) <= width:
        return [line]
    indent = min(len(text) - len(text.lstrip(" ")) + 2, _MOST_INDENT, width // 2)
    places = _breaks(text, width, indent)[: None if most is None else most - 1]
    ends = [start + len(text[start:end].rstrip(" ")) for start, end in pairwise([0, *places, len(text)])]
    pieces = [_slice(line, start, end) for start, end in zip([0, *places], ends, strict=True)]
    return [pieces[0], *(((" " * indent, Tone.PLAIN), *piece) for piece in pieces[1:])]


def _breaks(text: str, width: int, indent: int) -> list[int]:
    """Offsets at which a new line starts."""
    places: list[int] = []
    used, room = 0, width
    for match in _WORD.finditer(text):
        word = match.group()
        size, tail = cell_len(word), cell_len(word.rstrip())
        if used + tail > room and used:
            places.append(match.start())
            used, room = 0, width - indent
        if tail > room:
            inside, used = _chop(word, match.start(), room, width - indent)
            places += inside
            room = width - indent if inside else room
        else:
            used += size
    return [place for place in places if place]


def _chop(word: str, start: int, room: int, later: int) -> tuple[list[int], int]:
    """Breaks inside one word that is longer than a line, and the cells its last piece takes."""
    places, used = [], 0
    for offset, character in enumerate(word):
        size = cell_len(character)
        if used + size > room and used:
            places.append(start + offset)
            used, room = 0, later
        used += size
    return places, used


def _slice(line: Line, start: int, end: int) -> Line:
    found: list[Span] = []
    offset = 0
    for text, tone in line:
        piece = text[max(start - offset, 0) : max(end - offset, 0)]
        if piece:
            found.append((piece, tone))
        offset += len(text)
    return tuple(found)
