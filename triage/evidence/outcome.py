"""From what a row recorded to what became of it.  Pure: no record, no file.

Scores and minimums are compared as doubles, without rounding.  An evaluation that did not happen is invalid whatever
status stands beside it, and a status that contradicts its score never turns a row green.
"""

import math
from typing import NamedTuple

from triage.evidence.fields import as_number, as_text, describe
from triage.evidence.tolerant import Written
from triage.evidence.yaml_text import Plain
from triage.model import InvalidKind, Outcome
from triage.text import clean, versus

_STATUS = {"pass": "pass", "passed": "pass", "fail": "fail", "failed": "fail", "invalid": "invalid"}
_UNIT = (0.0, 1.0)
TOLERANCE = 1e-6
_RANGES = {
    **dict.fromkeys(
        (
            "evidence_coverage",
            "precision",
            "recall",
            "reciprocal_rank",
            "rr",
            "mrr",
            "ndcg",
            "map",
            "faithfulness",
            "context_precision",
            "context_recall",
            "pairwise_agreement",
            "support",
            "coverage",
            "abstention",
            "abstention_correct",
        ),
        _UNIT,
    ),
    "answer_relevancy": (-1.0, 1.0),
}


class Score(NamedTuple):
    """A finite score, or in words what stood there instead; both None when nothing stood there."""

    value: float | None
    written: str | None = None

    @property
    def absent(self) -> bool:
        """Nothing was recorded: no field, or null."""
        return self.value is None and self.written in (None, "null")


class Facts(NamedTuple):
    """What a row recorded.  ``status`` is None without one; ``unparsed`` is a row without a case id."""

    metric: str
    score: Score
    status: str | None = None
    minimum: float | None = None
    reason: str | None = None
    error: str | None = None
    unparsed: bool = False
    verdict_only: bool = False
    foreign: bool = False
    lower_is_better: bool = False


class Judged(NamedTuple):
    """The outcome, and in words how it came about where the record alone would not show it."""

    outcome: Outcome
    kind: InvalidKind | None = None
    notes: tuple[str, ...] = ()
    contradicts: bool = False


def read_score(value: object, present: bool = True) -> Score:
    """A finite number, else the words for what was written instead of one."""
    if not present:
        return Score(None)
    number = as_number(value)
    if number is not None and math.isfinite(number):
        return Score(float(number))
    if isinstance(number, float):
        written = number.written if isinstance(number, Written) else str(number)
        if any(sign.isdigit() for sign in written):
            return Score(None, f"{written}, a number too large for a double")
        name = "NaN" if math.isnan(number) else "Infinity" if number > 0 else "-Infinity"
        return Score(None, f"{name} literal")
    if isinstance(value, str):
        return Score(None, clean(str(value)) if isinstance(value, Plain) else f'text "{clean(value)}"')
    return Score(None, describe(value))


def metric_range(metric: str) -> tuple[float, float] | None:
    """The declared range of a metric, a cutoff such as ``@3`` left aside; None when it declares none."""
    return _RANGES.get(metric.casefold().partition("@")[0].strip().replace("-", "_").replace(" ", "_"))


def recorded_status(status: str | None) -> str | None:
    """``pass``, ``fail`` or ``invalid``, blanks trimmed and case folded; None for everything else."""
    return None if status is None else _STATUS.get(status.strip().casefold())


def judge(facts: Facts) -> Judged:
    """The outcome of a row."""
    if facts.foreign:
        return _broken(facts) or _as_its_tool_says(facts)
    judged = _broken(facts) or _unscored(facts) or _outside(facts) or _compared(facts)
    return judged._replace(notes=(*_status_note(facts.status), *judged.notes))


def _as_its_tool_says(facts: Facts) -> Judged:
    """Another tool's verdict is used and never recomputed; where it gave none, the score against our own minimum."""
    status, score = recorded_status(facts.status), facts.score
    if status is not None:
        return Judged(_of_status(status))
    if score.value is None and score.written is not None and score.written.startswith("text "):
        return Judged(Outcome.NOT_JUDGED, notes=(f"a label and no number: {score.written}",))
    if score.value is None:
        said = f"the score is {score.written or 'absent'}"
        return Judged(Outcome.INVALID, InvalidKind.NOT_SCORED, (said,))
    if facts.minimum is None:
        return Judged(Outcome.NOT_JUDGED)
    outcome = against(score.value, facts.minimum, lower_is_better=facts.lower_is_better)
    exact = score.value <= facts.minimum if facts.lower_is_better else score.value >= facts.minimum
    notes = ["lower is better: it fails above the limit"] if facts.lower_is_better else []
    notes += [f"passed: equal within {TOLERANCE:g}"] if outcome is Outcome.PASSED and not exact else []
    return Judged(outcome, notes=tuple(notes))


