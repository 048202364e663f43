"""The verdict was made by another judge or rubric than this run's.

What it sees
    The row names a judge, prompt or rubric version that differs from the run's manifest (served from a cache, or a
    resumed run).
Why it matters
    The score belongs to an earlier configuration; attributing it to this run compares two different rulers.
Look-alikes
    judge-config-changed, conditions-differ: there the whole run changed its judge, not one row.
What to do next
    Evaluate the row again with the cache off.
Owner
    evaluation
"""

from collections.abc import Iterator, Mapping

from triage.causes.cause import Cause, Said, weakened
from triage.model import Confidence, Evidence, Manifest, Owner, Proof, Row, Stage

CAUSE = Cause(
    "cached-verdict-stale",
    Stage.METRIC,
    Owner.EVALUATION,
    "evaluate the row again with the cache off",
    ("conditions-differ",),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Row and manifest name different judges or rubrics."""
    row, manifest = evidence.row, evidence.manifest
    pairs = [("rubric version", row.rubric_version, manifest.rubric_version), *_judges(row, manifest)]
    differing = [(what, mine, runs) for what, mine, runs in pairs if mine and runs and mine != runs]
    if not differing:
        return
    proofs = [Proof(f"the row's {what} is {mine}, the run's is {runs}", row.source) for what, mine, runs in differing]
    if row.cached:
        proofs.append(Proof("the verdict came from a cache", row.source))
    proofs.append(Proof("the run's own configuration", manifest.source))
    yield CAUSE.found(*proofs, confidence=weakened(Confidence.CERTAIN, not row.cached))


def _judges(row: Row, manifest: Manifest) -> Iterator[tuple[str, str | None, str | None]]:
    """(what, the row's, the run's) of the judge: as a whole, or part by part where the row names parts."""
    named, conditions = row.raw.get("judge"), manifest.conditions
    if not isinstance(named, Mapping):
        yield "judge", row.judge, conditions.get("judge") or conditions.get("judge.model")
        return
    for part, value in named.items():
        whole = conditions.get("judge") if part == "model" else None
        yield f"judge {part}", str(value), conditions.get(f"judge.{part}") or whole
