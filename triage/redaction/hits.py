"""What a detector returns, how hits are joined, and what stands in the text instead of them."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

SECRET = "secret"
ACCOUNT = "account"
CARD = "card"
EMAIL = "e-mail"
PHONE = "phone"
HOST = "host"
PATTERN = "pattern:"

TOUCHED = "the redaction covers part of the passage that decides this case"
BEST_EFFORT = "redaction is best effort: read the text before it leaves this machine"

_STRENGTH = (SECRET, ACCOUNT, CARD, EMAIL, PHONE, HOST)
_LINE_END = re.compile(r"[\r\n]+")
_OPENING, _FILLER, _CLOSING = "[redacted", "*", "]"
_SHORTEST_WORD = len(_OPENING) + len(_CLOSING)
_MASKED = re.compile(r"\[redacted\**\]|\*+")


class Hit(NamedTuple):
    """Something to be masked: ``start`` and ``end`` in code points, and its kind."""

    start: int
    end: int
    kind: str


def joined(hits: Iterable[Hit]) -> list[Hit]:
    """The hits sorted, those that overlap made one: nothing that any detector found stays visible.

    One made of several is of the kind that weighs most: a secret before an account before a card, and so on; patterns
    of the teams file come last.
    """
    found: list[Hit] = []
    for hit in sorted(hits):
        if found and hit.start < found[-1].end:
            start, end, kind = found.pop()
            hit = Hit(start, max(end, hit.end), min(kind, hit.kind, key=_weight))
        found.append(hit)
    return found


def _weight(kind: str) -> int:
    return _STRENGTH.index(kind) if kind in _STRENGTH else len(_STRENGTH)


def within_lines(text: str, hits: Iterable[Hit]) -> Iterator[Hit]:
    """The hits cut at line ends: a mask never swallows one, so lines keep their numbers."""
    for hit in hits:
        at = hit.start
        for end in _LINE_END.finditer(text, hit.start, hit.end):
            if at < end.start():
                yield Hit(at, end.start(), hit.kind)
            at = end.end()
        if at < hit.end:
            yield Hit(at, hit.end, hit.kind)


def unmasked(text: str, hits: Iterable[Hit]) -> Iterator[Hit]:
    """The hits that are not inside a mask; one that goes over the edge of a mask takes in all of it.

    What is masked is not found again, and no mask is left in halves.
    """
    masks = [found.span() for found in _MASKED.finditer(text)]
    starts, ends = [start for start, _ in masks], [end for _, end in masks]
    for hit in hits:
        at = bisect_right(ends, hit.start)
        met = masks[at : bisect_left(starts, hit.end)]
        if not met:
            yield hit
        elif not (met[0][0] <= hit.start and hit.end <= met[0][1]):
            yield Hit(min(hit.start, met[0][0]), max(hit.end, met[-1][1]), hit.kind)


def masked(length: int) -> str:
    """A mask of exactly this many code points; from ten on it says ``[redacted]``, a shorter one is only asterisks.

    Asterisks are ASCII, one cell wide everywhere, and what people expect of a hidden value.
    """
    if length < _SHORTEST_WORD:
        return _FILLER * length
    return f"{_OPENING}{_FILLER * (length - _SHORTEST_WORD)}{_CLOSING}"


def covered(text: str, hits: Iterable[Hit]) -> str:
    """The text, as long as before, with a mask over every hit; the hits are sorted and do not overlap."""
    parts: list[str] = []
    at = 0
    for hit in hits:
        parts += (text[at : hit.start], masked(hit.end - hit.start))
        at = hit.end
    return "".join((*parts, text[at:]))


def touches(hits: Iterable[Hit], start: int, end: int) -> bool:
    """Whether any hit covers part of the passage from ``start`` to ``end``, in code points of the same text.

    When it does, :data:`TOUCHED` is what to say beside the passage.
    """
    return any(max(hit.start, start) < min(hit.end, end) for hit in hits)


def preceding(text: str, at: int, reach: int) -> str:
    """At most ``reach`` characters before a place, on its own line: where the words stand that tell what follows."""
    before = text[max(at - reach, 0) : at]
    return before[max(before.rfind("\n"), before.rfind("\r")) + 1 :]
