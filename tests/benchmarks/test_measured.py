"""The shipped figures are those of this program, and they hold the promises that are made of them."""

import pytest

from benchmarks.measure import PER_CAUSE, PRINTED, SEED, SHIPPED, main, measure, shipped
from benchmarks.printed import report
from benchmarks.scoring import Said, figures, totals
from triage.causes import CAUSES
from triage.explain import measured


@pytest.fixture(scope="module")
def said() -> list[Said]:
    return measure()


def test_shipped_figures_are_not_stale(said: list[Said]) -> None:
    stale = "the diagnosis changed: run `python -m benchmarks.measure --write` and read what it lists"
    assert SHIPPED.read_bytes() == shipped(said, SEED, PER_CAUSE), stale
    assert PRINTED.read_text("utf-8") == "\n".join(report(said, SEED)) + "\n", stale


def test_the_promises_hold(said: list[Said]) -> None:
    found = totals(said)
    assert found["single_owner_accuracy"] >= 0.99
    assert found["pair_owner_accuracy"] >= 0.99
    assert found["certain_wrong_owner"] == 0
    assert found["false_alarms"] == 0
    assert found["removed_too_certain"] == 0


def test_every_cause_has_figures(said: list[Said]) -> None:
    assert {cause: one.n > 0 for cause, one in figures(said).items()} == {cause.slug: True for cause in CAUSES}


def test_another_seed_holds_the_promises_too() -> None:
    found = totals(measure(SEED + 1, 5))
    assert found["single_owner_accuracy"] >= 0.99
    assert found["certain_wrong_owner"] == found["false_alarms"] == 0


def test_explain_reads_the_shipped_figures(said: list[Said]) -> None:
    shown = measured("broken-id-join")
    assert shown is not None
    assert tuple(shown) == tuple(figures(said)["broken-id-join"])


def test_the_command_prints_and_writes_only_when_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    target = tmp_path / "measured.json"  # type: ignore[operator]
    monkeypatch.setattr("benchmarks.measure.SHIPPED", target)
    monkeypatch.setattr("benchmarks.measure.PRINTED", target.with_suffix(".txt"))
    assert main(["--seed", "3", "--per-cause", "4"]) == 0
    assert not target.exists()
    assert "single owner accuracy: " in capsys.readouterr().out
    assert main(["--seed", "3", "--per-cause", "4", "--write"]) == 0
    assert b'"seed": 3' in target.read_bytes()
