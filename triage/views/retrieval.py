"""Stage Retrieval: what was ranked, what of it the answer stage saw, which labelled documents are not there."""

from collections.abc import Iterable

from triage.clues import passage
from triage.clues.claim import ClaimView
from triage.metrics import grounded
from triage.model import Chunk, Document, Evidence, Retrieval, Tone
from triage.model.lines import Span
from triage.text import count, number
from triage.views.columns import spread, widest
from triage.views.context import context_entries
from triage.views.entry import Entry, blank, entry, fact, heading, listed
from triage.views.marked import marked_lines
from triage.views.passage_marks import passage_marks


def entries(evidence: Evidence) -> list[Entry]:
    """The ranked chunks with the visible cut drawn, labelled documents that are missing, and the scores at k."""
    retrieval = evidence.retrieval
    if retrieval is None or retrieval.retrieved is None:
        text = "no record: whether the evidence was ever retrieved cannot be told"
        if retrieval is not None:
            text = "a record without a ranked list: what was retrieved cannot be told"
        return [fact("retrieval", ("? ", Tone.WARN), text), *_absent(evidence, ())]
    if not retrieval.retrieved:
        words = "retrieval ran and found nothing: 0 chunks, which is not the same as no record"
        found = [entry((words, Tone.WARN), source=retrieval.source)]
    else:
        found = [heading(f"Ranked chunks, best first: {len(retrieval.retrieved)}"), *_ranking(evidence, retrieval)]
    found += _absent(evidence, retrieval.retrieved)
    return [*found, blank(), *_head(retrieval), *context_entries(evidence), *_scores(evidence, retrieval)]


def detail(evidence: Evidence, item: str | None) -> list[Entry]:
    """The text of the chosen chunk (``item`` is its rank), the expected passages in it marked by claim id."""
    chunk = chosen(evidence, item)
    if chunk is None:
        return []
    source = evidence.retrieval.source if evidence.retrieval else None
    found = [heading(f"Rank {chunk.rank}: {chunk.doc_id or 'no document id'}")]
    if chunk.chunk_id:
        found.append(fact("chunk", chunk.chunk_id, source=source))
    if chunk.text is None:
        return [*found, entry(("the chunk's text was not kept", Tone.DIM))]
    passages = _passages(evidence)
    marks = passage_marks(chunk.text, passages)
    here = {claim for claim, view in _views(evidence).items() if chunk.doc_id in view.labelled}
    missing = [label for label in passages if label in here and label not in {mark.label for mark in marks}]
    if marks:
        found.append(
            fact("expected", f"passage of {', '.join(mark.label for mark in marks)}, marked «claim| ... |claim»")
        )
    if missing:
        found.append(fact("not here", f"passage of {', '.join(missing)}"))
    return [*found, *(Entry(one, source) for one in marked_lines(chunk.text, marks))]


def chosen(evidence: Evidence, item: str | None) -> Chunk | None:
    """The chunk with that rank; the first one when none is chosen."""
    chunks = evidence.retrieval.retrieved or () if evidence.retrieval else ()
    return next((chunk for chunk in chunks if str(chunk.rank) == item), chunks[0] if chunks else None)


def _head(retrieval: Retrieval) -> list[Entry]:
    origin = " (from the run, not from the record)" if retrieval.k_from_manifest else ""
    cutoff = f"k = {retrieval.k}{origin}" if retrieval.k is not None else "? no cutoff k recorded"
    if retrieval.delivered is None:
        shown = "delivery was not recorded: the first k are assumed to be visible"
    elif not retrieval.delivered:
        shown = "recorded, and empty: nothing reached the prompt"
    else:
        shown = f"recorded: {listed(retrieval.delivered)}"
    found = [fact("cutoff", cutoff, source=retrieval.source), fact("delivered", shown, source=retrieval.source)]
    if retrieval.query:
        found.insert(0, fact("query", retrieval.query, source=retrieval.source))
    return found + [
        fact("fault", (f"{one.field}: {one.problem}", Tone.WARN), source=one.source) for one in retrieval.faults
    ]


