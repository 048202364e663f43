"""Watching a reading from another thread: how far it is, and the wish to stop."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from triage.evidence.bundle import Bundle


class Progress(NamedTuple):
    """How far reading is; ``path`` is the file being read."""

    bytes_read: int
    bytes_total: int
    rows: int
    path: str


@dataclass
class Watch:
    """Shared between the one who reads and the one who looks on; one per reading.

    ``stopped`` may be set at any time: reading then ends at its next step, and what was read is kept.  With
    ``growing`` the last line of a file may still be being written, which is then no fault of the file.  ``bundle`` is
    the first one that is read under this watch: its rows can be seen, not walked, while it grows.
    """

    growing: bool = False
    stopped: bool = False
    progress: Progress | None = None
    bundle: "Bundle | None" = None
