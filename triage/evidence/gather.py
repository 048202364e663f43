"""From paths to the files of one bundle: folders walked in order, archives unpacked, everything left out said."""

import importlib
import os
import re
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from triage.evidence.archives import is_archive, unpack, unzip_stream
from triage.evidence.frozen import is_handoff
from triage.evidence.shelf import is_record_file, is_run_folder
from triage.evidence.sources import BLOCK, ByteSource, EvidenceError, FileSource, Limits, Spool, SpoolSource, TooLarge
from triage.model import Proof, Source, Unread

BASELINE = "baseline"
_DATA = re.compile(r"\.(xlsx?|arrow|feather|pkl|pickle|html|bz2|xz|npz)")
_DOUBTFUL = ("", ".txt", ".xml", ".db", ".sqlite")
_TOOLS = (".csv", ".tsv", ".parquet", ".eval", ".trec", ".qrels", ".run", *_DOUBTFUL)
_HIDDEN = (".latest_", ".deepeval", ".evalcore")


@dataclass
class Gathered:
    """The files of one bundle in reading order, and in words what was left out.

    ``doubtful`` are files that nobody named and that may be anything: one that no reader knows is no fault.
    """

    spool: Spool
    limits: Limits
    sources: list[ByteSource] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    notes: list[Proof] = field(default_factory=list)
    baseline: Path | None = None
    doubtful: set[str] = field(default_factory=set)

    def skip(self, name: str, problem: str) -> None:
        """A file that looks like data and is not read."""
        self.unread.append(Unread(name, 0, 0, problem))

    def note(self, name: str, words: str) -> None:
        """A file that is no evidence."""
        self.notes.append(Proof(words, Source(name)))


def gather(paths: Sequence[str | Path], stdin: BinaryIO | None, limits: Limits, within: str = "") -> Gathered:
    """All files behind the paths, those of folders named ``within/...``.

    EvidenceError for a path that does not exist or cannot be opened.
    """
    found = Gathered(Spool(limits.archive), limits)
    roots = [Path(path) for path in paths]
    base = _common_parent([root for root in roots if str(root) != "-"]) if len(roots) > 1 else None
    for root in roots:
        try:
            name = _name(root, base)
            _gather_root(root, "/".join(filter(None, (within, name))) if root.is_dir() else name, stdin, found)
        except FileNotFoundError:
            raise EvidenceError(f"{root}: there is no such file or folder") from None
        except PermissionError:
            raise EvidenceError(f"{root}: permission denied") from None
        except OSError as error:
            raise EvidenceError(f"{root}: {error.strerror or 'cannot be read'}") from None
    found.sources.sort(key=_reading_order)
    return found


def _gather_root(root: Path, name: str, stdin: BinaryIO | None, found: Gathered) -> None:
    if str(root) == "-":
        if stdin is None:
            raise EvidenceError("-: standard input is not available here")
        found.sources.append(_spooled(stdin, "stdin", found))
    elif root.is_dir():
        _gather_folder(root, name, found)
    elif not stat.S_ISREG(root.stat().st_mode):
        with root.open("rb") as stream:
            found.sources.append(_spooled(stream, name, found))
    elif is_archive(root.name):
        _gather_archive(root, found)
    else:
        _take(FileSource(root, name or root.name), found)


def _spooled(stream: BinaryIO, name: str, found: Gathered) -> SpoolSource:
    try:
        return found.spool.append(name, iter(partial(stream.read, BLOCK), b""))
    except TooLarge:
        raise EvidenceError(f"{name}: more than {found.limits.archive >> 30} GiB") from None


def _gather_archive(root: Path, found: Gathered) -> None:
    with root.open("rb") as file:
        unpacked = unpack(file, root.name, found.spool, found.limits)
    found.unread += unpacked.unread
    if any(source.name.startswith(f"{BASELINE}/") for source in unpacked.sources):
        found.note(f"{root.name}/{BASELINE}", "a baseline inside an archive is not read: name it by --baseline")
    for source in sorted(unpacked.sources, key=lambda one: one.name):
        if not source.name.startswith(f"{BASELINE}/"):
            _take_listed(source, found)


def _gather_folder(root: Path, prefix: str, found: Gathered) -> None:
    if (root / BASELINE).is_dir():
        found.baseline = root / BASELINE
    own = _other_runs(root)
    for run in own:
        found.note(_join(prefix, run.name), "a run of its own: open it by its own path")
    skipped = {root / BASELINE, *own}
    real = root.resolve()
    for path, name in _walk(root, prefix, skipped, found):
        if path.is_symlink() and not path.resolve().is_relative_to(real):
            found.skip(name, "a link out of the folder is not followed")
        elif not path.exists() or not stat.S_ISREG(path.stat().st_mode):
            found.skip(name, "not a regular file")
        elif is_archive(path.name):
            found.skip(name, "an archive inside a bundle is not read: open it by its own path")
        else:
            _take_path(path, name, found)


