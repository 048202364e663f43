"""Faults of the row itself: it could not be read, or its number is missing or cannot be reproduced."""

from copy import deepcopy
from typing import Any

from benchmarks.faults.healthy import JUDGE, RUBRIC, judged
from benchmarks.faults.kinds import Fault
from benchmarks.faults.messages import CALL_ERRORS, EXECUTION_ERRORS, OUTAGES, PARSE_ERRORS
from benchmarks.faults.specimen import Specimen, lose, score, unstate

NAMES_NOTHING: tuple[str, ...] = ()


def _invalid(specimen: Specimen, **fields: Any) -> None:
    row = specimen.now.row
    row.pop("reason", None)
    row.update(status="invalid", score=None, **fields)


def unreadable_row(specimen: Specimen) -> tuple[str, ...]:
    side, rng = specimen.now, specimen.rng
    if rng.random() < 0.5:
        side.rows = [{"line": specimen.unique(), "status": "invalid", "reason": rng.choice(PARSE_ERRORS)}]
        side.case = side.attribution = side.retrieval = None
        return NAMES_NOTHING
    _invalid(specimen, reason=f"KeyError: '{rng.choice(('required', 'supported', 'case_id'))}'")
    for name in ("required_claim_ids", "supported_claim_ids", "input_sha256"):
        side.row.pop(name)
    return NAMES_NOTHING


def duplicate_row_conflict(specimen: Specimen) -> tuple[str, ...]:
    twin = deepcopy(specimen.now.row)
    unstate(specimen, [specimen.claims[-1]])
    lose(specimen, [specimen.claims[-1]])
    specimen.now.rows.append(twin)
    return NAMES_NOTHING


def empty_requirements(specimen: Specimen) -> tuple[str, ...]:
    row, case = specimen.now.row, specimen.now.case
    assert case is not None
    row["required_claim_ids"] = row["supported_claim_ids"] = []
    score(row)
    if specimen.rng.random() < 0.5:
        case.pop("claims")
        case["relevant"] = list(specimen.homes.values())
    return NAMES_NOTHING


def _listed(specimen: Specimen, name: str, claim: str) -> tuple[str, ...]:
    row = specimen.now.row
    row[name] = [*row[name], claim]
    specimen.rng.shuffle(row[name])
    score(row)
    return NAMES_NOTHING


def duplicate_required(specimen: Specimen) -> tuple[str, ...]:
    return _listed(specimen, "required_claim_ids", specimen.rng.choice(specimen.claims))


def blank_required(specimen: Specimen) -> tuple[str, ...]:
    return _listed(specimen, "required_claim_ids", specimen.rng.choice(("", "  ", "\t")))


def duplicate_supported(specimen: Specimen) -> tuple[str, ...]:
    return _listed(specimen, "supported_claim_ids", specimen.rng.choice(specimen.claims))


def blank_supported(specimen: Specimen) -> tuple[str, ...]:
    return _listed(specimen, "supported_claim_ids", specimen.rng.choice(("", " ", "\u3000")))


def vocabulary_migrated(specimen: Specimen) -> tuple[str, ...]:
    """The fixture took new claim ids; the mapper still writes those that the last green run required."""
    renamed = {claim: specimen.new_id("claim") for claim in specimen.claims}
    row, case = specimen.now.row, specimen.now.case
    assert case is not None
    row["required_claim_ids"] = list(renamed.values())
    case["claims"] = {renamed[claim]: label for claim, label in case["claims"].items()}
    score(row)
    return NAMES_NOTHING


def unknown_supported(specimen: Specimen) -> tuple[str, ...]:
    """The mapper took new claim ids, or let one of its own in; the requirement is as it was."""
    row = specimen.now.row
    supported = row["supported_claim_ids"]
    if specimen.rng.random() < 0.5:
        row["supported_claim_ids"] = [specimen.new_id("claim") for _ in supported]
    else:
        row["supported_claim_ids"] = [*supported, specimen.new_id("claim")]
    score(row)
    return NAMES_NOTHING


def _raised(specimen: Specimen, texts: tuple[str, ...]) -> tuple[str, ...]:
    text, rng = specimen.rng.choice(texts), specimen.rng
    if rng.random() < 0.5:
        _invalid(specimen, reason=text)
    else:
        wrapped = {"type": "EvaluationError", "message": "a row could not be evaluated", "cause": {"message": text}}
        _invalid(specimen, error=text if rng.random() < 0.5 else wrapped)
    return NAMES_NOTHING


def call_error(specimen: Specimen) -> tuple[str, ...]:
    return _raised(specimen, CALL_ERRORS)


def execution_error(specimen: Specimen) -> tuple[str, ...]:
    return _raised(specimen, EXECUTION_ERRORS)


def judge_unavailable(specimen: Specimen) -> tuple[str, ...]:
    judged(specimen)
    _raised(specimen, OUTAGES)
    specimen.now.row["score"] = specimen.rng.choice((None, float("nan")))
    return NAMES_NOTHING


