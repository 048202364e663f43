"""Which green run a red one is compared with: chosen with a reason, refused with a reason."""

import json
from pathlib import Path

import pytest

from tests.bundles import row, write_bundle
from triage.evidence import EvidenceError
from triage.examine import Examination, examine

SHARED = Path(__file__).resolve().parents[2] / "shared" / "cases" / "files"


def _run(folder: Path, name: str, date: str, score: float | None, questions: str = "q3") -> Path:
    run = {"run_id": name, "date": date, "question_set_version": questions}
    return write_bundle(folder / name, {"rows": [row("a", score), row("b", 1.0)]}, run)


def _chosen(examination: Examination) -> str | None:
    return examination.baseline.bundle.manifest.run_id if examination.baseline else None


def test_the_newest_comparable_green_run_beside_it_is_chosen_and_named(tmp_path: Path) -> None:
    _run(tmp_path, "g0", "2026-02-01", 1.0)
    _run(tmp_path, "g1", "2026-03-01", 1.0)
    red = _run(tmp_path, "red", "2026-03-05", 0.5)
    examination = examine([red])
    assert _chosen(examination) == "g1"
    assert examination.baseline is not None
    assert "newest comparable green run" in examination.baseline.why


def test_other_questions_an_invalid_row_or_a_later_date_refuse_a_run(tmp_path: Path) -> None:
    _run(tmp_path, "g1", "2026-03-01", 1.0)
    _run(tmp_path, "g2", "2026-03-03", 1.0, questions="q4")
    _run(tmp_path, "g3", "2026-03-04", None)
    _run(tmp_path, "g4", "2026-03-09", 1.0)
    red = _run(tmp_path, "red", "2026-03-05", 0.5)
    examination = examine([red])
    assert _chosen(examination) == "g1"
    assert any("g2" in note and "question set" in note for note in examination.notes)
    assert any("g3" in note and "incomplete" in note for note in examination.notes)
    assert not any("g4" in note for note in examination.notes)


def test_a_baseline_folder_inside_the_bundle_comes_before_siblings(tmp_path: Path) -> None:
    _run(tmp_path, "g1", "2026-03-01", 1.0)
    red = _run(tmp_path, "red", "2026-03-05", 0.5)
    write_bundle(red / "baseline", {"rows": [row("a", 1.0)]}, {"run_id": "kept"})
    examination = examine([red])
    assert _chosen(examination) == "kept"
    assert str(examination.evidence(0).green.row.source) == "baseline/rows.jsonl:1"  # type: ignore[union-attr]


def test_a_named_baseline_wins_and_is_taken_even_when_it_is_not_green(tmp_path: Path) -> None:
    _run(tmp_path, "g1", "2026-03-01", 1.0)
    other = _run(tmp_path, "r0", "2026-03-02", 0.0)
    examination = examine([_run(tmp_path, "red", "2026-03-05", 0.5)], baseline=str(other))
    assert _chosen(examination) == "r0"
    assert any("the named baseline is red" in note for note in examination.notes)


def test_a_run_of_another_gate_beside_this_one_is_no_baseline(tmp_path: Path) -> None:
    other = {"run_id": "other-gate", "date": "2026-03-04"}
    write_bundle(tmp_path / "other", {"rows": [row("x", 1.0), row("a", 1.0), row("y", 1.0)]}, other)
    examination = examine(
        [
            write_bundle(
                tmp_path / "red", {"rows": [row(case, 0.5) for case in "abc"]}, {"run_id": "r", "date": "2026-03-05"}
            )
        ]
    )
    assert examination.baseline is None
    assert any("other-gate" in note and "1 of 3 cases" in note for note in examination.notes)


def test_without_one_the_reason_is_said(tmp_path: Path) -> None:
    examination = examine([_run(tmp_path, "red", "2026-03-05", 0.5)])
    assert examination.baseline is None
    assert "no last green run" in (examination.baseline_refused or "")
    assert examination.delta == ()


def test_a_folder_of_runs_opens_the_newest_and_says_so(tmp_path: Path) -> None:
    _run(tmp_path, "g1", "2026-03-01", 1.0)
    _run(tmp_path, "red", "2026-03-05", 0.5)
    examination = examine([tmp_path])
    assert examination.bundle.manifest.run_id == "red"
    assert any("2 runs" in note and "newest" in note for note in examination.notes)


def test_a_baseline_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    red = _run(tmp_path, "red", "2026-03-05", 0.5)
    with pytest.raises(EvidenceError, match="no such file"):
        examine([red], baseline=str(tmp_path / "nowhere"))


def test_a_report_only_policy_blocks_nothing_and_says_so(tmp_path: Path) -> None:
    run = {"run_id": "r", "policy": {"version": "p", "mode": "report-only"}}
    examination = examine([write_bundle(tmp_path / "r", {"rows": [row("a", 0.0)]}, run)])
    assert (examination.verdict.word, examination.verdict.exit_code) == ("red", 0)
    assert any("report-only" in why for why in examination.verdict.why)


