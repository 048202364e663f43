"""The reason counts other claims than the row's own lists hold.

What it sees
    The reason has the form supported=N; required=N; missing=..., and its counts or ids differ from the stored
    lists.
Why it matters
    Words and lists come from two evaluations, or were joined to the wrong row. Reading either would mislead.
Look-alikes
    score-not-reproducible: there the score differs from the lists.
What to do next
    Look for the same reason on another row: found, the rows were joined wrongly; not found, one half is stale.
Owner
    evaluation
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.words import counts, has_list_fault
from triage.model import Evidence, Owner, Proof, Stage

CAUSE = Cause(
    "reason-contradicts-lists",
    Stage.METRIC,
    Owner.EVALUATION,
    "look for the same reason on another row: found, the join is wrong; not found, one half is stale",
    ("score-not-reproducible",),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Counts in words against counts of the lists."""
    row, told = evidence.row, counts(evidence.row.reason)
    if told is None or row.required is None or row.supported is None or has_list_fault(row):
        return
    missing = frozenset(row.missing)
    held = f"supported={len(row.supported)}; required={len(row.required)}; missing={','.join(row.missing) or 'none'}"
    if held in (row.reason or ""):  # Ids may hold the very signs that separate the counts.
        yield CAUSE.ruled_out("the counts and missing ids of the reason are those of the lists", row.source)
        return
    if (told.supported, told.required) == (len(row.supported), len(row.required)) and told.missing == missing:
        yield CAUSE.ruled_out("the counts and missing ids of the reason are those of the lists", row.source)
        return
    yield CAUSE.found(Proof(f"the reason says {row.reason}", row.source), Proof(f"the lists say {held}", row.source))
