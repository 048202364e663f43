"""A part of a screen that fails says so in its own place; the rest of the screen stays usable."""

from collections.abc import Callable

from triage.model import Tone
from triage.views.entry import Entry, entry


def shown(make: Callable[[], list[Entry]]) -> list[Entry]:
    """The entries, or one that tells why there are none."""
    try:
        return make()
    except Exception as fault:
        words = f"This part could not be shown, please report it: {type(fault).__name__}: {fault}"
        return [entry((words, Tone.WARN)), entry("Everything else can still be used.")]
