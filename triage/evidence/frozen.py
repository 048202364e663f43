"""A handoff folder on the receiving side: what lies in it, against the digests that were written with it."""

import hashlib
import os
import stat
import tarfile
import zipfile
import zlib
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import orjson

FACTS = "handoff.json"
INPUTS = "inputs"
SCHEMA = "triage.handoff/1"
_LARGEST_FACTS = 64 << 20
_BLOCK = 1 << 20
_MOST_MEMBERS = 10_000


class Folder(NamedTuple):
    """A handoff folder.  ``faults`` name in words every file that is not as it was written; ``facts`` are as read.

    ``files`` counts those that are.
    """

    path: Path
    facts: dict[str, object]
    faults: tuple[str, ...]
    files: int

    @property
    def inputs(self) -> Path:
        """The frozen records."""
        return self.path / INPUTS


def is_handoff(path: str | Path) -> bool:
    """The path is a folder that a handoff was written into."""
    folder = Path(path)
    return os.path.lexists(folder / FACTS) and (folder / INPUTS).is_dir()


def holds_handoff(path: Path) -> bool:
    """The path is an archive of such a folder; what cannot be opened is none."""
    try:
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                names = archive.namelist()
        elif tarfile.is_tarfile(path):
            with tarfile.open(path) as archive:
                names = [member.name for member in islice(archive, _MOST_MEMBERS)]
        else:
            return False
    except (OSError, EOFError, zipfile.BadZipFile, tarfile.TarError, zlib.error):
        return False
    roots = {name.removesuffix(FACTS) for name in names if name.rpartition("/")[2] == FACTS and name.count("/") < 2}
    return any(name.startswith(f"{root}{INPUTS}/") for root in roots for name in names)


def open_handoff(path: str | Path) -> Folder:
    """Read what a handoff says of itself, and hold every file against it.  Nothing raises: faults are told."""
    folder = Path(path)
    facts, faults = _facts(folder)
    if faults:
        return Folder(folder, facts, tuple(faults), 0)
    named = facts.get("files")
    wanted = {str(name): str(digest) for name, digest in named.items()} if isinstance(named, dict) else {}
    found = _walk(folder)
    same = 0
    for name in sorted({*found, *wanted} - {FACTS}):
        if name not in wanted and name.rpartition("/")[2].startswith("."):
            continue  # What a file manager leaves behind; hidden files are never read as records.
        fault = _fault(folder, name, found.get(name), wanted.get(name))
        same += fault is None
        faults += [f"{name} {fault}"] if fault else []
    return Folder(folder, facts, tuple(faults), same)


def _facts(folder: Path) -> tuple[dict[str, object], list[str]]:
    if not (folder / FACTS).is_file():
        return {}, [f"{FACTS} is no file, so nothing can be held against it"]
    try:
        with (folder / FACTS).open("rb") as file:
            read = orjson.loads(file.read(_LARGEST_FACTS))
    except (OSError, ValueError):
        return {}, [f"{FACTS} cannot be read, so nothing can be held against it"]
    if not isinstance(read, dict) or read.get("schema") != SCHEMA:
        return {}, [f"{FACTS} is not of the schema {SCHEMA}, so nothing can be held against it"]
    return read, []


def _walk(folder: Path) -> dict[str, bool]:
    """Every file below the folder by its name in it, and whether it is a regular one; no link is followed."""
    found = {}
    for place, folders, files in os.walk(folder):
        for name in (*files, *folders):
            path = Path(place, name)
            try:
                mode = path.lstat().st_mode
            except OSError:
                continue  # It went while we looked: missing.
            if not stat.S_ISDIR(mode):
                found[path.relative_to(folder).as_posix()] = stat.S_ISREG(mode)
    return found


def _fault(folder: Path, name: str, is_regular: bool | None, wanted: str | None) -> str | None:
    if is_regular is None:
        return "is missing"
    if wanted is None:
        return "was added after the handoff was written"
    if not is_regular:
        return "is a link or no regular file"
    try:
        digest = _digest(folder / name)
    except OSError as error:
        return f"cannot be read ({error.strerror})"
    return None if digest == wanted else f"was changed: sha256 {digest[:12]}, written as {wanted[:12]}"


def _digest(path: Path) -> str:
    made = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            made.update(block)
    return made.hexdigest()
