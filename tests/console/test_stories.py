"""What a person on call does, key by key, toasts and tooltips on."""

from pathlib import Path

import pytest

from tests.console.driver import Driver, play
from tests.console.fake import Examination
from tests.views import evidence as made
from triage.console.widgets.line_view import LineView
from triage.examine import examine
from triage.model import Evidence, InvalidKind, Manifest, Outcome, Row, Source, StatedClaim, Unread
from triage.views.entry import Entry
from triage.views.stages import COVERAGE_STAGES

ARTIFACTS = Path(__file__).resolve().parents[2] / "artifacts"


def row(case: str, **changes: object) -> Evidence:
    line = int(changes.pop("line", 20))
    return made.coverage(row=made.coverage_row(line=line, case_id=case, **changes))


def passing(case: str) -> Evidence:
    required = ("delivery-days",)
    return Evidence(
        made.coverage_row(case_id=case, outcome=Outcome.PASSED, score=1.0, required=required, supported=required)
    )


def broken(case: str) -> Evidence:
    changes = {"outcome": Outcome.INVALID, "invalid_kind": InvalidKind.ERROR, "score": None, "error": "socket closed"}
    return Evidence(made.coverage_row(case_id=case, **changes))


def night() -> Examination:
    return Examination([made.coverage(), made.ranking(), row("second"), broken("lost"), passing("fine")])


def test_from_the_queue_through_the_walk_and_back() -> None:
    async def story(console: Driver) -> None:
        screen = console.text()
        assert "3 failed  1 invalid  1 passed" in screen and "nightly-41" in screen
        assert console.selected() == "parcel-times"
        await console.press("enter")
        assert "[1 Metric x]" in console.text() and "1 / 3 = 0.333" in console.text()
        await console.press("right", "l")
        assert "[3 Attribution x]" in console.text() and "«>2|Returns are free" in console.text()
        await console.press("n")
        assert "[3 Attribution x]" in console.text() and console.lines()[0].startswith("second")
        await console.press("escape")
        assert console.selected() == "second" and "grouped by owner" in console.text()

    play(story, night())


def test_every_stage_of_both_kinds_of_row_has_real_content() -> None:
    wanted = {
        "parcel-times": ("recomputed", "Required claims: 2 -> 3", "Claims: 2 missing", "Ranked chunks", "RAG gate"),
        "tone": ("ok a permutation", "must win", "x clipped: 18 of 56", "Winner by shown slot", "RAG gate"),
    }

    async def story(console: Driver) -> None:
        for case, words in wanted.items():
            console.app.queue.rows.choose(0 if case == "parcel-times" else 1)
            await console.press("enter")
            for stage, word in enumerate(words, start=1):
                await console.press(str(stage))
                assert word in console.text(), (case, stage)
                assert "suggested" in console.text(), (case, stage)
            await console.press("escape")

    play(story, night(), size=(160, 48))


def test_choosing_a_claim_moves_the_answer_and_enter_shows_the_record() -> None:
    async def story(console: Driver) -> None:
        await console.press("enter", "3")
        assert "«>2|Returns" in console.text()
        while "delivery-days" not in console.app.walk.body.drawn_text[console.app.walk.body.cursor]:
            await console.press("down")
        assert "«>1|Parcels" in console.text() and "«2|Returns" in console.text()
        await console.press("1", "home", "enter")
        assert console.lines()[0] == "Record" and '"extra": "kept [too]"' in console.text()
        await console.press("escape")
        assert "[1 Metric x]" in console.text()

    play(story, night(), size=(100, 40))


def test_a_long_answer_scrolls_to_the_chosen_claim() -> None:
    answer = "word " * 600 + "the fee is waived."
    claims = (StatedClaim("free-returns", ("ret-7",), (len(answer) - 18, len(answer))), StatedClaim("courier-call"))
    evidence = made.coverage(attribution=made.coverage_attribution(answer=answer, claims=claims))

    async def story(console: Driver) -> None:
        await console.press("enter", "3")
        assert "«>1|the fee is waived.|>1»" in " ".join(console.text().split())

    play(story, Examination([evidence]))


def test_filtering_grouping_sorting_keep_the_row() -> None:
    async def story(console: Driver) -> None:
        await console.press("end", "slash")
        await console.type("seco")
        assert console.selected() == "second" and "1 of 4 rows" in console.text()
        await console.press("enter", "g", "s")
        assert console.selected() == "second" and "grouped by cause, sorted by distance" in console.text()
        await console.press("escape")
        assert console.selected() == "second" and "4 rows" in console.text()
        await console.press("x")
        assert console.selected() == "lost" and "only invalid" in console.text()
        await console.press("x", "a", "end")
        assert console.selected() == "fine" and "passing, and nothing to say" in console.text()

    play(story, night())


