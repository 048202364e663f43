"""Everything that reading leaves behind: columns, places, the few records that are held, and what was not read."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from triage.evidence.fields import Record
from triage.evidence.kinds import Kind
from triage.evidence.places import Place, Places
from triage.evidence.rows import Limit
from triage.evidence.sources import ByteSource, Limits, line_at
from triage.evidence.table import RowTable
from triage.evidence.tolerant import Piece, decode
from triage.model import Manifest, Proof, Source, Unread
from triage.text import clean

PLACED = (Kind.CASE, Kind.ATTRIBUTION, Kind.RETRIEVAL, Kind.CORPUS, Kind.RANKING, Kind.RANKING_CASE)
_MOST_NAMED = 8
_MOST_LISTED = 1000


@dataclass
class ReadFile:
    """One file: whether its records are held in memory, and what came of it.

    ``unknown`` counts records of no kind by their field names, with the first of each.
    """

    source: ByteSource
    held: bool = False
    rows: int = 0
    others: int = 0
    lost: int = 0
    unknown: Counter[tuple[str, ...]] = field(default_factory=Counter)
    first_unknown: dict[tuple[str, ...], Source] = field(default_factory=dict)

    @property
    def lost_rows(self) -> int:
        """Lines or records lost from a file that holds rows, or in which nothing at all was recognised."""
        return self.lost if self.rows or not self.others else 0


@dataclass
class Index:
    """The index of one bundle.  It only grows while reading; what the whole bundle decides is settled at the end.

    ``finite``, ``odd`` and ``verdicts`` are metrics with a finite score, with something else than a number in its
    place, and with a pass beside no score.  The files of a ``growing`` run may end in a line that is being written.
    ``limits_of_metrics`` are the person's own, ``tools`` the files that each adapter read.
    """

    limits: Limits
    files: list[ReadFile] = field(default_factory=list)
    held: list[Record] = field(default_factory=list)
    rows: RowTable = field(default_factory=RowTable)
    places: dict[Kind, Places] = field(default_factory=lambda: {kind: Places() for kind in PLACED})
    aliases: Places = field(default_factory=Places)
    manifests: list[Manifest] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    notes: list[Proof] = field(default_factory=list)
    teams: tuple[str, bytes] | None = None
    finite: set[str] = field(default_factory=set)
    odd: set[str] = field(default_factory=set)
    verdicts: set[str] = field(default_factory=set)
    growing: bool = False
    limits_of_metrics: Mapping[str, Limit] = field(default_factory=dict)
    tools: dict[str, list[str]] = field(default_factory=dict)

    def load(self, place: Place) -> Record:
        """The record at a place.  ValueError or OSError when it is not there any more."""
        file = self.files[place.file]
        if file.held:
            return self.held[place.offset]
        piece = decode(line_at(file.source, place.offset, self.limits.line))
        if not isinstance(piece.value, dict):
            raise ValueError("no record stands here any more")
        return as_record(piece, Source(file.source.name, place.line))

    def lose(self, file: ReadFile, unread: Unread) -> None:
        """A line, record or file was not read."""
        file.lost += 1
        if file.lost <= _MOST_LISTED:
            self.unread.append(unread)

    def note(self, words: str, source: Source) -> None:
        """Something worth knowing that is no error."""
        self.notes.append(Proof(words, source))

    def place(self, kind: Kind, record_id: str, place: Place) -> None:
        """A record of one kind stands at a place."""
        self.places[kind].add(record_id, place)
        self.files[place.file].others += 1

    def close_file(self, file: ReadFile) -> None:
        """Say which records of a file no reader recognised, and how many unread lines were not listed."""
        if file.lost > _MOST_LISTED:
            words = f"{file.lost - _MOST_LISTED} more lines or records were not read"
            self.unread.append(Unread(file.source.name, 0, 0, words))
        for names, count in file.unknown.items():
            first = file.first_unknown[names]
            listed = ", ".join(clean(name)[:40] for name in names[:_MOST_NAMED]) or "none"
            more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
            times = f" ({count} records)" if count > 1 else ""
            words = f"not recognised: no kind of record has the fields {listed}{more}{times}"
            file.lost += count
            path = str(first) if first.pointer else first.path
            self.unread.append(Unread(path, first.line, 0, words))


def as_record(piece: Piece, source: Source) -> Record:
    """One JSON value that is a mapping, as a record."""
    twice = tuple(dict.fromkeys((*piece.repeated, *piece.nested)))
    return Record(piece.value, source, tuple(f"`{clean(key)}` is given twice" for key in twice), piece.repeated)
