"""What only the whole bundle decides: verdicts without scores, the policy's minimums, conflicts, digests, the plan."""

import hashlib
from pathlib import Path

import pytest

from tests.bundles import row as plain_row
from tests.bundles import write_bundle
from triage.evidence import open_bundle
from triage.model import Outcome

PASSED, FAILED, INVALID, NOT_JUDGED = Outcome


def row(case_id, **more):
    return {"case_id": case_id, **more}


def outcomes(bundle):
    """From the columns; the opened rows must say the same."""
    numbers = range(len(bundle.rows))
    assert [bundle.row(number).outcome for number in numbers] == [bundle.rows.outcome(number) for number in numbers]
    return [bundle.rows.outcome(number) for number in numbers]


def test_verdicts_stand_where_no_row_of_the_metric_has_a_score(bundle_of):
    bundle = bundle_of(
        rows_jsonl=[
            row("a", status="pass", score=None),
            row("b", status="fail"),
            row("c", status="skip", score=None),
            row("d", status="fail", score=0.2, metric="other", minimum=0.5),
        ]
    )
    assert outcomes(bundle) == [PASSED, FAILED, INVALID, FAILED]
    assert bundle.row(1).notes == ("verdict without a score",)


@pytest.mark.parametrize(
    ("score", "status"),
    [(0.5, "pass"), ("NaN", "fail")],
)
def test_one_score_or_one_broken_score_ends_that(bundle_of, score, status):
    rows = [row("a", status="pass", score=None), row("b", status="fail"), row("c", status=status, score=score)]
    assert outcomes(bundle_of(rows_jsonl=rows))[:2] == [INVALID, INVALID]


def test_fails_beside_no_score_prove_no_verdict(bundle_of):
    assert outcomes(bundle_of(rows_jsonl=[row("a", status="fail", score=None)])) == [INVALID]


def test_an_error_beside_a_verdict_stays_invalid(bundle_of):
    rows = [row("a", status="pass"), row("b", status="pass", error="gone")]
    assert outcomes(bundle_of(rows_jsonl=rows)) == [PASSED, INVALID]


def test_the_policys_minimum_applies_where_the_row_has_none(bundle_of):
    bundle = bundle_of(
        zz_manifest_yaml="run_id: r\npolicy: {version: p3, minimum: {evidence_coverage: 0.8}}\n",
        rows_jsonl=[
            row("a", score=0.9),
            row("b", score=0.7),
            row("c", score=0.7, status="pass"),
            row("d", score=0.9, status="fail"),
            row("e", score=0.7, minimum=0.5),
            row("f", score=None),
            row("g", score=0.7, metric="other"),
        ],
    )
    assert outcomes(bundle) == [PASSED, FAILED, FAILED, FAILED, PASSED, INVALID, NOT_JUDGED]
    assert [bundle.rows.contradicts(number) for number in range(4)] == [False, False, True, True]
    assert [bundle.rows.minimum(number) for number in (0, 4, 5, 6)] == [0.8, 0.5, 0.8, None]
    assert [bundle.row(number).minimum_from_policy for number in (0, 4)] == [True, False]
    assert bundle.row(0).notes == ("minimum 0.8 for evidence_coverage is the policy's",)


def test_rows_of_one_case_that_differ_are_a_conflict(bundle_of):
    bundle = bundle_of(
        rows_jsonl=[
            row("dup", score=0.0, minimum=0.8),
            row("dup", score=1.0, minimum=0.8),
            row("dup", score=1.0, minimum=0.8, system="b"),
            row("again", score=0.0, minimum=0.8, attempt=1),
            row("again", score=1.0, minimum=0.8, attempt=2),
            row("same", score=1.0, minimum=0.8),
            row("same", score=1.0, minimum=0.8),
        ]
    )
    assert [bundle.rows.conflict(number) for number in range(7)] == [True, True, False, False, False, False, False]
    assert [note.text for note in bundle.notes] == ["2 identical rows of one case: rows.jsonl:6, rows.jsonl:7"]
    assert bundle.find("dup", "evidence_coverage", None) == [0, 1]
    assert bundle.find("dup", "evidence_coverage", "b") == [2]
    assert bundle.find("dup", "nothing", None) == []


