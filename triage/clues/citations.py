"""Citations checked mechanically, without asking whether the text entails the claim: what is wrong with each.

Order of the checks after the citation literature (an id is looked for in the corpus, then in the ranking, then in the
prompt, then the passage is looked for): of one cited id only the first fault is named, because the later ones follow.
Text is compared in NFC, without case, white space collapsed, and then exactly.
"""

import unicodedata
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from triage.clues.claim import ClaimView, listed
from triage.model import Attribution, Chunk, Evidence, Source, StatedClaim
from triage.text import count


class Fault(StrEnum):
    """What is wrong, in checking order; the first four are faults of one cited id, the others of a claim."""

    UNKNOWN = "unknown to the corpus"
    NOT_RETRIEVED = "never retrieved"
    NOT_VISIBLE = "not visible to the answer stage"
    PASSAGE_ABSENT = "passage absent"
    MISPLACED = "span and quote do not fit"
    SHARED_SPAN = "span shared"
    UNCITED = "no citation"


class Checked(NamedTuple):
    """One fault: of a claim's citation ``document``, or with None of the claim itself, in words, and the record."""

    claim_id: str
    document: str | None
    fault: Fault
    text: str
    source: Source

    @property
    def words(self) -> str:
        """The fault after the claim's id: ``cites d7, which was never retrieved``."""
        return self.text if self.document is None else f"cites {self.document}, which {self.text}"


def citation_faults(evidence: Evidence) -> tuple[Checked, ...]:
    """Every fault of every recorded claim, claims in recorded order; empty without an attribution."""
    attribution = evidence.attribution
    claims = (attribution.claims or ()) if attribution else ()
    return tuple(fault for claim in claims for fault in claim_faults(evidence, claim))


def claim_faults(evidence: Evidence, claim: StatedClaim) -> Iterator[Checked]:
    """The faults of one claim: of its citations in their order, then its own."""
    view = ClaimView(evidence, claim.claim_id)
    for document in dict.fromkeys(claim.citations):
        if fault := document_fault(view, document):
            yield fault
    attribution = evidence.attribution
    if attribution is None:
        return
    if fault := _quote_fault(view, claim, attribution):
        yield fault
    others = [one.claim_id for one in attribution.claims or () if one is not claim and one.span == claim.span]
    if claim.span is not None and others:
        text = f"shares the span {claim.span[0]}-{claim.span[1]} with {listed(others)}"
        yield Checked(claim.claim_id, None, Fault.SHARED_SPAN, text, attribution.source)
    if not claim.citations and claim.entailed_by is None and (claim.span is not None or claim.quote):
        yield Checked(claim.claim_id, None, Fault.UNCITED, "is stated without a citation", attribution.source)


def document_fault(view: ClaimView, document: str) -> Checked | None:
    """The first fault of one cited id; None when it holds as far as the records go."""
    retrieval, names = view.evidence.retrieval, _names(view, document)
    ranked = None if view.chunks is None else {chunk.doc_id for chunk in view.chunks}
    seen = names & (view.visible or frozenset())
    if seen:
        return _passage_fault(view, document, seen)
    known = bool(names & (ranked or set())) or _in_corpus(view, document)
    if view.inventory and not known:
        source = view.attribution_source
        text = "is unknown to the corpus: no document has this id, and none lists it as an alias"
        return Checked(view.claim_id, document, Fault.UNKNOWN, f"{text}{_position(view, document)}", source)
    if ranked is not None and not names & ranked:
        known_words = "" if view.inventory else "; no inventory says whether it exists"
        text = f"was never retrieved, {count(len(ranked), 'other document')} in the ranking{known_words}"
        place = retrieval.source if retrieval else view.attribution_source
        return Checked(view.claim_id, document, Fault.NOT_RETRIEVED, f"{text}{_position(view, document)}", place)
    if view.visible is not None:
        text = f"was {'retrieved' if ranked else 'not delivered'}"
        text += f" at rank {_rank(view, names)} and not visible to the answer stage" if ranked else ""
        return Checked(view.claim_id, document, Fault.NOT_VISIBLE, text, view.retrieval_source)
    return None


def _names(view: ClaimView, document: str) -> frozenset[str]:
    """All ids of the cited document: its current one, its aliases, and the document of a cited chunk."""
    entry = view.inventory.document(document) or view.inventory.aliased(document)
    chunks = (chunk.doc_id for chunk in view.chunks or () if chunk.chunk_id == document and chunk.doc_id)
    return frozenset((document, *((entry.doc_id, *entry.aliases) if entry else ()), *chunks))


def _in_corpus(view: ClaimView, document: str) -> bool:
    return bool(view.inventory.document(document) or view.inventory.aliased(document))


def _rank(view: ClaimView, names: frozenset[str]) -> int:
    return next(chunk.rank for chunk in view.chunks or () if chunk.doc_id in names)


def _position(view: ClaimView, document: str) -> str:
    """What a bare number would be as a place in the list of sources that the answer stage was given."""
    shown = view.evidence.retrieval.visible if view.evidence.retrieval else None
    if shown is None or not (document.isascii() and document.isdigit() and len(document) < 6):
        return ""
    place = int(document)
    if 1 <= place <= len(shown):
        return f"; as a number in the list of sources it would be {shown[place - 1]}"
    return f"; as a number in the list of sources it lies beyond the end of it ({count(len(shown), 'source')})"


def _passage_fault(view: ClaimView, document: str, seen: frozenset[str]) -> Checked | None:
    """The document was visible, and the passage that reviewers expect stands in no visible chunk at all."""
    if view.passage is None or not seen & view.labelled or view.visible_passage is not None:
        return None
    texts = [chunk.text for chunk in view.visible_chunks if chunk.doc_id in seen]
    if not texts or not all(texts):
        return None
    text = f"was visible, and the expected passage of {view.claim_id} is not in it"
    return Checked(view.claim_id, document, Fault.PASSAGE_ABSENT, text, view.retrieval_source)


def _quote_fault(view: ClaimView, claim: StatedClaim, attribution: Attribution) -> Checked | None:
    """The span is no passage of the answer, or the quote is not what stands there (nor in a cited document)."""
    answer = attribution.answer
    if answer is None:
        return None
    if claim.span is not None and not 0 <= claim.span[0] < claim.span[1] <= len(answer):
        text = f"span {claim.span[0]}-{claim.span[1]} is no passage of an answer of {len(answer)} code points"
        return Checked(claim.claim_id, None, Fault.MISPLACED, text, attribution.source)
    if not claim.quote or not claim.quote.strip():
        return None
    quote = normal(claim.quote)
    if claim.span is not None and quote in normal(answer[claim.span[0] : claim.span[1]]):
        return None
    if quote in normal(answer):
        if claim.span is None:
            return None
        text = f"the quote stands elsewhere in the answer than at its span {claim.span[0]}-{claim.span[1]}"
        return Checked(claim.claim_id, None, Fault.MISPLACED, text, attribution.source)
    cited = _cited_chunks(view, claim)
    if not cited or not all(chunk.text for chunk in cited) or any(quote in normal(chunk.text or "") for chunk in cited):
        return None
    text = "the quote stands neither in the answer nor in a visible chunk of a cited document"
    return Checked(claim.claim_id, None, Fault.PASSAGE_ABSENT, text, attribution.source)


def _cited_chunks(view: ClaimView, claim: StatedClaim) -> list[Chunk]:
    names = {name for document in claim.citations for name in _names(view, document)}
    return [chunk for chunk in view.visible_chunks if chunk.doc_id in names]


def normal(text: str) -> str:
    """NFC, without case, white space collapsed."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())
