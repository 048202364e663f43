"""JUnit elements: the one place that knows what XML allows."""

import re
from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from triage.text import clean, shorten

_NO_CHARACTER = re.compile("[\ufffe\uffff]")
_MESSAGE_LIMIT, _LINE_LIMIT = 400, 2_000


class Kind(Enum):
    """What a test case came to; the value is its element."""

    PASSED = ""
    FAILURE = "failure"
    ERROR = "error"
    SKIPPED = "skipped"


PASSED, FAILURE, ERROR, SKIPPED = Kind.PASSED, Kind.FAILURE, Kind.ERROR, Kind.SKIPPED


class Case(NamedTuple):
    """One test case.  ``body`` are lines; a property whose value is None is left out."""

    classname: str
    name: str
    kind: Kind
    message: str = ""
    type: str = ""
    properties: tuple[tuple[str, str | None], ...] = ()
    body: tuple[str, ...] = ()


def text(words: str) -> str:
    """Element text: legal and escaped."""
    return escape(legal(words))


def attribute(words: str) -> str:
    """A quoted attribute value."""
    return quoteattr(legal(words))


def legal(words: str) -> str:
    """Clean text with a visible escape for the two further characters that XML cannot hold."""
    return _NO_CHARACTER.sub(lambda match: f"\\u{ord(match.group()):04x}", clean(words))


def properties(named: Iterable[tuple[str, str | None]]) -> str:
    """A ``properties`` element; nothing without a property."""
    lines = [
        f"<property name={attribute(name)} value={attribute(shorten(legal(value), _LINE_LIMIT))}/>\n"
        for name, value in named
        if value is not None
    ]
    return f"<properties>\n{''.join(lines)}</properties>\n" if lines else ""


def case_element(case: Case) -> str:
    """A ``testcase``.  Failures and errors hold the body as their text; others have it as ``system-out``."""
    body = text_lines(case.body)
    inner = properties(case.properties)
    if case.kind is not PASSED:
        element, message = case.kind.value, attribute(shorten(legal(case.message), _MESSAGE_LIMIT))
        kept = f" type={attribute(case.type)}>{body}</{element}>\n" if case.kind is not SKIPPED else "/>\n"
        inner += f"<{element} message={message}{kept}"
    if body and case.kind in (PASSED, SKIPPED):
        inner += f"<system-out>{body}</system-out>\n"
    head = f'<testcase classname={attribute(case.classname)} name={attribute(case.name)} time="0"'
    return f"{head}>\n{inner}</testcase>\n" if inner else f"{head}/>\n"


def text_lines(lines: Iterable[str]) -> str:
    """Escaped lines, each shortened."""
    return "\n".join(text(shorten(legal(line), _LINE_LIMIT)) for line in lines)
