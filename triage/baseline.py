"""Which last green run to compare with, chosen and refused with the reason in words.

A run of its own is judged by its rows; one that only a further manifest of the same files speaks of, by what that
manifest says of itself.  The run that the manifest names as its baseline is looked at before newer ones.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from triage.compare import Baseline
from triage.evidence import Bundle, EvidenceError, Limit, Watch, open_bundle, other_run, shelf
from triage.model import Manifest
from triage.verdict import GREEN, Verdict, judge

Opener = Callable[..., Bundle]
SIBLINGS_READ = 8
CASES_COMPARED = 500
_STOPPED = "reading was stopped before the last green run was read"
_GREEN_WORDS = ("green", "pass", "passed")


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


def choose(
    bundle: Bundle, named: str | None, watch: Watch | None = None, limits: Mapping[str, Limit] | None = None
) -> Chosen:
    """The named run, else the bundle's own ``baseline/``, else the best comparable green run beside it.

    Where there is none beside it, another run that the bundle's own manifests tell of.  Nothing is compared with half
    a run: once the watch is stopped there is no baseline.
    """
    watch = watch or Watch()
    read = partial(open_bundle, watch=watch, limits_of_metrics=limits)
    chosen = Chosen(None) if watch.stopped else _choose(bundle, named, read)
    return Chosen(None, _STOPPED) if watch.stopped else chosen


def _choose(bundle: Bundle, named: str | None, read: Opener) -> Chosen:
    if named is not None:
        other = read([named], within=Path(named).resolve().name)
        found = verdict_of(other)
        note = () if found.word == "green" else (f"the named baseline is {found.word}: {'; '.join(found.why)}",)
        return Chosen(Baseline(other, "named with --baseline"), None, note)
    inner = bundle.baseline_path
    if inner is not None:
        return Chosen(Baseline(read([inner], within=inner.name), "the bundle's own baseline folder"))
    beside = _sibling(bundle, read)
    if beside.baseline is not None or len(bundle.manifests) < 2:
        return beside
    told = _told(bundle)
    return Chosen(told.baseline, None if told.baseline else beside.refused, (*beside.notes, *told.notes))


def _told(bundle: Bundle) -> Chosen:
    """Among the other manifests of the same files; there is nothing of such a run that rows could be paired with."""
    now, notes = bundle.manifest, list[str]()
    others = [one for one in bundle.manifests if one is not now and one.run_id not in (None, now.run_id)]
    for one in sorted(others, key=lambda one: _preference(now, one), reverse=True):
        reason = None if _is_earlier(one, now) else f"it is later than {now.run_id}"
        reason = reason or _refusal(now, one) or _not_green(one)
        if reason is None:
            why = f"{_which(now, one)} that {one.source} tells of; its rows are not here, so no row can be paired"
            return Chosen(Baseline(other_run(bundle, one), why), None, tuple(notes))
        notes.append(f"{one.run_id} is no baseline: {reason}")
    return Chosen(None, None, tuple(notes))


def _not_green(manifest: Manifest) -> str | None:
    """Why a run is not green by its own manifest; None when it says that it is, and nothing speaks against it."""
    told = manifest.raw.get("counts")
    counts = {name: told.get(name) for name in ("invalid", "fail", "failed")} if isinstance(told, Mapping) else {}
    for name, rows in counts.items():
        if rows:
            return f"its counts say {rows} {name}, so it is not green"
    status = manifest.raw.get("status")
    if not isinstance(status, str):
        return "its manifest does not say that it is green"
    return None if status.strip().casefold() in _GREEN_WORDS else f"its status is {status}"


def _preference(now: Manifest, one: Manifest) -> tuple[bool, str]:
    return now.baseline is not None and one.run_id == now.baseline, one.date or ""


def _which(now: Manifest, one: Manifest) -> str:
    return "the baseline that the run names, a green run" if _preference(now, one)[0] else "newest comparable green run"


def _sibling(bundle: Bundle, read: Opener) -> Chosen:
    notes: list[str] = []
    for other, path in _newest_first(bundle, read):
        reason = _refusal(bundle.manifest, other.manifest) or _stranger(bundle, other)
        found = verdict_of(other)
        if reason is None and found.word != "green":
            reason = f"it is {found.word}: {'; '.join(found.why)}"
        if reason is None:
            why = f"{_which(bundle.manifest, other.manifest)} beside this one ({path.name})"
            return Chosen(Baseline(other, why), None, tuple(notes))
        notes.append(f"{other.manifest.run_id or path.name} is no baseline: {reason}")
        other.close()
    none = "no last green run: none was named, the bundle holds none, and there is no comparable one beside it"
    return Chosen(None, none, tuple(notes))


def _newest_first(bundle: Bundle, read: Opener) -> Iterator[tuple[Bundle, Path]]:
    """Runs in folders beside this one, older than it: the named one, then the newest; at most ``SIBLINGS_READ``."""
    if len(bundle.paths) != 1 or bundle.paths[0] == "-" or bundle.manifest.run_id is None:
        return
    here = Path(bundle.paths[0]).resolve()
    others = [path for path in shelf(here.parent) if path.resolve() != here]
    opened = []
    for path in others[:64]:
        try:
            other = read([path], within=path.name)
        except EvidenceError:
            continue
        if _is_earlier(other.manifest, bundle.manifest):
            opened.append((_preference(bundle.manifest, other.manifest), other, path))
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
        return f"not comparable, its question set is {other}, this run's is {one}"
    return None


def _stranger(bundle: Bundle, other: Bundle) -> str | None:
    """A run of another gate that merely lies beside this one: fewer than half of these cases are in it."""
    rows = bundle.rows
    ids = {case_id for number in range(min(len(rows), CASES_COMPARED)) if (case_id := rows.case_id(number)) is not None}
    shared = sum(bool(other.rows.of_case(case_id)) for case_id in ids)
    if not ids or 2 * shared >= len(ids):
        return None
    return f"not comparable, it holds {shared} of {len(ids)} cases of this run"
