"""Small bundles written to disk for tests that go through the real readers."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

Records = Mapping[str, Sequence[Mapping[str, Any]]]


def write_bundle(folder: Path, records: Records, run: Mapping[str, Any] | None = None) -> Path:
    """Write records (file stem -> records) as JSON Lines and ``run`` as the manifest; the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for stem, entries in records.items():
        lines = (json.dumps(entry, ensure_ascii=False) for entry in entries)
        (folder / f"{stem}.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    if run is not None:
        (folder / "run.json").write_text(json.dumps(run), encoding="utf-8")
    return folder


def row(case_id: str, score: float | None, minimum: float | None = 0.8, **more: Any) -> dict[str, Any]:
    """A metric result without a recorded status."""
    return {"case_id": case_id, "score": score, "minimum": minimum, **more}
