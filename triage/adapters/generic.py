"""Rows that no known tool wrote: questions or answers, and columns with numbers or verdicts."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from triage.adapters.adapter import Adapter, Files
from triage.adapters.cells import metric_cell
from triage.adapters.file import ForeignFile, Form, Item, listed
from triage.adapters.frames import case_ids, columns, reading, records
from triage.adapters.names import ANSWER, CASE_ID, QUESTION, find, folded
from triage.adapters.native import Found, Said
from triage.adapters.scored_rows import fields_of, read_rows

_TOOL = "generic rows"
_NESTED = ("scores", "metrics", "metric_scores", "evaluation")
_LABELS = ("pass", "fail", "passed", "failed", "yes", "no", "true", "false", "correct", "incorrect")
_NO_METRIC = re.compile(
    r"(?i)(^|[\W_])(latency\w*|duration\w*|time|tokens?|cost|k|top_?k|rank|index|row|length|date|version|attempt|epoch|"
    r"seed|timestamp|elapsed|num|count|page|line|year|price|size)($|[\W_])|(Latency|Duration|Tokens|Cost|Length|Count)"
)
_DEEPEST = 2
# Two answers beside each other are a judge's comparison, whose numbers are places and labels and no scores.
_PAIRS = {
    "output1",
    "output2",
    "response1",
    "response2",
    "model1",
    "model2",
    "winner",
    "g1winner",
    "answera",
    "answerb",
}


def _recognises(file: ForeignFile) -> bool:
    rows, _ = _rows(file)
    return bool(rows) and bool(_metrics(rows)) and _named(rows)


def _named(rows: Sequence[Item]) -> bool:
    """The rows are of questions or answers, or of named cases with verdicts, and compare no two answers."""
    names = list(rows[0].value)
    if _PAIRS & {folded(name) for name in names}:
        return False
    if find(names, QUESTION) is not None or find(names, ANSWER) is not None:
        return True
    judged = any(reading(one.value.get(name)).status for one in rows for name in _metrics(rows))
    return judged and find(names, CASE_ID) is not None


def _rows(file: ForeignFile) -> tuple[list[Item], list[Found]]:
    """The rows, also one or two levels inside a wrapper, with a nested object of scores laid beside them."""
    noticed: list[Found] = []
    if file.form is Form.JSON and isinstance(file.document, dict):
        pointer, found = _inside(file.document, "", 0)
        items = [one for one in listed(found, pointer) if isinstance(one, Item)]
        noticed = [Said(f"the rows stand in {pointer}")] if pointer else []
    elif file.form in (Form.TABLE, Form.LINES, Form.JSON) and columns(file):
        items, lost = records(file)
        noticed = list(lost)
    else:
        return [], []
    return [Item(_flat(one.value), one.spot) for one in items], noticed


def _inside(value: Mapping[str, Any], pointer: str, depth: int) -> tuple[str, list[Any]]:
    """The first list of records that have an id or a question."""
    for key, one in value.items():
        if isinstance(one, list) and one and isinstance(one[0], dict):
            names = list(one[0])
            if find(names, CASE_ID) is not None or find(names, QUESTION) is not None:
                return f"{pointer}/{key}", one
    for key, one in value.items():
        if isinstance(one, dict) and depth < _DEEPEST - 1:
            found = _inside(one, f"{pointer}/{key}", depth + 1)
            if found[1]:
                return found
    return "", []


def _flat(value: dict[str, Any]) -> dict[str, Any]:
    nested = [value[name] for name in _NESTED if isinstance(value.get(name), dict)]
    return {
        **{key: one for key, one in value.items() if key not in _NESTED},
        **{k: v for one in nested for k, v in one.items()},
    }


def _metrics(rows: Sequence[Item]) -> list[str]:
    names = list(dict.fromkeys(name for item in rows for name in item.value))
    left_out = fields_of(names) | {name for name in names if _is_no_metric(name)}
    ids = {name for name in names if folded(name) in map(folded, CASE_ID)}
    return [name for name in names if name not in left_out | ids and _measures([one.value.get(name) for one in rows])]


def _is_no_metric(name: str) -> bool:
    return not name or name.startswith("Unnamed: ") or _NO_METRIC.search(name) is not None


def _measures(cells: Sequence[Any]) -> bool:
    """Every cell that holds something holds a number, a verdict, or a metric's result."""
    found = [cell for cell in cells if cell not in (None, "", [])]
    return bool(found) and all(_is_value(cell) for cell in found)


def _is_value(cell: Any) -> bool:
    if isinstance(cell, bool) or (isinstance(cell, int) and abs(cell) < 1 << 53) or isinstance(cell, float):
        return True
    if isinstance(cell, dict):
        return any(name in cell for name in ("value", "result", "score"))
    if not isinstance(cell, str) or len(cell) > 2000:
        return False
    value = metric_cell(cell).value
    if isinstance(value, float) or cell.strip().casefold() in ("nan", "none", "null"):
        return value is None or math.isfinite(float(value))
    return cell.strip().casefold() in _LABELS or cell.startswith("MetricResult(")


def _read(files: Files) -> Iterator[Found]:
    rows, noticed = _rows(files.file)
    yield from noticed
    metrics = _metrics(rows)
    yield Said(f"columns read as metrics: {', '.join(metrics)}")
    yield from read_rows(_TOOL, rows, case_ids(rows), metrics)


ADAPTER = Adapter(
    "generic",
    _TOOL,
    "rows of questions or answers with columns of numbers or verdicts",
    "a question or answer column, or an id beside verdicts, and a column in which every cell is a number, a verdict or "
    "a metric's result; also one or two levels inside a wrapper",
    _recognises,
    _read,
    keep="name the columns case_id, question, answer, contexts and reference, and keep retrieved_ids beside contexts",
    weak=True,
)
