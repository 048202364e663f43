"""YAML as text: scalars stay as written, so that ``0010``, ``no`` and ``2024-01-05`` remain the ids they are.

Built from the parser's events, never from a constructor: tags name nothing that could be run, and an alias bomb is
counted before it exists.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import yaml

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NULLS = frozenset(["", "~", "null", "Null", "NULL"])
_DEEPEST = 100
_MOST_EXPANDED = 100_000


class Plain(str):
    """A scalar that stood without quotes: a field that asks for a number or a truth value may read it as one."""

    __slots__ = ()


class Entry(NamedTuple):
    """One record of a YAML text: a document, or an element of a list document.

    ``repeated`` says for each key that the record gives twice, at any depth, where both stand; ``keys`` are those of
    the record itself.
    """

    value: Any
    line: int
    repeated: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()


class Broken(NamedTuple):
    """A document that does not parse; line and column count from 1."""

    line: int
    column: int
    words: str


class Refused(Exception):
    """A document that is not built: the reason, and the line it was found at."""

    def __init__(self, words: str, line: int) -> None:
        super().__init__(words)
        self.words = words
        self.line = line


class Repeat(NamedTuple):
    """A key given twice at ``depth`` mappings below the document's root."""

    key: str
    first: int
    second: int
    depth: int


def read_documents(text: str) -> Iterator[Entry | Broken]:
    """Every record of every document.  A document that does not parse costs itself only: reading goes on behind the
    next line that starts with ``---``.
    """
    offset = 0
    while True:
        broken = yield from _read_until_broken(text, offset)
        if broken is None:
            return
        yield broken
        lines = text.split("\n")
        start = next(
            (n for n in range(max(broken.line - offset - 1, 1), len(lines)) if lines[n].startswith("---")), None
        )
        if start is None:
            return
        text, offset = "\n".join(lines[start:]), offset + start


def _read_until_broken(text: str, offset: int) -> Generator[Entry | Broken, None, Broken | None]:
    events = yaml.parse(text, Loader=_LOADER)
    try:
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                yield from _entries(_Builder(events, offset))
    except Refused as refused:
        return Broken(refused.line, 0, refused.words)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 0)
        return Broken(line + offset, column, _plain_words(error))
    except yaml.YAMLError as error:
        return Broken(_unreadable_line(text, error) + offset, 0, "a character that YAML does not allow")
    return None


def _entries(builder: "_Builder") -> Iterator[Entry]:
    root, lines = builder.document()
    if isinstance(root, list):
        for value, (first, last) in zip(root, lines, strict=True):
            inside = [one for one in builder.repeats if first <= one.first and one.second <= last]
            yield _entry(value, first, inside, depth=1)
    elif root is not None:
        yield _entry(root, lines[0][0], builder.repeats, depth=0)


def _entry(value: Any, line: int, repeats: list[Repeat], depth: int) -> Entry:
    words = tuple(f"`{one.key}` defined twice, lines {one.first} and {one.second}" for one in repeats)
    return Entry(value, line, words, tuple(one.key for one in repeats if one.depth == depth))


def _plain_words(error: yaml.MarkedYAMLError) -> str:
    problem = str(error.problem or error.context or "not YAML")
    plain = (
        ("mapping values are not allowed", 'a second ":" where one value was expected'),
        ("found character", "a character that cannot start a value (a tab, @ or `)"),
        ("could not find expected ':'", 'expected ":" after the key'),
        ("did not find expected ',' or ']'", 'expected "," or "]" in the list'),
        ("did not find expected ',' or '}'", 'expected "," or "}" in the mapping'),
        ("did not find expected key", "expected a key at this depth"),
        ("found unexpected end of stream", "the text ends inside quotes"),
        ("found undefined alias", "an alias without its anchor"),
    )
    return next((words for start, words in plain if problem.startswith(start)), f"not YAML: {problem}")


def _unreadable_line(text: str, error: yaml.YAMLError) -> int:
    position = getattr(error, "position", None)
    return text.count("\n", 0, position) + 1 if isinstance(position, int) and position >= 0 else 1


@dataclass
class _Builder:
    """Builds one document from events.  Sizes count nodes with every alias expanded."""

    events: Iterator[Any]
    offset: int
    repeats: list[Repeat] = field(default_factory=list)
    anchors: dict[str, tuple[Any, int]] = field(default_factory=dict)
    expanded: int = 0

    def document(self) -> tuple[Any, list[tuple[int, int]]]:
        """The root, and the first and last line of it (of each element, when the root is a list)."""
        event = next(self.events)
        if not isinstance(event, yaml.SequenceStartEvent):
            start = self._line(event)
            return self._build(event, 0)[0], [(start, start)]
        items: list[Any] = []
        lines: list[tuple[int, int]] = []
        for inner in iter(lambda: next(self.events), None):
            if isinstance(inner, yaml.SequenceEndEvent):
                break
            if lines:
                lines[-1] = (lines[-1][0], self._line(inner))
            lines.append((self._line(inner), 1 << 60))
            items.append(self._build(inner, 1)[0])
        return items, lines

    def _build(self, event: Any, depth: int) -> tuple[Any, int]:
        if depth > _DEEPEST:
            raise Refused(f"nested more than {_DEEPEST} levels deep", self._line(event))
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event)
        value: Any
        if isinstance(event, yaml.ScalarEvent):
            value, size = _scalar(event), 1
        elif isinstance(event, yaml.SequenceStartEvent):
            value, size = self._sequence(depth)
        else:
            value, size = self._mapping(depth)
        if event.anchor:
            self.anchors[event.anchor] = (value, size)
        return value, size

    def _alias(self, event: Any) -> tuple[Any, int]:
        if event.anchor not in self.anchors:
            raise Refused(f"the alias *{event.anchor} stands before or inside its own anchor", self._line(event))
        value, size = self.anchors[event.anchor]
        self.expanded += size
        if self.expanded > _MOST_EXPANDED:
            raise Refused("too many alias expansions", self._line(event))
        return value, size

    def _sequence(self, depth: int) -> tuple[list[Any], int]:
        items, total = [], 1
        for event in iter(lambda: next(self.events), None):
            if isinstance(event, yaml.SequenceEndEvent):
                break
            value, size = self._build(event, depth + 1)
            items.append(value)
            total += size
        return items, total

    def _mapping(self, depth: int) -> tuple[dict[str, Any], int]:
        made: dict[str, Any] = {}
        merged: dict[str, Any] = {}
        where: dict[str, int] = {}
        total = 1
        for event in iter(lambda: next(self.events), None):
            if isinstance(event, yaml.MappingEndEvent):
                break
            if not isinstance(event, yaml.ScalarEvent):
                raise Refused("a key that is no text", self._line(event))
            key, line = event.value, self._line(event)
            value, size = self._build(next(self.events), depth + 1)
            total += size
            if key == "<<" and event.implicit[0]:
                _merge(merged, value)
                continue
            if key in made:
                self.repeats.append(Repeat(key, where[key], line, depth))
            made[key], where[key] = value, line
        return {**merged, **made}, total

    def _line(self, event: Any) -> int:
        return int(event.start_mark.line) + 1 + self.offset


def _merge(merged: dict[str, Any], value: Any) -> None:
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, dict):
            for key, inner in one.items():
                merged.setdefault(key, inner)


def _scalar(event: Any) -> str | None:
    if not event.implicit[0]:
        return str(event.value)
    return None if event.value in _NULLS else Plain(event.value)
