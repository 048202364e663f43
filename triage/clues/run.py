"""What is known of a whole run: what was read, what was planned, what a dashboard showed."""

from dataclasses import dataclass, field

from triage.metrics.aggregates import Aggregate
from triage.model import Fault, Manifest, Source, Unread
from triage.model.records import NOWHERE


@dataclass(frozen=True)
class RunFacts:
    """The facts that causes about the whole bundle look at.

    ``planned`` is the number of planned rows and where that is said; ``unrowed`` are reviewed cases without a row.
    """

    rows: int
    unread: tuple[Unread, ...] = ()
    faults: tuple[Fault, ...] = ()
    planned: tuple[int, str] | None = None
    unrowed: tuple[str, ...] = ()
    case_source: Source = NOWHERE
    manifest: Manifest = field(default_factory=Manifest)
    aggregates: tuple[Aggregate, ...] = ()
