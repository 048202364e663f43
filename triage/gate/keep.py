"""What the gate leaves behind: its results beside the very records they were made from."""

import hashlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from triage.gate.bundle import write_bundle
from triage.gate.inputs import Evaluated
from triage.gate.manifest import as_yaml, manifest_fields, reported
from triage.model import Manifest, Policy
from triage.report.strict import encode

MANIFEST, ROWS = "run.yaml", "rows.jsonl"


class Run(NamedTuple):
    """One evaluation, ready to be kept; ``overridden`` tells that the environment set the minimum."""

    recorded: Manifest
    policy: Policy
    overridden: bool
    planned: int
    found: Evaluated


def keep(out: Path, folder: Path | None, run: Run) -> None:
    """Write the bundle ``out``: manifest, results, and byte for byte the recorded files of a ``folder`` of cases.

    The records that a results file holds already (gate lines, an older manifest) are not copied.  GateRefused when it
    cannot be written.
    """
    kept: dict[str, bytes | Path] = dict(_recorded(folder, run)) if folder is not None else {}
    kept[ROWS] = b"".join(encode(row, sort_keys=True) + b"\n" for row in run.found.results)
    digests = {name: _sha256(content) for name, content in sorted(kept.items())}
    fields = manifest_fields(run.recorded, run.policy, run.overridden)
    fields |= {
        "planned_rows": run.planned,
        "reported": reported(run.found.results),
        "files": {name: {"sha256": digest} for name, digest in digests.items()},
    }
    if run.recorded.run_id is None:
        fields = {"run_id": f"gate-{_digest_of(digests)}", **fields}
    write_bundle(out, {MANIFEST: as_yaml(fields), **kept})


def _recorded(folder: Path, run: Run) -> Iterator[tuple[str, Path]]:
    """Regular files of the folder, hidden ones and links left out."""
    replaced = {MANIFEST, ROWS, run.recorded.source.path, *run.found.row_files}
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = Path(parent) / name
            inside = path.relative_to(folder).as_posix()
            if not name.startswith(".") and not path.is_symlink() and path.is_file() and inside not in replaced:
                yield inside, path


def _digest_of(digests: Mapping[str, str]) -> str:
    """The same for the same files: a run that was given no name gets its name from what it holds."""
    joined = "".join(f"{name}\n{digest}\n" for name, digest in sorted(digests.items()))
    return hashlib.sha256(joined.encode("utf-8", "surrogateescape")).hexdigest()[:12]


def _sha256(content: bytes | Path) -> str:
    if isinstance(content, bytes):
        return hashlib.sha256(content).hexdigest()
    with content.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
