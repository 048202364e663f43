"""Which last green run to compare with, chosen and refused with the reason in words."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from triage.compare import Baseline
from triage.evidence import Bundle, EvidenceError, open_bundle, shelf
from triage.model import Manifest
from triage.verdict import GREEN, Verdict, judge

SIBLINGS_READ = 8


class Chosen(NamedTuple):
    """The baseline, or in words why there is none; ``notes`` tell of runs that were looked at and refused."""

    baseline: Baseline | None
    refused: str | None = None
    notes: tuple[str, ...] = ()


def verdict_of(bundle: Bundle) -> Verdict:
    """The verdict of a bundle's own rows."""
    rows = bundle.rows
    found = judge(
        ((rows.outcome(number), rows.blocking(number)) for number in range(len(rows))),
        planned=bundle.planned[0] if bundle.planned else None,
        unrowed=len(bundle.unrowed_cases()),
        lost=bundle.lost_row_lines,
        conflicts=sum(rows.conflict(number) for number in range(len(rows))),
    )
    if not bundle.manifest.policy.report_only:
        return found
    return found._replace(exit_code=GREEN, why=(*found.why, "the policy is report-only: nothing blocks"))


def choose(bundle: Bundle, named: str | None) -> Chosen:
    """The named run, else the bundle's own ``baseline/``, else the newest comparable green run beside it."""
    if named is not None:
        other = open_bundle([named], within=Path(named).resolve().name)
        found = verdict_of(other)
        note = () if found.word == "green" else (f"the named baseline is {found.word}: {'; '.join(found.why)}",)
        return Chosen(Baseline(other, "named with --baseline"), None, note)
    inner = bundle.baseline_path
    if inner is not None:
        return Chosen(Baseline(open_bundle([inner], within=inner.name), "the bundle's own baseline folder"))
    return _sibling(bundle)


def _sibling(bundle: Bundle) -> Chosen:
    notes: list[str] = []
    for other, path in _newest_first(bundle):
        reason = _refusal(bundle.manifest, other.manifest)
        found = verdict_of(other)
        if reason is None and found.word != "green":
            reason = f"it is {found.word}: {'; '.join(found.why)}"
        if reason is None:
            return Chosen(
                Baseline(other, f"newest comparable green run beside this one ({path.name})"), None, tuple(notes)
            )
        notes.append(f"{other.manifest.run_id or path.name} is no baseline: {reason}")
        other.close()
    none = "no last green run: none was named, the bundle holds none, and there is no comparable one beside it"
    return Chosen(None, none, tuple(notes))


def _newest_first(bundle: Bundle) -> Iterator[tuple[Bundle, Path]]:
    """Runs in folders beside this one, older than it, the newest first; at most ``SIBLINGS_READ`` are read."""
    if len(bundle.paths) != 1 or bundle.paths[0] == "-" or bundle.manifest.run_id is None:
        return
    here = Path(bundle.paths[0]).resolve()
    others = [path for path in shelf(here.parent) if path.resolve() != here]
    opened = []
    for path in others[:64]:
        try:
            other = open_bundle([path], within=path.name)
        except EvidenceError:
            continue
        if _is_earlier(other.manifest, bundle.manifest):
            opened.append((other.manifest.date or "", other, path))
    for _, other, path in sorted(opened, key=lambda one: one[0], reverse=True)[:SIBLINGS_READ]:
        yield other, path


def _is_earlier(other: Manifest, this: Manifest) -> bool:
    if other.run_id is None or other.run_id == this.run_id:
        return False
    return not this.date or not other.date or other.date < this.date


def _refusal(now: Manifest, then: Manifest) -> str | None:
    """Why two runs must not be compared; None when nothing speaks against it."""
    one, other = now.question_set_version, then.question_set_version
    if one and other and one != other:
        return f"its question set is {other}, this run's is {one}"
    return None