def against(score: float, minimum: float, *, lower_is_better: bool) -> Outcome:
    """Another tool's score against our own threshold, within ``TOLERANCE``: floats were cut on their way."""
    short = score - minimum if lower_is_better else minimum - score
    return Outcome.PASSED if short <= TOLERANCE else Outcome.FAILED


def _status_note(status: str | None) -> tuple[str, ...]:
    known = recorded_status(status)
    if status is None or status in ("pass", "fail", "invalid"):
        return ()
    return (f'unknown status "{clean(status)}"' if known is None else f'status "{clean(status)}" read as {known}',)


def _broken(facts: Facts) -> Judged | None:
    """Rows that are invalid whatever their score."""
    if facts.unparsed:
        return Judged(Outcome.INVALID, InvalidKind.ERROR)
    if facts.error:
        status = recorded_status(facts.status)
        said = (f"status {status} but `error` is set",) if status in ("pass", "fail") else ()
        return Judged(Outcome.INVALID, InvalidKind.ERROR, said)
    if facts.status is None:
        return None
    status = recorded_status(facts.status)
    if status is None:
        return Judged(Outcome.INVALID, InvalidKind.NOT_SCORED)
    return Judged(Outcome.INVALID, _kind(facts)) if status == "invalid" else None


def _unscored(facts: Facts) -> Judged | None:
    if facts.score.value is not None:
        return None
    status = recorded_status(facts.status)
    if facts.verdict_only and facts.score.absent and status:
        return Judged(_of_status(status), notes=("verdict without a score",))
    what = facts.score.written or "absent"
    said = f"the score is {what}"
    if status:
        said = f"recorded {status}, but the score is {what.removesuffix(' literal')}: nothing was measured"
    return Judged(Outcome.INVALID, _kind(facts), (said,))


def _outside(facts: Facts) -> Judged | None:
    declared = metric_range(facts.metric)
    score = facts.score.value
    if declared is None or score is None or declared[0] <= score <= declared[1]:
        return None
    words = f"{score!r} is outside {facts.metric}'s range {declared[0]:g} to {declared[1]:g}"
    return Judged(Outcome.INVALID, InvalidKind.ERROR, (clean(words),))


def _compared(facts: Facts) -> Judged:
    status, score, minimum = recorded_status(facts.status), facts.score.value, facts.minimum
    if score is None or minimum is None:
        return Judged(_of_status(status) if status else Outcome.NOT_JUDGED)
    computed = Outcome.PASSED if score >= minimum else Outcome.FAILED
    if status is None or _of_status(status) is computed:
        return Judged(computed)
    rounded = " (rounded before saving?)" if score == minimum else ""
    said = f"recorded {status}, but {versus(score, minimum)}{rounded}"
    return Judged(Outcome.FAILED, notes=(said,), contradicts=True)


def _of_status(status: str) -> Outcome:
    return Outcome.PASSED if status == "pass" else Outcome.FAILED


def _kind(facts: Facts) -> InvalidKind:
    return InvalidKind.ERROR if (facts.reason or "").strip() or facts.error else InvalidKind.NOT_SCORED


def error_text(value: object) -> str | None:
    """The innermost message of an error, which may be text, a list, or nested causes; None when no error is set."""
    if isinstance(value, dict):
        for name in ("cause", "__cause__", "inner", "error", "exception"):
            if inner := error_text(value.get(name)):
                return inner
        for name in ("message", "msg", "detail", "type"):
            if inner := error_text(value.get(name)):
                return inner
        return ", ".join(f"{key}: {as_text(one) or describe(one)}" for key, one in value.items()) or None
    if isinstance(value, list):
        return next((inner for one in value if (inner := error_text(one))), None)
    if value is None or value is False or value == 0:
        return None
    text = as_text(value)
    return describe(value) if text is None else text if text.strip() else None
