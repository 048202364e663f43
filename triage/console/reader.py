"""Reading the run in a thread, so that the first screen is there at once."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Thread
from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from triage.examine import Examination

Loader = Callable[[], "Examination"]


@dataclass
class Loaded(Message):
    """The run has been read; ``number`` is the row that was asked for by name, when there is one of that name."""

    examination: "Examination"
    number: int | None = None


@dataclass
class NotLoaded(Message):
    """The run could not be read, in one sentence."""

    words: str


def read(load: Loader, row: str | None, tell: Callable[[Message], object]) -> None:
    """Start to read; :class:`Loaded` or :class:`NotLoaded` is told when that has ended."""

    def work() -> None:
        try:
            examination = load()
            _prepare(examination)
            number = None if row is None else _named(examination, row)
        except Exception as error:
            tell(NotLoaded(str(error) or type(error).__name__))
        else:
            tell(Loaded(examination, number))

    Thread(target=work, name="reader", daemon=True).start()


def _prepare(examination: "Examination") -> None:
    """What the first screen asks for is computed here, once."""
    for part in (examination.red, examination.delta, examination.findings, examination.aggregates()):
        del part


def _named(examination: "Examination", row: str) -> int | None:
    """The row of that case, red ones first, else the red row at that place (``file:line``)."""
    bundle = examination.bundle
    order = (*examination.red, *range(len(bundle.rows)))
    number = next((at for at in order if bundle.rows.case_id(at) == row), None)
    if number is None and (":" in row or "#" in row):
        number = next((at for at in examination.red if str(bundle.row(at).source) == row), None)
    return number
