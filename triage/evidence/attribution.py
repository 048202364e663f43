"""What a support mapper decided about each claim of an answer."""

from collections.abc import Mapping
from typing import Any

from triage.evidence.fields import Fields, Record, as_number, describe
from triage.model import Attribution, StatedClaim


def parse_attribution(record: Record) -> Attribution:
    """One case's attribution.  A claim without an id is a fault and is left out."""
    fields = Fields(record.known, record.source)
    return Attribution(
        source=record.source,
        case_id=fields.text("case_id", "case") or "",
        answer=fields.text("answer"),
        mapper_version=fields.text("mapper_version"),
        claims=_claims(fields),
        faults=tuple(fields.faults),
        raw=record.value,
    )


def _claims(fields: Fields) -> tuple[StatedClaim, ...] | None:
    if isinstance(fields.record.get("claims"), Mapping):
        return None  # Reviewed labels, beside the answer.
    items = fields.items("claims")
    if items is None:
        return None
    found = (_claim(fields, place, item) for place, item in enumerate(items))
    return tuple(claim for claim in found if claim is not None)


def _claim(fields: Fields, place: int, item: Any) -> StatedClaim | None:
    name = f"claims[{place}]"
    if not isinstance(item, Mapping):
        fields.fault(name, f"expected a mapping, found {describe(item)}")
        return None
    inner = Fields(item, fields.source)
    claim_id = inner.text("claim_id", "id")
    if claim_id is None:
        fields.fault(name, "has no claim_id")
        return None
    claim = StatedClaim(
        claim_id,
        inner.ids("citations") or (),
        _span(inner),
        inner.text("quote"),
        inner.flag("supported"),
        inner.text("text"),
        inner.flag("stated"),
        inner.ids("entailed_by"),
    )
    for fault in inner.faults:
        fields.fault(f"{name}.{fault.field}", fault.problem)
    return claim


def _span(fields: Fields) -> tuple[int, int] | None:
    items = fields.items("span")
    if items is None:
        return None
    ends = [as_number(item) for item in items]
    if len(ends) == 2 and ends[0] is not None and ends[1] is not None and 0 <= ends[0] <= ends[1] < 1 << 53:
        return int(ends[0]), int(ends[1])
    fields.fault("span", "expected [start, end] in code points of the answer")
    return None
