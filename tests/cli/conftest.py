"""Small runs on disk, and a home that is not the developer's."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Rows = Callable[..., Path]


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("MIN_EVIDENCE_COVERAGE", raising=False)


@pytest.fixture
def rows() -> Rows:
    """Write result rows, given as changes to a passing one, into a file of the working folder."""

    def write(*changes: dict[str, Any], name: str = "rows.jsonl") -> Path:
        passing = {"case_id": "parcel-1", "status": "pass", "score": 1.0, "minimum": 0.8}
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(passing | change) + "\n" for change in changes), encoding="utf-8")
        return path

    return write
