"""What the walking thread tells: a row, a list, a fault."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from textual.message import Message

from triage.console.arrange import Arrangement
from triage.model import Diagnosis, Evidence
from triage.owners import Choice

if TYPE_CHECKING:
    from triage.console.walker import Walker
    from triage.ledger import Decided


class Told(NamedTuple):
    """All that is shown of one row.  ``covered`` is the same with its texts masked."""

    number: int
    diagnosis: Diagnosis
    evidence: Evidence
    choice: Choice | None
    decided: "Decided | None" = None
    covered: "Told | None" = None


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
