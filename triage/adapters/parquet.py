"""Parquet: only a carrier.  Its rows are given to the adapter that recognises them."""

import json
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from triage.adapters.adapter import Adapter, Files
from triage.adapters.file import HEAD, ForeignFile, Form, Unreadable
from triage.adapters.native import Found, Lost, Said

_MOST = 1 << 30


def _recognises(file: ForeignFile) -> bool:
    return file.form is Form.PARQUET


def _read(files: Files) -> Iterator[Found]:
    from triage.adapters.known import recognise

    try:
        data = _as_list(files.file.data)
    except ImportError:
        yield Lost("not read: install pyarrow, or save the frame as JSON Lines")
        return
    if not data:
        yield Lost("a frame without rows")
        return
    inner = ForeignFile(f"{files.file.name}.json", data[:HEAD], len(data), lambda: data)
    adapter = recognise(inner, weak=False) or recognise(inner, weak=True)
    if adapter is None:
        yield Lost(f"no format recognised in its rows, which have the columns {', '.join(inner.first)[:200]}")
        return
    yield Said(f"its rows are read as {adapter.tool}: {adapter.reads}")
    yield from adapter.read(Files(inner, files.others, files.joined))


def _as_list(data: bytes) -> bytes:
    """The rows as one JSON list, so that their places are counted from 0; empty without rows."""
    arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    try:
        opened = parquet.ParquetFile(arrow.BufferReader(data))
        meta = opened.metadata
        size = sum(meta.row_group(number).total_byte_size for number in range(meta.num_row_groups))
        if size > _MOST:
            raise Unreadable(Lost(f"not read: it unpacks to {size} bytes, more than {_MOST}"))
        rows = opened.read().to_pylist()
    except (arrow.ArrowException, OSError, ValueError, MemoryError) as error:
        words = str(error).partition("\n")[0]
        raise Unreadable(Lost(f"not a whole Parquet file: {words}", torn=True)) from error
    return json.dumps(rows, ensure_ascii=False, default=_text).encode("utf-8", "backslashreplace") if rows else b""


def _text(value: Any) -> str:
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else str(value)


ADAPTER = Adapter(
    name="parquet",
    tool="Parquet",
    reads="rows of another tool",
    by="its first four bytes",
    recognises=_recognises,
    read=_read,
    weak=True,
)
