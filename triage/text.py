"""How untrusted text and numbers are shown: the only place that knows control characters and digits."""

import math
import re

_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)
_LINE_ENDS = re.compile("\r\n|\n")
_ESCAPE = re.compile(r"\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})")
_LONGEST_ESCAPE = 10


def _escape(match: re.Match[str]) -> str:
    code = ord(match.group())
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def clean(text: str) -> str:
    """The text letter for letter on one line, with every control, bidi and invisible character as a visible escape.

    What comes out can be written to any terminal: it holds no C0, DEL, C1, line separator, bidi control, zero-width
    character, variation selector, tag character or surrogate.
    """
    return _UNSAFE.sub(_escape, text)


def clean_lines(text: str) -> list[str]:
    """The text as clean lines, broken at its own line feeds; tabs become four blanks."""
    return [clean(line.replace("\t", "    ")) for line in _LINE_ENDS.split(text)]


def shorten(text: str, width: int) -> str:
    """At most ``width`` characters, cut in the middle: the ends of an id are what tell two ids apart.

    A visible escape is kept whole or left out: half of one would read as another character.
    """
    if len(text) <= width:
        return text
    if width < 3:
        return text[: max(width, 0)]
    head = (width - 1) // 2
    tail = len(text) - (width - 1 - head)
    return f"{text[: _inside_escape(text, head)[0]]}…{text[_inside_escape(text, tail)[1] :]}"


def _inside_escape(text: str, at: int) -> tuple[int, int]:
    """Where the escape that a cut at ``at`` would go through starts and ends; the place itself where none does."""
    start = max(at - _LONGEST_ESCAPE, 0)
    for match in _ESCAPE.finditer(text, start, at + _LONGEST_ESCAPE):
        if match.start() < at < match.end():
            return match.span()
    return at, at


def number(value: float | None, beside: float | None = None) -> str:
    """A number in three digits; beside another one in four, or in as many more as keep the two apart.

    Two numbers that differ never look equal, and never change sides by rounding: where twelve digits are not enough
    the value stands in full.
    """
    if value is None:
        return "none"
    if not math.isfinite(value):
        return str(value)
    digits = 3 if beside is None else _digits_apart(value, beside)
    return repr(value) if digits is None else _trim(f"{value:.{digits}f}")


def _digits_apart(one: float, other: float) -> int | None:
    for digits in range(4, 13):
        left, right = (float(f"{value:.{digits}f}") for value in (one, other))
        if (left < right) == (one < other) and (left > right) == (one > other):
            return digits
    return None


def _trim(digits: str) -> str:
    return digits.rstrip("0").rstrip(".") if "." in digits else digits


def versus(score: float | None, minimum: float | None) -> str:
    """``0.7966 < 0.8``: a score and its minimum, each with enough digits to show which side it is on."""
    if score is None or minimum is None:
        return number(score if minimum is None else minimum)
    sign = "<" if score < minimum else ">=" if score > minimum else "="
    return f"{number(score, minimum)} {sign} {number(minimum, score)}"


def count(amount: int, noun: str, plural: str = "") -> str:
    """``1 row``, ``2 rows``."""
    return f"{amount} {noun if amount == 1 else plural or noun + 's'}"


def signed(value: float) -> str:
    """A difference with its sign; zero has none."""
    return "0" if value == 0 else f"{'+' if value > 0 else '-'}{number(abs(value))}"


def safe_json(encoded: str) -> str:
    """Encoded JSON with the same values, and every character that :func:`clean` escapes written as a JSON escape."""
    return _UNSAFE.sub(_json_escape, encoded)


def _json_escape(match: re.Match[str]) -> str:
    units = match.group().encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at] << 8 | units[at + 1]:04x}" for at in range(0, len(units), 2))
