"""Faults before the answer: what was ranked, delivered, and left of the documents' text."""

from benchmarks.faults.healthy import judged
from benchmarks.faults.kinds import Fault
from benchmarks.faults.specimen import Record, Specimen, deliver, lose, ranked, unstate


def _unseen(specimen: Specimen, doc: str) -> tuple[str, ...]:
    """An answer that never saw this document does not state its claims."""
    claims = tuple(claim for claim, home in specimen.homes.items() if home == doc)
    unstate(specimen, claims)
    return lose(specimen, claims)


def _pick(specimen: Specimen) -> str:
    return specimen.homes[specimen.pick()]


def _without(specimen: Specimen, doc: str) -> list[Record]:
    assert specimen.now.retrieval is not None
    return [one for one in specimen.now.retrieval["retrieved"] if one["doc_id"] != doc]


def retrieval_miss(specimen: Specimen) -> tuple[str, ...]:
    """The document is in the corpus and was not ranked; sometimes nothing was."""
    retrieval, doc = specimen.now.retrieval, _pick(specimen)
    assert retrieval is not None
    if specimen.alone and specimen.rng.random() < 0.15:
        retrieval["retrieved"] = []
        deliver(specimen.now)
        unstate(specimen, specimen.claims)
        return lose(specimen, specimen.claims)
    retrieval["retrieved"] = ranked(specimen, _without(specimen, doc))
    deliver(specimen.now)
    return _unseen(specimen, doc)


def below_cutoff(specimen: Specimen) -> tuple[str, ...]:
    retrieval, doc = specimen.now.retrieval, _pick(specimen)
    assert retrieval is not None
    rest, hits = _without(specimen, doc), specimen.now.hits(doc)
    # A second fault may take documents from above this one, and must not lift it into the first k.
    place = specimen.rng.randrange(specimen.k, len(rest) + 1) if specimen.alone else len(rest)
    retrieval["retrieved"] = ranked(specimen, [*rest[:place], *hits, *rest[place:]])
    deliver(specimen.now)
    return _unseen(specimen, doc)


def context_dropped(specimen: Specimen) -> tuple[str, ...]:
    retrieval, doc = specimen.now.retrieval, _pick(specimen)
    assert retrieval is not None
    specimen.now.dropped.add(doc)
    retrieval["delivered"] = []
    deliver(specimen.now)
    return _unseen(specimen, doc)


def evidence_missing(specimen: Specimen) -> tuple[str, ...]:
    """The document was visible and its text lost the passage: a parser, a chunker, or an older version."""
    side, doc = specimen.now, _pick(specimen)
    stale = specimen.rng.random() < 0.4
    for hit in side.hits(doc):
        hit["text"] = specimen.domain.space.join(specimen.rng.sample(specimen.domain.fillers, 2))
        hit["source_version"] = "v1" if stale else hit["source_version"]
    return _unseen(specimen, doc)


def not_in_corpus(specimen: Specimen) -> tuple[str, ...]:
    side, doc = specimen.now, _pick(specimen)
    assert side.retrieval is not None and side.case is not None
    claims = [claim for claim, home in specimen.homes.items() if home == doc]
    gone = {source for claim in claims for source in side.case["claims"][claim]["sources"]}
    side.corpus = [one for one in side.corpus if one["doc_id"] not in gone]
    side.retrieval["retrieved"] = ranked(specimen, _without(specimen, doc))
    deliver(side)
    return _unseen(specimen, doc)


def restricted_shown(specimen: Specimen) -> tuple[str, ...]:
    """A passing row that was shown a document this caller must never see."""
    side, rng = specimen.now, specimen.rng
    assert side.case is not None and side.retrieval is not None
    ranking = side.retrieval["retrieved"]
    if not ranking:
        ranking.append({"doc_id": side.corpus[-1]["doc_id"], "text": specimen.domain.fillers[0]})
    chunk = rng.choice(ranking)
    if rng.random() < 0.5:
        side.case["restricted"] = [chunk["doc_id"]]
    else:
        chunk["restricted"] = True
    return ()


def noisy_context(specimen: Specimen) -> tuple[str, ...]:
    """Few relevant documents among the first k, and all of them there."""
    row, k = judged(specimen, f"precision@{specimen.k}"), specimen.k
    relevant = list(dict.fromkeys(specimen.homes.values()))
    for side in (specimen.now, specimen.green):
        assert side.case is not None
        side.case["relevant"] = relevant
    value = len(relevant) / k
    row.update(score=value, minimum=round(value + 0.05, 4), status="fail")
    return ()


RETRIEVAL_FAULTS = (
    Fault("retrieval-miss", "retrieval", retrieval_miss),
    Fault("below-cutoff", "retrieval", below_cutoff),
    Fault("context-dropped", "application", context_dropped),
    Fault("evidence-missing-from-chunk", "corpus", evidence_missing),
    Fault("not-in-corpus", "corpus", not_in_corpus),
)
WHOLE_RETRIEVAL_FAULTS = (
    Fault("restricted-document-shown", "retrieval", restricted_shown),
    Fault("noisy-context", "retrieval", noisy_context),
)
