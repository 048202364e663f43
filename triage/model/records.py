"""Typed records of a coverage bundle, each with the place it was read from.

Ids are text exactly as written.  ``None`` means null or absent, an empty tuple means that something was recorded
and held nothing; the two are never merged.  ``raw`` keeps the record as read, unknown fields included.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from triage.model.outcomes import InvalidKind, Outcome


class Source(NamedTuple):
    """Where something stands: ``file:line``, or ``file#/json/pointer`` inside one JSON document."""

    path: str
    line: int = 0
    pointer: str = ""

    def __str__(self) -> str:
        if self.pointer:
            return f"{self.path}#{self.pointer}"
        return f"{self.path}:{self.line}" if self.line else self.path


NOWHERE = Source("")


class Unread(NamedTuple):
    """Something that could not be read: the place, and in plain words why.  ``column`` counts from 1; 0 is unknown.

    ``torn`` marks an end in the middle of a record or archive, which is another cause than bad content.
    """

    path: str
    line: int
    column: int
    problem: str
    torn: bool = False

    @property
    def place(self) -> str:
        """``file``, ``file:line`` or ``file:line:column``."""
        return ":".join([self.path, *(str(n) for n in (self.line, self.column) if n)])


class Fault(NamedTuple):
    """One field that holds the wrong type; the field then counts as absent."""

    field: str
    problem: str
    source: Source


@dataclass(frozen=True, slots=True)
class Row:
    """One metric result: a case, a metric, an attempt.

    ``score`` is finite or None; ``score_written`` is what stood there when it was not a finite number.
    ``minimum_given`` tells that the person who reads gave the minimum.  ``tool`` names another tool that wrote the
    row: its own verdict stands, and scores are compared within 1e-6.
    ``notes`` say in words how the outcome was reached wherever the record alone would not show it.
    ``ranking`` rows stand for a ranking artifact that had no row of its own.
    """

    source: Source
    outcome: Outcome
    case_id: str | None = None
    line: int | None = None
    metric: str = "evidence_coverage"
    system: str | None = None
    attempt: int | None = None
    scenario: str | None = None
    invalid_kind: InvalidKind | None = None
    status_written: str | None = None
    score: float | None = None
    score_written: str | None = None
    minimum: float | None = None
    minimum_from_policy: bool = False
    minimum_given: bool = False
    reason: str | None = None
    required: tuple[str, ...] | None = None
    supported: tuple[str, ...] | None = None
    blocking: bool = True
    contract_version: str | None = None
    policy_version: str | None = None
    rubric_version: str | None = None
    input_sha256: str | None = None
    error: str | None = None
    judge: str | None = None
    judge_text: str | None = None
    cached: bool | None = None
    notes: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()
    raw: Mapping[str, Any] = field(default_factory=dict)
    tool: str | None = None
    lower_is_better: bool = False

    @property
    def missing(self) -> tuple[str, ...]:
        """Required claim ids that are not supported, in the order of the requirement."""
        supported = set(self.supported or ())
        return tuple(claim for claim in self.required or () if claim not in supported)


@dataclass(frozen=True, slots=True)
class Label:
    """What reviewers wrote about one claim: the documents that support it and the passage a reader should find."""

    claim_id: str
    sources: tuple[str, ...] = ()
    evidence: str | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """A reviewed fixture.  ``claims == {}`` is a case labelled unanswerable, ``None`` a case without claim labels.

    ``relevant`` maps document id to grade.
    """

    source: Source
    case_id: str
    question: str | None = None
    contract_version: str | None = None
    scenario: str | None = None
    blocking: bool | None = None
    claims: Mapping[str, Label] | None = None
    relevant: Mapping[str, float] | None = None
    reference: str | None = None
    restricted: tuple[str, ...] = ()
    context: tuple[str, ...] | None = None
    faults: tuple[Fault, ...] = ()
    raw: Mapping[str, Any] = field(default_factory=dict)

    @property
    def unanswerable(self) -> bool:
        """Reviewers said that the corpus holds no answer."""
        return self.claims is not None and not self.claims


@dataclass(frozen=True, slots=True)
class StatedClaim:
    """What the support mapper recorded of one claim.

    ``span`` counts Unicode code points of the answer, end exclusive; None = the answer does not state the claim.
    Tools that judge entailment and keep no place in the answer record ``text`` (the claim in their words), ``stated``
    (the answer states it) and ``entailed_by`` (the chunks that a judge said entail it, which nobody cited).
    """

    claim_id: str
    citations: tuple[str, ...] = ()
    span: tuple[int, int] | None = None
    quote: str | None = None
    supported: bool | None = None
    text: str | None = None
    stated: bool | None = None
    entailed_by: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Attribution:
    """The support mapper's decisions for one case; ``claims is None`` when none were recorded."""

    source: Source
    case_id: str
    answer: str | None = None
    mapper_version: str | None = None
    claims: tuple[StatedClaim, ...] | None = None
    faults: tuple[Fault, ...] = ()
    raw: Mapping[str, Any] = field(default_factory=dict)

    def of(self, claim_id: str) -> StatedClaim | None:
        """The first record of this claim, None when the mapper recorded nothing."""
        return next((claim for claim in self.claims or () if claim.claim_id == claim_id), None)


@dataclass(frozen=True, slots=True)
class Chunk:
    """One ranked hit; ``rank`` counts from 1."""

    rank: int
    doc_id: str | None
    chunk_id: str | None = None
    text: str | None = None
    score: float | None = None
    source_version: str | None = None
    restricted: bool | None = None


@dataclass(frozen=True, slots=True)
class Retrieval:
    """What was retrieved for one case, best first.

    ``retrieved == ()``: retrieval ran and found nothing.  ``None``: there is no retrieval evidence.
    ``delivered is None``: assumed to be the first ``k`` retrieved; ``()``: nothing reached the prompt.
    ``k_from_manifest`` tells that the record itself named no cutoff.
    """

    source: Source
    case_id: str
    query: str | None = None
    k: int | None = None
    k_from_manifest: bool = False
    retrieved: tuple[Chunk, ...] | None = None
    delivered: tuple[str, ...] | None = None
    score_kind: str | None = None
    faults: tuple[Fault, ...] = ()
    raw: Mapping[str, Any] = field(default_factory=dict)

    @property
    def visible(self) -> tuple[str, ...] | None:
        """Document ids the answer stage was shown, in order; None when that cannot be known."""
        if self.delivered is not None:
            return self.delivered
        if self.retrieved is None:
            return None
        return tuple(chunk.doc_id for chunk in self.retrieved[: self.k] if chunk.doc_id)


@dataclass(frozen=True, slots=True)
class Document:
    """One entry of the corpus inventory."""

    source: Source
    doc_id: str
    source_version: str | None = None
    sha256: str | None = None
    aliases: tuple[str, ...] = ()
    text: str | None = None
    raw: Mapping[str, Any] = field(default_factory=dict)
