"""promptfoo: results as one JSON tree, the same tree in YAML, or one result a line."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import yaml

from triage.adapters.adapter import Adapter, Files
from triage.adapters.file import ForeignFile, Form, Item, Unreadable, listed
from triage.adapters.frames import Beside, as_chunks, attempts, beside, innermost, plain_text, with_ids, words_of
from triage.adapters.names import CASE_ID, CONTEXTS, DOC_IDS, QUESTION, REFERENCE_IDS, pick
from triage.adapters.native import Found, Lost, Native, Result, Said, row

_TOOL = "promptfoo"
_ERROR = 2
_POINTER = "/results/results"
_BROKE = re.compile(
    "^(API error|Custom function threw error|Python code execution failed|Error running Python script|No output)"
)
_REFERENCES = ("context-recall", "equals", "similar", "answer-relevance", "factuality", "icontains", "contains")


def _recognises(file: ForeignFile) -> bool:
    if file.form is Form.LINES:
        return {"testIdx", "promptIdx"} <= set(file.first)
    if file.form is Form.TABLE:
        return {"Status", "Score", "Named Scores"} <= set(file.table.header)
    if file.form is Form.YAML:
        return b"evalId" in file.head and b"results" in file.head
    return file.form is Form.JSON and b"evalId" in file.head and isinstance(_results(file), list)


def _tree(file: ForeignFile) -> Any:
    if file.form is not Form.YAML:
        return file.document
    try:
        return yaml.load(file.text, Loader=yaml.CSafeLoader)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise Unreadable(Lost(f"not YAML: {getattr(error, 'problem', None) or 'cannot be read'}")) from error


def _results(file: ForeignFile) -> Any:
    tree = _tree(file)
    inner = tree.get("results") if isinstance(tree, Mapping) else None
    return inner.get("results") if isinstance(inner, Mapping) else None


def _read(files: Files) -> Iterator[Found]:
    file = files.file
    if file.form is Form.TABLE:
        yield Lost(
            "promptfoo's CSV rounds scores, loses reasons and repeats its columns: write JSON with -o results.json"
        )
        return
    if file.form is Form.LINES:
        items, lost = list(file.items), list(file.lost)
    else:
        found = _results(file)
        if not isinstance(found, list):
            raise Unreadable(Lost("the file holds no list of results"))
        entries = list(listed(found, _POINTER))
        items = [one for one in entries if isinstance(one, Item)]
        lost = [one for one in entries if isinstance(one, Lost)]
        evaluated = _tree(file).get("evalId")
        yield from [Native({"run_id": evaluated})] if isinstance(evaluated, str) else []
    yield from lost
    items.sort(key=lambda item: (_number(item, "testIdx"), _number(item, "promptIdx")))
    ids = [_case_id(item.value) for item in items]
    systems = [_system(item.value) for item in items]
    yield from _expanded(ids, systems)
    seen = set[str]()
    repeats = attempts(f"{case}\x1f{system}" for case, system in zip(ids, systems, strict=True))
    for case_id, system, attempt, item in zip(ids, systems, repeats, items, strict=True):
        if case_id not in seen:
            seen.add(case_id)
            yield from beside(_TOOL, case_id, _kept(item.value), item.spot)
        yield from _rows(case_id, system, attempt, item)


def _expanded(ids: Sequence[str], systems: Sequence[str | None]) -> Iterator[Said]:
    twice = [case for (case, _), times in Counter(zip(ids, systems, strict=True)).items() if times > 1]
    if twice:
        yield Said(f"a list-valued variable made several rows of one test, read as attempts: {', '.join(twice[:5])}")


def _number(item: Item, name: str) -> int:
    value = item.value.get(name)
    return value if isinstance(value, int) else 0


def _case_id(value: Mapping[str, Any]) -> str:
    test = value.get("testCase")
    known = test if isinstance(test, Mapping) else {}
    for place in (value.get("vars"), known.get("metadata")):
        found = pick(place, CASE_ID) if isinstance(place, Mapping) else None
        if isinstance(found, str | int) and str(found).strip():
            return str(found)
    description = known.get("description")
    return description if isinstance(description, str) and description else f"test {value.get('testIdx')}"


def _system(value: Mapping[str, Any]) -> str | None:
    parts = []
    for name in ("provider", "prompt"):
        one = value.get(name)
        told = (one.get("label") or one.get("id")) if isinstance(one, Mapping) else None
        parts += [str(told)] if told and len(str(told)) <= 80 else []
    return ", ".join(parts) or None


def _kept(value: Mapping[str, Any]) -> Beside:
    given, response = value.get("vars"), value.get("response")
    known: Mapping[str, Any] = given if isinstance(given, Mapping) else {}
    metadata = value.get("metadata")
    told: Mapping[str, Any] = metadata if isinstance(metadata, Mapping) else {}
    chunks = as_chunks(told.get("retrieved")) or as_chunks(pick(known, CONTEXTS)) or _asserted(value)
    relevant = pick(told, REFERENCE_IDS) or pick(known, REFERENCE_IDS)
    return Beside(
        question=pick(known, QUESTION),
        answer=plain_text(response.get("output")) if isinstance(response, Mapping) else None,
        reference=_reference(value),
        relevant=[str(one) for one in relevant] if isinstance(relevant, list) else None,
        chunks=with_ids(chunks, pick(told, DOC_IDS)) if chunks is None or "doc_id" not in chunks[0] else chunks,
    )


def _components(value: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Each assertion once: a set's parent has no assertion of its own, and its children follow again beside it."""
    grading = value.get("gradingResult")
    found = grading.get("componentResults") if isinstance(grading, Mapping) else None
    return [one for one in found or () if isinstance(one, Mapping) and isinstance(one.get("assertion"), Mapping)]


