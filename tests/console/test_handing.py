"""Deciding, handing over and computing again, from the console."""

import json
import os
from datetime import date
from pathlib import Path

import pytest

from tests.bundles import write_bundle
from tests.console.driver import Driver, play
from triage.console import desk
from triage.examine import examine
from triage.ledger import Ledger, RowKey, State
from triage.model import Owner

SECRET = "jo@example.invalid"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(desk, "who", lambda: "ann")
    monkeypatch.setattr(desk, "today", lambda: date(2026, 12, 1))
    rows = [coverage("fee", ["a"], 0.25), coverage("tax", ["a"], 0.25), coverage("toll", ["b"], 0.5)]
    return write_bundle(tmp_path / "night", {"rows": rows}, {"run_id": "night-2"})


def coverage(case: str, missing: list[str], score: float) -> dict[str, object]:
    supported = [claim for claim in ("a", "b") if claim not in missing]
    return {
        "case_id": case,
        "status": "fail",
        "score": score,
        "minimum": 0.8,
        "required_claim_ids": ["a", "b"],
        "supported_claim_ids": supported,
        "reason": f"supported=1; required=2; missing={missing[0]}; asked by {SECRET}",
    }


async def say(console: Driver, key: str, words: str) -> str:
    await console.press(key)
    await console.type(words)
    await console.press("enter")
    await console.app.workers.wait_for_complete()
    await console.settle()
    return console.text()


def test_a_decision_is_kept_shown_and_found_again(run: Path) -> None:
    async def decide(console: Driver) -> None:
        text = await say(console, "m", "h told them")
        assert "fee =handed off" in text and "ann: handed off" in " ".join(text.split())
        await console.press("j")
        assert "a reason" in await say(console, "m", "n 2026-12-24")
        await console.press("escape")
        assert "tax =no problem" in await say(console, "m", "n 2026-12-24 flaky")

    async def again(console: Driver) -> None:
        text = console.text()
        assert "fee =handed off" in text and "tax =no problem" in text

    examination = examine([run])
    play(decide, examination)
    play(again, examination)
    decisions = Ledger.open().standings("night-2")
    fee = decisions.newest(RowKey("fee", "", "evidence_coverage"))
    assert fee is not None and (fee.who, fee.reason, fee.responsible) == ("ann", "told them", Owner.EVALUATION)


def test_the_next_night_it_is_seen_and_a_known_failure_stands_apart(run: Path, tmp_path: Path) -> None:
    rows = [json.loads(line) for line in (run / "rows.jsonl").read_text().splitlines()]
    later = write_bundle(tmp_path / "later", {"rows": rows}, {"run_id": "night-3"})

    async def decide(console: Driver) -> None:
        await say(console, "m", "h")
        await console.press("j")
        await say(console, "m", "n 2026-12-24 flaky")

    async def next_night(console: Driver) -> None:
        text = " ".join(console.text().split())
        assert "known failures, excused by an earlier run 1 row" in text
        assert "tax =known" in text
        await console.press("home")
        assert "seen in night-2" in " ".join(console.text().split())

    play(decide, examine([run]))
    play(next_night, examine([later], baseline=str(run)), size=(160, 40))


def test_another_owner_is_named_with_a_reason_and_the_folder_goes_there(run: Path, tmp_path: Path) -> None:
    async def story(console: Driver) -> None:
        await console.press("enter", "5")
        assert "needs a reason" in await say(console, "o", "corpus")
        await console.press("escape")
        text = await say(console, "o", "corpus the page is gone")
        assert "corpus instead of" in text and "the page is gone" in text
        await console.press("w")
        assert "y writes it, Esc does not" in console.text()
        assert not (tmp_path / "handoffs").exists()
        await console.press("escape")
        assert not (tmp_path / "handoffs").exists()
        await console.press("w", "y")
        await console.app.workers.wait_for_complete()
        await console.settle()
        assert "written: handoffs/fee-" in " ".join(console.text().split())

    play(story, examine([run]), size=(140, 60))
    (folder,) = (tmp_path / "handoffs").iterdir()
    told = json.loads((folder / "handoff.json").read_text(encoding="utf-8"))
    assert told["to"]["owner"] == "corpus"
    text = (folder / "handoff.md").read_text(encoding="utf-8")
    assert "corpus" in text and SECRET not in text


def test_rows_of_one_fingerprint_go_together(run: Path, tmp_path: Path) -> None:
    async def story(console: Driver) -> None:
        await console.press("enter", "w")
        assert "Handoff of 2 rows: y writes it" in console.lines()[0]
        await console.press("y")
        await console.app.workers.wait_for_complete()

    play(story, examine([run]))
    (folder,) = (tmp_path / "handoffs").iterdir()
    rows = json.loads((folder / "handoff.json").read_text(encoding="utf-8"))["rows"]
    assert [row["case_id"] for row in rows] == ["fee", "tax"]


def test_the_score_is_computed_again(run: Path) -> None:
    async def story(console: Driver) -> None:
        await console.press("enter", "r")
        assert "computing again" in console.text()
        await console.app.workers.wait_for_complete()
        await console.settle()
        assert "different: recorded 0.25, recomputed 0.5" in " ".join(console.text().split())

    play(story, examine([run]), size=(160, 40))


def test_what_is_covered_is_shown_on_a_switch_and_never_copied(run: Path) -> None:
    async def story(console: Driver) -> None:
        await console.press("enter")
        assert SECRET not in console.text() and "asked by [redacted" in console.text()
        await console.press("enter")
        assert SECRET not in console.text()
        await console.press("escape", "b")
        assert SECRET in console.text() and "nothing is covered" in console.text()
        await console.press("y")
        assert SECRET not in console.app.clipboard
        await console.press("n")
        assert SECRET in console.text()
        await console.press("b")
        assert SECRET not in console.text()

    play(story, examine([run]), size=(160, 40))


def test_a_ledger_that_cannot_be_written_is_said_and_stops_nothing(run: Path, tmp_path: Path) -> None:
    (tmp_path / "broken").write_bytes(os.urandom(4096))

    async def story(console: Driver) -> None:
        text = " ".join((await say(console, "m", "a")).split())
        assert "the decision was not kept" in text or "not a database" in text
        await console.press("enter")
        assert "[1 Metric" in console.text()

    play(story, examine([run]), ledger=Ledger.open(tmp_path / "broken"))
    assert len((tmp_path / "broken").read_bytes()) == 4096


def test_looking_only_keeps_nothing(run: Path) -> None:
    async def story(console: Driver) -> None:
        assert "opened for reading only" in await say(console, "m", "a")

    play(story, examine([run]), ledger=Ledger.open(read_only=True))
    assert len(Ledger.open().standings("night-2")) == 0


def test_a_note_is_written_in_the_persons_own_editor(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDITOR", "true")

    async def story(console: Driver) -> None:
        await console.press("enter", "v")
        assert "cannot be lent to an editor" in console.text()

    play(story, examine([run]))


def test_state_words_match_the_ledger() -> None:
    assert set(desk._MARKS) == set(State) - {State.OPEN}
