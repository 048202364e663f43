"""Frames: rows with the same columns, written as a table, JSON Lines or a list of records; and what stands in cells."""

import ast
import json
import math
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from triage.adapters.cells import list_cell, metric_cell
from triage.adapters.file import ForeignFile, Form, Item
from triage.adapters.names import CASE_ID, pick
from triage.adapters.native import NOWHERE, Lost, Native, Said, Spot, about, retrieval

_VERDICTS = {
    **dict.fromkeys(("pass", "passed", "yes", "true", "correct"), "pass"),
    **dict.fromkeys(("fail", "failed", "no", "false", "incorrect"), "fail"),
}
_RAISED = re.compile(r"""(?P<kind>[A-Za-z_][\w.]*)\((?P<quote>['"])(?P<words>.*)(?P=quote),?\)""", re.DOTALL)
APPLICATION_FAILED = "the application failed"
_GREATEST = int(sys.float_info.max)
_DOC_ID = ("doc_id", "document_id", "id", "source")
_TEXT = ("text", "page_content", "content", "chunk", "document.content", "document")
_SCORE = ("score", "relevance_score", "similarity")


class Reading(NamedTuple):
    """A metric's cell: the number or the label as written, and the verdict where the label is one of a known pair."""

    score: float | str | None
    status: str | None = None


class Beside(NamedTuple):
    """What a frame keeps of a case beside its results; None is what it does not keep, ``[]`` retrieved nothing."""

    question: Any = None
    answer: Any = None
    reference: Any = None
    relevant: Sequence[str] | None = None
    chunks: list[dict[str, Any]] | None = None
    k: int | None = None


def columns(file: ForeignFile) -> tuple[str, ...]:
    """The columns of a frame: a table's header, or the keys of the first record; empty for every other file."""
    if file.form is Form.TABLE:
        return file.table.header
    return tuple(file.first or (_only(file) or {}))


def _only(file: ForeignFile) -> dict[str, Any] | None:
    """The record of JSON Lines with one line, which are one document as well."""
    document = file.document if file.form is Form.JSON else None
    return document if isinstance(document, dict) else None


def records(file: ForeignFile) -> tuple[list[Item], list[Lost | Said]]:
    """The rows with their places, and what was not read or needs saying.

    Of a column that is given twice the first counts; rows without a cell for every column are lost.
    """
    if file.form is not Form.TABLE:
        only = _only(file)
        return [Item(only, Spot(1))] if only else list(file.items), list(file.lost)
    header, rows = file.table
    found, noticed = list[Item](), list[Lost | Said]()
    twice = [name for name, times in Counter(header).items() if times > 1]
    noticed += [Said(f"the column {name} is given twice: the first is used", Spot(1)) for name in twice]
    if not rows:
        noticed.append(Lost("a header and no rows: whoever wrote it stopped before the first result", Spot(1)))
    for number, (line, cells) in enumerate(rows, start=1):
        if len(cells) == len(header):
            found.append(Item(dict(zip(reversed(header), reversed(cells), strict=True)), Spot(line)))
            continue
        torn = number == len(rows) and len(cells) < len(header)
        noticed.append(Lost(f"the row has {len(cells)} of {len(header)} cells", Spot(line), torn))
    return found, noticed


def names_in(file: ForeignFile) -> tuple[str, ...]:
    """Every column that any record has, in the order they are met."""
    if file.form is Form.TABLE:
        return file.table.header
    return tuple(dict.fromkeys(name for item in records(file)[0] for name in item.value))


def python_value(cell: Any) -> Any:
    """A cell that holds a whole value as JSON or Python text; the text itself when it is neither."""
    if not isinstance(cell, str) or cell.lstrip()[:1] not in ("{", "["):
        return cell
    for decode in (json.loads, ast.literal_eval):
        try:
            return decode(cell)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            continue
    return cell


def reading(value: Any) -> Reading:
    """The value of a metric's cell; NaN and infinities stay what they are, and a known verdict is one."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > _GREATEST:
        return Reading(math.inf if value > 0 else -math.inf)
    if isinstance(value, float) and not math.isfinite(value):
        return Reading(value)
    if isinstance(value, str) and value.strip().casefold() in ("nan", "inf", "-inf"):
        return Reading(float(value))
    found = metric_cell(value).value
    return Reading(found, _VERDICTS.get(found.strip().casefold()) if isinstance(found, str) else None)


def as_chunks(value: Any) -> list[dict[str, Any]] | None:
    """Retrieved chunks, best first, of a list, a cell that holds one, or one text; None when nothing was kept."""
    if isinstance(value, str):
        inner = python_value(value) if value.lstrip()[:1] == "[" and "{" in value else None
        found: Any = inner if isinstance(inner, list) and all(isinstance(one, dict) for one in inner) else None
        value = (list_cell(value) if value.strip() else None) if found is None else found
    if not isinstance(value, list):
        return None
    return [_chunk(one) for one in value]


def with_ids(chunks: list[dict[str, Any]] | None, ids: Any) -> list[dict[str, Any]] | None:
    """The chunks with the document ids that stand in the same order in another column, or the ids alone."""
    if isinstance(ids, str):
        ids = list_cell(ids) if ids.strip() else None
    if not isinstance(ids, list):
        return chunks
    if chunks is None or len(chunks) != len(ids):
        return chunks or [{"doc_id": str(one)} for one in ids]
    return [chunk | {"doc_id": str(one)} for chunk, one in zip(chunks, ids, strict=True)]


def plain_text(value: Any) -> str | None:
    """A text, also where it stands inside a mapping with one text; None for nothing."""
    if isinstance(value, Mapping):
        texts = [one for one in value.values() if isinstance(one, str)]
        value = texts[0] if len(texts) == 1 else json.dumps(value, ensure_ascii=False, default=str) if value else None
    return None if value is None else str(value)


def words_of(value: Any) -> str | None:
    """A reason or a label as text; None for an empty one, and for NaN, which frames write for nothing."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return None
    return str(value).strip() or None


