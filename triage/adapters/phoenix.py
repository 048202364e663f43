"""Arize Phoenix: frames of ``evaluate_dataframe``, and experiments as the server gives them for download."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from triage.adapters.adapter import Adapter, Files
from triage.adapters.file import ForeignFile, Item
from triage.adapters.frames import (
    Beside,
    as_chunks,
    attempts,
    beside,
    case_ids,
    columns,
    innermost,
    names_in,
    python_value,
    reading,
    records,
    with_ids,
    words_of,
)
from triage.adapters.names import ANSWER, CONTEXTS, DOC_IDS, QUESTION, REFERENCE, pick
from triage.adapters.native import Found, Result, Said, row
from triage.adapters.phoenix_experiment import TOOL, is_experiment, read_experiment

_DETAILS = "_execution_details"
_SCORE = "_score"


def _metrics(names: Sequence[str]) -> list[str]:
    return [name.removesuffix(_DETAILS) for name in names if name.endswith(_DETAILS)]


def _recognises(file: ForeignFile) -> bool:
    names = columns(file)
    return is_experiment(names) or any(f"{metric}{_SCORE}" in names for metric in _metrics(names))


def _read(files: Files) -> Iterator[Found]:
    rows, noticed = records(files.file)
    yield from noticed
    names = names_in(files.file)
    yield from read_experiment(rows, names) if is_experiment(names) else _read_frame(rows, _metrics(names))


def _read_frame(rows: Sequence[Item], metrics: Sequence[str]) -> Iterator[Found]:
    ids = case_ids(rows)
    if any(one.startswith("row ") for one in ids):
        yield Said("no column names the cases: the row number does")
    cause = ""
    for case_id, attempt, item in zip(ids, attempts(ids), rows, strict=True):
        details = {metric: _mapping(item.value.get(f"{metric}{_DETAILS}")) for metric in metrics}
        cause = _broken(details) or cause
        if attempt in (None, 1):
            yield from beside(TOOL, case_id, _kept(item.value), item.spot)
        for metric in metrics:
            found = _mapping(item.value.get(f"{metric}{_SCORE}"))
            result = _result(case_id, metric, attempt, found, _error(details[metric], cause))
            yield row(TOOL, result, {"details": details[metric], "score": found}, item.spot)


def _result(case_id: str, metric: str, attempt: int | None, found: Mapping[str, Any], error: str | None) -> Result:
    label, explanation = words_of(found.get("label")), words_of(found.get("explanation"))
    score, status = reading(found.get("score"))
    if score is None and label is not None:
        score, status = reading(label)
        label = None
    reason = explanation or (f"labelled {label}" if label else None)
    lower = found.get("direction") == "minimize"
    more = {"attempt": attempt, "judge": {"kind": "LLM"} if str(found.get("kind")).upper() == "LLM" else None}
    return Result(case_id, metric, score, status, None, reason, error, lower, more)


def _error(details: Mapping[str, Any], cause: str) -> str | None:
    state = str(details.get("status", "")).upper()
    if state == "DID NOT RUN":
        return f"did not run, because {cause}" if cause else "did not run: an evaluator before it failed"
    return _last_exception(details) or "failed without a message" if state == "FAILED" else None


def _broken(details: Mapping[str, Mapping[str, Any]]) -> str:
    """Which evaluator failed, and how; once it has used up its retries, those after it do not run."""
    failed = ((metric, one) for metric, one in details.items() if str(one.get("status", "")).upper() == "FAILED")
    return next((f"{metric} failed: {_last_exception(one) or 'no message'}" for metric, one in failed), "")


def _last_exception(details: Mapping[str, Any]) -> str | None:
    raised = details.get("exceptions")
    return innermost(raised[-1]) if isinstance(raised, list) and raised else None


def _mapping(cell: Any) -> dict[str, Any]:
    value = python_value(cell)
    return value if isinstance(value, dict) else {}


def _kept(value: Mapping[str, Any]) -> Beside:
    chunks = with_ids(as_chunks(pick(value, CONTEXTS)), pick(value, DOC_IDS))
    return Beside(pick(value, QUESTION), pick(value, ANSWER), pick(value, REFERENCE), None, chunks)


ADAPTER = Adapter(
    name="phoenix",
    tool=TOOL,
    reads="a frame of evaluate_dataframe, or an experiment's download",
    by="columns <metric>_score with <metric>_execution_details, or example_id with annotations",
    recognises=_recognises,
    read=_read,
    keep="Phoenix keeps what the frame it evaluated holds: put case_id, documents and retrieved_ids into it, and let "
    "evaluators return an explanation",
)
