"""Text that attacks a terminal, on every screen: letter for letter in view, never as a control, never as an action."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from textual.geometry import Region

from tests.bundles import row as bundle_row
from tests.bundles import write_bundle
from tests.console.driver import Driver, play
from tests.console.fake import Examination
from tests.views import evidence as made
from triage.examine import examine
from triage.model import Attribution, Chunk, Evidence, Label, Manifest, Outcome, Row, Source, StatedClaim, Unread
from triage.text import clean

MARKUP = (
    "[/]",
    "[b unclosed [/b",
    "[red]INFO[/red] [INST] [100%]",
    "[@click=app.quit]press[/]",
    "[link=http://x.invalid]l[/link]",
    "\\[x] \\",
    "$name {x} %s :smile:",
)
CONTROLS = (
    "\x1b]52;c;ZXZpbA==\x07",
    "\x1b[2J\x1b[?1049l\x1b]0;t\x07",
    "\x9b31m\x90q\x9c",
    "\x0e\x00\x7f\r\b",
    "a\u202eevil\u2066b\u200f",
    "z\u200bw\u200dj\ufe0f\u2028",
    "\ud800 lone",
)
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff]")


def hostile(text: str) -> list[Evidence]:
    case = made.coverage_case()
    claims = {text: Label(text, (text, "ship-1"), text, text), **(case.claims or {})}
    stated = (StatedClaim(text, (text,), (0, len(text))),)
    row = made.coverage_row(case_id=text, reason=text, error=text, scenario=text, required=(text,), supported=())
    coverage = made.coverage(
        row=replace(row, raw={text: text}),
        case=replace(case, source=Source(text, 1), question=text, claims=claims),
        attribution=Attribution(Source(text, 2), text, f"{text} {text}", text, stated),
        retrieval=made.coverage_retrieval(query=text, retrieved=(Chunk(1, text, text, f"{text} !", 0.5, text),)),
        green=None,
    )
    artifact = made.ranking_artifact(
        source=Source(text, 3),
        criterion=text,
        presented=(text, "b"),
        expected=("b", text),
        actual=(text, "b"),
        explanation=text,
        judge=text,
        must_win_expected=text,
        direction=text,
    )
    row = Row(Source(text, 3), Outcome.FAILED, text, metric=text, score=0.5, minimum=1.0)
    return [coverage, made.ranking(row=row, ranking=artifact)]


def check(console: Driver) -> None:
    for _, strips in console.strips():
        for strip in strips:
            assert not CONTROL.search(strip.text), strip.text
            for segment in strip:
                meta = segment.style.meta if segment.style else {}
                assert not any(key.startswith("@") for key in meta), segment
                assert segment.style is None or segment.style.link is None, segment


def flat(console: Driver) -> str:
    """All drawn text of the screen without breaks, so that wrapping does not hide a payload."""
    return re.sub(r"[\s…]", "", "".join(strip.text for _, strips in console.strips() for strip in strips))


@pytest.mark.parametrize("text", [" ".join(MARKUP), " ".join(CONTROLS)], ids=["markup", "controls"])
def test_every_screen_shows_it_and_obeys_nothing(text: str) -> None:
    wanted = re.sub(r"\s", "", clean(text))

    async def story(console: Driver) -> None:
        console.app.notify(clean(text), markup=False, timeout=60)
        await console.settle()
        for number in (0, 1):
            console.app.queue.rows.choose(number)
            await console.settle()
            assert wanted in flat(console)
            check(console)
            await console.press("enter")
            for stage in "12345":
                await console.press(stage)
                assert wanted in flat(console), stage
                check(console)
            await console.press("1", "home", "enter")
            check(console)
            await console.press("escape", "escape")
            await console.press("c")
            check(console)
            await console.press("escape", "e")
            check(console)
            await console.press("escape")
        for key in ("g", "g", "a", "i"):
            await console.press(key)
            check(console)
        assert "readfrom" in flat(console)
        await console.press("escape", "slash")
        console.app.screen.query_one("#letters").value = clean(text)
        await console.settle()
        assert console.app.queue.rows.number is not None
        await console.press("enter", "y")
        check(console)
        assert not CONTROL.search(console.app.clipboard.replace("\n", ""))
        await console.press("ctrl+p")
        check(console)

    run = Examination(
        hostile(text), manifest=Manifest(run_id=text), unread=[Unread(text, 1, 2, text)], baseline_refused=text
    )
    play(story, run, size=(240, 60))


def test_a_failure_to_read_is_shown_letter_for_letter() -> None:
    async def story(console: Driver) -> None:
        check(console)
        assert "[/]\\x1b[2J" in flat(console)

    play(story, ValueError("[/]\x1b[2J"), size=(80, 24))


def test_drawing_goes_through_one_region_only() -> None:
    async def story(console: Driver) -> None:
        rows = console.app.queue.rows
        drawn = rows.render_lines(Region(0, 0, *rows.size))
        assert {strip.cell_length for strip in drawn} == {rows.size.width}

    play(story, Examination(hostile("漢字 e\u0301 😀")), size=(80, 24))


@pytest.mark.parametrize("text", [" ".join(MARKUP), " ".join(CONTROLS[:6])], ids=["markup", "controls"])
def test_the_preview_of_a_handoff_and_every_question_show_it_and_obey_nothing(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lists = {"required_claim_ids": [text, "b"], "supported_claim_ids": ["b"]}
    write_bundle(
        tmp_path / "night",
        {
            "rows": [bundle_row(text, 0.5, reason=text, **lists)],
            "cases": [{"case_id": text, "question": text, "claims": {text: {"sources": [text], "evidence": text}}}],
            "attribution": [{"case_id": text, "answer": text, "claims": [{"claim_id": text, "citations": [text]}]}],
        },
        {"run_id": text},
    )

    async def story(console: Driver) -> None:
        await console.press("enter", "5")
        check(console)
        await console.press("w")
        assert "y writes it" in console.text()
        for _ in range(6):
            check(console)
            await console.press("pagedown")
        await console.press("ctrl+p")
        check(console)
        await console.press("escape", "escape")
        for key in ("m", "o", "slash"):
            await console.press(key)
            console.app.screen.letters.value = clean(text)
            await console.press("enter")
            check(console)
            await console.press("escape")
        await console.press("b", "t", "r")
        check(console)

    play(story, examine([tmp_path / "night"]), size=(100, 40))
