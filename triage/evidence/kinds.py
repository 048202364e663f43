"""Which kinds of record one mapping is, told by what it holds and never by its file's name."""

from collections.abc import Mapping
from enum import StrEnum

PROFILE_METRICS = ("faithfulness", "answer_relevancy", "context_precision", "context_recall")
ROW_FIELDS = ("status", "score", "metric", "required_claim_ids", "supported_claim_ids")
ORDERS = ("presented_order", "actual_order", "raw_order")
RUN_FIELDS = ("planned_rows", "reported", "corpus_version", "question_set_version", "files")


class Kind(StrEnum):
    """The kinds of record a bundle is made of."""

    ROW = "row"
    PROFILE = "metric profile"
    CASE = "case"
    ATTRIBUTION = "attribution"
    RETRIEVAL = "retrieval"
    CORPUS = "corpus"
    RANKING = "ranking artifact"
    RANKING_CASE = "ranking case"
    MANIFEST = "run manifest"
    TEAMS = "teams"
    POLICY = "policy"


def kinds_of(record: Mapping[str, object]) -> tuple[Kind, ...]:
    """The kinds that a mapping is; empty when no kind of record has these fields.

    One record may be several kinds at once, as where another tool keeps question, answer and hits together.
    """
    has_case = record.get("case_id") is not None or record.get("case") is not None
    if not has_case:
        kind = _without_case(record)
        return (kind,) if kind else ()
    if "candidates" in record and "expected_order" in record and not any(name in record for name in ORDERS):
        return (Kind.RANKING_CASE,)
    if any(name in record for name in ORDERS) or ("expected_order" in record and "gate" in record):
        return (Kind.RANKING,)
    if _is_profile(record):
        return (Kind.PROFILE,)
    return (Kind.ROW,) if _is_row(record) else _about_case(record)


def profile_metrics(record: Mapping[str, object]) -> tuple[str, ...]:
    """The columns of a metric profile that this record has."""
    return tuple(name for name in PROFILE_METRICS if name in record)


def _without_case(record: Mapping[str, object]) -> Kind | None:
    if record.get("doc_id") is not None:
        return Kind.CORPUS
    if record.get("line") is not None and any(name in record for name in (*ROW_FIELDS, "reason", "error")):
        return Kind.ROW
    if record.get("run_id") is not None or any(name in record for name in RUN_FIELDS):
        return Kind.MANIFEST
    if "teams" in record or "rules" in record or _is_settings(record):
        return Kind.TEAMS
    return Kind.POLICY if "minimum" in record and "version" in record else None


def _is_settings(record: Mapping[str, object]) -> bool:
    """What to redact, or limits of metrics, without teams; a policy has a version beside its minimum."""
    limits = any(isinstance(record.get(name), dict) for name in ("minimum", "maximum"))
    return isinstance(record.get("redact"), list) or (limits and "version" not in record)


def _is_profile(record: Mapping[str, object]) -> bool:
    if "score" in record or "metric" in record:
        return False
    return any(not isinstance(record[name], dict | list) for name in PROFILE_METRICS if name in record)


def _is_row(record: Mapping[str, object]) -> bool:
    if isinstance(record.get("claims"), dict):
        return False
    gate_input = isinstance(record.get("required"), list) and "supported" in record
    return gate_input or any(name in record for name in ROW_FIELDS)


def _about_case(record: Mapping[str, object]) -> tuple[Kind, ...]:
    claims = record.get("claims", ...)
    found = []
    if isinstance(claims, dict) or any(name in record for name in ("relevant", "reference", "restricted")):
        found.append(Kind.CASE)
    if isinstance(claims, list) or claims is None or "answer" in record or "mapper_version" in record:
        found.append(Kind.ATTRIBUTION)
    if any(name in record for name in ("retrieved", "delivered", "query")):
        found.append(Kind.RETRIEVAL)
    if not found and any(name in record for name in ("question", "context", "blocking")):
        found.append(Kind.CASE)
    return tuple(found)
