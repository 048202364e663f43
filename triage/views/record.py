"""The record behind a line of evidence, letter for letter, with all fields, known or not."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from triage.model import Evidence, Source, Tone
from triage.text import count
from triage.views.entry import Entry, blank, entry, heading

_LONGEST_LINE = 4_000
_MOST_LINES = 2_000


class Record(Protocol):
    """Anything that was read from a place and kept its fields."""

    @property
    def source(self) -> Source:
        """Where it was read."""
        ...

    @property
    def raw(self) -> Mapping[str, Any]:
        """All fields as read."""
        ...


def entries(evidence: Evidence, source: Source) -> list[Entry]:
    """The record at ``source`` as indented JSON; where it is when it is not one of this row's records."""
    found = next((record for record in _records(evidence) if _same(record.source, source)), None)
    title = heading(str(source))
    if found is None:
        where = f"open {source.path} at line {source.line}" if source.line else f"open {source.path}"
        return [title, entry(f"this record is not one of the row's own: {where}")]
    if not found.raw:
        return [title, entry(("the record has no fields", Tone.DIM))]
    if source.pointer:
        title = heading(f"{source} (the whole record)")
    written = json.dumps(found.raw, indent=2, ensure_ascii=False, default=str).split("\n")
    shown = [entry(_cut(one), source=source) for one in written[:_MOST_LINES]]
    if len(written) > _MOST_LINES:
        shown += [blank(), entry((f"({count(len(written) - _MOST_LINES, 'more line')} not shown)", Tone.DIM))]
    return [title, *shown]


def _records(evidence: Evidence) -> Iterator[Record]:
    """The row's own records, then the same of the last green run."""
    inventory = evidence.inventory
    yield from (evidence.row, *evidence.twins)
    for one in (evidence.case, evidence.attribution, evidence.retrieval, evidence.ranking, evidence.ranking_case):
        if one is not None:
            yield one
    yield evidence.manifest
    for document in _documents(evidence):
        known = inventory.document(document) or inventory.aliased(document)
        if known is not None:
            yield known
    if evidence.green is not None:
        yield from _records(evidence.green)


def _documents(evidence: Evidence) -> Iterator[str]:
    for label in ((evidence.case.claims or {}) if evidence.case else {}).values():
        yield from label.sources
    for chunk in (evidence.retrieval.retrieved or ()) if evidence.retrieval else ():
        if chunk.doc_id is not None:
            yield chunk.doc_id


def _same(one: Source, wanted: Source) -> bool:
    if one.path != wanted.path:
        return False
    if one.line or wanted.line:
        return one.line == wanted.line
    return wanted.pointer.startswith(one.pointer)


def _cut(text: str) -> str:
    if len(text) <= _LONGEST_LINE:
        return text
    return f"{text[:_LONGEST_LINE]} ({count(len(text) - _LONGEST_LINE, 'more character')} not shown)"
