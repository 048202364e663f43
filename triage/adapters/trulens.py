"""TruLens: the frame of ``get_records_and_feedback``, as CSV or JSON."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from triage.adapters.adapter import Adapter, Files
from triage.adapters.cells import list_cell
from triage.adapters.file import ForeignFile, Item
from triage.adapters.frames import (
    Beside,
    as_chunks,
    attempts,
    beside,
    columns,
    names_in,
    python_value,
    reading,
    records,
    some,
    words_of,
)
from triage.adapters.native import Found, Result, Said, row

_TOOL = "TruLens"
_CALLS = "_calls"
_DATES = re.compile(r"datetime\.datetime\([\d, ]*\)")
_SOURCES = ("source", "context", "contexts", "retrieved_contexts")


def _metrics(names: Sequence[str]) -> list[str]:
    return [name.removesuffix(_CALLS) for name in names if name.endswith(_CALLS) and name != _CALLS]


def _recognises(file: ForeignFile) -> bool:
    names = columns(file)
    return "record_id" in names and ("record_json" in names or any(name in names for name in _metrics(names)))


def _read(files: Files) -> Iterator[Found]:
    rows, noticed = records(files.file)
    yield from noticed
    metrics = _metrics(names_in(files.file))
    if not metrics:
        yield Said("no feedback column: the records were not evaluated")
    ids = [_text(item.value, "input_id") or _text(item.value, "record_id") or "" for item in rows]
    ids = [name or f"row {number}" for number, name in enumerate(ids, start=1)]
    if any(not _text(item.value, "input_id") for item in rows):
        yield Said("cases are named by their record id, which is new in every run, where TruLens wrote no input_id")
    silent = [name for name, item in zip(ids, rows, strict=True) if not _text(item.value, "output")]
    if silent:
        yield Said(f"no output, and TruLens writes no other sign of an application that failed: {some(silent)}")
    systems = {_system(item.value) for item in rows}
    for case_id, attempt, item in zip(ids, attempts(ids), rows, strict=True):
        calls = {metric: _calls(item.value.get(f"{metric}{_CALLS}")) for metric in metrics}
        if attempt in (None, 1):
            yield from beside(_TOOL, case_id, _kept(item.value, calls), item.spot)
        more = {"attempt": attempt, "system": _system(item.value) if len(systems) > 1 else None}
        for metric in metrics:
            light = {name: one for name, one in item.value.items() if name.startswith(metric) or name == "record_id"}
            yield row(_TOOL, _result(case_id, metric, item, calls[metric], more), light, item.spot)


def _result(case_id: str, metric: str, item: Item, calls: Sequence[Mapping[str, Any]], more: dict[str, Any]) -> Result:
    """A metric that was called and has no score broke; one that was not called was never scored."""
    score, status = reading(item.value.get(metric))
    lower = str(item.value.get(f"{metric} direction")).strip().casefold() in ("false", "0", "0.0")
    said = next((text for call in calls if (text := _explanation(call))), None)
    error = None
    if score is None and calls:
        error = f"the metric was called and gave no score{f': {said}' if said else ''}"
    return Result(case_id, metric, score, status, None, None if error else said, error, lower, more)


def _explanation(call: Mapping[str, Any]) -> str | None:
    meta = call.get("meta")
    if not isinstance(meta, Mapping):
        return None
    inner = meta.get("metadata")
    found: Any = meta.get("explanation") or meta.get("reason")
    found = found or (inner.get("reason") if isinstance(inner, Mapping) else None)
    return words_of(found)


def _calls(cell: Any) -> list[Mapping[str, Any]]:
    """The calls of a metric, without the spans that only tell where its arguments came from."""
    value = python_value(_DATES.sub("None", cell)) if isinstance(cell, str) else cell
    listed = value if isinstance(value, list) else []
    return [one for one in listed if isinstance(one, Mapping) and ("ret" in one or "args" in one)]


def _kept(value: Mapping[str, Any], calls: Mapping[str, Sequence[Mapping[str, Any]]]) -> Beside:
    """The retrieved texts are the ``source`` that a metric was called with."""
    every = [call["args"] for found in calls.values() for call in found if isinstance(call.get("args"), Mapping)]
    source = next((args[name] for args in every for name in _SOURCES if args.get(name) is not None), None)
    if isinstance(source, str):
        source = list_cell(source) if source.lstrip().startswith("[") else [source]
    return Beside(value.get("input"), value.get("output"), None, None, as_chunks(source))


def _text(value: Mapping[str, Any], name: str) -> str | None:
    found = value.get(name)
    text = "" if found is None else str(found).strip()
    return text if text.casefold() not in ("", "nan", "none") else None


def _system(value: Mapping[str, Any]) -> str | None:
    names = [text for name in ("app_name", "app_version") if (text := _text(value, name))]
    return " ".join(names) or _text(value, "app_id")


ADAPTER = Adapter(
    name="trulens",
    tool=_TOOL,
    reads="a frame of records and feedback",
    by="record_id with record_json, or with a column and its <column>_calls",
    recognises=_recognises,
    read=_read,
    keep="TruLens keeps the retrieved texts only as arguments of a metric: select the context as `source`, return "
    "the document ids with it, and write a case id as the record's input_id",
)
