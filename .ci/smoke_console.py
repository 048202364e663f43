"""Smoke test of an installed wheel: the console, headless, from the queue through one row's walk and out.

python smoke_console.py RED_RUN GREEN_RUN
"""

import asyncio
import html
import re
import sys

from textual.app import App
from textual.pilot import Pilot

from triage.causes import CAUSES
from triage.console.app import TriageApp
from triage.examine import examine

SIZE = (120, 40)
PATIENCE = 100
STAGES = "12345"


def screen_text(app: App) -> str:
    """What stands on the screen, as text: an exported screenshot without its drawing."""
    drawing = app.export_screenshot()
    body = drawing[drawing.rindex("</style>") :]
    lines = html.unescape(re.sub(r"<[^>]+>", " ", body)).replace("\xa0", " ").splitlines()
    return "\n".join(line.strip() for line in lines if line.strip())


async def appears(pilot: Pilot, wanted: str) -> str:
    """The screen once it shows the wanted text; stops with the screen that never did."""
    for _ in range(PATIENCE):
        await pilot.pause(0.05)
        shown = screen_text(pilot.app)
        if wanted.casefold() in shown.casefold():
            return shown
    sys.exit(f"the console never showed {wanted!r}; the last screen:\n{screen_text(pilot.app)}")


async def walk(red: str, green: str) -> None:
    """Queue, Enter, every stage, quit."""
    examination = examine([red], baseline=green)
    app = TriageApp(lambda _: examination, {cause.slug: cause.stage for cause in CAUSES})
    async with app.run_test(size=SIZE) as pilot:
        await appears(pilot, examination.verdict.word)
        queue = await appears(pilot, "Metric")
        await pilot.press("enter")
        screens = set()
        for key in STAGES:
            await pilot.press(key)
            await pilot.pause(0.1)
            screens.add(screen_text(app))
        if queue in screens or len(screens) < len(STAGES):
            sys.exit(f"{len(STAGES)} stages gave {len(screens)} different screens")
        await appears(pilot, "Handoff")
        await pilot.press("q")
        await pilot.pause(0.1)
    if app.is_running or app.return_code:
        sys.exit(f"the console did not end well: return code {app.return_code}")
    print(f"the queue and {len(screens)} stages of a row were drawn, and q ended it")


if __name__ == "__main__":
    asyncio.run(walk(*sys.argv[1:]))