def _ranking(evidence: Evidence, retrieval: Retrieval) -> list[Entry]:
    chunks = retrieval.retrieved or ()
    width = widest((chunk.doc_id or "(no id)" for chunk in chunks), least=8, most=26)
    cut = _cut(retrieval)
    found = []
    for chunk in chunks:
        found += [_chunk(evidence, retrieval, chunk, width), *_cited(evidence, retrieval, chunk)]
        if cut is not None and chunk.rank == cut[0]:
            found.append(entry((f"  ---- {cut[1]} ----", Tone.WARN), source=retrieval.source))
    if cut is None and retrieval.delivered:
        found.append(entry(("  what was delivered is not the top of the ranking: no cut can be drawn", Tone.WARN)))
    known = {chunk.doc_id for chunk in chunks}
    strangers = [document for document in retrieval.delivered or () if document not in known]
    if strangers:
        found.append(
            entry(("  ! delivered, though not retrieved: ", Tone.WARN), listed(strangers), source=retrieval.source)
        )
    return found


def _cut(retrieval: Retrieval) -> tuple[int, str] | None:
    """After which rank the visible part ends, and in words what draws it; None when visibility is no prefix."""
    ranked = [chunk.doc_id for chunk in retrieval.retrieved or ()]
    if retrieval.delivered is None:
        if retrieval.k is None:
            return None
        below = "nothing was cut off" if retrieval.k >= len(ranked) else "below: not visible"
        return min(retrieval.k, len(ranked)), f"visible down to here: k = {retrieval.k} (assumed); {below}"
    size = len(retrieval.delivered)
    if not size or list(retrieval.delivered) != ranked[:size]:
        return None
    return size, f"delivered down to here: {size} recorded; below: not visible"


def _chunk(evidence: Evidence, retrieval: Retrieval, chunk: Chunk, width: int) -> Entry:
    claims = [claim for claim, view in _views(evidence).items() if chunk.doc_id in view.labelled]
    mark: Span = ("+", Tone.GOOD) if claims else (" ", Tone.PLAIN)
    score = "score ?" if chunk.score is None else number(chunk.score)
    version = f"version {chunk.source_version}" if chunk.source_version else "version ?"
    labelled = f"labelled for {', '.join(claims)}" if claims else _relevance(evidence, chunk)
    words = "; ".join([labelled, version, *_shown(retrieval, chunk), *_flags(chunk)])
    cells: list[tuple[Span, int]] = [
        ((f"{chunk.rank:>3}", Tone.PLAIN), 3),
        (mark, 1),
        ((chunk.doc_id or "(no id)", Tone.KEY), width),
        ((score, Tone.PLAIN), 7),
        ((words, Tone.PLAIN), 0),
    ]
    return entry("  ", *spread(cells, " "), source=retrieval.source, item=str(chunk.rank))


def _relevance(evidence: Evidence, chunk: Chunk) -> str:
    relevant = evidence.case.relevant if evidence.case else None
    if relevant and chunk.doc_id is not None and chunk.doc_id in relevant:
        return f"labelled relevant ({number(relevant[chunk.doc_id])})"
    return "not labelled" if evidence.case is not None else "labelled? no case record"


def _shown(retrieval: Retrieval, chunk: Chunk) -> list[str]:
    """Whether the chunk was visible, in words only where no line can be drawn for it."""
    if _cut(retrieval) is not None:
        return []
    if retrieval.delivered is not None:
        return ["visible" if chunk.doc_id in retrieval.delivered else "not visible"]
    return ["visible?"]


def _flags(chunk: Chunk) -> list[str]:
    return ["x RESTRICTED for this case"] if chunk.restricted else []


def _cited(evidence: Evidence, retrieval: Retrieval, chunk: Chunk) -> list[Entry]:
    claims = evidence.attribution.claims or () if evidence.attribution else ()
    citing = [claim.claim_id for claim in claims if chunk.doc_id in claim.citations]
    found = [entry("        cited by ", ", ".join(citing), item=str(chunk.rank))] if citing else []
    for claim, text in _passages(evidence).items():
        hit = passage.find(text, [chunk])
        if hit:
            words = f"holds the expected passage of {claim} ({hit.how})"
            found.append(entry("        ", (words, Tone.GOOD), source=retrieval.source, item=str(chunk.rank)))
    return found


