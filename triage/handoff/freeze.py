"""The records of some rows as a bundle of its own: only what these rows need, and the same of the last green run."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from triage.clues.words import counts
from triage.handoff.encode import holds_plain, json_line, yaml_document
from triage.handoff.withhold import Withholding
from triage.metrics.ranking import candidate_digest, digests_match
from triage.model import Document, Evidence, Outcome, Row, Source
from triage.text import clean

# What speaks of the whole run would be wrong of a few rows of it.
OF_THE_WHOLE_RUN = ("planned_rows", "reported", "files", "counts", "status")
_CORPUS = "corpus"


class Record(NamedTuple):
    """One record that goes into the folder: the file it goes to (without ending), its fields, where it stood.

    ``twice`` are keys that it gives twice; ``reason_stays`` tells that its reason is no judge's free words.
    """

    stem: str
    raw: Mapping[str, Any]
    source: Source
    twice: tuple[str, ...] = ()
    reason_stays: bool = True


class Frozen(NamedTuple):
    """Files by name, and where each record stands in them: (file, line) by the place it was read from."""

    files: dict[str, bytes]
    places: dict[Source, tuple[str, int]]


def freeze(records: Iterable[Record], withholding: Withholding) -> Frozen:
    """The records as files of a bundle, each once, in the order they were read in."""
    unique: dict[Source, Record] = {}
    for record in records:
        unique.setdefault(record.source, record)
    ordered = sorted(unique.values(), key=lambda one: (one.stem, *one.source[:2], len(one.source.pointer), one.source))
    texts: dict[str, list[str]] = {}
    places: dict[Source, tuple[str, int]] = {}
    undisputed = _undisputed(ordered)
    for record in ordered:
        name = str(record.source)
        raw = withholding.without_text(name, record.raw) if record.stem == _CORPUS else record.raw
        shown = withholding.record(name, raw, reason_stays=record.reason_stays)
        if record.stem.startswith("ranking"):
            shown = _true_digests(record.raw, shown, undisputed)
        is_yaml = holds_plain(shown)
        text = yaml_document(shown, record.twice) if is_yaml else json_line(shown, record.twice) + "\n"
        file = f"{record.stem}.{'yaml' if is_yaml else 'jsonl'}"
        before = texts.setdefault(file, [])
        places[record.source] = (file, sum(one.count("\n") for one in before) + (2 if is_yaml else 1))
        before.append(text)
    return Frozen({name: "".join(parts).encode("utf-8") for name, parts in texts.items()}, places)


def records_of(evidences: Sequence[Evidence]) -> Iterator[Record]:
    """Everything these rows need, with repeats."""
    for evidence in evidences:
        rows = (evidence.row, *evidence.twins, *evidence.siblings)
        yield from (_row(row) for row in rows if row.raw)
        for stem, record in (
            ("cases", evidence.case),
            ("attribution", evidence.attribution),
            ("retrieval", evidence.retrieval),
            ("ranking", evidence.ranking),
            ("ranking-cases", evidence.ranking_case),
        ):
            if record is not None and record.raw:
                yield Record(stem, record.raw, record.source)
        yield from _documents(evidence)
    for manifest in {id(one.manifest): one.manifest for one in evidences}.values():
        kept = {key: value for key, value in manifest.raw.items() if key not in OF_THE_WHOLE_RUN}
        if kept:
            yield Record("run", kept, manifest.source)


def _row(row: Row) -> Record:
    twice = tuple(str(key) for key in row.raw if any(_names(note, str(key)) for note in row.notes))
    stays = row.outcome is Outcome.INVALID or counts(row.reason) is not None
    stem = "ranking" if "presented_order" in row.raw or "actual_order" in row.raw else "rows"
    return Record(stem, row.raw, row.source, twice, stays)


def _names(note: str, key: str) -> bool:
    return note.startswith((f"`{clean(key)}` is given twice", f"`{key}` defined twice"))


def witness(other: Row) -> Record:
    """The outcome of a row that is not handed over, where it must be seen that it was there."""
    kept = ("case_id", "metric", "system", "status", "score", "minimum")
    return Record("rows", {key: other.raw[key] for key in kept if key in other.raw}, other.source)


def _documents(evidence: Evidence) -> Iterator[Record]:
    """The inventory's entries of every document that the row names."""
    inventory = evidence.inventory
    found: dict[str, Document] = {}
    for doc_id in sorted(_named(evidence)):
        for document in (inventory.document(doc_id), inventory.aliased(doc_id)):
            if document is not None:
                found.setdefault(document.doc_id, document)
    if not found and (first := _any_document(evidence)):
        found[first.doc_id] = first  # An inventory that lacks a document is not the same as none.
    yield from (Record(_CORPUS, document.raw, document.source) for document in found.values())


def _any_document(evidence: Evidence) -> Document | None:
    documents = getattr(evidence.inventory, "documents", None)
    return next(documents(), None) if documents is not None else None


def _named(evidence: Evidence) -> set[str]:
    case, attribution, retrieval = evidence.case, evidence.attribution, evidence.retrieval
    named: set[str] = set()
    if case is not None:
        named.update(case.relevant or (), case.restricted)
        named.update(doc for label in (case.claims or {}).values() for doc in label.sources)
    if attribution is not None:
        named.update(doc for claim in attribution.claims or () for doc in claim.citations)
    if retrieval is not None:
        named.update(retrieval.delivered or ())
        named.update(one for hit in retrieval.retrieved or () for one in (hit.doc_id, hit.chunk_id) if one)
    return named


def _undisputed(records: Sequence[Record]) -> frozenset[str]:
    """Cases whose reviewed candidates have the digest that the judged ones were recorded with."""
    recorded = {_case(one.raw): one.raw.get("candidate_digest") for one in records if one.raw.get("candidate_digest")}
    reviewed = {_case(one.raw): _candidates(one.raw) for one in records if one.stem == "ranking-cases"}
    return frozenset(case for case, known in reviewed.items() if _same(recorded.get(case), candidate_digest(known)))


def _true_digests(raw: Mapping[str, Any], shown: dict[str, Any], undisputed: frozenset[str]) -> dict[str, Any]:
    """Digests tell what the texts were before they were covered, and never contradict what is left of them.

    Reviewed candidates with the recorded digest are left out, because covered ones would have another.
    """
    if "candidates" in raw:
        covered = _candidates(raw) != _candidates(shown)
        return shown | {"candidates": []} if covered and _case(raw) in undisputed else shown
    request = raw.get("request")
    sent = _candidates(request) if isinstance(request, Mapping) else []
    if not sent or sent == _candidates(shown["request"]):
        return shown
    recorded, mine = raw.get("candidate_digest"), candidate_digest(sent)
    if recorded and not raw.get("rendered_digest"):
        return shown | {"rendered_digest": mine}
    if not recorded and _same(raw.get("rendered_digest"), mine):
        return {key: value for key, value in shown.items() if key != "rendered_digest"}
    return shown


def _same(one: object, other: str) -> bool:
    return isinstance(one, str) and digests_match(one, other)


def _case(raw: Mapping[str, Any]) -> str:
    return str(raw.get("case_id") or raw.get("case") or "")


def _candidates(raw: Mapping[str, Any]) -> list[tuple[str, str]]:
    listed = raw.get("candidates")
    if isinstance(listed, Mapping):
        return [(str(key), str(text)) for key, text in listed.items()]
    items = listed if isinstance(listed, list) else []
    return [(str(one.get("id")), str(one.get("text") or "")) for one in items if isinstance(one, Mapping)]
