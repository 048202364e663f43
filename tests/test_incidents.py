"""The demonstration run: every incident of the red run gets the intended cause and owner, by the report's own JSON."""

import json
from pathlib import Path

import pytest

from fixtures.incidents import INCIDENTS, LOOK_ALIKES, REPORTED_ONLY
from triage.cli import main
from triage.examine import examine
from triage.report.json import render_json

ARTIFACTS = Path(__file__).resolve().parents[1] / "artifacts"
(RED,) = ARTIFACTS.glob("*red*")
(GREEN,) = ARTIFACTS.glob("*green*")
EXPECTED = [
    (incident.name, case_id, incident.cause, incident.owner) for incident in INCIDENTS for case_id in incident.case_ids
]


@pytest.fixture(scope="module")
def report() -> dict[str, object]:
    examination = examine([RED], baseline=str(GREEN))
    loaded: dict[str, object] = json.loads(b"".join(render_json(examination)))
    return loaded


def _row(report: dict[str, object], case_id: str) -> dict[str, object]:
    rows = report["rows"]
    assert isinstance(rows, list)
    (row,) = (one for one in rows if one["case_id"] == case_id)
    return row


def test_the_red_run_tells_all_incidents() -> None:
    assert len(INCIDENTS) >= 12
    assert len({incident.cause for incident in INCIDENTS}) == len(INCIDENTS)


@pytest.mark.parametrize(("name", "case_id", "cause", "owner"), EXPECTED)
def test_an_incident_gets_its_cause_and_owner(
    report: dict[str, object], name: str, case_id: str, cause: str, owner: str
) -> None:
    row = _row(report, case_id)
    assert (row["cause"], row["owner"]) == (cause, owner), name
    assert row["confidence"] == "certain"
    assert row["team"], "the teams file maps every role"
    finding = row["findings"][0]  # type: ignore[index]
    assert finding["cause"] == cause
    assert finding["secondary"] is False
    assert all(":" in proof["source"] or "#" in proof["source"] for proof in finding["evidence"])


def test_the_report_leaves_with_the_code_of_an_incomplete_evaluation(
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    assert main(["report", str(RED), "--baseline", str(GREEN), "--format", "json"]) == 2
    assert json.loads(capsysbinary.readouterr().out)["gate"]["exit_code"] == 2


def test_no_other_row_is_red(report: dict[str, object]) -> None:
    told = {case_id for _, case_id, _, _ in EXPECTED} | set(REPORTED_ONLY)
    rows = report["rows"]
    assert isinstance(rows, list)
    assert {row["case_id"] for row in rows if row["status"] != "pass"} == told


@pytest.mark.parametrize("alike", LOOK_ALIKES, ids=lambda alike: alike.name)
def test_a_look_alike_stays_green_and_silent(report: dict[str, object], alike: object) -> None:
    for case_id in alike.case_ids:  # type: ignore[attr-defined]
        row = _row(report, case_id)
        assert (row["status"], row["cause"], row["findings"]) == ("pass", None, [])


def test_the_green_run_is_green_and_has_nothing_to_say(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["report", str(GREEN), "--format", "json"]) == 0
    report = json.loads(capsysbinary.readouterr().out)
    assert report["gate"]["verdict"] == "green"
    blocking = [row for row in report["rows"] if row["blocking"]]
    assert all(row["cause"] is None and row["findings"] == [] for row in blocking)


def test_the_delta_adds_up_to_the_change_of_the_passing_share(report: dict[str, object]) -> None:
    delta = report["delta"]
    assert isinstance(delta, list)
    assert [step["step"] for step in delta] == ["contract", "threshold", "membership", "validity", "flips", "only-now"]
    rows = report["rows"]
    assert isinstance(rows, list)
    valid = [row for row in rows if row["blocking"] and row["status"] in ("pass", "fail")]
    now = sum(row["status"] == "pass" for row in valid) / len(valid)
    assert sum(step["value"] for step in delta) == pytest.approx(now - 1.0, abs=1e-12)
    moved = {step["step"]: step["rows"] for step in delta}
    assert moved["threshold"] == ["rf-price-drop"]
    assert "rf-skipped-week" in moved["contract"]
