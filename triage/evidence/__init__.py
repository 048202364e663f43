"""Bytes to typed records: folders, archives, files and streams read tolerantly, nothing lost in silence."""

from triage.evidence.bundle import Bundle, files_on_disk, other_run
from triage.evidence.reader import Reader, open_bundle
from triage.evidence.shelf import shelf
from triage.evidence.sources import EvidenceError
from triage.evidence.table import RowTable
from triage.evidence.watch import Progress, Watch

__all__ = [
    "Bundle",
    "EvidenceError",
    "Progress",
    "Reader",
    "RowTable",
    "Watch",
    "files_on_disk",
    "open_bundle",
    "other_run",
    "shelf",
]
