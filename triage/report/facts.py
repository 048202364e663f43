"""What a report in a few words says of a row, and who is asked: the same words in every short format."""

from triage.clues.claim import missing_ids
from triage.model import Diagnosis, Outcome, Proof, Row
from triage.owners import Choice
from triage.text import clean, number, shorten, versus

_CLAIMS_NAMED = 6
_REASON_LIMIT = 160


def row_words(row: Row) -> str:
    """``parcel-4, system B, attempt 2``: the case, else where the row stands, and what tells it from its twins."""
    parts = [row.case_id or f"the row at {row.source}"]
    parts += [f"system {row.system}"] if row.system else []
    parts += [f"attempt {row.attempt}"] if row.attempt is not None else []
    return ", ".join(parts)


def outcome_words(row: Row) -> str:
    """``failed, 0.5 < 0.7``, ``invalid, 502 from the judge``; a row that cannot turn the gate red says so."""
    return f"{row.outcome.word}, {reason_words(row)}{'' if row.blocking else ', not blocking'}"


def reason_words(row: Row) -> str:
    """Score against minimum, and for an invalid row why there is none, shortened."""
    if row.outcome is Outcome.INVALID:
        return shorten(clean(" ".join((row.error or row.reason or "no valid score").split())), _REASON_LIMIT)
    return versus(row.score, row.minimum) if row.score is not None else "without a score"


def cause_words(diagnosis: Diagnosis) -> str:
    """``below-cutoff, likely``; what there is to say where no cause was found."""
    if diagnosis.cause is None:
        return "no cause found"
    return f"{diagnosis.cause}, {diagnosis.confidence}" if diagnosis.confidence else diagnosis.cause


def owner_words(choice: Choice | None) -> str:
    """``retrieval: Search team (#search)``; the role alone without a team."""
    if choice is None:
        return "no owner suggested"
    if choice.team is None:
        return choice.owner.value
    contact = f" ({choice.team.contact})" if choice.team.contact else ""
    return f"{choice.owner.value}: {choice.team.name}{contact}"


def missing_claims(row: Row) -> tuple[list[str], int]:
    """The first ids of the missing claims, and how many there are beyond these."""
    missing = list(missing_ids(row))
    return missing[:_CLAIMS_NAMED], max(len(missing) - _CLAIMS_NAMED, 0)


def lead(diagnosis: Diagnosis) -> Proof | None:
    """The most telling proof of the suggested cause: what was seen, rather than what was labelled."""
    found = next((one for one in diagnosis.findings if one.cause == diagnosis.cause and not one.secondary), None)
    if found is None or not found.evidence:
        return None
    return next((one for one in found.evidence if not one.text.startswith("label of ")), found.evidence[0])


def next_look(diagnosis: Diagnosis) -> str:
    """The cheapest next look, else what an open question needs; empty when there is neither."""
    looks = [one.next for one in diagnosis.findings if one.next and not one.secondary]
    needs = [f"{one.cause} needs {one.needs}" for one in diagnosis.cannot_tell]
    return next(iter(looks + needs), "")


def outcomes(failed: int, invalid: int) -> str:
    """``3 failed, 1 invalid``: two counts that are never added; a count of none is left out."""
    parts = [f"{amount} {word}" for amount, word in ((failed, "failed"), (invalid, "invalid")) if amount]
    return ", ".join(parts) or "none"


def share_words(low: float, high: float) -> str:
    """The bounds of the gate's value in words."""
    lower, upper = number(low, high), number(high, low)
    return f"share of blocking rows that pass: {lower} if every invalid row fails, {upper} if every one passes"
