"""What came of computing a recorded result again."""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple


class Verdict(StrEnum):
    """The three answers.  Whatever could not be computed again is neither equal nor different."""

    EQUAL = "equal"
    DIFFERENT = "different"
    IMPOSSIBLE = "cannot be recomputed"


class Job(NamedTuple):
    """What Ragas computes: ``coverage`` of (required ids, supported ids), or ``order`` of (reviewed, returned ids).

    ``value`` is what the plain formula gives: a number, the returned order, or None with its fault in ``reason``.
    """

    kind: str
    first: tuple[str, ...]
    second: tuple[str, ...]
    value: float | tuple[str, ...] | None
    reason: str


class Recomputed(NamedTuple):
    """One row's result.  ``words`` follow the verdict: the values, what differs, or why it is impossible.

    ``value`` is the recomputed score; None when there is none, which may be right (an invalid input).
    """

    verdict: Verdict
    words: str
    value: float | None = None
    job: Job | None = None

    def __str__(self) -> str:
        joint = " because " if self.verdict is Verdict.IMPOSSIBLE else ": "
        return f"{self.verdict}{joint}{self.words}"


def equal(words: str, value: float | None = None, job: Job | None = None) -> Recomputed:
    """The same as recorded."""
    return Recomputed(Verdict.EQUAL, words, value, job)


def different(words: str, value: float | None = None, job: Job | None = None) -> Recomputed:
    """Another than recorded."""
    return Recomputed(Verdict.DIFFERENT, words, value, job)


def impossible(because: str) -> Recomputed:
    """Nothing to compute from, or nothing to compare with."""
    return Recomputed(Verdict.IMPOSSIBLE, because)


def exit_code(results: Iterable[Recomputed]) -> int:
    """0 all equal, 1 something different, 2 something that cannot be recomputed; as at the gate 2 wins over 1."""
    verdicts = {one.verdict for one in results}
    if Verdict.IMPOSSIBLE in verdicts:
        return 2
    return 1 if Verdict.DIFFERENT in verdicts else 0
