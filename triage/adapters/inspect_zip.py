"""Inspect AI's ``.eval`` archives: zip files whose members are deflated or, in newer ones, packed with Zstandard."""

import io
import json
import struct
import zipfile
import zlib
from collections.abc import Iterator
from importlib import import_module
from typing import Any, NamedTuple

from triage.adapters.file import ForeignFile, Form, Unreadable
from triage.adapters.native import Lost, Spot

ZSTANDARD = 93
_LARGEST = 1 << 30
_HEADERS = ("header.json", "_journal/start.json")
_LOCAL = struct.Struct("<4s5H3L2H")
NO_ZSTANDARD = (
    "not read: it is compressed with Zstandard; install zstandard (pip install zstandard), "
    "or run `inspect log dump FILE > log.json` and open that"
)


class Member(NamedTuple):
    """One JSON member of an archive and its name."""

    name: str
    value: dict[str, Any]


def looks_like(file: ForeignFile) -> bool:
    """The archive holds samples beside a header or a journal; only the list of names is read."""
    if file.form is not Form.ZIP:
        return False
    if b"_journal/" in file.head or b"header.json" in file.head:
        return True
    if not file.name.lower().endswith(".eval"):
        return False
    with zipfile.ZipFile(io.BytesIO(file.data)) as archive:
        return any(name in _HEADERS for name in archive.namelist())


def members(file: ForeignFile) -> Iterator[Member | Lost]:
    """The header first, without it the journal's start; then every sample.  A broken member is named and left out.

    Unreadable when the archive is cut short, or when nothing here can decompress it.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(file.data))
    except (zipfile.BadZipFile, ValueError, OSError) as error:
        raise Unreadable(Lost("the archive is cut short: its list of contents is missing", torn=True)) from error
    with archive:
        infos = {info.filename: info for info in archive.infolist()}
        if sum(info.file_size for info in infos.values()) > _LARGEST:
            raise Unreadable(Lost(f"not read: it unpacks to more than {_LARGEST >> 20:,} MiB"))
        header = next((name for name in _HEADERS if name in infos), None)
        samples = [name for name in infos if name.startswith("samples/") and name.endswith(".json")]
        for name in [*([header] if header else []), *samples]:
            yield _member(archive, file.data, infos[name])


def _member(archive: zipfile.ZipFile, data: bytes, info: zipfile.ZipInfo) -> Member | Lost:
    spot = Spot(pointer=f"/{info.filename}")
    try:
        value = json.loads(_content(archive, data, info).decode("utf-8", "backslashreplace"), strict=False)
    except Unreadable:
        raise
    except Exception:  # Whatever a damaged or hostile member makes a decompressor raise: the others still stand.
        return Lost("this part of the archive is damaged", spot)
    return Member(info.filename, value) if isinstance(value, dict) else Lost("not a record: an object expected", spot)


def _content(archive: zipfile.ZipFile, data: bytes, info: zipfile.ZipInfo) -> bytes:
    try:
        return archive.read(info)
    except NotImplementedError as error:
        if info.compress_type != ZSTANDARD:
            raise Unreadable(Lost(f"not read: compression method {info.compress_type} is unknown")) from error
    packed = _LOCAL.unpack_from(data, info.header_offset)
    start = info.header_offset + _LOCAL.size + packed[-2] + packed[-1]
    content = _unpacked(data[start : start + info.compress_size], info.file_size)
    if len(content) != info.file_size or zlib.crc32(content) != info.CRC:
        raise ValueError("the checksum differs")
    return content


def _unpacked(packed: bytes, size: int) -> bytes:
    """At most one byte more than ``size``, by whichever package is installed; Unreadable without any."""
    for name in ("compression.zstd", "backports.zstd", "zstandard"):
        try:
            module: Any = import_module(name)
        except ImportError:
            continue
        if name == "zstandard":
            with module.ZstdDecompressor().stream_reader(io.BytesIO(packed)) as reader:
                return bytes(reader.read(size + 1))
        return bytes(module.ZstdDecompressor().decompress(packed, max_length=size + 1))
    raise Unreadable(Lost(NO_ZSTANDARD))
