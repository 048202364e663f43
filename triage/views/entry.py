"""One line of a view, and what stands behind it: the record it was read from, or the thing it lets one select."""

from collections.abc import Iterable
from typing import NamedTuple

from triage.model import Line, Source, Tone
from triage.model.lines import Span
from triage.text import clean, clean_lines


class Entry(NamedTuple):
    """``source`` is the record that proves the line; ``item`` names what it selects (a claim, a chunk, an attempt).

    ``cause`` is the cause that the line speaks of.
    """

    line: Line
    source: Source | None = None
    item: str | None = None
    cause: str | None = None


def line(*parts: str | Span) -> Line:
    """A line of spans.  Every part is cleaned here, so no view can let a control character through."""
    return tuple((clean(part), Tone.PLAIN) if isinstance(part, str) else (clean(part[0]), part[1]) for part in parts)


def entry(*parts: str | Span, source: Source | None = None, item: str | None = None, cause: str | None = None) -> Entry:
    """An entry of one line."""
    return Entry(line(*parts), source, item, cause)


def heading(text: str) -> Entry:
    """A heading: bold on screen, and words that stand alone in plain text."""
    return entry((text, Tone.KEY))


def fact(name: str, *parts: str | Span, source: Source | None = None, width: int = 13) -> Entry:
    """``name         value``: one fact."""
    return entry((f"{name:<{width}} ", Tone.DIM), *parts, source=source)


def quoted(text: str, indent: str = "  ", tone: Tone = Tone.PLAIN) -> list[Entry]:
    """Free text of the evidence, on lines of its own, broken where it breaks itself."""
    return [entry(indent, (part, tone)) for part in clean_lines(text)]


def blank() -> Entry:
    """An empty line."""
    return Entry(())


def lines(entries: Iterable[Entry]) -> list[Line]:
    """The lines alone, for printing."""
    return [one.line for one in entries]


def seen(one: str) -> str:
    """An id so that it can be seen even when it is blank."""
    return one if one.strip() else f'"{one}"'


def listed(ids: Iterable[str]) -> str:
    """Ids in words: comma separated, ``none`` for nothing."""
    return ", ".join(seen(one) for one in ids) or "none"


def text_of(line: Line) -> str:
    """The words of a line without tones."""
    return "".join(text for text, _ in line).rstrip()
