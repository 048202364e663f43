"""A row's full record and the records of its case, read when they are asked for."""

from collections.abc import Callable
from typing import Any, TypeVar

from triage.evidence.attribution import parse_attribution
from triage.evidence.cases import parse_case
from triage.evidence.fields import Record, as_text
from triage.evidence.index import Index
from triage.evidence.kinds import Kind
from triage.evidence.ranking import parse_ranking
from triage.evidence.ranking_rows import is_ranking_metric, ranking_row
from triage.evidence.retrieval import parse_retrieval
from triage.evidence.row_columns import PROFILE, RANKING
from triage.evidence.rows import NO_CONTEXT, Context, parse_profile, parse_row
from triage.evidence.settle import ranking_case
from triage.model import InvalidKind, Outcome, RankingArtifact, Retrieval, Row, Source

Found = TypeVar("Found")


class Joins:
    """Reads by place.  ``settled`` tells that the whole bundle's decisions hold already."""

    def __init__(self, index: Index) -> None:
        self.settled = False
        self._index = index

    def row(self, number: int, context: Context) -> Row:
        """A row in full; what the index knows of it when its record is gone."""
        rows = self._index.rows
        try:
            record = self._index.load(rows.place(number))
        except ValueError as error:
            return self._remembered(number, f"the record cannot be read: {error}")
        except OSError:
            return self._remembered(number, "the file is gone")
        row = self._parse(number, record, context if self.settled else NO_CONTEXT)
        return (
            row
            if row.case_id == rows.case_id(number)
            else self._remembered(number, "the file changed after it was read")
        )

    def records(self, row: Row, manifest_k: int | None, number: int) -> dict[str, Any]:
        """The case, attribution, retrieval, ranking and ranking_case of a row, as fields of Evidence."""
        if row.case_id is None:
            return {}
        case_id, inline = row.case_id, Record(row.raw, row.source)
        retrieval = self._first(Kind.RETRIEVAL, case_id, lambda record: parse_retrieval(record, manifest_k))
        return {
            "case": self._first(Kind.CASE, case_id, parse_case)
            or (parse_case(inline) if _holds(row, "question", "context") else None),
            "attribution": self._first(Kind.ATTRIBUTION, case_id, parse_attribution)
            or (parse_attribution(inline) if _holds(row, "answer", "claims") else None),
            "retrieval": retrieval or self._inline_retrieval(inline, manifest_k),
            "ranking": self._ranking(row, number),
            "ranking_case": ranking_case(self._index, case_id),
        }

    def unrowed(self, *kinds: Kind) -> tuple[str, ...]:
        """Cases that records of these kinds speak of and no row does."""
        found: dict[str, None] = {}
        for kind in kinds:
            places = self._index.places[kind]
            for number, case_hash in enumerate(places.hashes.column):
                if not self._index.rows.knows(case_hash):
                    found.setdefault(_case_id(self._index.load(places[number])))
        return tuple(found)

    def _parse(self, number: int, record: Record, context: Context) -> Row:
        flags = self._index.rows.flags(number)
        if flags & RANKING:
            artifact = parse_ranking(record)
            return ranking_row(artifact, record, ranking_case(self._index, artifact.case_id), context)
        if flags & PROFILE:
            return parse_profile(record, self._index.rows.metric(number), context)
        return parse_row(record, context)

    def _remembered(self, number: int, why: str) -> Row:
        rows = self._index.rows
        place = rows.place(number)
        source = Source(self._index.files[place.file].source.name, place.line)
        outcome = rows.outcome(number)
        return Row(
            source=source,
            outcome=outcome,
            case_id=rows.case_id(number),
            metric=rows.metric(number),
            system=rows.system(number),
            scenario=rows.scenario(number),
            attempt=rows.attempt(number),
            invalid_kind=InvalidKind.ERROR if outcome is Outcome.INVALID else None,
            score=rows.score(number),
            minimum=rows.minimum(number),
            blocking=rows.blocking(number),
            notes=(f"{why}; only what the index kept is shown",),
        )

    def _first(self, kind: Kind, case_id: str, parse: Callable[[Record], Found]) -> Found | None:
        for place in self._index.places[kind].find(case_id):
            try:
                record = self._index.load(place)
            except (ValueError, OSError):
                continue
            if case_id in (as_text(record.known.get("case_id")), as_text(record.known.get("case"))):
                return parse(record)
        return None

    def _inline_retrieval(self, inline: Record, manifest_k: int | None) -> Retrieval | None:
        if inline.value.get("retrieved", ...) is ... and inline.value.get("delivered", ...) is ...:
            return None
        return parse_retrieval(inline, manifest_k)

    def _ranking(self, row: Row, number: int) -> RankingArtifact | None:
        if row.case_id is None or not is_ranking_metric(row.metric):
            return None
        if self._index.rows.flags(number) & RANKING:
            return parse_ranking(self._index.load(self._index.rows.place(number)))
        artifact = self._first(Kind.RANKING, row.case_id, parse_ranking)
        return artifact or (parse_ranking(Record(row.raw, row.source)) if _holds(row, "presented_order") else None)


def _holds(row: Row, *names: str) -> bool:
    return any(row.raw.get(name) is not None for name in names)


def _case_id(record: Record) -> str:
    return as_text(record.known.get("case_id")) or as_text(record.known.get("case")) or ""