def _absent(evidence: Evidence, chunks: Iterable[Chunk]) -> list[Entry]:
    retrieved = {chunk.doc_id for chunk in chunks}
    wanted: dict[str, list[str]] = {}
    for claim, view in _views(evidence).items():
        for document in sorted(view.labelled - retrieved):
            wanted.setdefault(document, []).append(claim)
    if not wanted:
        return []
    found = [blank(), heading("Labelled documents that were not retrieved")]
    for document, claims in wanted.items():
        found.append(_known(evidence, document, f"for {', '.join(claims)}"))
    return found


def _known(evidence: Evidence, document: str, purpose: str) -> Entry:
    inventory = evidence.inventory
    case = evidence.case.source if evidence.case else None
    if not inventory:
        return entry(
            "  x ",
            (document, Tone.BAD),
            f" {purpose}: no inventory was kept, so its place in the corpus is unknown",
            source=case,
        )
    here = inventory.document(document)
    if here is not None:
        return entry("  x ", (document, Tone.BAD), f" {purpose}: in the inventory{_facts(here)}", source=here.source)
    moved = inventory.aliased(document)
    if moved is not None:
        return entry(
            "  x ", (document, Tone.BAD), f" {purpose}: now called {moved.doc_id}{_facts(moved)}", source=moved.source
        )
    return entry("  x ", (document, Tone.BAD), f" {purpose}: not in the inventory, under no name", source=case)


def _facts(document: Document) -> str:
    version = f", version {document.source_version}" if document.source_version else ""
    return version + (f", also known as {', '.join(document.aliases)}" if document.aliases else "")


def _scores(evidence: Evidence, retrieval: Retrieval) -> list[Entry]:
    relevant, origin = _relevant(evidence)
    k, title = retrieval.k, "Scores of the ranking"
    if k is None or not 1 <= k <= grounded.MAX_CUTOFF:
        return [blank(), heading(title), entry(f"n/a: no valid cutoff k between 1 and {grounded.MAX_CUTOFF}")]
    if not relevant:
        return [blank(), heading(f"{title} at k = {k}"), entry("n/a: nothing is labelled relevant, which is not 0")]
    ids = [chunk.doc_id for chunk in retrieval.retrieved or ()]
    hits = len({one for one in ids[:k] if one in relevant})
    ranks = [rank for rank, one in enumerate(ids[:k], start=1) if one in relevant]
    first = f"1 / {ranks[0]}" if ranks else f"no hit in the first {k}"
    values = (grounded.precision_at_k, grounded.recall_at_k, grounded.reciprocal_rank)
    formulas = (f"{hits} / k = {hits} / {k}", f"{hits} / labelled = {hits} / {len(relevant)}", first)
    found = [blank(), heading(f"{title} at k = {k}; relevant = {count(len(relevant), 'document')} {origin}")]
    for name, formula, value in zip(("precision", "recall", "reciprocal rank"), formulas, values, strict=True):
        found.append(fact(f"{name} at {k}", f"{formula} = {number(value(ids, relevant, k))}", width=21))
    return found


def _relevant(evidence: Evidence) -> tuple[set[str], str]:
    case = evidence.case
    if case is not None and case.relevant is not None:
        return {document for document, grade in case.relevant.items() if grade > 0}, "labelled relevant"
    return set(_labelled_documents(evidence)), "from the claim labels"


def _labelled_documents(evidence: Evidence) -> frozenset[str]:
    return frozenset(document for view in _views(evidence).values() for document in view.labelled)


def _views(evidence: Evidence) -> dict[str, ClaimView]:
    claims = (evidence.case.claims or {}) if evidence.case else {}
    return {claim: ClaimView(evidence, claim) for claim in claims}


def _passages(evidence: Evidence) -> dict[str, str]:
    return {claim: view.passage for claim, view in _views(evidence).items() if view.passage}
