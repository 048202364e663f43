"""Cells that hold more than one value: Python and numpy lists, and the ways a metric's value is written."""

import ast
import math
import re
from typing import Any, NamedTuple

_LITERAL = re.compile(r"""(?:[rbuRBU]{0,2})("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')""", re.DOTALL)
_WRAPPED = re.compile(r"np\.\w+\(([^()]*)\)")
_NUMBERS = re.compile(r"[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|nan|inf)")
_METRIC_RESULT = re.compile(r"MetricResult\(value=(?P<value>.*?)(?:, reason=(?P<reason>.*))?\)\s*\Z", re.DOTALL)
_NOTHING = ("", "nan", "none", "null", "n/a", "<na>", "-")


class Cell(NamedTuple):
    """A metric's cell: ``value`` is a float, a label, or None for nothing; ``reason`` what stood beside it."""

    value: float | str | None
    reason: str | None = None


def list_cell(text: str) -> list[str]:
    """The texts of a cell that holds a list, whatever stands between them; a cell without brackets is one text.

    ``['a', 'b']`` and numpy's ``['a'`` line feed ``'b']`` are two texts; an empty cell is none.  A text that is not
    in brackets is never split: people join with ``|``, ``;`` and ``,``, and put all three into texts.
    """
    stripped = text.strip()
    if not stripped:
        return []
    if not (stripped.startswith("[") and stripped.endswith("]")):
        return [text]
    inner = stripped[1:-1]
    literals = [_literal(match.group()) for match in _LITERAL.finditer(inner)]
    if literals:
        return literals
    plain = _WRAPPED.sub(r"\1", inner)
    return _NUMBERS.findall(plain) if plain.strip() else []


def metric_cell(value: Any) -> Cell:
    """The value of a metric, in any of the shapes that tools write."""
    if isinstance(value, dict):
        inner = next((value[name] for name in ("value", "result", "score") if name in value), None)
        reason = value.get("reason") or value.get("explanation")
        return Cell(metric_cell(inner).value, str(reason) if reason else None)
    if isinstance(value, bool):
        return Cell("true" if value else "false")
    if isinstance(value, int | float):
        return Cell(float(value) if math.isfinite(value) else None)
    if not isinstance(value, str):
        return Cell(None)
    match = _METRIC_RESULT.match(value.strip())
    if match:
        reason = match.group("reason")
        return Cell(metric_cell(match.group("value")).value, _literal(reason) if reason else None)
    return Cell(_scalar(value))


def _scalar(text: str) -> float | str | None:
    plain = _WRAPPED.sub(r"\1", text).strip()
    if plain.casefold() in _NOTHING:
        return None
    try:
        number = float(plain)
    except ValueError:
        return plain
    return number if math.isfinite(number) else None


def _literal(text: str) -> str:
    try:
        value = ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text.strip().strip("'\"")
    return value if isinstance(value, str) else str(value)
