"""The public schema, key by key, and that any strict parser reads the document."""

import json
from types import SimpleNamespace
from typing import Any

import pytest

from triage.metrics.aggregates import Aggregate
from triage.model import Confidence, Finding, Manifest, Owner, Proof, Source, Stage, Unread
from triage.owners import load_teams
from triage.report.json import render_json
from triage.report.strict import encode


def refuse_constant(word: str) -> None:
    raise AssertionError(f"{word} is not JSON")


def report(examined: Any) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(b"".join(render_json(examined)), parse_constant=refuse_constant)
    return document


def test_the_document_has_exactly_the_public_keys(examined: Any) -> None:
    assert list(report(examined)) == [
        "schema", "bundle", "gate", "aggregates", "delta", "unread", "findings", "rows",
    ]  # fmt: skip
    assert report(examined)["schema"] == "triage.report/1"


def test_the_bundle_names_its_run_and_the_last_green_run_with_the_reason(examined: Any) -> None:
    assert report(examined)["bundle"] == {"paths": ["nightly-red"], "run_id": "nightly-12", "baseline": None}
    green = SimpleNamespace(manifest=Manifest(run_id="nightly-11"))
    examined.baseline = SimpleNamespace(bundle=green, why="newest green run beside it")
    assert report(examined)["bundle"]["baseline"] == {"run_id": "nightly-11", "why": "newest green run beside it"}


def test_the_gate_keeps_failed_and_invalid_apart_and_states_its_bounds(examined: Any) -> None:
    assert report(examined)["gate"] == {
        "verdict": "incomplete",
        "exit_code": 2,
        "rows": 4,
        "passed": 1,
        "failed": 1,
        "invalid": 1,
        "not_blocking": 1,
        "bounds": {"metric": "pass_rate", "low": 1 / 3, "high": 2 / 3},
        "planned": 6,
    }


def test_what_is_not_known_is_null_and_never_zero(examined: Any) -> None:
    examined.verdict = examined.verdict._replace(low=None, high=None, planned=None)
    gate = report(examined)["gate"]
    assert (gate["bounds"], gate["planned"]) == (None, None)
    examined.bundle.manifest = Manifest()
    assert report(examined)["bundle"]["run_id"] is None


def test_a_failed_row_has_every_key_and_its_whole_diagnosis(examined: Any) -> None:
    finding = {
        "cause": "below-cutoff",
        "stage": "retrieval",
        "owner": "retrieval",
        "confidence": "likely",
        "claim_id": "window",
        "secondary": False,
        "evidence": [{"text": "doc-9 stands at rank 5, the cutoff is k=3", "source": "retrieval.jsonl:2"}],
        "next": "compare the ranks",
    }
    later = finding | {"cause": "noisy-context", "claim_id": None, "secondary": True, "evidence": [], "next": ""}
    assert report(examined)["rows"][0] == {
        "case_id": "parcel-4",
        "line": 4,
        "metric": "evidence_coverage",
        "system": None,
        "attempt": None,
        "scenario": "shipping",
        "status": "fail",
        "score": 2 / 3,
        "minimum": 0.8,
        "blocking": True,
        "missing_claims": ["window"],
        "cause": "below-cutoff",
        "owner": "retrieval",
        "team": None,
        "confidence": "likely",
        "findings": [finding, later],
        "ruled_out": [
            {"cause": "retrieval-miss", "because": "doc-9 was ranked", "source": "retrieval.jsonl#/0/retrieved"}
        ],
        "cannot_tell": [{"cause": "threshold-drift", "needs": "the last green run"}],
    }


def test_every_row_is_listed_in_reading_order_with_its_own_word(examined: Any) -> None:
    rows = report(examined)["rows"]
    assert [row["status"] for row in rows] == ["fail", "invalid", "pass", "not-judged"]
    assert (rows[1]["score"], rows[1]["minimum"], rows[1]["case_id"], rows[1]["line"]) == (None, None, None, 9)
    assert (rows[1]["cause"], rows[1]["owner"], rows[1]["confidence"]) == ("undetermined", None, None)
    assert (rows[2]["cause"], rows[2]["owner"], rows[2]["findings"]) == (None, None, [])


def test_the_team_is_the_one_that_the_teams_file_names(examined: Any) -> None:
    examined.teams = load_teams(b"teams: {retrieval: {name: Lookup crew}}", "triage.yaml", ())
    assert report(examined)["rows"][0]["team"] == "Lookup crew"


