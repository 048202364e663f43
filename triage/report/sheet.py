"""Markdown of a bounded size: evidence in code spans, whole items while there is room, a count of the rest."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from triage.handoff.words import code, prose
from triage.text import clean, shorten

_SENTENCE_LIMIT = 240
_LINKED = re.compile(
    r"[^\W\d_]\.[^\W\d_]|::|:[\w+-]+:|\bGH-\d|\b[0-9a-f]{7,40}\b|^(?:[-+*]|\d+[.)])(?:\s|$)|^[-=]+$", re.IGNORECASE
)


def said(text: str, limit: int = _SENTENCE_LIMIT) -> str:
    """A sentence on one line, as it is when every Markdown reader takes it for mere words, else as a code span.

    Bare addresses, issue and commit numbers, emoji names, list markers and workflow commands count as more than words.
    """
    shown = shorten(clean(" ".join(text.split())), limit)
    pieces = prose(shown)
    plain = " ".join(pieces)
    return plain if plain == shown and not _LINKED.search(shown) else code(shown, limit)


def row_of(*cells: str) -> str:
    """One row of a table.  A bar inside a code span ends a cell as well, so every bar gets its backslash."""
    safe = (cell.replace("|", "\\|") for cell in cells)
    return "".join(f"| {cell} " for cell in safe) + "|\n"


def header(*names: str) -> str:
    """The head of a table."""
    return row_of(*names) + "|---" * len(names) + "|\n"


@dataclass
class Sheet:
    """How many bytes may still be written; what is optional leaves ``floor`` of them to those who come later."""

    left: int
    floor: int = 0

    def fits(self, text: str) -> bool:
        """There is room for this, beside what must be left."""
        return self.left - len(text.encode()) >= self.floor

    def write(self, text: str) -> bytes:
        """The text as UTF-8, whatever room there is."""
        data = text.encode()
        self.left -= len(data)
        return data

    def items(self, lead: str, items: Iterable[str], total: int, most: int) -> Iterator[bytes]:
        """The lead, then whole items up to ``most`` while they fit, then how many of ``total`` were left out.

        Nothing at all when there is no item.
        """
        if not total:
            return
        yield self.write(f"\n{lead}\n")
        shown = 0
        for text in islice(items, most):
            if not self.fits(text):
                break
            yield self.write(text)
            shown += 1
        if shown < total:
            yield self.write(f"\nand {total - shown} more\n" if shown else f"\n{total} left out, there is no room\n")

    def share(self, part: int, of: int, floor: int = 0) -> None:
        """Leave to those who come later all but ``part`` / ``of`` of what stands above ``floor``."""
        above = max(self.left - floor, 0)
        self.floor = floor + above - above * part // of
