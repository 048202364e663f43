"""Finding a row again in another reading of the same run."""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from triage.evidence.table import RowTable


class RowKey(NamedTuple):
    """What makes a row the same one: case, metric, system and attempt, and the input line where that is not enough."""

    case_id: str | None
    metric: str
    system: str | None
    attempt: int | None
    line: int | None

    def is_same(self, other: "RowKey") -> bool:
        """The same row, wherever it stands; without a case id only the line tells."""
        return self[:4] == other[:4] and (self.case_id is not None or self.line == other.line)


def key_of(rows: "RowTable", number: int) -> RowKey:
    """The key of one row."""
    return RowKey(
        rows.case_id(number), rows.metric(number), rows.system(number), rows.attempt(number), rows.line(number)
    )


def find(rows: "RowTable", key: RowKey) -> int | None:
    """The number of the row with this key; of several the one on the same line, else the first."""
    if key.case_id is None:
        numbers = [number for number in range(len(rows)) if rows.line(number) == key.line]
    else:
        numbers = rows.find(key.case_id, key.metric, key.system)
    same = [number for number in numbers if key.is_same(key_of(rows, number))]
    return next((number for number in same if rows.line(number) == key.line), same[0] if same else None)
