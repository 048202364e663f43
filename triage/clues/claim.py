"""One missing claim, seen from its label through the answer to the prompt and the ranking."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from triage.clues.passage import Hit, find
from triage.clues.words import counts
from triage.model import Chunk, Document, Evidence, Inventory, Label, Proof, Row, Source, StatedClaim


@dataclass(frozen=True)
class ClaimView:
    """A claim that is required and not supported, with every record that speaks of it.

    ``labelled`` are the documents reviewers accept for it; empty when no label is known.
    """

    evidence: Evidence
    claim_id: str

    @cached_property
    def label(self) -> Label | None:
        """The reviewed label, None without a case record or without this claim in it."""
        case = self.evidence.case
        return case.claims.get(self.claim_id) if case and case.claims else None

    @cached_property
    def labelled(self) -> frozenset[str]:
        """Documents that support this claim by label."""
        return frozenset(self.label.sources if self.label else ())

    @cached_property
    def stated(self) -> StatedClaim | None:
        """What the mapper recorded of this claim."""
        return self.evidence.attribution.of(self.claim_id) if self.evidence.attribution else None

    @property
    def mapped(self) -> bool:
        """The mapper kept a list of claims at all."""
        attribution = self.evidence.attribution
        return attribution is not None and attribution.claims is not None

    @property
    def is_stated(self) -> bool:
        """The answer states the claim: it has a span, the mapper quoted it, or a judge said so."""
        stated = self.stated
        return stated is not None and (stated.span is not None or bool(stated.quote) or stated.stated is True)

    @property
    def citations(self) -> tuple[str, ...]:
        """Documents cited for this claim."""
        return self.stated.citations if self.stated else ()

    @cached_property
    def chunks(self) -> tuple[Chunk, ...] | None:
        """The ranked hits; None without retrieval evidence."""
        return self.evidence.retrieval.retrieved if self.evidence.retrieval else None

    @cached_property
    def visible(self) -> frozenset[str] | None:
        """Documents the answer stage was shown; None when unknown."""
        seen = self.evidence.retrieval.visible if self.evidence.retrieval else None
        return None if seen is None else frozenset(seen)

    @cached_property
    def visible_labelled(self) -> frozenset[str]:
        """Labelled documents that the answer stage was shown."""
        return self.labelled & (self.visible or frozenset())

    @cached_property
    def visible_chunks(self) -> tuple[Chunk, ...]:
        """Ranked hits whose document was shown to the answer stage, within the cutoff when that is all we know."""
        retrieval, chunks = self.evidence.retrieval, self.chunks or ()
        if retrieval is None:
            return ()
        if retrieval.delivered is None:
            return chunks[: retrieval.k]
        return tuple(chunk for chunk in chunks if chunk.doc_id in (self.visible or ()))

    @cached_property
    def first_hit(self) -> Chunk | None:
        """The best-ranked chunk of a labelled document."""
        return next((chunk for chunk in self.chunks or () if chunk.doc_id in self.labelled), None)

    @cached_property
    def passage(self) -> str | None:
        """The passage a reader should find, when reviewers wrote one."""
        return self.label.evidence if self.label and (self.label.evidence or "").strip() else None

    @cached_property
    def passage_hit(self) -> Hit | None:
        """Where the expected passage stands among all retrieved chunks."""
        return find(self.passage, self.chunks or ()) if self.passage else None

    @cached_property
    def visible_passage(self) -> Hit | None:
        """Where the expected passage stands among the chunks the answer stage was shown."""
        return find(self.passage, self.visible_chunks) if self.passage else None

    @property
    def texts_kept(self) -> bool:
        """At least one retrieved chunk kept its text, so a passage can be looked for."""
        return any(chunk.text for chunk in self.chunks or ())

    @property
    def inventory(self) -> Inventory:
        """The corpus inventory."""
        return self.evidence.inventory

    @cached_property
    def in_corpus(self) -> dict[str, Document]:
        """Labelled id -> its document of the inventory, which may know the id as an alias only."""
        known = ((doc, self.inventory.document(doc) or self.inventory.aliased(doc)) for doc in sorted(self.labelled))
        return {doc: entry for doc, entry in known if entry is not None}

    def chunk(self, rank: int) -> Chunk:
        """The hit at ``rank`` (from 1)."""
        assert self.chunks is not None
        return self.chunks[rank - 1]

    @cached_property
    def moved(self) -> tuple["Moved", ...]:
        """Retrieved chunks that are a labelled document's text under another id, best evidence first."""
        return tuple(_moved(self))

    @cached_property
    def renamed_citations(self) -> frozenset[str]:
        """Cited ids that are outside the labels but name a labelled document by alias, either way."""
        outside = (doc for doc in self.citations if doc not in self.labelled)
        return frozenset(doc for doc in outside if _same_by_alias(self, doc))

    @property
    def evidence_visible(self) -> bool:
        """What the claim needs was in front of the answer stage, under whatever id."""
        if self.visible_passage:
            return True
        if not self.visible_labelled:
            return any(moved.visible for moved in self.moved)
        texts = [chunk.text for chunk in self.visible_chunks if chunk.doc_id in self.labelled]
        return self.passage is None or not texts or not all(texts)

    @property
    def label_source(self) -> Source:
        """The record that holds the label, else the row."""
        return self.evidence.case.source if self.evidence.case else self.evidence.row.source

    @property
    def attribution_source(self) -> Source:
        """The mapper's record, else the row."""
        return self.evidence.attribution.source if self.evidence.attribution else self.evidence.row.source

    @property
    def retrieval_source(self) -> Source:
        """The retrieval record, else the row."""
        return self.evidence.retrieval.source if self.evidence.retrieval else self.evidence.row.source

    def label_proof(self) -> Proof:
        """Which documents the label names."""
        return Proof(f"label of {self.claim_id}: {listed(sorted(self.labelled))}", self.label_source)


