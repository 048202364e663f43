"""What the walk says about a row: found, ruled out, cannot tell."""

from dataclasses import dataclass
from typing import NamedTuple

from triage.model.outcomes import Confidence, Owner, Stage
from triage.model.records import Row, Source

UNDETERMINED = "undetermined"


class Proof(NamedTuple):
    """One piece of evidence: what it shows, in words and with the very values, and where it stands."""

    text: str
    source: Source


@dataclass(frozen=True, slots=True)
class Finding:
    """One cause that holds.

    ``claim_id`` is set where the cause explains one missing claim.  ``secondary`` findings are what later stages
    also show after the walk has stopped; they never suggest the owner.  ``next`` is the cheapest next look.
    """

    cause: str
    stage: Stage
    owner: Owner
    confidence: Confidence
    evidence: tuple[Proof, ...]
    next: str
    claim_id: str | None = None
    secondary: bool = False


class RuledOut(NamedTuple):
    """A look-alike that does not hold, and the record that shows it."""

    cause: str
    because: str
    source: Source
    claim_id: str | None = None


class CannotTell(NamedTuple):
    """A cause that these artifacts can neither show nor exclude, and what would settle it."""

    cause: str
    needs: str
    claim_id: str | None = None


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Everything said of one row.  Findings are primary first; a passing row with nothing to say has no cause.

    ``missing`` are the claim ids that are required and not supported, as far as lists or reason tell.
    """

    row: Row
    findings: tuple[Finding, ...] = ()
    ruled_out: tuple[RuledOut, ...] = ()
    cannot_tell: tuple[CannotTell, ...] = ()
    cause: str | None = None
    owner: Owner | None = None
    confidence: Confidence | None = None
    stage: Stage | None = None
    missing: tuple[str, ...] = ()

    @property
    def owners(self) -> tuple[Owner, ...]:
        """The owners of all primary findings, the suggested one first, without repeats."""
        named = (finding.owner for finding in self.findings if not finding.secondary)
        return tuple(dict.fromkeys(([self.owner] if self.owner else []) + list(named)))
