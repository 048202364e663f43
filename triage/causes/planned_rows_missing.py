"""The run planned more rows than it left behind.

What it sees
    The manifest plans more rows than were found, or a reviewed case has no row at all.
Why it matters
    Missing rows leave the average without a trace. The verdict is incomplete, never green.
Look-alikes
    truncated-artifact: there the missing rows can be seen as a torn file.
What to do next
    List the cases without a row, and look for the worker or shard that should have written them.
Owner
    platform
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.run import RunFacts
from triage.model import Owner, Proof, Stage
from triage.text import count

CAUSE = Cause(
    "planned-rows-missing",
    Stage.LOAD,
    Owner.PLATFORM,
    "list the cases without a row and look for the worker or shard that should have written them",
    ("truncated-artifact",),
)


def look(facts: RunFacts) -> Iterator[Said]:
    """Planned against found."""
    if facts.planned is None and not facts.unrowed:
        yield CAUSE.cannot_tell("planned_rows in run.yaml: without it lost rows and an empty run cannot be seen")
        return
    proofs = []
    if facts.planned is not None and facts.rows < facts.planned[0]:
        text = f"{facts.rows} of {facts.planned[0]} planned rows were found ({facts.planned[1]})"
        proofs.append(Proof(text, facts.manifest.source))
    if facts.unrowed:
        named = ", ".join(facts.unrowed[:12]) + (" ..." if len(facts.unrowed) > 12 else "")
        proofs.append(Proof(f"{count(len(facts.unrowed), 'reviewed case')} without a row: {named}", facts.case_source))
    if proofs:
        yield CAUSE.found(*proofs)
    elif facts.planned is not None:
        yield CAUSE.ruled_out(f"{facts.rows} rows, {facts.planned[0]} planned", facts.manifest.source)
