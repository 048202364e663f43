"""What a run says of itself."""

import re
from collections.abc import Mapping

from triage.evidence.fields import Fields, Record, as_number, flatten
from triage.model import Manifest, Policy

_MAY_BE_SECRET = re.compile("(?i)key|token|secret|passw|pwd|pw$|cookie|auth|cred|kennwort|contrase|senha|mot_de_passe")
_IDENTITY = frozenset(
    [
        "run_id",
        "date",
        "planned_rows",
        "baseline",
        "reported",
        "files",
        "status",
        "counts",
        "policy",
        "contract_version",
    ]
)


def parse_manifest(record: Record) -> Manifest:
    """One run manifest."""
    fields = Fields(record.known, record.source)
    settings = {key: value for key, value in record.known.items() if key not in _IDENTITY}
    return Manifest(
        source=record.source,
        run_id=fields.text("run_id"),
        date=fields.text("date"),
        planned_rows=fields.whole("planned_rows"),
        baseline=fields.text("baseline"),
        k=_cutoff(fields),
        context_cutoff=fields.whole("context_cutoff"),
        contract_version=fields.text("contract_version"),
        rubric_version=fields.text("rubric_version"),
        corpus_version=fields.text("corpus_version"),
        question_set_version=fields.text("question_set_version"),
        policy=_policy(fields),
        reported=_reported(fields),
        conditions=_without_credentials(flatten(settings)),
        faults=tuple(fields.faults),
        raw=record.value,
    )


def _cutoff(fields: Fields) -> int | None:
    retrieval = fields.record.get("retrieval")
    if not isinstance(retrieval, Mapping):
        return fields.whole("k")
    inner = Fields(retrieval, fields.source)
    k = inner.whole("k")
    for fault in inner.faults:
        fields.fault(f"retrieval.{fault.field}", fault.problem)
    return fields.whole("k") if k is None else k


def _without_credentials(settings: Mapping[str, str]) -> Mapping[str, str]:
    """Settings without keys and passwords: those are no condition of a run, and two runs are compared in words."""
    doubtful = [name for name in settings if _MAY_BE_SECRET.search(name)]
    if not doubtful:
        return settings
    from triage.redaction.keys import is_secret_key

    left_out = {name for name in doubtful if is_secret_key(name.rpartition(".")[2])}
    return {name: value for name, value in settings.items() if name not in left_out}


def _policy(fields: Fields) -> Policy:
    value = fields.record.get("policy")
    if isinstance(value, str):
        return Policy(str(value))
    policy = fields.mapping("policy")
    if policy is None:
        return Policy()
    inner = Fields(policy, fields.source)
    report_only = inner.text("mode") == "report-only" or inner.flag("report_only") is True
    made = Policy(inner.text("version"), _minimums(inner), report_only)
    for fault in inner.faults:
        fields.fault(f"policy.{fault.field}", fault.problem)
    return made


def _minimums(policy: Fields) -> Mapping[str, float]:
    minimum = policy.mapping("minimum")
    if minimum is None:
        return {}
    inner = Fields(minimum, policy.source)
    found = {str(metric): inner.number(metric) for metric in minimum}
    for fault in inner.faults:
        policy.fault(f"minimum.{fault.field}", fault.problem)
    return {metric: number for metric, number in found.items() if number is not None}


def _reported(fields: Fields) -> Mapping[str, tuple[float | None, int | None]]:
    found: dict[str, tuple[float | None, int | None]] = {}
    for metric, value in (fields.mapping("reported") or {}).items():
        if isinstance(value, Mapping):
            inner = Fields(value, fields.source)
            found[str(metric)] = (inner.number("mean"), inner.whole("rows"))
            for fault in inner.faults:
                fields.fault(f"reported.{metric}.{fault.field}", fault.problem)
        else:
            found[str(metric)] = (as_number(value), None)
    return found
