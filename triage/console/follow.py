"""Waiting for a run's files to change, without looking at them again and again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

from textual.message import Message

from triage.console.told import Broke

_DEBOUNCE = 200
_STEP = 50
_WAKE = 5_000


@dataclass
class Changed(Message):
    """Something was written, replaced or removed."""


class Follower:
    """Tells of every change below the paths, several within a fifth of a second as one.

    A file is watched through its folder, so that another file put in its place is noticed too.
    """

    def __init__(self, paths: Sequence[str], tell: Callable[[Message], object]) -> None:
        self._folders = {path if path.is_dir() else path.parent for path in map(_absolute, paths)}
        self._wanted = [_absolute(path) for path in paths]
        self._tell = tell
        self._stop = Event()

    def start(self) -> None:
        """Begin to wait."""
        Thread(target=self._wait, name="follower", daemon=True).start()

    def stop(self) -> None:
        """End at the next change, or within a few seconds."""
        self._stop.set()

    def _wait(self) -> None:
        from watchfiles import Change, watch

        def ours(_: Change, path: str) -> bool:
            return any(Path(path) == wanted or wanted in Path(path).parents for wanted in self._wanted)

        try:
            for _ in watch(
                *self._folders,
                watch_filter=ours,
                stop_event=self._stop,
                debounce=_DEBOUNCE,
                step=_STEP,
                rust_timeout=_WAKE,
                raise_interrupt=False,
                ignore_permission_denied=True,
            ):
                self._tell(Changed())
        except Exception as error:
            self._tell(Broke(f"changes cannot be followed: {error}"))


def _absolute(path: str) -> Path:
    return Path(path).resolve()
