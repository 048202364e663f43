"""RAGChecker: claims x chunks entailment matrices and eleven metrics per case, in one JSON document."""

from collections.abc import Iterator, Mapping
from typing import Any

from triage.adapters.adapter import Adapter, Files
from triage.adapters.file import ForeignFile, Form, Item, listed
from triage.adapters.native import Found, Lost, Native, Result, Said, Spot, about, retrieval, row
from triage.adapters.ragchecker_claims import LISTS, Claims, claims_of, unmeasured
from triage.adapters.ragchecker_means import means_said

TOOL = "RAGChecker"
LOWER = ("hallucination", "noise_sensitivity_in_relevant", "noise_sensitivity_in_irrelevant")
_ANSWERED = ("retrieved2answer", "retrieved2response", "answer2response", "response2answer", "response_claims")
_TOLERANCE = 1e-6


def _first(file: ForeignFile) -> dict[str, Any]:
    """The first record of ``results``; empty for every other document."""
    document = file.document if file.form is Form.JSON else None
    results = document.get("results") if isinstance(document, dict) else None
    found = results[0] if isinstance(results, list) and results else None
    return found if isinstance(found, dict) else {}


def _is_inputs(file: ForeignFile) -> bool:
    first = _first(file)
    return "query_id" in first and "gt_answer" in first and not any(name in first for name in (*_ANSWERED, "metrics"))


def _is_outputs(file: ForeignFile) -> bool:
    first = _first(file)
    return "query_id" in first and any(name in first for name in _ANSWERED)


def _read(files: Files) -> Iterator[Found]:
    """Every case with its claims, chunks and metrics; then cases that stand only in the inputs beside them."""
    known: set[str] = set()
    without = 0
    measured: list[tuple[Mapping[str, Any], frozenset[str]]] = []
    for item in _records(files.file):
        if isinstance(item, Lost):
            yield item
            continue
        case_id = _case_id(item)
        known.add(case_id)
        claims = claims_of(item.value)
        yield from _case(case_id, item, claims)
        yield from (Lost(f"case {case_id}: {words}", item.spot) for words in claims.broken)
        metrics = item.value.get("metrics")
        if not isinstance(metrics, dict) or not metrics:
            without += 1
            continue
        empty = unmeasured(item.value, claims)
        measured.append((metrics, frozenset(empty)))
        yield from _rows(case_id, item, metrics, claims, empty)
        yield from _differing(case_id, item, metrics, claims)
    if without:
        yield Said(f"{without} of {len(known)} records have no metrics: a checkpoint, written before the last step")
    yield from means_said(files.file.document.get("metrics"), measured)
    yield from _only_in_inputs(files, known)


def _records(file: ForeignFile) -> Iterator[Item | Lost]:
    return listed(file.document["results"], "/results")


def _case_id(item: Item) -> str:
    written = item.value.get("query_id")
    return f"row {int(item.spot.pointer.rsplit('/', 1)[1]) + 1}" if written in (None, "") else str(written)


def _case(case_id: str, item: Item, claims: Claims | None = None) -> Iterator[Native]:
    record, spot = item
    fields = {"question": _text(record.get("query")), "reference": _text(record.get("gt_answer"))}
    stated = claims.records(_text(record.get("response")) or "") if claims else []
    answered = {"answer": _text(record.get("response")), "claims": stated or None}
    for found in (about(TOOL, case_id, fields, spot=spot), about(TOOL, case_id, answered, spot=spot)):
        if found is not None:
            yield found
    chunks = record.get("retrieved_context")
    if isinstance(chunks, list):
        yield retrieval(TOOL, case_id, [_chunk(one) for one in chunks], spot=spot)


def _chunk(written: Any) -> dict[str, Any]:
    if not isinstance(written, dict):
        return {"text": _text(written)}
    doc_id = written.get("doc_id")
    return {"doc_id": None if doc_id is None else str(doc_id), "text": _text(written.get("text"))}


def _rows(
    case_id: str, item: Item, metrics: Mapping[str, Any], claims: Claims, empty: Mapping[str, str]
) -> Iterator[Found]:
    for metric, score in metrics.items():
        more: dict[str, Any] = {}
        if metric in LISTS and metric not in empty:
            more["required_claim_ids"], more["supported_claim_ids"] = claims.lists(metric)
        result = Result(case_id, metric, score, lower_is_better=metric in LOWER, more=more)
        if metric in empty:
            more = {"not_measured": f"{empty[metric]}: the file's {score} is what the tool writes for nothing"}
            result = Result(case_id, metric, None, "invalid", lower_is_better=metric in LOWER, more=more)
        yield row(TOOL, result, {"query_id": item.value.get("query_id"), metric: score}, item.spot)
    for why in dict.fromkeys(empty.values()):
        names = [metric for metric, one in empty.items() if one == why and metric in metrics]
        if names:
            yield Said(f"case {case_id}: {why}, so {', '.join(names)} are not measured, whatever number stands there")


def _differing(case_id: str, item: Item, metrics: Mapping[str, Any], claims: Claims) -> Iterator[Said]:
    """Numbers that the file's own matrices do not give."""
    for metric, value in claims.metrics.items():
        written = metrics.get(metric)
        if value is None or isinstance(written, bool) or not isinstance(written, int | float):
            continue
        if not abs(written - value) <= _TOLERANCE:
            words = f"case {case_id}: {metric} is {written:g} in the file, and its own claims and chunks give {value:g}"
            yield Said(words, item.spot)


def _only_in_inputs(files: Files, known: set[str]) -> Iterator[Found]:
    """Cases that were put in and did not come out, from the inputs of the same bundle."""
    for other in files.others:
        if not _recognised(other):
            continue
        items = [one for one in _records(other) if isinstance(one, Item)]
        if known and not known & {_case_id(one) for one in items}:
            continue
        files.joined.add(other.name)
        for item in items:
            if _case_id(item) not in known:
                spot = item.spot._replace(file=other.name)
                yield Said(f"case {_case_id(item)} is in the inputs and not in the results", spot)
                yield from _case(_case_id(item), Item(item.value, spot))


def _recognised(file: ForeignFile) -> bool:
    try:
        return _is_inputs(file)
    except Exception:  # A file that cannot be looked at is no input of ours; whoever reads it says why.
        return False


def _read_inputs(files: Files) -> Iterator[Found]:
    for item in _records(files.file):
        if isinstance(item, Lost):
            yield item
        else:
            yield from _case(_case_id(item), item)
    yield Said("inputs only: RAGChecker scored nothing in this file; open its checking_outputs.json", Spot())


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


ADAPTER = Adapter(
    "ragchecker",
    TOOL,
    "claims, entailment matrices and eleven metrics (0.1.x)",
    "an object whose `results` have `query_id` and entailment lists such as `retrieved2answer`",
    _is_outputs,
    _read,
    keep="RAGChecker keeps every claim and matrix; give `doc_id` in `retrieved_context` so that chunks have names",
)
INPUTS = Adapter(
    "ragchecker-inputs",
    TOOL,
    "inputs, before anything was scored",
    "an object whose `results` have `query_id` and `gt_answer`, and nothing that was judged",
    _is_inputs,
    _read_inputs,
    keep="run RAGChecker with `save_path`, and open the file it writes",
    side=True,
)
