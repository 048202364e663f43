"""MLflow: frames of ``mlflow.genai.evaluate`` and of traces, one trace as JSON, and the classic results table."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from triage.adapters.adapter import Adapter, Files
from triage.adapters.file import ForeignFile, Form, Item
from triage.adapters.frames import (
    APPLICATION_FAILED,
    Beside,
    as_chunks,
    attempts,
    beside,
    case_ids,
    columns,
    innermost,
    last_counts,
    names_in,
    python_value,
    reading,
    records,
    verdicts,
    with_ids,
    words_of,
)
from triage.adapters.mlflow_table import TOOL, is_table, read_table
from triage.adapters.names import ANSWER, CONTEXTS, DOC_IDS, QUESTION, REFERENCE, pick
from triage.adapters.native import Found, Native, Result, Said, Spot, row

_VALUE = "/value"
_EXPECTATIONS = (
    "expected_response",
    "expected_facts",
    "expected_retrieved_context",
    "guidelines",
    "expected_tool_calls",
)
_FRAME = {"trace_id", "request", "response", "assessments"}
_OK = ("", "OK", "NONE", "NAN", "TRACESTATE.OK", "STATE_UNSPECIFIED", "IN_PROGRESS")


class _Graded(NamedTuple):
    """What an assessment says beside its value: who gave it, whether it is an expectation, why it failed."""

    value: Any = None
    judge: dict[str, Any] | None = None
    expectation: bool = False
    error: str | None = None
    rationale: str | None = None


def _recognises(file: ForeignFile) -> bool:
    document = file.document if file.form is Form.JSON else None
    if isinstance(document, dict) and (is_table(document) or _is_trace(document)):
        return True
    names = columns(file)
    if "trace_id" not in names:
        return False
    return any(name.endswith(_VALUE) for name in names) or set(names) >= _FRAME


def _is_trace(document: Mapping[str, Any]) -> bool:
    info, data = document.get("info"), document.get("data")
    return isinstance(info, dict) and isinstance(data, dict) and "trace_id" in info and "spans" in data


def _read(files: Files) -> Iterator[Found]:
    document = files.file.document if files.file.form is Form.JSON else None
    if isinstance(document, dict) and is_table(document):
        yield from read_table(document)
        return
    if isinstance(document, dict) and _is_trace(document):
        rows = [Item(_of_trace(document), Spot(pointer="/info"))]
        names: Sequence[str] = tuple(rows[0].value)
    else:
        rows, noticed = records(files.file)
        yield from noticed
        names = names_in(files.file)
    yield from _read_rows(rows, names)


def _read_rows(rows: Sequence[Item], names: Sequence[str]) -> Iterator[Found]:
    graded = [_assessments(item.value) for item in rows]
    expected = _expectations(names, graded)
    metrics = list(dict.fromkeys((*_scorers(names), *(name for one in graded for name in one))))
    metrics = [name for name in metrics if name not in expected]
    ids = case_ids(rows, "request")
    traces = [words_of(item.value.get("trace_id")) for item in rows]
    ids = [trace or name if name.startswith("row ") else name for name, trace in zip(ids, traces, strict=True)]
    yield from _remarks(rows, ids, expected)
    yield from last_counts([str(one["assessment_name"]) for one in _valid(item.value)] for item in rows)
    cells = [
        {name: item.value.get(f"{name}{_VALUE}", given.get(name, _Graded()).value) for name in metrics}
        for item, given in zip(rows, graded, strict=True)
    ]
    yield from verdicts(cells, dict(zip(metrics, metrics, strict=True)))
    for case_id, attempt, item, given in zip(ids, attempts(ids), rows, graded, strict=True):
        if attempt in (None, 1):
            yield from beside(TOOL, case_id, _kept(item.value, given), item.spot)
        for metric in metrics:
            found = given.get(metric, _Graded())
            light = {
                name: one for name, one in item.value.items() if name.startswith(f"{metric}/") or name == "trace_id"
            }
            yield row(TOOL, _result(case_id, metric, attempt, item.value, found), light, item.spot)


def _result(case_id: str, metric: str, attempt: int | None, value: Mapping[str, Any], given: _Graded) -> Result:
    score, status = reading(value.get(f"{metric}{_VALUE}", given.value))
    error = innermost(value.get(f"{metric}/error_message")) or given.error
    state = str(value.get("state") or "").strip().upper()
    if error is None and score is None and state not in _OK:
        error = f"{APPLICATION_FAILED}: its trace ended in state {state}"
    reason = words_of(value.get(f"{metric}/rationale")) or words_of(given.rationale)
    more = {"attempt": attempt, "judge": given.judge}
    return Result(case_id, metric, score, status, None, reason, error, more=more)


def _scorers(names: Sequence[str]) -> list[str]:
    return [name.removesuffix(_VALUE) for name in names if name.endswith(_VALUE)]


def _expectations(names: Sequence[str], graded: Sequence[Mapping[str, _Graded]]) -> list[str]:
    """Columns that hold what was expected and no score: by their assessments, else by MLflow's own names."""
    marked = {name: one.expectation for found in graded for name, one in found.items()}
    return [name for name in dict.fromkeys((*_scorers(names), *marked)) if marked.get(name, name in _EXPECTATIONS)]