def test_with_several_missing_claims_a_doubt_says_which_one_it_is_about(examined: Any, made: Any) -> None:
    examined.bundle.diagnoses = [made.failed(supported=())]
    assert report(examined)["rows"][0]["cannot_tell"][0]["needs"] == "window: the last green run"


def test_means_steps_unread_places_and_findings_about_the_run(examined: Any) -> None:
    examined.means = (Aggregate("evidence_coverage", "B", None, 0.75, 4, 1, 2, (3.0, 4)),)
    examined.delta = (SimpleNamespace(step="flips", value=-0.25, rows=("parcel-4",), words=""),)
    examined.bundle.unread = [
        Unread("rows.jsonl", 7, 12, "the line ends inside a record", True),
        Unread("a.csv", 0, 0, "x"),
    ]
    proof = Proof("4 of 6 rows", Source("run.yaml", 3))
    examined.findings = (
        Finding("planned-rows-missing", Stage.LOAD, Owner.PLATFORM, Confidence.CERTAIN, (proof,), "look for the job"),
    )
    found = report(examined)
    assert found["aggregates"] == [
        {
            "metric": "evidence_coverage", "system": "B", "scenario": None, "mean": 0.75,
            "n": 4, "invalid": 1, "not_applicable": 2, "pooled": [3.0, 4],
        }
    ]  # fmt: skip
    assert found["delta"] == [{"step": "flips", "value": -0.25, "rows": ["parcel-4"]}]
    assert found["unread"] == [
        {"path": "rows.jsonl", "line": 7, "problem": "column 12: the line ends inside a record"},
        {"path": "a.csv", "line": None, "problem": "x"},
    ]
    assert found["findings"][0]["cause"] == "planned-rows-missing"


def test_a_wrong_entry_of_the_teams_file_is_among_what_was_not_read(examined: Any) -> None:
    examined.teams = load_teams(b"teams: {}\nrules:\n  - {case: x, team: gone}\n", "triage.yaml", ())
    unread = report(examined)["unread"]
    assert [(one["path"], one["line"]) for one in unread] == [("triage.yaml", 3)]
    assert 'unknown team "gone"' in unread[0]["problem"]


@pytest.mark.parametrize("amount", [0, 1, 255, 256, 257, 600])
def test_any_number_of_rows_makes_one_document(examined: Any, made: Any, amount: int) -> None:
    examined.bundle.diagnoses = [made.failed(f"case-{at}") for at in range(amount)]
    assert [row["case_id"] for row in report(examined)["rows"]] == [f"case-{at}" for at in range(amount)]


HOSTILE = "\x1b[2J \x9b2J \x7f \u202e \u200b \u2066 \U000e0041 \x00 [/red] `|` <@everyone>"


def test_hostile_text_keeps_its_value_and_puts_no_control_character_on_the_wire(examined: Any, made: Any) -> None:
    examined.bundle.diagnoses = [made.failed(HOSTILE)]
    wire = b"".join(render_json(examined))
    assert json.loads(wire)["rows"][0]["case_id"] == HOSTILE
    written = wire.decode()
    assert written.endswith("}\n")
    assert [one for one in written[:-1] if not one.isprintable()] == []


def test_text_that_is_no_text_and_numbers_that_are_no_numbers_still_make_strict_json() -> None:
    value = {"lone \ud800": ["\udfff", float("nan"), float("inf"), 1.5, 10**30, None, True]}
    assert json.loads(encode(value), parse_constant=refuse_constant) == {
        "lone \\ud800": ["\\udfff", None, None, 1.5, 10**30, None, True]
    }
    assert encode({"score": float("nan")}) == b'{"score":null}'


def test_sorted_keys_are_sorted_on_every_level_and_on_both_ways() -> None:
    plain, hard = {"b": {"d": 1, "c": 2}, "a": 0}, {"b": {"d": 10**30, "c": "\ud800"}, "a": 0}
    assert encode(plain, sort_keys=True) == b'{"a":0,"b":{"c":2,"d":1}}'
    assert encode(hard, sort_keys=True) == b'{"a":0,"b":{"c":"\\\\ud800","d":' + str(10**30).encode() + b"}}"


def test_letters_of_every_script_stay_readable() -> None:
    assert encode("Größe 金額 שלום 🎈") == '"Größe 金額 שלום 🎈"'.encode()
