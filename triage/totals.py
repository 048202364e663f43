"""Means and judge behaviour of a whole run, each with the rows it is over and the rows it leaves out."""

from collections.abc import Iterator
from itertools import chain

from triage.evidence import Bundle
from triage.metrics.aggregates import Aggregate, Scored, aggregate
from triage.metrics.judging import (
    Ratio,
    echo_rate,
    exact_permutations,
    first_shown_win_rate,
    preference_fairness,
    repetition_stability,
    same_item_rate,
)
from triage.model import Evidence, Outcome, RankingArtifact

POOLED_LIMIT = 5000
_RANKING = ("pairwise_agreement", "must_win")


def aggregates(bundle: Bundle) -> tuple[Aggregate, ...]:
    """Macro mean per metric, system and scenario, then the judge's behaviour per judge.

    Pooled counts need every row's lists; they are given for runs of at most ``POOLED_LIMIT`` rows.
    """
    return (*aggregate(_scored(bundle)), *judge_behaviour(bundle))


def _scored(bundle: Bundle) -> Iterator[Scored]:
    rows, pooled = bundle.rows, len(bundle.rows) <= POOLED_LIMIT
    for number in range(len(rows)):
        outcome, metric = rows.outcome(number), rows.metric(number)
        score = None if outcome is Outcome.INVALID else rows.score(number)
        counts = _counts(bundle, number) if pooled and metric == "evidence_coverage" and score is not None else None
        invalid = outcome is Outcome.INVALID
        yield Scored(metric, rows.system(number), rows.scenario(number), score, invalid, counts)


def _counts(bundle: Bundle, number: int) -> tuple[float, int] | None:
    row = bundle.row(number)
    if not row.required or row.supported is None:
        return None
    return len(set(row.required) & set(row.supported)), len(row.required)


def judge_behaviour(bundle: Bundle) -> tuple[Aggregate, ...]:
    """Position consistency, first-shown wins, stability, permutations and echoes over all comparisons, per judge."""
    per_judge: dict[str | None, list[RankingArtifact]] = {}
    for evidence in _comparisons(bundle):
        if evidence.ranking is not None:
            per_judge.setdefault(evidence.ranking.judge, []).append(evidence.ranking)
    return tuple(chain.from_iterable(_behaviour(judge, artifacts) for judge, artifacts in per_judge.items()))


def _comparisons(bundle: Bundle) -> Iterator[Evidence]:
    rows = bundle.rows
    for number in range(len(rows)):
        if rows.metric(number) in _RANKING:
            yield bundle.evidence(number)


def _behaviour(judge: str | None, artifacts: list[RankingArtifact]) -> Iterator[Aggregate]:
    orders = [pair for artifact in artifacts for pair in _orders(artifact)]
    unparsed = sum(
        (artifact.unparsed is not None) + sum(attempt.unparsed is not None for attempt in artifact.attempts)
        for artifact in artifacts
    )
    pairs = [pair for artifact in artifacts for pair in _swaps(artifact)]
    winners = [_letter(presented, returned) for presented, returned in orders if len(presented) == 2]
    repeats = [tuple(_repeats(artifact)) for artifact in artifacts]
    stable = [repetition_stability(one) for one in repeats if len(one) > 1]
    ratios = {
        "position_consistency": same_item_rate(pairs),
        "first_shown_win_rate": first_shown_win_rate(winners),
        "preference_fairness": preference_fairness(pairs),
        "repetition_stability": Ratio(sum(one.numerator for one in stable), sum(one.denominator for one in stable)),
        "exact_permutations": exact_permutations(orders),
        "echo_rate": echo_rate(orders),
        "unparsed": Ratio(unparsed, unparsed + len(orders)),
    }
    for name, ratio in ratios.items():
        pooled = (ratio.numerator, ratio.denominator)
        yield Aggregate(name, judge, None, ratio.value, ratio.denominator, 0, 0, pooled)


def _orders(artifact: RankingArtifact) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """(presented, returned) of the saved verdict and of every attempt that kept both."""
    for presented, returned in ((artifact.presented, artifact.actual), *_attempted(artifact)):
        if presented and returned is not None:
            yield presented, returned


def _attempted(artifact: RankingArtifact) -> Iterator[tuple[tuple[str, ...] | None, tuple[str, ...] | None]]:
    for attempt in artifact.attempts:
        yield attempt.presented or (artifact.presented if attempt.kind == "repeat" else None), attempt.actual


def _swaps(artifact: RankingArtifact) -> Iterator[tuple[str, str]]:
    """Slot letters of each verdict over two candidates and of its swap."""
    every = ((artifact.presented, artifact.actual), *_attempted(artifact))
    shown = [(presented, returned) for presented, returned in every if presented and len(presented) == 2]
    if not shown:
        return
    first, *others = shown
    for presented, returned in others:
        if presented == first[0][::-1]:
            yield _letter(*first), _letter(presented, returned)


def _letter(presented: tuple[str, ...], returned: tuple[str, ...] | None) -> str:
    """The slot of the winner; a verdict that cannot be read has none, and is never a tie."""
    if not returned or returned[0] not in presented:
        return "?"
    return "AB"[presented.index(returned[0])]


def _repeats(artifact: RankingArtifact) -> Iterator[str]:
    for presented, returned in _orders(artifact):
        if presented == artifact.presented and returned:
            yield returned[0]
