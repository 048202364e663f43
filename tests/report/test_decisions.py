"""The decisions after a report: nothing is counted that could not be read."""

from pathlib import Path

from tests.handoff.runs import write_run
from tests.ledger.made import TODAY, decision, subject
from triage.examine import examine
from triage.ledger import Ledger
from triage.report.decisions import decision_lines


def said(folder: Path, ledger: Path) -> list[str]:
    examination = examine([write_run(folder / "run", "parcel-4")])
    lines = decision_lines(examination, Ledger.open(ledger, read_only=True), TODAY)
    return ["".join(text for text, _ in line) for line in lines]


def test_a_ledger_that_cannot_be_read_counts_no_suggestion(tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.sqlite3"
    ledger.write_bytes(b"no ledger at all " * 300)
    lines = said(tmp_path, ledger)
    assert not any("suggestions accepted" in line for line in lines)
    assert lines[-1].startswith("earlier decisions are not shown: the ledger ")


def test_a_ledger_that_can_be_read_counts_them(tmp_path: Path) -> None:
    ledger = Ledger.open(tmp_path / "ledger.sqlite3")
    ledger.record(decision(subject()))
    counted = "suggestions accepted: 1 of 1 decided (0 overruled); all runs, the newest decision on each row counts"
    assert counted in said(tmp_path, ledger.path)
