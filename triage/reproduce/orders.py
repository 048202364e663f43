"""A judged comparison again: is the saved order one at all, is it the raw one, and what agreement does it give?"""

from collections.abc import Iterator

from triage.clues.ranking import Comparison, comparison
from triage.metrics.ranking import pairwise_agreement
from triage.model import Evidence
from triage.reproduce.outcome import Job, Recomputed, different, equal, impossible
from triage.text import number

_TOLERANCE = 1e-9
_METRIC = "pairwise_agreement"


def ranking(evidence: Evidence) -> Recomputed:
    """Compare the recorded order, winner and agreement with what the orders themselves give."""
    view = comparison(evidence)
    if view is None:
        return impossible("the orders of this comparison were not kept")
    if not view.expected:
        return impossible("the reviewed order was not kept")
    if view.actual is None:
        said = " (the judge answered in prose)" if view.artifact.unparsed is not None else ""
        return impossible(f"no order was returned{said}")
    faults = view.faults
    assert faults is not None
    if not faults.ok:
        return _no_order(view, f"not a permutation: {faults.words()}")
    value = pairwise_agreement(view.expected, view.actual)
    job = Job("order", view.expected, view.actual, view.actual, "a permutation")
    if wrong := list(_wrong(view, value)):
        return different("; ".join(wrong), value, job)
    shown = f"the returned order is the saved one, and {_agreement(view, value)}"
    return equal(shown, value, job)


def _no_order(view: Comparison, fault: str) -> Recomputed:
    job = Job("order", view.expected, view.actual or (), None, fault)
    if recorded := [number(one) for _, one in _recorded(view)]:
        return different(f"recorded agreement {recorded[0]}, recomputed none: {fault}", None, job)
    return equal(f"no agreement both times ({fault})", None, job)


def _recorded(view: Comparison) -> Iterator[tuple[str, float]]:
    """The agreement as the artifact and a result row of its own recorded it."""
    row, artifact = view.evidence.row, view.artifact
    if artifact.pairwise_agreement is not None:
        yield "agreement", artifact.pairwise_agreement
    if row.metric == _METRIC and row.score is not None and row.source != artifact.source:
        yield "score", row.score


def _wrong(view: Comparison, value: float) -> Iterator[str]:
    for what, recorded in _recorded(view):
        if abs(recorded - value) > _TOLERANCE:
            yield f"recorded {what} {number(recorded, value)}, recomputed {number(value, recorded)}"
    if view.raw is not None and view.raw != view.actual:
        yield f"the saved order is {', '.join(view.actual or ())}, the raw one {', '.join(view.raw)}"
    winner, recorded_winner = view.winner(view.actual), view.artifact.must_win_actual
    if recorded_winner is not None and recorded_winner != winner:
        yield f"recorded winner {recorded_winner}, by the order {winner}"


def _agreement(view: Comparison, value: float) -> str:
    recorded = next((number(one) for _, one in _recorded(view)), None)
    if recorded is None:
        return f"no agreement was recorded (it is {number(value)})"
    return f"recorded agreement {recorded}, recomputed {number(value)}"
