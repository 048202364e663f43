"""One run's evidence: the rows as columns, everything else read when it is asked for."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from triage.evidence.fields import Record
from triage.evidence.index import Index
from triage.evidence.inventory import CorpusInventory
from triage.evidence.joins import Joins
from triage.evidence.kinds import Kind
from triage.evidence.places import Place
from triage.evidence.row_columns import RANKING
from triage.evidence.rows import Limit
from triage.evidence.settle import context_of, newest, settle_minimums
from triage.evidence.sources import FileSource, Spool
from triage.evidence.table import RowTable
from triage.model import Case, Evidence, InvalidKind, Manifest, Outcome, Proof, Row, Unread

if TYPE_CHECKING:
    from triage.evidence.rows import Context

_MOST_TWINS = 200
_OTHER_QUESTION = "the last green run asked another question under this case id: not compared"


class Bundle:
    """What a run left behind.  It grows while a reader reads; verdicts that need all of it come at the end.

    ``unread`` and ``notes`` grow too.  ``baseline_path`` is the folder's own ``baseline/``, which is not part of it.
    """

    def __init__(self, paths: tuple[str, ...], name: str, index: Index, baseline: Path | None, spool: Spool) -> None:
        self.paths = paths
        self.name = name
        self.baseline_path = baseline
        self._index = index
        self._run: str | None = None
        self._spool = spool
        self._joins = Joins(index)
        self._unrowed: tuple[str, ...] | None = None

    @property
    def rows(self) -> RowTable:
        """The columns."""
        return self._index.rows

    @property
    def unread(self) -> list[Unread]:
        """What was not read, each with its reason."""
        return self._index.unread

    @property
    def notes(self) -> list[Proof]:
        """What is worth knowing and no error."""
        return self._index.notes

    @property
    def teams(self) -> tuple[str, bytes] | None:
        """The name and content of the bundle's own teams file."""
        return self._index.teams

    @property
    def manifests(self) -> tuple[Manifest, ...]:
        """All run manifests, in reading order."""
        return tuple(self._index.manifests)

    @property
    def manifest(self) -> Manifest:
        """The newest manifest; an empty one when there is none."""
        return newest(self._index.manifests)

    @property
    def inventory(self) -> CorpusInventory:
        """The corpus inventory; of this run alone where the bundle keeps several."""
        several = len(self._index.manifests) > 1
        return CorpusInventory(self._index, self.manifest.run_id if several else self._run)

    def row(self, number: int) -> Row:
        """The full row, read now.

        When its file changed since, the row keeps what the index knows and says so.
        """
        return self._joins.row(number, self._context)

    def evidence(self, number: int, green: "Bundle | None" = None) -> Evidence:
        """The row and every record that belongs to it, with the same row of the last green run."""
        row = self.row(number)
        numbers = self.find(row.case_id, row.metric, row.system) if row.case_id is not None else []
        twins = [self.row(other) for other in numbers[: _MOST_TWINS + 1] if other != number]
        records = self._joins.records(row, self.manifest.k, number)
        case = records.get("case")
        if row.scenario is None and case is not None:
            row = replace(row, scenario=case.scenario)
        twin = green._same(row) if green else None
        if twin is not None and _asks_otherwise(case, twin.case):
            row, twin = replace(row, notes=(*row.notes, _OTHER_QUESTION)), None
        return Evidence(
            row=row,
            twins=tuple(twins),
            siblings=tuple(self.row(other) for other in self._siblings(row)),
            **records,
            manifest=self.manifest,
            inventory=self.inventory,
            has_baseline=green is not None,
            green=twin,
        )

    def _siblings(self, row: Row) -> list[int]:
        """Rows of other metrics of the same case and system."""
        if row.case_id is None:
            return []
        rows = self.rows
        numbers = rows.of_case(row.case_id)
        others = [one for one in numbers if rows.metric(one) != row.metric and rows.system(one) == row.system]
        return others[:_MOST_TWINS]

    def of_case(self, case_id: str) -> Evidence:
        """The records of a case that no row speaks of, beside an empty row that was not evaluated."""
        row = Row(self.manifest.source, Outcome.INVALID, case_id, invalid_kind=InvalidKind.NOT_SCORED)
        records = self._joins.records(row, self.manifest.k, len(self.rows))
        return Evidence(row=row, **records, manifest=self.manifest, inventory=self.inventory)

    def find(self, case_id: str, metric: str, system: str | None) -> list[int]:
        """Numbers of all rows of a case, metric and system."""
        return self.rows.find(case_id, metric, system)

    @property
    def planned(self) -> tuple[int, str] | None:
        """How many rows the run meant to evaluate, and where that is said; None when nothing says it."""
        manifest = self.manifest
        if manifest.planned_rows is not None:
            return manifest.planned_rows, f"planned_rows of {manifest.source}"
        reported = [rows for _, rows in manifest.reported.values() if rows is not None]
        return (max(reported), f"reported by the dashboard in {manifest.source}") if reported else None

    def unrowed_cases(self) -> tuple[str, ...]:
        """Reviewed cases that no row speaks of, in reading order."""
        if self._unrowed is None:
            self._unrowed = self._joins.unrowed(Kind.CASE, Kind.RANKING_CASE)
        return self._unrowed

    def unrowed_answers(self) -> tuple[str, ...]:
        """Cases with an attribution that no row speaks of, in reading order."""
        return self._joins.unrowed(Kind.ATTRIBUTION)

    @property
    def lost_row_lines(self) -> int:
        """Lines and records that were not read from files that hold rows, or in which nothing was recognised."""
        return sum(file.lost_rows for file in self._index.files)

    def count(self, kind: Kind) -> int:
        """How many records of a kind stand beside the rows."""
        places = self._index.places.get(kind)
        return len(places) if places is not None else 0

    def close(self) -> None:
        """Give temporary files back."""
        self._spool.close()

    def settled(self) -> None:
        """Everything is read: rows opened from now on are read in the light of the whole bundle."""
        self._joins.settled = True
        self._unrowed = None

    @property
    def _context(self) -> "Context":
        return context_of(self._index, self.manifest)

    def _same(self, row: Row) -> Evidence | None:
        """This run's evidence for another run's row: the same attempt when there is one, else the first."""
        if row.case_id is None:
            return None
        numbers = self.find(row.case_id, row.metric, row.system)
        same = [number for number in numbers if self.rows.attempt(number) == row.attempt]
        return self.evidence((same or numbers)[0]) if numbers else None


