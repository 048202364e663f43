"""The row beside its twin: every difference with a sign and a word, and why there is nothing to compare."""

from dataclasses import replace
from pathlib import Path

import pytest

from triage.examine import Examination, examine
from triage.model import Evidence
from triage.views import compare
from triage.views.entry import lines, text_of

ARTIFACTS = Path(__file__).resolve().parents[2] / "artifacts"


@pytest.fixture(scope="module")
def examination() -> Examination:
    return examine([ARTIFACTS])


def _evidence(examination: Examination, case_id: str) -> Evidence:
    rows = examination.bundle.rows
    return examination.evidence(next(number for number in examination.red if rows.case_id(number) == case_id))


def _text(evidence: Evidence) -> str:
    return "\n".join(text_of(line) for line in lines(compare.entries(evidence)))


def test_added_claims_and_a_moved_minimum_are_told(examination: Examination) -> None:
    text = _text(_evidence(examination, "rf-skipped-week"))
    assert "~ value  changed" in text
    assert "now      0.5 < 0.7" in text
    assert "last green 1 >= 0.6" in text
    assert "+ skip-receipt  added" in text
    assert "= skip-not-charged  same" in text
    assert text.index("Different") < text.index("The same")


def test_a_document_that_sank_shows_its_move(examination: Examination) -> None:
    text = _text(_evidence(examination, "sh-safe-place"))
    assert "The ranking now, against the last green one" in text
    assert "down" in text


def test_a_comparison_shows_both_returned_orders(examination: Examination) -> None:
    text = _text(_evidence(examination, "rk-late-reply"))
    assert "~ returned order  changed" in text
    assert "~ rendered digest  changed" in text
    assert "= candidate digest" in text


def test_equal_rows_say_that_nothing_differs(examination: Examination) -> None:
    evidence = _evidence(examination, "rf-skipped-week")
    text = _text(replace(evidence, green=replace(evidence, green=None)))
    assert "Nothing differs" in text
    assert "changed" not in text


def test_without_a_twin_the_reason_is_said(examination: Examination) -> None:
    alone = replace(_evidence(examination, "rf-skipped-week"), green=None)
    assert "does not hold this row" in _text(alone)
    assert "no last green run is known" in _text(replace(alone, has_baseline=False))
    asked = replace(alone.row, notes=("the last green run asked another question under this case id: not compared",))
    assert "asked another question" in _text(replace(alone, row=asked))
