"""Evaluations in the layout of InspectorRAGet: tasks, models, metrics, and what annotators gave to each response.

Version 1 has ``evaluations`` with ``annotations``; version 2 ``results`` with ``scores``.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from triage.adapters.frames import Beside, beside, reading, some, words_of
from triage.adapters.native import Found, Lost, Result, Said, Spot, row

_VERSIONS = (("evaluations", "annotations"), ("results", "scores"))
_ALGORITHMS = ("system", "composite", "algorithm")
_REASON = "_reason"


class _Metric(NamedTuple):
    """What the file says of a metric: whether it is a remark in words, and the number behind each label."""

    is_text: bool = False
    numbers: Mapping[str, Any] = {}


class _Grade(NamedTuple):
    """What one annotator, or an algorithm, gave: the label as written and the number behind it."""

    annotator: str
    label: str
    score: float | str | None
    remark: str | None = None


def is_raget(document: Any) -> bool:
    """Whether a document is such a file of either version, with at least one evaluation."""
    if not isinstance(document, dict) or not all(isinstance(document.get(one), list) for one in ("tasks", "models")):
        return False
    listed, given = next((one for one in _VERSIONS if isinstance(document.get(one[0]), list)), ("", ""))
    first = next(iter(document[listed]), None) if listed else None
    return isinstance(first, dict) and "task_id" in first and "model_id" in first and isinstance(first.get(given), dict)


def read_raget(tool: str, document: Mapping[str, Any]) -> Iterator[Found]:
    """Cases and retrieval of every task, and a row for each response and metric."""
    metrics = _metrics(document)
    documents = {str(one.get("document_id")): one for one in _dicts(document.get("documents"))}
    tasks = set[str]()
    for number, task in enumerate(document["tasks"]):
        spot = Spot(pointer=f"/tasks/{number}")
        case_id = words_of(task.get("task_id")) if isinstance(task, dict) else None
        if case_id is None:
            yield Lost("a task without a task_id", spot)
            continue
        tasks.add(case_id)
        yield from read_task(tool, case_id, task, documents, spot)
    listed, given = next(one for one in _VERSIONS if isinstance(document.get(one[0]), list))
    agreed = dict[str, dict[str, list[bool]]]()
    for number, one in enumerate(document[listed]):
        spot = Spot(pointer=f"/{listed}/{number}")
        if not isinstance(one, dict) or not words_of(one.get("task_id")) or not isinstance(one.get(given), dict):
            yield Lost(f"an evaluation without a task_id or without {given}", spot)
            continue
        for metric, grades in _graded(one[given], metrics):
            if len(grades) > 1:
                same = len({grade.label for grade in grades}) == 1
                agreed.setdefault(metric, {}).setdefault(str(one.get("model_id")), []).append(same)
            kept = {"task_id": one["task_id"], "model_id": one.get("model_id"), metric: one[given][metric]}
            yield row(tool, _result(one, metric, grades), kept, spot)
    yield from _remarks(
        agreed, {name for one in _dicts(document[listed]) if (name := words_of(one.get("task_id")))} - tasks
    )


def _remarks(agreed: Mapping[str, Mapping[str, list[bool]]], unknown: set[str]) -> Iterator[Found]:
    if unknown:
        yield Said(f"evaluated, but no task of the file, so that nothing else is known: {some(sorted(unknown))}")
    if agreed:
        yield Said("each model is a system; a score is the mean of its annotators' grades, which stand in the reason")
    for metric, models in agreed.items():
        shares = ", ".join(f"{sum(same)} of {len(same)} for {model}" for model, same in models.items())
        yield Said(f"{metric}: all annotators of a response agree on {shares}")


def read_task(
    tool: str, case_id: str, task: Mapping[str, Any], documents: Mapping[str, Mapping[str, Any]], spot: Spot
) -> Iterator[Found]:
    """What was asked, expected and retrieved, and the first prediction where the task itself holds one."""
    yield from beside(tool, case_id, _kept(task, documents), spot)


def _graded(given: Mapping[str, Any], metrics: Mapping[str, _Metric]) -> Iterator[tuple[str, list[_Grade]]]:
    """The grades of each metric by annotator, in the order of their names; metrics that are remarks are left out."""
    for name, by_annotator in given.items():
        metric = metrics.get(name, _Metric())
        if metric.is_text or not isinstance(by_annotator, dict):
            continue
        remarks = given.get(f"{name}{_REASON}")
        found = list[_Grade]()
        for annotator, told in sorted(by_annotator.items()):
            value = told.get("value") if isinstance(told, dict) else told
            remark = remarks.get(annotator) if isinstance(remarks, dict) else None
            said = words_of(remark.get("value")) if isinstance(remark, dict) else None
            number = metric.numbers.get(value, value) if isinstance(value, str) else value
            found.append(_Grade(annotator, words_of(value) or "nothing", reading(number).score, said))
        yield name, found


def _result(one: Mapping[str, Any], metric: str, grades: Sequence[_Grade]) -> Result:
    """One result a response: a single grade as it is, several as their mean, labels without numbers as they stand."""
    numbers = [grade.score for grade in grades if isinstance(grade.score, float) and math.isfinite(grade.score)]
    labels = list(dict.fromkeys(grade.label for grade in grades if isinstance(grade.score, str)))
    score = sum(numbers) / len(numbers) if numbers and not labels else ", ".join(labels) or None
    reason = "; ".join(text for grade in grades if (text := _reason(grade, score)))
    answer = _said(one.get("model_response", one.get("output")))
    more = {"system": words_of(one.get("model_id")), "answer": answer}
    return Result(str(one["task_id"]), metric, score, reason=reason or None, more=more)


def _reason(grade: _Grade, score: float | str | None) -> str | None:
    """Who gave which label and why; an algorithm's number says nothing that the score does not."""
    remark = f" ({grade.remark})" if grade.remark else ""
    if grade.annotator in _ALGORITHMS:
        plain = grade.label == score or reading(grade.label).score == score
        return grade.remark if plain else f"{grade.label}{remark}"
    return f"{grade.annotator}: {grade.label}{remark}"


