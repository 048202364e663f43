"""Inspect AI: ``.json`` logs and ``.eval`` archives, read alike."""

from collections.abc import Iterator, Mapping
from typing import Any

from triage.adapters.adapter import Adapter, Files
from triage.adapters.file import ForeignFile, Form, Item, Unreadable, listed
from triage.adapters.inspect_sample import TOOL, Log, sample
from triage.adapters.inspect_zip import Member, looks_like, members
from triage.adapters.native import Found, Lost, Native, Said, Spot, about


def _recognises(file: ForeignFile) -> bool:
    if file.form is Form.ZIP:
        return looks_like(file)
    if file.form is not Form.JSON or b'"eval"' not in file.head:
        return False
    document = file.document
    return (
        isinstance(document, dict)
        and "version" in document
        and isinstance(document.get("eval"), dict)
        and "task" in document["eval"]
    )


def _read(files: Files) -> Iterator[Found]:
    """The run, then each sample; a part that is broken is named, and the others are read."""
    header, samples = _parts(files.file)
    log = Log.of(header)
    yield from _run(header)
    seen: set[str] = set()
    count = 0
    for one in samples:
        if isinstance(one, Lost):
            yield one
            continue
        try:
            found = list(sample(log, one))
        except (TypeError, ValueError, AttributeError, KeyError, IndexError):
            yield Lost("this sample is not in the shape that Inspect AI writes", one.spot)
            continue
        yield from found
        seen.add(str(one.value.get("id")))
        count += 1
    yield from _missing(header, seen, count)
    yield from (Said(words) for words in log.said)


def _parts(file: ForeignFile) -> tuple[dict[str, Any], Iterator[Item | Lost]]:
    if file.form is not Form.ZIP:
        written = file.document.get("samples")
        return file.document, listed(written if isinstance(written, list) else [], "/samples")
    parts = members(file)
    first = next(parts, None)
    if first is None:
        raise Unreadable(Lost("the archive holds neither a header nor a sample"))
    if isinstance(first, Member) and not first.name.startswith("samples/"):
        return first.value, (_item(one) for one in parts)
    return {}, (_item(one) for one in (first, *parts))


def _item(part: Member | Lost) -> Item | Lost:
    return part if isinstance(part, Lost) else Item(part.value, Spot(pointer=f"/{part.name}"))


def _run(header: Mapping[str, Any]) -> Iterator[Found]:
    told = header.get("eval")
    if not isinstance(told, dict):
        yield Lost("the log's header is missing: which task, model and scorers it was is unknown")
        return
    run = {"run_id": told.get("run_id"), "date": told.get("created"), "model": told.get("model")}
    run["versions"] = told.get("packages")
    known = {name: value for name, value in run.items() if isinstance(value, str | dict) and value}
    if "run_id" in known:
        yield Native(known, Spot(pointer="/eval"))
    status = header.get("status", "started")
    if status != "success":
        error = header.get("error")
        message = error.get("message") if isinstance(error, dict) else None
        words = f"the log's status is {status}: the run did not come to its end"
        yield Lost(f"{words}: {message}" if message else words, Spot(pointer="/status"))


def _missing(header: Mapping[str, Any], seen: set[str], count: int) -> Iterator[Found]:
    """Cases of the dataset without a sample, and samples that the results counted and the log does not hold."""
    told = header.get("eval")
    dataset = told.get("dataset") if isinstance(told, dict) else None
    ids = dataset.get("sample_ids") if isinstance(dataset, dict) else None
    absent = [str(one) for one in ids if str(one) not in seen] if isinstance(ids, list) else []
    spot = Spot(pointer="/eval/dataset/sample_ids")
    for case_id in absent:
        found = about(TOOL, case_id, {"context": []}, spot=spot)
        if found is not None:
            yield found
    if absent:
        yield Said(f"{len(absent)} of {len(ids or ())} cases of the dataset have no sample in the log", spot)
    results = header.get("results")
    total = results.get("total_samples") if isinstance(results, dict) else None
    if isinstance(total, int) and total > count:
        yield Lost(f"{count} of {total} samples are in the log (written with log_samples off, or cut short)")


ADAPTER = Adapter(
    "inspect-ai",
    TOOL,
    "an evaluation log (`.json`, `.eval`)",
    "an object with `version` and `eval.task`, or a zip archive with `header.json` or `_journal/` and `samples/`",
    _recognises,
    _read,
    keep=(
        "put the ranked documents into `state.metadata['retrieved']` as a list of {doc_id, text, score}, and the "
        "scorer's claims into `Score(metadata={'claims': [{'text': ..., 'attributed': ...}]})`"
    ),
)
