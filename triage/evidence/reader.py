"""Reading a bundle step by step: rows are usable between the steps, the whole bundle's decisions come last."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from triage.evidence.bundle import Bundle
from triage.evidence.documents import index_json, index_yaml, is_too_large
from triage.evidence.gather import bundle_name, gather
from triage.evidence.index import Index, ReadFile
from triage.evidence.lines import BOM, index_lines
from triage.evidence.ours import is_plainly_native
from triage.evidence.rows import Limit
from triage.evidence.settle import settle
from triage.evidence.sources import ByteSource, Limits
from triage.evidence.tolerant import is_strict
from triage.evidence.watch import Progress, Watch
from triage.model import Source, Unread

if TYPE_CHECKING:
    from triage.evidence.foreign import Foreign

_HEAD = 1 << 16


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
        watch: Watch | None = None,
        limits_of_metrics: Mapping[str, Limit] | None = None,
    ) -> None:
        gathered = gather(paths, stdin, limits or Limits(), within)
        self._watch = watch or Watch()
        self._index = Index(gathered.limits, unread=gathered.unread, notes=gathered.notes, growing=self._watch.growing)
        self._index.files += [ReadFile(source) for source in gathered.sources]
        self._index.limits_of_metrics = dict(limits_of_metrics or {})
        self._doubtful = gathered.doubtful
        self._foreign = _foreign(self._index)
        names = tuple(str(path) for path in paths)
        self.bundle = Bundle(names, bundle_name(paths), self._index, gathered.baseline, gathered.spool)
        self._watch.bundle = self._watch.bundle or self.bundle

    def steps(self) -> Iterator[Progress]:
        """Read everything, pausing about twenty times a second; nothing more once the watch is stopped."""
        index, done = self._index, 0
        total = sum(file.source.size for file in index.files)
        order = self._order()
        for turn, number in enumerate(order):
            file = index.files[number]
            if self._stopped():
                self._leave_out([index.files[one] for one in order[turn:]])
                break
            for read in self._read_kept(number):
                yield self._told(done + min(read, file.source.size), total, file.source.name)
                if self._stopped() and read < file.source.size:
                    words = f"reading was stopped after {read:,} of {file.source.size:,} bytes"
                    index.lose(file, Unread(file.source.name, 0, 0, words))
                    break
            index.close_file(file)
            done += file.source.size
        settle(index)
        self.bundle.settled()
        yield self._told(total, total, "")

    def _stopped(self) -> bool:
        return self._watch.stopped

    def _order(self) -> list[int]:
        return self._foreign.order() if self._foreign is not None else list(range(len(self._index.files)))

    def _told(self, read: int, total: int, name: str) -> Progress:
        self._watch.progress = Progress(read, total, len(self._index.rows), name)
        return self._watch.progress

    def _leave_out(self, files: Sequence[ReadFile]) -> None:
        """Files that were not begun before somebody stopped."""
        for file in files:
            file.lost += 1
        more = f" and {len(files) - 1} more files" if len(files) > 1 else ""
        words = f"not read{more}: reading was stopped before"
        self._index.unread.append(Unread(files[0].source.name, 0, 0, words))

    def _read_kept(self, number: int) -> Iterator[int]:
        """Read one file; one that is gone or fails half-way is said, and the others are read."""
        file = self._index.files[number]
        try:
            yield from self._read(number)
        except OSError as error:
            words = f"cannot be read: {error.strerror or 'the file is gone'}"
            self._index.lose(file, Unread(file.source.name, 0, 0, words))

    def _leave(self, number: int) -> None:
        """A file in a form that no native record has, and that no adapter recognised."""
        index, file = self._index, self._index.files[number]
        if file.source.name in self._doubtful:
            index.note("not evidence, not read", Source(file.source.name))
        elif self._foreign is not None:
            index.lose(file, Unread(file.source.name, 0, 0, self._foreign.guess(number)))

    def _read(self, number: int) -> Iterator[int]:
        index, file = self._index, self._index.files[number]
        source = file.source
        if source.size == 0:
            if index.growing:
                index.note("nothing is written there yet", Source(source.name))
            else:
                index.unread.append(Unread(source.name, 0, 0, "the file is empty"))
            return
        foreign = self._foreign
        if foreign is not None and foreign.is_joined(number):
            return
        if foreign is not None and (adapter := foreign.adapter(number)) is not None:
            if not is_too_large(index, file, index.limits.json):
                yield from foreign.read(number, adapter)
            return
        doubtful = source.name in self._doubtful
        if self._foreign is not None and (doubtful or self._foreign.is_no_document(number)):
            self._leave(number)
            return
        form = _form(source)
        if form == "lines":
            yield from index_lines(index, number)
        elif not is_too_large(index, file, index.limits.yaml if form == "yaml" else index.limits.json):
            (index_yaml if form == "yaml" else index_json)(index, number, source.read_at(0, source.size))
            yield source.size


def open_bundle(
    paths: Sequence[str | Path],
    *,
    stdin: BinaryIO | None = None,
    within: str = "",
    watch: Watch | None = None,
    limits_of_metrics: Mapping[str, Limit] | None = None,
) -> Bundle:
    """Read the whole index of a bundle; ``-`` is standard input.  EvidenceError for a path that cannot be read.

    ``limits_of_metrics`` are for rows whose tool wrote no threshold.
    """
    reader = Reader(paths, stdin, within=within, watch=watch, limits_of_metrics=limits_of_metrics)
    for _ in reader.steps():
        pass
    return reader.bundle


def _foreign(index: Index) -> "Foreign | None":
    """What looks at the files of other tools; None, and nothing of it is imported, where all files are plainly ours."""
    if all(is_plainly_native(file.source.name, file.source.read_at(0, _HEAD)) for file in index.files):
        return None
    from triage.evidence.foreign import Foreign

    return Foreign(index)


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