def _metrics(document: Mapping[str, Any]) -> dict[str, _Metric]:
    found = dict[str, _Metric]()
    for one in _dicts(document.get("metrics")):
        numbers = {str(value.get("value")): value.get("numeric_value") for value in _dicts(one.get("values"))}
        known = {label: number for label, number in numbers.items() if isinstance(number, int | float)}
        found[str(one.get("name"))] = _Metric(one.get("type") == "text", known)
    return found


def _kept(task: Mapping[str, Any], documents: Mapping[str, Mapping[str, Any]]) -> Beside:
    """The last thing the user asked; the contexts in their order, with the texts that stand once in ``documents``."""
    chunks = list[dict[str, Any]]()
    for one in _dicts(task.get("contexts")):
        doc_id = words_of(one.get("document_id"))
        text = one.get("text") or documents.get(doc_id or "", {}).get("text")
        score = one.get("score")
        chunk = {"doc_id": doc_id, "text": text if isinstance(text, str) else None}
        chunks.append(chunk | ({"score": score} if isinstance(score, int | float) else {}))
    retrieved = chunks if isinstance(task.get("contexts"), list) else None
    answer = _said(_dicts(task.get("predictions"))[:1])
    return Beside(
        _said(task.get("input"), "user"), answer, _said(task.get("targets")), _relevant(task, chunks), retrieved
    )


def _relevant(task: Mapping[str, Any], chunks: list[dict[str, Any]]) -> list[str] | None:
    """The documents that were labelled relevant: places in the list of contexts, counted from 0."""
    annotations = task.get("annotations")
    labels = annotations.get("context_relevance") if isinstance(annotations, dict) else None
    places = labels.get("system") if isinstance(labels, dict) else None
    if not isinstance(places, list):
        return None
    whole = [one for one in places if isinstance(one, int) and 0 <= one < len(chunks)]
    return [chunks[one]["doc_id"] for one in whole if chunks[one]["doc_id"]]


def _said(value: Any, speaker: str = "") -> str | None:
    """The text of a dialogue's last turn, of the speaker if one is named; a plain text as it is."""
    if isinstance(value, str):
        return value
    turns = [one for one in _dicts(value) if speaker in ("", one.get("speaker"), one.get("role"))]
    texts = [one.get(name) for one in turns for name in ("text", "content", "value") if isinstance(one.get(name), str)]
    return texts[-1] if texts else None


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
