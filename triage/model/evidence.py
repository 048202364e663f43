"""All that a run kept about one row, in one hand."""

from dataclasses import dataclass, field
from typing import Protocol

from triage.model.manifest import Manifest
from triage.model.ranking import RankingArtifact, RankingCase
from triage.model.records import Attribution, Case, Document, Retrieval, Row


class Inventory(Protocol):
    """The corpus inventory, looked up by id.  False when the run kept none."""

    def __bool__(self) -> bool: ...

    def document(self, doc_id: str) -> Document | None:
        """The document that has this very id now."""
        ...

    def aliased(self, doc_id: str) -> Document | None:
        """The document that lists this id among its aliases."""
        ...


class NoInventory:
    """The inventory of a run that kept none."""

    def __bool__(self) -> bool:
        return False

    def document(self, doc_id: str) -> None:
        """Nothing is known of any document."""

    def aliased(self, doc_id: str) -> None:
        """Nothing is known of any alias."""


@dataclass(frozen=True)
class Evidence:
    """One row and every record that belongs to it.

    ``twins`` are the other rows of the same case, metric and system (attempts, or conflicts); ``siblings`` the rows of
    other metrics of the same case and system.
    ``green`` is the same row's evidence in the last green run; None with ``has_baseline`` means that the last green
    run did not hold this case.  ``comparable`` is False when the baseline was asked for but must not be compared with.
    """

    row: Row
    twins: tuple[Row, ...] = ()
    siblings: tuple[Row, ...] = ()
    case: Case | None = None
    attribution: Attribution | None = None
    retrieval: Retrieval | None = None
    ranking: RankingArtifact | None = None
    ranking_case: RankingCase | None = None
    manifest: Manifest = field(default_factory=Manifest)
    inventory: Inventory = field(default_factory=NoInventory)
    has_baseline: bool = False
    green: "Evidence | None" = None
