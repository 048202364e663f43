"""The one thread that walks rows, so that no key ever waits for a diagnosis.

It alone asks the examination for rows.  What a person looks at comes first: the chosen row, then the list as asked
for, then, in time-sized batches, the rows that nobody has looked at yet (owners and causes of the list come from
them).  Only the newest request of each kind counts.
"""

import time
from collections import ChainMap
from collections.abc import Callable, Mapping
from threading import Thread
from typing import TYPE_CHECKING

from textual.message import Message

from triage.console.arrange import Outdated, Wish, arrange
from triage.console.requests import Job, Requests
from triage.console.rows import Rows
from triage.console.told import Broke, Listed, RowTold, Told
from triage.console.unwalked import Pace, Unwalked
from triage.views.queue import Walked

if TYPE_CHECKING:
    from triage.console.desk import Desk
    from triage.examine import Examination

_BATCH_SECONDS = 0.05
_FIRST_SECONDS = 0.15
WISH = Wish()
NOTHING_BEFORE: Mapping[int, Walked] = {}
BROKEN = Walked("could not be walked", None, None, None, ())


class Walker(Requests):
    """``tell`` must be safe to call from another thread; ``walked`` and ``known`` may be read from any.

    ``before`` is what an earlier reading of the run said of its rows; it stands in until they are walked again.
    """

    def __init__(
        self,
        examination: "Examination",
        tell: Callable[[Message], object],
        wish: Wish = WISH,
        before: Mapping[int, Walked] = NOTHING_BEFORE,
        desk: "Desk | None" = None,
    ) -> None:
        super().__init__(wish)
        self.walked: dict[int, Walked] = {}
        self._rows = Rows(examination, desk, self.walked)
        self._before = dict(before)
        self.known: Mapping[int, Walked] = ChainMap(self.walked, self._before) if before else self.walked
        self._examination = examination
        self._tell = tell
        self._listed = Pace()
        self._unwalked = Unwalked(examination)
        self._thread = Thread(target=self._work, name="walker", daemon=True)

    def start(self) -> None:
        """Begin to walk."""
        self._thread.start()

    def remembered(self) -> dict[int, Walked]:
        """What is known of every row by now.  May be called from any thread."""
        return {**self._before, **dict(self.walked)}

    def _work(self) -> None:
        self._walk_some(_FIRST_SECONDS)
        while self._wait():
            row, wish = self._take()
            if self._jobs:
                self._do(self._jobs.popleft())
            if row is not None:
                self._tell_row(row)
            elif wish is not None:
                self._tell_list(wish)
            else:
                self._walk_some(_BATCH_SECONDS)

    def _wait(self) -> bool:
        """Until there is something to do; False once stopped."""
        with self._wakes:
            while not self._stopped and self._row is None and self._wish is None and not self._jobs:
                left = self._unwalked.left(self._latest)
                if self._listed.due(len(self.walked), last=not left):
                    self._wish = self._latest
                elif left:
                    break
                else:
                    self._resting = True
                    self._wakes.wait()
            return not self._stopped

    def _walk_some(self, seconds: float) -> None:
        """Walk rows until the time is over or somebody asks for something."""
        end = time.monotonic() + seconds
        while self._unwalked.left(self._latest) and time.monotonic() < end:
            if self._stopped or self._row is not None or self._jobs:
                return
            number = self._unwalked.take(self._latest)
            if number not in self.walked:
                self._looked(number, self._rows.walk)

    def _tell_row(self, number: int) -> None:
        told = self._looked(number, self._rows.look)
        if told is not None:
            self._tell(RowTold(told, self))

    def _do(self, job: Job) -> None:
        try:
            self._tell(job(self._examination))
        except Exception as error:
            self._tell(Broke(str(error) or type(error).__name__, None, self))

    def _looked(self, number: int, look: Callable[[int], Told]) -> Told | None:
        """The row, or None when it cannot be walked, which is told."""
        try:
            return look(number)
        except Exception as error:
            self.walked.setdefault(number, BROKEN)
            self._tell(Broke(f"this row could not be walked: {type(error).__name__}: {error}", number, self))
            return None

    def _tell_list(self, wish: Wish) -> None:
        started, known = time.monotonic(), len(self.walked)
        try:
            made = arrange(self._examination.bundle.rows, self._examination.red, self.known, wish, self._check)
        except Outdated:
            with self._wakes:
                self._wish = self._wish or wish
            return
        except Exception as error:
            self._tell(Broke(f"the list could not be arranged: {type(error).__name__}: {error}", None, self))
            return
        self._listed = Pace(known, time.monotonic(), time.monotonic() - started)
        self._tell(Listed(made, known, self._unwalked.size(wish), self))
