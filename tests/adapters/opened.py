"""Files of other tools opened as the console opens them, and what came out in short."""

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from triage.adapters.file import ForeignFile
from triage.adapters.known import recognise
from triage.evidence import Bundle, open_bundle, tools_of
from triage.model import Outcome, Row

SHARED = Path(__file__).resolve().parents[3] / "shared"
MARKS = {Outcome.PASSED: "pass", Outcome.FAILED: "fail", Outcome.NOT_JUDGED: "not judged"}


def as_lines(path: Path, records: Sequence[Any]) -> Path:
    path.write_text("".join(f"{json.dumps(one)}\n" for one in records), encoding="utf-8")
    return path


def as_table(path: Path, records: Sequence[dict[str, Any]]) -> Path:
    """As pandas writes it: lists and mappings as Python text, nothing for None."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(records[0])
        writer.writerows([["" if one is None else str(one) for one in record.values()] for record in records])
    return path


def rows_of(bundle: Bundle) -> list[Row]:
    return [bundle.row(number) for number in range(len(bundle.rows))]


def told(row: Row) -> str:
    """The outcome in a word: pass, fail, error, not scored, not judged."""
    if row.outcome is Outcome.INVALID:
        return str(row.invalid_kind).replace("-", " ")
    return MARKS[row.outcome]


def table(bundle: Bundle) -> dict[tuple[str | None, str], str]:
    return {(row.case_id, row.metric): told(row) for row in rows_of(bundle)}


def row_of(bundle: Bundle, case_id: str, metric: str) -> Row:
    return next(row for row in rows_of(bundle) if (row.case_id, row.metric) == (case_id, metric))


def evidence(bundle: Bundle, case_id: str) -> Any:
    number = next(number for number, row in enumerate(rows_of(bundle)) if row.case_id == case_id)
    return bundle.evidence(number)


def notes(bundle: Bundle) -> set[str]:
    return {note.text for note in bundle.notes}


def only(path: Path, tool: str) -> Bundle:
    """The bundle of a file that this tool's adapter alone has read."""
    bundle = open_bundle([path])
    assert tools_of(bundle) == {tool: [path.name]}
    return bundle


def recognised(content: bytes, name: str = "file.json") -> str | None:
    file = ForeignFile(name, content, len(content), lambda: content)
    found = recognise(file, weak=False)
    return None if found is None else found.name
