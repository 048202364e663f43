"""One sample of an Inspect AI log: its scores, its error, the question and whatever the task kept of retrieval."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from triage.adapters.file import Item
from triage.adapters.names import CONTEXTS, REFERENCE_IDS, pick
from triage.adapters.native import Found, Result, about, retrieval, row

TOOL = "Inspect AI"
_RETRIEVED = ("retrieved", "hits", "chunks", *CONTEXTS)
_VERDICT = {"C": "pass", "I": "fail", True: "pass", False: "fail"}
_ATTACHED = "attachment://"


@dataclass
class Log:
    """What the header says about reading a sample; ``said`` gathers remarks that are made once."""

    system: str | None = None
    epochs: int = 1
    names: dict[str, list[str]] = field(default_factory=dict)
    said: dict[str, None] = field(default_factory=dict)

    @classmethod
    def of(cls, header: Mapping[str, Any]) -> "Log":
        """From a log's header; an empty one gives the defaults."""
        told, results = header.get("eval"), header.get("results")
        config = told.get("config") if isinstance(told, dict) else None
        epochs = config.get("epochs") if isinstance(config, dict) else None
        names: dict[str, list[str]] = {}
        scores = results.get("scores") if isinstance(results, dict) else None
        for one in scores if isinstance(scores, list) else ():
            if isinstance(one, dict):
                names.setdefault(str(one.get("name")), []).append(str(one.get("scorer")))
        return cls(epochs=epochs if isinstance(epochs, int) else 1, names=names)

    def metric(self, scorer: str, part: str) -> str:
        """The name of one of several values: the tool's own, the scorer's before it where that is not unique."""
        return part if self.names.get(part) == [scorer] else f"{scorer}/{part}"

    def say(self, words: str) -> None:
        """Say something once."""
        self.said.setdefault(words)


def sample(log: Log, item: Item) -> Iterator[Found]:
    """Rows, the case, the answer and the ranked chunks of one sample."""
    record, spot = item
    case_id = "" if record.get("id") is None else str(record["id"])
    case_id = case_id or f"row {spot.pointer.rsplit('/', 1)[1]}"
    attempt = record.get("epoch") if log.epochs > 1 or record.get("epoch") not in (1, None) else None
    more = {"attempt": attempt}
    if message := _error(record):
        yield row(TOOL, Result(case_id, "sample", error=f"sample error: {message}", more=more), None, spot)
    claims: list[dict[str, Any]] = []
    scores = record.get("scores")
    for scorer, score in scores.items() if isinstance(scores, dict) else ():
        for metric, value in _values(log, scorer, score):
            found = _result(log, case_id, metric, value, _reason(record, score), more)
            yield row(TOOL, found, {scorer: {"value": value}}, spot)
        claims += _claims(scorer, score)
    if not message and not scores:
        yield row(TOOL, Result(case_id, "sample", more=more), None, spot)
    yield from _about(log, case_id, record, claims, item)


def _error(record: Mapping[str, Any]) -> str | None:
    error = record.get("error")
    if error is None:
        return None
    message = error.get("message") if isinstance(error, dict) else error
    text = _attached(record, str(message or "no message was kept"))
    return text.strip().splitlines()[0][:500] if text.strip() else "no message was kept"


def _values(log: Log, scorer: str, score: Any) -> Iterator[tuple[str, Any]]:
    value = score.get("value") if isinstance(score, dict) else score
    if isinstance(value, dict):
        log.say(f"{scorer} gives several values: {', '.join(log.metric(scorer, str(one)) for one in value)}")
        yield from ((log.metric(scorer, str(part)), one) for part, one in value.items())
    elif isinstance(value, list):
        yield from ((f"{scorer}/{number}", one) for number, one in enumerate(value, start=1))
    else:
        yield scorer, value


