"""Bytes to typed records: folders, archives, files and streams read tolerantly, nothing lost in silence."""

from triage.evidence.bundle import Bundle, other_run
from triage.evidence.reader import Progress, Reader, open_bundle
from triage.evidence.shelf import shelf
from triage.evidence.sources import EvidenceError
from triage.evidence.table import RowTable

__all__ = ["Bundle", "EvidenceError", "Progress", "Reader", "RowTable", "open_bundle", "other_run", "shelf"]
