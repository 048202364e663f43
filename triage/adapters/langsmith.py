"""LangSmith: the frame of an experiment, ``evaluate(...).to_pandas()``, as CSV or JSON."""

from collections.abc import Iterator, Mapping
from typing import Any

from triage.adapters.adapter import Adapter, Files
from triage.adapters.file import ForeignFile
from triage.adapters.frames import (
    APPLICATION_FAILED,
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
    verdicts,
)
from triage.adapters.names import ANSWER, CONTEXTS, QUESTION, REFERENCE, REFERENCE_IDS, pick
from triage.adapters.native import Found, Result, Said, row

_TOOL = "LangSmith"
_FEEDBACK = "feedback."
_GOLD = (*REFERENCE_IDS, "relevant", "gold_documents")


def _recognises(file: ForeignFile) -> bool:
    names = columns(file)
    if not any(name.startswith(("inputs.", "outputs.")) for name in names):
        return False
    return any(name.startswith(_FEEDBACK) for name in names) or ("example_id" in names and "execution_time" in names)


def _read(files: Files) -> Iterator[Found]:
    rows, noticed = records(files.file)
    yield from noticed
    metrics = [name for name in names_in(files.file) if name.startswith(_FEEDBACK)]
    ids = [str(one.value.get("example_id") or "") for one in rows]
    if not all(ids):
        ids = case_ids(rows)
        yield Said("no example_id: cases are named by their id or their row number")
    if not metrics:
        yield Said("no feedback column: the experiment was run without evaluators, or all of them raised")
    yield from verdicts([one.value for one in rows], {one.removeprefix(_FEEDBACK): one for one in metrics})
    for case_id, attempt, item in zip(ids, attempts(ids), rows, strict=True):
        if attempt in (None, 1):
            yield from beside(_TOOL, case_id, _kept(item.value), item.spot)
        failed = innermost(item.value.get("error"))
        light = item.value | {"error": failed}  # The trace names machines and paths, and nothing else that is needed.
        for metric in metrics:
            yield row(_TOOL, _result(case_id, metric, attempt, item.value, failed), light, item.spot)


def _result(case_id: str, metric: str, attempt: int | None, value: Mapping[str, Any], failed: str | None) -> Result:
    """A case whose application failed has no result, whatever an evaluator made of the missing answer."""
    score, status = reading(value.get(metric))
    error = f"{APPLICATION_FAILED}: {failed}" if failed else None
    more = {"attempt": attempt}
    return Result(case_id, metric.removeprefix(_FEEDBACK), score, status, error=error, more=more)


def _kept(value: Mapping[str, Any]) -> Beside:
    inputs, outputs, reference = (_under(value, f"{name}.") for name in ("inputs", "outputs", "reference"))
    gold = python_value(pick(reference, _GOLD))
    return Beside(
        _named_or_only(inputs, QUESTION),
        _named_or_only(outputs, ANSWER),
        _named_or_only(reference, (*REFERENCE, *ANSWER)),
        [str(one) for one in gold] if isinstance(gold, list) else None,
        as_chunks(pick(outputs, CONTEXTS)),
    )


def _named_or_only(fields: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    """The field of a known name, else the only one there is."""
    found = pick(fields, names)
    return next(iter(fields.values())) if found is None and len(fields) == 1 else found


def _under(value: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    return {name.removeprefix(prefix): one for name, one in value.items() if name.startswith(prefix)}


ADAPTER = Adapter(
    name="langsmith",
    tool=_TOOL,
    reads="an experiment's frame",
    by="columns that start with inputs., outputs. and feedback.",
    recognises=_recognises,
    read=_read,
    keep="LangSmith's frame holds no evaluator comments: let an evaluator return its reason as a feedback of its own, "
    "and let the target return the retrieved documents with their ids",
)
