"""One run as it is looked at: read, walked, and read again when it has changed."""

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from textual.message import Message

from triage.console import place, reader, same_row
from triage.console.arrange import Wish
from triage.console.desk import Desk
from triage.console.reader import Loaded, Loader
from triage.console.told import Told
from triage.console.walker import Walker
from triage.evidence import Watch
from triage.ledger import Ledger
from triage.views.queue import Walked

if TYPE_CHECKING:
    from triage.examine import Examination

_REST = 0.3
_REST_PER_READING = 3


class Goal(NamedTuple):
    """The row to go to as soon as the list holds it, and the stage to open; None stays in the list."""

    number: int
    stage: int | None


class Session:
    """``examination`` is None until the run has been read once; ``told`` is the row that was walked last.

    ``tell`` must be safe to call from another thread.
    """

    def __init__(
        self, load: Loader, row: str | None, tell: Callable[[Message], object], *, ledger: Ledger, growing: bool
    ) -> None:
        self.examination: Examination | None = None
        self.walker: Walker | None = None
        self.told: Told | None = None
        self.desk: Desk | None = None
        self.ledger = ledger
        self.with_text = False
        self.folders: dict[int, str] = {}
        self.goal: Goal | None = None
        self.wish = Wish()
        self.watch = Watch(growing=growing)
        self.reading = False
        self.waiting = False
        self._load = load
        self._row = row
        self._tell = tell
        self._started = 0.0
        self._took = 0.0
        self._ended = 0.0

    def begin(self) -> None:
        """Read the run in the background, for the first time or again."""
        self.watch = Watch(growing=self.watch.growing)
        self.reading, self._started = True, time.monotonic()
        row = self._row if self.examination is None else None
        reader.read(self._load, self.watch, row, self._tell, self._known_again, self.ledger)

    def rest(self) -> float:
        """Seconds to wait before reading again; the longer it takes, the longer the rest between two readings."""
        if self.reading:
            return _REST
        return self._ended + max(_REST, _REST_PER_READING * self._took) - time.monotonic()

    def end(self) -> None:
        """Nothing is read or walked for a console that has closed."""
        self.watch.stopped = True
        if self.walker is not None:
            self.walker.stop()

    def face(self, told: Told) -> Told:
        """The row as it is shown: covered, unless the person has asked to see everything."""
        covering = self.desk is None or self.desk.covering
        return told.covered if covering and told.covered is not None else told

    @property
    def progress(self) -> str:
        """How far reading is."""
        return reader.described(self.watch, time.monotonic() - self._started)

    def ended(self) -> None:
        """Reading has ended."""
        self.reading, self._ended = False, time.monotonic()
        self._took = self._ended - self._started

    def adopt(self, event: Loaded, chosen: int | None) -> int | None:
        """Take a run that has been read; the number that the row ``chosen`` has in it, None when it is not there."""
        self.ended()
        before, old = self.examination, self.walker
        covering = self.desk.covering if self.desk is not None else True
        self.examination, self.told, self.desk = event.examination, None, event.desk
        if self.desk is not None:
            self.desk.covering = covering
        self.folders.clear()
        if before is None or old is None:
            self._aim(event)
            self.walker = Walker(event.examination, self._tell, self.wish, desk=self.desk)
            return None
        old.stop()
        self.walker = Walker(event.examination, self._tell, self.wish, event.known, self.desk)
        if chosen is None:
            return None
        return same_row.find(event.examination.bundle.rows, same_row.key_of(before.bundle.rows, chosen))

    def keep_place(self, number: int | None, stage: int | None) -> None:
        """Remember where the person is."""
        if self.examination is not None:
            row = same_row.key_of(self.examination.bundle.rows, number) if number is not None else None
            place.keep(self.examination.bundle, place.Place(row, stage, self.wish))

    def _known_again(self, examination: "Examination") -> Mapping[int, Walked]:
        """What the walker knows by now, by the numbers of the new reading.  Called in the reader's thread."""
        if self.examination is None or self.walker is None:
            return {}
        then, now = self.examination.bundle.rows, examination.bundle.rows
        again = ((same_row.find(now, same_row.key_of(then, at)), told) for at, told in self.walker.remembered().items())
        return {number: told for number, told in again if number is not None}

    def _aim(self, event: Loaded) -> None:
        """The row named at the start, else the place where the person left this run."""
        if self._row is not None:
            self.goal = Goal(event.number, 0) if event.number is not None else None
            return
        kept = place.recall(event.examination.bundle)
        if kept is None:
            return
        self.wish = kept.wish
        number = same_row.find(event.examination.bundle.rows, kept.row) if kept.row is not None else None
        if number is not None:
            self.goal = Goal(number, kept.stage)
