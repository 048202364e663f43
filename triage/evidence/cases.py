"""Reviewed case fixtures."""

from collections.abc import Mapping
from typing import Any

from triage.evidence.fields import Fields, Record, as_number, as_text, describe
from triage.model import Case, Label


def parse_case(record: Record) -> Case:
    """One reviewed case.  ``""`` among the relevant documents is a label without an id, kept so that it is seen."""
    fields = Fields(record.known, record.source)
    return Case(
        source=record.source,
        case_id=fields.text("case_id", "case") or "",
        question=fields.text("question"),
        contract_version=fields.text("contract_version"),
        scenario=fields.text("scenario"),
        blocking=fields.flag("blocking"),
        claims=_claims(fields),
        relevant=_relevant(fields),
        reference=fields.text("reference"),
        restricted=fields.ids("restricted") or (),
        context=_context(fields),
        faults=tuple(fields.faults),
        raw=record.value,
    )


def _claims(fields: Fields) -> Mapping[str, Label] | None:
    if isinstance(fields.record.get("claims"), list):
        return None  # What a support mapper decided, beside the case's own fields.
    claims = fields.mapping("claims")
    return None if claims is None else {str(key): _label(fields, str(key), value) for key, value in claims.items()}


def _label(fields: Fields, claim_id: str, value: Any) -> Label:
    if not isinstance(value, Mapping):
        if value is not None:
            fields.fault(f"claims.{claim_id}", f"expected a mapping, found {describe(value)}")
        return Label(claim_id)
    inner = Fields(value, fields.source)
    label = Label(claim_id, inner.ids("sources") or (), inner.text("evidence"), inner.text("text"))
    for fault in inner.faults:
        fields.fault(f"claims.{claim_id}.{fault.field}", fault.problem)
    return label


def _relevant(fields: Fields) -> Mapping[str, float] | None:
    value = fields.record.get("relevant")
    if isinstance(value, Mapping):
        return {str(key): _grade(fields, str(key), grade) for key, grade in value.items()}
    items = fields.items("relevant")
    if items is None:
        return None
    found = {}
    for place, item in enumerate(items, 1):
        doc_id = as_text(item)
        if not doc_id:
            fields.fault("relevant", f"no document id at place {place}, found {describe(item)}")
        found[doc_id or ""] = 1.0
    return found


def _grade(fields: Fields, doc_id: str, grade: object) -> float:
    number = as_number(grade)
    if number is None or number != number:
        fields.fault(f"relevant.{doc_id}", f"expected a grade, found {describe(grade)}")
        return 0.0
    return float(number)


def _context(fields: Fields) -> tuple[str, ...] | None:
    """One text is a list of one; an empty list is the same as none."""
    return fields.texts("context") or None