def test_what_is_copied_is_also_in_a_file(own_state: Path) -> None:
    async def story(console: Driver) -> None:
        await console.press("y")
        said = " ".join(console.text().split())
        assert "sent to the terminal; if paste is empty see ~/state/triage/copied-parcel-times.md" in said
        written = (own_state / "state" / "triage" / "copied-parcel-times.md").read_text(encoding="utf-8")
        assert console.app.clipboard == written and written.startswith("RAG gate: `parcel-times` failed")
        await console.press("j")
        assert "sent to the terminal" not in console.text()

    play(story, night())


def test_a_key_that_can_do_nothing_says_why() -> None:
    async def story(console: Driver) -> None:
        await console.press("enter", "p")
        assert "this is the first red row of the list" in console.text()
        await console.press("question_mark")
        assert "Go to the previous red row, at the same stage (not now: this is the first" in console.text()
        await console.press("escape", "5", "enter")
        assert "this line has no record of its own" in console.text()

    play(story, night(), size=(120, 50))


def test_nothing_red_and_nothing_at_all_are_said_in_words() -> None:
    async def green(console: Driver) -> None:
        assert "Nothing is red: 1 passed, none failed, none invalid." in console.text()
        await console.press("a")
        assert console.selected() == "fine"

    async def empty(console: Driver) -> None:
        text = console.text()
        assert (
            "INCOMPLETE" in text and "No rows: nothing was evaluated here." in text and "rows.jsonl:1: no JSON" in text
        )
        await console.press("enter", "y")
        assert "no row is chosen" in console.text()

    play(green, Examination([passing("fine")]))
    play(empty, Examination([], unread=[Unread("rows.jsonl", 1, 0, "no JSON")]), size=(120, 24))


def test_what_cannot_be_read_is_said_and_ends_with_code_three() -> None:
    async def story(console: Driver) -> None:
        assert "notes.pdf: not evidence of a gate" in console.text() and "q quits" in console.text()
        await console.press("g")
        assert "nothing could be read" in console.text()
        assert console.app.failure == "notes.pdf: not evidence of a gate"

    play(story, ValueError("notes.pdf: not evidence of a gate"))


def test_a_row_that_breaks_the_walk_costs_only_itself() -> None:
    class Cracked(Examination):
        def diagnosis(self, number: int):
            if number == 0:
                raise RuntimeError("boom [/]")
            return super().diagnosis(number)

    async def story(console: Driver) -> None:
        console.app.queue.rows.choose(0)
        await console.settle()
        assert "this row could not be walked: RuntimeError: boom [/]" in " ".join(console.text().split())
        console.app.queue.rows.choose(2)
        await console.press("enter")
        assert console.lines()[0].startswith("second")

    play(story, Cracked(night().evidences), size=(160, 40))


def test_a_stage_that_fails_says_so_in_its_own_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(evidence: Evidence) -> list[Entry]:
        raise KeyError("odd [/]")

    stages = (COVERAGE_STAGES[0], COVERAGE_STAGES[1]._replace(entries=broken), *COVERAGE_STAGES[2:])
    monkeypatch.setattr("triage.views.stages.COVERAGE_STAGES", stages)

    async def story(console: Driver) -> None:
        await console.press("enter", "2")
        assert "This part could not be shown, please report it: KeyError: 'odd [/]'" in console.text()
        await console.press("3")
        assert "Claims: 2 missing" in console.text()

    play(story, night(), size=(120, 40))


def test_the_row_named_at_the_start_is_opened() -> None:
    async def red(console: Driver) -> None:
        assert console.lines()[0].startswith("second") and "[1 Metric x]" in console.text()

    async def green(console: Driver) -> None:
        assert console.lines()[0].startswith("fine  ok PASS")

    async def unknown(console: Driver) -> None:
        assert "no row is called ghost" in console.text()

    play(red, night(), row="second")
    play(green, night(), row="fine")
    play(unknown, night(), row="ghost")


