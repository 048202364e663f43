"""One line of JSON, strictly first and tolerantly after: what is wrong is said, what can be read is kept.

Numbers that JSON does not know (``NaN``, ``Infinity``) or a double cannot hold (``1e999``) stay as they were written.
"""

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import orjson

_BOM = "\ufeff"
_STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_CUT_VALUE = re.compile(r"[-+.eE0-9]*|t(ru?)?|f(a(ls?)?)?|n(ul?)?|Na?|-?I(n(f(i(n(it?)?)?)?)?)?")
_FIRST_KEY = re.compile(r'\{\s*"(?:[^"\\]|\\.)*"\s*:')
TORN = "the line ends inside a record"
_DEEPEST = 200
TOO_DEEP = "nested too deeply to be read"


class Written(float):
    """A number beside the text it was written as: for what no double holds, and for ids that are numbers."""

    written: str

    def __new__(cls, value: float, written: str) -> "Written":
        """Keep both."""
        made = super().__new__(cls, value)
        made.written = written
        return made

    def __reduce__(self) -> tuple[type["Written"], tuple[float, str]]:
        return Written, (float(self), self.written)


class Problem(NamedTuple):
    """Why a text does not parse; ``position`` counts characters from 0, ``torn`` is an end inside a record."""

    position: int
    words: str
    torn: bool = False


class Piece(NamedTuple):
    """One value of a line, the byte it starts at, and the keys that one of its mappings gives twice.

    ``repeated`` are those of the outermost mapping, ``nested`` those further in.
    """

    start: int
    value: Any
    repeated: tuple[str, ...] = ()
    nested: tuple[str, ...] = ()


class Reading(NamedTuple):
    """All that could be read of one line."""

    pieces: tuple[Piece, ...]
    problem: Problem | None = None


def is_plain(data: bytes, value: object) -> bool:
    """No mapping in the text gives a key twice, and nothing is nested too deeply.

    False may also mean that the text is too unusual for this cheap look, which compares the number of key ends in the
    text with the number of keys in the value.
    """
    keys, depth = _measure(value)
    return depth <= _DEEPEST and data.count(b'":') + data.count(b'" :') == keys


def decode(data: bytes) -> Piece:
    """The first value of a line.  ValueError when it holds none."""
    reading = read_line(data)
    if not reading.pieces:
        raise ValueError(reading.problem.words if reading.problem else "nothing to read")
    return reading.pieces[0]


def is_strict(data: bytes) -> bool:
    """The text is one strict JSON value in UTF-8, without a key given twice.

    False may also mean that it is too unusual for this quick look.
    """
    try:
        return is_plain(data, orjson.loads(data))
    except ValueError:
        return False


def read_line(data: bytes) -> Reading:
    """Every complete value of a line; one value on a sound line."""
    try:
        value = orjson.loads(data)
    except ValueError:
        value = None
    if value is not None and is_plain(data, value) and not _has_numeric_id(value):
        return Reading((Piece(0, value),))
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        return Reading((), bad_utf8(data, error))
    return read_text(text)


def bad_utf8(data: bytes, error: UnicodeDecodeError) -> Problem:
    """Which byte is not UTF-8 (positions in words count bytes from 1), or an end inside a character."""
    position = len(data[: error.start].decode(errors="replace"))
    if error.reason == "unexpected end of data":
        return Problem(position, TORN, torn=True)
    words = f"byte 0x{data[error.start]:02x} at position {error.start + 1} of the line is not UTF-8"
    return Problem(position, words)


def read_text(text: str) -> Reading:
    """Every complete value of a text, in order; a record after a torn one is found by the key the text starts with."""
    pieces: list[Piece] = []
    position, problem = _skip(text, 1 if text.startswith(_BOM) else 0), None
    while position < len(text):
        outcome = _value_at(text, position)
        if isinstance(outcome, Problem):
            problem = outcome
            recovered = _after_torn(text, position)
            if recovered is None:
                break
            problem = Problem(recovered, TORN, torn=True)
            position = recovered
            continue
        piece, end = outcome
        pieces.append(piece)
        position = _skip(text, end)
    return Reading(tuple(pieces), problem)


