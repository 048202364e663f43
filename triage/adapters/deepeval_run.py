"""DeepEval: a test run, 2.x to 4.x, whatever its file is called, and dumps of its result objects."""

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from triage.adapters.adapter import Adapter, Files
from triage.adapters.file import ForeignFile, Form
from triage.adapters.frames import Beside, as_chunks, attempts, beside, innermost, with_ids, words_of
from triage.adapters.names import DOC_IDS, REFERENCE_IDS, folded, pick
from triage.adapters.native import Found, Lost, Native, Result, Said, Spot, row

_TOOL = "DeepEval"
_SPANS = ("baseSpans", "agentSpans", "llmSpans", "retrieverSpans", "toolSpans")
# These passed at or below their threshold up to 3.x and at or above it from 4.x on; the file does not say which.
_EITHER_WAY = ("Hallucination", "Bias", "Toxicity")
_BRACKETS = re.compile(r"\w+\[(.+)\]")
_UPLOADED = (
    "the run was uploaded and only its link is kept here: open .latest_run_full.json or a file of the results folder"
)


def _recognises(file: ForeignFile) -> bool:
    if file.form is not Form.JSON or not any(
        key in file.head for key in (b"testCases", b"testRun", b"test_cases", b"metrics_data")
    ):
        return False
    document = file.document
    if isinstance(document, list):
        return bool(file.first) and "metrics_data" in file.first
    if not isinstance(document, dict):
        return False
    found = _run_of(document)
    return "testCases" in found or "testRunLink" in document or "test_cases_lookup_map" in document


def _run_of(document: Mapping[str, Any]) -> Mapping[str, Any]:
    inner = document.get("testRunData")
    return inner if isinstance(inner, Mapping) else document


def _read(files: Files) -> Iterator[Found]:
    document = files.file.document
    if isinstance(document, dict) and "test_cases_lookup_map" in document:
        yield Lost("a cache of DeepEval and no result: open a test run instead")
        return
    if isinstance(document, dict) and "testCases" not in _run_of(document):
        yield Lost(_UPLOADED)
        return
    run = _run_of(document) if isinstance(document, dict) else {"testCases": document}
    start = "/testRunData/testCases" if run is not document and isinstance(document, dict) else "/testCases"
    start = start if isinstance(document, dict) else ""
    cases = run.get("testCases")
    if not isinstance(cases, list):
        yield Lost("testCases is no list", Spot(pointer=start))
        return
    yield from _about_run(run)
    kept = [(number, _folded(one)) for number, one in enumerate(cases) if isinstance(one, dict)]
    yield from (
        Lost("not a test case", Spot(pointer=f"{start}/{at}"))
        for at, one in enumerate(cases)
        if not isinstance(one, dict)
    )
    ids = [_case_id(one, number) for number, one in kept]
    for case_id, attempt, (number, one) in zip(ids, attempts(ids), kept, strict=True):
        yield from _case(case_id, attempt, one, cases[number], Spot(pointer=f"{start}/{number}"))


def _about_run(run: Mapping[str, Any]) -> Iterator[Found]:
    if "testPassed" not in run and "hyperparameters" not in run and "official" in run:
        yield Said("partial: the run was aborted before it was finished; later cases are missing")
    if isinstance(run.get("identifier"), str):
        yield Native({"run_id": run["identifier"]})
    if run.get("conversationalTestCases"):
        yield Lost("conversational test cases are not read", Spot(pointer="/conversationalTestCases"))


def _folded(value: Mapping[str, Any]) -> dict[str, Any]:
    """camelCase in files and snake_case in dumps, without the difference."""
    return {folded(key): one for key, one in value.items()}


def _case_id(case: Mapping[str, Any], number: int) -> str:
    name = case.get("name")
    if not isinstance(name, str) or not name:
        return f"test_case_{number}"
    match = _BRACKETS.fullmatch(name.rpartition("::")[2])
    return match[1] if match else name


