"""The gate's verdict from the rows alone: counts, bounds, exit code, and why in words."""

from collections.abc import Iterable
from typing import NamedTuple

from triage.model import Outcome
from triage.text import count

GREEN, RED, INCOMPLETE = 0, 1, 2


class Verdict(NamedTuple):
    """What the gate says.  Failed, invalid and passed are three counts that are never added to one.

    ``low`` and ``high`` bound the share of passing blocking rows: all invalid ones failing, all of them passing;
    None without a blocking row that was or should have been judged.
    """

    word: str
    exit_code: int
    rows: int
    passed: int
    failed: int
    invalid: int
    not_judged: int
    not_blocking: int
    conflicts: int
    low: float | None
    high: float | None
    planned: int | None
    why: tuple[str, ...]

    @property
    def reading(self) -> str | None:
        """What the bounds say of an incomplete verdict: red whatever the invalid rows are, or undecided."""
        if self.low is None or self.high is None or self.low == self.high:
            return None
        if self.high < 1:
            return "red even at best: blocking rows failed, whatever the invalid ones would have been"
        return "undecided: green if every invalid row passes, red if one of them fails"


class Tally:
    """Outcomes counted over blocking rows, and the rows that only report."""

    def __init__(self, rows: Iterable[tuple[Outcome, bool]]) -> None:
        self.blocking = dict.fromkeys(Outcome, 0)
        self.not_blocking = 0
        self.every = dict.fromkeys(Outcome, 0)
        for outcome, blocking in rows:
            self.every[outcome] += 1
            if blocking:
                self.blocking[outcome] += 1
            else:
                self.not_blocking += 1


def judge(
    rows: Iterable[tuple[Outcome, bool]],
    *,
    planned: int | None = None,
    unrowed: int = 0,
    lost: int = 0,
    conflicts: int = 0,
) -> Verdict:
    """The verdict over (outcome, blocking) of every row.

    ``lost`` are lines of row files that could not be read, ``unrowed`` reviewed cases without a row, ``conflicts``
    rows of one case that contradict each other.
    """
    tally = Tally(rows)
    total, blocking = sum(tally.every.values()), tally.blocking
    judged = blocking[Outcome.PASSED] + blocking[Outcome.FAILED]
    gaps = _gaps(blocking[Outcome.INVALID], judged, total, planned, unrowed, lost)
    failed = blocking[Outcome.FAILED]
    red = [f"{count(failed, 'blocking row')} below the minimum"] if failed else []
    if conflicts and not red:
        gaps.append(f"{count(conflicts, 'row')} of one case contradict each other")
    exit_code = INCOMPLETE if gaps else RED if red else GREEN
    low, high = _bounds(blocking)
    return Verdict(
        ("green", "red", "incomplete")[exit_code],
        exit_code,
        total,
        tally.every[Outcome.PASSED],
        tally.every[Outcome.FAILED],
        tally.every[Outcome.INVALID],
        tally.every[Outcome.NOT_JUDGED],
        tally.not_blocking,
        conflicts,
        low,
        high,
        planned,
        tuple(gaps + red) or (f"{count(judged, 'blocking row')} at or above the minimum",),
    )


def _gaps(invalid: int, judged: int, total: int, planned: int | None, unrowed: int, lost: int) -> list[str]:
    gaps = []
    if invalid:
        gaps.append(f"{count(invalid, 'blocking row')} not evaluated")
    if not judged and not invalid:
        gaps.append("nothing evaluated" if planned is None else f"nothing evaluated: 0 of {planned} planned rows")
    if planned is not None and total < planned and judged + invalid:
        gaps.append(f"{total} of {planned} planned rows")
    if lost:
        gaps.append(f"{count(lost, 'line')} of the results not read")
    if unrowed:
        gaps.append(f"{count(unrowed, 'reviewed case')} without a row")
    return gaps


def _bounds(blocking: dict[Outcome, int]) -> tuple[float | None, float | None]:
    passed, invalid = blocking[Outcome.PASSED], blocking[Outcome.INVALID]
    total = passed + invalid + blocking[Outcome.FAILED]
    return (passed / total, (passed + invalid) / total) if total else (None, None)
