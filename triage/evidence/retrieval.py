"""What was retrieved for one case, and what of it reached the prompt."""

from collections.abc import Mapping
from typing import Any

from triage.evidence.fields import Fields, Record, as_text, describe
from triage.model import Chunk, Retrieval


def parse_retrieval(record: Record, manifest_k: int | None = None) -> Retrieval:
    """One case's retrieval; the cutoff falls back to the manifest's.

    A hit without a document id keeps its rank, with ``doc_id`` None.
    """
    fields = Fields(record.known, record.source)
    k = _cutoff(fields)
    return Retrieval(
        source=record.source,
        case_id=fields.text("case_id", "case") or "",
        query=fields.text("query", "question"),
        k=manifest_k if k is None else k,
        k_from_manifest=k is None and manifest_k is not None,
        retrieved=_hits(fields),
        delivered=_delivered(fields),
        score_kind=fields.text("score_kind"),
        faults=tuple(fields.faults),
        raw=record.value,
    )


def _cutoff(fields: Fields) -> int | None:
    k = fields.whole("k")
    if k is not None and k < 1:
        fields.fault("k", f"expected a cutoff of 1 or more, found {k}")
        return None
    return k


def _hits(fields: Fields) -> tuple[Chunk, ...] | None:
    items = fields.items("retrieved")
    return None if items is None else tuple(_hit(fields, rank, item) for rank, item in enumerate(items, 1))


def _hit(fields: Fields, rank: int, item: Any) -> Chunk:
    if not isinstance(item, Mapping):
        doc_id = as_text(item)
        if doc_id is None:
            fields.fault(f"retrieved[{rank - 1}]", f"expected a document, found {describe(item)}")
        return Chunk(rank, doc_id or None)
    inner = Fields(item, fields.source)
    chunk = Chunk(
        rank,
        inner.text("doc_id") or None,
        inner.text("chunk_id"),
        inner.text("text"),
        inner.number("score"),
        inner.text("source_version"),
        inner.flag("restricted"),
    )
    for fault in inner.faults:
        fields.fault(f"retrieved[{rank - 1}].{fault.field}", fault.problem)
    return chunk


def _delivered(fields: Fields) -> tuple[str, ...] | None:
    items = fields.items("delivered")
    if items is None:
        return None
    if any(isinstance(item, Mapping) for item in items):
        found = [item.get("doc_id") if isinstance(item, Mapping) else item for item in items]
        return tuple(text for one in found if (text := as_text(one)))
    return fields.ids("delivered")
