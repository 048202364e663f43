"""Columns for text in which a character may take two cells, or none."""

import unicodedata
from collections.abc import Iterable, Sequence

from triage.model.lines import Span
from triage.text import clean, shorten

MARKS = ("Mn", "Me")


def cells(text: str) -> int:
    """Terminal cells of a clean text: two for wide and full-width characters, none for combining marks."""
    if text.isascii():
        return len(text)
    return sum(_cell(character) for character in text)


def fit(text: str, width: int) -> str:
    """The text in exactly ``width`` cells: padded, or cut in the middle where the two ends tell ids apart."""
    text = clean(text)
    size = len(text)
    while cells(text) > width and size > 0:
        size -= 1
        text = shorten(text, min(size, width))
    return text + " " * max(width - cells(text), 0)


def widest(texts: Iterable[str], least: int = 0, most: int = 60) -> int:
    """The width a column needs for these texts, within bounds."""
    return max(least, min(most, max((cells(clean(text)) for text in texts), default=0)))


def spread(columns: Sequence[tuple[Span, int]], gap: str = "  ") -> list[Span]:
    """Spans fitted to their widths, with a gap between; the last one is not padded."""
    spans: list[Span] = []
    for (text, tone), width in columns[:-1]:
        spans += [(fit(text, width), tone), (gap, tone)]
    (text, tone), _ = columns[-1]
    return [*spans, (clean(text), tone)]


def _cell(character: str) -> int:
    if unicodedata.category(character) in MARKS:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
