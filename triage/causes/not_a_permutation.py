"""The returned order is no order of the candidates: ids are missing, unknown or repeated.

What it sees
    Missing, unknown or duplicate ids in the returned order, or a reply that is no order at all.
Why it matters
    A contract failure even if the winner is right: no agreement can be computed, and the ranking was not lost, it
    was never given.
Look-alikes
    ranking-serialisation: there the judge's raw order is valid, and saving it broke it.
    candidate-renamed: there each missing id has a stranger in its place.
What to do next
    Ask the judge again with the same request, and reject the reply where it is parsed.
Owner
    evaluation
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.ranking import comparison
from triage.metrics.ranking import identity
from triage.model import Evidence, Owner, Proof, Stage

CAUSE = Cause(
    "not-a-permutation",
    Stage.ORDERS,
    Owner.EVALUATION,
    "ask the judge again with the same request, and reject such a reply where it is parsed",
    ("ranking-serialisation", "candidate-renamed"),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Everything that is wrong with the returned ids, all at once."""
    view = comparison(evidence)
    if view is None or not view.expected:
        return
    returned = view.raw if view.raw is not None else view.artifact.actual
    if returned is None:
        if view.artifact.unparsed is not None:
            yield CAUSE.found(Proof(f"the reply is no order: {view.artifact.unparsed[:120]}", view.source))
        return
    faults = identity(view.expected, returned)
    if faults.ok:
        yield CAUSE.ruled_out("the returned order is a permutation of the expected ids", view.source)
        return
    winner = view.winner(returned)
    right = ", though its winner is the reviewed one" if winner == view.expected_winner else ""
    yield CAUSE.found(
        Proof(f"returned {', '.join(returned) or 'nothing'}: {faults.words()}{right}", view.source),
        Proof(f"expected {', '.join(view.expected)}", view.source),
    )
