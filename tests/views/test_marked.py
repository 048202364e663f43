"""Passages marked in free text: by code point, readable where they overlap, never losing a letter."""

from hypothesis import given
from hypothesis import strategies as st

from triage.model import Tone
from triage.text import clean_lines
from triage.views.entry import text_of
from triage.views.marked import LONGEST, Mark, marked_lines, misfit, touching
from triage.views.passage_marks import passage_marks


def shown(text: str, *marks: Mark) -> list[str]:
    return [text_of(line) for line in marked_lines(text, marks, indent="")]


def test_overlapping_marks_keep_both_labels() -> None:
    assert shown("abcdef", Mark(0, 4, "1"), Mark(2, 6, "2")) == ["«1|ab«2|cd|1»ef|2»"]


def test_adjoining_marks_close_before_they_open() -> None:
    assert shown("abcd", Mark(0, 2, "1"), Mark(2, 4, "2")) == ["«1|ab|1»«2|cd|2»"]


def test_offsets_are_code_points_of_the_raw_text() -> None:
    text = "a\u202e😀e\u0301 fee"
    assert shown(text, Mark(2, 3, "1"), Mark(6, 9, "2")) == ["a\\u202e«1|😀|1»e\u0301 «2|fee|2»"]


def test_a_mark_over_a_line_end_goes_on_below() -> None:
    assert shown("one\ntwo", Mark(1, 5, "1")) == ["o«1|ne", "t|1»wo"]
    inside = [
        tone for line in marked_lines("one\ntwo", [Mark(1, 5, "1")]) for text, tone in line if text in ("ne", "t")
    ]
    assert inside == [Tone.MARK, Tone.MARK]


def test_what_does_not_fit_is_not_drawn_and_can_be_said() -> None:
    assert shown("abc", Mark(1, 9, "1"), Mark(-1, 2, "2"), Mark(2, 2, "3")) == ["abc"]
    assert misfit(1, 9, 3) == "does not fit: the text has 3 code points"
    assert misfit(-1, 2, 3) == "does not fit: the text has 3 code points"
    assert misfit(2, 2, 3) == "is empty"
    assert misfit(2, 1, 3) == "is turned round"
    assert misfit(0, 3, 3) is None


def test_a_long_text_is_cut_and_said_to_be() -> None:
    lines = shown("x" * (LONGEST + 5), Mark(LONGEST + 1, LONGEST + 3, "1"))
    assert lines == ["x" * LONGEST, "(5 more characters not shown here; the record holds them)"]


def test_touching_marks_are_told_apart() -> None:
    first, second, third = Mark(0, 3, "1"), Mark(2, 5, "2"), Mark(5, 6, "3")
    assert touching([third, first, second]) == [(first, second, "overlap"), (second, third, "adjoin")]


@given(st.text(alphabet="ab \n\u202e😀", max_size=30), st.lists(st.tuples(st.integers(-2, 32), st.integers(-2, 32))))
def test_no_letter_is_lost_whatever_the_marks(text: str, spans: list[tuple[int, int]]) -> None:
    lines = marked_lines(text, [Mark(start, end, "#") for start, end in spans], indent="")
    kept = ["".join(part for part, _ in line if part not in ("«#|", "|#»")) for line in lines]
    assert kept == clean_lines(text)


def test_a_passage_is_found_whatever_lies_between_its_words() -> None:
    text = "He said: FREE,\n returns — always."
    assert passage_marks(text, {"c": "free returns"}) == [Mark(9, 23, "c")]
    assert passage_marks(text, {"c": "returns — always", "d": "never", "e": " "}) == [Mark(16, 32, "c")]
