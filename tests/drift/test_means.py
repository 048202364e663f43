"""Over how many of how many rows each mean is, then and now."""

import json
from pathlib import Path

import pytest

from tests.bundles import row, write_bundle
from tests.drift.runs import SHARED, moved, with_word
from triage.drift import drift
from triage.evidence import open_bundle

NAN = float("nan")


def test_rows_that_lost_their_score_move_the_denominator(tmp_path: Path) -> None:
    then = {"rows": [row("a", 0.8), row("b", 0.9), row("c", 1.0)]}
    now = {"rows": [row("a", 0.8), row("b", NAN), row("c", None)]}
    assert moved(tmp_path, (then, {"judge": "j-v1"}), (now, {"judge": "j-v1"})) == [
        "evidence_coverage: a valid score in 3 of 3 rows then, 1 of 3 now: the denominator of the mean drifted "
        "(mean 0.9 over 3 of 3 then, 0.8 over 1 of 3 now) [rows.jsonl:2]"
    ]


def test_fewer_rows_that_are_all_valid_are_told_without_calling_it_drift(tmp_path: Path) -> None:
    then, now = {"rows": [row("a", 0.8), row("b", 0.9)]}, {"rows": [row("a", 0.8)]}
    (fact,) = with_word(moved(tmp_path, (then, {}), (now, {})), "valid")
    assert "a valid score in 2 of 2 rows then, 1 of 1 now" in fact and "drifted" not in fact


def test_equal_denominators_are_no_fact_and_systems_are_apart(tmp_path: Path) -> None:
    then = {"rows": [row("a", 0.8, system="x"), row("a", 0.8, system="y")]}
    now = {"rows": [row("a", 0.1, system="x"), row("a", None, system="y")]}
    (fact,) = with_word(moved(tmp_path, (then, {}), (now, {})), "valid")
    assert (
        fact.startswith("evidence_coverage of y: a valid score in 1 of 1 row then, 0 of 1 now")
        and "none over 0 of 1 now" in fact
    )


def test_a_score_beside_an_invalid_status_is_not_a_valid_one(tmp_path: Path) -> None:
    then = {"rows": [row("a", 0.8), row("b", 0.9)]}
    now = {"rows": [row("a", 0.8), row("b", 0.9, status="invalid", reason="the judge timed out")]}
    (fact,) = with_word(moved(tmp_path, (then, {}), (now, {})), "valid score")
    assert "in 2 of 2 rows then, 1 of 2 now" in fact and "0.8 over 1 of 2 now" in fact


def test_verdicts_without_scores_have_no_mean_to_drift(tmp_path: Path) -> None:
    then = {"rows": [row(case, None, None, status="pass") for case in "abc"]}
    now = {"rows": [row(case, None, None, status=status) for case, status in (("a", "pass"), ("b", "fail"))]}
    assert with_word(moved(tmp_path, (then, {}), (now, {})), "valid score") == []


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared cases are not here")
def test_the_shared_thin_mean(tmp_path: Path) -> None:
    thin = SHARED / "C20-thin-mean.jsonl"
    cases = [json.loads(line)["case_id"] for line in thin.read_text("utf-8").splitlines()]
    then = open_bundle([write_bundle(tmp_path, {"rows": [row(case, 0.8) for case in cases]})])
    facts = [fact.text for fact in drift(open_bundle([thin]), then)]
    assert len(with_word(facts, "a valid score in 3 of 3 rows then, 1 of 3 now")) == 1
