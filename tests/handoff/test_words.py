"""Evidence in a text for chat: nothing in it may act, and nothing in it may be lost."""

import shlex
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triage.handoff.words import LINE_LIMIT, code, command, fill, item, prose
from triage.text import clean


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("fee", "`fee`"),
        ("a|b", "`a|b`"),
        ("win`dow", "`` win`dow ``"),
        ("a``b`c", "``` a``b`c ```"),
        ("`", "`` ` ``"),
        ("two\nlines\x1b[2J", "`two\\x0alines\\x1b[2J`"),
        ("<@everyone>", "`<@everyone>`"),
        ("", "(empty)"),
    ],
)
def test_an_id_stands_in_a_fence_that_its_own_backticks_cannot_close(text: str, shown: str) -> None:
    assert code(text) == shown


def test_a_long_id_is_cut_in_the_middle_and_keeps_both_ends() -> None:
    shown = code("start-" + "x" * 200 + "-end")
    assert len(shown) == 82
    assert shown.startswith("`start-")
    assert shown.endswith("-end`")
    assert "…" in shown


@given(st.text(alphabet=st.characters() | st.sampled_from("`` \n|<@>")))
def test_the_fence_is_longer_than_any_run_inside(text: str) -> None:
    shown = code(text)
    if shown == "(empty)":
        assert text == ""
        return
    fence = len(shown) - len(shown.lstrip("`"))
    inside = shown[fence:-fence]
    assert shown == "`" * fence + inside + "`" * fence
    assert "`" * fence not in inside
    assert len(shown) < 96


@pytest.mark.parametrize("plain", ["doc-9 stands at rank 5, k=3", "0.79 < 0.8 and 1 >= 0.5", "evidence_coverage (v3)"])
def test_harmless_words_stay_words(plain: str) -> None:
    assert " ".join(prose(plain)) == plain


@pytest.mark.parametrize(
    "risky",
    [
        "ask @channel",
        "see <http://x.example>",
        "see https://x.example",
        "- [ ] done",
        "# big",
        "*loud*",
        "_so_",
        "a  b",
    ],
)
def test_words_that_mean_something_in_chat_stand_in_code_spans(risky: str) -> None:
    assert prose(risky) == [f"`{risky}`"]


@given(st.text(max_size=600))
def test_no_line_of_an_item_is_too_long_and_none_holds_a_control_character(text: str) -> None:
    shown = item(code(text), *prose(text), f"({code(text, 70)})")
    assert max(len(line) for line in shown.split("\n")) <= LINE_LIMIT
    assert [line for line in shown.split("\n") if clean(line) != line] == []


def test_a_line_is_filled_up_to_the_limit_and_no_further() -> None:
    assert fill(["ab", "cd", "ef"], "- ", "  ", limit=7) == ["- ab cd", "  ef"]
    assert fill(["ab", "cd", "ef"], "- ", "  ", limit=6) == ["- ab", "  cd", "  ef"]
    assert fill([], "- ") == ["- "]


@pytest.mark.parametrize(
    "case", ["refund-7", "a b", "$(touch x)", "it's", "`id`", "a|b <@everyone>", "x" * 150, "-dash", "'" * 70, "!bang"]
)
def test_the_command_gives_the_shell_the_very_words(case: str) -> None:
    text = command(["printf", "%s\\n", "some path/evidence", ("--row", case)])
    fence, *lines, last = text.split("\n")
    assert fence == last
    assert max(len(line) for line in lines) <= LINE_LIMIT
    script = "\n".join(lines)
    ran = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True)
    row = f"--row={case}\n" if case.startswith("-") else f"--row\n{case}\n"
    assert ran.stdout == f"some path/evidence\n{row}"
    assert shlex.split(script.replace("\\\n", ""))[-1].endswith(case)


@pytest.mark.parametrize("ticks", [7, 29, 30, 79, 500])
def test_an_id_of_backticks_alone_still_fits_on_a_line(ticks: int) -> None:
    shown = item(code("`" * ticks), *prose("x " + "`" * ticks))
    assert max(len(line) for line in shown.split("\n")) <= LINE_LIMIT
