"""Experiments as the Phoenix server gives them for download: JSON with annotations, or CSV with a column for each."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from triage.adapters.file import Item
from triage.adapters.frames import (
    APPLICATION_FAILED,
    Beside,
    as_chunks,
    attempts,
    beside,
    innermost,
    last_counts,
    python_value,
    reading,
    with_ids,
    words_of,
)
from triage.adapters.names import ANSWER, CONTEXTS, DOC_IDS, QUESTION, REFERENCE, pick
from triage.adapters.native import Found, Result, Said, row

TOOL = "Arize Phoenix"
_COLUMN = "annotation_"
_PARTS = ("_annotator_kind", "_explanation", "_metadata", "_label", "_score", "_error")


def is_experiment(names: Sequence[str]) -> bool:
    """Whether records with these names are one run of an example each."""
    if not {"example_id", "reference_output"} <= set(names):
        return False
    return "annotations" in names or any(name.startswith(_COLUMN) for name in names) or "repetition_number" in names


def read_experiment(rows: Sequence[Item], names: Sequence[str]) -> Iterator[Found]:
    """The runs, each with every evaluator of the experiment: one that gave nothing for a run is not scored there."""
    ids = [str(one.value.get("example_id")) for one in rows]
    annotated = [_annotations(one.value, names) for one in rows]
    metrics = list(dict.fromkeys(name for one in annotated for name in one))
    yield from last_counts([str(found["name"]) for found in _listed(one.value) or ()] for one in rows)
    if not metrics:
        yield Said("no annotations: no evaluator was run on this experiment")
    for case_id, counted, item, found in zip(ids, attempts(ids), rows, annotated, strict=True):
        failed = _failed(item.value)
        attempt = _whole(item.value.get("repetition_number")) if counted else None
        if counted in (None, 1):
            yield from beside(TOOL, case_id, _kept(item.value), item.spot)
        for metric in metrics:
            result = _result(case_id, metric, attempt or counted, found.get(metric, {}), failed)
            yield row(TOOL, result, found.get(metric), item.spot)
        if failed and not metrics:
            yield Said(f"{case_id}: {failed}", item.spot)


def _result(case_id: str, metric: str, attempt: int | None, found: Mapping[str, Any], failed: str | None) -> Result:
    label = words_of(found.get("label"))
    score, status = reading(found.get("score"))
    if score is None and label is not None:
        score, status = reading(label)
        label = None
    reason = words_of(found.get("explanation")) or (f"labelled {label}" if label else None)
    judge = {"kind": "LLM"} if str(found.get("annotator_kind")).upper() == "LLM" else None
    more = {"attempt": attempt, "judge": judge}
    return Result(case_id, metric, score, status, None, reason, failed or innermost(found.get("error")), more=more)


def _failed(value: Mapping[str, Any]) -> str | None:
    told = innermost(value.get("error"))
    return f"{APPLICATION_FAILED}: {told}" if told else None


def _annotations(value: Mapping[str, Any], names: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The annotations of a run by their name, the last of each."""
    listed = _listed(value)
    if listed is not None:
        return {str(one["name"]): one for one in listed}
    found: dict[str, dict[str, Any]] = {}
    for name in names:
        part = next((one for one in _PARTS if name.startswith(_COLUMN) and name.endswith(one)), None)
        if part is not None:
            metric = name.removeprefix(_COLUMN).removesuffix(part)
            found.setdefault(metric, {})[part.removeprefix("_")] = value.get(name)
    return found


def _listed(value: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    listed = python_value(value.get("annotations"))
    if not isinstance(listed, list):
        return None
    return [one for one in listed if isinstance(one, dict) and one.get("name")]


def _kept(value: Mapping[str, Any]) -> Beside:
    asked, given, expected = (python_value(value.get(name)) for name in ("input", "output", "reference_output"))
    fields = given if isinstance(given, Mapping) else {}
    chunks = with_ids(as_chunks(pick(fields, CONTEXTS)), pick(fields, DOC_IDS))
    return Beside(_of(asked, QUESTION), _of(given, ANSWER), _of(expected, (*REFERENCE, *ANSWER)), None, chunks)


def _of(value: Any, names: tuple[str, ...]) -> Any:
    if not isinstance(value, Mapping):
        return value
    found = pick(value, names)
    return value if found is None else found


def _whole(value: Any) -> int | None:
    text = str(value).strip()
    return int(text) if text.isdecimal() and len(text) < 9 else None