def _asserted(value: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    for one in _components(value):
        metadata = one.get("metadata")
        if isinstance(metadata, Mapping) and metadata.get("context"):
            return as_chunks(metadata["context"])
    return None


def _reference(value: Mapping[str, Any]) -> str | None:
    for one in _components(value):
        if one["assertion"].get("type") in _REFERENCES and isinstance(one["assertion"].get("value"), str):
            return str(one["assertion"]["value"])
    return None


def _rows(case_id: str, system: str | None, attempt: int | None, item: Item) -> Iterator[Found]:
    value = item.value
    more = {"system": system, "attempt": attempt}
    components = _components(value)
    if value.get("failureReason") == _ERROR or not components:
        error = innermost(str(value.get("error") or "").split("\n")[0]) if value.get("error") else None
        verdict = _verdict(value.get("success")) if error is None else None
        yield row(_TOOL, Result(case_id, "test", None, verdict, error=error, more=more), _light(value), item.spot)
        return
    names = Counter[str]()
    for one in components:
        name = _metric(one["assertion"])
        names[name] += 1
        name = name if names[name] == 1 else f"{name} ({names[name]})"
        yield row(_TOOL, _result(case_id, name, one, more), _light(one), item.spot)


def _metric(assertion: Mapping[str, Any]) -> str:
    return str(assertion.get("metric") or assertion.get("type") or "assertion")


def _result(case_id: str, name: str, component: Mapping[str, Any], more: dict[str, Any]) -> Result:
    reason, assertion = words_of(component.get("reason")), component["assertion"]
    broke = component.get("pass") is False and reason is not None and _BROKE.match(reason)
    verdict = _verdict(component.get("pass"))
    threshold = assertion.get("threshold")
    context_alone = str(assertion.get("type")).startswith("context-") and threshold is None
    more = more | ({"blocking": False} if assertion.get("weight") == 0 else {})
    return Result(
        case_id,
        name,
        component.get("score"),
        None if broke else verdict,
        threshold if isinstance(threshold, int | float) else None,
        f"{reason} (no threshold was set, so it always passes)" if context_alone and verdict == "pass" else reason,
        reason if broke else None,
        more=more,
    )


def _verdict(value: Any) -> str | None:
    return ("pass" if value else "fail") if isinstance(value, bool) else None


def _light(value: Mapping[str, Any]) -> dict[str, Any]:
    """Without what may hold keys, prompts and the tool's whole settings."""
    left_out = ("prompt", "testCase", "config", "response", "gradingResult", "metadata", "tokenUsage", "tokensUsed")
    light = {key: one for key, one in value.items() if key not in left_out and key != "error"}
    return dict(json.loads(json.dumps(light, default=str)))


ADAPTER = Adapter(
    "promptfoo",
    _TOOL,
    "results as JSON, JSON Lines or YAML",
    "evalId with results.results, or lines with testIdx and promptIdx",
    _recognises,
    _read,
    keep="return retrieved_ids and retrieved from the provider as metadata, set a threshold on every context assertion",
)
