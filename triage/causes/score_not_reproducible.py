"""The stored inputs give another number than the stored score.

What it sees
    Recomputing the metric from the lists or rankings of the row differs from the recorded score by more than 1e-9.
Why it matters
    A number that cannot be reproduced decides nothing: neither its failures nor its passes are worth walking.
Look-alikes
    reason-contradicts-lists: there the words beside the score are stale, the score itself is right.
    score-out-of-range: there the number is impossible for the metric.
What to do next
    Run the metric once more on the stored inputs; if it gives the recomputed value, the result file is stale.
Owner
    evaluation
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.recompute import recompute, tie_of
from triage.model import Evidence, Owner, Proof, Stage
from triage.text import number

CAUSE = Cause(
    "score-not-reproducible",
    Stage.METRIC,
    Owner.EVALUATION,
    "run the metric once more on the stored inputs: the recomputed value means that the result file is stale",
    ("reason-contradicts-lists", "score-out-of-range"),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Recorded and recomputed differ."""
    row, again = evidence.row, recompute(evidence)
    if row.score is None or again is None:
        return
    if again.value is not None and abs(again.value - row.score) <= 1e-9:
        because = f"recomputed {number(again.value)}: {again.formula}"
        yield CAUSE.ruled_out(because, again.sources[0])
        return
    value = "not applicable (nothing is labelled relevant)" if again.value is None else number(again.value, row.score)
    proofs = [
        Proof(f"recorded {number(row.score, again.value)}", row.source),
        *(Proof(f"recomputed {value}: {again.formula}", source) for source in again.sources),
    ]
    known = (_self_match(evidence), tie_of(evidence))
    yield CAUSE.found(*proofs, *(proof for proof in known if proof is not None))


def _self_match(evidence: Evidence) -> Proof | None:
    """A document that is named like the case is sometimes filtered out as the query itself."""
    case = evidence.case
    if case is None or not case.relevant or evidence.row.case_id not in case.relevant:
        return None
    return Proof(f"the relevant id {evidence.row.case_id} equals the case id: a self-match filter?", case.source)
