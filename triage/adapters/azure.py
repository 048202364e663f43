"""Azure AI Evaluation: ``eval_results.jsonl`` and what ``evaluate(output_path=...)`` writes."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from triage.adapters.adapter import Adapter, Files
from triage.adapters.file import ForeignFile, Form, Item, listed
from triage.adapters.frames import (
    Beside,
    as_chunks,
    attempts,
    beside,
    case_ids,
    columns,
    innermost,
    reading,
    records,
    words_of,
)
from triage.adapters.names import ANSWER, CONTEXTS, QUESTION, REFERENCE, pick
from triage.adapters.native import Found, Lost, Result, Said, row

_TOOL = "Azure AI Evaluation"
_INPUTS, _OUTPUTS = "inputs.", "outputs."
_VERDICT, _LIMIT = "_result", "_threshold"
_SIDE = (
    *(_VERDICT, _LIMIT, "_reason", "_passed", "_status", "_properties", "_details", "_model", "_finish_reason"),
    *("_prompt_tokens", "_completion_tokens", "_total_tokens", "_sample_input", "_sample_output"),
)
_LOWER = ("violence", "sexual", "self_harm", "hate_unfairness", "hate_fairness")


class _Metric(NamedTuple):
    """A metric and the start of its columns: ``outputs.<evaluator>.<metric>``, or the metric's own name."""

    name: str
    column: str


def _recognises(file: ForeignFile) -> bool:
    names = _first_names(file)
    judged = any({f"{name}{_VERDICT}", f"{name}{_LIMIT}"} <= set(names) for name in names)
    asked = any(name.startswith(_INPUTS) for name in names)
    return judged or (asked and "line_number" in names and any(_evaluator(name) for name in names))


def _first_names(file: ForeignFile) -> tuple[str, ...]:
    if not _is_whole(file):
        return columns(file)
    rows = file.document["rows"]
    first = rows[0] if isinstance(rows, list) and rows else None
    return tuple(first) if isinstance(first, dict) else ()


def _is_whole(file: ForeignFile) -> bool:
    """Whether the file is what ``output_path`` was written to, with the means beside the rows."""
    return file.form is Form.JSON and isinstance(file.document, dict) and "rows" in file.document


def _read(files: Files) -> Iterator[Found]:
    rows, noticed = _rows(files.file)
    yield from noticed
    names = list(dict.fromkeys(name for item in rows for name in item.value))
    metrics, doubled = _metrics(names)
    if doubled:
        yield Said(f"left out, as the same value stands without `gpt_`: {', '.join(doubled)}")
    stripped = [Item(_fields(item.value), item.spot) for item in rows]
    ids = case_ids(stripped)
    if any(one.startswith("row ") for one in ids):
        yield Said("no column names the cases: the row number does")
    for case_id, attempt, item, fields in zip(ids, attempts(ids), rows, stripped, strict=True):
        if attempt in (None, 1):
            yield from beside(_TOOL, case_id, _kept(fields.value), item.spot)
        for metric in metrics:
            yield row(_TOOL, _result(case_id, metric, attempt, item.value), _light(metric, item.value), item.spot)


def _rows(file: ForeignFile) -> tuple[list[Item], Sequence[Lost | Said]]:
    if not _is_whole(file):
        return records(file)
    found = list(listed(file.document["rows"], "/rows"))
    return [one for one in found if isinstance(one, Item)], [one for one in found if isinstance(one, Lost)]


def _metrics(names: Sequence[str]) -> tuple[list[_Metric], list[str]]:
    """The metrics, and the columns that repeat one under its older name.

    A column is a metric when it has a verdict or a threshold; of an evaluator without either, every column that is
    nothing beside a metric.
    """
    known = set(names)
    bases = list(
        dict.fromkeys(name.removesuffix(end) for name in names for end in (_VERDICT, _LIMIT) if name.endswith(end))
    )
    judged = {_evaluator(name) for name in bases}
    bases += [
        name for name in names if _evaluator(name) and _evaluator(name) not in judged and not name.endswith(_SIDE)
    ]
    found = [_Metric(_metric_name(name), name) for name in bases if not name.startswith(_INPUTS)]
    doubled = [name for name in names if _older(name) in known]
    return [one for one in found if one.column not in doubled], [_metric_name(name) for name in doubled]