def _assessments(value: Mapping[str, Any]) -> dict[str, _Graded]:
    """The assessments of a trace by name, the last of each."""
    return {str(one["assessment_name"]): _graded(one) for one in _valid(value)}


def _valid(value: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The assessments with a name; one that was replaced (``valid`` false) is left out."""
    listed = python_value(value.get("assessments"))
    every = [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
    return [one for one in every if one.get("valid") is not False and one.get("assessment_name")]


def _graded(one: Mapping[str, Any]) -> _Graded:
    feedback, source = one.get("feedback"), one.get("source")
    given = feedback if isinstance(feedback, dict) else {}
    failed = given.get("error")
    error = (failed.get("error_message") or failed.get("error_code")) if isinstance(failed, dict) else failed
    judge = None
    if isinstance(source, dict) and str(source.get("source_type")).upper() in ("LLM_JUDGE", "AI_JUDGE"):
        judge = {"name": str(source.get("source_id"))}
    expectation = one.get("expectation")
    value = expectation.get("value") if isinstance(expectation, dict) else given.get("value")
    return _Graded(value, judge, expectation is not None, innermost(error), one.get("rationale"))


def _kept(value: Mapping[str, Any], given: Mapping[str, _Graded]) -> Beside:
    request, response = python_value(value.get("request")), python_value(value.get("response"))
    asked = pick(request, QUESTION) or request if isinstance(request, Mapping) else request
    fields = response if isinstance(response, Mapping) else {}
    answer = pick(fields, ANSWER) if fields else response
    reference = given["expected_response"].value if "expected_response" in given else None
    reference = reference or value.get(f"expected_response{_VALUE}") or pick(value, REFERENCE)
    chunks = with_ids(as_chunks(pick(fields, CONTEXTS)), pick(fields, DOC_IDS))
    return Beside(asked, response if answer is None else answer, reference, None, chunks)


def _of_trace(document: Mapping[str, Any]) -> dict[str, Any]:
    """A trace as a row of a frame: what its root span was asked and gave, and its assessments."""
    info, spans = document["info"], document["data"]["spans"]
    listed = [one for one in spans if isinstance(one, dict)] if isinstance(spans, list) else []
    root = next((one for one in listed if not one.get("parent_span_id")), {})
    found = root.get("attributes")
    attributes = found if isinstance(found, dict) else {}
    return {
        "trace_id": info["trace_id"],
        "state": info.get("state"),
        "request": attributes.get("mlflow.spanInputs", info.get("request_preview")),
        "response": attributes.get("mlflow.spanOutputs", info.get("response_preview")),
        "assessments": info.get("assessments"),
        "trace_metadata": info.get("trace_metadata"),
    }


def _remarks(rows: Sequence[Item], ids: Sequence[str], expected: Sequence[str]) -> Iterator[Found]:
    if any(name == one.value.get("trace_id") for name, one in zip(ids, rows, strict=True)):
        yield Said("cases are named by their trace id, which is new in every run: put a case_id into the inputs")
    if expected:
        yield Said(f"read as expected values and not as results: {', '.join(expected)}")
    for item in rows[:1]:
        metadata = python_value(item.value.get("trace_metadata"))
        run = metadata.get("mlflow.sourceRun") if isinstance(metadata, Mapping) else None
        if isinstance(run, str) and run:
            yield Native({"run_id": run}, item.spot)


ADAPTER = Adapter(
    name="mlflow",
    tool=TOOL,
    reads="a frame of genai traces, one trace, or a classic results table",
    by="trace_id with <scorer>/value columns or assessments, or a split table with <metric>/score columns",
    recognises=_recognises,
    read=_read,
    keep="MLflow keeps what the application returned: return retrieved_contexts and retrieved_ids beside the answer, "
    "put a case_id into the inputs, and let scorers return a Feedback with a rationale",
)
