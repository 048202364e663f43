"""Ids stay readable in masked words: a row, a claim or a document that nobody can name any more cannot be looked for.

An id may look like a secret or an address, and a pattern of the teams file may match one.  It leaves with the records
in any case, where records join by it, so words about them lose nothing by naming it.
"""

import re
from collections.abc import Iterable, Iterator

from triage.model import Attribution, Case, Evidence, Inventory, RankingArtifact, RankingCase, Retrieval, Row
from triage.text import clean, shorten

_WIDTHS = (80, 60, 40)  # Ids are cut to these widths where lines are short.


def ids_of(evidence: Evidence) -> Iterator[str]:
    """Every id, name and version by which this row, its twin in the last green run and their records are known."""
    for one in (evidence, evidence.green):
        if one is None:
            continue
        for row in (one.row, *one.twins, *one.siblings):
            yield from _of_row(row)
        manifest = one.manifest
        yield from filter(None, (manifest.run_id, manifest.contract_version, manifest.corpus_version))
        yield from filter(None, (manifest.policy.version, manifest.rubric_version))
        yield from _of_case(one.case, one.inventory) if one.case else ()
        yield from _of_attribution(one.attribution) if one.attribution else ()
        yield from _of_retrieval(one.retrieval) if one.retrieval else ()
        yield from _of_orders(one.ranking) if one.ranking else ()
        yield from _of_fixture(one.ranking_case) if one.ranking_case else ()


def _of_row(row: Row) -> Iterator[str]:
    versions = (row.contract_version, row.policy_version, row.rubric_version)
    yield from filter(None, (row.case_id, row.metric, row.system, row.scenario, *versions))
    yield from (*(row.required or ()), *(row.supported or ()))


def _of_case(case: Case, inventory: Inventory) -> Iterator[str]:
    for claim, label in (case.claims or {}).items():
        yield from (claim, *label.sources)
        known = (inventory.document(doc) or inventory.aliased(doc) for doc in label.sources)
        yield from (document.doc_id for document in known if document is not None)
    yield from (*(case.relevant or ()), *case.restricted)


def _of_attribution(attribution: Attribution) -> Iterator[str]:
    yield from filter(None, (attribution.mapper_version,))
    for claim in attribution.claims or ():
        yield from (claim.claim_id, *claim.citations)


def _of_retrieval(retrieval: Retrieval) -> Iterator[str]:
    for chunk in retrieval.retrieved or ():
        yield from filter(None, (chunk.doc_id, chunk.chunk_id, chunk.source_version))
    yield from retrieval.delivered or ()


def _of_orders(ranking: RankingArtifact) -> Iterator[str]:
    for order in (ranking.presented, ranking.expected, ranking.raw_order, ranking.actual):
        yield from order or ()
    yield from filter(None, (ranking.criterion_version, ranking.must_win_expected, ranking.must_win_actual))
    yield from (one for one, _ in (ranking.request.candidates if ranking.request else ()))


def _of_fixture(case: RankingCase) -> Iterator[str]:
    yield from (*(case.expected or ()), *(one for one, _ in case.candidates))


def as_shown(ids: Iterable[str]) -> frozenset[str]:
    """The ids as read, and as sentences and code spans show them: cleaned, and cut in the middle."""
    known = frozenset(filter(None, ids))
    cleaned = frozenset(map(clean, known))
    return known | cleaned | {shorten(one, width) for one in cleaned for width in _WIDTHS}


def spared(text: str, masked: str, ids: frozenset[str]) -> str:
    """The masked text with every mask taken off that lies inside one of the ids; both texts have the same length.

    A mask that goes over the edge of an id stays: what it covers is more than the id.
    """
    if text == masked:
        return masked
    places = [found.span() for one in ids if one in text for found in re.finditer(re.escape(one), text)]
    letters = list(masked)
    for start, end in _changed(text, masked):
        if any(first <= start and end <= last for first, last in places):
            letters[start:end] = text[start:end]
    return "".join(letters)


def _changed(text: str, masked: str) -> Iterator[tuple[int, int]]:
    """Where the two differ without a gap."""
    start = None
    for at, (one, other) in enumerate(zip(text, masked, strict=True)):
        if one != other and start is None:
            start = at
        elif one == other and start is not None:
            yield start, at
            start = None
    if start is not None:
        yield start, len(text)
