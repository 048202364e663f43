"""RAGChecker's averages at the top of the file: percent with one decimal, beside fractions per case."""

from collections.abc import Iterator, Mapping
from typing import Any

from triage.adapters.native import Said, Spot

_HALF = 0.05 + 1e-6
_TOP = Spot(pointer="/metrics")


def means_said(top: Any, measured: list[tuple[Mapping[str, Any], frozenset[str]]]) -> Iterator[Said]:
    """Averages that differ from the file's own cases, and averages that count cases in which nothing was measured.

    ``measured`` holds the metrics of each case and the names of those that had nothing to measure.
    """
    counted = []
    for metric, percent in _flat(top).items():
        pairs = [(one[metric], metric not in empty) for one, empty in measured if _is_number(one.get(metric))]
        if not pairs:
            continue
        mean = 100 * sum(value for value, _ in pairs) / len(pairs)
        if not abs(mean - percent) <= _HALF:
            words = f"the average {metric} is {percent:g} % at the top of the file, and its {len(pairs)} cases give"
            yield Said(f"{words} {mean:.1f} %", _TOP)
        kept = [value for value, real in pairs if real]
        if kept and len(kept) < len(pairs):
            counted.append(f"{metric} {percent:g} %, of {len(kept)} measured {100 * sum(kept) / len(kept):.1f} %")
    if counted:
        yield Said(f"averages that count cases in which nothing was measured: {'; '.join(counted)}", _TOP)


def _flat(top: Any) -> dict[str, float]:
    """Metric -> percent, out of the groups, whatever they are called."""
    found: dict[str, float] = {}
    for group in (top or {}).values() if isinstance(top, dict) else ():
        if isinstance(group, dict):
            found |= {str(name): value for name, value in group.items() if _is_number(value)}
    return found


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
