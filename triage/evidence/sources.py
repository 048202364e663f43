"""Where bytes come from: files read by offset and members of archives unpacked into one bounded temporary file.

No file is ever mapped into memory: one that shrinks while it is read costs a record, not the program.
"""

import io
import os
import tempfile
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, NamedTuple, Protocol

BLOCK = 1 << 20
_IN_MEMORY = 16 << 20


class EvidenceError(Exception):
    """What was asked for cannot be read at all: one plain sentence."""


class Limits(NamedTuple):
    """The largest things that are read, in bytes; ``members`` counts files in an archive."""

    line: int = 64 << 20
    json: int = 256 << 20
    yaml: int = 16 << 20
    archive: int = 4 << 30
    members: int = 100_000
    checked: int = 64 << 20


class TooLarge(Exception):
    """An archive unpacks to more than the limit."""


class ByteSource(Protocol):
    """A named run of bytes.  ``path`` is the file on disk that holds exactly these bytes, None for unpacked ones."""

    name: str
    size: int
    path: Path | None

    def open(self) -> BinaryIO:
        """Read from the start.  OSError when the file is gone."""
        ...

    def read_at(self, offset: int, length: int) -> bytes:
        """At most ``length`` bytes; fewer at the end.  OSError when the file is gone."""
        ...


class FileSource:
    """A regular file, opened anew for every look: a bundle of thousands of files holds none of them open."""

    def __init__(self, path: Path, name: str) -> None:
        self.path: Path | None = path
        self.name = name
        stat = path.stat()
        self.size = stat.st_size
        self.inode = stat.st_ino
        self._path = path

    def open(self) -> BinaryIO:
        """Read from the start."""
        return self._path.open("rb", buffering=BLOCK)

    def read_at(self, offset: int, length: int) -> bytes:
        """Read at an offset."""
        with self._path.open("rb", buffering=0) as file:
            file.seek(offset)
            return file.read(length)


class Spool:
    """One temporary file for everything that is unpacked, in memory while it is small.

    Several threads and forked processes may read at once: nobody moves a place that another one reads from.
    """

    def __init__(self, limit: int) -> None:
        self._memory: bytearray | None = bytearray()
        self._file: BinaryIO | None = None
        self._lock = threading.Lock()
        self._limit = limit
        self._size = 0

    def append(self, name: str, blocks: Iterable[bytes]) -> "SpoolSource":
        """Keep a run of bytes under a name.  TooLarge past the limit over all of them."""
        start = self._size
        for block in blocks:
            if self._size + len(block) > self._limit:
                raise TooLarge
            with self._lock:
                self._write(block)
        return SpoolSource(self, name, start, self._size - start)

    def _write(self, block: bytes) -> None:
        if self._memory is not None and self._size + len(block) > _IN_MEMORY:
            self._file, kept = tempfile.TemporaryFile(), self._memory  # noqa: SIM115
            self._file.write(kept)
            self._memory = None
        if self._memory is not None:
            self._memory += block
        elif self._file is not None:
            self._file.seek(self._size)
            self._file.write(block)
            self._file.flush()
        self._size += len(block)

    def read_at(self, offset: int, length: int) -> bytes:
        """Read at an offset."""
        memory, file = self._memory, self._file
        if memory is not None:
            return bytes(memory[offset : offset + length])
        if file is None:
            return b""
        if hasattr(os, "pread"):
            return os.pread(file.fileno(), length, offset)
        with self._lock:
            file.seek(offset)
            return file.read(length)

    def close(self) -> None:
        """Give the temporary file back."""
        if self._file is not None:
            self._file.close()


class SpoolSource:
    """One unpacked run of bytes."""

    path: Path | None = None

    def __init__(self, spool: Spool, name: str, start: int, size: int) -> None:
        self.name = name
        self.size = size
        self._spool = spool
        self._start = start

    def open(self) -> BinaryIO:
        """Read from the start."""
        return io.BufferedReader(_Window(self), BLOCK)

    def read_at(self, offset: int, length: int) -> bytes:
        """Read at an offset."""
        return self._spool.read_at(self._start + offset, max(min(length, self.size - offset), 0))


class _Window(io.RawIOBase):
    """A run of bytes as a file that is read from its start."""

    def __init__(self, source: SpoolSource) -> None:
        self._source = source
        self._position = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        data = self._source.read_at(self._position, len(buffer))
        buffer[: len(data)] = data
        self._position += len(data)
        return len(data)


def line_at(source: ByteSource, offset: int, limit: int) -> bytes:
    """The line that starts at an offset, without its line feed."""
    length = 1 << 16
    while True:
        data = source.read_at(offset, length)
        end = data.find(b"\n")
        if end >= 0:
            return data[:end]
        if len(data) < length or length > limit:
            return data
        length *= 4
