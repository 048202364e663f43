"""Decisions for tests, and a program of its own that takes them."""

import os
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from triage.ledger import Decision, RowKey, State, Subject
from triage.model import Owner

CHECKOUT = Path(__file__).resolve().parents[2]
AT = datetime(2026, 2, 3, 3, 10, 0, 123456, tzinfo=UTC)
TODAY = date(2026, 2, 3)


def subject(run: str = "nightly-11", case: str | None = "refund-1", place: str = "", **more: Any) -> Subject:
    """A row of a run; keyword arguments go to the row's key or, else, to the subject."""
    key = {name: more.pop(name) for name in ("metric", "system", "attempt") if name in more}
    row = RowKey(case, place, key.pop("metric", "evidence_coverage"), **key)
    told = {"evidence": "e1", "fingerprint": "f1", "cause": "retrieval-miss", "suggested": Owner.RETRIEVAL}
    return Subject(run_id=run, run_key=run, row=row, **(told | more))


def decision(about: Subject | None = None, state: State = State.HANDED_OFF, **more: Any) -> Decision:
    """A decision that lacks nothing."""
    told: dict[str, Any] = {}
    if state is State.NOT_A_PROBLEM:
        told = {"reason": "the source moves next week", "until": date(2026, 2, 10)}
    if state is State.HANDED_OFF:
        told = {"team": "Lookup crew"}
    return Decision(**({"at": AT, "who": "ann", "subject": about or subject(), "state": state} | told | more))


def run(code: str, *arguments: object, mount: str = "") -> subprocess.CompletedProcess[str]:
    """Python in a process of its own; ``mount`` is a shell line run before it in a mount namespace of its own."""
    command = python(code, *arguments)
    if mount:
        command = ["unshare", "-rm", "sh", "-ec", f'{mount}\nexec "$@"', "sh", *command]
    return subprocess.run(command, capture_output=True, text=True, cwd=CHECKOUT, env=environment(), check=False)


def python(code: str, *arguments: object) -> Sequence[str]:
    return [sys.executable, "-c", code, *map(str, arguments)]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(CHECKOUT)}
