"""Telling a bundle from a shelf of bundles by the names in a folder."""

from pathlib import Path

from triage.evidence.archives import is_archive

RECORDS = (".jsonl", ".ndjson", ".json", ".yaml", ".yml")
RUN_FILES = ("run.yaml", "run.yml", "run.json", "run.jsonl")


def is_record_file(name: str) -> bool:
    """The name is one of a file that may hold records, compressed or not."""
    return name.lower().removesuffix(".gz").removesuffix(".zst").endswith(RECORDS)


def is_run_folder(folder: Path) -> bool:
    """The folder holds a run manifest of its own."""
    return any((folder / name).is_file() for name in RUN_FILES)


def holds_records(folder: Path) -> bool:
    """Some file right in the folder may hold records."""
    return any(
        entry.is_file() and is_record_file(entry.name) and entry.name != "triage.yaml" for entry in folder.iterdir()
    )


def shelf(path: str | Path) -> list[Path]:
    """Folders and archives in a folder that are bundles of their own, by name, when it holds no records itself."""
    folder = Path(path)
    if not folder.is_dir() or holds_records(folder):
        return []
    inside = sorted(entry for entry in folder.iterdir() if not entry.name.startswith("."))
    return [one for one in inside if (is_run_folder(one) if one.is_dir() else is_archive(one.name))]
