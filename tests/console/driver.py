"""A small hand on the keyboard: press, read the screen, see what is chosen."""

import asyncio
from collections.abc import Awaitable, Callable

from textual.geometry import Region
from textual.pilot import Pilot

from triage.causes import CAUSES
from triage.console.app import TriageApp
from triage.console.widgets.row_list import RowList
from triage.ledger import Ledger

STAGES = {cause.slug: cause.stage for cause in CAUSES}
Story = Callable[["Driver"], Awaitable[None]]


class Driver:
    """Drives one app through Textual's pilot."""

    def __init__(self, app: TriageApp, pilot: Pilot) -> None:
        self.app = app
        self.pilot = pilot

    async def settle(self) -> None:
        """Until the run is read and everything asked for has been told and drawn."""
        calm = 0
        for _ in range(400):
            await self.pilot.pause()
            walker = self.app.walker
            resting = self.app.failure is not None or (walker is not None and walker.resting)
            calm = calm + 1 if resting else 0
            if calm == 2:
                return
            await asyncio.sleep(0 if resting else 0.005)
        raise AssertionError("the console never came to rest")

    async def press(self, *keys: str) -> None:
        """Press keys one after the other, then let everything come to rest."""
        for key in keys:
            await self.pilot.press(key)
        await self.settle()

    async def type(self, text: str) -> None:
        """Type letters."""
        await self.press(*("space" if letter == " " else letter for letter in text))

    def lines(self) -> list[str]:
        """The screen as text, line by line, without what hangs over on the right."""
        width, height = self.app.size
        page = [[" "] * width for _ in range(height)]
        for region, strips in self.strips():
            for y, strip in enumerate(strips, start=region.y):
                for x, letter in enumerate(strip.text[: max(width - region.x, 0)], start=region.x):
                    if 0 <= y < height and 0 <= x < width:
                        page[y][x] = letter
        return ["".join(line).rstrip() for line in page]

    def text(self) -> str:
        """The whole screen."""
        return "\n".join(self.lines())

    def strips(self):
        """(place on screen, lines) of every drawn widget, containers before what they hold."""
        for widget in self.app.screen.walk_children(with_self=False):
            region = widget.content_region
            if widget.display and widget.is_on_screen and region.area and not widget.children:
                yield region, widget.render_lines(Region(0, 0, *region.size))

    def selected(self) -> str | None:
        """The case that the queue's cursor is on."""
        rows = self.app.queue.query_one(RowList)
        if rows.number is None or self.app.examination is None:
            return None
        return self.app.examination.bundle.rows.case_id(rows.number)


def play(
    story: Story,
    examination: object,
    *,
    size: tuple[int, int] = (80, 24),
    row: str | None = None,
    ledger: Ledger | None = None,
) -> None:
    """Run one story against the console, toasts and tooltips on."""

    def load(_: object) -> object:
        if isinstance(examination, Exception):
            raise examination
        return examination

    async def run() -> None:
        app = TriageApp(load, STAGES, row, ledger=ledger)
        async with app.run_test(size=size, notifications=True, tooltips=True) as pilot:
            driver = Driver(app, pilot)
            await driver.settle()
            await story(driver)

    asyncio.run(run())