@dataclass(frozen=True)
class Moved:
    """A retrieved chunk under an id that the labels do not know, and why it is the labelled text all the same."""

    chunk: Chunk
    label_id: str
    how: str
    by: str
    source: Source
    visible: bool


def missing_ids(row: Row) -> tuple[str, ...]:
    """Required claims that are not supported: from the lists, else from the counts in the reason."""
    if row.required is not None and row.supported is not None:
        return row.missing
    told = counts(row.reason)
    return tuple(sorted(told.missing)) if told else ()


def missing_claims(evidence: Evidence) -> tuple[ClaimView, ...]:
    """One view per required claim that is not supported."""
    return tuple(ClaimView(evidence, claim_id) for claim_id in missing_ids(evidence.row))


def cites_unknown(view: ClaimView) -> bool:
    """A cited id that no label, ranking or inventory has: it may be another name of any document."""
    known = view.labelled.union(chunk.doc_id for chunk in view.chunks or () if chunk.doc_id)
    outside = (doc for doc in view.citations if doc not in known)
    return any(not (view.inventory.document(doc) or view.inventory.aliased(doc)) for doc in outside)


def listed(ids: Iterator[str] | list[str] | tuple[str, ...]) -> str:
    """Ids in words: comma separated, ``none`` for nothing."""
    return ", ".join(ids) or "none"


def _moved(view: ClaimView) -> Iterator[Moved]:
    visible = {chunk.rank for chunk in view.visible_chunks}
    candidates = [chunk for chunk in view.chunks or () if chunk.doc_id not in view.labelled]
    for chunk in candidates:
        if chunk.doc_id and (known := _alias_of(view, chunk.doc_id)):
            yield Moved(chunk, known[0], known[1], "alias", known[2], chunk.rank in visible)
    for chunk in candidates:
        if chunk.chunk_id in view.labelled:
            how = f"the label names the chunk id {chunk.chunk_id}, retrieval ranks documents"
            yield Moved(chunk, str(chunk.chunk_id), how, "level", view.retrieval_source, chunk.rank in visible)
    hit = find(view.passage, candidates) if view.passage and view.labelled else None
    for rank in hit.ranks if hit else ():
        how = f"the expected passage stands in it ({hit.how if hit else ''})"
        yield Moved(view.chunk(rank), min(view.labelled), how, "passage", view.retrieval_source, rank in visible)


def _alias_of(view: ClaimView, doc_id: str) -> tuple[str, str, Source] | None:
    """(labelled id, words, where) when the inventory says that ``doc_id`` is a labelled document."""
    here = view.inventory.document(doc_id)
    for label_id in sorted(view.labelled):
        if here and label_id in here.aliases:
            return label_id, f"the inventory lists {label_id} as an earlier id of {doc_id}", here.source
        labelled = view.inventory.document(label_id)
        if labelled and doc_id in labelled.aliases:
            return label_id, f"the inventory lists {doc_id} as an earlier id of {label_id}", labelled.source
        if here and labelled is None and here.sha256 and _green_digest(view, label_id) == here.sha256:
            return label_id, f"{doc_id} has the digest that {label_id} had in the last green run", here.source
    return None


def _green_digest(view: ClaimView, label_id: str) -> str | None:
    green = view.evidence.green
    before = green.inventory.document(label_id) if green else None
    return before.sha256 if before else None


def _same_by_alias(view: ClaimView, doc_id: str) -> bool:
    return _alias_of(view, doc_id) is not None
