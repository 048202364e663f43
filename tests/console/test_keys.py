"""One table of keys: complete, free of keys that terminals take, and the only source of what a person is told."""

import re

import pytest
from textual.binding import Binding

from triage.console import keys
from triage.console.queue_screen import WISHES, QueueScreen
from triage.console.text_screen import TextScreen, help_entries
from triage.console.walk_screen import WalkScreen
from triage.views.entry import text_of

SCREENS = {keys.QUEUE: QueueScreen, keys.WALK: WalkScreen, keys.TEXT: TextScreen}
PLACES = list(SCREENS)
TAKEN = ("ctrl+", "alt+", "shift+", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11", "f12")


@pytest.mark.parametrize("place", PLACES)
def test_every_key_does_something_on_its_screen(place: str) -> None:
    for key in keys.keys_of(place):
        method = key.id if not re.fullmatch(r"stage-\d", key.id) else "stage-next"
        has_method = callable(getattr(SCREENS[place], f"do_{method.replace('-', '_')}", None))
        assert has_method or (place == keys.QUEUE and key.id in WISHES), key.id


@pytest.mark.parametrize("place", PLACES)
def test_one_key_one_action(place: str) -> None:
    names = [name for key in keys.keys_of(place) for name in key.keys.split(",")]
    assert len(names) == len(set(names))
    assert not [name for name in names if name.startswith(TAKEN)]


@pytest.mark.parametrize("place", PLACES)
def test_screens_bind_exactly_the_table(place: str) -> None:
    bound = {one.id: one.key for one in SCREENS[place].BINDINGS if isinstance(one, Binding)}
    assert bound == {f"{place}.{key.id}": key.keys for key in keys.keys_of(place)}


def test_ids_are_used_once_per_place() -> None:
    for place in PLACES:
        ids = [key.id for key in keys.keys_of(place)]
        assert len(ids) == len(set(ids))


@pytest.mark.parametrize("width", [200, 80, 60, 40, 25])
@pytest.mark.parametrize("place", PLACES)
def test_the_footer_drops_whole_hints_and_quit_last(place: str, width: int) -> None:
    shown = keys.hints(place, width)
    assert len("  ".join(shown)) <= width
    assert "q quit" in shown
    everything = [key.hint for key in keys.keys_of(place) if key.weight]
    assert [hint for hint in everything if hint in shown] == shown


def test_arrows_and_letters_both_work() -> None:
    for arrow, letter in (("up", "k"), ("down", "j"), ("left", "h"), ("right", "l")):
        found = [key.keys.split(",") for key in keys.keys_of(keys.WALK)]
        assert any(arrow in names and letter in names for names in found)


def test_help_lists_every_key_and_says_why_one_does_nothing() -> None:
    text = "\n".join(
        text_of(one.line) for one in help_entries(keys.WALK, lambda key: "no" if key == "record" else None)
    )
    assert all(key.tooltip in text for key in keys.keys_of(keys.WALK))
    assert "Show the record behind the chosen line (not now: no)" in text