def _older(column: str) -> str | None:
    start, _, name = column.rpartition(".")
    return f"{start}.{name.removeprefix('gpt_')}".removeprefix(".") if name.startswith("gpt_") else None


def _evaluator(column: str) -> str:
    """The evaluator of ``outputs.<evaluator>.<metric>``; empty for every other column."""
    parts = column.removeprefix(_OUTPUTS).split(".", 1)
    return parts[0] if column.startswith(_OUTPUTS) and len(parts) == 2 else ""


def _metric_name(column: str) -> str:
    evaluator = _evaluator(column)
    name = column.removeprefix(_OUTPUTS)
    return evaluator if evaluator and name == f"{evaluator}.{evaluator}" else name


def _result(case_id: str, metric: _Metric, attempt: int | None, value: Mapping[str, Any]) -> Result:
    """A verdict beside NaN or nothing is none: it only says that NaN is below the threshold."""
    cell, scored = value.get(metric.column), value.get(f"{metric.column}_score")
    label = words_of(cell) if isinstance(cell, str) and scored is not None else None
    score = reading(cell if label is None else scored).score
    verdict = (words_of(value.get(f"{metric.column}{_VERDICT}")) or "").casefold()
    measured = score is not None and not (isinstance(score, float) and math.isnan(score))
    status = {"pass": "pass", "fail": "fail", "": None}.get(verdict, "invalid") if measured else None
    reason = words_of(value.get(f"{metric.column}_reason"))
    if label is not None:
        reason = f"{label}: {reason}" if reason else f"labelled {label}"
    more = {"attempt": attempt}
    limit = reading(value.get(f"{metric.column}{_LIMIT}")).score
    minimum = limit if isinstance(limit, float) and math.isfinite(limit) else None
    lower = metric.name.rpartition(".")[2] in _LOWER
    return Result(case_id, metric.name, score, status, minimum, reason, _error(metric, value), lower, more)


def _error(metric: _Metric, value: Mapping[str, Any]) -> str | None:
    state = (words_of(value.get(f"{metric.column}_status")) or "").casefold()
    if state not in ("error", "errored", "failed"):
        return None
    told = innermost(words_of(value.get(f"{metric.column}_reason")))
    return told or f"the evaluator ended with status {state} and no message"


def _light(metric: _Metric, value: Mapping[str, Any]) -> dict[str, Any]:
    """The record without what the judge was sent: prompts stand in the properties and samples."""
    shown = ("", "_score", _VERDICT, _LIMIT, "_reason", "_passed", "_status")
    return {
        f"{metric.column}{end}": value[f"{metric.column}{end}"] for end in shown if f"{metric.column}{end}" in value
    }


def _fields(value: Mapping[str, Any]) -> dict[str, Any]:
    """What was asked and answered, by plain names; of a name that stands on both sides the input's counts."""
    given = {name.removeprefix(_OUTPUTS): one for name, one in value.items() if not _evaluator(name)}
    asked = {name.removeprefix(_INPUTS): one for name, one in value.items() if name.startswith(_INPUTS)}
    return {**{name: one for name, one in given.items() if not name.startswith(_INPUTS)}, **asked}


def _kept(value: Mapping[str, Any]) -> Beside:
    chunks = as_chunks(pick(value, CONTEXTS))
    return Beside(pick(value, QUESTION), pick(value, ANSWER), pick(value, REFERENCE), None, chunks)


ADAPTER = Adapter(
    name="azure",
    tool=_TOOL,
    reads="results of evaluate()",
    by="a metric with <metric>_result and <metric>_threshold, or inputs.* with outputs.<evaluator>.<metric>",
    recognises=_recognises,
    read=_read,
    keep="Azure AI Evaluation keeps the dataset's columns: put an id, the context and the retrieved documents of each "
    "query into the dataset, or let the target return them",
)
