"""The orders of a ranking handoff, and the candidate digests at both boundaries."""

from collections.abc import Iterator

from triage.clues.passage import relax
from triage.handoff.words import code, item, listed, prose
from triage.metrics.ranking import candidate_digest, identity
from triage.model import Evidence, RankingArtifact, RankingCase
from triage.text import clean, number


def orders(evidence: Evidence) -> Iterator[str]:
    """Presented, reviewed and returned order, what is wrong with the returned one, and the digests; one item each."""
    ranking = evidence.ranking
    if ranking is None:
        return
    for name, order in (
        ("presented", ranking.presented),
        ("reviewed", ranking.expected),
        ("returned", ranking.actual),
    ):
        yield item(f"{name}:", *(_order(order) if order is not None else ["not recorded"]))
    if ranking.expected is not None and ranking.actual is not None:
        yield item("returned against reviewed:", *prose(identity(ranking.expected, ranking.actual).words()))
    if ranking.must_win_expected is not None:
        yield item("must win:", code(ranking.must_win_expected) + ",", "won:", _id(ranking.must_win_actual))
    if ranking.pairwise_agreement is not None:
        yield item(*prose(f"recorded pairwise agreement {number(ranking.pairwise_agreement)}"))
    yield from _digests(ranking, evidence.ranking_case)
    if ranking.criterion_version or ranking.direction:
        yield item("criterion version", _id(ranking.criterion_version) + ",", "direction", _id(ranking.direction))
    yield from _passages(ranking, evidence.ranking_case)


def _passages(ranking: RankingArtifact, case: RankingCase | None) -> Iterator[str]:
    """The passages that decide by review: what the judge was not shown is missing, all else disputed."""
    request = ranking.request
    shown = [*request.context, *(text for _, text in request.candidates)] if request and request.candidates else []
    for passage in case.decisive_passages if case else ():
        seen = not shown or relax(passage) in relax("\n".join(shown))
        yield item(
            "decides by review:" if seen else "missing in what the judge was shown:", *prose(clean(passage)[:300])
        )


def _order(order: tuple[str, ...]) -> list[str]:
    return listed([code(one) for one in order], " >")


def _id(text: str | None) -> str:
    return code(text) if text is not None else "not recorded"


def _digests(ranking: RankingArtifact, case: RankingCase | None) -> Iterator[str]:
    """Recorded digests, recomputed ones beside them where the texts were kept."""
    reviewed = candidate_digest(case.candidates) if case and case.candidates else None
    shown = candidate_digest(ranking.request.candidates) if ranking.request and ranking.request.candidates else None
    for name, recorded, computed in (
        ("candidates as reviewed", ranking.candidate_digest, reviewed),
        ("candidates as shown to the judge", ranking.rendered_digest, shown),
    ):
        if recorded or computed:
            again = ["recomputed", code(computed[:16])] if computed else ["not recomputed, the texts were not kept"]
            yield item(f"{name}:", f"digest {code(recorded[:16])};" if recorded else "digest not recorded;", *again)
