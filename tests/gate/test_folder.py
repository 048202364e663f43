"""The gate over a folder: reviewed cases, the mapper's records of them, comparisons."""

import json
from typing import Any

import pytest

from tests.gate.conftest import POLICY, Gate

CASE = {"case_id": "c1", "contract_version": "2", "claims": {"a": {"sources": ["d1"]}, "b": {"sources": ["d2"]}}}
MAPPED = {
    "case_id": "c1",
    "answer": "x y",
    "claims": [
        {"claim_id": "a", "citations": ["d1"], "span": [0, 1], "supported": True},
        {"claim_id": "b", "citations": [], "span": None, "supported": False},
    ],
}
BOTH = [{"claim_id": name, "citations": ["d1"], "span": [0, 1], "supported": True} for name in ("a", "b")]
COMPARED = {"case_id": "r1", "gate": "must-win", "direction": "best-first", "criterion_version": "9"}
REVIEWED = COMPARED | {"candidates": [{"id": one, "text": one} for one in "pqr"], "expected_order": ["p", "q", "r"]}


def lines(*records: dict[str, Any]) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


def judged(order: list[str] | str | None, **more: Any) -> str:
    artifact = COMPARED | {"expected_order": ["p", "q", "r"], "presented_order": ["r", "q", "p"], "actual_order": order}
    return json.dumps(artifact | more)


def test_the_supported_list_comes_from_the_mapper_and_the_required_one_from_the_labels(gate: Gate) -> None:
    (row,) = gate({"cases.jsonl": lines(CASE), "attribution.jsonl": lines(MAPPED)}).rows
    assert row["required_claim_ids"] == ["a", "b"] and row["supported_claim_ids"] == ["a"]
    assert (row["score"], row["status"], row["contract_version"]) == (0.5, "fail", "2")


def test_the_list_a_mapper_handed_on_is_what_is_scored(gate: Gate) -> None:
    mapped = MAPPED | {"claims": BOTH, "mapped_claim_ids": ["b"]}
    (row,) = gate({"cases.jsonl": lines(CASE), "attribution.jsonl": lines(mapped)}).rows
    assert row["supported_claim_ids"] == ["b"] and row["reason"].endswith("missing=a")


def test_requirements_named_by_the_case_outrank_its_labels(gate: Gate) -> None:
    named = CASE | {"required_claim_ids": []}
    (row,) = gate({"cases.jsonl": lines(named), "attribution.jsonl": lines(MAPPED)}).rows
    assert (row["status"], row["reason"]) == ("invalid", "required_claim_ids must not be empty")


def test_a_case_without_a_mapper_record_is_invalid_and_not_zero(gate: Gate) -> None:
    result = gate({"cases.jsonl": lines(CASE)})
    assert (result.rows[0]["status"], result.rows[0]["score"], result.exit_code) == ("invalid", None, 2)
    assert "no attribution record" in result.rows[0]["reason"]


def test_a_mapper_that_failed_is_an_error_and_not_an_empty_list(gate: Gate) -> None:
    failed = {"case_id": "c1", "answer": "x", "claims": None, "error": {"message": "job", "cause": {"message": "429"}}}
    (row,) = gate({"cases.jsonl": lines(CASE), "attribution.jsonl": lines(failed)}).rows
    assert (row["status"], row["error"]) == ("invalid", "429")
    assert row["reason"] == "the support mapper failed: 429"


@pytest.mark.parametrize(
    ("case", "mapped", "words"),
    [
        (CASE, MAPPED | {"claims": None}, "nothing was decided"),
        (CASE, MAPPED | {"claims": [{"claim_id": "a", "span": [0, 1]}]}, "no decision on a"),
        (CASE, MAPPED | {"claims": [{"span": [0, 1]}]}, "has no claim_id"),
        (CASE, MAPPED | {"mapped_claim_ids": "a"}, "expected a list, found text"),
        ({"case_id": "c1", "question": "?", "relevant": ["d1"]}, MAPPED, "missing field claims"),
        (CASE | {"blocking": "maybe"}, MAPPED, "expected true or false"),
    ],
)
def test_what_was_not_decided_is_said(gate: Gate, case: dict[str, Any], mapped: dict[str, Any], words: str) -> None:
    (row,) = gate({"cases.jsonl": lines(case), "attribution.jsonl": lines(mapped)}).rows
    assert row["status"] == "invalid" and row["score"] is None and words in row["reason"]


@pytest.mark.parametrize(("claims", "status", "score"), [([], "pass", 1.0), (BOTH, "fail", 0.0)])
def test_an_unanswerable_case_is_judged_by_abstention_alone(
    gate: Gate, claims: list[dict[str, Any]], status: str, score: float
) -> None:
    files = {"cases.jsonl": lines(CASE | {"claims": {}}), "attribution.jsonl": lines(MAPPED | {"claims": claims})}
    (row,) = gate(files).rows
    assert (row["metric"], row["status"], row["score"]) == ("abstention_correct", status, score)
    assert "required_claim_ids" not in row