def _case(case_id: str, attempt: int | None, case: dict[str, Any], original: Any, spot: Spot) -> Iterator[Found]:
    if attempt in (None, 1):
        yield from beside(_TOOL, case_id, _kept(case), spot)
    metrics = list(_metrics(case))
    if not metrics:
        yield Said(f"no metric of {case_id} was kept", spot)
    light = {key: one for key, one in original.items() if key not in ("trace", "metricsData", "metrics_data")}
    for metric, span in metrics:
        yield row(_TOOL, _result(case_id, metric, attempt, span), light | {"metric": _quiet(metric)}, spot)


def _kept(case: Mapping[str, Any]) -> Beside:
    metadata = case.get("metadata") or case.get("additionalmetadata")
    known = metadata if isinstance(metadata, Mapping) else {}
    relevant = pick(known, REFERENCE_IDS)
    chunks = as_chunks(case.get("retrievalcontext"))
    chunks, k = (chunks, None) if chunks is not None else _retrieved(case.get("trace"))
    return Beside(
        question=case.get("input"),
        answer=case.get("actualoutput"),
        reference=case.get("expectedoutput"),
        relevant=[str(one) for one in relevant] if isinstance(relevant, list) else None,
        chunks=with_ids(chunks, pick(known, DOC_IDS)),
        k=k,
    )


def _retrieved(trace: Any) -> tuple[list[dict[str, Any]] | None, int | None]:
    """What the first retriever span returned, and its topK."""
    spans = trace.get("retrieverSpans") if isinstance(trace, Mapping) else None
    span = next((one for one in spans or () if isinstance(one, Mapping)), None)
    if span is None:
        return None, None
    k = span.get("topK")
    return as_chunks(span.get("output")), k if isinstance(k, int) and not isinstance(k, bool) else None


def _metrics(case: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], str | None]]:
    """Every metric's result with the span that it belongs to, None for the case itself."""
    for metric in case.get("metricsdata") or case.get("metricsmetadata") or ():
        if isinstance(metric, dict):
            yield metric, None
    given = case.get("trace")
    trace: Mapping[str, Any] = given if isinstance(given, Mapping) else {}
    for kind in _SPANS:
        for span in trace.get(kind) or ():
            for metric in (span.get("metricsData") or ()) if isinstance(span, Mapping) else ():
                if isinstance(metric, dict):
                    yield metric, str(span.get("name") or kind)


def _result(case_id: str, metric: dict[str, Any], attempt: int | None, span: str | None) -> Result:
    """``error`` is read before ``success``: a metric that raised is no verdict, and neither is one without a number."""
    told = _folded(metric)
    score, error = told.get("score"), innermost(told.get("error"))
    name = str(told.get("name") or told.get("metric") or "metric")
    measured = isinstance(score, int | float) and not isinstance(score, bool) and math.isfinite(score)
    success = told.get("success")
    verdict = {True: "pass", False: "fail"}.get(success) if measured and isinstance(success, bool) else None
    either = any(name.startswith(one) for one in _EITHER_WAY)
    more = {
        "attempt": attempt,
        "judge": words_of(told.get("evaluationmodel")),
        "blocking": False if told.get("flaky") is True else None,
        "scenario": f"span {span}" if span else None,
    }
    return Result(
        case_id,
        name,
        score,
        verdict if error is None else None,
        None if either or not isinstance(told.get("threshold"), int | float) else told["threshold"],
        words_of(told.get("reason")) if error is None else None,
        error,
        more=more,
    )


def _quiet(metric: dict[str, Any]) -> dict[str, Any]:
    """The result without its log, which may be another case's where the metric failed early."""
    return {key: one for key, one in metric.items() if folded(key) != "verboselogs"}


ADAPTER = Adapter(
    "deepeval",
    _TOOL,
    "a test run, 2.x to 4.x",
    "testCases, or testRunData around them, whatever the file is called",
    _recognises,
    _read,
    keep="put retrieved_ids and gold_ids into each test case's metadata, set retrieval_context, trace the retriever",
)
