"""MT-RAG: human evaluations of its reference subset, and responses before anything judged them."""

from collections.abc import Iterator, Mapping
from typing import Any

from triage.adapters.adapter import Adapter, Files
from triage.adapters.file import ForeignFile, Form
from triage.adapters.frames import records, some, words_of
from triage.adapters.native import Found, Lost, Said
from triage.adapters.raget import is_raget, read_raget, read_task

_TOOL = "MT-RAG"
_TASK_KEYS = ("Collection", "Retriever Performance Characteristics")
_TURN = {"task_id", "conversation_id", "turn", "contexts", "input"}


def _recognises(file: ForeignFile) -> bool:
    if file.form is not Form.JSON or not isinstance(file.document, dict):
        return set(file.first) >= _TURN
    if set(file.document) >= _TURN:
        return True
    return is_raget(file.document) and any(_is_task(one) for one in file.document["tasks"][:1])


def _is_task(task: Any) -> bool:
    return isinstance(task, dict) and any(name in task for name in _TASK_KEYS)


def _read(files: Files) -> Iterator[Found]:
    document = files.file.document if files.file.form is Form.JSON else None
    if isinstance(document, dict) and is_raget(document):
        yield from read_raget(_TOOL, document)
        return
    rows, noticed = records(files.file)
    yield from noticed
    yield Said("responses without evaluations: contexts and answers can be walked, and no gate is judged")
    unsorted = list[str]()
    for item in rows:
        case_id = words_of(item.value.get("task_id"))
        if case_id is None:
            yield Lost("a turn without a task_id", item.spot)
            continue
        yield from read_task(_TOOL, case_id, item.value, {}, item.spot)
        if _is_unsorted(item.value):
            unsorted.append(case_id)
    if unsorted:
        yield Said(f"the contexts do not stand in descending order of their scores: {some(unsorted)}")


def _is_unsorted(value: Mapping[str, Any]) -> bool:
    """Contexts of several queries are put one after another: their order is then no ranking."""
    contexts = value.get("contexts")
    listed = [one.get("score") for one in contexts if isinstance(one, dict)] if isinstance(contexts, list) else []
    scores = [one for one in listed if isinstance(one, int | float)]
    return len(scores) == len(listed) and scores != sorted(scores, reverse=True)


ADAPTER = Adapter(
    name="mtrag",
    tool=_TOOL,
    reads="human evaluations, or responses with contexts",
    by="tasks with a Collection and models' evaluations, or turns with conversation_id, contexts and input",
    recognises=_recognises,
    read=_read,
    keep="MT-RAG keeps no claims: its annotators grade whole responses; which contexts are relevant stands in "
    "context_relevance, and the labels of its retrieval tasks in qrels",
)
