"""The console as a program: reads in the background, holds what was read, moves between its two screens."""

import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.screen import Screen

from triage.console import clipboard, crash, handoff, keys, pages
from triage.console.keyed_screen import KeyedScreen
from triage.console.queue_screen import QueueScreen
from triage.console.reader import Loaded, Loader, NotLoaded, read
from triage.console.walk_screen import WalkScreen
from triage.console.walker import Broke, Listed, RowTold, Told, Walker
from triage.model import Stage, Tone
from triage.text import clean
from triage.views.entry import blank, entry

if TYPE_CHECKING:
    from triage.examine import Examination

COULD_NOT_RUN = 3
_WHAT_TO_GIVE = "q quits; then give the folder, archive or file that a gate run left, as in: triage evidence/"
_WIDTHS: list[tuple[int, str]] | None = [(0, "-too-narrow"), (40, "-small"), (64, "-normal"), (120, "-wide")]
_HEIGHTS: list[tuple[int, str]] | None = [(0, "-too-low"), (15, "-low"), (20, "-medium"), (36, "-high")]


class TriageApp(App[None], inherit_bindings=False):
    """``load`` makes the examination; it runs in a thread while the first screen is already there."""

    CSS_PATH = "console.tcss"
    TITLE = "triage"
    COMMAND_PALETTE_BINDING = "ctrl+p"
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "quit", "quit", show=False),
        Binding("ctrl+z", "suspend_process", "suspend", show=False),
    ]
    HORIZONTAL_BREAKPOINTS = _WIDTHS
    VERTICAL_BREAKPOINTS = _HEIGHTS

    def __init__(self, load: Loader, stage_of_cause: Mapping[str, Stage], row: str | None = None) -> None:
        super().__init__(ansi_color=True)  # The terminal's own colours; without this NO_COLOR is black on black.
        self.theme = "ansi-dark"
        self.animation_level = "none"
        self.examination: Examination | None = None
        self.walker: Walker | None = None
        self.stage_of_cause = stage_of_cause
        self.failure: str | None = None
        self._load = load
        self._row = row
        self._named: int | None = None
        self._opening: int | None = None
        self._told: Told | None = None
        self._started = time.monotonic()

    def get_driver_class(self) -> type[Driver]:
        """The terminal's driver; inside tmux one whose clipboard reaches the terminal outside."""
        driver = super().get_driver_class()
        return clipboard.through_tmux(driver) if os.environ.get("TMUX") else driver

    @property
    def queue(self) -> QueueScreen:
        """The queue, which is always there."""
        return next(screen for screen in self.screen_stack if isinstance(screen, QueueScreen))

    @property
    def walk(self) -> WalkScreen | None:
        """The walk, while one is open."""
        return next((screen for screen in self.screen_stack if isinstance(screen, WalkScreen)), None)

    def on_mount(self) -> None:
        """Show the queue at once, and begin to read."""
        self.push_screen(QueueScreen())
        self._tick = self.set_interval(0.5, self._reading)
        read(self._load, self._row, self.post_message)

    def on_unmount(self) -> None:
        """Nothing is walked for a console that has closed."""
        if self.walker is not None:
            self.walker.stop()

    def on_loaded(self, event: Loaded) -> None:
        """The run is there: show it and begin to walk its rows."""
        self._tick.stop()
        self.examination, self._named = event.examination, event.number
        self.walker = Walker(event.examination, self.post_message)
        self.queue.show_progress("")
        self.queue.show_run()
        self.walker.start()
        if self._named is not None and self._named not in event.examination.red:
            self.queue.do_passing()
        elif self._named is None and self._row is not None:
            self.say(f"no row is called {self._row}")

    def on_not_loaded(self, event: NotLoaded) -> None:
        """Nothing could be read: say so and stay, so that the words can be read."""
        self._tick.stop()
        self.failure = event.words
        self.queue.show_progress("nothing could be read")
        self.queue.show_words([entry((event.words, Tone.WARN)), blank(), entry(_WHAT_TO_GIVE)])

    def on_listed(self, event: Listed) -> None:
        """The list has been arranged."""
        self.queue.show_list(event)
        if self._named is not None and self.queue.rows.choose(self._named):
            self._named = None
            self.open_walk()

    def on_row_told(self, event: RowTold) -> None:
        """A row that somebody looks at has been walked."""
        self._told = event.told
        self.queue.show_row(event.told)
        if self.walk is not None:
            self.walk.show_row(event.told)
        elif self._opening == event.told.number == self.queue.rows.number:
            self.open_walk()

    def on_broke(self, event: Broke) -> None:
        """Something failed in the background; the rest goes on."""
        words = clean(event.words)
        if event.number is not None and event.number == self.queue.rows.number:
            self.queue.show_fault(words)
        self.notify(words, markup=False, severity="error", timeout=8)

    def say(self, words: str) -> None:
        """A short message on the screen that is shown."""
        if isinstance(self.screen, KeyedScreen):
            self.screen.say(words)

    @property
    def told(self) -> Told | None:
        """What is known of the chosen row; None while it has not been walked."""
        return self._told if self._told is not None and self._told.number == self.queue.rows.number else None

    def open_walk(self) -> None:
        """Walk the chosen row, at once if it is known, else as soon as it is."""
        self._opening = self.queue.rows.number if self.told is None else None
        if self.told is not None and self.walk is None:
            self.push_screen(WalkScreen(self.told))

    def open_run(self) -> None:
        """Everything said of the whole run."""
        if self.examination is not None:
            self.push_screen(pages.run_page(self.examination))

    def open_page(self, name: str) -> None:
        """A page about the chosen row."""
        if self.told is not None:
            make = pages.compare_page if name == "compare" else pages.cause_page
            self.push_screen(make(self.told))

    def red_row(self, step: int) -> int | None:
        """The next failed or invalid row of the list in that direction."""
        if self.examination is None:
            return None
        rows = self.queue.rows
        return rows.arrangement.next_red(rows.cursor, step, self.examination.bundle.rows.outcome)

    def go_red(self, step: int) -> None:
        """Choose that row; the walk shows it as soon as it is walked."""
        number = self.red_row(step)
        if number is not None:
            self.queue.rows.choose(number)

    def copy_handoff(self) -> None:
        """Copy the chosen row's handoff text, and say what was done."""
        if self.examination is not None and self.told is not None:
            self.say(handoff.copy(self, self.examination, self.told))
        else:
            self.say("this row has not been walked yet: once more in a moment")

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The palette: the keys of the screen it was opened from, by name."""
        return commands_of(screen) if isinstance(screen, KeyedScreen) else ()

    def _reading(self) -> None:
        self.queue.show_progress(f"reading, {time.monotonic() - self._started:.0f} s")


def commands_of(screen: KeyedScreen) -> Iterator[SystemCommand]:
    """Every key that can do something now, by what it does."""
    for key in keys.keys_of(screen.PLACE):
        if screen.why_not(key.id) is None:
            yield SystemCommand(key.tooltip, f"key {key.shown}", partial(screen.action_press, key.id))


def run(load: "Loader | Examination", *, row: str | None, mouse: bool) -> int:
    """Open the console and return its exit code: 0, or 3 when the run could not be read or the console failed."""
    from triage.causes import CAUSES

    loader: Loader = load if callable(load) else lambda: load
    app = TriageApp(loader, {cause.slug: cause.stage for cause in CAUSES}, row)
    report = crash.catch(app)
    app.run(mouse=mouse)
    words = crash.sentence(report.getvalue()) or app.failure
    if words is not None:
        print(clean(words), file=sys.stderr)
        return COULD_NOT_RUN
    return app.return_code or 0
