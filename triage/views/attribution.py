"""Stage Attribution: the answer with its claims marked, and per claim what was cited, labelled, visible, supported."""

from triage.clues.citations import claim_faults, document_fault
from triage.clues.claim import ClaimView
from triage.model import Evidence, StatedClaim, Tone
from triage.model.lines import Span
from triage.text import count
from triage.views.columns import spread, widest
from triage.views.entry import Entry, blank, entry, fact, heading, listed, quoted, seen
from triage.views.marked import Mark, marked_lines, misfit, touching


def entries(evidence: Evidence) -> list[Entry]:
    """Every claim, missing ones first, and what was recorded at all; a missing record is said before anything else."""
    recorded, claims = _recorded(evidence), claim_ids(evidence)
    if not claims:
        return [*recorded, entry("no claim is required, labelled or stated in this row")]
    missing = [claim for claim in claims if claim in evidence.row.missing]
    required = count(len(evidence.row.required or ()), "required claim")
    found = [heading(f"Claims: {len(missing)} missing of {required}, missing first")]
    width = widest(claims, least=5, most=26)
    found += [one for claim in claims for one in _claim(ClaimView(evidence, claim), width)]
    mapped = evidence.attribution is not None and bool(evidence.attribution.claims)
    return [*found, blank(), *recorded] if mapped else [*recorded, blank(), *found]


def detail(evidence: Evidence, item: str | None) -> list[Entry]:
    """The answer with every span marked, the chosen claim's one opened by ``>``; then that claim's label.

    Without a choice it is the first claim, which is a missing one if any is.
    """
    item = _chosen(evidence, item)
    attribution = evidence.attribution
    if attribution is None or attribution.answer is None:
        return [entry(("the answer was not kept", Tone.DIM)), *_label(evidence, item)]
    numbered = list(enumerate(attribution.claims or (), start=1))
    marks = [
        Mark(*claim.span, _sign(number, claim, item), Tone.MARK)
        for number, claim in numbered
        if claim.span and misfit(*claim.span, len(attribution.answer)) is None
    ]
    title = f"Answer: {count(len(attribution.answer), 'code point')}, {count(len(marks), 'claim')} marked «n| ... |n»"
    found = [heading(title), *(Entry(one, attribution.source) for one in marked_lines(attribution.answer, marks))]
    found += _legend(evidence, item)
    for first, second, how in touching(marks):
        found.append(
            entry(f"  spans {first.label.lstrip('>')} and {second.label.lstrip('>')} {how}", source=attribution.source)
        )
    return [*found, *_label(evidence, item)]


def anchor(evidence: Evidence, item: str | None) -> str | None:
    """The sign that opens the chosen claim's passage in :func:`detail`; None when it has none."""
    item = _chosen(evidence, item)
    claims = evidence.attribution.claims or () if evidence.attribution else ()
    places = [number for number, claim in enumerate(claims, start=1) if claim.claim_id == item and claim.span]
    return f"«>{places[0]}|" if places else None


def claim_ids(evidence: Evidence) -> list[str]:
    """Every claim that is required, labelled or stated: missing ones first, each group in its recorded order."""
    row = evidence.row
    labelled = (evidence.case.claims or {}) if evidence.case else {}
    stated = (claim.claim_id for claim in (evidence.attribution.claims or ())) if evidence.attribution else ()
    return list(dict.fromkeys((*row.missing, *(row.required or ()), *labelled, *stated)))


def _chosen(evidence: Evidence, item: str | None) -> str | None:
    return item if item is not None else next(iter(claim_ids(evidence)), None)


def _recorded(evidence: Evidence) -> list[Entry]:
    attribution = evidence.attribution
    if attribution is None:
        text = "no record: whether the answer lacked a claim or the mapper dropped it cannot be told"
        return [fact("attribution", ("? ", Tone.WARN), text)]
    mapper = f"mapper {attribution.mapper_version}" if attribution.mapper_version else "mapper version not recorded"
    found = [fact("attribution", mapper, source=attribution.source)]
    if attribution.claims is None:
        found.append(fact("claims", ("? ", Tone.WARN), "not recorded, which is not the same as none"))
    elif not attribution.claims:
        found.append(fact("claims", "recorded, and empty: the answer claims nothing", source=attribution.source))
    if evidence.case is not None and evidence.case.unanswerable:
        found.append(fact("label", "unanswerable from this corpus: the right answer claims nothing"))
    found += [
        fact("fault", (f"{one.field}: {one.problem}", Tone.WARN), source=one.source) for one in attribution.faults
    ]
    return found


