"""Which rows are still to be walked, and when the list is worth arranging again."""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from triage.console.arrange import Wish
from triage.model import Outcome

if TYPE_CHECKING:
    from triage.examine import Examination

_LIST_AGAIN_SECONDS = 0.5


class Pace(NamedTuple):
    """When the list was last arranged, with how many walked rows, and how long that took."""

    known: int = 0
    at: float = 0.0
    took: float = 0.0

    def due(self, known: int, *, last: bool) -> bool:
        """More rows are known, and either no more will come or it is worth the time again."""
        wait = max(_LIST_AGAIN_SECONDS, 10 * self.took)
        return known != self.known and (last or time.monotonic() - self.at > wait)


class Unwalked:
    """The rows that are still to be walked: red ones, then the passing ones once they are asked for."""

    def __init__(self, examination: "Examination") -> None:
        self._rows = examination.bundle.rows
        self._red = examination.red
        self._passing: Sequence[int] | None = None
        self._at = [0, 0]

    def left(self, wish: Wish) -> bool:
        """There are rows that a list like this would want walked."""
        return self._at[0] < len(self._red) or (wish.passing and self._at[1] < len(self._others()))

    def take(self, wish: Wish) -> int:
        """The next one."""
        pool, which = (self._red, 0) if self._at[0] < len(self._red) or not wish.passing else (self._others(), 1)
        self._at[which] += 1
        return pool[self._at[which] - 1]

    def size(self, wish: Wish) -> int:
        """How many rows a list like this would want walked."""
        return len(self._red) + (len(self._others()) if wish.passing else 0)

    def _others(self) -> Sequence[int]:
        if self._passing is None:
            self._passing = [*self._rows.numbers(Outcome.PASSED), *self._rows.numbers(Outcome.NOT_JUDGED)]
        return self._passing
