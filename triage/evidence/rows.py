"""Row records: metric results, gate input lines and the columns of a metric profile."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from triage.evidence.fields import Fields, Record, as_text, describe, setting
from triage.evidence.outcome import Facts, Judged, Score, error_text, judge, read_score
from triage.model import InvalidKind, Outcome, Row

DEFAULT_METRIC = "evidence_coverage"
POLICYS = "the policy's"


class Limit(NamedTuple):
    """A threshold of the person who reads: the least score that passes, or, with ``most``, the greatest."""

    value: float
    most: bool = False


class Context(NamedTuple):
    """What the whole bundle says about reading one row.

    ``minimums`` are the policy's, by metric, ``configured`` those of the person who reads.  ``verdict_only`` are
    metrics that never give a score, whose verdicts stand alone.
    """

    minimums: Mapping[str, float] = {}
    verdict_only: frozenset[str] = frozenset()
    configured: Mapping[str, Limit] = {}

    def limit(self, metric: str) -> tuple[Limit | None, str]:
        """The limit of a metric, else of its family without ``(mode=...)``, and whose; the policy's goes first."""
        for name in (metric, metric.partition("(mode=")[0]):
            if name in self.minimums:
                return Limit(self.minimums[name]), POLICYS
            if name in self.configured:
                return self.configured[name], "given by --minimum, --maximum or triage.yaml"
        return None, ""


NO_CONTEXT = Context()


def parse_row(record: Record, context: Context = NO_CONTEXT) -> Row:
    """One metric result."""
    fields = Fields(record.known, record.source)
    metric = fields.text("metric") or DEFAULT_METRIC
    score = read_score(record.known.get("score"), "score" in record.known)
    return _row(record, fields, metric, score, context)


def parse_profile(record: Record, metric: str, context: Context = NO_CONTEXT) -> Row:
    """One column of a metric profile; the record's ``minimum`` belongs to no single column and is left aside."""
    known = {key: value for key, value in record.known.items() if key not in ("status", "minimum")}
    fields = Fields(known, record.source)
    return _row(record, fields, metric, read_score(known.get(metric), metric in known), context)


def _row(record: Record, fields: Fields, metric: str, score: Score, context: Context) -> Row:
    case_id = fields.text("case_id", "case")
    minimum = fields.number("minimum")
    given, whose = context.limit(metric) if minimum is None else (None, "")
    minimum = given.value if given is not None else minimum
    read_as = fields.record.get("read_as")
    tool = as_text(read_as.get("tool")) if isinstance(read_as, Mapping) else None
    lower = isinstance(read_as, Mapping) and read_as.get("lower_is_better") is True
    lower = tool is not None and (lower or (given is not None and given.most))
    status = _status(fields)
    reason, error = fields.text("reason"), error_text(fields.record.get("error"))
    only = metric in context.verdict_only
    facts = Facts(metric, score, status, minimum, reason, error, case_id is None, only, tool is not None, lower)
    judged = _unreadable(record) or judge(facts)
    notes = (*record.repeated, *judged.notes, *_whose_minimum(judged, whose, minimum, metric))
    described = _described(fields)
    return Row(
        source=record.source,
        outcome=judged.outcome,
        case_id=case_id,
        metric=metric,
        invalid_kind=judged.kind,
        status_written=status,
        score=score.value,
        score_written=score.written,
        minimum=minimum,
        minimum_from_policy=whose == POLICYS,
        minimum_given=given is not None and whose != POLICYS,
        reason=reason,
        error=error,
        notes=notes,
        **described,
        faults=tuple(fields.faults),
        raw=record.value,
        tool=tool,
        lower_is_better=lower,
    )


def _described(fields: Fields) -> dict[str, Any]:
    """The fields of a row that its outcome does not depend on."""
    return {
        "line": fields.whole("line"),
        "system": fields.text("system"),
        "attempt": fields.whole("attempt"),
        "scenario": fields.text("scenario"),
        "required": fields.ids("required_claim_ids", "required"),
        "supported": fields.ids("supported_claim_ids", "supported"),
        "blocking": fields.flag("blocking") is not False,
        "contract_version": fields.text("contract_version"),
        "policy_version": fields.text("policy_version"),
        "rubric_version": fields.text("rubric_version"),
        "input_sha256": fields.text("input_sha256"),
        "judge": setting(fields.record.get("judge")),
        "judge_text": fields.text("judge_text"),
        "cached": fields.flag("cached"),
    }


def _status(fields: Fields) -> str | None:
    value = fields.record.get("status")
    if value is None:
        return None
    text = as_text(value)
    return describe(value) if text is None else text


def _unreadable(record: Record) -> Judged | None:
    return Judged(Outcome.INVALID, InvalidKind.ERROR) if record.repeated else None


def _whose_minimum(judged: Judged, whose: str, minimum: float | None, metric: str) -> tuple[str, ...]:
    if not whose or judged.outcome is Outcome.INVALID:
        return ()
    return (f"minimum {minimum:g} for {metric} is {whose}",)
