"""Means over rows, always beside how many rows they are over and how many were left out."""

from array import array
from collections.abc import Iterable
from math import fsum
from typing import NamedTuple


class Scored(NamedTuple):
    """What an aggregate needs of one row.

    ``score`` is None for an invalid row and for one the metric does not apply to (n/a); ``invalid`` tells them apart,
    and an invalid row's score is never counted.  ``counts`` are (numerator, denominator) of the score, where known.
    """

    metric: str
    system: str | None
    scenario: str | None
    score: float | None
    invalid: bool = False
    counts: tuple[float, int] | None = None


class Aggregate(NamedTuple):
    """The mean of one metric and system; ``scenario`` None is over all scenarios.

    ``mean`` is the macro mean, which gives each of the ``n`` scored rows equal weight; None when there is none.
    ``invalid`` and ``not_applicable`` rows are left out of both.  ``pooled`` (numerator, denominator) weighs rows by
    their counts; None unless every scored row has its counts, so that both are over the same rows.
    """

    metric: str
    system: str | None
    scenario: str | None
    mean: float | None
    n: int
    invalid: int
    not_applicable: int
    pooled: tuple[float, int] | None


def aggregate(rows: Iterable[Scored]) -> tuple[Aggregate, ...]:
    """One aggregate per metric and system over all its rows, then one per scenario named in them.

    Groups come in the order of their first row.  Rows are consumed one by one; a row costs some 16 bytes.
    """
    groups: dict[tuple[str, str | None], dict[str | None, _Tally]] = {}
    for row in rows:
        slices = groups.setdefault((row.metric, row.system), {None: _Tally()})
        slices[None].add(row)
        if row.scenario is not None:
            slices.setdefault(row.scenario, _Tally()).add(row)
    return tuple(
        Aggregate(metric, system, scenario, *tally.close())
        for (metric, system), slices in groups.items()
        for scenario, tally in slices.items()
    )


class _Tally:
    def __init__(self) -> None:
        self.scores = array("d")
        self.invalid = self.not_applicable = self.counted = self.denominator = 0
        self.numerator = 0.0

    def add(self, row: Scored) -> None:
        if row.invalid:
            self.invalid += 1
        elif row.score is None:
            self.not_applicable += 1
        else:
            self.scores.append(row.score)
            if row.counts is not None:
                self.counted += 1
                self.numerator += row.counts[0]
                self.denominator += row.counts[1]

    def close(self) -> tuple[float | None, int, int, int, tuple[float, int] | None]:
        n = len(self.scores)
        mean = fsum(self.scores) / n if n else None
        pooled = (self.numerator, self.denominator) if n and self.counted == n else None
        return mean, n, self.invalid, self.not_applicable, pooled
