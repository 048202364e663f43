"""One row with its texts masked: every mask as long as what it covers, ids as they are."""

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from triage.cover.ids import as_shown, ids_of, spared
from triage.model import Diagnosis, Evidence, Finding, Source
from triage.redaction import Redactor
from triage.redaction.objects import ObjectMask

if TYPE_CHECKING:
    from collections.abc import Iterable

# Ids, names and orders of ids decide the case and join its records: they stay, as they do in every handoff.
_IDS = (
    *("metric", "system", "scenario", "status_written", "score_written", "minimum_from_policy", "judge", "versions"),
    *("required", "supported", "missing", "citations", "sources", "restricted", "relevant", "delivered", "tool"),
    *("presented", "expected", "actual", "raw_order", "acceptable", "ties", "must_win_expected", "must_win_actual"),
    *("direction", "gate", "kind", "cause", "score_kind", "aliases", "inventory", "path", "pointer"),
)
_REMEMBERED = 1 << 16


class RowCover:
    """Masks rows.  The same words stand at many rows of a run, so masks are remembered."""

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor
        self.mask = lru_cache(maxsize=_REMEMBERED)(redactor.mask)

    def evidence(self, evidence: Evidence) -> Evidence:
        """The row's records with their texts masked."""
        found: Evidence = self._objects(self.mask)(evidence)
        return found

    def diagnosis(self, diagnosis: Diagnosis, ids: "Callable[[], Iterable[str]]") -> Diagnosis:
        """What is said of the row; ``ids``, asked only where something was masked, are spared in its sentences."""
        known: list[frozenset[str]] = []

        def mask(text: str) -> str:
            masked = self.mask(text)
            if masked == text:
                return text
            if not known:
                known.append(as_shown(ids()))
            return spared(text, masked, known[0])

        found: Diagnosis = self._objects(mask)(diagnosis)
        return found

    def finding(self, finding: Finding) -> Finding:
        """What is said of the whole run."""
        found: Finding = self._objects(self.mask)(finding)
        return found

    def of(self, diagnosis: Diagnosis, evidence: Evidence) -> tuple[Diagnosis, Evidence]:
        """Both, the ids being those of the evidence."""
        return self.diagnosis(diagnosis, lambda: ids_of(evidence)), self.evidence(evidence)

    def _objects(self, mask: Callable[[str], str]) -> ObjectMask:
        return ObjectMask(mask, self._redactor.masked_record, _IDS, (Source,))
