"""A run that is still being written, a reading that is stopped, and the place where somebody left."""

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.console.driver import STAGES, Driver
from triage.console import place
from triage.console.app import TriageApp
from triage.console.arrange import Grouping
from triage.evidence import Watch
from triage.evidence.reader import Reader
from triage.examine import Examination, examine

Follow = Callable[[Driver], Awaitable[None]]


def line(case: str, score: float) -> str:
    status = "fail" if score < 0.8 else "pass"
    return json.dumps({"case_id": case, "status": status, "score": score, "minimum": 0.8, "reason": "r"}) + "\n"


def play(path: Path, story: Follow, *, follow: bool = False, row: str | None = None) -> None:
    def load(watch) -> Examination:
        return examine([path], watch=watch)

    async def run() -> None:
        app = TriageApp(load, STAGES, row, [str(path)] if follow else ())
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            driver = Driver(app, pilot)
            await driver.settle()
            await story(driver)
            app.exit()

    asyncio.run(run())


async def until(console: Driver, words: str) -> str:
    for _ in range(400):
        await console.settle()
        if words in console.text():
            return console.text()
        await asyncio.sleep(0.02)
    raise AssertionError(f"{words!r} never came:\n{console.text()}")


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    path = tmp_path / "run" / "rows.jsonl"
    path.parent.mkdir()
    path.write_text(line("one", 0.5) + line("two", 0.6) + line("fine", 0.9), encoding="utf-8")
    return path


def test_rows_appear_as_the_gate_writes_and_the_cursor_stays_on_its_row(rows: Path) -> None:
    async def story(console: Driver) -> None:
        await console.press("j")
        assert console.selected() == "two"
        with rows.open("a", encoding="utf-8") as file:
            file.write(line("three", 0.1))
        assert "RED SO FAR  3 failed  0 invalid  1 passed" in await until(console, "3 failed")
        assert console.selected() == "two"
        await console.press("enter", "4")
        with rows.open("a", encoding="utf-8") as file:
            file.write(line("four", 0.1))
        await until(console, "[4 Retrieval")
        for _ in range(200):
            await console.settle()
            if len(console.app.examination.bundle.rows) == 5:
                break
            await asyncio.sleep(0.02)
        assert console.app.walk.stage == 3 and console.lines()[0].startswith("two")
        await console.press("escape")
        assert console.selected() == "two" and "4 failed" in console.text()

    play(rows, story, follow=True)


def test_a_last_line_that_is_cut_is_waited_for(rows: Path) -> None:
    async def story(console: Driver) -> None:
        whole = line("three", 0.1)
        with rows.open("a", encoding="utf-8") as file:
            file.write(whole[:25])
        text = await until(console, "last change")
        assert "2 failed" in text and "not read" not in text and "truncated" not in text
        with rows.open("a", encoding="utf-8") as file:
            file.write(whole[25:])
        assert "not read" not in await until(console, "3 failed")

    play(rows, story, follow=True)


def test_the_same_cut_line_is_a_fault_of_a_file_that_nobody_writes(rows: Path) -> None:
    async def story(console: Driver) -> None:
        assert "1 place not read" in console.text()

    with rows.open("a", encoding="utf-8") as file:
        file.write(line("three", 0.1)[:25])
    play(rows, story)


def test_a_file_put_in_the_place_of_another_is_noticed(rows: Path) -> None:
    async def story(console: Driver) -> None:
        await console.press("j")
        other = rows.with_name("half.tmp")
        other.write_text(line("two", 0.7) + line("new", 0.2), encoding="utf-8")
        other.replace(rows)
        text = await until(console, "rows.jsonl was replaced")
        assert console.selected() == "two" and "0.7 < 0.8" in text and "new" in text and "one" not in text.split()

    play(rows, story, follow=True)


def test_a_file_that_is_gone_leaves_what_was_read(rows: Path) -> None:
    async def story(console: Driver) -> None:
        rows.unlink()
        text = await until(console, "this is still what was read before")
        assert "2 failed" in text and console.selected() == "one"

    play(rows, story, follow=True)