def test_rows_without_a_case_are_no_conflict(bundle_of):
    rows = [{"line": number, "status": "invalid", "reason": "broken"} for number in (1, 2)]
    bundle = bundle_of(rows_jsonl=rows)
    assert not bundle.rows.conflict(0)


def test_the_plan_is_the_manifests_else_what_the_dashboard_reported(bundle_of):
    reported = "run_id: r\nreported: {m: {mean: 1.0, rows: 40}, n: {rows: 12}}\n"
    assert bundle_of(run_yaml=reported).planned == (40, "reported by the dashboard in run.yaml:1")
    assert bundle_of(run_yaml=f"planned_rows: 7\n{reported}").planned == (7, "planned_rows of run.yaml:1")
    assert bundle_of(run_yaml="run_id: r\n").planned is None


def test_reviewed_cases_without_a_row_are_listed(bundle_of):
    bundle = bundle_of(
        cases_jsonl=[row(name, claims={}) for name in ("a", "b", "c")],
        ranking_yaml="case_id: r\ncandidates: []\nexpected_order: []\n",
        rows_jsonl=[row("b", score=1.0)],
    )
    assert bundle.unrowed_cases() == ("a", "c", "r")


def test_a_second_record_of_a_case_is_noted_and_not_used(bundle_of):
    bundle = bundle_of(
        cases_jsonl=[row("a", question="first?"), row("a", question="second?")], rows_jsonl=[row("a", score=1.0)]
    )
    assert [(note.text, str(note.source)) for note in bundle.notes] == [
        ("a second case record of a: the one at cases.jsonl:1 is used", "cases.jsonl:2")
    ]
    assert bundle.evidence(0).case.question == "first?"


def test_the_newest_manifest_is_used_and_said(bundle_of):
    bundle = bundle_of(
        runs_jsonl=[
            {"run_id": "old", "date": "2026-03-01"},
            {"run_id": "new", "date": "2026-03-05"},
            {"run_id": "mid", "date": "2026-03-03"},
        ]
    )
    assert bundle.manifest.run_id == "new"
    assert [one.run_id for one in bundle.manifests] == ["old", "new", "mid"]
    assert bundle.notes[0].text == "3 run manifests (old, new, mid); new is the newest and used"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b'{"case_id": "a", "score": 1}\n', None),
        (b'{"case_id": "a", "score": 1}\r\n', "bytes differ from the manifest's digest, but equal after CRLF -> LF"),
        (b'{"case_id": "a", "score": 0}\n', "bytes differ from the manifest: sha256"),
    ],
)
def test_digests_tell_line_ends_from_changes(bundle_of, content, words):
    digest = hashlib.sha256(b'{"case_id": "a", "score": 1}\n').hexdigest()
    bundle = bundle_of(
        rows_jsonl=content, run_json=f'{{"run_id": "r", "files": {{"rows.jsonl": {{"sha256": "{digest}"}}}}}}'
    )
    found = [note.text for note in bundle.notes]
    assert (found == []) if words is None else found[0].startswith(words)


def test_a_file_that_the_manifest_names_and_is_not_there_is_said(bundle_of):
    bundle = bundle_of(run_json='{"run_id": "r", "files": {"gone.jsonl": {"sha256": "abcdef0123"}}}')
    assert bundle.notes[0].text == "gone.jsonl is named with a digest and was not read"


def test_a_manifest_keeps_its_settings_as_text(bundle_of):
    text = """
run_id: r
retrieval: {name: dense, k: 4}
judge: {model: m, temperature: 0}
versions: {ragas: 0.4.3}
policy: {version: p2, report_only: true, minimum: {m: 0.5}}
planned_rows: many
"""
    manifest = bundle_of(run_yaml=text).manifest
    assert (manifest.k, manifest.policy.version, manifest.policy.report_only) == (4, "p2", True)
    assert manifest.conditions == {
        "retrieval.name": "dense",
        "retrieval.k": "4",
        "judge.model": "m",
        "judge.temperature": "0",
        "versions.ragas": "0.4.3",
    }
    assert [fault.field for fault in manifest.faults] == ["planned_rows"]


