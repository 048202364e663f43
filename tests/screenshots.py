"""Pictures of the console for the README: ``python -m tests.screenshots`` writes ``docs/screens/*.svg``."""

import asyncio
import contextlib
import os
import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp

from triage.causes import CAUSES
from triage.console.app import TriageApp
from triage.examine import Examination, examine

ROOT = Path(__file__).resolve().parents[1]
SCREENS = ROOT / "docs" / "screens"
SIZE = (110, 32)
STORY = (
    ("queue", ()),
    ("walk-metric", ("enter",)),
    ("walk-contract", ("2",)),
    ("walk-attribution", ("3",)),
    ("walk-retrieval", ("4",)),
    ("handoff", ("5",)),
    ("compare", ("c",)),
    ("cause", ("escape", "e")),
    ("run", ("escape", "i")),
    ("keys", ("escape", "question_mark")),
)
RANKING_STORY = (
    ("walk-orders", ("enter", "2")),
    ("walk-request", ("3",)),
    ("walk-stability", ("4",)),
)
_FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


def pictures() -> Iterator[tuple[str, str]]:
    """(name, SVG) of every screen, from the demonstration run."""
    with contextlib.chdir(ROOT):  # A path of one machine would stand in every picture.
        examination = examine(["artifacts"])
    ranking = next(at for at in examination.red if examination.diagnosis(at).cause == "position-bias")
    yield from asyncio.run(_play(examination, None, STORY))
    yield from asyncio.run(_play(examination, ranking, RANKING_STORY))


def main() -> None:
    SCREENS.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures():
        (SCREENS / f"{name}.svg").write_text(picture, encoding="utf-8")


async def _play(
    examination: Examination, number: int | None, story: tuple[tuple[str, tuple[str, ...]], ...]
) -> list[tuple[str, str]]:
    os.environ["XDG_STATE_HOME"] = mkdtemp()  # Nobody's decisions, nobody's last place.
    app = TriageApp(lambda _: examination, {cause.slug: cause.stage for cause in CAUSES})
    made = []
    async with app.run_test(size=SIZE) as pilot:
        while app.walker is None or not app.walker.resting:
            await pilot.pause(0.02)
        if number is not None:
            app.queue.rows.choose(number)
        for name, keys in story:
            await pilot.pause(0.2)
            await pilot.press(*keys)
            await pilot.pause(0.2)
            made.append((name, _plain(app.export_screenshot(title=name))))
    return made


def _plain(picture: str) -> str:
    """Without fonts from elsewhere: a picture that is looked at fetches nothing."""
    return "\n".join(line.rstrip() for line in _FONTS.sub("", picture).split("\n"))


if __name__ == "__main__":
    main()
