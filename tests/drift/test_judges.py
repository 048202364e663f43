"""Judges whose name may mean another model, several judges of one metric, verdicts from a cache."""

from pathlib import Path

import pytest

from tests.bundles import row, write_bundle
from tests.drift.runs import alone, moved, with_word
from triage.drift.judges import is_floating
from triage.drift.rows import MOST_ROWS


@pytest.mark.parametrize(
    ("name", "floating"),
    [
        ("house-judge", True),
        ("scale-9b", True),
        ("oracle-latest", True),
        ("oracle-2026-03-01-latest", True),
        ("oracle-preview", True),
        ("oracle-3.1-preview", True),
        ("oracle-0125-preview", False),
        ("oracle-2026-03-01", False),
        ("oracle-20260301", False),
        ("oracle-0613", False),
        ("oracle-002", False),
        ("judge-v3", False),
        ("oracle-3.1", False),
        ("oracle@prod", False),
        ("oracle-9000", True),
    ],
)
def test_a_name_is_pinned_by_a_date_or_a_version(name: str, floating: bool) -> None:
    assert is_floating(name) is floating


def test_a_floating_name_is_said_to_be_in_both_runs_or_in_this_one(tmp_path: Path) -> None:
    now = {"run_id": "now", "judge": {"model": "arbiter"}, "model": "writer-2026-01-05"}
    both = with_word(moved(tmp_path / "a", ({}, {**now, "run_id": "then"}), ({}, now)), "another model")
    assert both == [
        "judge.model is arbiter in both runs: it carries no version or date, so the name may mean another model "
        "than last time [run.json:1]"
    ]
    (other,) = with_word(moved(tmp_path / "b", ({}, {"judge": {"model": "scribe"}}), ({}, now)), "another model")
    assert "judge.model is arbiter: it carries" in other


def test_a_revision_beside_the_name_pins_it(tmp_path: Path) -> None:
    folder = write_bundle(tmp_path, {}, {"run_id": "r", "judge": {"model": "arbiter", "revision": "9f1"}})
    assert alone(folder) == []


def test_the_judges_of_one_metric_are_counted_one_by_one(tmp_path: Path) -> None:
    rows = [row("a", 1.0, judge="j-2026-01-01"), row("b", 1.0, judge="j-2026-01-01"), row("c", 1.0)]
    rows += [row("d", 1.0, judge="k-2026-01-01"), row("e", 1.0, metric="tone", judge="k-2026-01-01")]
    (fact,) = alone(write_bundle(tmp_path, {"rows": rows}))
    assert "evidence_coverage was judged by several judges: j-2026-01-01 2, no judge named 1, k-2026-01-01 1" in fact
    assert "of 4 rows" in fact and fact.endswith("[rows.jsonl:4]")


def test_rows_from_a_cache_are_counted_over_all_rows(tmp_path: Path) -> None:
    rows = [row("a", 1.0, cached=False), row("b", 1.0, cached=True), row("c", 1.0)]
    (fact,) = alone(write_bundle(tmp_path, {"rows": rows}))
    assert fact.startswith("1 of 3 rows were served from a cache") and fact.endswith("[rows.jsonl:2]")


def test_what_was_not_read_is_said(tmp_path: Path) -> None:
    rows = [row(f"c{at}", 1.0, cached=True) for at in range(MOST_ROWS + 1)]
    (fact,) = alone(write_bundle(tmp_path, {"rows": rows}))
    assert f"{MOST_ROWS} of {MOST_ROWS} rows were served from a cache (of the first {MOST_ROWS} rows)" in fact
