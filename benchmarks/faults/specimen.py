"""One case with everything a run kept of it, in the red run and in the last green one.

Records are the plain mappings of a bundle's files; an injector changes them in place.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from benchmarks.faults.domains import Domain
from triage.metrics.coverage import evidence_coverage, input_sha256

Record = dict[str, Any]


@dataclass
class Side:
    """The records of one case in one run.

    ``corpus`` holds the case's own documents, ``dropped`` those that never reach the prompt.
    """

    rows: list[Record] = field(default_factory=list)
    case: Record | None = None
    attribution: Record | None = None
    retrieval: Record | None = None
    ranking: Record | None = None
    ranking_case: Record | None = None
    corpus: list[Record] = field(default_factory=list)
    dropped: set[str] = field(default_factory=set)

    @property
    def row(self) -> Record:
        """The row that is diagnosed."""
        return self.rows[0]

    def stated(self, claim_id: str) -> Record:
        """The mapper's record of a claim."""
        assert self.attribution is not None
        return next(one for one in self.attribution["claims"] if one["claim_id"] == claim_id)

    def document(self, doc_id: str) -> Record:
        """A document's entry in the inventory."""
        return next(one for one in self.corpus if one["doc_id"] == doc_id)

    def hits(self, doc_id: str) -> list[Record]:
        """The ranked chunks of a document."""
        return [] if self.retrieval is None else [one for one in self.retrieval["retrieved"] if one["doc_id"] == doc_id]


@dataclass
class Specimen:
    """A case under one fault.  ``homes`` maps each claim to the document that holds it, ``k`` is the cutoff in force.

    ``serial`` counts the numbers used up, so that every id and every fact stays unique in its world; ``lost`` are the
    claims that faults took away so far, so that a second fault takes others; ``alone`` is
    False where a second one is to come.
    """

    domain: Domain
    rng: Random
    number: int
    k: int
    now: Side = field(default_factory=Side)
    green: Side = field(default_factory=Side)
    homes: dict[str, str] = field(default_factory=dict)
    passages: dict[str, str] = field(default_factory=dict)
    serial: int = 0
    lost: list[str] = field(default_factory=list)
    alone: bool = True

    def unique(self) -> int:
        """A number that nothing else in this world has."""
        self.serial += 1
        return 1000 + self.number * 60 + self.serial

    def new_id(self, kind: str) -> str:
        """A new id in the style of the domain."""
        return self.domain.make_id(self.rng, kind, self.unique())

    @property
    def claims(self) -> tuple[str, ...]:
        """All required claim ids."""
        return tuple(self.homes)

    def pick(self) -> str:
        """A claim that no fault has touched, nor its document."""
        touched = {self.homes[claim] for claim in self.lost}
        return self.rng.choice([claim for claim in self.homes if self.homes[claim] not in touched])

    def mates(self, claim: str) -> tuple[str, ...]:
        """The claims whose evidence stands in the same document, the given one included."""
        return tuple(one for one in self.homes if self.homes[one] == self.homes[claim])

    def strangers(self) -> list[str]:
        """Ids of visible documents that support none of the claims."""
        labelled = {doc for label in (self.now.case or {}).get("claims", {}).values() for doc in label["sources"]}
        return [doc for doc in visible(self.now) if doc not in labelled]


def visible(side: Side) -> list[str]:
    """Document ids that the answer stage was shown."""
    retrieval = side.retrieval or {}
    if retrieval.get("delivered") is not None:
        return list(retrieval["delivered"])
    return [one["doc_id"] for one in retrieval["retrieved"][: retrieval["k"]]]


def deliver(side: Side) -> None:
    """Deliver the first k again, where the run keeps a delivered list at all."""
    retrieval = side.retrieval
    if retrieval is not None and retrieval.get("delivered") is not None:
        ranked = retrieval["retrieved"][: retrieval["k"]]
        shown = dict.fromkeys(one["doc_id"] for one in ranked)
        retrieval["delivered"] = [doc for doc in shown if doc not in side.dropped]


def score(row: Record, minimum: float | None = None) -> None:
    """Score a coverage row from its own lists: value, reason, digest and status."""
    if minimum is not None:
        row["minimum"] = minimum
    required, supported = row["required_claim_ids"], row["supported_claim_ids"]
    result = evidence_coverage(required, supported)
    row["score"], row["reason"] = result.value, result.reason
    row["input_sha256"] = input_sha256(row["case_id"], required, supported)
    row["status"] = "invalid" if result.value is None else "pass" if result.value >= row["minimum"] else "fail"


def lose(specimen: Specimen, claims: Iterable[str]) -> tuple[str, ...]:
    """Take claims off the supported list and score the row again, below its minimum."""
    lost = tuple(claims)
    row = specimen.now.row
    row["supported_claim_ids"] = [one for one in row["supported_claim_ids"] if one not in lost]
    score(row)
    specimen.lost += lost
    return lost


def unstate(specimen: Specimen, claims: Iterable[str]) -> None:
    """Word the answer without these claims: no span, no quote, no citation."""
    for claim in claims:
        specimen.now.stated(claim).update(span=None, quote=None, citations=[], supported=False)
    word(specimen.now, specimen.domain, specimen.passages)


def word(side: Side, domain: Domain, told: dict[str, str]) -> None:
    """Write the answer anew from the stated claims, with spans in code points."""
    assert side.attribution is not None
    stated = [one for one in side.attribution["claims"] if one["quote"] is not None]
    answer = domain.opening if stated else domain.refusal
    for one in stated:
        one["quote"] = told[one["claim_id"]]
        start = len(answer) + len(domain.space)
        answer += domain.space + one["quote"]
        one["span"] = [start, len(answer)]
    side.attribution["answer"] = answer


def ranked(specimen: Specimen, keep: Sequence[Record]) -> list[Record]:
    """Chunks with falling scores, best first."""
    return [{**chunk, "score": round(0.95 - place * 0.03, 4)} for place, chunk in enumerate(keep)]