def test_every_size_shows_what_it_can() -> None:
    async def smallest(console: Driver) -> None:
        text = console.text()
        assert "x FAIL" in text and "parcel-times" in text and "q quit" in text
        assert not console.app.queue.preview.display or console.app.queue.preview.size.width == 0
        await console.pilot.resize_terminal(39, 15)
        assert [line for line in console.lines() if line] == ["triage needs a terminal of 40x15 or", "  more; q quits"]
        await console.pilot.resize_terminal(160, 48)
        assert "the walk stops here" in console.text()
        await console.press("enter", "3")
        assert console.app.walk.detail.region.x > console.app.walk.body.region.x

    play(smallest, night(), size=(40, 15))


def test_no_line_runs_under_the_scrollbar() -> None:
    async def story(console: Driver) -> None:
        await console.press("enter")
        for view in (console.app.queue.preview, console.app.walk.query_one("#suggestion", LineView)):
            widest = max(len(line) for line in view.drawn_text)
            assert widest + 2 <= view.scrollable_content_region.width < view.region.width

    play(story, night())


def test_the_cursor_stays_on_top_until_somebody_moves_it() -> None:
    async def story(console: Driver) -> None:
        rows = console.app.queue.rows
        entries = rows.arrangement.entries
        turned = rows.arrangement._replace(entries=[-1, *(one for one in reversed(entries) if one >= 0)])
        rows.show(turned)
        assert rows.number == turned.entries[1] != entries[1]
        await console.press("down")
        moved = rows.number
        rows.show(rows.arrangement._replace(entries=entries))
        assert rows.number == moved

    play(story, night())


def test_letters_are_found_in_a_stage() -> None:
    async def story(console: Driver) -> None:
        await console.press("enter", "4", "slash")
        await console.type("BLOG")
        body = console.app.walk.query_one("#body", LineView)
        assert "blog-4" in body.drawn_text[body.cursor]
        await console.press("escape", "q")

    play(story, night())


def test_keys_come_first_while_many_rows_are_walked() -> None:
    many = [
        Evidence(Row(Source("rows.jsonl", at), Outcome.FAILED, f"case-{at:04}", score=0.1, minimum=0.5))
        for at in range(3000)
    ]

    async def story(console: Driver) -> None:
        await console.press("slash")
        await console.type("2999")
        assert console.selected() == "case-2999"
        assert "1 of 3,000 rows" in console.text()

    play(story, Examination(many, manifest=Manifest(run_id="big")))


def test_the_row_is_compared_with_the_last_green_run_and_its_cause_explained() -> None:
    async def story(console: Driver) -> None:
        await console.press("c")
        assert "now and in the last green run" in console.text() and "Different:" in console.text()
        await console.press("escape", "e")
        assert console.lines()[0].startswith("Cause broken-id-join") and "What it sees" in console.text()
        await console.press("escape", "enter", "3", "e")
        assert console.lines()[0].startswith("Cause broken-id-join")
        await console.press("escape", "c")
        assert "Different:" in console.text()
        await console.press("escape")
        assert "[3 Attribution x]" in console.text(), "back at the stage it was opened from"

    play(story, examine([ARTIFACTS]))


def test_explain_follows_the_line_that_is_chosen() -> None:
    async def story(console: Driver) -> None:
        await console.press("enter", "e")
        own = console.app.told.diagnosis.cause
        assert console.lines()[0] == f"Cause {own}"
        await console.press("escape", "slash")
        await console.type("threshold-drift: ")
        await console.press("escape")
        view = console.app.screen.pane
        assert view.id == "suggestion"
        wanted = view.entry.cause
        assert wanted != own
        await console.press("e")
        assert console.lines()[0] == f"Cause {wanted}"

    play(story, night())


def test_without_a_last_green_run_compare_says_why() -> None:
    async def story(console: Driver) -> None:
        await console.press("c")
        assert "no last green run is known" in console.text()
        await console.press("question_mark")
        assert "(not now: no last green run is known" in " ".join(console.text().split())

    play(story, examine([ARTIFACTS / "nightly-1130-red" / "rows.jsonl"]))


def test_the_run_screen_sets_two_systems_against_each_other(tmp_path: Path) -> None:
    rows = [
        '{"case_id": "a", "score": 1.0, "minimum": 0.8, "system": "old"}',
        '{"case_id": "a", "score": 0.1, "minimum": 0.8, "system": "new"}',
    ]
    (tmp_path / "rows.jsonl").write_text("\n".join(rows) + "\n")

    async def story(console: Driver) -> None:
        await console.press("i", "end")
        text = console.text()
        assert "old (evidence_coverage) against new (evidence_coverage), over 1 paired case" in text
        assert "a fails on new (evidence_coverage) only: undetermined" in text

    play(story, examine([tmp_path]), size=(120, 50))
