"""The storage behind the table of rows: some seventy bytes a row, whatever its record holds."""

import math
from array import array
from collections.abc import Sequence
from typing import NamedTuple

from triage.evidence.columns import Hashes, Ids, Interned
from triage.evidence.head import PlainRow
from triage.evidence.places import Place
from triage.model import Outcome

BLOCKING, CONTRADICTS, CONFLICT, PROFILE, RANKING, RECORDED_PASS, RECORDED_FAIL, VERDICT, FOREIGN, LOWER = (
    1 << bit for bit in range(10)
)
RECORDED = {None: 0, "invalid": 0, "pass": RECORDED_PASS, "fail": RECORDED_FAIL}


class Entry(NamedTuple):
    """What the table keeps of one row.

    ``score`` and ``minimum`` are None for none; ``flags`` joins the bits above; ``required`` is a hash of the required
    ids, 0 without a list.
    """

    place: Place
    outcome: Outcome
    case_id: str | None
    metric: str
    system: str | None
    scenario: str | None
    score: float | None
    minimum: float | None
    attempt: int | None
    flags: int
    required: int


def required_hash(required: Sequence[str] | None) -> int:
    """Equal for equal lists of ids within this process; 0 for none and for an empty one."""
    return hash(tuple(required)) or 1 if required else 0


class RowColumns:
    """Rows in reading order, column by column.  A row counts once its outcome, the last column, is there."""

    def __init__(self) -> None:
        self._outcomes = bytearray()
        self._flags = array("H")
        self._scores = array("d")
        self._required = array("q")
        self._files: Interned[int] = Interned()
        self._offsets = array("Q")
        self._lines = array("I")
        self._ids = Ids()
        self._cases = Hashes()
        self._metrics: Interned[str] = Interned()
        self._systems: Interned[str | None] = Interned()
        self._scenarios: Interned[str | None] = Interned()
        self._minimums: Interned[float | None] = Interned()
        self._attempts: Interned[int | None] = Interned()

    def __len__(self) -> int:
        return len(self._outcomes)

    def append(self, entry: Entry) -> None:
        """Add a row."""
        self._files.append(entry.place.file)
        self._offsets.append(entry.place.offset)
        self._lines.append(entry.place.line)
        self._flags.append(entry.flags)
        self._scores.append(math.nan if entry.score is None else entry.score)
        self._required.append(entry.required)
        self._ids.append(entry.case_id)
        self._cases.column.append(hash(entry.case_id))
        self._metrics.append(entry.metric)
        self._systems.append(entry.system)
        self._scenarios.append(entry.scenario)
        self._minimums.append(entry.minimum)
        self._attempts.append(entry.attempt)
        self._outcomes.append(entry.outcome)

    def extend(self, file: int, line: int, offsets: list[int], rows: list[PlainRow], metrics: list[str]) -> None:
        """Add consecutive lines from ``line`` on, whose recorded status is what score and minimum say."""
        scores = [row.score for row in rows]
        minimums = [row.minimum for row in rows]
        failed = [row.minimum is not None and row.score < row.minimum for row in rows]
        ids = [row.case_id for row in rows]
        self._files.extend([file] * len(rows))
        self._offsets.extend(offsets)
        self._lines.extend(range(line, line + len(rows)))
        self._flags.extend([RECORDED[row.status] | (BLOCKING if row.blocking is not False else 0) for row in rows])
        self._scores.extend(scores)
        self._required.extend([required_hash(row.required_claim_ids) for row in rows])
        self._ids.extend(ids)
        self._cases.column.extend(map(hash, ids))
        self._metrics.extend(metrics)
        self._systems.extend([row.system for row in rows])
        self._scenarios.extend([row.scenario for row in rows])
        self._minimums.extend(minimums)
        self._attempts.extend([row.attempt for row in rows])
        self._outcomes += bytes(failed)  # PASSED is 0, FAILED is 1.
