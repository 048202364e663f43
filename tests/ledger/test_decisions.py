"""What a decision is about, and what it must say."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from tests.bundles import row, write_bundle
from tests.ledger.made import AT, decision, subject
from triage.examine import examine
from triage.ledger import Ledger, LedgerError, RowKey, State, Subject, subject_of, wanting
from triage.model import Owner

RED = {"status": "fail", "required_claim_ids": ["fee"], "supported_claim_ids": []}


def subjects(folder: Path) -> list[Subject]:
    examination = examine([folder])
    bundle = examination.bundle
    return [
        subject_of(bundle.name, examination.diagnosis(number), examination.evidence(number))
        for number in range(len(bundle.rows))
    ]


def test_a_subject_is_told_by_run_row_evidence_and_suggestion(tmp_path: Path) -> None:
    twice = {"required_claim_ids": ["fee", "fee"], "supported_claim_ids": ["fee"], "status": "invalid"}
    rows = [row("parcel-4", None, system="blue", attempt=2, **twice)]
    [found] = subjects(write_bundle(tmp_path / "n", {"metric_results": rows}, {"run_id": "nightly-12"}))
    assert (found.run_id, found.run_key) == ("nightly-12", "nightly-12")
    assert found.row == RowKey("parcel-4", "", "evidence_coverage", "blue", 2)
    assert (found.cause, found.suggested) == ("duplicate-required-claim", Owner.TEST_DATA)
    assert len(found.evidence) == 64 and len(found.fingerprint) == 12


def test_without_a_run_id_the_bundle_is_the_run(tmp_path: Path) -> None:
    [found] = subjects(write_bundle(tmp_path / "tonight", {"metric_results": [row("parcel-4", 0.0, **RED)]}))
    assert (found.run_id, found.run_key) == (None, "tonight")


def test_rows_without_a_case_id_are_told_apart_by_their_place(tmp_path: Path) -> None:
    lines = [{"line": number, "status": "invalid", "score": None, "reason": "KeyError"} for number in (3, 9)]
    one, other = subjects(write_bundle(tmp_path / "n", {"metric_results": lines}))
    assert one.row.case_id is None and one.row.place.endswith(":1") and other.row.place.endswith(":2")


def test_a_case_id_outlives_its_line(tmp_path: Path) -> None:
    first, second = row("a", 0.0, **RED), row("b", 0.0, **RED)
    one = subjects(write_bundle(tmp_path / "one", {"metric_results": [first, second]}))
    two = subjects(write_bundle(tmp_path / "two", {"metric_results": [second, first]}))
    assert [a.row for a in one] == [b.row for b in reversed(two)]


@pytest.mark.parametrize(
    ("lacking", "words"),
    [
        (decision(owner=Owner.CORPUS), "needs a reason"),
        (decision(owner=Owner.CORPUS, reason=" \n"), "needs a reason"),
        (decision(state=State.NOT_A_PROBLEM, reason=""), "needs a reason"),
        (decision(state=State.NOT_A_PROBLEM, until=None), "last day"),
        (decision(subject(suggested=None), State.NOT_A_PROBLEM), "needs an owner"),
        (decision(state=State.ACKNOWLEDGED, until=date(2026, 3, 1)), "only 'not a problem'"),
        (decision(state=State.NOT_A_PROBLEM, until=AT.date() - timedelta(days=2)), "2026-02-01 has passed"),
        (decision(subject(suggested=None), team=None), "a team or an owner"),
    ],
)
def test_what_lacks_something_is_refused_in_words(ledger: Ledger, lacking, words: str) -> None:
    with pytest.raises(LedgerError, match=words):
        ledger.record(decision(), lacking)
    assert ledger.history(subject()) == (), "all or none"


@pytest.mark.parametrize(
    "whole",
    [
        decision(),
        decision(state=State.OPEN),
        decision(owner=Owner.RETRIEVAL),  # naming the suggested one is no override
        decision(owner=Owner.CORPUS, reason="the page is gone"),
        decision(state=State.NOT_A_PROBLEM, until=AT.date()),
        decision(state=State.NOT_A_PROBLEM, until=AT.date() - timedelta(days=1)),  # still today west of here
        decision(subject(suggested=None), State.NOT_A_PROBLEM, owner=Owner.CORPUS),
        decision(subject(suggested=None)),
    ],
)
def test_what_lacks_nothing_is_kept(ledger: Ledger, whole) -> None:
    assert wanting(whole) is None
    ledger.record(whole)
    assert ledger.history(whole.subject) == (whole,)
