"""Bytes to typed records: folders, archives, files and streams read tolerantly, nothing lost in silence."""

from triage.evidence.bundle import Bundle, all_records, files_on_disk, other_run, set_limits, tools_of
from triage.evidence.reader import Reader, open_bundle
from triage.evidence.rows import Limit
from triage.evidence.shelf import shelf
from triage.evidence.sources import EvidenceError
from triage.evidence.table import RowTable
from triage.evidence.watch import Progress, Watch

__all__ = [
    "Bundle",
    "EvidenceError",
    "Limit",
    "Progress",
    "Reader",
    "RowTable",
    "Watch",
    "all_records",
    "files_on_disk",
    "open_bundle",
    "other_run",
    "set_limits",
    "shelf",
    "tools_of",
]
