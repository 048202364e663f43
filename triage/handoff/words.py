"""Text that survives chat and ticket systems: evidence in code spans, lines of bounded length, shell commands."""

import re
import shlex
from collections.abc import Iterable, Sequence

from triage.text import clean, shorten

LINE_LIMIT = 99
_SPAN_LIMIT = 80
_TICKS = re.compile("`+")
_MEANS_SOMETHING_IN_CHAT = re.compile(r"[`*\[\]|#~@\\&!{}$^]|<(?! )|>(?!=? )|://|(?:^|\W)_|_(?:\W|$)")


def code(text: str, limit: int = _SPAN_LIMIT) -> str:
    """An id as a code span: cleaned, in a fence longer than any run of backticks in it, cut in the middle if too long.

    Nothing in a code span mentions people, links, or starts a list, a table or a heading.
    """
    fence_length = max((len(run) for run in _TICKS.findall(text)), default=0) + 1
    shown = shorten(clean(text), limit if fence_length <= 6 else 30)
    if not shown:
        return "(empty)"
    fence = "`" * (max((len(run) for run in _TICKS.findall(shown)), default=0) + 1)
    pad = " " if "`" in shown else ""
    return f"{fence}{pad}{shown}{pad}{fence}"


def prose(text: str) -> list[str]:
    """Free words as pieces that a line may be broken between; in code spans when any of it means something in chat."""
    cleaned = clean(text.strip().replace("\n", " "))
    if not _MEANS_SOMETHING_IN_CHAT.search(cleaned) and "  " not in cleaned:
        return [piece for word in cleaned.split() for piece in _chunks(word, _SPAN_LIMIT)]
    width = _SPAN_LIMIT if "``````" not in cleaned else 30
    parts = _chunks(cleaned, width) if "  " in cleaned else fill(_words(cleaned, width), limit=width)
    return [code(part, width) for part in parts]


def _words(text: str, width: int) -> list[str]:
    return [piece for word in text.split() for piece in _chunks(word, width)]


def _chunks(word: str, width: int) -> list[str]:
    return [word[at : at + width] for at in range(0, len(word), width)]


def fill(pieces: Iterable[str], first: str = "", others: str = "", limit: int = LINE_LIMIT) -> list[str]:
    """Pieces joined by blanks into lines of at most ``limit`` characters; a longer piece has a line of its own."""
    lines, current = [], first
    empty = True
    for piece in pieces:
        gap = "" if empty else " "
        if not empty and len(current) + len(gap) + len(piece) > limit:
            lines.append(current)
            current, gap = others, ""
        current, empty = current + gap + piece, False
    return [*lines, current]


def listed(pieces: Sequence[str], between: str = ",", end: str = "") -> list[str]:
    """The pieces with a separator after each but the last; ``none`` without any."""
    return [piece + between for piece in pieces[:-1]] + [(pieces[-1] if pieces else "none") + end]


def item(*pieces: str) -> str:
    """A list item, wrapped; several lines when it is long."""
    return "\n".join(fill(pieces, "- ", "  "))


def command(words: Sequence[str | tuple[str, str]]) -> str:
    """A POSIX shell command in a fenced block, one option a line, every word quoted; no line exceeds the limit."""
    lines = []
    for word in words:
        option, value = word if isinstance(word, tuple) else ("", word)
        glue = "=" if value.startswith("-") else " "
        lines.append((option + glue if option else "") + _argument(value))
    text = " \\\n  ".join(lines)
    fence = "`" * max(3, max((len(run) for run in _TICKS.findall(text)), default=0) + 1)
    return f"{fence}\n{text}\n{fence}"


def _argument(value: str) -> str:
    """One quoted shell word; a long one in quoted parts that the shell joins again."""
    if len(shlex.quote(value)) <= 60:
        return shlex.quote(value)
    width = 15 if "'" in value else 40  # a quoted apostrophe takes five characters
    return "\\\n".join(shlex.quote(part) for part in _chunks(value, width))
