"""The red-delta ledger: each step moves one thing, and the steps add up to the whole change."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.bundles import row, write_bundle
from triage.compare import STEPS, red_delta
from triage.evidence import open_bundle


def _delta(tmp_path: Path, green: list[dict[str, Any]], now: list[dict[str, Any]]) -> dict[str, Any]:
    before = open_bundle([write_bundle(tmp_path / "green", {"rows": green})])
    after = open_bundle([write_bundle(tmp_path / "red", {"rows": now})])
    steps = red_delta(after, before)
    assert [step.step for step in steps] in ([], list(STEPS))
    return {step.step: (pytest.approx(step.value, abs=1e-12), step.rows) for step in steps}


def test_equal_runs_move_nothing(tmp_path: Path) -> None:
    rows = [row("a", 1.0), row("b", 0.5)]
    assert all(value == (0, ()) for value in _delta(tmp_path, rows, rows).values())


def test_a_moved_threshold_is_a_step_of_its_own(tmp_path: Path) -> None:
    delta = _delta(tmp_path, [row("a", 0.75, 0.7), row("b", 1.0, 0.7)], [row("a", 0.75, 0.8), row("b", 1.0, 0.8)])
    assert delta["threshold"] == (-0.5, ("a",))
    assert delta["flips"] == (0, ())


def test_a_minimum_that_moves_up_to_the_score_moves_no_row(tmp_path: Path) -> None:
    delta = _delta(tmp_path, [row("a", 0.8, 0.7)], [row("a", 0.8, 0.8)])
    assert delta["threshold"] == (0, ())


def test_a_lower_score_is_a_flip(tmp_path: Path) -> None:
    delta = _delta(tmp_path, [row("a", 1.0), row("b", 1.0)], [row("a", 0.5), row("b", 1.0)])
    assert delta["flips"] == (-0.5, ("a",))


def test_flips_are_tested_as_pairs(tmp_path: Path) -> None:
    green = [row(f"c{number}", float(number < 7)) for number in range(8)]
    now = [row(f"c{number}", float(number >= 7)) for number in range(8)]
    before = open_bundle([write_bundle(tmp_path / "green", {"rows": green})])
    steps = red_delta(open_bundle([write_bundle(tmp_path / "red", {"rows": now})]), before)
    assert "7 to red, 1 to green, exact McNemar p 0.07" in steps[4].words


def test_added_claims_move_the_contract_step(tmp_path: Path) -> None:
    green = [row("a", 1.0, required_claim_ids=["x"], supported_claim_ids=["x"])]
    now = [row("a", 0.5, required_claim_ids=["x", "y"], supported_claim_ids=["x"])]
    delta = _delta(tmp_path, green, now)
    assert delta["contract"] == (-1.0, ("a",))
    assert delta["flips"] == (0, ())


def test_a_renamed_requirement_is_not_replayed(tmp_path: Path) -> None:
    green = [row("a", 1.0, required_claim_ids=["x"], supported_claim_ids=["x"])]
    now = [row("a", None, required_claim_ids=["z"], supported_claim_ids=["x"], status="invalid"), row("b", 1.0)]
    delta = _delta(tmp_path, green, now)
    assert delta["contract"] == (0, ())
    assert delta["validity"][1] == ("a",)


def test_cases_that_are_gone_invalid_or_new_are_apart(tmp_path: Path) -> None:
    green = [row("gone", 0.0), row("broken", 1.0), row("kept", 1.0)]
    now = [row("broken", None), row("kept", 1.0), row("new", 0.0)]
    delta = _delta(tmp_path, green, now)
    assert delta["membership"] == (1 - 2 / 3, ("gone",))
    assert delta["validity"] == (0, ("broken",))
    assert delta["only-now"] == (-0.5, ("new",))


def test_one_more_failing_rows_move_only_the_last_step(tmp_path: Path) -> None:
    """299 rows against the same 299 and 7 new failing ones: nothing that was measured before got worse."""
    green = [row(f"c{number}", float(number < 239)) for number in range(300)]
    delta = _delta(tmp_path, green, [*green, *(row(f"n{number}", 0.0) for number in range(7))])
    assert delta["flips"] == (0, ())
    assert delta["only-now"][0] == 239 / 307 - 239 / 300


def test_a_run_without_a_valid_row_has_no_value_to_move(tmp_path: Path) -> None:
    assert _delta(tmp_path, [row("a", 1.0)], [row("a", None)]) == {}


def test_rows_that_only_report_are_no_part_of_the_value(tmp_path: Path) -> None:
    green = [row("a", 1.0), row("b", 1.0, blocking=False)]
    assert _delta(tmp_path, green, [row("a", 1.0), row("b", 0.0, blocking=False)])["flips"] == (0, ())


SCORES = st.sampled_from([0.0, 0.5, 0.75, 1.0, None])
RUNS = st.dictionaries(st.sampled_from("abcdef"), st.tuples(SCORES, st.sampled_from([0.5, 0.7, 0.8])), min_size=1)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(RUNS, RUNS)
def test_the_steps_add_up(tmp_path: Path, green: dict[str, Any], now: dict[str, Any]) -> None:
    def share(run: dict[str, Any]) -> float | None:
        valid = [score >= minimum for score, minimum in run.values() if score is not None]
        return sum(valid) / len(valid) if valid else None

    bundles = [
        open_bundle([write_bundle(tmp_path / name, {"rows": [row(case, *run[case]) for case in run]})])
        for name, run in (("green", green), ("now", now))
    ]
    steps = red_delta(bundles[1], bundles[0])
    before, after = share(green), share(now)
    if before is None or after is None:
        assert steps == ()
    else:
        assert sum(step.value for step in steps) == pytest.approx(after - before, abs=1e-12)
