"""The row that stands for a ranking artifact which no row was recorded for."""

from collections.abc import Sequence

from triage.evidence.fields import Record
from triage.evidence.ranking import Order
from triage.evidence.rows import NO_CONTEXT, Context
from triage.metrics.ranking import identity, pairwise_agreement, unlabel
from triage.model import InvalidKind, Outcome, RankingArtifact, RankingCase, Row
from triage.text import clean, versus

METRIC = "pairwise_agreement"
RANKING_METRICS = frozenset([METRIC, "must_win", "ranking", "ranking_metric"])


def is_ranking_metric(metric: str) -> bool:
    """A row of this metric already stands for a ranking artifact of its case."""
    return metric in RANKING_METRICS or metric.startswith("rank")


def returned_order(artifact: RankingArtifact) -> Order | None:
    """The order as saved, else the raw one with shown labels mapped to ids."""
    if artifact.actual is not None or artifact.raw_order is None:
        return artifact.actual
    if artifact.raw_labels != "presented" or artifact.presented is None:
        return artifact.raw_order
    return tuple(unlabel(label, artifact.presented) for label in artifact.raw_order)


def ranking_row(
    artifact: RankingArtifact, record: Record, case: RankingCase | None = None, context: Context = NO_CONTEXT
) -> Row:
    """Scored by pairwise agreement with the reviewed order; must-win is judged by the winner, else by the policy.

    The row is invalid when either order is no permutation of the expected ids: then nothing was ranked.
    """
    expected = artifact.expected or (case.expected if case else None)
    fault = "; ".join(record.repeated) or _fault(artifact, expected)
    if fault or expected is None:
        return _row(artifact, Outcome.INVALID, None, (fault,), None, InvalidKind.ERROR)
    actual = returned_order(artifact) or ()
    score = pairwise_agreement(expected, actual)
    minimum = context.minimums.get(METRIC)
    outcome, note = _judge(artifact, case, expected, actual, score, minimum)
    notes = tuple(words for words in (note, _direction_note(artifact)) if words)
    return _row(artifact, outcome, score, notes, minimum)


def _row(
    artifact: RankingArtifact,
    outcome: Outcome,
    score: float | None,
    notes: tuple[str, ...],
    minimum: float | None,
    kind: InvalidKind | None = None,
) -> Row:
    return Row(
        source=artifact.source,
        outcome=outcome,
        case_id=artifact.case_id,
        metric=METRIC,
        invalid_kind=kind,
        score=score,
        minimum=minimum,
        minimum_from_policy=minimum is not None,
        reason=artifact.explanation,
        blocking=artifact.blocking,
        judge=artifact.judge,
        notes=notes,
        faults=artifact.faults,
        raw=artifact.raw,
    )


def _fault(artifact: RankingArtifact, expected: Order | None) -> str:
    if not expected:
        return "the artifact names no expected order"
    named = [("presented order", artifact.presented)] if artifact.presented is not None else []
    said = [_order_fault(name, expected, order) for name, order in named]
    if artifact.unparsed is not None:
        said.append(f'the returned order is not an order: "{clean(artifact.unparsed)[:80]}"')
    elif (actual := returned_order(artifact)) is None:
        said.append("no order was returned")
    else:
        said.append(_order_fault("returned order", expected, actual))
    return "; ".join(words for words in said if words)


def _order_fault(name: str, expected: Order, order: Order) -> str:
    if not order:
        return f"{name} is empty"
    found = identity(expected, order)
    return "" if found.ok else f"{name} is not a permutation: {clean(found.words())}"


def _judge(
    artifact: RankingArtifact,
    case: RankingCase | None,
    expected: Order,
    actual: Order,
    score: float,
    minimum: float | None,
) -> tuple[Outcome, str]:
    accepted = (expected, *(case.acceptable if case else ()))
    winners = _winners(artifact, case, accepted)
    winner = _winner(actual, artifact.direction)
    if artifact.blocking and winner not in winners:
        return Outcome.FAILED, f"{clean(winner)} won; the winner must be {clean(', '.join(sorted(winners)))}"
    if minimum is not None:
        outcome = Outcome.PASSED if score >= minimum else Outcome.FAILED
        return outcome, f"agreement {versus(score, minimum)}, the policy's minimum"
    if artifact.blocking:
        return Outcome.PASSED, "the required winner won"
    return (Outcome.PASSED, "") if actual in accepted else (Outcome.FAILED, "not in the reviewed order")


def _winners(artifact: RankingArtifact, case: RankingCase | None, accepted: Sequence[Order]) -> set[str]:
    """The winner that the artifact names; else the winner of every accepted order, and who is tied with one."""
    if artifact.must_win_expected is not None:
        return {artifact.must_win_expected}
    winners = {_winner(order, artifact.direction) for order in accepted if order}
    for tied in case.ties if case else ():
        winners.update(tied if winners.intersection(tied) else ())
    return winners


def _winner(order: Order, direction: str | None) -> str:
    return order[-1] if direction == "worst-first" else order[0]


def _direction_note(artifact: RankingArtifact) -> str:
    if artifact.direction in ("best-first", "worst-first"):
        return ""
    return f"direction {clean(artifact.direction or 'not stated')}: read as best-first"
