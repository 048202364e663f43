"""The pictures of the console show what it shows."""

import html
import re

import pytest

from tests.screenshots import SCREENS, pictures

WORDS = re.compile(r"<text[^>]*>([^<]*)</text>")


def words(picture: str) -> list[str]:
    return [html.unescape(one).replace("\xa0", " ") for one in WORDS.findall(picture)]


def test_every_picture_is_current(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "")
    monkeypatch.delenv("NO_COLOR", raising=False)
    made = dict(pictures())
    assert {path.stem for path in SCREENS.glob("*.svg")} == set(made)
    for name, picture in made.items():
        kept = (SCREENS / f"{name}.svg").read_text(encoding="utf-8")
        assert words(kept) == words(picture), f"{name}: make screenshots writes it"
        assert len(words(kept)) > 30
