import json
from pathlib import Path

import pytest

from triage.evidence import open_bundle


@pytest.fixture
def bundle_of(tmp_path):
    """Writes named files, each bytes, text or a list of records (as JSON Lines), and opens the folder."""

    def write(**files):
        folder = tmp_path / "run"
        folder.mkdir(exist_ok=True)
        for name, content in files.items():
            stem, _, suffix = name.rpartition("_")
            path = folder / f"{stem}.{suffix}"
            if isinstance(content, list):
                content = "".join(json.dumps(record) + "\n" for record in content)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return open_bundle([folder])

    return write


@pytest.fixture
def shared_case():
    """Opens files of the shared case collection, which stands beside the checkout."""
    folder = Path(__file__).resolve().parents[2] / "../shared/cases/files"

    def read(*names):
        if not folder.is_dir():
            pytest.skip("the shared cases are not beside this checkout")
        return open_bundle([folder / name for name in names])

    return read