def judge_addressed(specimen: Specimen) -> tuple[str, ...]:
    judged(specimen, passing=specimen.rng.random() < 0.5)
    side, planted = specimen.now, specimen.rng.choice(specimen.domain.planted)
    assert side.retrieval is not None and side.attribution is not None
    if specimen.rng.random() < 0.7:
        chunk = specimen.rng.choice(side.retrieval["retrieved"][: specimen.k])
        chunk["text"] += specimen.domain.space + planted
    else:
        side.attribution["answer"] += specimen.domain.space + planted
    return NAMES_NOTHING


def reply_misread(specimen: Specimen) -> tuple[str, ...]:
    row, rng = judged(specimen), specimen.rng
    reply, recorded = rng.choice(
        (
            ("1. Yes.\n2. Yes.\n3. Yes.\n4. No.", 0.0),
            ('{"score": 0.9, "why": "every sentence is covered"}', 0.09),
            ("Score: 9/10. One date is vague.", 0.1),
            ("Yes, Yes, No", 0.0),
            ("- yes\n- yes\n- yes", 0.3333333333333333),
        )
    )
    row.update(judge_text=reply, score=recorded)
    return NAMES_NOTHING


def out_of_range(specimen: Specimen) -> tuple[str, ...]:
    specimen.now.row.update(score=specimen.rng.choice((1.2, 87.5, -0.25, 2)))
    return NAMES_NOTHING


def not_a_number(specimen: Specimen) -> tuple[str, ...]:
    judged(specimen)
    specimen.now.row.update(score=specimen.rng.choice((float("nan"), float("inf"), None, "high")), status="invalid")
    return NAMES_NOTHING


def not_reproducible(specimen: Specimen) -> tuple[str, ...]:
    row, side = specimen.now.row, specimen.now
    assert side.case is not None and side.retrieval is not None
    if specimen.rng.random() < 0.5:
        row.update(score=round(row["minimum"] * 0.7, 3), status="fail")
        return NAMES_NOTHING
    judged(specimen, f"recall@{specimen.k}")
    side.case["relevant"] = list(dict.fromkeys(specimen.homes.values()))
    return NAMES_NOTHING


def reason_contradicts(specimen: Specimen) -> tuple[str, ...]:
    """The reason beside the lists is another row's."""
    claim = specimen.rng.choice(specimen.claims)
    unstate(specimen, [claim])
    lose(specimen, [claim])
    wanted = len(specimen.claims) + 1
    specimen.now.row["reason"] = f"supported={wanted - 1}; required={wanted}; missing={specimen.new_id('claim')}"
    return NAMES_NOTHING


def attempts_disagree(specimen: Specimen) -> tuple[str, ...]:
    row = judged(specimen)
    row["attempt"] = specimen.green.row["attempt"] = 1
    specimen.now.rows.append({**row, "attempt": 2, "score": 0.9, "status": "pass"})
    return NAMES_NOTHING


def mapper_unstable(specimen: Specimen) -> tuple[str, ...]:
    side = specimen.now
    assert side.attribution is not None
    side.row.update(attempt=1, answer=side.attribution["answer"])
    side.rows.append({**deepcopy(side.row), "attempt": 2})
    lose(specimen, [specimen.rng.choice(specimen.claims)])
    return NAMES_NOTHING


def cached_stale(specimen: Specimen) -> tuple[str, ...]:
    row = judged(specimen)
    assert row["judge"] == JUDGE and row["rubric_version"] == RUBRIC
    stale = ({"judge": "arbiter-small"}, {"rubric_version": "rubric-5"})
    row.update(specimen.rng.choice(stale), cached=True)
    return NAMES_NOTHING


ROW_FAULTS = (
    Fault("unreadable-row", "test-data", unreadable_row),
    Fault("duplicate-row-conflict", "evaluation", duplicate_row_conflict),
    Fault("empty-requirements", "test-data", empty_requirements),
    Fault("duplicate-required-claim", "test-data", duplicate_required),
    Fault("blank-required-claim", "test-data", blank_required),
    Fault("duplicate-supported-claim", "attribution", duplicate_supported),
    Fault("blank-supported-claim", "attribution", blank_supported),
    Fault("claim-vocabulary-migrated", "test-data", vocabulary_migrated),
    Fault("unknown-supported-claim", "attribution", unknown_supported),
    Fault("metric-call-error", "evaluation", call_error),
    Fault("metric-execution-error", "evaluation", execution_error),
    Fault("judge-unavailable", "platform", judge_unavailable),
    Fault("judge-addressed-by-data", "evaluation", judge_addressed),
    Fault("judge-reply-misread", "evaluation", reply_misread),
    Fault("score-out-of-range", "evaluation", out_of_range),
    Fault("score-not-a-number", "evaluation", not_a_number),
    Fault("score-not-reproducible", "evaluation", not_reproducible),
    Fault("reason-contradicts-lists", "evaluation", reason_contradicts),
    Fault("attempts-disagree", "evaluation", attempts_disagree),
    Fault("mapper-unstable", "attribution", mapper_unstable),
    Fault("cached-verdict-stale", "evaluation", cached_stale),
)
