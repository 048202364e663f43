"""This run against the last green one: how far the gate's value moved, and through what.

The value is the share of passing rows among the valid blocking ones.  The steps replay it from the last green run to
this one in a fixed order, each step changing one thing, so that their differences add up exactly to the whole change.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from triage.evidence import Bundle
from triage.metrics.coverage import evidence_coverage
from triage.metrics.statistics import mcnemar_exact
from triage.model import Outcome
from triage.text import count, number, signed

Key = tuple[str, str, str | None, int | None]
STEPS = ("contract", "threshold", "membership", "validity", "flips", "only-now")


class DeltaStep(NamedTuple):
    """One step: what moved, by how much (of the passing share), and the rows it moved, by case id."""

    step: str
    value: float
    rows: tuple[str, ...]
    words: str


class Baseline(NamedTuple):
    """The last green run that this one is compared with, and why it is this one."""

    bundle: Bundle
    why: str


class Judged(NamedTuple):
    """One row in the replay; ``passed`` None is a row without a valid verdict."""

    number: int
    passed: bool | None
    score: float | None
    minimum: float | None


def red_delta(now: Bundle, green: Bundle) -> tuple[DeltaStep, ...]:
    """The red-delta ledger; empty when either run has no valid blocking row, so that there is no value to move."""
    before, after = _judged(green), _judged(now)
    start = _value(before)
    if start is None or _value(after) is None:
        return ()
    steps: list[DeltaStep] = []
    state, value = before, start
    for name, apply in _REPLAY:
        state, moved = apply(state, after, green, now)
        reached = _value(state)
        change = (reached if reached is not None else value) - value
        value += change
        words = f"{name} {signed(float(change))}, {count(len(moved), 'row')}" if moved or change else f"{name} 0"
        if name == "flips" and moved:
            words += f" ({_test_of_flips([state[key].passed for key in moved])})"
        steps.append(DeltaStep(name, float(change), tuple(key[0] for key in moved), words))
    return tuple(steps)


def _test_of_flips(passing_now: Sequence[bool | None]) -> str:
    """Flips either way, and the exact McNemar p of so uneven a split if both ways were as likely."""
    to_green = sum(bool(passed) for passed in passing_now)
    to_red = len(passing_now) - to_green
    return f"{to_red} to red, {to_green} to green, exact McNemar p {number(mcnemar_exact(to_red, to_green))}"


def _judged(bundle: Bundle) -> dict[Key, Judged]:
    """Blocking rows by case, metric, system and attempt; a repeated key keeps its first row."""
    rows, judged = bundle.rows, dict[Key, Judged]()
    for at in range(len(rows)):
        case_id, outcome = rows.case_id(at), rows.outcome(at)
        if case_id is None or not rows.blocking(at) or outcome is Outcome.NOT_JUDGED:
            continue
        passed = None if outcome is Outcome.INVALID else outcome is Outcome.PASSED
        key = (case_id, rows.metric(at), rows.system(at), rows.attempt(at))
        judged.setdefault(key, Judged(at, passed, rows.score(at), rows.minimum(at)))
    return judged


def _value(state: Mapping[Key, Judged]) -> Fraction | None:
    valid = [row.passed for row in state.values() if row.passed is not None]
    return Fraction(sum(valid), len(valid)) if valid else None


State = tuple[dict[Key, Judged], list[Key]]


def _contract(state: Mapping[Key, Judged], after: Mapping[Key, Judged], green: Bundle, now: Bundle) -> State:
    """The last green answers under this run's requirement."""
    moved, replayed = [], dict(state)
    for key, old in state.items():
        new = after.get(key)
        if new is None or old.passed is None or old.minimum is None or not _requirement_differs(old, new, green, now):
            continue
        required, before = now.row(new.number).required, green.row(old.number)
        supported = before.supported
        if not required or supported is None or not set(required).intersection(before.required or ()):
            continue  # nothing in common: renamed or replaced, which cannot be replayed
        score = evidence_coverage(required, [claim for claim in supported if claim in required]).value
        if score is not None:
            replayed[key] = old._replace(score=score, passed=score >= old.minimum)
            moved += [key] if replayed[key].passed != old.passed else []
    return replayed, moved


def _requirement_differs(old: Judged, new: Judged, green: Bundle, now: Bundle) -> bool:
    hashes = green.rows.required_hash(old.number), now.rows.required_hash(new.number)
    if 0 in hashes or hashes[0] == hashes[1]:
        return False
    return set(green.row(old.number).required or ()) != set(now.row(new.number).required or ())


def _threshold(state: Mapping[Key, Judged], after: Mapping[Key, Judged], _green: Bundle, _now: Bundle) -> State:
    """The same scores under this run's minimum."""
    moved, replayed = [], dict(state)
    for key, old in state.items():
        new = after.get(key)
        known = new is not None and new.minimum is not None and old.score is not None and old.passed is not None
        if not known or new is None or new.minimum == old.minimum:
            continue
        assert old.score is not None and new.minimum is not None
        passed = old.score >= new.minimum
        replayed[key] = old._replace(minimum=new.minimum, passed=passed)
        moved += [key] if passed != old.passed else []
    return replayed, moved


def _membership(state: Mapping[Key, Judged], after: Mapping[Key, Judged], _green: Bundle, _now: Bundle) -> State:
    """Only cases that both runs hold."""
    gone = [key for key in state if key not in after]
    return {key: row for key, row in state.items() if key in after}, gone


def _validity(state: Mapping[Key, Judged], after: Mapping[Key, Judged], _green: Bundle, _now: Bundle) -> State:
    """Only rows that both runs judged."""
    lost = [key for key, row in state.items() if row.passed is None or after[key].passed is None]
    return {key: row for key, row in state.items() if key not in set(lost)}, lost


def _flips(state: Mapping[Key, Judged], after: Mapping[Key, Judged], _green: Bundle, _now: Bundle) -> State:
    """This run's verdicts on the rows that are left."""
    flipped = [key for key, row in state.items() if row.passed != after[key].passed]
    return {key: after[key] for key in state}, flipped


def _only_now(state: Mapping[Key, Judged], after: Mapping[Key, Judged], _green: Bundle, _now: Bundle) -> State:
    """Rows that only this run judged."""
    new = [key for key, row in after.items() if key not in state and row.passed is not None]
    return dict(after), new


_Step = Callable[[Mapping[Key, Judged], Mapping[Key, Judged], Bundle, Bundle], State]
_REPLAY: tuple[tuple[str, _Step], ...] = (
    ("contract", _contract),
    ("threshold", _threshold),
    ("membership", _membership),
    ("validity", _validity),
    ("flips", _flips),
    ("only-now", _only_now),
)
