"""The gate over plain lines of required and supported claims."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from tests.gate.conftest import POLICY, Gate, line
from triage.baseline import verdict_of
from triage.evidence import open_bundle
from triage.gate import GateRefused, run_gate
from triage.metrics.coverage import input_sha256
from triage.report.strict import encode

GOOD = line("good", ["a", "b"], ["a", "b"], contract_version="4")
LOW = line("low", ["a", "b", "c"], ["a", "c"], contract_version="4")
NOTHING = line("nothing", [], [], contract_version="4")
MALFORMED = '{"case_id": "cut", "required_claim_ids": ["a"]'


def test_a_row_says_what_was_measured_and_by_which_versions(gate: Gate) -> None:
    (row,) = gate([LOW]).rows
    assert row == {
        "case_id": "low",
        "metric": "evidence_coverage",
        "status": "fail",
        "score": pytest.approx(2 / 3),
        "minimum": 0.8,
        "reason": "supported=2; required=3; missing=b",
        "required_claim_ids": ["a", "b", "c"],
        "supported_claim_ids": ["a", "c"],
        "input_sha256": input_sha256("low", ["a", "b", "c"], ["a", "c"]),
        "blocking": True,
        "contract_version": "4",
        "policy_version": "p-3",
    }


@pytest.mark.parametrize(
    ("cases", "exit_code"),
    [
        ([GOOD], 0),
        ([GOOD, LOW], 1),
        ([GOOD, NOTHING], 2),
        ([LOW, NOTHING], 2),
        ([LOW, MALFORMED], 2),
        ([], 2),
    ],
    ids=["all pass", "one below", "one invalid", "invalid wins over below", "malformed wins over below", "nothing"],
)
def test_exit_codes(gate: Gate, cases: list[str], exit_code: int) -> None:
    assert gate(cases).exit_code == exit_code


def test_an_empty_file_has_no_rows_and_is_not_green(gate: Gate) -> None:
    result = gate([])
    assert (result.rows, result.exit_code) == ((), 2)
    assert "nothing evaluated" in result.words[0]


def test_a_score_equal_to_the_minimum_passes(gate: Gate) -> None:
    exact = line("exact", ["a", "b", "c", "d", "e"], ["a", "b", "c", "d"])
    assert gate([exact]).rows[0]["status"] == "pass"


@pytest.mark.parametrize(
    ("required", "supported", "reason"),
    [
        ([], [], "required_claim_ids must not be empty"),
        (["a"], ["b"], "supported_claim_ids contains unknown IDs: b"),
        (["a"], ["A"], "supported_claim_ids contains unknown IDs: A"),
        (["a", "a"], ["a"], "required_claim_ids contains duplicate claim IDs: a"),
        (["a", " "], ["a"], "required_claim_ids contains a blank claim ID"),
        (["a"], ["a", "a"], "supported_claim_ids contains duplicate claim IDs: a"),
    ],
)
def test_an_input_that_cannot_be_scored_is_invalid_and_has_no_score(
    gate: Gate, required: list[str], supported: list[str], reason: str
) -> None:
    (row,) = gate([line("odd", required, supported)]).rows
    assert (row["status"], row["score"], row["reason"]) == ("invalid", None, reason)


def test_a_malformed_line_is_reported_by_number_and_the_rest_is_still_evaluated(gate: Gate) -> None:
    result = gate([GOOD, MALFORMED, LOW])
    assert [row["status"] for row in result.rows] == ["pass", "invalid", "fail"]
    broken = result.rows[1]
    assert broken["line"] == 2 and "case_id" not in broken
    assert broken["policy_version"] == "p-3" and broken["contract_version"] is None
    assert "the line ends inside a record" in broken["reason"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"case_id": "x", "required_claim_ids": ["a"]}', "missing field supported_claim_ids"),
        ('{"case_id": "x", "supported_claim_ids": ["a"]}', "missing field required_claim_ids"),
        ('{"case_id": "x", "required_claim_ids": null, "supported_claim_ids": null}', "missing field required"),
        ('{"case_id": " ", "required_claim_ids": ["a"], "supported_claim_ids": []}', "missing field case_id"),
        ('{"case_id": "x", "required_claim_ids": "a", "supported_claim_ids": []}', "expected a list, found text"),
        ('{"case_id": "x", "required_claim_ids": ["a"], "supported_claim_ids": [true]}', "expected ids, found true"),
        ('{"case_id": "x", "required_claim_ids": ["a"], "required_claim_ids": [], "supported_claim_ids": []}', "twice"),
        ('{"case_id": "x", "metric": "faithfulness", "required_claim_ids": ["a"]}', "is not evaluated by this gate"),
        ('{"question": "no case at all"}', "not recognised"),
        ("[1, 2]", "not a record"),
        ("plain words", "expected a value"),
    ],
)
def test_a_line_that_is_no_gate_line_is_invalid_with_the_reason(gate: Gate, text: str, words: str) -> None:
    result = gate([GOOD, text])
    assert result.rows[1]["status"] == "invalid" and words in result.rows[1]["reason"]
    assert result.rows[1]["line"] == 2
    assert result.exit_code == 2


def test_rows_that_do_not_block_are_reported_and_never_counted(gate: Gate) -> None:
    aside = [line("aside", ["a"], [], blocking=False), line("void", [], [], blocking=False)]
    result = gate([GOOD, *aside])
    assert [row["status"] for row in result.rows] == ["pass", "fail", "invalid"]
    assert [row["blocking"] for row in result.rows] == [True, False, False]
    assert result.exit_code == 0


def test_only_rows_that_do_not_block_is_nothing_evaluated(gate: Gate) -> None:
    assert gate([line("aside", ["a"], ["a"], blocking=False)]).exit_code == 2


def test_the_environment_moves_the_minimum(gate: Gate) -> None:
    result = gate([LOW], environ={"MIN_EVIDENCE_COVERAGE": "0.5"})
    assert (result.rows[0]["status"], result.rows[0]["minimum"], result.exit_code) == ("pass", 0.5, 0)
    assert any("MIN_EVIDENCE_COVERAGE" in words for words in result.words)


def test_a_bad_environment_is_refused_before_anything_is_evaluated(gate: Gate) -> None:
    with pytest.raises(GateRefused, match="MIN_EVIDENCE_COVERAGE"):
        gate([LOW], environ={"MIN_EVIDENCE_COVERAGE": "1.5"})


def test_report_only_says_everything_and_exits_zero(gate: Gate) -> None:
    result = gate([LOW, NOTHING, MALFORMED], policy=POLICY + "mode: report-only\n")
    assert [row["status"] for row in result.rows] == ["fail", "invalid", "invalid"]
    assert result.exit_code == 0
    assert result.words[0].startswith("incomplete: 2 blocking rows not evaluated")
    assert any("report-only" in words for words in result.words)


def test_rows_of_one_case_that_contradict_each_other_are_kept_and_incomplete(gate: Gate) -> None:
    result = gate([line("same", ["a"], ["a"]), line("same", ["a", "b"], ["a", "b"])])
    assert len(result.rows) == 2 and result.exit_code == 2


def test_attempts_and_systems_of_one_case_are_no_conflict(gate: Gate) -> None:
    result = gate([line("same", ["a"], ["a"], attempt=1), line("same", ["a"], ["a"], attempt=2, system="B")])
    assert [row.get("attempt") for row in result.rows] == [1, 2]
    assert result.exit_code == 0


def test_the_same_line_twice_is_no_contradiction_here_nor_in_the_bundle(gate: Gate, tmp_path: Path) -> None:
    assert gate([GOOD, GOOD], out=tmp_path / "out").exit_code == 0
    assert verdict_of(open_bundle([tmp_path / "out"])).exit_code == 0


def test_standard_input_is_read_like_a_file(tmp_path: Path) -> None:
    (tmp_path / "policy.yaml").write_text(POLICY)
    stream = io.BytesIO(f"{GOOD}\n{MALFORMED}\n".encode())
    result = run_gate("-", tmp_path / "policy.yaml", None, {}, stdin=stream)
    assert [row["status"] for row in result.rows] == ["pass", "invalid"]


def test_the_process_own_standard_input_is_the_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "policy.yaml").write_text(POLICY)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(f"{LOW}\n".encode())))
    assert run_gate("-", tmp_path / "policy.yaml", None, {}).exit_code == 1


def test_cases_that_are_not_there_are_refused(tmp_path: Path) -> None:
    (tmp_path / "policy.yaml").write_text(POLICY)
    with pytest.raises(GateRefused, match=r"gone\.jsonl"):
        run_gate(tmp_path / "gone.jsonl", tmp_path / "policy.yaml", None, {})


def test_every_row_prints_as_one_object_with_sorted_keys(gate: Gate) -> None:
    for row in gate([GOOD, MALFORMED, NOTHING]).rows:
        pairs: list[Any] = json.loads(encode(row, sort_keys=True), object_pairs_hook=list)
        keys = [key for key, _ in pairs]
        assert keys == sorted(keys) and len(keys) >= 5
