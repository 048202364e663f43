"""Every view as text, compared with what stands in ``goldens``; UPDATE_GOLDENS=1 writes it anew."""

import os
from pathlib import Path

import pytest

from tests.views import evidence as made
from triage.model import Evidence, InvalidKind, Outcome, Owner, Stage
from triage.owners import Choice, Rule, Team
from triage.views.entry import text_of
from triage.views.queue import preview
from triage.views.stages import walk_lines
from triage.views.suggestion import row_lines

GOLDENS = Path(__file__).parent / "goldens"
STAGES = {"threshold-drift": Stage.CONTRACT}
TEAM = Team("search", "Search team", "#search-night")


def bare() -> Evidence:
    return Evidence(made.coverage_row(required=None, supported=None))


def broken() -> Evidence:
    row = made.coverage_row(
        outcome=Outcome.INVALID, invalid_kind=InvalidKind.ERROR, score=None, score_written="NaN",
        required=("a", "a", " "), supported=("A", "a", "a"), reason=None, error="first line\nsecond line",
    )  # fmt: skip
    return Evidence(row, twins=(made.coverage_row(line=7, attempt=2),))


def delivered_apart() -> Evidence:
    return made.coverage(retrieval=made.coverage_retrieval(delivered=("ret-7", "gone-1"), k=None), green=None)


CASES = {
    "coverage": made.coverage,
    "ranking": made.ranking,
    "bare-row": bare,
    "broken-row": broken,
    "delivered-apart": delivered_apart,
}


@pytest.mark.parametrize("name", CASES)
def test_walk_reads_as_agreed(name: str) -> None:
    evidence = CASES[name]()
    compare(f"walk-{name}", walk_lines(made.diagnosis(evidence), evidence, None, STAGES))


def test_row_reads_as_agreed() -> None:
    evidence = made.coverage()
    diagnosis = made.diagnosis(evidence)
    why = "triage.yaml:9 (case parcel-*) -> search: the only matching rule"
    choice = Choice(Owner.APPLICATION, TEAM, why, (Rule(9, {}, "search"),))
    compare("row", row_lines(diagnosis, evidence, choice))
    compare("preview", [one.line for one in preview(diagnosis, evidence, choice, STAGES)])


def compare(name: str, lines) -> None:
    text = "\n".join(text_of(line) for line in lines) + "\n"
    path = GOLDENS / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDENS") == "1":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), f"{name} reads otherwise; UPDATE_GOLDENS=1 accepts it"
