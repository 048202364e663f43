"""Supported ids that the requirement does not know: which side changed?  Shared by two causes that look alike."""

from typing import NamedTuple

from triage.clues.words import speech
from triage.model import Evidence, Proof, Row

NO_BASELINE = (
    "the last green run: with these ids in its required list the requirement was renamed, without them the mapper "
    "invented them"
)


class Unknown(NamedTuple):
    """Supported ids outside the requirement (as ``proof`` quotes them), beside the last green requirement."""

    ids: tuple[str, ...]
    proof: Proof
    before: Row


def undecidable(evidence: Evidence) -> Proof | None:
    """Unknown supported ids where no last green requirement can tell which side moved; None otherwise.

    Without the lists the metric's own words are the proof.
    """
    row, ids = evidence.row, _unknown_ids(evidence.row)
    if ids and _required_before(evidence) is None:
        return _proof(ids, row)
    told = (row.required is None or row.supported is None) and "unknown IDs" in speech(row)
    return Proof(row.reason or row.error or "", row.source) if told else None


def unknown_supported(evidence: Evidence) -> Unknown | None:
    """Unknown supported ids beside the last green requirement of the same case; None when either is missing."""
    ids, before = _unknown_ids(evidence.row), _required_before(evidence)
    return Unknown(ids, _proof(ids, evidence.row), before) if ids and before else None


def _unknown_ids(row: Row) -> tuple[str, ...]:
    if not row.required or row.supported is None:
        return ()
    required = set(row.required)
    return tuple(claim for claim in row.supported if claim.strip() and claim not in required)


def _required_before(evidence: Evidence) -> Row | None:
    return evidence.green.row if evidence.green and evidence.green.row.required else None


def _proof(ids: tuple[str, ...], row: Row) -> Proof:
    return Proof(f"supported but not required: {', '.join(ids)}", row.source)
