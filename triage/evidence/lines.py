"""JSON Lines, one pass: split on line feeds only, the quick look first, the tolerant reader for what it refuses."""

from collections.abc import Iterator
from functools import partial
from time import monotonic
from typing import BinaryIO, NamedTuple

from msgspec import UNSET

from triage.evidence.head import REFUSED, Head, PlainRow, decode_head, decode_plain_row, is_row_beside_claims
from triage.evidence.index import Index, ReadFile, as_record
from triage.evidence.intake import take_head, take_record, take_rows
from triage.evidence.places import Place
from triage.evidence.sources import line_at
from triage.evidence.tolerant import Problem, is_strict, read_line
from triage.model import Source, Unread

BOM = b"\xef\xbb\xbf"
_SLICE = 0.05
_BATCH = 256


class _Pending(NamedTuple):
    """Plain rows on consecutive lines, waiting to be added at once."""

    offsets: list[int]
    rows: list[PlainRow]


def index_lines(index: Index, number: int) -> Iterator[int]:
    """Index every line of a file, yielding the bytes read so far about twenty times a second.

    Up to ``limits.checked`` bytes every line is also decoded in full, for keys given twice and bytes that are not
    UTF-8 in fields the index skips; in a larger file those come to light when their record is opened.
    """
    file = index.files[number]
    thorough = file.source.size <= index.limits.checked
    pending = offsets, rows = _Pending([], [])
    offset, line_number, deadline = 0, 0, monotonic() + _SLICE
    with file.source.open() as stream:
        for line in iter(partial(stream.readline, index.limits.line + 1), b""):
            line_number += 1
            row = _plain_row(line)
            if row is not None and (not thorough or is_strict(line)):
                offsets.append(offset)
                rows.append(row)
            else:
                _flush(index, number, line_number - len(rows), pending)
                offset += _one(index, Place(number, offset, line_number), line, stream)
            offset += len(line)
            if not line_number & 63 and (len(rows) >= _BATCH or monotonic() > deadline):
                _flush(index, number, line_number + 1 - len(rows), pending)
                if monotonic() > deadline:
                    yield offset
                    deadline = monotonic() + _SLICE
    _flush(index, number, line_number + 1 - len(rows), pending)
    yield offset


def _plain_row(line: bytes) -> PlainRow | None:
    """A row whose status, where it has one, is what its score and minimum say."""
    try:
        row = decode_plain_row(line)
    except REFUSED:
        return None
    minimum = row.minimum
    if minimum is None or (row.claims is not UNSET and not is_row_beside_claims(row)):
        return None
    row.claims = UNSET  # It would keep the whole line in memory.
    return row if row.status is None or (row.score >= minimum) is (row.status == "pass") else None


def _flush(index: Index, number: int, first: int, pending: _Pending) -> None:
    """Add the pending rows, the first of which stands on line ``first``."""
    if pending.rows and not take_rows(index, number, first, pending.offsets, pending.rows):
        file = index.files[number]
        for line, offset in enumerate(pending.offsets, first):
            _slow(index, file, line_at(file.source, offset, index.limits.line), Place(number, offset, line))
    pending.rows.clear()
    pending.offsets.clear()


def _one(index: Index, place: Place, line: bytes, stream: BinaryIO) -> int:
    """Index one line that is no plain row; how many bytes of it were skipped as too long."""
    file = index.files[place.file]
    start = _skip_bom(index, file, line) if place.offset == 0 else 0
    text, place = line[start:], place._replace(offset=start) if start else place
    head = _quick(text, file.source.size <= index.limits.checked)
    if head is None or not take_head(index, head, place):
        _slow(index, file, text, place)
    return _skip_line(stream) if len(line) > index.limits.line else 0


def _quick(line: bytes, thorough: bool) -> Head | None:
    try:
        head = decode_head(line)
    except REFUSED:
        return None
    return head if not thorough or is_strict(line) else None


def _slow(index: Index, file: ReadFile, line: bytes, place: Place) -> None:
    if not line.strip():
        return
    source = Source(file.source.name, place.line)
    if len(line) > index.limits.line and not line.endswith(b"\n"):
        words = f"the line is longer than {index.limits.line >> 20} MiB"
        index.lose(file, Unread(source.path, source.line, 0, words))
        return
    reading = read_line(line)
    for piece in reading.pieces:
        if isinstance(piece.value, dict):
            take_record(index, as_record(piece, source), place._replace(offset=place.offset + piece.start))
        else:
            words = f"the line holds {_kind(piece.value)}, not a record"
            index.lose(file, Unread(source.path, source.line, 0, words))
    if len(reading.pieces) > 1:
        index.note(f"{len(reading.pieces)} records stand on one line", source)
    if reading.problem and index.growing and not line.endswith(b"\n"):
        index.note("the last line is still being written", source)
    elif reading.problem:
        index.lose(file, _unread(source, reading.problem, is_last=not line.endswith(b"\n")))


def _unread(source: Source, problem: Problem, *, is_last: bool) -> Unread:
    """A torn line is a file that ends too early only where the file ends; further up it is a line that was overrun."""
    return Unread(source.path, source.line, problem.position + 1, problem.words, problem.torn and is_last)


def _kind(value: object) -> str:
    return "a list" if isinstance(value, list) else "text" if isinstance(value, str) else "a bare value"


def _skip_bom(index: Index, file: ReadFile, line: bytes) -> int:
    if not line.startswith(BOM):
        return 0
    index.note("BOM removed", Source(file.source.name, 1))
    return len(BOM)


def _skip_line(stream: BinaryIO) -> int:
    """Read past the rest of a line that is too long; its length."""
    skipped = 0
    for part in iter(partial(stream.readline, 1 << 20), b""):
        skipped += len(part)
        if part.endswith(b"\n"):
            break
    return skipped
