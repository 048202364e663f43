"""A run with its secrets and personal data masked, for everything that is shown or leaves; ids and numbers stay."""

from triage.cover.examination import CoveredExamination
from triage.cover.rows import RowCover

__all__ = ["CoveredExamination", "RowCover"]
