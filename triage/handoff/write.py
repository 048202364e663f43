"""A handoff's folder: its name, and writing it whole or not at all."""

import hashlib
import os
import re
import secrets
import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from triage.model import Row

_LONGEST_NAME = 40
_MOST_OF_ONE_NAME = 1000
_UNSAFE = re.compile("[^A-Za-z0-9_-]+")


class HandoffError(Exception):
    """A handoff cannot be made or written: one plain sentence."""


def folder_name(run_id: str | None, rows: Sequence[Row]) -> str:
    """``<what is readable of the first case id>-<eight hex digits>``: the same for the same rows of the same run.

    Whatever the ids are, the name is ASCII letters, digits, ``-`` and ``_``, at most 49 characters, and no device.
    The digits tell ids apart that look alike, or differ in case only.
    """
    readable = _UNSAFE.sub("-", (rows[0].case_id or "row")[: 4 * _LONGEST_NAME]).strip("-_")[:_LONGEST_NAME] or "row"
    told = [run_id or ""]
    for row in rows:
        told += [row.case_id or str(row.source), row.metric, row.system or "", str(row.attempt or "")]
    digest = hashlib.sha256("\x1f".join(told).encode("utf-8", "surrogatepass")).hexdigest()
    return f"{readable}-{digest[:8]}"


def write_folder(name: str, files: Mapping[str, bytes], out: Path) -> Path:
    """Write the files into a new folder below ``out``, which is made; the folder's path.

    It is called ``name``, or ``name-2``, ``name-3``, ... where that is taken; nothing is overwritten, and a folder
    that is there is complete.  HandoffError, one plain sentence, when it cannot be written.
    """
    part = out / f".{name}.{secrets.token_hex(4)}.part"
    try:
        out.mkdir(parents=True, exist_ok=True)
        part.mkdir()
        try:
            for inner, content in files.items():
                _write(part, inner, content)
            return _put_in_place(part, out, name)
        except BaseException:
            shutil.rmtree(part, ignore_errors=True)
            raise
    except OSError as error:
        raise HandoffError(f"{out}: the handoff cannot be written ({error.strerror or error})") from error


def _write(part: Path, name: str, content: bytes) -> None:
    """Write one file.  Folders are new ones of this very handoff, so that no link can stand in the way."""
    path = part.joinpath(*name.split("/"))
    path.parent.mkdir(parents=True, exist_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags, 0o666), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _put_in_place(part: Path, out: Path, name: str) -> Path:
    for number in range(1, _MOST_OF_ONE_NAME):
        target = out / (name if number == 1 else f"{name}-{number}")
        try:
            target.mkdir()  # Claims the name: a rename alone would take the place of an empty folder.
        except FileExistsError:
            continue
        try:
            if os.name == "nt":
                target.rmdir()  # There a rename never takes the place of anything.
            part.rename(target)
        except OSError:
            with suppress(OSError):
                target.rmdir()
            raise
        _sync(out)
        return target
    raise HandoffError(f"{out}: there are {_MOST_OF_ONE_NAME - 1} handoffs of the name {name} already")


def _sync(folder: Path) -> None:
    """Make the new name last, where folders can be synced."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
