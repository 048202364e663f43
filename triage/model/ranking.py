"""Typed records of ranking comparisons: the reviewed fixture, and what one run's judge made of it.

An order is a tuple of ids; None when it is null or absent.  A judge's reply that is no list of ids at all (prose)
is kept as text in ``unparsed``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from triage.model.records import Fault, Source

Order = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Request:
    """What the judge was shown; ``candidates`` are (id, text) in the order shown, repeats kept."""

    criterion: str | None = None
    context: tuple[str, ...] = ()
    candidates: tuple[tuple[str, str], ...] = ()
    truncated: bool | None = None
    tokens_sent: int | None = None
    tokens_seen: int | None = None


@dataclass(frozen=True, slots=True)
class RankingAttempt:
    """One more verdict over the same candidates; ``kind`` is repeat, permutation or pair."""

    kind: str
    presented: Order | None = None
    actual: Order | None = None
    unparsed: str | None = None
    explanation: str | None = None


@dataclass(frozen=True, slots=True)
class RankingArtifact:
    """One judged comparison.  ``direction`` is best-first or worst-first; ``blocking`` is true for must-win."""

    source: Source
    case_id: str
    gate: str | None = None
    direction: str | None = None
    criterion: str | None = None
    criterion_version: str | None = None
    candidate_digest: str | None = None
    rendered_digest: str | None = None
    presented: Order | None = None
    expected: Order | None = None
    raw_order: Order | None = None
    raw_labels: str | None = None
    actual: Order | None = None
    unparsed: str | None = None
    pairwise_agreement: float | None = None
    must_win_expected: str | None = None
    must_win_actual: str | None = None
    explanation: str | None = None
    attempts: tuple[RankingAttempt, ...] = ()
    request: Request | None = None
    judge: str | None = None
    versions: Mapping[str, str] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()
    raw: Mapping[str, Any] = field(default_factory=dict)

    @property
    def blocking(self) -> bool:
        """Only a comparison stated to be monitor-only never blocks a release."""
        return self.gate != "monitor-only"


@dataclass(frozen=True, slots=True)
class RankingCase:
    """A reviewed comparison fixture; ``acceptable`` are all orders that reviewers accept besides ``expected``."""

    source: Source
    case_id: str
    criterion: str | None = None
    criterion_version: str | None = None
    direction: str | None = None
    user_input: str | None = None
    context: tuple[str, ...] = ()
    candidates: tuple[tuple[str, str], ...] = ()
    expected: Order | None = None
    rationale: tuple[str, ...] = ()
    decisive_passages: tuple[str, ...] = ()
    gate: str | None = None
    acceptable: tuple[Order, ...] = ()
    ties: tuple[Order, ...] = ()
    faults: tuple[Fault, ...] = ()
    raw: Mapping[str, Any] = field(default_factory=dict)