def _other_runs(root: Path) -> list[Path]:
    """Sub-folders that are runs of their own; a single one belongs to a folder without a manifest."""
    runs = sorted(one for one in root.iterdir() if one.is_dir() and one.name != BASELINE and is_run_folder(one))
    return runs if len(runs) > 1 or is_run_folder(root) else []


def _walk(root: Path, prefix: str, skipped: set[Path], found: Gathered) -> Iterator[tuple[Path, str]]:
    stack = [(root, prefix)]
    while stack:
        folder, name = stack.pop()
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError as error:
            found.skip(name or folder.name, f"the folder cannot be read: {error.strerror}")
            continue
        for entry in entries:
            path, inner = folder / entry.name, _join(name, entry.name)
            hidden = entry.name.startswith(".") and not entry.name.startswith(_HIDDEN)
            if hidden or path in skipped:
                continue
            if entry.is_dir(follow_symlinks=False):
                if is_handoff(path):
                    found.note(inner, "a handoff: open it by its own path")
                else:
                    stack.append((path, inner))
            elif entry.is_symlink() and path.is_dir():
                found.skip(inner, "a link to a folder is not followed")
            else:
                yield path, inner


def _take_path(path: Path, name: str, found: Gathered) -> None:
    try:
        _take_listed(FileSource(path, name), found)
    except OSError as error:
        found.skip(name, f"cannot be read: {error.strerror}")


def _take_listed(source: ByteSource, found: Gathered) -> None:
    """Take a file that was not named by the person: only what may hold records."""
    suffix = Path(source.name.lower()).suffix
    if is_record_file(source.name):
        _take(source, found)
    elif suffix in _TOOLS:
        found.doubtful |= {source.name} if suffix in _DOUBTFUL else set()
        _take(source, found)
    elif _DATA.fullmatch(suffix):
        found.skip(source.name, f"no reader for {suffix}: save it as JSON Lines, JSON, YAML or CSV")
    else:
        found.note(source.name, "not evidence, not read")


def _take(source: ByteSource, found: Gathered) -> None:
    suffix = Path(source.name.lower()).suffix
    if suffix == ".gz":
        with source.open() as file:
            unpacked, problem = unzip_stream(file, source.name, found.spool)
        found.unread += [problem] if problem else []
        found.sources += [unpacked] if unpacked else []
    elif suffix == ".zst":
        _take_zstd(source, found)
    elif _DATA.fullmatch(suffix):
        found.skip(source.name, f"no reader for {suffix}: save it as JSON Lines, JSON, YAML or CSV")
    else:
        found.sources.append(source)


def _take_zstd(source: ByteSource, found: Gathered) -> None:
    opener = _zstd_opener()
    if opener is None:
        found.skip(source.name, "no reader for .zst is installed: install zstandard")
        return
    try:
        with source.open() as file, opener(file) as content:
            found.sources.append(_spooled(content, source.name[:-4], found))
    except Exception:  # Whichever package reads it has its own errors.
        found.unread.append(Unread(source.name, 0, 0, "the compressed file is cut off or damaged", torn=True))


def _zstd_opener() -> Any:
    for module in ("compression.zstd", "zstandard"):
        try:
            return importlib.import_module(module).open
        except ImportError:
            continue
    return None


def _reading_order(source: ByteSource) -> tuple[int, str]:
    """Manifests first, because they say how rows are to be read; then by name."""
    stem = Path(source.name).name.partition(".")[0].lower()
    return (0 if stem in ("run", "manifest") or "manifest" in stem else 1, source.name)


def _common_parent(roots: list[Path]) -> Path | None:
    return Path(os.path.commonpath([root.resolve().parent for root in roots])) if roots else None


def _name(root: Path, base: Path | None) -> str:
    """The display name of a root: nothing for the only folder, else the shortest that tells the roots apart."""
    if base is None or str(root) == "-":
        return "" if root.is_dir() else root.name
    return root.resolve().relative_to(base).as_posix()


def _join(prefix: str, name: str) -> str:
    return f"{prefix}/{name}" if prefix else name


def bundle_name(paths: Sequence[str | Path]) -> str:
    """What the bundle is called: the names of its paths."""
    names = ("stdin" if str(path) == "-" else Path(path).resolve().name or str(path) for path in paths)
    return " + ".join(names)
