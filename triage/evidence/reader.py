"""Reading a bundle step by step: rows are usable between the steps, the whole bundle's decisions come last."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, NamedTuple

from triage.evidence.bundle import Bundle
from triage.evidence.documents import index_json, index_yaml, is_too_large
from triage.evidence.gather import bundle_name, gather
from triage.evidence.index import Index, ReadFile
from triage.evidence.lines import BOM, index_lines
from triage.evidence.settle import settle
from triage.evidence.sources import ByteSource, Limits
from triage.evidence.tolerant import is_strict
from triage.model import Unread

_HEAD = 1 << 16


class Progress(NamedTuple):
    """How far reading is; ``path`` is the file being read."""

    bytes_read: int
    bytes_total: int
    rows: int
    path: str


class Reader:
    """Reads one bundle.  EvidenceError, when it is made, for a path that cannot be read at all.

    ``within`` stands before the file names of folders, so that the places of two runs can be told apart.
    """

    def __init__(
        self,
        paths: Sequence[str | Path],
        stdin: BinaryIO | None = None,
        *,
        limits: Limits | None = None,
        within: str = "",
    ) -> None:
        gathered = gather(paths, stdin, limits or Limits(), within)
        self._index = Index(gathered.limits, unread=gathered.unread, notes=gathered.notes)
        self._index.files += [ReadFile(source) for source in gathered.sources]
        names = tuple(str(path) for path in paths)
        self.bundle = Bundle(names, bundle_name(paths), self._index, gathered.baseline, gathered.spool)

    def steps(self) -> Iterator[Progress]:
        """Read everything, pausing about twenty times a second."""
        index, done = self._index, 0
        total = sum(file.source.size for file in index.files)
        for number, file in enumerate(index.files):
            name = file.source.name
            try:
                for read in self._read(number):
                    yield Progress(done + min(read, file.source.size), total, len(index.rows), name)
            except OSError as error:
                words = f"cannot be read: {error.strerror or 'the file is gone'}"
                index.lose(file, Unread(name, 0, 0, words))
            index.close_file(file)
            done += file.source.size
        settle(index)
        self.bundle.settled()
        yield Progress(total, total, len(index.rows), "")

    def _read(self, number: int) -> Iterator[int]:
        index, file = self._index, self._index.files[number]
        source = file.source
        if source.size == 0:
            index.unread.append(Unread(source.name, 0, 0, "the file is empty"))
            return
        form = _form(source)
        if form == "lines":
            yield from index_lines(index, number)
        elif not is_too_large(index, file, index.limits.yaml if form == "yaml" else index.limits.json):
            (index_yaml if form == "yaml" else index_json)(index, number, source.read_at(0, source.size))
            yield source.size


def open_bundle(paths: Sequence[str | Path], *, stdin: BinaryIO | None = None, within: str = "") -> Bundle:
    """Read the whole index of a bundle; ``-`` is standard input.  EvidenceError for a path that cannot be read."""
    reader = Reader(paths, stdin, within=within)
    for _ in reader.steps():
        pass
    return reader.bundle


def _form(source: ByteSource) -> str:
    """``lines``, ``json`` or ``yaml``, by the name and, where that may be wrong, by the first bytes."""
    name = source.name.lower()
    if name.endswith((".yaml", ".yml")):
        return "yaml"
    start = source.read_at(0, _HEAD).removeprefix(BOM).lstrip()
    first = start.split(b"\n", 1)[0].rstrip()
    if not start[:1] or start[:1] not in b"{[":
        return "lines" if name.endswith((".jsonl", ".ndjson", ".json")) else "yaml"
    if start[:1] == b"[" or first == b"{":
        return "json"
    if name.endswith(".json"):
        is_whole_document = len(start) == len(first) or not is_strict(first)
        return "json" if is_whole_document else "lines"
    return "lines"
