"""Two systems, or two metrics, over the same cases: paired row by row, means never alone.

A case that only one side holds, or that either side could not evaluate, is counted and left out of the pairing, and
said.  A regression is listed even where every average improves.
"""

from collections.abc import Iterator
from itertools import combinations
from math import fsum
from typing import NamedTuple

from triage.evidence import Bundle
from triage.metrics.statistics import mcnemar_exact, wilson_interval
from triage.model import Outcome

MOST_PAIRINGS = 10


class Side(NamedTuple):
    """One side of a pairing: a metric of a system."""

    metric: str
    system: str | None

    @property
    def name(self) -> str:
        """The side in words."""
        return self.metric if self.system is None else f"{self.system} ({self.metric})"


class Pairing(NamedTuple):
    """Two sides over the cases that both judged.

    ``worse`` are the row numbers (first side, second side) of cases that only the first side passes, ``better`` those
    that only the second passes.  ``unpaired`` cases stand on one side only, ``unjudged`` were invalid or not judged
    on either.  ``means`` are over the paired cases that have both scores.
    """

    first: Side
    second: Side
    both_pass: int
    both_fail: int
    worse: tuple[tuple[int, int], ...]
    better: tuple[tuple[int, int], ...]
    unpaired: tuple[str, ...]
    unjudged: int
    means: tuple[float, float] | None

    @property
    def paired(self) -> int:
        """Cases that both sides judged."""
        return self.both_pass + self.both_fail + len(self.worse) + len(self.better)

    @property
    def p(self) -> float:
        """Exact McNemar p of the flips."""
        return mcnemar_exact(len(self.worse), len(self.better))

    def interval(self, passed: int) -> tuple[float, float] | None:
        """Wilson interval of a share of the paired cases."""
        return wilson_interval(passed, self.paired)


def pairings(bundle: Bundle) -> tuple[Pairing, ...]:
    """Every two systems of one metric; every two metrics where a run has exactly two and they share their cases."""
    sides = _sides(bundle)
    chosen = [pair for pair in combinations(sides, 2) if pair[0].metric == pair[1].metric]
    metrics = {side.metric for side in sides}
    if not chosen and len(sides) == len(metrics) == 2 and _share_cases(*sides.values()):
        chosen = [(next(iter(sides)), list(sides)[1])]
    return tuple(_pair(bundle, sides, *pair) for pair in chosen[:MOST_PAIRINGS])


def _sides(bundle: Bundle) -> dict[Side, dict[str, int]]:
    """Side -> case id -> its first row."""
    rows, sides = bundle.rows, dict[Side, dict[str, int]]()
    for number in range(len(rows)):
        case_id = rows.case_id(number)
        if case_id is not None:
            side = Side(rows.metric(number), rows.system(number))
            sides.setdefault(side, {}).setdefault(case_id, number)
    return sides


def _share_cases(one: dict[str, int], other: dict[str, int]) -> bool:
    return 2 * len(one.keys() & other.keys()) > max(len(one), len(other))


def _pair(bundle: Bundle, sides: dict[Side, dict[str, int]], first: Side, second: Side) -> Pairing:
    one, other = sides[first], sides[second]
    shared = [case_id for case_id in one if case_id in other]
    rows = bundle.rows
    judged = [
        (one[case_id], other[case_id])
        for case_id in shared
        if {rows.outcome(one[case_id]), rows.outcome(other[case_id])} <= {Outcome.PASSED, Outcome.FAILED}
    ]
    table: dict[tuple[bool, bool], list[tuple[int, int]]] = {}
    for pair in judged:
        mine, theirs = (rows.outcome(number) is Outcome.PASSED for number in pair)
        table.setdefault((mine, theirs), []).append(pair)
    return Pairing(
        first,
        second,
        len(table.get((True, True), ())),
        len(table.get((False, False), ())),
        tuple(table.get((True, False), ())),
        tuple(table.get((False, True), ())),
        tuple(sorted(one.keys() ^ other.keys())),
        len(shared) - len(judged),
        _means(bundle, judged),
    )


def _means(bundle: Bundle, pairs: list[tuple[int, int]]) -> tuple[float, float] | None:
    scores = [(bundle.rows.score(one), bundle.rows.score(other)) for one, other in pairs]
    known = [(mine, theirs) for mine, theirs in scores if mine is not None and theirs is not None]
    if not known:
        return None
    return fsum(mine for mine, _ in known) / len(known), fsum(theirs for _, theirs in known) / len(known)


def flips(pairing: Pairing) -> Iterator[tuple[str, int, int]]:
    """(which side alone passes, row on the first side, row on the second) of every disagreement."""
    for one, other in pairing.worse:
        yield pairing.first.name, one, other
    for one, other in pairing.better:
        yield pairing.second.name, one, other