def test_escape_ends_reading_and_what_was_read_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(line(f"case-{number}", 0.5) for number in range(20_000)), encoding="utf-8")

    def load(watch) -> Examination:
        watch.stopped = True
        return examine([path], watch=watch)

    async def run() -> None:
        app = TriageApp(load, STAGES)
        async with app.run_test(size=(100, 30)) as pilot:
            driver = Driver(app, pilot)
            await driver.settle()
            assert "INCOMPLETE" in driver.text() and "reading was stopped" in driver.text()

    asyncio.run(run())


def test_red_rows_are_seen_while_the_rest_is_being_read(rows: Path) -> None:
    gate = threading.Event()

    def load(watch) -> Examination:
        reader = Reader([rows], watch=watch)
        list(reader.steps())
        assert gate.wait(20)
        return examine([rows], watch=Watch())

    async def run() -> None:
        app = TriageApp(load, STAGES)
        async with app.run_test(size=(100, 30)) as pilot:
            driver = Driver(app, pilot)
            for _ in range(200):
                await pilot.pause(0.02)
                if "two" in driver.text():
                    break
            text = driver.text()
            assert "x FAIL    one" in text and "x FAIL    two" in text and "fine" not in text and "Esc stops" in text
            await pilot.press("j", "enter")
            assert "still reading" in driver.text() and app.walk is None
            gate.set()
            await driver.settle()
            assert driver.selected() == "two" and "grouped by owner" in driver.text()

    asyncio.run(run())


def test_escape_asks_the_reader_to_stop(rows: Path) -> None:
    asked = []

    def load(watch) -> Examination:
        for _ in range(500):
            if watch.stopped:
                asked.append(True)
                break
            asyncio.run(asyncio.sleep(0.01))
        return examine([rows], watch=watch)

    async def run() -> None:
        app = TriageApp(load, STAGES)
        async with app.run_test(size=(100, 30)) as pilot:
            await pilot.pause(0.05)
            await pilot.press("escape")
            await Driver(app, pilot).settle()
            assert "reading was stopped" in Driver(app, pilot).text()

    asyncio.run(run())
    assert asked


def test_the_last_place_of_a_run_is_found_again(rows: Path) -> None:
    async def leave(console: Driver) -> None:
        await console.press("j", "g", "enter", "3", "q")

    async def come_back(console: Driver) -> None:
        await until(console, "[3 Attribution")
        assert console.lines()[0].startswith("two")
        await console.press("escape")
        assert console.app.queue.wish.grouping is Grouping.CAUSE and "grouped by cause" in console.text()
        await console.press("q")

    async def stay_in_the_list(console: Driver) -> None:
        assert console.app.walk is None and console.selected() == "two"

    async def named(console: Driver) -> None:
        await until(console, "[1 Metric")
        assert console.lines()[0].startswith("one")

    play(rows, leave)
    play(rows, come_back)
    play(rows, stay_in_the_list)
    play(rows, named, row="one")


def test_another_run_at_the_same_path_starts_anew(rows: Path) -> None:
    async def leave(console: Driver) -> None:
        await console.press("j", "q")

    async def anew(console: Driver) -> None:
        assert console.selected() == "one"

    play(rows.parent, leave)
    (rows.parent / "run.yaml").write_text("run_id: tomorrow\n", encoding="utf-8")
    play(rows.parent, anew)


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"row": [1], "stage": 9}', '{"row": null, "stage": "x"}', "\x00"])
def test_a_damaged_place_is_no_place(rows: Path, own_state: Path, damage: str) -> None:
    bundle = examine([rows]).bundle
    place.keep(bundle, place.Place(None, 2, place.Wish()))
    assert place.recall(bundle) == place.Place(None, 2, place.Wish())
    (kept,) = (own_state / "state" / "triage" / "places").glob("*.json")
    kept.write_text(damage, encoding="utf-8")
    assert place.recall(bundle) is None


def test_the_oldest_places_are_forgotten_and_no_half_is_left(rows: Path, own_state: Path) -> None:
    folder = own_state / "state" / "triage" / "places"
    folder.mkdir(parents=True)
    for number in range(250):
        (folder / f"{number:024}.json").write_text("{}", encoding="utf-8")
    place.keep(examine([rows]).bundle, place.Place(None, None, place.Wish()))
    assert len(list(folder.iterdir())) == 200
