"""Free text with passages marked so that overlapping and touching marks stay readable without colour.

A passage opens with ``«label|`` and closes with ``|label»`` and is underlined between; where two overlap, both labels
stand.  Offsets are Unicode code points of the text as recorded, before any control character is made visible.
"""

from collections.abc import Sequence
from typing import NamedTuple

from triage.model import Line, Tone
from triage.model.lines import Span
from triage.text import clean, count

LONGEST = 20_000


class Mark(NamedTuple):
    """A passage ``text[start:end]`` and the label that names it; a ``tone`` for the text between."""

    start: int
    end: int
    label: str
    tone: Tone = Tone.MARK


def misfit(start: int, end: int, length: int) -> str | None:
    """Why a span cannot be a passage of a text of ``length`` code points, in words; None when it can."""
    if start < 0 or end > length:
        return f"does not fit: the text has {length} code points"
    return "is empty" if start == end else "is turned round" if start > end else None


def touching(marks: Sequence[Mark]) -> list[tuple[Mark, Mark, str]]:
    """Pairs of marks that share text or a border, with the word for it."""
    ordered = sorted(marks)
    found = []
    for place, first in enumerate(ordered):
        for second in ordered[place + 1 :]:
            if second.start < first.end:
                found.append((first, second, "overlap"))
            elif second.start == first.end:
                found.append((first, second, "adjoin"))
    return found


def marked_lines(text: str, marks: Sequence[Mark], indent: str = "  ") -> list[Line]:
    """The text as lines with its marks; what is longer than ``LONGEST`` code points is cut, and said to be."""
    shown = text[:LONGEST]
    fitting = [mark for mark in marks if misfit(mark.start, mark.end, len(text)) is None and mark.start < LONGEST]
    borders = sorted({0, len(shown), *(min(at, len(shown)) for mark in fitting for at in (mark.start, mark.end))})
    spans: list[Span] = []
    for start, end in zip(borders, [*borders[1:], None], strict=True):
        spans += _signs(fitting, start)
        if end is not None:
            spans.append((shown[start:end], _tone(fitting, start)))
    found = _broken(spans, indent)
    if len(text) > LONGEST:
        rest = count(len(text) - LONGEST, "more character")
        found.append(((f"{indent}({rest} not shown here; the record holds them)", Tone.DIM),))
    return found


def _signs(marks: Sequence[Mark], at: int) -> list[Span]:
    closing = [(f"|{mark.label}»", Tone.KEY) for mark in sorted(marks, reverse=True) if mark.end == at]
    return closing + [(f"«{mark.label}|", Tone.KEY) for mark in sorted(marks) if mark.start == at]


def _tone(marks: Sequence[Mark], at: int) -> Tone:
    return next((mark.tone for mark in marks if mark.start <= at < mark.end), Tone.PLAIN)


def _broken(spans: Sequence[Span], indent: str) -> list[Line]:
    """Spans broken into clean lines at their own line feeds."""
    finished: list[list[Span]] = [[(indent, Tone.PLAIN)]]
    for text, tone in spans:
        first, *others = text.replace("\r\n", "\n").replace("\t", "    ").split("\n")
        finished[-1].append((clean(first), tone))
        finished += [[(indent, Tone.PLAIN), (clean(part), tone)] for part in others]
    return [tuple(span for span in one if span[0]) for one in finished]
