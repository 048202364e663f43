"""The same request gets another winner each time.

What it sees
    The same presented order was judged repeatedly, the winner moved, and no slot pattern explains it.
Why it matters
    One verdict of such a judge decides nothing; rerunning until it agrees is choosing.
Look-alikes
    position-bias: there the winner follows a slot.
    attempts-disagree: the same fault of a scalar metric.
What to do next
    Fix temperature and seed, and report the share of repetitions that agree.
Owner
    evaluation
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.ranking import comparison
from triage.metrics.ranking import repetition_stability
from triage.model import Evidence, Owner, Proof, Stage
from triage.text import number

CAUSE = Cause(
    "judge-unstable",
    Stage.STABILITY,
    Owner.EVALUATION,
    "fix temperature and seed, and report the share of repetitions that agree",
    ("position-bias",),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Winners over repetitions of one presented order."""
    view = comparison(evidence)
    if view is None or not view.is_valid:
        return
    if len(view.repeats) < 2:
        yield CAUSE.cannot_tell("repeated attempts over the same presented order: another winner is an unstable judge")
        return
    stability = repetition_stability(view.repeats)
    if len(set(view.repeats)) == 1:
        yield CAUSE.ruled_out(f"{view.repeats[0]} wins all {len(view.repeats)} repetitions", view.source)
        return
    text = f"winners over {len(view.repeats)} repetitions of one order: {', '.join(view.repeats)}"
    yield CAUSE.found(
        Proof(text, view.source),
        Proof(f"repetition stability {number(stability.value)} of {stability.denominator}", view.source),
    )
