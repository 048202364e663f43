"""The one thread that walks rows, so that no key ever waits for a diagnosis.

It alone asks the examination for rows.  What a person looks at comes first: the chosen row, then the list as asked
for, then, in time-sized batches, the rows that nobody has looked at yet (owners and causes of the list come from
them).  Only the newest request of each kind counts.
"""

import time
from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from threading import Condition, Thread
from typing import TYPE_CHECKING, NamedTuple

from textual.message import Message

from triage.console.arrange import Arrangement, Outdated, Wish, arrange
from triage.model import Diagnosis, Evidence, Outcome
from triage.owners import Choice
from triage.views.queue import Walked, walked

if TYPE_CHECKING:
    from triage.examine import Examination

_BATCH_SECONDS = 0.05
_FIRST_SECONDS = 0.15
_LIST_AGAIN_SECONDS = 0.5
WISH = Wish()
NOTHING_BEFORE: Mapping[int, Walked] = {}
MOST_TEXTS = 50_000
BROKEN = Walked("could not be walked", None, None, None, ())


class Told(NamedTuple):
    """All that is shown of one row."""

    number: int
    diagnosis: Diagnosis
    evidence: Evidence
    choice: Choice | None


@dataclass
class RowTold(Message):
    """The wanted row has been walked."""

    told: Told
    walker: "Walker | None" = None


@dataclass
class Listed(Message):
    """The list as asked for; ``walked`` of ``of`` rows have been walked so far."""

    arrangement: Arrangement
    walked: int
    of: int
    walker: "Walker | None" = None


@dataclass
class Broke(Message):
    """Something failed in the thread; the rest goes on.  ``number`` is the row that could not be walked."""

    words: str
    number: int | None = None
    walker: "Walker | None" = None


class Walker:
    """``tell`` must be safe to call from another thread; ``walked`` and ``known`` may be read from any.

    ``before`` is what an earlier reading of the run said of its rows; it stands in until they are walked again.
    """

    def __init__(
        self,
        examination: "Examination",
        tell: Callable[[Message], object],
        wish: Wish = WISH,
        before: Mapping[int, Walked] = NOTHING_BEFORE,
    ) -> None:
        self.walked: dict[int, Walked] = {}
        self._before = dict(before)
        self.known: Mapping[int, Walked] = ChainMap(self.walked, self._before) if before else self.walked
        self._examination = examination
        self._tell = tell
        self._wakes = Condition()
        self._row: int | None = None
        self._wish: Wish | None = wish
        self._latest = wish
        self._stopped = False
        self._resting = False
        self._listed = Pace()
        self._unwalked = Unwalked(examination)
        self._thread = Thread(target=self._work, name="walker", daemon=True)

    def start(self) -> None:
        """Begin to walk."""
        self._thread.start()

    def stop(self) -> None:
        """End after the row that is being walked."""
        with self._wakes:
            self._stopped = True
            self._wakes.notify()

    def want_row(self, number: int) -> None:
        """Walk this row next, before anything else."""
        with self._wakes:
            self._row, self._resting = number, False
            self._wakes.notify()

    def want_list(self, wish: Wish) -> None:
        """Arrange the list like this, now and again whenever more rows have been walked."""
        with self._wakes:
            self._wish = self._latest = wish
            self._resting = False
            self._wakes.notify()

    def remembered(self) -> dict[int, Walked]:
        """What is known of every row by now.  May be called from any thread."""
        return {**self._before, **dict(self.walked)}

    @property
    def resting(self) -> bool:
        """Everything asked for has been told."""
        return self._resting

    def _work(self) -> None:
        self._walk_some(_FIRST_SECONDS)
        while self._wait():
            row, wish = self._take()
            if row is not None:
                self._tell_row(row)
            elif wish is not None:
                self._tell_list(wish)
            else:
                self._walk_some(_BATCH_SECONDS)

    def _wait(self) -> bool:
        """Until there is something to do; False once stopped."""
        with self._wakes:
            while not self._stopped and self._row is None and self._wish is None:
                left = self._unwalked.left(self._latest)
                if self._listed.due(len(self.walked), last=not left):
                    self._wish = self._latest
                elif left:
                    break
                else:
                    self._resting = True
                    self._wakes.wait()
            return not self._stopped

    def _take(self) -> tuple[int | None, Wish | None]:
        """The newest request: a row before a list."""
        with self._wakes:
            row, self._row = self._row, None
            wish = None
            if row is None:
                wish, self._wish = self._wish, None
            return row, wish

    def _check(self) -> None:
        if self._stopped or self._row is not None or self._wish is not None:
            raise Outdated

    def _walk_some(self, seconds: float) -> None:
        """Walk rows until the time is over or somebody asks for something."""
        end = time.monotonic() + seconds
        while self._unwalked.left(self._latest) and time.monotonic() < end:
            if self._stopped or self._row is not None:
                return
            number = self._unwalked.take(self._latest)
            if number not in self.walked:
                self._told(number)

    def _tell_row(self, number: int) -> None:
        told = self._told(number)
        if told is not None:
            self._tell(RowTold(told, self))

    def _told(self, number: int) -> Told | None:
        try:
            diagnosis = self._examination.diagnosis(number)
            told = Told(number, diagnosis, self._examination.evidence(number), self._examination.choice(diagnosis))
        except Exception as error:
            self.walked.setdefault(number, BROKEN)
            self._tell(Broke(f"this row could not be walked: {type(error).__name__}: {error}", number, self))
            return None
        self.walked[number] = walked(diagnosis, told.choice, with_text=len(self.walked) < MOST_TEXTS)
        return told

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
