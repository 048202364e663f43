"""Names of test cases: readable, the same from run to run, and no two alike within one run."""

import re
from array import array
from typing import TYPE_CHECKING

from triage.report.xml import legal
from triage.text import shorten

if TYPE_CHECKING:
    from triage.evidence.table import RowTable

RUN_CLASS = "triage.run"
_LIMIT = 200
_LIKE_OURS = re.compile(r", row \d+\]$")


class Names:
    """Class and name of every row, from its columns.

    The name is the case id with system and attempt where they are recorded.  Where that is not enough (rows that repeat
    each other, ids that look alike once they are clean or short) the place and number of the row are added.
    """

    def __init__(self, rows: "RowTable") -> None:
        self._rows = rows
        self._repeated = self._find_repeated()

    def classname(self, number: int) -> str:
        """``scenario.metric``, the metric alone without a scenario."""
        metric, scenario = self._rows.metric(number), self._rows.scenario(number)
        return shorten(legal(f"{scenario}.{metric}" if scenario else metric), _LIMIT)

    def name(self, number: int, source: str) -> str:
        """The name of a row that stands at ``source``."""
        plain = self._plain(number)
        apart = self._rows.case_id(number) and not _LIKE_OURS.search(plain)
        if apart and self._mark(number) not in self._repeated and self.classname(number) != RUN_CLASS:
            return plain
        return f"{plain} [{shorten(legal(source), _LIMIT)}, row {number + 1}]"

    def _plain(self, number: int) -> str:
        system, attempt = self._rows.system(number), self._rows.attempt(number)
        parts = [self._rows.case_id(number) or "without a case id"]
        parts += [f"[system {system}]"] if system else []
        parts += [f"[attempt {attempt}]"] if attempt is not None else []
        return " ".join(shorten(legal(part), _LIMIT) for part in parts)

    def _mark(self, number: int) -> int:
        return hash((self.classname(number), self._plain(number)))

    def _find_repeated(self) -> frozenset[int]:
        """Marks that more than one row has; eight bytes a row while they are looked for."""
        marks = array("q", (self._mark(number) for number in range(len(self._rows))))
        found, before = set(), None
        for mark in sorted(marks):
            if mark == before:
                found.add(mark)
            before = mark
        return frozenset(found)
