"""Columns that stay straight when a character takes two cells or none."""

import pytest
from rich.cells import cell_len

from triage.model import Tone
from triage.views.columns import cells, fit, spread, widest


@pytest.mark.parametrize("text", ["plain", "漢字", "e\u0301", "ｆｕｌｌ", "ה", "\x1b\u202e", ""])
def test_a_column_is_as_wide_as_the_terminal_draws_it(text: str) -> None:
    assert cell_len(fit(text, 24)) == 24
    assert cells(text.replace("\x1b", "").replace("\u202e", "")) == cell_len(
        text.replace("\x1b", "").replace("\u202e", "")
    )


def test_what_is_too_long_is_cut_in_the_middle() -> None:
    assert fit("claim-refund-window-eu", 11) == "claim…ow-eu"
    assert cell_len(fit("漢字漢字漢字漢字", 7)) == 7


def test_columns_line_up_and_the_last_one_keeps_its_end() -> None:
    row = spread([(("漢", Tone.KEY), 4), (("b", Tone.PLAIN), 2), (("the rest stays", Tone.DIM), 3)])
    assert "".join(text for text, _ in row) == "漢    b   the rest stays"
    assert row[0][1] is Tone.KEY and row[-1][1] is Tone.DIM


def test_widest_keeps_its_bounds() -> None:
    assert (widest([], least=3), widest(["漢字"], least=1), widest(["x" * 99], most=9)) == (3, 4, 9)
