"""A metric over the context was asked of a case that has none.

What it sees
    A context metric failed or is invalid, and everything that should hold the context is empty.
Why it matters
    Nothing could be measured; the number, if any, is an artefact of an empty list.
Look-alikes
    retrieval-miss: there retrieval ran and found the wrong things.
    score-not-a-number: there a context was kept, and nothing explains the missing score.
What to do next
    Find out whether the fixture never had a context, or the run did not keep it.
Owner
    test-data
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.profile import lacks_context
from triage.model import Evidence, Owner, Proof, Stage

CAUSE = Cause(
    "context-missing",
    Stage.METRIC,
    Owner.TEST_DATA,
    "find out whether the fixture never had a context or the run did not keep it",
    ("retrieval-miss", "score-not-a-number"),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """A context metric over an empty context."""
    row = evidence.row
    if row.metric in CONTEXT_METRICS and lacks_context(evidence):
        proofs = [Proof(f"{row.metric} needs a context, and {_what(evidence)} for this case", row.source)]
        if evidence.case is not None and row.tool is None:
            proofs.append(Proof("the case has no context", evidence.case.source))
        yield CAUSE.found(*proofs)


def _what(evidence: Evidence) -> str:
    """Other tools hold no fixture's context: where their retrieval ran, it found nothing."""
    ran = evidence.row.tool is not None and evidence.retrieval is not None
    return "retrieval found nothing" if ran else "none was kept"


CONTEXT_METRICS = ("faithfulness", "context_precision", "context_recall", "context_relevance", "context_utilization")
