"""Reading the run in a thread, so that the first screen is there at once and can end the reading."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Thread
from typing import TYPE_CHECKING

from textual.message import Message

from triage.console.desk import Desk
from triage.views.queue import Walked

if TYPE_CHECKING:
    from triage.evidence import Watch
    from triage.examine import Examination
    from triage.ledger import Ledger

Loader = Callable[["Watch"], "Examination"]


@dataclass
class Loaded(Message):
    """The run has been read.

    ``number`` is the row that was asked for by name, when there is one of that name; ``known`` is what an earlier
    reading said of its rows.
    """

    examination: "Examination"
    number: int | None = None
    desk: "Desk | None" = None
    known: Mapping[int, Walked] = field(default_factory=dict)


@dataclass
class NotLoaded(Message):
    """The run could not be read, in one sentence."""

    words: str


def read(
    load: Loader,
    watch: "Watch",
    row: str | None,
    tell: Callable[[Message], object],
    known: Callable[["Examination"], Mapping[int, Walked]],
    ledger: "Ledger",
) -> None:
    """Start to read; :class:`Loaded` or :class:`NotLoaded` is told when that has ended."""

    def work() -> None:
        try:
            examination = load(watch)
            _prepare(examination)
            number = None if row is None else _named(examination, row)
            carried = known(examination)
            desk = Desk(examination, ledger)
        except Exception as error:
            tell(NotLoaded(str(error) or type(error).__name__))
        else:
            tell(Loaded(examination, number, desk, carried))

    Thread(target=work, name="reader", daemon=True).start()


def described(watch: "Watch", seconds: float) -> str:
    """How far reading is, in words."""
    told = watch.progress
    if watch.stopped:
        return "stopping; what was read is kept"
    if told is None or not told.bytes_total:
        return f"reading, {seconds:.0f} s"
    share = 100 * told.bytes_read // told.bytes_total
    return f"reading {told.path}: {share} %, {told.rows:,} rows, {seconds:.0f} s; Esc stops and keeps what was read"


def _prepare(examination: "Examination") -> None:
    """What the first screen asks for is computed here, once."""
    for part in (examination.red, examination.delta, examination.findings, examination.aggregates(), examination.drift):
        del part


def _named(examination: "Examination", row: str) -> int | None:
    """The row of that case, red ones first, else the red row at that place (``file:line``)."""
    bundle = examination.bundle
    order = (*examination.red, *range(len(bundle.rows)))
    number = next((at for at in order if bundle.rows.case_id(at) == row), None)
    if number is None and (":" in row or "#" in row):
        number = next((at for at in examination.red if str(bundle.row(at).source) == row), None)
    return number
