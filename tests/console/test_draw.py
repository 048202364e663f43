"""Wrapping by cells: no letter lost, no line too wide, wide characters counted as two."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.style import Style
from textual.strip import Strip

from triage.console.draw import STYLES, strip, wrap
from triage.model import Tone
from triage.views.entry import line, text_of


def shown(text: str, width: int) -> list[str]:
    return [text_of(piece) for piece in wrap(line(text), width)]


def test_breaks_between_words_and_indents_what_follows() -> None:
    assert shown("  one two three four", 12) == ["  one two", "    three", "    four"]


def test_a_word_longer_than_a_line_is_broken() -> None:
    assert shown("abcdefghij", 6) == ["abcdef", "  ghij"]


def test_wide_characters_take_two_cells() -> None:
    assert shown("漢字漢字漢字", 8) == ["漢字漢字", "  漢字"]


def test_blanks_at_a_break_never_push_a_line_over() -> None:
    assert shown("abcd efgh  ijkl", 9) == ["abcd efgh", "  ijkl"]
    assert all(cell_len("".join(part for part, _ in piece)) <= 9 for piece in wrap(line("abcd efgh  ijkl"), 9))


def test_the_last_of_few_lines_takes_the_rest() -> None:
    assert [text_of(piece) for piece in wrap(line("one two three four"), 8, 2)] == ["one two", "  three four"]
    assert [text_of(piece) for piece in wrap(line("one two three four"), 8, 1)] == ["one two three four"]


@given(st.text(alphabet="ab 漢e\u0301😀-", max_size=80), st.integers(4, 30))
def test_no_letter_is_lost_and_no_line_is_too_wide(text: str, width: int) -> None:
    pieces = wrap(line(text), width)
    assert all(cell_len("".join(part for part, _ in piece)) <= width for piece in pieces)
    kept = "".join(part for piece in pieces for part, _ in piece)
    assert kept.replace(" ", "") == line(text)[0][0].replace(" ", "")


@pytest.mark.parametrize("text", ["short", "漢" * 30, "x" * 30])
def test_a_strip_is_exactly_as_wide_as_asked(text: str) -> None:
    drawn: Strip = strip(line(text), 20, Style())
    assert drawn.cell_length == 20
    assert ("…" in drawn.text) == (cell_len(text) > 18)


def test_the_chosen_line_has_a_sign_and_not_only_a_colour() -> None:
    assert strip(line("a"), 8, Style(), chosen=True).text.startswith("> a")
    assert strip(line("a"), 8, Style()).text.startswith("  a")


def test_tones_that_matter_differ_without_colour() -> None:
    plain = Style()
    for tone in (Tone.BAD, Tone.KEY, Tone.MARK, Tone.DIM):
        without = Style(bold=STYLES[tone].bold, underline=STYLES[tone].underline, dim=STYLES[tone].dim)
        assert without != plain, tone


def test_control_characters_are_cleaned_once_more_when_drawn() -> None:
    raw = (("a\x1b]52;c;x\x07\u202e", Tone.PLAIN),)
    assert strip(raw, 40, Style()).text.strip() == "a\\x1b]52;c;x\\x07\\u202e"
