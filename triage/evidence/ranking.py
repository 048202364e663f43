"""Ranking artifacts and reviewed ranking cases."""

from collections.abc import Mapping
from typing import Any

from triage.evidence.fields import Fields, Record, as_text, describe, flatten, setting
from triage.model import RankingArtifact, RankingAttempt, RankingCase, Request

Order = tuple[str, ...]


def parse_ranking(record: Record) -> RankingArtifact:
    """One judged comparison.  A returned order that is text and no list is kept in ``unparsed``."""
    fields = Fields(record.known, record.source)
    return RankingArtifact(
        source=record.source,
        case_id=fields.text("case", "case_id") or "",
        gate=fields.text("gate"),
        direction=fields.text("direction"),
        criterion=fields.text("criterion"),
        criterion_version=fields.text("criterion_version"),
        candidate_digest=fields.text("candidate_digest"),
        rendered_digest=fields.text("rendered_digest"),
        **_orders_of(fields),
        pairwise_agreement=fields.number("pairwise_agreement"),
        must_win_expected=fields.text("must_win_expected"),
        must_win_actual=fields.text("must_win_actual"),
        explanation=fields.text("explanation"),
        attempts=_attempts(fields),
        request=_request(fields),
        judge=setting(fields.record.get("judge")),
        versions=_versions(fields),
        faults=tuple(fields.faults),
        raw=record.value,
    )


def parse_ranking_case(record: Record) -> RankingCase:
    """One reviewed comparison fixture."""
    fields = Fields(record.known, record.source)
    return RankingCase(
        source=record.source,
        case_id=fields.text("case_id", "case") or "",
        criterion=fields.text("criterion"),
        criterion_version=fields.text("criterion_version"),
        direction=fields.text("direction"),
        user_input=fields.text("user_input"),
        context=fields.texts("context") or (),
        candidates=_candidates(fields),
        expected=fields.ids("expected_order"),
        rationale=fields.texts("rationale") or (),
        decisive_passages=fields.texts("decisive_passages") or (),
        gate=fields.text("gate"),
        acceptable=_orders(fields, "acceptable_orders"),
        ties=_orders(fields, "ties"),
        faults=tuple(fields.faults),
        raw=record.value,
    )


def _orders_of(fields: Fields) -> dict[str, Any]:
    actual, unparsed = _returned(fields)
    return {
        "presented": fields.ids("presented_order"),
        "expected": fields.ids("expected_order"),
        "raw_order": _raw_order(fields),
        "raw_labels": fields.text("raw_labels"),
        "actual": actual,
        "unparsed": unparsed,
    }


def _returned(fields: Fields) -> tuple[Order | None, str | None]:
    value = fields.record.get("actual_order")
    return (None, str(value)) if isinstance(value, str) else (fields.ids("actual_order"), None)


def _raw_order(fields: Fields) -> Order | None:
    if isinstance(fields.record.get("raw_order"), str):
        fields.fault("raw_order", "expected a list of ids, found text")
        return None
    return fields.ids("raw_order")


def _versions(fields: Fields) -> Mapping[str, str]:
    value = fields.record.get("versions")
    return flatten(value) if isinstance(value, Mapping) else {}


def _attempts(fields: Fields) -> tuple[RankingAttempt, ...]:
    found = []
    for place, item in enumerate(fields.items("attempts") or ()):
        if not isinstance(item, Mapping):
            fields.fault(f"attempts[{place}]", f"expected a mapping, found {describe(item)}")
            continue
        inner = Fields(item, fields.source)
        actual, unparsed = _returned(inner)
        kind, presented = inner.text("kind") or "repeat", inner.ids("presented_order")
        found.append(RankingAttempt(kind, presented, actual, unparsed, inner.text("explanation")))
        for fault in inner.faults:
            fields.fault(f"attempts[{place}].{fault.field}", fault.problem)
    return tuple(found)


def _request(fields: Fields) -> Request | None:
    value = fields.mapping("request")
    if value is None:
        return None
    inner = Fields(value, fields.source)
    made = Request(
        inner.text("criterion"),
        inner.texts("context") or (),
        _candidates(inner),
        inner.flag("truncated"),
        inner.whole("tokens_sent"),
        inner.whole("tokens_seen"),
    )
    for fault in inner.faults:
        fields.fault(f"request.{fault.field}", fault.problem)
    return made


def _candidates(fields: Fields) -> tuple[tuple[str, str], ...]:
    value = fields.record.get("candidates")
    if isinstance(value, Mapping):
        return tuple((str(key), as_text(text) or "") for key, text in value.items())
    found = []
    for place, item in enumerate(fields.items("candidates") or ()):
        pair = _candidate(item)
        if pair is None:
            fields.fault(f"candidates[{place}]", f"expected id and text, found {describe(item)}")
        else:
            found.append(pair)
    return tuple(found)


def _candidate(item: Any) -> tuple[str, str] | None:
    if not isinstance(item, Mapping):
        return None
    candidate = as_text(item.get("id"))
    return None if candidate is None else (candidate, as_text(item.get("text")) or "")


def _orders(fields: Fields, name: str) -> tuple[Order, ...]:
    found = []
    for place, item in enumerate(fields.items(name) or ()):
        ids = Fields({name: item}, fields.source).ids(name) if isinstance(item, list) else None
        if ids is None:
            fields.fault(f"{name}[{place}]", "expected a list of ids")
        else:
            found.append(ids)
    return tuple(found)
