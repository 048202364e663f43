"""Archives and compressed files, unpacked within limits; nothing in them is followed, executed or written by name."""

import gzip
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import PurePosixPath
from typing import IO, BinaryIO, NamedTuple, cast

from triage.evidence.sources import BLOCK, ByteSource, Limits, Spool, TooLarge
from triage.model import Unread

ZIP, TAR = (".zip",), (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
_DAMAGED = (zipfile.BadZipFile, tarfile.TarError, EOFError, zlib.error, OSError, RuntimeError, NotImplementedError)


class Unpacked(NamedTuple):
    """The files of an archive by name, and what was not unpacked."""

    sources: list[ByteSource]
    unread: list[Unread]


class _Member(NamedTuple):
    name: str
    problem: str
    open: Callable[[], IO[bytes] | None]


def is_archive(name: str) -> bool:
    """The name is an archive's."""
    return name.lower().endswith(ZIP + TAR)


def unpack(file: BinaryIO, name: str, spool: Spool, limits: Limits) -> Unpacked:
    """All regular files of a zip or tar archive.  A damaged archive keeps what came before the damage."""
    members = _zip_members(file) if name.lower().endswith(ZIP) else _tar_members(file)
    found = Unpacked([], [])
    try:
        for number, member in enumerate(members):
            if number >= limits.members:
                found.unread.append(Unread(name, 0, 0, f"the archive holds more than {limits.members:,} files"))
                break
            _take(member, name, spool, found)
    except TooLarge:
        found.unread.append(Unread(name, 0, 0, f"the archive unpacks to more than {limits.archive >> 20:,} MiB"))
    except _DAMAGED as error:
        found.unread.append(_damage(name, error))
    return Unpacked(_without_common_folder(found.sources), found.unread)


def unzip_stream(file: BinaryIO, name: str, spool: Spool) -> tuple[ByteSource | None, Unread | None]:
    """A gzip file's content under the name without ``.gz``; what came before a damage is kept."""
    blocks: list[bytes] = []
    problem: Unread | None = None
    kept: ByteSource | None = None
    try:
        with cast(IO[bytes], gzip.open(file)) as content:
            kept = spool.append(name.removesuffix(".gz"), _until_damage(content, blocks))
    except TooLarge:
        problem = Unread(name, 0, 0, "the file unpacks to more than the limit")
    if blocks:
        problem = Unread(name, 0, 0, "the compressed file is cut off or damaged", torn=True)
    return kept, problem


def _until_damage(content: IO[bytes], damage: list[bytes]) -> Iterator[bytes]:
    try:
        while block := content.read(BLOCK // 16):
            yield block
    except _DAMAGED:
        damage.append(b"")


def _take(member: _Member, archive: str, spool: Spool, found: Unpacked) -> None:
    problem = member.problem or _unsafe(member.name)
    if problem:
        found.unread.append(Unread(f"{archive}/{member.name}", 0, 0, problem))
        return
    content = member.open()
    if content is None:
        return
    with content:
        blocks = iter(partial(content.read, BLOCK), b"")
        found.sources.append(spool.append(str(PurePosixPath(member.name)), blocks))


def _zip_members(file: BinaryIO) -> Iterator[_Member]:
    with zipfile.ZipFile(file) as archive:
        for info in archive.infolist():
            if info.is_dir():
                continue
            is_link = stat.S_ISLNK(info.external_attr >> 16)
            problem = "a link is not followed" if is_link else "the member is encrypted" if info.flag_bits & 1 else ""
            yield _Member(info.filename.replace("\\", "/"), problem, partial(archive.open, info))


def _tar_members(file: BinaryIO) -> Iterator[_Member]:
    with tarfile.open(fileobj=file, mode="r:*") as archive:
        for info in archive:
            if info.isdir():
                continue
            is_link = info.issym() or info.islnk()
            problem = "a link is not followed" if is_link else "" if info.isfile() else "not a regular file"
            yield _Member(info.name, problem, partial(archive.extractfile, info))


def _unsafe(name: str) -> str:
    path = PurePosixPath(name)
    if path.is_absolute() or name[1:2] == ":":
        return "an absolute path in an archive is not read"
    return "a path that leaves the archive is not read" if ".." in path.parts else ""


def _damage(name: str, error: BaseException) -> Unread:
    if isinstance(error, RuntimeError | NotImplementedError):
        return Unread(name, 0, 0, "the archive is encrypted or packed in a way that is not read")
    return Unread(name, 0, 0, "the archive is cut off or damaged", torn=True)


def _without_common_folder(sources: list[ByteSource]) -> list[ByteSource]:
    """Names below the one folder that all members stand in, as when a folder was packed by its name."""
    tops = {PurePosixPath(source.name).parts[:1] for source in sources}
    if len(tops) == 1 and all(len(PurePosixPath(source.name).parts) > 1 for source in sources):
        for source in sources:
            source.name = str(PurePosixPath(*PurePosixPath(source.name).parts[1:]))
    return sources
