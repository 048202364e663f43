"""A record file or an archive ends in the middle.

What it sees
    A record file ends inside a record, a line is torn, or an archive is cut.
Why it matters
    What was lost cannot be counted, so the run is not complete, whatever the rest says.
Look-alikes
    unreadable-artifact: there the bytes are all there and wrong.
    planned-rows-missing: there nothing is torn, rows are absent.
What to do next
    Fetch the artifact again; if it is torn at the source, look for a full disk or a killed run.
Owner
    platform
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.run import RunFacts
from triage.model import Owner, Proof, Source, Stage

CAUSE = Cause(
    "truncated-artifact",
    Stage.LOAD,
    Owner.PLATFORM,
    "fetch the artifact again; torn at the source means a full disk or a killed run",
    ("unreadable-artifact", "planned-rows-missing"),
)


def look(facts: RunFacts) -> Iterator[Said]:
    """Everything that ends too early."""
    torn = [unread for unread in facts.unread if unread.torn]
    if torn:
        yield CAUSE.found(*(Proof(one.problem, Source(one.path, one.line)) for one in torn))