def verdicts(rows: Sequence[Mapping[str, Any]], cells: Mapping[str, str]) -> Iterator[Said]:
    """Says once which metrics are read as verdicts; ``cells`` gives for each the name of its cell."""
    found = [metric for metric, cell in cells.items() if any(reading(one.get(cell)).status for one in rows)]
    if found:
        yield Said(f"true, yes and pass are read as passed, false, no and fail as failed: {', '.join(found)}")


def last_counts(groups: Iterable[Sequence[str]]) -> Iterator[Said]:
    """Says which names are given more than once in a group, where the last of them is read."""
    found = dict.fromkeys(name for group in groups for name, times in Counter(group).items() if times > 1)
    if found:
        yield Said(f"given more than once for one answer, the last counts: {', '.join(found)}")


def some(ids: Sequence[str], most: int = 5) -> str:
    """The first ids of a list in words, and how many more there are."""
    more = f" and {len(ids) - most} more" if len(ids) > most else ""
    return f"{', '.join(ids[:most])}{more}"


def beside(tool: str, case_id: str, told: Beside, spot: Spot = NOWHERE) -> Iterator[Native]:
    """The case, the answer and the retrieval as far as the frame keeps them, each a record of its own."""
    reviewed = {"question": told.question or None, "reference": told.reference or None, "relevant": told.relevant}
    for fields in (reviewed, {"answer": told.answer}):
        record = about(tool, case_id, {name: _written(one) for name, one in fields.items()}, spot=spot)
        if record is not None:
            yield record
    if told.chunks is not None:
        yield retrieval(tool, case_id, told.chunks, k=told.k, spot=spot)


def innermost(error: Any) -> str | None:
    """What a message says without its stack trace: ``ValueError('gone')`` and a traceback become ``ValueError: gone``.

    None when nothing is said.
    """
    text = "" if error is None else str(error).strip()
    if not text or text.casefold() in ("nan", "none", "null"):
        return None
    before, found, trace = text.partition("Traceback (most recent call last)")
    said = before.strip() or (trace.strip().splitlines() or [""])[-1].strip() if found else text
    raised = _RAISED.fullmatch(said)
    return f"{raised['kind']}: {raised['words']}" if raised else said or text


def attempts(ids: Iterable[str]) -> Iterator[int | None]:
    """For each id in turn which of its repeats it is, counted from 1; None for an id that stands once."""
    every = list(ids)
    times, seen = Counter(every), Counter[str]()
    for one in every:
        seen[one] += 1
        yield seen[one] if times[one] > 1 else None


def case_ids(rows: Sequence[Item], *sources: str) -> list[str]:
    """The id of each row: under a name that people give to ids, also inside the named columns, else ``row 3``."""
    return [_case_id(item.value, sources) or f"row {number}" for number, item in enumerate(rows, start=1)]


def _case_id(value: Mapping[str, Any], sources: tuple[str, ...]) -> str | None:
    for place in ({name: one for name, one in value.items() if name not in sources}, *map(value.get, sources)):
        inner = python_value(place)
        found = pick(inner, CASE_ID) if isinstance(inner, Mapping) else None
        if isinstance(found, str | int) and str(found).strip():
            return str(found)
    return None


def _chunk(value: Any) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        return {"text": str(value)}
    metadata = value.get("metadata")
    doc_id = next(
        (pick(one, _DOC_ID) for one in (value, metadata) if isinstance(one, Mapping) and pick(one, _DOC_ID)), None
    )
    text, score = pick(value, _TEXT), pick(value, _SCORE)
    chunk: dict[str, Any] = {"doc_id": str(doc_id)} if doc_id is not None else {}
    chunk |= {"text": text} if isinstance(text, str) else {}
    return chunk | ({"score": score} if isinstance(score, int | float) and not isinstance(score, bool) else {})


def _written(value: Any) -> Any:
    return value if value is None or isinstance(value, list | tuple) else plain_text(value)
