"""Typed reading of a record's fields: a wrong type is a fault with a place, and the field then counts as absent."""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from triage.evidence.tolerant import Written
from triage.evidence.yaml_text import Plain
from triage.model import Fault, Source

_NUMBER = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?")
_SPECIAL = {
    **dict.fromkeys((".nan", ".NaN", ".NAN", "NaN", "nan"), math.nan),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf", "Infinity", "inf"), math.inf),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF", "-Infinity", "-inf"), -math.inf),
}
_OF_ONE_CALL = re.compile(
    "^(status|state|attempts?|retries|error|ok|id|request_id|trace_id|created|date|time|timestamp|seed_used)$|"
    "token|latency|duration|seconds|_ms$|cost|usage|price"
)
_TRUTH = {"true": True, "false": False, "yes": True, "no": False, "on": True, "off": False}


class Record(NamedTuple):
    """One record as read.

    ``repeated`` says in words which keys are given twice; ``dropped`` are those of the record itself, whose value is
    therefore unknown.
    """

    value: Mapping[str, Any]
    source: Source
    repeated: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()

    @property
    def known(self) -> Mapping[str, Any]:
        """The fields with one value."""
        if not self.dropped:
            return self.value
        return {key: value for key, value in self.value.items() if key not in self.dropped}


def as_text(value: object) -> str | None:
    """Text, or a number as it was written; None for everything else."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Written):
        return value.written
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return None


def as_number(value: object) -> float | None:
    """A number, NaN and infinities included; text counts only where it stood in YAML without quotes."""
    if isinstance(value, Plain):
        if _NUMBER.fullmatch(value):
            number = float(value)
            return number if math.isfinite(number) else Written(number, str(value))
        return Written(_SPECIAL[value], str(value)) if value in _SPECIAL else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return value if isinstance(value, float) else float(value)
    except OverflowError:
        return Written(math.inf, f"{str(value)[:12]}...")


def as_flag(value: object) -> bool | None:
    """True or false; text counts only where it stood in YAML without quotes."""
    if isinstance(value, Plain):
        return _TRUTH.get(value.lower())
    return value if isinstance(value, bool) else None


def describe(value: object) -> str:
    """A value's kind in words, for a fault."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    kinds = ((Mapping, "a mapping"), (str, "text"), (Sequence, "a list"), (int | float, "a number"))
    return next((words for kind, words in kinds if isinstance(value, kind)), type(value).__name__)


class Fields:
    """A record's fields by name, with the faults met so far."""

    def __init__(self, record: Mapping[str, Any], source: Source) -> None:
        self.record = record
        self.source = source
        self.faults: list[Fault] = []

    def fault(self, name: str, problem: str) -> None:
        """Note that a field does not hold what it should."""
        self.faults.append(Fault(name, problem, self.source))

    def present(self, name: str) -> bool:
        """The field is there and not null."""
        return self.record.get(name) is not None

    def text(self, *names: str) -> str | None:
        """The first of the named fields that is not null, as text; a number becomes its text."""
        name = next((name for name in names if self.present(name)), None)
        if name is None:
            return None
        text = as_text(self.record[name])
        if text is None:
            self.fault(name, f"expected text, found {describe(self.record[name])}")
        return text

    def number(self, name: str) -> float | None:
        """A finite number."""
        if not self.present(name):
            return None
        number = as_number(self.record[name])
        if number is None or not math.isfinite(number):
            self.fault(name, f"expected a finite number, found {describe(self.record[name])}")
            return None
        return number

    def whole(self, name: str) -> int | None:
        """A whole number."""
        number = self.number(name)
        if number is None:
            return None
        if number != int(number):
            self.fault(name, f"expected a whole number, found {number}")
            return None
        return int(number)

    def flag(self, name: str) -> bool | None:
        """True or false."""
        if not self.present(name):
            return None
        flag = as_flag(self.record[name])
        if flag is None:
            self.fault(name, f"expected true or false, found {describe(self.record[name])}")
        return flag

    def items(self, name: str) -> list[Any] | None:
        """A list of anything."""
        value = self.record.get(name)
        if value is not None and not isinstance(value, list):
            self.fault(name, f"expected a list, found {describe(value)}")
            return None
        return value

    def mapping(self, name: str) -> Mapping[str, Any] | None:
        """A mapping of anything."""
        value = self.record.get(name)
        if value is not None and not isinstance(value, Mapping):
            self.fault(name, f"expected a mapping, found {describe(value)}")
            return None
        return value

    def ids(self, *names: str) -> tuple[str, ...] | None:
        """A list of ids, from the first of the named fields that is not null."""
        name = next((name for name in names if self.present(name)), None)
        items = self.items(name) if name else None
        if name is None or items is None:
            return None
        found = [as_text(item) for item in items]
        wrong = next((place for place, one in enumerate(found) if one is None), None)
        if wrong is not None:
            self.fault(name, f"expected ids, found {describe(items[wrong])} at place {wrong + 1}")
            return None
        return tuple(one for one in found if one is not None)

    def texts(self, name: str) -> tuple[str, ...] | None:
        """A list of texts; one text alone is a list of one."""
        if isinstance(self.record.get(name), str):
            return (str(self.record[name]),)
        return self.ids(name)


def flatten(value: object, prefix: str = "") -> dict[str, str]:
    """Settings as dotted keys and text, in their order; null is "null", lists are joined by commas."""
    if isinstance(value, Mapping):
        found: dict[str, str] = {}
        for key, inner in value.items():
            found.update(flatten(inner, f"{prefix}.{key}" if prefix else str(key)))
        return found
    if isinstance(value, list):
        return {prefix: ", ".join("; ".join(flatten(one).values()) for one in value)}
    return {prefix: scalar_words(value)}


def scalar_words(value: object) -> str:
    """A scalar as text: null, true and false in lower case."""
    text = as_text(value)
    return describe(value) if text is None else text


def setting(value: object) -> str | None:
    """Who judged, as text or a mapping, on one line: ``model=m-2, temperature=0``.

    What one call cost or came to (attempts, tokens, latency, status) is no part of who judged.
    """
    if value is None:
        return None
    if isinstance(value, Mapping):
        told = flatten({key: one for key, one in value.items() if not _OF_ONE_CALL.search(str(key).casefold())})
        return ", ".join(f"{key}={inner}" for key, inner in told.items()) or None
    return scalar_words(value)
