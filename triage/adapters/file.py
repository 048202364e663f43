"""One file of another tool: its form told by its content, decoded once, whatever is hostile in it."""

import csv
import io
import json
from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple

from triage.adapters.native import NOWHERE, Lost, Spot

HEAD = 1 << 16
_LONGEST_CELL = 1 << 28
_BOM = b"\xef\xbb\xbf"


class Form(StrEnum):
    """The outer shape of a file."""

    JSON = "one JSON document"
    LINES = "JSON Lines"
    TABLE = "a table (CSV or TSV)"
    YAML = "YAML"
    ZIP = "a zip archive"
    SQLITE = "an SQLite database"
    PARQUET = "Parquet"
    XML = "XML"
    TEXT = "plain text"
    BINARY = "binary data"
    EMPTY = "an empty file"


class Unreadable(Exception):
    """A file that is not what its form says: the :class:`Lost` that tells why."""

    def __init__(self, lost: Lost) -> None:
        super().__init__(lost.words)
        self.lost = lost


class Item(NamedTuple):
    """One record of a file and where it stands."""

    value: dict[str, Any]
    spot: Spot


class Table(NamedTuple):
    """A table as it stands: the header in order, repeats kept, and rows of cells with the line each starts on."""

    header: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]


class ForeignFile:
    """``load`` gives the whole content; it is called once, and only when an adapter looks further than the head."""

    def __init__(self, name: str, head: bytes, size: int, load: Callable[[], bytes]) -> None:
        self.name = name
        self.head = head
        self.size = size
        self._load = load

    @cached_property
    def data(self) -> bytes:
        """All bytes."""
        return self._load()

    @cached_property
    def form(self) -> Form:
        """What the first bytes say, and the name only where they say nothing."""
        return _form(self.name.lower(), self.head.removeprefix(_BOM))

    @cached_property
    def text(self) -> str:
        """The content as text; bytes that are not UTF-8 become visible escapes."""
        return self.data.removeprefix(_BOM).decode("utf-8", "backslashreplace")

    @cached_property
    def document(self) -> Any:
        """The JSON document, NaN and infinities kept as floats.  Unreadable when it is none."""
        return _decode(self.text)

    @cached_property
    def first(self) -> dict[str, Any]:
        """The first record by itself, for recognising: of JSON Lines, or of a list; empty when there is none."""
        if self.form is Form.LINES:
            return _first_line(self.head)
        return next((item.value for item in self.items), {})

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """The records of JSON Lines, or of a document that is a list of objects; empty for every other file."""
        return tuple(one for one in self._read_items if isinstance(one, Item))

    @cached_property
    def lost(self) -> tuple[Lost, ...]:
        """Lines and elements that are no records."""
        return tuple(one for one in self._read_items if isinstance(one, Lost))

    @cached_property
    def table(self) -> Table:
        """The table; an empty one for every other file."""
        return _table(self.text, self.name) if self.form is Form.TABLE else Table((), ())

    @cached_property
    def _read_items(self) -> tuple[Item | Lost, ...]:
        if self.form is Form.LINES:
            return tuple(_lines(self.text))
        if self.form is not Form.JSON:
            return ()
        try:
            document = self.document
        except Unreadable as fault:
            return (fault.lost,)
        return tuple(listed(document)) if isinstance(document, list) else ()


def listed(document: list[Any], pointer: str = "") -> Iterator[Item | Lost]:
    """The elements of a list in a document, with their places."""
    for number, value in enumerate(document):
        spot = Spot(pointer=f"{pointer}/{number}")
        yield Item(value, spot) if isinstance(value, dict) else Lost("not a record: an object was expected", spot)


def _first_line(head: bytes) -> dict[str, Any]:
    line = head.removeprefix(_BOM).lstrip().split(b"\n", 1)[0]
    try:
        value = json.loads(line, strict=False)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _form(name: str, head: bytes) -> Form:
    if not head.strip():
        return Form.EMPTY
    for start, form in ((b"PK\x03\x04", Form.ZIP), (b"SQLite format 3\0", Form.SQLITE), (b"PAR1", Form.PARQUET)):
        if head.startswith(start):
            return form
    if b"\0" in head:
        return Form.BINARY
    start = head.lstrip()
    if name.endswith((".csv", ".tsv")):
        return Form.TABLE
    if start[:1] in (b"{", b"["):
        return _json_form(start)
    if start[:1] == b"<":
        return Form.XML
    return Form.YAML if name.endswith((".yaml", ".yml")) else Form.TEXT


def _json_form(start: bytes) -> Form:
    """One document, or a line each: told by whether the first line is a whole object with more behind it."""
    first, _, rest = start.partition(b"\n")
    if start[:1] == b"[" or not rest.strip():
        return Form.JSON
    try:
        json.loads(first)
    except (ValueError, RecursionError):
        return Form.JSON
    return Form.LINES


def _decode(text: str, spot: Spot = NOWHERE) -> Any:
    try:
        return json.loads(text, strict=False)
    except json.JSONDecodeError as error:
        torn = error.pos >= len(text.rstrip()) - 1
        words = "the file ends inside a record" if torn else f"not JSON: {error.msg} at column {error.colno}"
        raise Unreadable(Lost(words, Spot(spot.line or error.lineno, spot.pointer), torn)) from error
    except (RecursionError, ValueError) as error:
        raise Unreadable(Lost("nested too deeply, or with numbers too long, to be read", spot)) from error


def _lines(text: str) -> Iterator[Item | Lost]:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            value = _decode(line, Spot(number))
        except Unreadable as fault:
            yield fault.lost
            continue
        yield Item(value, Spot(number)) if isinstance(value, dict) else Lost("not a record", Spot(number))


def _table(text: str, name: str) -> Table:
    csv.field_size_limit(_LONGEST_CELL)
    delimiter = "\t" if name.lower().endswith(".tsv") else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    rows: list[tuple[int, tuple[str, ...]]] = []
    before = 0
    try:
        for cells in reader:
            if cells:
                rows.append((before + 1, tuple(cells)))
            before = reader.line_num
    except csv.Error as error:
        raise Unreadable(Lost(f"not a table: {error}", Spot(before + 1))) from error
    return Table(rows[0][1], tuple(rows[1:])) if rows else Table((), ())
