"""How one row is named on a command line, and which rows such a name means."""

from typing import TYPE_CHECKING

from triage.model import Row
from triage.text import clean

if TYPE_CHECKING:
    from triage.evidence import Bundle

_LONGEST_ID = 60


def selector(row: Row) -> str:
    """The case id, or the ``file:line`` of a row whose id is absent, very long, or cannot be typed."""
    case_id = row.case_id or ""
    return case_id if case_id and len(case_id) <= _LONGEST_ID and clean(case_id) == case_id else str(row.source)


def rows_named(bundle: "Bundle", name: str) -> list[int]:
    """Numbers of all rows of the case with this id, else of the row that stands at this ``file:line``; may be empty."""
    if numbers := bundle.rows.of_case(name):
        return numbers
    if ":" not in name and "#" not in name:
        return []
    return [number for number in range(len(bundle.rows)) if str(bundle.row(number).source) == name]
