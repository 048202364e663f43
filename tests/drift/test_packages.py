"""A metric package that changed, beside the cases that moved though their inputs did not; settings told once."""

from pathlib import Path
from typing import Any

import pytest

from tests.bundles import row, write_bundle
from tests.drift.runs import SHARED, alone, moved, with_word
from triage.drift import of_row
from triage.drift.rows import MOST_ROWS
from triage.examine import examine

D, E = "d" * 64, "e" * 64


def _scored(case: str, score: float | None, version: str, digest: str | None, **more: Any) -> dict[str, Any]:
    return row(case, score, metric="tone", versions={"gauge": version}, input_sha256=digest, **more)


def test_the_package_comes_first_with_what_fell_and_equal_inputs(tmp_path: Path) -> None:
    then = {"rows": [_scored("a", 1.0, "1.4", D), _scored("b", 0.9, "1.4", E), _scored("c", 0.5, "1.4", E)]}
    now = {"rows": [_scored("a", 0.4, "1.5", D), _scored("b", 0.3, "1.5", E), _scored("c", 0.6, "1.5", E)]}
    facts = moved(tmp_path, (then, {"run_id": "t"}), (now, {"run_id": "n"}))
    assert facts[0] == (
        "tone: metric package changed (gauge 1.4 -> 1.5); 2 of 3 cases fell, 1 rose, none of the inputs changed "
        "(same input digest) [rows.jsonl:1]"
    )


def test_changed_inputs_are_counted_apart_and_unknown_ones_are_not_called_equal(tmp_path: Path) -> None:
    then = {"rows": [_scored("a", 1.0, "1.4", D), _scored("b", 1.0, "1.4", D), _scored("c", 1.0, "1.4", None)]}
    then["rows"].append(_scored("d", 1.0, "1.4", None))
    now = {"rows": [_scored("a", 0.4, "1.5", D), _scored("b", 0.4, "1.5", E), _scored("c", 1.0, "1.5", D)]}
    now["rows"].append(_scored("d", 0.1, "1.5", None))
    facts = moved(tmp_path / "some", (then, {}), (now, {}))
    assert "1 of 4 have the same input digest, of these 1 moved, 2 have no digest" in facts[0]
    bare = [{"rows": [_scored("a", score, version, None)]} for score, version in ((1.0, "1.4"), (0.4, "1.5"))]
    (fact, *_) = moved(tmp_path / "none", (bare[0], {}), (bare[1], {}))
    assert "whether their inputs changed cannot be told: no input digests were kept" in fact


def test_versions_that_only_the_manifests_name_count_too(tmp_path: Path) -> None:
    then = ({"rows": [row("a", 1.0)]}, {"versions": {"gauge": "1.4"}})
    now = ({"rows": [row("a", 0.4)]}, {"versions": {"gauge": "1.5"}})
    assert (
        "evidence_coverage: metric package changed (gauge 1.4 -> 1.5); 1 of 1 case fell"
        in moved(tmp_path, then, now)[0]
    )


def test_an_equal_package_is_no_fact(tmp_path: Path) -> None:
    sides = [({"rows": [_scored("a", score, "1.4", D)]}, {"judge": "j-v1"}) for score in (1.0, 0.4)]
    assert moved(tmp_path, sides[0], sides[1]) == []


def test_two_systems_of_one_run_are_paired_in_reading_order(tmp_path: Path) -> None:
    rows = [_scored("a", 1.0, "1.4", D, system="old"), _scored("b", 1.0, "1.4", D, system="old")]
    rows += [_scored("a", 0.4, "1.5", D, system="new"), _scored("z", 0.4, "1.5", D, system="new")]
    facts = alone(write_bundle(tmp_path, {"rows": rows}))
    assert facts == [
        "old -> new, tone: metric package changed (gauge 1.4 -> 1.5); 1 of 1 case fell, none of the inputs changed "
        "(same input digest) [rows.jsonl:3]"
    ]


def test_an_invalid_row_is_not_a_case_that_fell(tmp_path: Path) -> None:
    then = {"rows": [_scored("a", 1.0, "1.4", D), _scored("b", 1.0, "1.4", D)]}
    now = {"rows": [_scored("a", None, "1.5", D), _scored("b", 0.1, "1.5", D)]}
    assert "1 of 1 case fell" in moved(tmp_path, (then, {}), (now, {}))[0]


def test_pairs_that_were_not_read_are_said(tmp_path: Path) -> None:
    cases = [f"c{at}" for at in range(MOST_ROWS + 1)]
    then, now = ({"rows": [_scored(case, 1.0, version, D) for case in cases]} for version in ("1.4", "1.5"))
    fact = moved(tmp_path, (then, {}), (now, {}))[0]
    assert f"0 of {MOST_ROWS} cases fell (of the first {MOST_ROWS} rows)" in fact


def test_settings_are_told_once_for_the_run_measuring_apart_from_what_was_under_test(tmp_path: Path) -> None:
    rows = {"rows": [row(case, 1.0) for case in "abc"]}
    then = {
        "retrieval": {"k": 5, "retriever": "x"},
        "prompt_revision": "p1",
        "judge": "j-v1",
        "question_set_version": "1",
    }
    now = {**then, "retrieval": {"k": 4, "retriever": "x"}, "prompt_revision": "p2", "judge": "j-v2"}
    assert moved(tmp_path, (rows, then), (rows, now)) == [
        "how it was measured changed: retrieval.k: 5 -> 4; judge: j-v1 -> j-v2 [run.json:1]",
        "what was under test changed: prompt_revision: p1 -> p2 [run.json:1]",
    ]


def test_settings_that_were_not_kept_are_not_called_equal(tmp_path: Path) -> None:
    (fact,) = moved(tmp_path, ({}, {"run_id": "t"}), ({}, {"run_id": "n", "judge": "j-v1"}))
    assert fact.startswith("the last green run keeps no settings: whether both measured alike cannot be told")


def test_the_row_is_told_of_its_own_package(tmp_path: Path) -> None:
    write_bundle(tmp_path / "then", {"rows": [_scored("a", 1.0, "1.4", D)]})
    write_bundle(tmp_path / "now", {"rows": [_scored("a", 0.4, "1.5", D)]})
    evidence = examine([tmp_path / "now"], baseline=str(tmp_path / "then")).evidence(0)
    words = "gauge 1.4 -> 1.5; the metric's input is unchanged (same digest), its score is not"
    assert [fact.text for fact in of_row(evidence)] == [words]


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared cases are not here")
def test_the_shared_metric_upgrade() -> None:
    (fact,) = with_word(alone(SHARED / "C38-metric-upgrade.jsonl"), "package")
    assert "evalkit 0.117 -> 0.118); 4 of 4 cases fell, none of the inputs changed (same input digest)" in fact
