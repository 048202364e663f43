"""The reported mean counts invalid rows as 0, or drops them while claiming all rows.

What it sees
    The reported mean equals the mean with every invalid row as 0, or the mean of the valid rows while the reported
    count includes the invalid ones.
Why it matters
    The dashboard showed a number that was never measured; people acted on it.
Look-alikes
    planned-rows-missing: there rows are absent, not invalid.
What to do next
    Report the mean over valid rows with both counts beside it.
Owner
    evaluation
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.run import RunFacts
from triage.model import Owner, Proof, Stage
from triage.text import number

CAUSE = Cause(
    "aggregate-hides-invalid",
    Stage.METRIC,
    Owner.EVALUATION,
    "report the mean over valid rows with both counts beside it",
    ("planned-rows-missing",),
)


def look(facts: RunFacts) -> Iterator[Said]:
    """Reported mean against the two wrong ways of taking it."""
    for total in facts.aggregates:
        reported, rows = facts.manifest.reported.get(total.metric, (None, None))
        if reported is None or total.mean is None or not total.invalid or total.scenario is not None:
            continue
        close = _rounding(reported)
        everything = total.n + total.invalid
        as_zero = total.mean * total.n / everything
        valid = f"{number(total.mean, reported)} over {total.n} of {everything} rows ({total.invalid} invalid)"
        shown = f"reported {number(reported)} over {rows if rows is not None else 'unsaid'} rows"
        if abs(reported - as_zero) <= close < abs(reported - total.mean):
            why = f"{shown}: that is the mean with {total.invalid} invalid rows as 0"
        elif abs(reported - total.mean) <= close and rows is not None and rows > total.n:
            why = f"{shown}: the invalid rows are counted and not averaged"
        else:
            continue
        yield CAUSE.found(Proof(why, facts.manifest.source), Proof(f"{total.metric}: {valid}", facts.manifest.source))


def _rounding(reported: float) -> float:
    """Half a unit of the last digit that a dashboard showed, for two or three digits."""
    digits = len(repr(reported).partition(".")[2])
    return 0.5 * 10.0 ** -min(max(digits, 2), 3) + 1e-9
