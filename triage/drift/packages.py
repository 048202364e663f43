"""A metric's package or version that changed, beside what became of the cases whose inputs did not."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from triage.drift.rows import MOST_ROWS
from triage.evidence import Bundle
from triage.model import Evidence, Manifest, Proof, Row
from triage.text import count

_NAMES = ("versions", "metrics", "metric_version", "metric_package")


class Moved(NamedTuple):
    """Pairs of one metric that both have a score: how many fell, rose, and have equal input digests.

    ``undigested`` pairs lack a digest on either side; ``same_moved`` have equal digests and another score.
    """

    paired: int
    fell: int
    rose: int
    same: int
    undigested: int
    same_moved: int


def package_facts(now: Bundle, green: Bundle | None) -> Iterator[Proof]:
    """Against the last green run, and between the systems of this one: what changed, and what moved with it."""
    pairs: dict[str, list[tuple[Row, Row]]] = {}
    for then, one in _paired_runs(now, green) if green is not None else ():
        pairs.setdefault(one.metric, []).append((then, one))
    if green is not None:
        for metric, both in pairs.items():
            yield from _facts(metric, both, green.manifest, now.manifest, len(now.rows) > MOST_ROWS)
    for metric, first, second, numbers in _paired_systems(now):
        both = [(now.row(one), now.row(other)) for one, other in numbers[:MOST_ROWS]]
        yield from _facts(f"{first} -> {second}, {metric}", both, Manifest(), Manifest(), len(numbers) > MOST_ROWS)


def row_package_facts(evidence: Evidence) -> Iterator[Proof]:
    """This row alone: its package changed, its input did not."""
    green = evidence.green
    if green is None:
        return
    changed = _changed([(green.row, evidence.row)], green.manifest, evidence.manifest)
    same = evidence.row.input_sha256 is not None and evidence.row.input_sha256 == green.row.input_sha256
    if changed and same and evidence.row.score != green.row.score:
        yield Proof(f"{changed}; the metric's input is unchanged (same digest), its score is not", evidence.row.source)


def moved(pairs: Iterable[tuple[Row, Row]]) -> Moved:
    """Counts over (then, now)."""
    found = Moved(0, 0, 0, 0, 0, 0)
    for then, now in pairs:
        if then.score is None or now.score is None:
            continue
        digests = then.input_sha256, now.input_sha256
        same = None not in digests and digests[0] == digests[1]
        found = Moved(
            found.paired + 1,
            found.fell + (now.score < then.score),
            found.rose + (now.score > then.score),
            found.same + same,
            found.undigested + (None in digests),
            found.same_moved + (same and now.score != then.score),
        )
    return found


def _facts(name: str, pairs: list[tuple[Row, Row]], then: Manifest, now: Manifest, cut: bool) -> Iterator[Proof]:
    changed, counts = _changed(pairs, then, now), moved(pairs)
    if changed is None or not counts.paired:
        return
    total = f"{counts.fell} of {count(counts.paired, 'case')} fell"
    total += f", {counts.rose} rose" if counts.rose else ""
    total += f" (of the first {MOST_ROWS} rows)" if cut else ""
    yield Proof(f"{name}: metric package changed ({changed}); {total}, {_inputs(counts)}", pairs[0][1].source)


def _inputs(counts: Moved) -> str:
    if counts.undigested == counts.paired:
        return "whether their inputs changed cannot be told: no input digests were kept"
    unkept = f", {counts.undigested} have no digest" if counts.undigested else ""
    if counts.same == counts.paired:
        return "none of the inputs changed (same input digest)"
    return f"{counts.same} of {counts.paired} have the same input digest, of these {counts.same_moved} moved{unkept}"


def _changed(pairs: list[tuple[Row, Row]], then: Manifest, now: Manifest) -> str | None:
    """``evalkit 0.117 -> 0.118`` for every package or metric version that differs; None when none does."""
    before, after = _named(then.conditions), _named(now.conditions)
    for old, new in pairs:
        before, after = {**_of_row(old), **before}, {**_of_row(new), **after}
    names = [name for name in after if name in before and before[name] != after[name]]
    return ", ".join(f"{name} {before[name]} -> {after[name]}" for name in names) or None


def _named(conditions: Mapping[str, str]) -> dict[str, str]:
    found = {}
    for key, value in conditions.items():
        first, _, rest = key.partition(".")
        if first in _NAMES:
            found[rest or first] = value
    return found


def _of_row(row: Row) -> dict[str, str]:
    kept = row.raw.get("versions")
    found = {str(name): str(version) for name, version in kept.items()} if isinstance(kept, Mapping) else {}
    version = row.raw.get("metric_version")
    return {**found, "metric_version": str(version)} if isinstance(version, str | int | float) else found


def _paired_runs(now: Bundle, green: Bundle) -> Iterator[tuple[Row, Row]]:
    for at in range(min(len(now.rows), MOST_ROWS)):
        case_id = now.rows.case_id(at)
        if case_id is None:
            continue
        numbers = green.find(case_id, now.rows.metric(at), now.rows.system(at))
        same = [one for one in numbers if green.rows.attempt(one) == now.rows.attempt(at)]
        if same:
            yield green.row(same[0]), now.row(at)


def _paired_systems(bundle: Bundle) -> Iterator[tuple[str, str, str, list[tuple[int, int]]]]:
    """(metric, system, next system, row numbers of the cases that both hold), systems in reading order."""
    rows, sides = bundle.rows, dict[str, dict[str, dict[str, int]]]()
    for at in range(len(rows)):
        system, case_id = rows.system(at), rows.case_id(at)
        if system is not None and case_id is not None:
            sides.setdefault(rows.metric(at), {}).setdefault(system, {}).setdefault(case_id, at)
    for metric, systems in sides.items():
        for (first, ours), (second, theirs) in pairwise(systems.items()):
            yield metric, first, second, [(at, theirs[case_id]) for case_id, at in ours.items() if case_id in theirs]