def _asks_otherwise(now: Case | None, then: Case | None) -> bool:
    """The two records share an id and neither question nor reference answer."""
    if now is None or then is None:
        return False
    pairs = ((now.question, then.question), (now.reference, then.reference))
    return any(one is not None and other is not None and one != other for one, other in pairs)


def other_run(bundle: Bundle, manifest: Manifest) -> Bundle:
    """Another run that a bundle's files speak of: its manifest and its documents, and no rows."""
    whole = bundle._index
    index = Index(whole.limits, whole.files, whole.held, manifests=[manifest])
    index.places[Kind.CORPUS], index.aliases = whole.places[Kind.CORPUS], whole.aliases
    other = Bundle(bundle.paths, bundle.name, index, None, Spool(0))
    other._run = manifest.run_id
    return other


def files_on_disk(bundle: Bundle) -> dict[str, tuple[int, int]]:
    """Inode and size, when they were opened, of the files that a bundle is read from, by name."""
    sources = (file.source for file in bundle._index.files)
    return {one.name: (one.inode, one.size) for one in sources if isinstance(one, FileSource)}


def set_limits(bundle: Bundle, limits: Mapping[str, Limit]) -> None:
    """Judge rows without a threshold of their own by these limits, by metric; the policy's minimums go first."""
    bundle._index.limits_of_metrics = dict(limits)
    settle_minimums(bundle._index)


def tools_of(bundle: Bundle) -> Mapping[str, Sequence[str]]:
    """The files that each adapter read, by the adapter's name."""
    return bundle._index.tools


def all_records(bundle: Bundle) -> Iterator[tuple[Kind, Record, int | None]]:
    """Kind and record of everything that was read, each record once; rows with their number.

    A record of several kinds comes once for each.  ValueError or OSError when a file changed since.
    """
    index = bundle._index
    seen: set[Place] = set()
    for manifest in index.manifests:
        yield Kind.MANIFEST, Record(manifest.raw, manifest.source), None
    for number in range(len(index.rows)):
        place = index.rows.place(number)
        if place not in seen and not index.rows.flags(number) & RANKING:
            seen.add(place)
            yield Kind.ROW, index.load(place), number
    for kind, places in index.places.items():
        for number in range(len(places)):
            yield kind, index.load(places[number]), None
