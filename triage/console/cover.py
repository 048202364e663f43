"""What is shown of a row while secrets and personal data are covered: the same row, its texts masked."""

from typing import TYPE_CHECKING

from triage.console.told import Told
from triage.model import Evidence, Source

if TYPE_CHECKING:
    from triage.redaction import Redactor

# Ids, names and orders of ids decide the case and join its records: they stay, as they do in every handoff.
_IDS = (
    *("metric", "system", "scenario", "status_written", "score_written", "minimum_from_policy", "judge", "versions"),
    *("required", "supported", "missing", "citations", "sources", "restricted", "relevant", "delivered"),
    *("presented", "expected", "actual", "raw_order", "acceptable", "ties", "must_win_expected", "must_win_actual"),
    *("direction", "gate", "kind", "cause", "score_kind", "aliases", "inventory", "path", "pointer"),
)


def covered(told: Told, redactor: "Redactor") -> Told:
    """The row with its texts masked, every mask as long as what it covers; ids, numbers and places stay."""
    from triage.redaction.objects import ObjectMask

    mask = ObjectMask(redactor.mask, redactor.masked_record, _IDS, (Source,))
    evidence: Evidence = mask(told.evidence)
    return told._replace(diagnosis=mask(told.diagnosis), evidence=evidence)
