"""Ragas: the frame of ``evaluate()``, 0.1 to 0.4, as CSV, JSON records, JSON columns or JSON Lines."""

from collections.abc import Iterator
from typing import Any

from triage.adapters.adapter import Adapter, Files
from triage.adapters.file import ForeignFile, Form, Item
from triage.adapters.frames import columns, records
from triage.adapters.native import Found, Lost, Said, Spot
from triage.adapters.scored_rows import fields_of, read_rows

_TOOL = "Ragas"
_DATASET = (
    *("user_input", "response", "retrieved_contexts", "reference", "reference_contexts", "retrieved_context_ids"),
    *("reference_context_ids", "multi_responses", "rubrics", "persona_name", "query_style", "query_length"),
    *("reference_tool_calls", "reference_topics", "synthesizer_name"),
    *("question", "answer", "contexts", "ground_truth", "ground_truths", "episode_done", "evolution_type", "metadata"),
)
_NO_METRIC = ("id", "case_id", "index", "")


def _recognises(file: ForeignFile) -> bool:
    names = set(columns(file))
    if _is_columns(file):
        names = set(file.document)
    old = "question" in names and bool(names & {"contexts", "ground_truth", "ground_truths"}) and "answer" in names
    new = "user_input" in names and bool(names & {"response", "retrieved_contexts"})
    return (old or new) and bool(_metrics(list(names)))


def _is_columns(file: ForeignFile) -> bool:
    """The layout of pandas' to_json: column to row number to value."""
    document = file.document if file.form is Form.JSON else None
    return (
        isinstance(document, dict)
        and bool(document)
        and all(isinstance(one, dict) and all(key.isdigit() for key in one) for one in document.values())
    )


def _metrics(names: list[str]) -> list[str]:
    fields = fields_of(names)
    plain = [name for name in names if name not in _DATASET and name not in fields]
    return [name for name in plain if name not in _NO_METRIC and not name.startswith("Unnamed: ")]


def _read(files: Files) -> Iterator[Found]:
    rows, noticed = (_by_columns(files.file.document), []) if _is_columns(files.file) else records(files.file)
    yield from noticed
    names = list(dict.fromkeys(name for item in rows for name in item.value))
    metrics = _metrics(names)
    yield Said("Ragas keeps no case id, no threshold and no error: cases are named by row, a failed metric is only NaN")
    yield from read_rows(_TOOL, rows, _ids(rows), metrics)


def _ids(rows: list[Item]) -> list[str]:
    own = [str(one.value.get("case_id") or one.value.get("id") or "") for one in rows]
    return own if all(own) else [f"row {number}" for number in range(1, len(rows) + 1)]


def _by_columns(document: dict[str, dict[str, Any]]) -> list[Item]:
    keys = list(dict.fromkeys(key for column in document.values() for key in column))
    return [
        Item({name: column.get(key) for name, column in document.items()}, Spot(pointer=f"/*/{key}")) for key in keys
    ]


def _is_trace(file: ForeignFile) -> bool:
    return {"run_id", "parent_run_id", "children"} <= set(file.first)


def _refuse_trace(_: Files) -> Iterator[Found]:
    yield Lost("a trace of Ragas and no results: open the frame of evaluate() from the same run")


TRACES = Adapter(
    "ragas-trace",
    "Ragas tracer",
    "a dump of the tracer, which is named and not read",
    "records with run_id, parent_run_id and children",
    _is_trace,
    _refuse_trace,
    side=True,
)
ADAPTER = Adapter(
    "ragas",
    _TOOL,
    "the frame of evaluate(), 0.1 to 0.4",
    "columns user_input with response or retrieved_contexts (0.2 on), or question and answer with contexts or "
    "ground_truth (0.1), and a column per metric",
    _recognises,
    _read,
    keep="give the dataset retrieved_context_ids and reference_context_ids, join results back to it by user_input, and "
    "dump the tracer for claims and errors",
)
