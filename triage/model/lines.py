"""A line of text in spans, each with a tone: the one thing that views make and front ends draw."""

from enum import StrEnum


class Tone(StrEnum):
    """How a span should stand out.  A tone never carries meaning alone: the words beside it do."""

    PLAIN = "plain"
    DIM = "dim"
    GOOD = "good"
    BAD = "bad"
    WARN = "warn"
    KEY = "key"
    MARK = "mark"


Span = tuple[str, Tone]
Line = tuple[Span, ...]


def plain(text: str, tone: Tone = Tone.PLAIN) -> Line:
    """One line of one tone."""
    return ((text, tone),)
