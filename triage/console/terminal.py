"""The program's face to the terminal: colours, sizes, the driver, the palette, short messages."""

import os
from collections.abc import Iterable, Iterator
from functools import partial
from typing import ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.screen import Screen

from triage.console import clipboard, keys
from triage.console.keyed_screen import KeyedScreen

_WIDTHS: list[tuple[int, str]] | None = [
    (0, "-too-narrow"),
    (40, "-small"),
    (64, "-normal"),
    (120, "-wide"),
    (180, "-huge"),
]
_HEIGHTS: list[tuple[int, str]] | None = [(0, "-too-low"), (15, "-low"), (20, "-medium"), (36, "-high")]


class TerminalApp(App[None], inherit_bindings=False):
    """Knows nothing of runs and rows."""

    CSS_PATH = "console.tcss"
    TITLE = "triage"
    COMMAND_PALETTE_BINDING = "ctrl+p"
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "quit", "quit", show=False),
        Binding("ctrl+z", "suspend_process", "suspend", show=False),
    ]
    HORIZONTAL_BREAKPOINTS = _WIDTHS
    VERTICAL_BREAKPOINTS = _HEIGHTS

    def __init__(self) -> None:
        super().__init__(ansi_color=True)  # The terminal's own colours; without this NO_COLOR is black on black.
        self.theme = "ansi-dark"
        self.animation_level = "none"

    def get_driver_class(self) -> type[Driver]:
        """The terminal's driver; inside tmux one whose clipboard reaches the terminal outside."""
        driver = super().get_driver_class()
        return clipboard.through_tmux(driver) if os.environ.get("TMUX") else driver

    def say(self, words: str) -> None:
        """A short message on the screen that is shown."""
        if isinstance(self.screen, KeyedScreen):
            self.screen.say(words)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The palette: the keys of the screen it was opened from, by name."""
        return commands_of(screen) if isinstance(screen, KeyedScreen) else ()


def commands_of(screen: KeyedScreen) -> Iterator[SystemCommand]:
    """Every key that can do something now, by what it does."""
    for key in keys.keys_of(screen.PLACE):
        if screen.why_not(key.id) is None:
            yield SystemCommand(key.tooltip, f"key {key.shown}", partial(screen.action_press, key.id))
