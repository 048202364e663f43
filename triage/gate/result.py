"""One evaluated input as the JSON object that the gate prints: status, score, minimum, reason, versions.

A status is ``pass``, ``fail`` or ``invalid``.  Invalid means that there was nothing to measure: the score is null.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from triage.gate.policy import ABSTENTION, AGREEMENT, COVERAGE
from triage.metrics.coverage import evidence_coverage, input_sha256
from triage.metrics.grounded import abstention_correct
from triage.model import Outcome, Policy, RankingArtifact, RankingCase, Row, Unread

Result = dict[str, Any]

PASS, FAIL, INVALID = "pass", "fail", "invalid"


@dataclass(frozen=True, slots=True)
class Answered:
    """What is known of one answer: the claims it needs and the claims that were found supported.

    ``problem`` says why it cannot be evaluated at all.  ``stated`` is set for a case labelled unanswerable, of which
    only abstention can be judged.  ``identity`` holds further fields that tell this row from others.
    """

    case_id: str
    required: tuple[str, ...] | None = None
    supported: tuple[str, ...] | None = None
    stated: tuple[str, ...] | None = None
    blocking: bool = True
    contract_version: str | None = None
    problem: str | None = None
    error: str | None = None
    identity: Mapping[str, Any] | None = None


def answer_result(answered: Answered, policy: Policy) -> Result:
    """Evidence coverage of one answer, or correct abstention (1 or 0) where the case is labelled unanswerable."""
    if answered.stated is not None:
        return _abstention(answered, answered.stated, policy)
    result = _start(answered, COVERAGE, policy)
    for name, ids in (("required_claim_ids", answered.required), ("supported_claim_ids", answered.supported)):
        if ids is not None:
            result[name] = list(ids)
    if answered.problem or answered.required is None or answered.supported is None:
        return result | {"reason": answered.problem or "the required or the supported list is missing"}
    scored = evidence_coverage(answered.required, answered.supported)
    digest = input_sha256(answered.case_id, answered.required, answered.supported)
    return result | _judged(scored.value, policy.minimum[COVERAGE]) | {"reason": scored.reason, "input_sha256": digest}


def ranking_result(artifact: RankingArtifact, judged: Row, policy: Policy) -> Result:
    """Agreement of a returned order with the reviewed one; a lost must-win fails whatever the agreement is.

    ``judged`` is the reader's verdict on the artifact under this policy.
    """
    result = _ranking_start(artifact.case_id, artifact.gate, artifact.criterion_version, policy)
    if artifact.judge:
        result["judge"] = artifact.judge
    reason = "; ".join(judged.notes) or "in an order that reviewers accept"
    if judged.outcome is Outcome.INVALID or judged.score is None:
        return result | {"reason": reason}
    status = PASS if judged.outcome is Outcome.PASSED else FAIL
    gate = f"gate={artifact.gate or 'not stated, so must-win'}"
    return result | {"status": status, "score": judged.score, "reason": f"{reason}; {gate}"}


def unjudged_result(case: RankingCase, policy: Policy) -> Result:
    """A reviewed comparison for which the run kept no judged order."""
    result = _ranking_start(case.case_id, case.gate, case.criterion_version, policy)
    return result | {"reason": "no judged order was recorded for this comparison"}


def unreadable_result(unread: Unread, policy: Policy) -> Result:
    """A line of the input that could not be read: its number and the reason instead of a case."""
    column = f"column {unread.column}: " if unread.column else ""
    return {
        "line": unread.line,
        "status": INVALID,
        "reason": f"{column}{unread.problem}",
        "contract_version": None,
        "policy_version": policy.version,
    }


def _start(answered: Answered, metric: str, policy: Policy) -> Result:
    """The fields that every row has; invalid until a score says otherwise."""
    result = {
        **(answered.identity or {}),
        "case_id": answered.case_id,
        "metric": metric,
        "status": INVALID,
        "score": None,
        "minimum": policy.minimum.get(metric),
        "reason": answered.problem,
        "blocking": answered.blocking,
        "contract_version": answered.contract_version,
        "policy_version": policy.version,
    }
    return result | ({"error": answered.error} if answered.error else {})


def _ranking_start(case_id: str, gate: str | None, criterion_version: str | None, policy: Policy) -> Result:
    blocking = gate != "monitor-only"
    return _start(Answered(case_id, blocking=blocking, contract_version=criterion_version), AGREEMENT, policy)


def _judged(score: float | None, minimum: float) -> Result:
    if score is None:
        return {"status": INVALID, "score": None, "minimum": minimum}
    return {"status": PASS if score >= minimum else FAIL, "score": score, "minimum": minimum}


def _abstention(answered: Answered, stated: tuple[str, ...], policy: Policy) -> Result:
    result = _start(answered, ABSTENTION, policy)
    if answered.problem:
        return result
    right = abstention_correct([(claim, ()) for claim in stated], {})
    named = ",".join(stated) or "none"
    reason = f"labelled unanswerable; stated={len(stated)}; claims={named}"
    return result | _judged(float(bool(right)), policy.minimum.get(ABSTENTION, 1.0)) | {"reason": reason}
