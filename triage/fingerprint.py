"""Rows that share one cause: grouped by what would be repaired together, each row in exactly one group."""

import hashlib
import json
from dataclasses import dataclass, field

from triage.model import Diagnosis, Evidence, Owner, Stage
from triage.model.findings import UNDETERMINED

NO_CAUSE = "no cause"


@dataclass
class Group:
    """Rows of one fingerprint.  ``also`` counts the secondary causes of these rows, which belong to no group."""

    fingerprint: str
    cause: str
    owner: Owner | None
    what: tuple[str, ...]
    numbers: list[int] = field(default_factory=list)
    also: dict[str, int] = field(default_factory=dict)


def parts(diagnosis: Diagnosis) -> tuple[str, ...]:
    """Cause, stage, metric, then the missing claims of that cause; the case where nothing is missing by name.

    A fault of the metric itself is one fault whatever claims it hides.
    """
    claims = {finding.claim_id for finding in diagnosis.findings if finding.cause == diagnosis.cause}
    named = sorted(claim for claim in claims if claim)
    if not named and diagnosis.stage not in (Stage.LOAD, Stage.METRIC):
        named = list(diagnosis.missing)
    row = diagnosis.row
    if not named and (row.metric == "pairwise_agreement" or diagnosis.cause == UNDETERMINED):
        named = [row.case_id or f"line {row.line}"]
    return (diagnosis.cause or NO_CAUSE, str(diagnosis.stage or ""), row.metric, *named)


def fingerprint(diagnosis: Diagnosis) -> str:
    """Twelve hex digits over :func:`parts`: equal for rows, and runs, that show the same cause in the same place."""
    return hashlib.sha256("\x1f".join(parts(diagnosis)).encode("utf-8", "surrogatepass")).hexdigest()[:12]


class Groups:
    """Groups that grow row by row, so that no diagnosis needs to be kept for them."""

    def __init__(self) -> None:
        self._groups: dict[str, Group] = {}

    def add(self, number: int, diagnosis: Diagnosis) -> None:
        """Put one row into its group."""
        mark = fingerprint(diagnosis)
        one = self._groups.setdefault(
            mark, Group(mark, diagnosis.cause or NO_CAUSE, diagnosis.owner, parts(diagnosis)[3:])
        )
        one.numbers.append(number)
        for cause in {finding.cause for finding in diagnosis.findings} - {diagnosis.cause or ""}:
            one.also[cause] = one.also.get(cause, 0) + 1

    def sorted(self) -> list[Group]:
        """The groups, the largest first; their counts add up to the number of rows."""
        return sorted(self._groups.values(), key=lambda one: -len(one.numbers))


def evidence_digest(evidence: Evidence) -> str:
    """SHA-256, in lower-case hex, over the fields of every record of this row as read.

    A decision holds for what it was made on: when a record of the row changes, this changes.  The last green run and
    the place where a record stands do not count.
    """
    records = (evidence.case, evidence.attribution, evidence.retrieval, evidence.ranking, evidence.ranking_case)
    fields = [evidence.row.raw, *(record.raw if record is not None else None for record in records)]
    written = json.dumps(fields, sort_keys=True, ensure_ascii=True, default=str)
    return hashlib.sha256(written.encode("ascii")).hexdigest()
