"""Small bundles, written to disk as a run leaves them and examined through the front door."""

import json
from pathlib import Path

import pytest
import yaml

from triage.examine import examine

LINES = ("rows", "cases", "attribution", "retrieval", "corpus")
FOLDERS = ("ranking", "ranking-cases")


def write(folder, told):
    """Records by kind as JSON Lines, rankings as one YAML file each, ``run`` as the manifest, ``files`` as written."""
    folder.mkdir(parents=True)
    unknown = set(told) - {"run", "green", "files", *LINES, *FOLDERS}
    assert not unknown, f"no such records: {unknown}"
    if "run" in told:
        (folder / "run.yaml").write_text(yaml.safe_dump(told["run"]))
    for kind in LINES:
        if kind in told:
            lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in told[kind])
            (folder / f"{kind}.jsonl").write_text(lines, encoding="utf-8")
    for kind in FOLDERS:
        for number, record in enumerate(told.get(kind, ())):
            (folder / kind).mkdir(exist_ok=True)
            (folder / kind / f"{number}.yaml").write_text(yaml.safe_dump(record, allow_unicode=True), encoding="utf-8")
    for name, text in told.get("files", {}).items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def examined(tmp_path):
    """Examines records, against those under ``green`` where they are given."""

    def examine_records(told):
        green = write(tmp_path / "green", told["green"]) if "green" in told else None
        return examine([write(tmp_path / "now", told)], baseline=str(green) if green else None)

    return examine_records


@pytest.fixture
def diagnosed(examined):
    """The diagnosis of the first row of these records."""
    return lambda **told: examined(told).diagnosis(0)


@pytest.fixture
def shared_folder():
    """The shared case collection, which stands beside the checkout."""
    folder = Path(__file__).resolve().parents[2] / "../shared/cases/files"
    if not folder.is_dir():
        pytest.skip("the shared cases are not beside this checkout")
    return folder


@pytest.fixture
def shared(shared_folder):
    """Examines files of the shared case collection."""
    return lambda *names: examine([shared_folder / name for name in names])
