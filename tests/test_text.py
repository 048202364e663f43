"""Untrusted text on one line, and numbers that never round across their threshold."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triage.text import clean, clean_lines, count, number, shorten, signed, versus

HOSTILE = [
    ("\x1b[2J", "\\x1b[2J"),
    ("a\x00b", "a\\x00b"),
    ("\x9b31m", "\\x9b31m"),
    ("policy_\u202etxt.exe", "policy_\\u202etxt.exe"),
    ("zero\u200bwidth", "zero\\u200bwidth"),
    ("line\u2028sep", "line\\u2028sep"),
    ("lone \ud800", "lone \\ud800"),
    ("bom\ufeff", "bom\\ufeff"),
    ("tag \U000e0041", "tag \\U000e0041"),
    ("tab\tand\nfeed", "tab\\x09and\\x0afeed"),
    ("[/red] [b]", "[/red] [b]"),
]


@pytest.mark.parametrize(("text", "shown"), HOSTILE)
def test_clean_shows_every_invisible_character(text: str, shown: str) -> None:
    assert clean(text) == shown


@given(st.text())
def test_clean_leaves_nothing_a_terminal_would_obey(text: str) -> None:
    cleaned = clean(text)
    assert not any(ord(char) < 0x20 or 0x7F <= ord(char) < 0xA0 for char in cleaned)
    assert cleaned.encode("utf-8").decode("utf-8") == cleaned


@given(st.text(alphabet=st.characters(min_codepoint=0x20, max_codepoint=0x7E)))
def test_clean_leaves_plain_text_alone(text: str) -> None:
    assert clean(text) == text


def test_lines_break_at_line_feeds_only() -> None:
    assert clean_lines("a\r\nb\nc\u2028d\re") == ["a", "b", "c\\u2028d\\x0de"]


@pytest.mark.parametrize(
    ("score", "minimum", "shown"),
    [
        (0.7966, 0.8, "0.7966 < 0.8"),
        (0.6666666666666666, 0.6667, "0.66667 < 0.6667"),
        (0.4996, 0.5, "0.4996 < 0.5"),
        (0.8, 0.8, "0.8 = 0.8"),
        (0.30000000000000004, 0.3, "0.30000000000000004 >= 0.3"),
        (2 / 3, 0.8, "0.6667 < 0.8"),
        (0.79996, 0.80004, "0.79996 < 0.80004"),
        (0.0, 0.7, "0 < 0.7"),
    ],
)
def test_a_score_keeps_its_side_of_the_minimum(score: float, minimum: float, shown: str) -> None:
    assert versus(score, minimum) == shown


@given(st.floats(0, 1), st.floats(0, 1))
def test_what_is_shown_compares_as_what_is_stored(score: float, minimum: float) -> None:
    left, right = float(number(score, minimum)), float(number(minimum, score))
    assert (left < right) == (score < minimum)
    assert (left == right) == (score == minimum)


def test_shorten_cuts_in_the_middle() -> None:
    assert shorten("case-000000017-refund", 11) == "case-…efund"
    assert len(shorten("case-000000017-refund", 11)) == 11
    assert shorten("short", 11) == "short"


@pytest.mark.parametrize("width", range(3, 30))
def test_shorten_leaves_no_half_of_an_escape(width: int) -> None:
    text = clean("ab\x1bcd\u202eefgh\U000e0041ij\x07kl")
    cut = shorten(text, width)
    head, _, tail = cut.partition("…")
    pieces = r"(?:[a-l]|\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|\\U[0-9a-f]{8})*"
    assert len(cut) <= width and re.fullmatch(pieces, head) and re.fullmatch(pieces, tail), cut
    assert text.startswith(head) and text.endswith(tail)


def test_shorten_drops_only_the_escape_that_is_cut() -> None:
    assert shorten(clean("abc\x1bdefghijkl"), 10) == "abc…hijkl"
    assert shorten(clean("abcdefghi\x1bkl"), 10) == "abcd…kl"
    assert shorten(clean("ab\x1bcdefghijkl"), 14) == r"ab\x1b…efghijkl"[:6] + "…" + "fghijkl"


def test_counts_and_differences_in_words() -> None:
    assert (count(1, "row"), count(2, "row"), count(2, "entry", "entries")) == ("1 row", "2 rows", "2 entries")
    assert (signed(-0.25), signed(0.25), signed(0.0)) == ("-0.25", "+0.25", "0")
