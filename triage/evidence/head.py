"""The quick look at one line: the few fields that the queue needs, everything else skipped unread.

Whatever it refuses (a number as id, NaN, a wrong type) is read again by the tolerant reader, so no row is lost.
"""

from typing import Any, Literal

import msgspec
from msgspec import UNSET, Raw, UnsetType

_Text = str | UnsetType | None
_Any = Raw | UnsetType


class PlainRow(msgspec.Struct, gc=False):
    """A scored row with nothing else to it; whatever would need a closer look is refused.

    That is any error, any field of a ranking, and any type but the expected one.
    """

    case_id: str
    score: float
    metric: str | None = None
    status: Literal["pass", "fail"] | None = None
    minimum: float | None = None
    required_claim_ids: list[str] | None = None
    system: str | None = None
    scenario: str | None = None
    attempt: int | None = None
    blocking: bool | None = None
    claims: _Any = UNSET
    error: None = None
    case: None = None
    required: None = None
    expected_order: None = None
    presented_order: None = None
    actual_order: None = None
    raw_order: None = None


class Head(msgspec.Struct, gc=False):
    """Fields that tell a record's kind; absent ones are UNSET.

    ``Raw`` fields tell only that they are there, and what kind of value they hold.
    """

    case_id: str | UnsetType = UNSET
    status: _Any = UNSET
    score: _Any = UNSET
    metric: _Any = UNSET
    reason: _Any = UNSET
    error: _Any = UNSET
    line: _Any = UNSET
    required_claim_ids: _Any = UNSET
    supported_claim_ids: _Any = UNSET
    answer: _Any = UNSET
    claims: _Any = UNSET
    query: _Any = UNSET
    retrieved: _Any = UNSET
    delivered: _Any = UNSET
    mapper_version: _Any = UNSET
    question: _Any = UNSET
    relevant: _Any = UNSET
    reference: _Any = UNSET
    restricted: _Any = UNSET
    context: _Any = UNSET
    blocking: _Any = UNSET
    doc_id: str | UnsetType = UNSET
    aliases: list[str] | UnsetType | None = UNSET
    faithfulness: _Any = UNSET
    answer_relevancy: _Any = UNSET
    context_precision: _Any = UNSET
    context_recall: _Any = UNSET
    case: str | UnsetType = UNSET
    candidates: _Any = UNSET
    expected_order: _Any = UNSET
    presented_order: _Any = UNSET
    actual_order: _Any = UNSET
    raw_order: _Any = UNSET
    gate: _Any = UNSET
    required: _Any = UNSET
    supported: _Any = UNSET
    run_id: _Any = UNSET


_OPENING = ord("{")
_KINDS: dict[int, Any] = {ord("{"): {}, ord("["): [], ord('"'): "", ord("n"): None, ord("t"): True, ord("f"): False}
decode_plain_row = msgspec.json.Decoder(PlainRow).decode
decode_head = msgspec.json.Decoder(Head).decode
REFUSED = (msgspec.DecodeError, ValueError, RecursionError)


def is_row_beside_claims(row: PlainRow) -> bool:
    """The record's claims are no reviewed labels, which would make it a case."""
    return row.claims is UNSET or memoryview(row.claims)[0] != _OPENING


def outline(head: Head) -> dict[str, Any]:
    """The fields that are there, each with a value of its own kind in place of what was skipped."""
    found = ((name, getattr(head, name)) for name in Head.__struct_fields__)
    return {name: _stand_in(value) if isinstance(value, Raw) else value for name, value in found if value is not UNSET}


def _stand_in(value: Raw) -> Any:
    return _KINDS.get(bytes(value)[0], 0)
