"""A line or file of the artifact itself cannot be read.

What it sees
    A line or file does not parse, is not UTF-8, holds a key twice, or has a field of the wrong type.
Why it matters
    What stood there is missing from every count, and the console must not pretend otherwise.
Look-alikes
    truncated-artifact: there the file ends too early.
    unreadable-row: there the gate could not read its input; its output is fine.
What to do next
    Open the named line; repair the writer, not the file.
Owner
    platform
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.run import RunFacts
from triage.model import Owner, Proof, Source, Stage

CAUSE = Cause(
    "unreadable-artifact",
    Stage.LOAD,
    Owner.PLATFORM,
    "open the named line, and repair the writer rather than the file",
    ("truncated-artifact", "unreadable-row"),
)


def look(facts: RunFacts) -> Iterator[Said]:
    """Everything unread that is not torn, and every field of a wrong type."""
    proofs = [Proof(one.problem, Source(one.path, one.line)) for one in facts.unread if not one.torn]
    proofs += [Proof(f"{fault.field}: {fault.problem}", fault.source) for fault in facts.faults]
    if proofs:
        yield CAUSE.found(*proofs)
