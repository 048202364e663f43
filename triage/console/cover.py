"""What is shown of a row while secrets and personal data are covered."""

from typing import TYPE_CHECKING

from triage.console.told import Told

if TYPE_CHECKING:
    from triage.cover import RowCover


def covered(told: Told, cover: "RowCover") -> Told:
    """The row with its texts masked; ids, numbers and places stay."""
    diagnosis, evidence = cover.of(told.diagnosis, told.evidence)
    return told._replace(diagnosis=diagnosis, evidence=evidence)
