"""What every cause is made of: a name that never changes, the stage it belongs to, who can repair it.

A cause is one file.  Its docstring is its documentation, ``CAUSE`` its identity, ``look`` its rule: one look at the
evidence of a row (or of one missing claim), yielding what it found, what it could rule out and what it cannot tell.
Rules are pure and never call each other; their order in :data:`triage.causes.METRIC_CAUSES` and its neighbours is the
only precedence.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from triage.clues.claim import ClaimView
from triage.clues.run import RunFacts
from triage.model import CannotTell, Confidence, Evidence, Finding, Owner, Proof, RuledOut, Source, Stage

Said = Finding | RuledOut | CannotTell


@dataclass(frozen=True, slots=True)
class Cause:
    """The identity of a cause.  ``look_alikes`` are the slugs that the same low number could also come from."""

    slug: str
    stage: Stage
    owner: Owner
    next: str
    look_alikes: tuple[str, ...] = ()

    def found(
        self,
        *evidence: Proof,
        confidence: Confidence = Confidence.CERTAIN,
        claim: str | None = None,
        owner: Owner | None = None,
    ) -> Finding:
        """This cause holds, by this evidence."""
        return Finding(self.slug, self.stage, owner or self.owner, confidence, evidence, self.next, claim)

    def ruled_out(self, because: str, source: Source, claim: str | None = None) -> RuledOut:
        """This cause does not hold, and the record at ``source`` shows it."""
        return RuledOut(self.slug, because, source, claim)

    def cannot_tell(self, needs: str, claim: str | None = None) -> CannotTell:
        """The record that would show or exclude this cause is missing; ``needs`` names it and each outcome."""
        return CannotTell(self.slug, needs, claim)


class RowRule(Protocol):
    """A module that judges a whole row."""

    CAUSE: Cause

    def look(self, evidence: Evidence) -> Iterator[Said]:
        """What this rule says about the row."""
        ...


class ClaimRule(Protocol):
    """A module that judges one missing claim of a row."""

    CAUSE: Cause

    def look(self, claim: ClaimView) -> Iterator[Said]:
        """What this rule says about the claim."""
        ...


class RunRule(Protocol):
    """A module that judges the bundle as a whole."""

    CAUSE: Cause

    def look(self, facts: RunFacts) -> Iterator[Said]:
        """What this rule says about the run."""
        ...


def weakened(firm: Confidence, *doubts: object) -> Confidence:
    """``firm`` while no doubt is true, one step weaker otherwise."""
    if not any(doubts):
        return firm
    return Confidence.LIKELY if firm is Confidence.CERTAIN else Confidence.POSSIBLE
