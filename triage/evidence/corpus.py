"""Entries of the corpus inventory."""

from triage.evidence.fields import Fields, Record
from triage.model import Document


def parse_document(record: Record) -> Document:
    """One document."""
    fields = Fields(record.known, record.source)
    return Document(
        source=record.source,
        doc_id=fields.text("doc_id") or "",
        source_version=fields.text("source_version"),
        sha256=fields.text("sha256"),
        aliases=fields.ids("aliases") or (),
        text=fields.text("text"),
        raw=record.value,
    )
