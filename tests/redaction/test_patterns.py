"""Patterns of the teams file: usable ones, problems in words, hostile ones."""

import pytest

from triage.redaction import Hit, Pattern, Redactor, compile_patterns
from triage.redaction.patterns import LONGEST_EXPRESSION, MOST_PATTERNS, matches


def hits(expression: str, text: str) -> list[Hit]:
    patterns, problems = compile_patterns([("one", expression)])
    assert problems == ()
    return list(matches(text, patterns))


def test_good_patterns_are_kept_in_order() -> None:
    patterns, problems = compile_patterns([("customer", r"CUST-\d+"), ("шифр", r"(?i)ш\d{3}")])
    assert patterns == (Pattern("customer", r"CUST-\d+"), Pattern("шифр", r"(?i)ш\d{3}"))
    assert problems == ()
    assert [pattern.kind for pattern in patterns] == ["pattern:customer", "pattern:шифр"]


@pytest.mark.parametrize(
    ("name", "expression", "said"),
    [
        ("one", "[", "it is not a pattern that RE2 knows, missing ]"),
        ("one", "(?=a)b", "it is not a pattern that RE2 knows"),
        ("one", r"(a)\1", "it is not a pattern that RE2 knows"),
        ("one", "\ud800", "it is not a pattern that RE2 knows"),
        ("one", "x*", "it matches the empty text"),
        ("one", r"\b", "it matches the empty text"),
        ("one", "^|a", "it matches the empty text"),
        ("one", "", "it matches the empty text"),
        ("one", "(a{500}){2}", "it is too large"),
        ("one", r"\pL{30}", "it is too large"),
        ("one", "a" * (LONGEST_EXPRESSION + 1), f"it is longer than {LONGEST_EXPRESSION} characters"),
        (" ", "a", "a name has 1 to 40 visible characters"),
        ("a\x1b]52", "a", "a name has 1 to 40 visible characters"),
        ("n" * 41, "a", "a name has 1 to 40 visible characters"),
    ],
)
def test_bad_patterns_are_problems_in_words(
    name: str, expression: str, said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    patterns, problems = compile_patterns([(name, expression), ("good", "a+")])
    assert patterns == (Pattern("good", "a+"),)
    assert len(problems) == 1 and "is left out: " in problems[0] and said in problems[0]
    assert "\x1b" not in problems[0] and "\n" not in problems[0]
    assert capfd.readouterr() == ("", "")


def test_a_name_counts_once() -> None:
    patterns, problems = compile_patterns([("one", "a"), ("one", "b")])
    assert patterns == (Pattern("one", "a"),)
    assert problems == ('redaction pattern "one" is left out: its name is given twice, the first one counts',)


def test_there_is_a_most_of_patterns() -> None:
    patterns, problems = compile_patterns((f"n{at}", f"a{at}") for at in range(MOST_PATTERNS + 2))
    assert len(patterns) == MOST_PATTERNS
    assert len(problems) == 2 and f'"n{MOST_PATTERNS}"' in problems[0]


def test_places_are_code_points_whatever_the_script() -> None:
    assert hits(r"\d+x", "é🙂中\ud800 12x") == [Hit(5, 8, "pattern:one")]


def test_an_empty_match_is_no_hit() -> None:
    assert list(matches("aqq", [Pattern("one", "q*")])) == [Hit(1, 3, "pattern:one")]


def test_each_line_is_matched_by_itself() -> None:
    assert hits("^b.?$", "a\nb\nbc") == [Hit(4, 6, "pattern:one")]


def test_a_match_across_the_pieces_of_a_long_line_is_whole() -> None:
    for at in range(1700, 2100, 7):
        text = "." * at + "CUST-" + "1" * 60 + "." * 5000
        assert Redactor(compile_patterns([("one", r"CUST-\d{60}")])[0]).hits(text) == (Hit(at, at + 65, "pattern:one"),)


def test_a_pattern_that_matches_everywhere_covers_the_rest_of_its_piece() -> None:
    found = hits("a.*z|a", "a" * 1500)
    assert len(found) < 300
    assert {at for hit in found for at in range(hit.start, hit.end)} == set(range(1500))


@pytest.mark.parametrize("expression", [".", r"\w", "[a-z]+", r"\S+", "[^x]"])
def test_a_pattern_that_would_blank_everything_is_a_problem(expression: str) -> None:
    patterns, problems = compile_patterns([("all", expression)])
    assert patterns == () and "most of any sentence" in problems[0]