def test_teams_are_kept_as_bytes_with_their_name(bundle_of):
    bundle = bundle_of(triage_yaml="teams:\n  retrieval: {name: Search}\n")
    assert bundle.teams == ("triage.yaml", b"teams:\n  retrieval: {name: Search}\n")
    assert bundle.unread == []


def test_a_policy_file_is_noted_and_not_applied(bundle_of):
    bundle = bundle_of(p_yaml="version: p9\nminimum: {evidence_coverage: 0.9}\n", rows_jsonl=[row("a", score=0.5)])
    assert outcomes(bundle) == [NOT_JUDGED]
    assert "not applied" in bundle.notes[0].text


def test_lost_lines_of_other_records_are_no_lost_rows(bundle_of):
    bundle = bundle_of(
        rows_jsonl=[row("a", score=1.0)],
        retrieval_jsonl='{"case_id": "a", "retrieved": []}\n{"case_id": "b", "retr',
    )
    assert len(bundle.unread) == 1
    assert bundle.lost_row_lines == 0


def test_a_file_of_nothing_but_broken_lines_may_have_held_rows(bundle_of):
    assert bundle_of(rows_jsonl='{"case_id": \n{"case').lost_row_lines == 2


def test_equal_required_lists_have_equal_hashes_however_they_are_written(tmp_path):
    (tmp_path / "a.jsonl").write_text(
        '{"case_id": "a", "score": 1, "minimum": 0, "required_claim_ids": ["x","y é"]}\n'
        '{"case_id": "b", "score": 1, "minimum": 0, "required_claim_ids": [ "x", "y \\u00e9" ]}\n'
        '{"case_id": "c", "score": null, "required_claim_ids": ["x", "y é"]}\n'
        '{"case_id": "d", "score": 1, "minimum": 0, "required_claim_ids": ["y é", "x"]}\n'
        '{"case_id": "e", "score": 1, "minimum": 0}\n'
    )
    rows = open_bundle([tmp_path]).rows
    hashes = [rows.required_hash(number) for number in range(5)]
    assert hashes[0] == hashes[1] == hashes[2] != 0
    assert hashes[3] not in (0, hashes[0])
    assert hashes[4] == 0


@pytest.mark.parametrize("score", [1.5, -0.5])
def test_one_score_out_of_range_among_many_rows(bundle_of, score):
    rows = [row(str(number), score=0.9, minimum=0.8, status="pass") for number in range(9)]
    rows[4] |= {"score": score, "status": "pass" if score > 1 else "fail"}
    bundle = bundle_of(rows_jsonl=rows)
    assert outcomes(bundle) == [PASSED] * 4 + [INVALID] + [PASSED] * 4
    assert [bundle.row(number).case_id for number in (3, 4, 5)] == ["3", "4", "5"]
    assert bundle.rows.line(5) == 6


def test_a_minimum_of_zero_is_a_minimum(bundle_of):
    run = "run_id: r\npolicy: {minimum: {m: 0}}\n"
    bundle = bundle_of(run_yaml=run, rows_jsonl=[row("a", metric="m", score=0.0), row("b", score=0.0, minimum=0)])
    assert outcomes(bundle) == [PASSED, PASSED]
    assert [bundle.rows.minimum(number) for number in range(2)] == [0.0, 0.0]


def test_what_one_call_came_to_is_no_part_of_who_judged(tmp_path: Path) -> None:
    judge = {"model": "m-2", "temperature": 0, "attempts": 2, "status": "ok", "usage": {"tokens": 3}, "latency_ms": 9}
    write_bundle(tmp_path, {"rows": [plain_row("a", 0.9, judge=judge), plain_row("b", 0.9, judge={"status": "ok"})]})
    bundle = open_bundle([tmp_path])
    assert [bundle.row(number).judge for number in (0, 1)] == ["model=m-2, temperature=0", None]
