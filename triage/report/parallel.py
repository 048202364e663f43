"""Rows of a report made by several processes over ranges of rows, in their order."""

import multiprocessing
import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from triage.examine import Examination

Make = Callable[["Examination", range], bytes]
WORTH_IT = 4_000
_AT_ONCE = 256
_MOST = 8
_shared: "tuple[Examination, Make] | None" = None


def processes_for(rows: int, wanted: int | None) -> int:
    """How many processes: as many as wanted, else one for few rows and one per core for many."""
    if "fork" not in multiprocessing.get_all_start_methods():
        return 1
    if wanted is not None:
        return max(1, wanted)
    return min(os.cpu_count() or 1, _MOST) if rows >= WORTH_IT else 1


def made(examination: "Examination", make: Make, processes: int) -> Iterator[bytes]:
    """``make`` of every range of rows, in order.  Both ways give the same bytes.

    The processes are forked, so that they share what was read; they only read files, each by its own offsets.
    """
    global _shared
    rows = len(examination.bundle.rows)
    ranges = [range(start, min(start + _AT_ONCE, rows)) for start in range(0, rows, _AT_ONCE)]
    if processes < 2 or len(ranges) < 2:
        yield from (make(examination, one) for one in ranges)
        return
    _shared = (examination, make)
    try:
        with multiprocessing.get_context("fork").Pool(processes) as pool:
            yield from pool.imap(_in_child, ranges)
    finally:
        _shared = None


def _in_child(rows: range) -> bytes:
    assert _shared is not None
    examination, make = _shared
    return make(examination, rows)
