"""Patterns of the teams file: compiled by RE2, which takes no time that grows faster than the text.

The file may lie in the bundle, so its patterns are as little trusted as the rest of it.  RE2 has neither look-around
nor back-references; a pattern that needs them is a problem in words.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from triage.redaction.hits import PATTERN, Hit
from triage.text import clean, shorten

MOST_PATTERNS = 20
LONGEST_EXPRESSION = 500
_LARGEST_PROGRAM = 300
_LONGEST_NAME = 40
# A pattern sees one line at a time, and a long line in overlapping pieces: finding every match of a hostile pattern
# takes time in the square of what it sees.
_PIECE, _OVERLAP = 2000, 250
_MOST_MATCHES = 250
_PROBES = ("", "a", "A b", "0", "a-1.b_2 ", "\u00e9", "\n")
_ORDINARY = "The answer cites kb-12 at rank 3 of 5 and states 2 of 3 claims, so the score is 0.75."
_SURROGATES = dict.fromkeys(range(0xD800, 0xE000), "\ufffd")


@dataclass(frozen=True, slots=True)
class Pattern:
    """A named expression in the syntax of RE2; what it matches is masked."""

    name: str
    expression: str

    @property
    def kind(self) -> str:
        """The kind of its hits, ``pattern:`` and the name."""
        return PATTERN + self.name


def compile_patterns(pairs: Iterable[tuple[str, str]]) -> tuple[tuple[Pattern, ...], tuple[str, ...]]:
    """The patterns that can be used, and a sentence for each (name, expression) that cannot.

    Left out are expressions RE2 does not know, those that match the empty text or most of any sentence, those that are
    too long or grow too large, names that are empty or given twice, and everything after the first
    :data:`MOST_PATTERNS`.  Never raises.
    """
    patterns: dict[str, Pattern] = {}
    problems = []
    for name, expression in pairs:
        if problem := _problem(name, expression, patterns):
            problems.append(f'redaction pattern "{shorten(clean(name), _LONGEST_NAME)}" is left out: {problem}')
        else:
            patterns[name] = Pattern(name, expression)
    return tuple(patterns.values()), tuple(problems)


def _problem(name: str, expression: str, known: dict[str, Pattern]) -> str:
    if not name.strip() or len(name) > _LONGEST_NAME or clean(name) != name:
        return f"a name has 1 to {_LONGEST_NAME} visible characters"
    if name in known:
        return "its name is given twice, the first one counts"
    if len(known) >= MOST_PATTERNS:
        return f"there are {MOST_PATTERNS} patterns before it, which is the most"
    if len(expression) > LONGEST_EXPRESSION:
        return f"it is longer than {LONGEST_EXPRESSION} characters"
    compiled, error = compiled_or_error(expression)
    if compiled is None:
        return f"it is not a pattern that RE2 knows, {shorten(clean(error), 120)}"
    if compiled.programsize > _LARGEST_PROGRAM:
        return "it is too large, with fewer repeats or smaller classes it could be used"
    if any(found.start() == found.end() for probe in _PROBES for found in compiled.finditer(probe)):
        return "it matches the empty text"
    if sum(found.end() - found.start() for found in compiled.finditer(_ORDINARY)) > len(_ORDINARY) // 2:
        return "it would cover most of any sentence"
    return ""


@lru_cache(maxsize=64)
def compiled_or_error(expression: str) -> tuple[Any, str]:
    """The compiled expression, or None and what RE2 says of it."""
    import re2  # type: ignore[import-untyped]

    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(expression, options=options), ""
    except (re2.error, UnicodeError) as error:
        said = error.args[0] if error.args else ""
        return None, said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)


def matches(text: str, patterns: Iterable[Pattern]) -> Iterator[Hit]:
    """What the patterns match, never the empty text.

    A match of more than 250 characters may be cut in two.  A pattern that matches too often in one piece covers the
    rest of that piece: a hostile one can hide more, but cannot take long.
    """
    usable = [(pattern.kind, compiled_or_error(pattern.expression)[0]) for pattern in patterns]
    if not usable:
        return
    for at, piece in _pieces(text):
        for kind, compiled in usable:
            if compiled is not None:
                yield from (Hit(at + start, at + end, kind) for start, end in _spans(compiled, piece))


def _spans(compiled: Any, piece: str) -> Iterator[tuple[int, int]]:
    for number, found in enumerate(compiled.finditer(piece)):
        start, end = found.span()
        if number == _MOST_MATCHES:
            yield start, len(piece.rstrip("\r\n"))
            return
        if start < end:
            yield start, end


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text, long ones in overlapping pieces, and where each starts; unpaired surrogates replaced."""
    at = 0
    for line in text.translate(_SURROGATES).splitlines(keepends=True):
        for start in range(0, max(len(line) - _OVERLAP, 1), _PIECE - _OVERLAP):
            yield at + start, line[start : start + _PIECE]
        at += len(line)
