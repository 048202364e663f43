"""The console as a program: reads in the background, holds what was read, moves between its two screens."""

import sys
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from triage.console import crash, following, handing
from triage.console.follow import Follower
from triage.console.preview_screen import Planned
from triage.console.queue_screen import QueueScreen
from triage.console.reader import Loaded, Loader, NotLoaded
from triage.console.session import Session
from triage.console.terminal import TerminalApp
from triage.console.told import Broke, Listed, RowTold, Told
from triage.console.walk_screen import WalkScreen
from triage.console.walker import Walker
from triage.ledger import Ledger
from triage.model import Stage, Tone
from triage.text import clean
from triage.views.entry import blank, entry

if TYPE_CHECKING:
    from triage.examine import Examination

COULD_NOT_RUN = 3
_WHAT_TO_GIVE = "q quits; then give the folder, archive or file that a gate run left, as in: triage evidence/"


class TriageApp(TerminalApp):
    """``load`` makes the examination; it runs in a thread while the first screen is already there.

    ``follow`` are paths to watch; when something below them changes the run is read again.
    """

    def __init__(
        self,
        load: Loader,
        stage_of_cause: Mapping[str, Stage],
        row: str | None = None,
        follow: Sequence[str] = (),
        ledger: Ledger | None = None,
    ) -> None:
        super().__init__()
        self.stage_of_cause = stage_of_cause
        self.failure: str | None = None
        self.session = Session(load, row, self.post_message, ledger=ledger or Ledger.open(), growing=bool(follow))
        self.follower = Follower(follow, self.post_message) if follow else None
        self._row = row
        self._opening: int | None = None

    @property
    def queue(self) -> QueueScreen:
        """The queue, which is always there."""
        return next(screen for screen in self.screen_stack if isinstance(screen, QueueScreen))

    @property
    def walk(self) -> WalkScreen | None:
        """The walk, while one is open."""
        return next((screen for screen in self.screen_stack if isinstance(screen, WalkScreen)), None)

    @property
    def examination(self) -> "Examination | None":
        """The run; None until it has been read."""
        return self.session.examination

    @property
    def walker(self) -> Walker | None:
        """The thread that walks its rows."""
        return self.session.walker

    def on_mount(self) -> None:
        """Show the queue at once, and begin to read."""
        self.push_screen(QueueScreen())
        self._tick = self.set_interval(0.1, lambda: following.show_reading(self))
        self.session.begin()

    def on_unmount(self) -> None:
        """Nothing goes on for a console that has closed."""
        self.session.end()
        if self.follower is not None:
            self.follower.stop()

    def on_loaded(self, event: Loaded) -> None:
        """The run is there: show it and begin to walk its rows."""
        self._tick.stop()
        if self.examination is None:
            following.show_first(self, event, self._row)
        else:
            following.show_again(self, event)
        if self.session.walker is not None:
            self.session.walker.start()

    def on_not_loaded(self, event: NotLoaded) -> None:
        """Nothing could be read: say so and stay, so that the words can be read."""
        self._tick.stop()
        self.session.ended()
        if self.examination is not None:
            self.say(f"{event.words}; this is still what was read before")
            return
        self.failure = event.words
        self.queue.show_progress("nothing could be read")
        self.queue.show_words([entry((event.words, Tone.WARN)), blank(), entry(_WHAT_TO_GIVE)])

    def on_changed(self) -> None:
        """The files of a run that is followed have changed."""
        following.read_again(self)

    def on_listed(self, event: Listed) -> None:
        """The list has been arranged."""
        if event.walker is not self.session.walker:
            return
        self.queue.show_list(event)
        goal = self.session.goal
        if goal is not None and self.queue.rows.choose(goal.number):
            self.session.goal = None
            if goal.stage is not None:
                self.open_walk(goal.stage)

    def on_row_told(self, event: RowTold) -> None:
        """A row that somebody looks at has been walked."""
        if event.walker is not self.session.walker:
            return
        self.session.told = event.told
        self.show_told(event.told)
        if self.walk is None and self._opening is not None and event.told.number == self.queue.rows.number:
            self.open_walk(self._opening)

    def on_planned(self, event: Planned) -> None:
        """A handoff has been made: show it before it is written."""
        handing.show(self, event)

    def show_told(self, told: Told) -> None:
        """Show a row wherever it is looked at."""
        self.queue.show_row(self.session.face(told))
        if self.walk is not None:
            self.walk.show_row(self.session.face(told))

    def on_broke(self, event: Broke) -> None:
        """Something failed in the background; the rest goes on."""
        if event.walker not in (None, self.session.walker):
            return
        words = clean(event.words)
        if event.number is not None and event.number == self.queue.rows.number:
            self.queue.show_fault(words)
        self.notify(words, markup=False, severity="error", timeout=8)

    @property
    def told(self) -> Told | None:
        """What is shown of the chosen row; None while it has not been walked."""
        told = self.session.told
        return self.session.face(told) if told is not None and told.number == self.queue.rows.number else None

    def open_walk(self, stage: int = 0) -> None:
        """Walk the chosen row, at once if it is known, else as soon as it is."""
        self._opening = stage if self.told is None else None
        if self.told is not None and self.walk is None:
            self.push_screen(WalkScreen(self.told, stage))

    async def action_quit(self) -> None:
        """Leave."""
        self.leave()

    def leave(self) -> None:
        """Leave, and remember where the person was."""
        self.session.keep_place(*self._place())
        self.exit()

    def keep_place(self) -> None:
        """Remember where the person is in this run, without making anybody wait."""
        keep = partial(self.session.keep_place, *self._place())
        self.run_worker(keep, group="place", thread=True, exclusive=True, exit_on_error=False)

    def _place(self) -> tuple[int | None, int | None]:
        return self.queue.rows.number, self.walk.stage if self.walk is not None else None


def run(
    load: Loader,
    *,
    row: str | None,
    mouse: bool,
    follow: Sequence[str] = (),
    ledger: Ledger | None = None,
) -> int:
    """Open the console and return its exit code: 0, or 3 when the run could not be read or the console failed."""
    from triage.causes import CAUSES

    app = TriageApp(load, {cause.slug: cause.stage for cause in CAUSES}, row, follow, ledger)
    report = crash.catch(app)
    app.run(mouse=mouse)
    words = crash.sentence(report.getvalue()) or app.failure
    if words is not None:
        print(clean(words), file=sys.stderr)
        return COULD_NOT_RUN
    return app.return_code or 0
