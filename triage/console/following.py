"""A run has been read: shown at its start or where the person was, and again whenever it has changed."""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from triage.console.arrange import early
from triage.console.reader import Loaded
from triage.evidence import files_on_disk
from triage.text import clean, count

if TYPE_CHECKING:
    from triage.console.app import TriageApp

Disk = Mapping[str, tuple[int, int]]


def read_again(app: "TriageApp") -> None:
    """Read again, when the reading that goes on has ended and the machine has had its rest."""
    session = app.session
    if session.waiting:
        return
    wait = session.rest()
    if wait <= 0:
        session.begin()
        return
    session.waiting = True
    app.set_timer(wait, lambda: _after_rest(app))


def _after_rest(app: "TriageApp") -> None:
    app.session.waiting = False
    read_again(app)


def show_reading(app: "TriageApp") -> None:
    """How far reading is, and the first red rows while the rest is still being read."""
    app.queue.show_progress(app.session.progress)
    bundle = app.session.watch.bundle
    if app.examination is None and bundle is not None:
        app.queue.rows.show(early(bundle.rows))


def show_first(app: "TriageApp", event: Loaded, row: str | None) -> None:
    """The first reading of the run: its head, and the way to the row that was asked for."""
    session, queue = app.session, app.queue
    session.adopt(event, None)
    queue.wish = session.wish
    queue.show_progress("")
    queue.show_run()
    goal = session.goal
    if goal is not None and goal.number not in event.examination.red and not session.wish.passing:
        queue.want(queue.wish.with_passing())
    elif goal is None and row is not None:
        app.say(f"no row is called {row}")
    if app.follower is not None:
        app.follower.start()


def show_again(app: "TriageApp", event: Loaded) -> None:
    """Another reading of the run: the counts move, the cursor stays on its row."""
    session, queue = app.session, app.queue
    before, chosen = session.examination, queue.rows.number
    number = session.adopt(event, chosen)
    queue.rows.renumber(number)
    queue.show_run()
    said = _said(files_on_disk(before.bundle) if before else {}, files_on_disk(event.examination.bundle))
    if chosen is not None and number is None:
        said.append("the row that was chosen is not there any more")
    if said:
        app.say(clean("; ".join(said)))
    rows = len(event.examination.bundle.rows)
    queue.status.tell("following", f"following, last change {datetime.now():%H:%M:%S}, {count(rows, 'row')}")
    if number is not None and session.walker is not None:
        session.walker.want_row(number)


def _said(before: Disk, now: Disk) -> list[str]:
    """What happened to files besides growing."""
    replaced = [name for name, (inode, size) in before.items() if name in now and _is_other((inode, size), now[name])]
    gone = [name for name in before if name not in now]
    words = [f"{name} was replaced" for name in replaced[:3]] + [f"{name} is gone" for name in gone[:3]]
    more = len(replaced[3:]) + len(gone[3:])
    return words + ([f"and {count(more, 'more file')}"] if more else [])


def _is_other(before: tuple[int, int], now: tuple[int, int]) -> bool:
    return before[0] != now[0] or now[1] < before[1]
