"""A run of another tool as a native bundle: the same records, each with the place that it was read from."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from triage.adapters.native import ORIGINAL
from triage.evidence import Bundle, all_records
from triage.gate.bundle import write_bundle
from triage.handoff.encode import holds_plain, json_line, yaml_document
from triage.text import count

if TYPE_CHECKING:
    from triage.examine import Examination

READ_FROM = "read_from"
_STEMS = {
    "row": "rows",
    "metric profile": "rows",
    "case": "cases",
    "attribution": "attribution",
    "retrieval": "retrieval",
    "corpus": "corpus",
    "ranking artifact": "ranking",
    "ranking case": "ranking-cases",
    "run manifest": "run",
}
# Digests of the files that were read say nothing of those that are written.
_OF_FILES = ("files",)


def convert(examination: "Examination", out: Path) -> tuple[str, ...]:
    """Write every record that was read into the new folder ``out``; a line per file, with its number of records.

    GateRefused, one plain sentence, when the folder cannot be made.  What was not read is in no file, and is said.
    """
    bundle = examination.bundle
    files: dict[str, list[str]] = {}
    for stem, record in _records(bundle):
        is_yaml = holds_plain(record)
        text = yaml_document(record) if is_yaml else json_line(record) + "\n"
        files.setdefault(f"{stem}.{'yaml' if is_yaml else 'jsonl'}", []).append(text)
    contents = {name: "".join(texts).encode("utf-8", "surrogatepass") for name, texts in sorted(files.items())}
    write_bundle(out, contents | ({"triage.yaml": bundle.teams[1]} if bundle.teams is not None else {}))
    said = [f"{out / name}: {count(len(texts), 'record')}" for name, texts in sorted(files.items())]
    unread = len(bundle.unread)
    return (*said, *([f"not read, and in no file: {count(unread, 'place')}, see triage report"] if unread else []))


def _records(bundle: Bundle) -> Iterator[tuple[str, dict[str, Any]]]:
    """File name and fields of every record; a row that got its threshold from the person keeps it."""
    for kind, record, number in all_records(bundle):
        left_out = (ORIGINAL, READ_FROM, *(_OF_FILES if number is None and kind == "run manifest" else ()))
        fields = {key: value for key, value in record.value.items() if key not in left_out}
        fields[READ_FROM] = str(record.value.get(READ_FROM) or record.source)
        row = bundle.row(number) if number is not None else None
        if row is not None and row.minimum is not None and kind == "row" and fields.get("minimum") is None:
            fields["minimum"] = row.minimum
        yield _STEMS[kind], fields