def test_another_question_under_the_same_id_is_not_compared(tmp_path: Path) -> None:
    claims = {"x": {"sources": ["d"]}}
    rows = [row("a", 0.0, required_claim_ids=["x"], supported_claim_ids=[])]
    green = [row("a", 1.0, required_claim_ids=["x"], supported_claim_ids=["x"])]
    for question, paired in (("How long?", True), ("How much?", False)):
        folder = tmp_path / question[:-1]
        write_bundle(
            folder / "g", {"rows": green, "cases": [{"case_id": "a", "question": "How long?", "claims": claims}]}
        )
        now = write_bundle(
            folder / "r", {"rows": rows, "cases": [{"case_id": "a", "question": question, "claims": claims}]}
        )
        evidence = examine([now], baseline=str(folder / "g")).evidence(0)
        assert (evidence.green is not None) is paired
        assert any("another question" in note for note in evidence.row.notes) is not paired
        assert evidence.has_baseline


def test_the_run_that_the_manifest_names_comes_before_newer_ones(tmp_path: Path) -> None:
    _run(tmp_path, "g0", "2026-02-01", 1.0)
    _run(tmp_path, "g1", "2026-03-01", 1.0)
    run = {"run_id": "red", "date": "2026-03-05", "question_set_version": "q3", "baseline": "g0"}
    examination = examine([write_bundle(tmp_path / "red", {"rows": [row("a", 0.5)]}, run)])
    assert _chosen(examination) == "g0"
    assert examination.baseline is not None
    assert examination.baseline.why.startswith("the baseline that the run names")


def test_a_named_run_that_is_not_green_is_refused_like_any_other(tmp_path: Path) -> None:
    _run(tmp_path, "r0", "2026-03-03", 0.1)
    _run(tmp_path, "g1", "2026-03-01", 1.0)
    run = {"run_id": "red", "date": "2026-03-05", "baseline": "r0"}
    examination = examine([write_bundle(tmp_path / "red", {"rows": [row("a", 0.5)]}, run)])
    assert _chosen(examination) == "g1"
    assert any("r0 is no baseline: it is red" in note for note in examination.notes)


def _manifests(path: Path, *runs: dict[str, object], records: str = "") -> Path:
    lines = [json.dumps({"question_set_version": "q3", "status": "green", **run}) for run in runs]
    path.write_text("\n".join(lines) + "\n" + records, encoding="utf-8")
    return path


def _told(tmp_path: Path, **other: object) -> Examination:
    red = {"run_id": "red", "date": "2026-03-05", "status": "red"}
    return examine([_manifests(tmp_path / "runs.jsonl", {"run_id": "g", "date": "2026-03-04", **other}, red)])


def test_among_the_manifests_of_one_file_the_best_green_run_is_named_with_what_it_cannot_give(tmp_path: Path) -> None:
    examination = _told(tmp_path)
    assert _chosen(examination) == "g"
    assert examination.baseline is not None
    assert "newest comparable green run that runs.jsonl:1 tells of" in examination.baseline.why
    assert "no row can be paired" in examination.baseline.why
    assert examination.delta == ()


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        ({"question_set_version": "q4"}, "not comparable, its question set is q4, this run's is q3"),
        ({"counts": {"pass": 39, "fail": 0, "invalid": 1}}, "its counts say 1 invalid, so it is not green"),
        ({"counts": {"fail": 2}}, "its counts say 2 fail, so it is not green"),
        ({"status": "red"}, "its status is red"),
        ({"status": None}, "does not say that it is green"),
    ],
)
def test_a_told_run_is_refused_with_its_reason(tmp_path: Path, other: dict[str, object], reason: str) -> None:
    examination = _told(tmp_path, **other)
    assert examination.baseline is None
    assert "no last green run" in (examination.baseline_refused or "")
    assert any(note.startswith("g is no baseline: ") and reason in note for note in examination.notes)


def test_a_told_run_leaves_the_rows_as_if_there_were_no_baseline(tmp_path: Path) -> None:
    runs = ({"run_id": "g", "date": "2026-03-04"}, {"run_id": "red", "date": "2026-03-05"})
    path = _manifests(tmp_path / "runs.jsonl", *runs, records=json.dumps(row("a", 0.5)) + "\n")
    evidence = examine([path]).evidence(0)
    assert (evidence.has_baseline, evidence.green) == (False, None)


def test_a_run_beside_it_is_better_than_one_it_only_tells_of(tmp_path: Path) -> None:
    _run(tmp_path, "g1", "2026-03-01", 1.0)
    red = _run(tmp_path, "red", "2026-03-05", 0.5)
    _manifests(red / "manifest-of-g.jsonl", {"run_id": "g", "date": "2026-03-04"})
    assert _chosen(examine([red])) == "g1"


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared cases are not here")
def test_the_shared_baselines() -> None:
    examination = examine([SHARED / "C62-baselines.jsonl"])
    assert _chosen(examination) == "g1"
    assert [note.split(" is no baseline: ")[0] for note in examination.notes] == ["g3", "g2"]
    assert "1 invalid" in examination.notes[0] and "question set" in examination.notes[1]