def _claim(view: ClaimView, width: int) -> list[Entry]:
    row, claim = view.evidence.row, view.claim_id
    if claim in row.missing:
        mark: Span = ("x", Tone.BAD)
    elif claim in (row.supported or ()):
        mark = ("ok", Tone.GOOD)
    else:
        mark = ("-", Tone.DIM)
    cells = [(mark, 2), ((seen(claim), Tone.KEY), width), ((_summary(view), Tone.PLAIN), 0)]
    found = [entry("  ", *spread(cells), source=view.attribution_source, item=claim)]
    for document in view.citations:
        words = f"{document}: {_labelled(view, document)}, "
        shown = entry("       cites ", words, _checked(view, document), source=view.attribution_source, item=claim)
        found.append(shown)
    if view.stated is not None and view.stated.text:
        found.append(entry("       ", (seen(view.stated.text), Tone.PLAIN), source=view.attribution_source, item=claim))
    faults = claim_faults(view.evidence, view.stated) if view.stated else ()
    for fault in faults:
        if fault.document is None:
            found.append(entry("       ", (f"x {fault.text}", Tone.BAD), source=fault.source, item=claim))
    return found


def _summary(view: ClaimView) -> str:
    row, claim = view.evidence.row, view.claim_id
    if claim in row.missing:
        held = "not supported"
    else:
        held = "supported" if claim in (row.supported or ()) else "not required"
    cited = _cited(view)
    if not view.mapped:
        return f"{held}; stated? not recorded"
    if view.stated is None:
        return f"{held}; the mapper recorded nothing of it"
    return f"{held}; {_stated(view)}, {cited}{_mapper(view)}"


def _cited(view: ClaimView) -> str:
    """What the answer cites for the claim, else the chunks that a judge said entail it."""
    if view.citations:
        return f"cites {len(view.citations)}"
    entailing = view.stated.entailed_by if view.stated else None
    if entailing is None:
        return "cites nothing"
    return f"entailed by {listed(entailing)}" if entailing else "entailed by no chunk"


def _stated(view: ClaimView) -> str:
    stated, attribution = view.stated, view.evidence.attribution
    if stated is None or not view.is_stated:
        return "not stated"
    if stated.span is None:
        return "stated (quote, no span)" if stated.quote else "stated (no span kept)"
    answer = attribution.answer if attribution else None
    fault = misfit(*stated.span, len(answer)) if answer is not None else None
    return f"stated at {stated.span[0]}-{stated.span[1]}" + (f", but that span {fault}" if fault else "")


def _mapper(view: ClaimView) -> str:
    """The mapper's own verdict, where it is another one than the row's."""
    said = view.stated.supported if view.stated else None
    if said is None or view.evidence.row.supported is None or said == (view.claim_id in view.evidence.row.supported):
        return ""
    return f"; ! the mapper recorded {'supported' if said else 'not supported'}"


def _labelled(view: ClaimView, document: str) -> str:
    if view.label is None:
        return "labelled? no label kept"
    if document in view.labelled:
        return "labelled"
    return "x not labelled" + (
        " (the inventory knows it by a labelled name)" if document in view.renamed_citations else ""
    )


def _checked(view: ClaimView, document: str) -> Span:
    """The first fault of a citation; without one where the document stood."""
    fault = document_fault(view, document)
    if fault is not None:
        return f"x {fault.text}", Tone.BAD
    if view.visible is None:
        return "visible? no retrieval record", Tone.WARN
    if document not in view.visible:
        return "visible under another of its ids", Tone.WARN
    rank = next((chunk.rank for chunk in view.chunks or () if chunk.doc_id == document), None)
    return "visible" if rank is None else f"visible, rank {rank}", Tone.PLAIN


def _sign(number: int, claim: StatedClaim, item: str | None) -> str:
    return f">{number}" if claim.claim_id == item else str(number)


def _legend(evidence: Evidence, item: str | None) -> list[Entry]:
    attribution, found = evidence.attribution, []
    for number, claim in enumerate(attribution.claims or () if attribution else (), start=1):
        fault = misfit(*claim.span, len(attribution.answer or "")) if claim.span and attribution else None
        where = "not stated" if claim.span is None else f"{claim.span[0]}-{claim.span[1]}"
        where = "stated, no span kept" if claim.span is None and claim.stated else where
        words = f"  {_sign(number, claim, item):>3} {seen(claim.claim_id)}: {where}"
        found.append(
            entry((words, Tone.DIM), (f"  x that span {fault}" if fault else "", Tone.BAD), item=claim.claim_id)
        )
        if claim.quote and claim.span is None:
            found += quoted(f'quoted: "{claim.quote}"', "      ", Tone.DIM)
    return found


def _label(evidence: Evidence, item: str | None) -> list[Entry]:
    view = ClaimView(evidence, item) if item else None
    if view is None or view.label is None:
        return []
    source = view.label_source
    found = [blank(), heading(f"Label of {item}")]
    if view.label.text:
        found.append(fact("claim", view.label.text, source=source))
    found.append(
        fact(
            "sources",
            listed(view.label.sources) if view.label.sources else "none: no document supports it by label",
            source=source,
        )
    )
    if view.passage:
        found.append(fact("passage", view.passage, source=source))
    return found