def _value_at(text: str, position: int) -> tuple[Piece, int] | Problem:
    levels: list[tuple[str, ...]] = []

    def mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        levels.append(() if len(made) == len(pairs) else _twice([key for key, _ in pairs]))
        return made

    decoder = json.JSONDecoder(
        object_pairs_hook=mapping, parse_float=_float, parse_int=_int, parse_constant=_constant, strict=False
    )
    try:
        value, end = decoder.raw_decode(text, position)
    except json.JSONDecodeError as error:
        return _explain(text, error)
    except RecursionError:
        return Problem(position, TOO_DEEP)
    if _measure(value)[1] > _DEEPEST:
        return Problem(position, TOO_DEEP)
    own = levels.pop() if levels and isinstance(value, dict) else ()
    nested = tuple(dict.fromkeys(key for level in levels for key in level))
    return Piece(len(text[:position].encode("utf-8", "surrogatepass")), value, own, nested), end


def _explain(text: str, error: json.JSONDecodeError) -> Problem:
    position, message = error.pos, error.msg
    rest = text[position:].rstrip()
    cut_escape = message.startswith("Invalid") and len(rest) < 7 and '"' not in rest
    if message.startswith("Unterminated") or _CUT_VALUE.fullmatch(rest) or cut_escape:
        return Problem(position, TORN, torn=True)
    if message.startswith("Expecting ','"):
        between = "members" if _innermost(text[:position]) == "{" else "elements"
        return Problem(position, f'expected "," between {between}')
    plain = (
        ("Expecting property name", "expected a key in double quotes"),
        ("Expecting ':'", 'expected ":" after the key'),
        ("Expecting value", "expected a value"),
        ("Illegal trailing comma", "a comma after the last member"),
        ("Invalid \\", "an escape that JSON does not know"),
        ("Invalid control", "a control character inside text"),
    )
    return Problem(position, next((words for start, words in plain if message.startswith(start)), "not JSON"))


def _innermost(text: str) -> str:
    opened: list[str] = []
    for sign in re.findall(r"[{}\[\]]", _STRINGS.sub("", text)):
        if sign in "{[":
            opened.append(sign)
        elif opened:
            opened.pop()
    return opened[-1] if opened else "{"


def _after_torn(text: str, position: int) -> int | None:
    """Where a complete record starts after a torn one: the same first key, and whole from there on."""
    first = _FIRST_KEY.match(text, position)
    if first is None:
        return None
    start = text.find(first.group(), first.end())
    while start >= 0:
        if not isinstance(_value_at(text, start), Problem):
            return start
        start = text.find(first.group(), start + 1)
    return None


def _skip(text: str, position: int) -> int:
    while position < len(text) and text[position] in " \t\r\n":
        position += 1
    return position


def _twice(keys: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key for key in keys if keys.count(key) > 1))


def _float(text: str) -> Written:
    return Written(float(text), text)


def _int(text: str) -> int | Written:
    try:
        return int(text)
    except ValueError:  # More digits than Python converts.
        return Written(float(text), text)


def _constant(name: str) -> Written:
    return Written(float(name), name)


def _has_numeric_id(value: object) -> bool:
    """A fraction where an id stands: only the slow reader keeps how it was written."""
    return isinstance(value, Mapping) and any(isinstance(value.get(key), float) for key in ("case_id", "doc_id"))


def _measure(value: object) -> tuple[int, int]:
    """How many keys a value has at all depths, and how deeply it is nested."""
    keys, depth, level = 0, 0, [value]
    while level:
        inner: list[object] = []
        for one in level:
            if isinstance(one, dict):
                keys += len(one)
                inner += [value for value in one.values() if isinstance(value, dict | list)]
            elif isinstance(one, list):
                inner += [value for value in one if isinstance(value, dict | list)]
        depth, level = depth + 1, inner
    return keys, depth
