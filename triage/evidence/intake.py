"""From a decoded record, or the quick look at one, to the index."""

import math

from msgspec import UNSET

from triage.evidence.fields import Record, as_text
from triage.evidence.head import Head, PlainRow, outline
from triage.evidence.index import PLACED, Index
from triage.evidence.kinds import Kind, kinds_of, profile_metrics
from triage.evidence.manifest import parse_manifest
from triage.evidence.outcome import metric_range, recorded_status
from triage.evidence.places import Place
from triage.evidence.row_columns import (
    BLOCKING,
    CONTRADICTS,
    FOREIGN,
    LOWER,
    PROFILE,
    RECORDED,
    VERDICT,
    Entry,
    required_hash,
)
from triage.evidence.rows import DEFAULT_METRIC, parse_profile, parse_row
from triage.model import Outcome, Row, Source, Unread

_EVERYTHING = (-math.inf, math.inf)
_JUDGED = ("pass", "fail")


def take_rows(index: Index, file: int, line: int, offsets: list[int], rows: list[PlainRow]) -> bool:
    """Index consecutive lines that are plain rows; False, and nothing is done, when a score is out of its range."""
    metrics = [row.metric or DEFAULT_METRIC for row in rows]
    for metric in set(metrics):
        low, high = metric_range(metric) or _EVERYTHING
        scores = [row.score for row, other in zip(rows, metrics, strict=True) if other == metric]
        if not low <= min(scores) <= max(scores) <= high:
            return False
    index.rows.extend(file, line, offsets, rows, metrics)
    index.finite.update(metrics)
    index.files[file].rows += len(rows)
    return True


def take_head(index: Index, head: Head, place: Place) -> bool:
    """Index a record that stands beside the rows by the quick look at it; False when all of it must be read."""
    fields = outline(head)
    kinds = kinds_of(fields)
    record_id = head.doc_id if kinds == (Kind.CORPUS,) else head.case_id if head.case is UNSET else head.case
    if not kinds or not isinstance(record_id, str) or any(kind not in PLACED for kind in kinds):
        return False
    for kind in kinds:
        index.place(kind, record_id, place)
    if kinds == (Kind.CORPUS,):
        for alias in head.aliases or ():
            index.aliases.add(alias, place)
    return True


def take_record(index: Index, record: Record, place: Place) -> None:
    """Index one decoded record of any kind; one of no kind, or one that cannot be trusted, is said to be unread."""
    file = index.files[place.file]
    kinds = kinds_of(record.value)
    if not kinds:
        names = tuple(str(name) for name in record.value)
        file.unknown[names] += 1
        file.first_unknown.setdefault(names, record.source)
        return
    if any(name in record.dropped for name in ("case_id", "case", "doc_id")):
        index.lose(file, _unread(record.source, "; ".join(record.repeated)))
        return
    for kind in kinds:
        _take_kind(index, kind, record, place)


def _take_kind(index: Index, kind: Kind, record: Record, place: Place) -> None:
    file = index.files[place.file]
    if kind is Kind.ROW:
        take_row(index, parse_row(record), place)
    elif kind is Kind.PROFILE:
        for metric in profile_metrics(record.value):
            take_row(index, parse_profile(record, metric), place, PROFILE)
    elif record.repeated and kind is not Kind.RANKING:
        index.lose(file, _unread(record.source, "; ".join(record.repeated)))
    elif kind in PLACED:
        _take_placed(index, kind, record, place)
    else:
        file.others += 1
        _take_configuration(index, kind, record, place)


def take_row(index: Index, row: Row, place: Place, flags: int = 0) -> None:
    """Add a parsed row to the table."""
    status = recorded_status(row.status_written)
    flags |= (BLOCKING if row.blocking else 0) | (CONTRADICTS if _contradicts(row) else 0)
    flags |= RECORDED[status] | (FOREIGN if row.tool is not None else 0) | (LOWER if row.lower_is_better else 0)
    absent = row.score is None and row.score_written in (None, "null")
    if (
        row.tool is None
        and absent
        and status in _JUDGED
        and not row.error
        and row.case_id is not None
        and not _is_unreadable(row)
    ):
        flags |= VERDICT
    described = (row.case_id, row.metric, row.system, row.scenario, row.score, row.minimum, row.attempt)
    index.rows.append(Entry(place, row.outcome, *described, flags, required_hash(row.required)))
    index.files[place.file].rows += 1
    if row.score is not None:
        index.finite.add(row.metric)
    elif not absent and row.tool is None:
        index.odd.add(row.metric)
    elif flags & VERDICT and status == "pass":
        index.verdicts.add(row.metric)


def _contradicts(row: Row) -> bool:
    status = recorded_status(row.status_written)
    if (
        row.tool is not None
        or row.outcome is Outcome.INVALID
        or row.score is None
        or row.minimum is None
        or status not in _JUDGED
    ):
        return False
    return (status == "pass") is not (row.score >= row.minimum)


def _is_unreadable(row: Row) -> bool:
    return any("given twice" in note or "defined twice" in note for note in row.notes)


def _take_placed(index: Index, kind: Kind, record: Record, place: Place) -> None:
    names = ("doc_id",) if kind is Kind.CORPUS else ("case", "case_id") if kind is Kind.RANKING else ("case_id", "case")
    written = next((record.known[name] for name in names if record.known.get(name) is not None), None)
    record_id = as_text(written)
    if record_id is None:
        file = index.files[place.file]
        index.lose(file, _unread(record.source, f"the {names[0]} of this {kind} record is no text"))
        return
    index.place(kind, record_id, place)
    if kind is Kind.CORPUS:
        aliases = record.known.get("aliases")
        for alias in aliases if isinstance(aliases, list) else ():
            if (text := as_text(alias)) is not None:
                index.aliases.add(text, place)


def _take_configuration(index: Index, kind: Kind, record: Record, place: Place) -> None:
    if kind is Kind.MANIFEST:
        index.manifests.append(parse_manifest(record))
    elif kind is Kind.TEAMS:
        source = index.files[place.file].source
        index.teams = index.teams or (source.name, source.read_at(0, source.size))
    else:
        index.note("a policy of its own: kept, and not applied to any row", record.source)


def _unread(source: Source, problem: str) -> Unread:
    return Unread(f"{source.path}#{source.pointer}" if source.pointer else source.path, source.line, 0, problem)
