"""Where the records of one kind stand, found by their id: a hash and a place, never the record."""

from array import array
from collections.abc import Iterator
from typing import NamedTuple

from triage.evidence.columns import Hashes


class Place(NamedTuple):
    """A record: its file's number, and its byte offset in it (in a document: its number among the held records)."""

    file: int
    offset: int
    line: int


class Places:
    """The places of one kind's records."""

    __slots__ = ("_files", "_lines", "_offsets", "hashes")

    def __init__(self) -> None:
        self.hashes = Hashes()
        self._files = array("H")
        self._offsets = array("Q")
        self._lines = array("I")

    def __len__(self) -> int:
        return len(self._files)

    def __getitem__(self, number: int) -> Place:
        return Place(self._files[number], self._offsets[number], self._lines[number])

    def add(self, record_id: str, place: Place) -> None:
        """Add a record."""
        self._files.append(place.file)
        self._offsets.append(place.offset)
        self._lines.append(place.line)
        self.hashes.column.append(hash(record_id))

    def find(self, record_id: str) -> Iterator[Place]:
        """Places whose record may have this id, in reading order."""
        return (self[number] for number in self.hashes.find(hash(record_id)))
