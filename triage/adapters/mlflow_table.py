"""The classic results table of MLflow, ``eval_results_table.json``: columns and rows in the layout "split"."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from triage.adapters.file import Item
from triage.adapters.frames import Beside, attempts, beside, case_ids, reading, words_of
from triage.adapters.names import ANSWER, CONTEXTS, DOC_IDS, QUESTION, REFERENCE, REFERENCE_IDS, find, pick
from triage.adapters.native import Found, Lost, Result, Said, Spot, row

TOOL = "MLflow"
_SCORE = "/score"
_REASON = "/justification"
_QUESTION = (*QUESTION, "inputs", "questions")
_REFERENCE = (*REFERENCE, "targets")
_RETRIEVED = (*DOC_IDS, "retrieved")
_GOLD = (*REFERENCE_IDS, "gold", "relevant")
_AT_K = re.compile(r"(?:precision|recall|ndcg)_at_(\d{1,6})")
_LOWER = ("toxicity", "latency", "ari_grade_level", "flesch_kincaid_grade_level")


def is_table(document: Mapping[str, Any]) -> bool:
    """Whether a document is such a table with at least one score."""
    if set(document) != {"columns", "data"} or not isinstance(document["columns"], list):
        return False
    return any(isinstance(name, str) and name.endswith(_SCORE) for name in document["columns"])


def read_table(document: Mapping[str, Any]) -> Iterator[Found]:
    """The rows of the table; one that is no list with a value for each column is lost."""
    names = [str(name) for name in document["columns"]]
    rows = list[Item]()
    for number, values in enumerate(document["data"] if isinstance(document["data"], list) else ()):
        spot = Spot(pointer=f"/data/{number}")
        if isinstance(values, list) and len(values) == len(names):
            rows.append(Item(dict(zip(names, values, strict=True)), spot))
        else:
            yield Lost(f"not a row of {len(names)} values", spot)
    metrics = [name.removesuffix(_SCORE) for name in names if name.endswith(_SCORE)]
    yield from _remarks(names, metrics)
    ids = case_ids(rows)
    if any(one.startswith("row ") for one in ids):
        yield Said("no column names the cases: the row number does")
    for case_id, attempt, item in zip(ids, attempts(ids), rows, strict=True):
        if attempt in (None, 1):
            yield from beside(TOOL, case_id, _kept(item.value, metrics), item.spot)
        for metric in metrics:
            yield row(TOOL, _result(case_id, metric, attempt, item.value), item.value, item.spot)


def _remarks(names: Sequence[str], metrics: Sequence[str]) -> Iterator[Found]:
    column = find(names, _RETRIEVED)
    if column is not None:
        yield Said(f"the column {column} is read as document ids where none of its texts holds a blank, else as texts")
    lower = [name for name in metrics if _is_lower(name)]
    if lower:
        yield Said(f"lower is better, as MLflow defines it: {', '.join(lower)}")


def _result(case_id: str, metric: str, attempt: int | None, value: Mapping[str, Any]) -> Result:
    score, status = reading(value.get(f"{metric}{_SCORE}"))
    reason = words_of(value.get(f"{metric}{_REASON}"))
    more = {"attempt": attempt}
    return Result(case_id, metric, score, status, None, reason, lower_is_better=_is_lower(metric), more=more)


def _is_lower(metric: str) -> bool:
    return metric.partition("/")[0] in _LOWER


def _kept(value: Mapping[str, Any], metrics: Sequence[str]) -> Beside:
    chunks = _chunks(pick(value, _RETRIEVED))
    chunks = _chunks(pick(value, CONTEXTS)) if chunks is None else chunks
    gold = pick(value, _GOLD)
    relevant = [str(one) for one in gold] if isinstance(gold, list) and _are_ids(gold) else None
    cutoffs = {int(found[1]) for metric in metrics if (found := _AT_K.fullmatch(metric))}
    k = cutoffs.pop() if len(cutoffs) == 1 else None
    return Beside(pick(value, _QUESTION), pick(value, ANSWER), pick(value, _REFERENCE), relevant, chunks, k or None)


def _chunks(found: Any) -> list[dict[str, Any]] | None:
    if not isinstance(found, list):
        return None
    return [{"doc_id" if _are_ids(found) else "text": str(one)} for one in found]


def _are_ids(values: Sequence[Any]) -> bool:
    return not any(any(sign.isspace() for sign in str(one)) for one in values)
