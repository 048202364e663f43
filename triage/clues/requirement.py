"""What changed between the last green run and now: the required set, its version, the conditions of measuring."""

from collections.abc import Mapping
from typing import NamedTuple

from triage.model import Evidence, Proof, Row, Source

_MEASURING = ("k", "retrieval.k", "context_cutoff", "rubric_version", "judge", "versions", "metrics", "metric_version")


class RequirementChange(NamedTuple):
    """The required set now against the last green run's, and how the missing claims fall on it."""

    before: Row
    added: tuple[str, ...]
    removed: tuple[str, ...]
    missing_added: tuple[str, ...]
    missing_known: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """The sets are not equal."""
        return bool(self.added or self.removed)

    @property
    def explains(self) -> bool:
        """Everything that is missing was added."""
        return bool(self.missing_added) and not self.missing_known

    def proofs(self, row: Row) -> tuple[Proof, ...]:
        """Both sets, in words."""
        now = f"required now: {', '.join(row.required or ()) or 'none'}"
        if self.added:
            now += f"; added {', '.join(self.added)}"
        if self.removed:
            now += f"; removed {', '.join(self.removed)}"
        then = f"required in the last green run: {', '.join(self.before.required or ()) or 'none'}"
        return Proof(now, row.source), Proof(then, self.before.source)


def requirement_change(evidence: Evidence) -> RequirementChange | None:
    """The change of the required set; None without both lists."""
    row, before = evidence.row, evidence.green.row if evidence.green else None
    if before is None or row.required is None or before.required is None:
        return None
    known, now = set(before.required), set(row.required)
    return RequirementChange(
        before,
        tuple(claim for claim in row.required if claim not in known),
        tuple(claim for claim in before.required if claim not in now),
        tuple(claim for claim in row.missing if claim not in known),
        tuple(claim for claim in row.missing if claim in known),
    )


def contract_versions(evidence: Evidence) -> tuple[str, str] | None:
    """(last green, now); None when either run kept none."""
    if evidence.green is None:
        return None
    then, now = (_contract(one) for one in (evidence.green, evidence))
    return (then, now) if then and now else None


def _contract(evidence: Evidence) -> str | None:
    case = evidence.case
    return (
        evidence.row.contract_version or (case.contract_version if case else None) or evidence.manifest.contract_version
    )


def changed_conditions(evidence: Evidence) -> list[tuple[str, Source]]:
    """Conditions of measuring that differ from the last green run, in words, with the manifest that says so."""
    if evidence.green is None:
        return []
    runs = evidence.manifest.conditions, evidence.green.manifest.conditions, evidence.manifest.source
    rows = _versions(evidence.row), _versions(evidence.green.row), evidence.row.source
    return [
        (f"{name}: {then.get(name, 'not kept')} -> {now.get(name, 'not kept')}", source)
        for now, then, source in (runs, rows)
        if now and then
        for name in {**then, **now}
        if is_measuring(name) and now.get(name) != then.get(name)
    ]


def conditions_known(evidence: Evidence) -> bool:
    """Both runs say how they measured."""
    runs = (evidence, evidence.green) if evidence.green else ()
    return bool(runs) and all(any(is_measuring(name) for name in one.manifest.conditions) for one in runs)


def _versions(row: Row) -> dict[str, str]:
    """Package versions that a row names itself."""
    kept = row.raw.get("versions")
    return {f"versions.{name}": str(version) for name, version in kept.items()} if isinstance(kept, Mapping) else {}


def is_measuring(name: str) -> bool:
    """The setting, by its dotted name, is one of how it was measured and not of what was under test."""
    return any(name == known or name.startswith(f"{known}.") for known in _MEASURING)
