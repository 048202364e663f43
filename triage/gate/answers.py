"""From a gate line, or from a reviewed case and the mapper's record of it, to the two lists that coverage needs."""

from collections.abc import Mapping
from typing import Any

from triage.evidence.fields import Fields
from triage.evidence.outcome import error_text
from triage.gate.policy import COVERAGE
from triage.gate.result import Answered
from triage.model import Attribution, Case, Evidence, InvalidKind, Manifest, Row, StatedClaim

REQUIRED, SUPPORTED = "required_claim_ids", "supported_claim_ids"
MAPPED = "mapped_claim_ids"
"""Field of an attribution record: the list a mapper handed on, where that is not the list of its supported claims."""


def is_line(evidence: Evidence) -> bool:
    """The row's own lists are what is evaluated: no reviewed case, or none with a mapper's record beside it."""
    row, case, attribution = evidence.row, evidence.case, evidence.attribution
    if case is None or case.source == row.source:
        return True
    recorded = attribution is not None and attribution.source != row.source
    return not recorded and row.required is not None and row.supported is not None


def of_line(row: Row, manifest: Manifest) -> Answered:
    """The lists of a gate line; a missing list, a wrong type or another metric is a problem in words.

    Only a line with a problem is named by its number: the same line twice must stay the same result twice.
    """
    if row.case_id is None:
        problem: str | None = "missing field case_id"
    elif not row.case_id.strip():
        problem = "missing field case_id: it is blank"
    else:
        problem = _line_problem(row)
    return Answered(
        row.case_id or "",
        row.required,
        row.supported,
        blocking=row.blocking,
        contract_version=row.contract_version or manifest.contract_version,
        problem=problem,
        error=row.error,
        identity=_identity(row, row.scenario, line=row.source.line if problem else None),
    )


def of_case(evidence: Evidence) -> Answered:
    """The claims a reviewed case needs, and those the mapper found supported."""
    case, row = evidence.case, evidence.row
    if case is None:
        return Answered(row.case_id or "", problem="there is no reviewed case to evaluate")
    attribution = evidence.attribution
    required, stated, supported = _required(case), None, None
    problem = _case_problem(case, attribution)
    if case.unanswerable and not case.raw.get(REQUIRED):
        required, stated = None, tuple(claim.claim_id for claim in _claims(attribution) if _is_stated(claim))
    elif problem is None:
        supported = _supported(case, attribution)
    return Answered(
        case.case_id,
        required,
        supported,
        stated,
        case.blocking is not False,
        case.contract_version or evidence.manifest.contract_version,
        problem,
        _error(attribution),
        _identity(row, case.scenario),
    )


def _identity(row: Row, scenario: str | None, line: int | None = None) -> Mapping[str, Any]:
    fields = {"scenario": scenario, "system": row.system, "attempt": row.attempt, "line": line}
    return {name: value for name, value in fields.items() if value is not None}


def _line_problem(row: Row) -> str | None:
    if row.metric != COVERAGE:
        return f"the metric {row.metric} is not evaluated by this gate"
    if row.faults:
        return "; ".join(f"{fault.field}: {fault.problem}" for fault in row.faults)
    if row.invalid_kind is InvalidKind.ERROR and (row.error or row.notes):
        return row.error or "; ".join(row.notes)
    lists = ((REQUIRED, row.required), (SUPPORTED, row.supported))
    missing = [name for name, ids in lists if ids is None]
    return f"missing field {' and '.join(missing)}" if missing else None


def _case_problem(case: Case, attribution: Attribution | None) -> str | None:
    """Why a case cannot be evaluated, in words."""
    faults = [*case.faults, *(attribution.faults if attribution else ())]
    about = [one for one in faults if one.field.startswith(("claims", "blocking"))]
    lists = (Fields(case.raw, case.source), Fields(attribution.raw if attribution else {}, case.source))
    lists[0].ids(REQUIRED), lists[0].ids(SUPPORTED), lists[1].ids(MAPPED)
    if about := [*about, *lists[0].faults, *lists[1].faults]:
        return "; ".join(f"{fault.field}: {fault.problem} ({fault.source})" for fault in about)
    if _required(case) is None:
        return "missing field claims: the case labels none and names no required claims"
    if case.raw.get(SUPPORTED) is not None:
        return None
    if attribution is None:
        return "no attribution record: what the answer supports was never decided"
    if error := _error(attribution):
        return f"the support mapper failed: {error}"
    if attribution.raw.get(MAPPED) is None:
        return _undecided(attribution)
    return None


def _undecided(attribution: Attribution) -> str | None:
    if attribution.claims is None:
        return "the attribution record holds no claims: nothing was decided"
    open_claims = [claim.claim_id for claim in attribution.claims if claim.supported is None]
    return f"the mapper recorded no decision on {', '.join(open_claims)}" if open_claims else None


def _required(case: Case) -> tuple[str, ...] | None:
    named = Fields(case.raw, case.source).ids(REQUIRED)
    return named if named is not None else None if case.claims is None else tuple(case.claims)


def _supported(case: Case, attribution: Attribution | None) -> tuple[str, ...] | None:
    """The list that reached the metric: named by the case, else handed on by the mapper, else its supported claims."""
    named = Fields(case.raw, case.source).ids(SUPPORTED)
    if named is not None or attribution is None:
        return named
    handed_on = Fields(attribution.raw, attribution.source).ids(MAPPED)
    if handed_on is not None:
        return handed_on
    return tuple(claim.claim_id for claim in _claims(attribution) if claim.supported)


def _claims(attribution: Attribution | None) -> tuple[StatedClaim, ...]:
    return (attribution.claims if attribution else None) or ()


def _is_stated(claim: StatedClaim) -> bool:
    return claim.span is not None or bool(claim.quote) or bool(claim.citations)


def _error(attribution: Attribution | None) -> str | None:
    return error_text(attribution.raw.get("error")) if attribution else None