def test_an_unanswerable_case_without_a_record_is_no_correct_abstention(gate: Gate) -> None:
    (row,) = gate({"cases.jsonl": lines(CASE | {"claims": {}})}).rows
    assert (row["metric"], row["status"], row["score"]) == ("abstention_correct", "invalid", None)


def test_a_case_that_does_not_block(gate: Gate) -> None:
    other = CASE | {"case_id": "c2"}
    mapped = [MAPPED | {"claims": BOTH}, MAPPED | {"case_id": "c2"}]
    result = gate({"cases.jsonl": lines(CASE, other | {"blocking": False}), "attribution.jsonl": lines(*mapped)})
    assert [(row["status"], row["blocking"]) for row in result.rows] == [("pass", True), ("fail", False)]
    assert result.exit_code == 0


def test_the_manifest_lends_its_contract_version_and_its_plan(gate: Gate) -> None:
    case = {key: value for key, value in CASE.items() if key != "contract_version"}
    files = {
        "cases.jsonl": lines(case),
        "attribution.jsonl": lines(MAPPED | {"claims": BOTH}),
        "run.yaml": 'run_id: r\ncontract_version: "5"\nplanned_rows: 2\n',
    }
    result = gate(files)
    assert result.rows[0]["contract_version"] == "5" and result.rows[0]["status"] == "pass"
    assert result.exit_code == 2 and "1 of 2 planned rows" in result.words[0]


def test_a_broken_line_among_the_cases_is_a_row_and_among_the_chunks_a_remark(gate: Gate) -> None:
    files = {
        "cases.jsonl": lines(CASE) + "{broken\n",
        "attribution.jsonl": lines(MAPPED | {"claims": BOTH}),
        "retrieval.jsonl": "{broken\n",
    }
    result = gate(files)
    assert [(row["status"], row.get("line")) for row in result.rows] == [("pass", None), ("invalid", 2)]
    assert any(words.startswith("not read: retrieval.jsonl:1") for words in result.words)


def test_gate_lines_in_a_folder_are_evaluated_like_a_file_of_them(gate: Gate) -> None:
    listed = {"case_id": "l1", "required_claim_ids": ["a"], "supported_claim_ids": ["a"], "system": "B"}
    (row,) = gate({"lines.jsonl": lines(listed)}).rows
    assert (row["status"], row["system"]) == ("pass", "B")


@pytest.mark.parametrize(
    ("order", "status", "score", "words", "exit_code"),
    [
        (["p", "q", "r"], "pass", 1.0, "the required winner won", 0),
        (["p", "r", "q"], "pass", 2 / 3, "the required winner won", 0),
        (["q", "p", "r"], "fail", 2 / 3, "q won; the winner must be p", 1),
        (["p", "q", "q"], "invalid", None, "missing r; duplicate q", 2),
        (["p", "q", "x"], "invalid", None, "missing r; unknown x", 2),
        ("p is best", "invalid", None, "not an order", 2),
        (None, "invalid", None, "no order was returned", 2),
    ],
)
def test_a_must_win_comparison(
    gate: Gate, order: list[str] | str | None, status: str, score: float | None, words: str, exit_code: int
) -> None:
    result = gate({"ranking-cases/r1.yaml": json.dumps(REVIEWED), "ranking/r1.yaml": judged(order)})
    (row,) = result.rows
    assert (row["metric"], row["status"]) == ("pairwise_agreement", status)
    assert row["score"] == (score if score is None else pytest.approx(score))
    assert words in row["reason"] and result.exit_code == exit_code
    assert (row["contract_version"], row["policy_version"]) == ("9", "p-3")


def test_a_reviewed_comparison_that_nobody_judged_is_invalid(gate: Gate) -> None:
    result = gate({"ranking-cases/r1.yaml": json.dumps(REVIEWED)})
    assert result.rows[0]["status"] == "invalid" and result.exit_code == 2
    assert "no judged order" in result.rows[0]["reason"]


def test_a_monitored_comparison_never_blocks(gate: Gate) -> None:
    monitored = {"ranking/r1.yaml": judged(["r", "q", "p"], gate="monitor-only"), "cases.jsonl": lines(CASE)}
    result = gate(monitored | {"attribution.jsonl": lines(MAPPED | {"claims": BOTH})})
    assert [(row["status"], row["blocking"]) for row in result.rows] == [("pass", True), ("fail", False)]
    assert result.exit_code == 0


def test_an_agreement_below_the_policy_fails_with_the_right_winner(gate: Gate) -> None:
    policy = POLICY.replace("}", ", pairwise_agreement: 0.9}")
    (row,) = gate({"ranking/r1.yaml": judged(["p", "r", "q"])}, policy=policy).rows
    assert (row["status"], row["minimum"]) == ("fail", 0.9)


def test_an_order_given_twice_is_not_scored(gate: Gate) -> None:
    text = judged(["p", "q", "r"])[:-1] + ', "actual_order": ["p", "q", "r"]}'
    (row,) = gate({"ranking/r1.yaml": text}).rows
    assert (row["status"], row["score"]) == ("invalid", None) and "`actual_order` defined twice" in row["reason"]
