"""Langfuse: the export of scores, joined with an export of traces or observations that lies beside it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from triage.adapters.adapter import Adapter, Files
from triage.adapters.file import ForeignFile, Form, Item, listed
from triage.adapters.frames import (
    Beside,
    as_chunks,
    attempts,
    beside,
    columns,
    python_value,
    reading,
    records,
    words_of,
)
from triage.adapters.names import ANSWER, CONTEXTS, QUESTION, folded, pick
from triage.adapters.native import Found, Lost, Result, Said, row

_TOOL = "Langfuse"
_SCORES = {"traceid", "datatype", "stringvalue", "value", "name"}
_TRACES = {"id", "input", "output"}
_TEXTUAL = ("CATEGORICAL", "TEXT", "CORRECTION")


def _recognises(file: ForeignFile) -> bool:
    return set(_names(file)) >= _SCORES


def _names(file: ForeignFile) -> list[str]:
    """The columns as they are compared, also those of a page of the API (``data``)."""
    if _is_page(file):
        found = _page(file.document)
        return [folded(name) for one in found[:1] if isinstance(one, Item) for name in one.value]
    return [folded(name) for name in columns(file)]


def _is_page(file: ForeignFile) -> bool:
    return file.form is Form.JSON and isinstance(file.document, dict) and "data" in file.document


def _page(document: Mapping[str, Any]) -> list[Item | Lost]:
    data = document.get("data")
    return list(listed(data, "/data")) if isinstance(data, list) else []


def _rows(file: ForeignFile) -> tuple[list[Item], Sequence[Lost | Said]]:
    """The records under folded names: exports write ``trace_id``, the API ``traceId``."""
    if _is_page(file):
        page = _page(file.document)
        rows, noticed = [one for one in page if isinstance(one, Item)], [one for one in page if isinstance(one, Lost)]
        return [_folded(one) for one in rows], noticed
    found, said = records(file)
    return [_folded(one) for one in found], said


def _folded(item: Item) -> Item:
    return Item({folded(name): one for name, one in item.value.items()}, item.spot)


def _read(files: Files) -> Iterator[Found]:
    rows, noticed = _rows(files.file)
    yield from noticed
    ids = [_case_id(item.value) or f"row {number}" for number, item in enumerate(rows, start=1)]
    yield from _joined(files, set(ids))
    runs = {words_of(item.value.get("datasetrunid")) for item in rows}
    keys = [f"{case_id}\0{item.value.get('name')}" for case_id, item in zip(ids, rows, strict=True)]
    for case_id, attempt, item in zip(ids, attempts(keys), rows, strict=True):
        run = words_of(item.value.get("datasetrunid")) if len(runs) > 1 else None
        yield row(_TOOL, _result(case_id, attempt, run, item.value), item.value, item.spot)


def _case_id(value: Mapping[str, Any]) -> str | None:
    return next(
        (text for name in ("traceid", "sessionid", "datasetrunid", "id") if (text := words_of(value.get(name)))), None
    )


def _result(case_id: str, attempt: int | None, run: str | None, value: Mapping[str, Any]) -> Result:
    """The value, or where it is only the number of a category or nothing at all, the text beside it."""
    kind = (words_of(value.get("datatype")) or "").upper()
    number = reading(value.get("value"))
    score, status = number
    if kind in _TEXTUAL:
        score, status = reading(value.get("stringvalue"))
    elif kind == "BOOLEAN":
        status = {1.0: "pass", 0.0: "fail"}.get(number.score) if isinstance(number.score, float) else number.status
    source = words_of(value.get("source"))
    more = {"attempt": attempt, "system": run, "judge": {"kind": "EVAL"} if source == "EVAL" else None}
    name = words_of(value.get("name")) or "score"
    return Result(case_id, name, score, status, None, words_of(value.get("comment")), more=more)


def _joined(files: Files, ids: set[str]) -> Iterator[Found]:
    """Question, answer and retrieved texts from exports of traces and observations beside the scores."""
    joined = False
    for other in files.others:
        if not set(_names(other)) >= _TRACES:
            continue
        rows = _rows(other)[0]
        known = [(name, one) for one in rows if (name := _trace_id(one.value)) in ids]
        if known:
            joined = True
            files.joined.add(other.name)
        for case_id, item in known:
            yield from beside(_TOOL, str(case_id), _kept(item.value), item.spot._replace(file=other.name))
    if not joined:
        yield Said("no export of traces lies beside the scores: questions and answers are in it, joined by trace_id")


def _trace_id(value: Mapping[str, Any]) -> str | None:
    return words_of(value.get("traceid")) or words_of(value.get("id"))


def _kept(value: Mapping[str, Any]) -> Beside:
    """A retriever's output is what it retrieved; of the other observations only the root speaks for the trace."""
    asked, given = python_value(value.get("input")), python_value(value.get("output"))
    fields = given if isinstance(given, Mapping) else {}
    if (words_of(value.get("type")) or "").upper() == "RETRIEVER":
        return Beside(chunks=as_chunks(given if isinstance(given, list) else pick(fields, CONTEXTS)))
    if words_of(value.get("parentobservationid")):
        return Beside()
    question = pick(asked, QUESTION) if isinstance(asked, Mapping) else asked
    answer = pick(fields, ANSWER) if fields else given
    return Beside(
        asked if question is None else question,
        given if answer is None else answer,
        None,
        None,
        as_chunks(pick(fields, CONTEXTS)),
    )


ADAPTER = Adapter(
    name="langfuse",
    tool=_TOOL,
    reads="an export of scores",
    by="records with trace_id, data_type and string_value",
    recognises=_recognises,
    read=_read,
    keep="Langfuse's scores hold neither question nor answer: export traces and observations too, lay them beside the "
    "scores, and record the retrieval as an observation of type RETRIEVER",
)
