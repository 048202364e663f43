"""Files of other tools: which they are, and their records put into the index beside native ones."""

from collections.abc import Iterator
from functools import partial

from triage.adapters import Adapter, Files, ForeignFile, Form, Lost, Native, Said, Spot, Unreadable
from triage.adapters.file import HEAD
from triage.adapters.known import in_order, installed, recognise
from triage.evidence.fields import Record
from triage.evidence.index import Index
from triage.evidence.intake import take_record
from triage.evidence.kinds import Kind, kinds_of
from triage.evidence.ours import is_own, is_own_stem
from triage.evidence.places import Place
from triage.evidence.shelf import is_record_file
from triage.model import Source, Unread
from triage.text import clean

_DOCUMENT = (Form.JSON, Form.LINES)


class Foreign:
    """The files of one bundle as other tools may have written them."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._files: dict[int, ForeignFile] = {}
        self._adapters: dict[int, Adapter | None] = {}
        self._joined: set[str] = set()

    def adapter(self, number: int) -> Adapter | None:
        """The adapter that reads this file; None for a native one, and for one that nothing reads."""
        if number not in self._adapters:
            self._adapters[number] = self._recognise(self._file(number))
        return self._adapters[number]

    def order(self) -> list[int]:
        """The files in reading order: what may belong to another tool's results comes after those."""
        return sorted(range(len(self._index.files)), key=self._comes_last)

    def _comes_last(self, number: int) -> bool:
        adapter = self.adapter(number)
        return self._is_foreign(number) if adapter is None else adapter.side

    def is_joined(self, number: int) -> bool:
        """Whether a file was read together with another one."""
        return self._index.files[number].source.name in self._joined

    def read(self, number: int, adapter: Adapter) -> Iterator[int]:
        """Put the file's records into the index; yields now and then."""
        index, file = self._index, self._index.files[number]
        file.held = True
        others = [self._file(one) for one in range(len(index.files)) if one != number and self._is_foreign(one)]
        files = Files(self._file(number), others)
        name, count = file.source.name, 0
        index.tools.setdefault(adapter.name, []).append(name)
        index.note(f"recognised as {adapter.tool}: {adapter.reads}", Source(name))
        try:
            for found in adapter.read(files):
                self._take(number, found)
                count += 1
                if not count & 1023:
                    yield 0
        except Unreadable as fault:
            self._take(number, fault.lost)
        except Exception as error:
            words = f"not read as {adapter.tool}, please report it: {type(error).__name__}: {clean(str(error))[:200]}"
            index.lose(file, Unread(name, 0, 0, words))
        self._joined |= files.joined
        for other in sorted(files.joined):
            index.note(f"read together with {clean(name)}", Source(other))
        yield file.source.size

    def is_no_document(self, number: int) -> bool:
        """Whether the file is in a form that no native record has; text is one only under a name that records have."""
        file = self._file(number)
        if file.form is Form.TEXT:
            return not is_record_file(file.name) and file.name != "stdin"
        return file.form not in (*_DOCUMENT, Form.YAML, Form.EMPTY)

    def guess(self, number: int) -> str:
        """What was looked for in a file that nothing reads, and what it looks like."""
        file = self._file(number)
        tools = dict.fromkeys(adapter.tool for adapter in in_order())
        problems = "".join(f"; {one}" for one in installed()[1])
        return (
            f"no format recognised: it is {file.form}; looked for triage's own records and {', '.join(tools)}{problems}"
        )

    def _is_foreign(self, number: int) -> bool:
        return self.adapter(number) is not None or not self._is_native(self._file(number))

    def _recognise(self, file: ForeignFile) -> Adapter | None:
        form = file.form
        if form is Form.EMPTY or is_own_stem(file.name):
            return None
        if form is Form.LINES and is_own(file.first):
            return None
        found = recognise(file, weak=False)
        if found is not None or self._is_native(file):
            return found
        return recognise(file, weak=True)

    def _is_native(self, file: ForeignFile) -> bool:
        if file.form in (Form.YAML, Form.EMPTY) or is_own_stem(file.name):
            return True
        if file.form is Form.JSON:
            try:
                document = file.document
            except Unreadable:
                return True  # The native reader says where it is broken, and keeps what it can.
            if isinstance(document, dict):
                return bool(kinds_of(document))
            return bool(set(kinds_of(file.first)) - {Kind.MANIFEST})  # A list of runs is a tool's trace.
        return file.form is Form.LINES and bool(kinds_of(file.first))

    def _file(self, number: int) -> ForeignFile:
        if number not in self._files:
            source = self._index.files[number].source
            self._files[number] = ForeignFile(
                source.name, source.read_at(0, HEAD), source.size, partial(source.read_at, 0, source.size)
            )
        return self._files[number]

    def _take(self, number: int, found: Native | Said | Lost) -> None:
        index, file = self._index, self._index.files[number]
        place = _place(found.spot, file.source.name)
        if isinstance(found, Said):
            index.note(found.words, place)
        elif isinstance(found, Lost):
            index.lose(
                file, Unread(str(place) if place.pointer else place.path, place.line, 0, found.words, found.torn)
            )
        else:
            index.held.append(Record(found.value, place))
            take_record(index, index.held[-1], Place(number, len(index.held) - 1, place.line))


def _place(spot: Spot, name: str) -> Source:
    return Source(spot.file or name, spot.line, spot.pointer)
