"""Supported ids that the requirement does not know: which side changed?  Shared by two causes that look alike."""

from typing import NamedTuple

from triage.clues.words import speech
from triage.model import Evidence, Proof, Row

NO_BASELINE = (
    "the last green run: with these ids in its required list the requirement was renamed, without them the mapper "
    "invented them"
)


class Unknown(NamedTuple):
    """Supported ids outside the requirement; the last green requirement of the same case, when there is one."""

    ids: tuple[str, ...]
    before: Row | None


def unknown_supported(evidence: Evidence) -> Unknown | None:
    """The unknown ids of an invalid coverage row; None when there are none."""
    row = evidence.row
    if not row.required or row.supported is None:
        return None
    required = set(row.required)
    ids = tuple(claim for claim in row.supported if claim.strip() and claim not in required)
    before = evidence.green.row if evidence.green and evidence.green.row.required else None
    return Unknown(ids, before) if ids else None


def unknown_in_words(evidence: Evidence) -> bool:
    """The metric said that ids are unknown, but the lists themselves were not kept."""
    row = evidence.row
    return (row.required is None or row.supported is None) and "unknown IDs" in speech(row)


def proof(unknown: Unknown, row: Row) -> Proof:
    """The ids in question, as the row gives them."""
    return Proof(f"supported but not required: {', '.join(unknown.ids)}", row.source)
