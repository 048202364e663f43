"""A ledger of one's own for every test."""

from pathlib import Path

import pytest

from triage.ledger import Ledger


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    return Ledger(tmp_path / "state" / "ledger.sqlite3")
