"""Faults between the evidence and the supported list: what the answer says, cites, and what the mapper makes of it."""

from copy import deepcopy

from benchmarks.faults.healthy import coverage, judged
from benchmarks.faults.kinds import Fault
from benchmarks.faults.specimen import Record, Specimen, deliver, lose, unstate, word


def mapper_dropped(specimen: Specimen) -> tuple[str, ...]:
    """Stated and well cited; the mapper's record or only the supported list lost it."""
    claim = specimen.pick()
    specimen.now.stated(claim)["supported"] = specimen.rng.random() < 0.5
    return lose(specimen, [claim])


def _rename(specimen: Specimen, doc: str, new: str) -> tuple[str, ...]:
    """The run writes another id for a document; the labels keep the old one."""
    side = specimen.now
    for hit in side.hits(doc):
        hit["doc_id"] = new
        hit["chunk_id"] = hit["chunk_id"].replace(doc, new)
    deliver(side)
    claims = specimen.mates(next(claim for claim, home in specimen.homes.items() if home == doc))
    for claim in claims:
        side.stated(claim).update(citations=[new], supported=False)
    return lose(specimen, claims)


def broken_join(specimen: Specimen) -> tuple[str, ...]:
    """The ids moved and the text is fine: known as an alias, or only by the text."""
    doc = specimen.homes[specimen.pick()]
    entry, new = specimen.now.document(doc), specimen.new_id("doc")
    way = specimen.rng.choice(("alias", "older alias", "new id only", "unknown id", "citation only"))
    if way in ("alias", "new id only"):
        entry.update(doc_id=new, aliases=[doc] if way == "alias" else [])
    elif way in ("older alias", "citation only"):
        entry["aliases"] = [new]
    if way != "citation only":
        return _rename(specimen, doc, new)
    claim = next(claim for claim, home in specimen.homes.items() if home == doc)
    specimen.now.stated(claim).update(citations=[new], supported=False)
    return lose(specimen, [claim])


def label_gap(specimen: Specimen) -> tuple[str, ...]:
    """A copy of the labelled text is a document of its own, and it was retrieved instead."""
    doc, new = specimen.homes[specimen.pick()], specimen.new_id("doc")
    copy = {**specimen.now.document(doc), "doc_id": new, "aliases": []}
    specimen.now.corpus.append(copy)
    return _rename(specimen, doc, new)


def _cite(specimen: Specimen, claim: str, citations: list[str]) -> tuple[str, ...]:
    specimen.now.stated(claim).update(citations=citations, supported=False)
    return lose(specimen, [claim])


def _second_source(specimen: Specimen, claim: str) -> str:
    """A labelled document of this claim that was not retrieved."""
    side = specimen.now
    assert side.case is not None
    sources = side.case["claims"][claim]["sources"]
    if len(sources) < 2:
        new = specimen.new_id("doc")
        entry: Record = {"doc_id": new, "source_version": "v1", "sha256": f"{specimen.unique():064x}", "aliases": []}
        sources.append(new)
        side.corpus.append(entry)
        specimen.green.corpus.append(entry)
    return str(sources[-1])


def wrong_citation(specimen: Specimen) -> tuple[str, ...]:
    claim, others = specimen.pick(), specimen.strangers()
    cited = specimen.rng.sample(others, specimen.rng.randrange(1, min(2, len(others)) + 1))
    return _cite(specimen, claim, cited)


def mixed_citation(specimen: Specimen) -> tuple[str, ...]:
    claim = specimen.pick()
    wrong = specimen.rng.choice((specimen.strangers()[0], _second_source(specimen, claim)))
    cited = [specimen.homes[claim], wrong]
    specimen.rng.shuffle(cited)
    return _cite(specimen, claim, cited)


def uncited(specimen: Specimen) -> tuple[str, ...]:
    return _cite(specimen, specimen.pick(), [])


def citation_not_visible(specimen: Specimen) -> tuple[str, ...]:
    claim = specimen.pick()
    return _cite(specimen, claim, [_second_source(specimen, claim)])


def answer_omits(specimen: Specimen) -> tuple[str, ...]:
    claim = specimen.pick()
    unstate(specimen, [claim])
    return lose(specimen, [claim])


def abstained(specimen: Specimen) -> tuple[str, ...]:
    unstate(specimen, specimen.claims)
    return lose(specimen, specimen.claims)


def false_support(specimen: Specimen) -> tuple[str, ...]:
    """A passing row: a claim counts as supported by citations that do not hold."""
    claim = specimen.pick()
    others = specimen.strangers()
    wrong = ([], [others[0]], [specimen.homes[claim], others[0]], [_second_source(specimen, claim)])
    specimen.now.stated(claim)["citations"] = specimen.rng.choice(wrong)
    return (claim,)


def extra_claim(specimen: Specimen) -> tuple[str, ...]:
    """The share of stated claims that are supported falls by one that nobody labelled."""
    row, side, extra = judged(specimen, "support"), specimen.now, specimen.new_id("claim")
    assert side.attribution is not None
    stated = {"claim_id": extra, "citations": specimen.strangers()[:1], "span": None, "quote": "", "supported": False}
    side.attribution["claims"].append(stated)
    word(side, specimen.domain, {**specimen.passages, extra: specimen.domain.told[0].format(n=specimen.unique())})
    row.update(score=len(specimen.claims) / (len(specimen.claims) + 1), minimum=1.0)
    return ()


def unanswerable(*arguments: object, **settings: object) -> Specimen:
    """A healthy case that is labelled unanswerable: the answer abstains."""
    specimen = coverage(*arguments, **settings)  # type: ignore[arg-type]
    judged(specimen, "abstention_correct", passing=True)
    unstate(specimen, specimen.claims)
    for side in (specimen.now, specimen.green):
        assert side.case is not None
        side.case["claims"] = {}
        side.row.update(score=1.0, minimum=1.0, status="pass")
    specimen.green.attribution = specimen.now.attribution
    return specimen


def answered_unanswerable(specimen: Specimen) -> tuple[str, ...]:
    side, claim = specimen.now, specimen.pick()
    side.attribution = deepcopy(side.attribution)
    side.stated(claim).update(quote="", citations=specimen.strangers()[:1])
    word(side, specimen.domain, specimen.passages)
    side.row.update(score=0.0, status="fail")
    return ()


ANSWER_FAULTS = (
    Fault("support-mapper-dropped-claim", "attribution", mapper_dropped),
    Fault("broken-id-join", "attribution", broken_join),
    Fault("label-gap", "test-data", label_gap),
    Fault("wrong-citation", "application", wrong_citation),
    Fault("mixed-citation", "application", mixed_citation),
    Fault("uncited-claim", "application", uncited),
    Fault("citation-not-visible", "application", citation_not_visible),
    Fault("answer-omits-claim", "application", answer_omits, claims=2),
    Fault("abstained-with-evidence", "application", abstained),
)
WHOLE_ANSWER_FAULTS = (
    Fault("false-support", "attribution", false_support),
    Fault("extra-claim", "application", extra_claim),
    Fault("answered-unanswerable", "application", answered_unanswerable, grow=unanswerable),
)
