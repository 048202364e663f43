"""What people ask of the walking thread.  Only the newest request for a row and for a list counts."""

from collections import deque
from collections.abc import Callable
from threading import Condition
from typing import TYPE_CHECKING

from textual.message import Message

from triage.console.arrange import Outdated, Wish

if TYPE_CHECKING:
    from triage.examine import Examination

Job = Callable[["Examination"], Message]


class Requests:
    """May be asked from any thread; answered by one.  ``_latest`` is the list that was asked for last."""

    def __init__(self, wish: Wish) -> None:
        self._jobs: deque[Job] = deque()
        self._wakes = Condition()
        self._row: int | None = None
        self._wish: Wish | None = wish
        self._latest = wish
        self._stopped = False
        self._resting = False

    def stop(self) -> None:
        """End after the row that is being walked."""
        with self._wakes:
            self._stopped = True
            self._wakes.notify()

    def want_row(self, number: int) -> None:
        """Walk this row next, before anything else."""
        with self._wakes:
            self._row = number
            self._wake()

    def want(self, job: Job) -> None:
        """Do this next with the examination, which nobody else may ask, and tell what comes of it."""
        with self._wakes:
            self._jobs.append(job)
            self._wake()

    def want_list(self, wish: Wish) -> None:
        """Arrange the list like this, now and again whenever more rows have been walked."""
        with self._wakes:
            self._wish = self._latest = wish
            self._wake()

    def _wake(self) -> None:
        self._resting = False
        self._wakes.notify()

    @property
    def resting(self) -> bool:
        """Everything asked for has been told."""
        return self._resting

    def _take(self) -> tuple[int | None, Wish | None]:
        """The newest request: a row before a list."""
        with self._wakes:
            row, self._row = self._row, None
            wish = None
            if row is None:
                wish, self._wish = self._wish, None
            return row, wish

    def _check(self) -> None:
        if self._stopped or self._row is not None or self._wish is not None or self._jobs:
            raise Outdated