def _result(log: Log, case_id: str, metric: str, value: Any, reason: str | None, more: dict[str, Any]) -> Result:
    status = _VERDICT.get(value) if isinstance(value, str | bool) else None
    nothing = value is None or (isinstance(value, float) and value != value)
    if status is not None:
        log.say("C is read as passed and I as failed; other labels (P for partial, N for no answer) are not judged")
    if nothing and reason:
        return Result(case_id, metric, value, more={**more, "explanation": reason})
    score = None if isinstance(value, bool) else value
    return Result(case_id, metric, score, status, reason=reason, more=more)


def _reason(record: Mapping[str, Any], score: Any) -> str | None:
    written = score.get("explanation") if isinstance(score, dict) else None
    return _attached(record, written) if isinstance(written, str) and written.strip() else None


def _claims(scorer: str, score: Any) -> list[dict[str, Any]]:
    metadata = score.get("metadata") if isinstance(score, dict) else None
    written = metadata.get("claims") if isinstance(metadata, dict) else None
    found = []
    for number, one in enumerate(written if isinstance(written, list) else (), start=1):
        if not isinstance(one, dict) or not isinstance(one.get("text"), str):
            continue
        verdict = next((one[name] for name in ("attributed", "supported") if isinstance(one.get(name), bool)), None)
        found.append({"claim_id": f"{scorer}-{number}", "text": one["text"], "supported": verdict})
    return found


def _about(
    log: Log, case_id: str, record: Mapping[str, Any], claims: list[dict[str, Any]], item: Item
) -> Iterator[Found]:
    target = record.get("target")
    targets = [str(one) for one in target] if isinstance(target, list) else [target] if target else []
    metadata = record.get("metadata") if isinstance(record.get("metadata"), dict) else {}
    relevant = pick(metadata or {}, REFERENCE_IDS)
    fields = {"question": _question(record), "reference": " / ".join(map(str, targets)) or None}
    if isinstance(relevant, list) and relevant:
        fields["relevant"] = [str(one) for one in relevant]  # type: ignore[assignment]
    output = record.get("output")
    completion = output.get("completion") if isinstance(output, dict) else None
    answer = _attached(record, completion) if isinstance(completion, str) and not record.get("error") else None
    for found in (
        about(TOOL, case_id, fields, spot=item.spot),
        about(TOOL, case_id, {"answer": answer, "claims": claims or None}, spot=item.spot),
    ):
        if found is not None:
            yield found
    for where in ("metadata", "store"):
        kept = record.get(where)
        chunks = pick(kept, _RETRIEVED) if isinstance(kept, dict) else None
        if isinstance(chunks, list):
            log.say(f"the ranked chunks are those that the task kept in the sample's {where}")
            yield retrieval(TOOL, case_id, [_chunk(one) for one in chunks], spot=item.spot)
            break


def _question(record: Mapping[str, Any]) -> str | None:
    written = record.get("input")
    if isinstance(written, str):
        return _attached(record, written)
    for message in reversed(written if isinstance(written, list) else []):
        if isinstance(message, dict) and message.get("role") == "user":
            return _attached(record, _content(message.get("content")))
    return None


def _content(written: Any) -> str:
    if isinstance(written, list):
        return "\n".join(str(one["text"]) for one in written if isinstance(one, dict) and "text" in one)
    return written if isinstance(written, str) else ""


def _attached(record: Mapping[str, Any], text: str) -> str:
    """The long text that stands elsewhere in the sample, where only its address was left."""
    kept = record.get("attachments")
    if not text.startswith(_ATTACHED) or not isinstance(kept, dict):
        return text
    found = kept.get(text.removeprefix(_ATTACHED))
    return found if isinstance(found, str) else text


def _chunk(written: Any) -> dict[str, Any]:
    if not isinstance(written, dict):
        return {"text": str(written)}
    doc_id = next((written[name] for name in ("doc_id", "id", "document_id") if written.get(name) is not None), None)
    text = next(
        (written[name] for name in ("text", "content", "page_content") if isinstance(written.get(name), str)), None
    )
    return {"doc_id": None if doc_id is None else str(doc_id), "text": text, "score": written.get("score")}
