"""All rows of a bundle, read by number and searched by column."""

import math

from triage.evidence.places import Place
from triage.evidence.row_columns import BLOCKING, CONFLICT, CONTRADICTS, RowColumns
from triage.model import Outcome


class RowTable(RowColumns):
    """Rows in reading order, numbered from 0.  It grows while the bundle is read; a row's number never changes."""

    def outcome(self, row: int) -> Outcome:
        """What became of the row."""
        return Outcome(self._outcomes[row])

    def case_id(self, row: int) -> str | None:
        """The case, None on a row that the gate could not parse."""
        return self._ids[row]

    def metric(self, row: int) -> str:
        """The metric."""
        return self._metrics[row]

    def system(self, row: int) -> str | None:
        """The compared system."""
        return self._systems[row]

    def scenario(self, row: int) -> str | None:
        """The slice."""
        return self._scenarios[row]

    def score(self, row: int) -> float | None:
        """A finite score; None for none."""
        score = self._scores[row]
        return None if math.isnan(score) else score

    def minimum(self, row: int) -> float | None:
        """The minimum that applies, the policy's where the row has none."""
        return self._minimums[row]

    def attempt(self, row: int) -> int | None:
        """The attempt, from 1."""
        return self._attempts[row]

    def blocking(self, row: int) -> bool:
        """The row can turn the gate red."""
        return bool(self._flags[row] & BLOCKING)

    def contradicts(self, row: int) -> bool:
        """The recorded status contradicts the score."""
        return bool(self._flags[row] & CONTRADICTS)

    def conflict(self, row: int) -> bool:
        """Another row of the same case, metric and system, both without an attempt number, says something else."""
        return bool(self._flags[row] & CONFLICT)

    def line(self, row: int) -> int | None:
        """The line the row stands at in its file, from 1; None inside a JSON document."""
        return self._lines[row] or None

    def required_hash(self, row: int) -> int:
        """Equal for equal lists of required ids within this process; 0 when the row kept no list."""
        return self._required[row]

    def place(self, row: int) -> Place:
        """Where the row's record is read."""
        return Place(self._files[row], self._offsets[row], self._lines[row])

    def flags(self, row: int) -> int:
        """The row's bits."""
        return self._flags[row]

    def flag(self, row: int, bits: int) -> None:
        """Set bits of a row."""
        self._flags[row] |= bits

    def numbers(self, outcome: Outcome) -> list[int]:
        """All rows of one outcome, in reading order."""
        found, sign = [], bytes([outcome])
        row = self._outcomes.find(sign)
        while row >= 0:
            found.append(row)
            row = self._outcomes.find(sign, row + 1)
        return found

    def count(self, outcome: Outcome) -> int:
        """How many rows have an outcome."""
        return self._outcomes.count(bytes([outcome]))

    def of_case(self, case_id: str) -> list[int]:
        """All rows of a case, in reading order."""
        return [row for row in self._cases.find(hash(case_id)) if self.case_id(row) == case_id]

    def find(self, case_id: str, metric: str, system: str | None) -> list[int]:
        """All rows of a case, metric and system, in reading order."""
        code, other = self._metrics.known(metric), self._systems.known(system)
        return [
            row
            for row in self._cases.find(hash(case_id))
            if self._metrics.code_of(row) == code
            and self._systems.code_of(row) == other
            and self.case_id(row) == case_id
        ]

    def knows(self, case_hash: int) -> bool:
        """Some row's case id has this hash."""
        return bool(self._cases.find(case_hash))

    def without_minimum(self) -> list[int]:
        """Rows that no minimum applies to so far."""
        code = self._minimums.known(None)
        return [] if code is None else [row for row in range(len(self)) if self._minimums.code_of(row) == code]

    def settle(self, row: int, outcome: Outcome, minimum: float | None, contradicts: bool) -> None:
        """What the whole bundle made of a row."""
        self._outcomes[row] = outcome
        self._minimums[row] = minimum
        if contradicts:
            self._flags[row] |= CONTRADICTS

    def close(self) -> None:
        """Make look-ups by case quick; rows that are added later are not found by case until it is done again."""
        self._cases.settle()

    def groups(self) -> list[list[int]]:
        """Rows without attempt number that share case, metric and system, two or more to a group; once closed."""
        found: dict[tuple[str | None, str, str | None], list[int]] = {}
        for rows in self._cases.repeated():
            for row in rows:
                if self._attempts[row] is None and self.case_id(row) is not None:
                    found.setdefault((self.case_id(row), self.metric(row), self.system(row)), []).append(row)
        return [rows for rows in found.values() if len(rows) > 1]
