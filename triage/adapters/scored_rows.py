"""Rows of question, answer and contexts with a column per metric: what Ragas frames and hand-made files share."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from triage.adapters.cells import list_cell, metric_cell
from triage.adapters.file import Item
from triage.adapters.frames import Beside, as_chunks, attempts, beside, reading, verdicts, with_ids, words_of
from triage.adapters.names import (
    ANSWER,
    CONTEXTS,
    DOC_IDS,
    QUESTION,
    REASON_ENDINGS,
    REFERENCE,
    REFERENCE_IDS,
    family,
    find,
    pick,
)
from triage.adapters.native import Found, Result, Said, row

LOWER_IS_BETTER = ("noise_sensitivity", "hallucination", "toxicity", "bias")
NO_ANSWER = "no answer was kept: whatever was scored here is no measurement"
RAISED = ("Error executing metric", "ERROR:", "Error:", "Error executing RAG pipeline")


def read_rows(tool: str, rows: Sequence[Item], ids: Sequence[str], metrics: Sequence[str]) -> Iterator[Found]:
    """Case, answer, retrieval and one row per metric for every record, with the places they stand at."""
    yield from verdicts([one.value for one in rows], {one: one for one in metrics})
    answers = find((name for item in rows for name in item.value), ANSWER)
    for case_id, attempt, item in zip(ids, attempts(ids), rows, strict=True):
        value = item.value
        if attempt in (None, 1):
            yield from beside(tool, case_id, kept(value), item.spot)
        silent = answers is not None and _is_nothing(value.get(answers))
        for metric in metrics:
            told = _result(case_id, metric, value, silent)
            more = {"attempt": attempt} if attempt is not None else {}
            yield row(tool, Result(**{**told, "more": more}), value, item.spot)
    placeholders = [ids[at] for at, item in enumerate(rows) if _is_placeholder(item.value.get(answers or ""))]
    if placeholders:
        yield Said(
            f"the application failed but was scored: the answer is an error text in {', '.join(placeholders[:5])}"
        )


def kept(value: Mapping[str, Any]) -> Beside:
    """Question, answer, reference, contexts with their ids, and labelled ids of one record."""
    question, reference = pick(value, QUESTION), pick(value, REFERENCE)
    relevant = pick(value, REFERENCE_IDS)
    relevant = list_cell(relevant) if isinstance(relevant, str) else relevant
    reference = reference[0] if isinstance(reference, list) and reference else reference
    return Beside(
        question=None if _is_nothing(question) else question,
        answer=None if _is_nothing(pick(value, ANSWER)) else pick(value, ANSWER),
        reference=None if _is_nothing(reference) else reference,
        relevant=[str(one) for one in relevant] if isinstance(relevant, list) else None,
        chunks=with_ids(as_chunks(pick(value, CONTEXTS)), pick(value, DOC_IDS)),
    )


def fields_of(names: Iterable[str]) -> set[str]:
    """The columns that hold no metric: the dataset's own and those that explain another column."""
    given = list(names)
    known = {
        name
        for wanted in (QUESTION, ANSWER, CONTEXTS, REFERENCE, DOC_IDS, REFERENCE_IDS)
        for name in _all(given, wanted)
    }
    reasons = {name for name in given if any(name.endswith(ending) for ending in REASON_ENDINGS)}
    return known | reasons


def _all(names: Sequence[str], wanted: tuple[str, ...]) -> set[str]:
    left, found = list(names), set[str]()
    while (name := find(left, wanted)) is not None:
        found.add(name)
        left.remove(name)
    return found


def _result(case_id: str, metric: str, value: Mapping[str, Any], silent: bool) -> dict[str, Any]:
    cell = value.get(metric)
    told = reading(cell)
    beside_it = next((value[metric + end] for end in REASON_ENDINGS if not _is_nothing(value.get(metric + end))), None)
    if metric.endswith("score") and beside_it is None:
        beside_it = value.get(metric.removesuffix("score") + "reason")
    reason = metric_cell(cell).reason or words_of(beside_it)
    result: dict[str, Any] = {"case_id": case_id, "metric": metric, "score": told.score, "status": told.status}
    result |= {"reason": reason, "lower_is_better": family(metric).casefold() in LOWER_IS_BETTER}
    if told.score is None and reason and reason.startswith(RAISED):
        result |= {"error": reason}
    elif silent and told.score is not None and told.score == told.score:
        result |= {"error": NO_ANSWER}
    return result


def _is_nothing(value: Any) -> bool:
    return value is None or value == "" or (isinstance(value, float) and value != value) or value == []


def _is_placeholder(value: Any) -> bool:
    return isinstance(value, str) and value.strip().startswith(RAISED)
