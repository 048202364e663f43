"""What is read of a folder of other tools' files: ``python -m benchmarks.formats FOLDER`` prints a table in Markdown.

One line per file, opened by itself: the tool that was recognised, rows, and the four outcomes.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from triage.evidence import EvidenceError, tools_of
from triage.examine import examine
from triage.model import InvalidKind, Outcome

LEFT_OUT = (".md", ".py", ".txt.license", ".yaml.license")
COLUMNS = ("file", "read as", "rows", "passed", "failed", "error", "not scored", "not judged", "unread")
HEAD = f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}"


def files_of(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.endswith(LEFT_OUT) and "LICENSE" not in path.name:
            yield path


def line_of(path: Path, folder: Path) -> str:
    name = path.relative_to(folder).as_posix()
    try:
        bundle = examine([path]).bundle
    except EvidenceError as error:
        return f"| `{name}` | {error} | | | | | | | |"
    rows = bundle.rows
    invalid = [bundle.row(number).invalid_kind for number in rows.numbers(Outcome.INVALID)]
    notes = dict.fromkeys(
        note.text.removeprefix("recognised as ") for note in bundle.notes if note.text.startswith("recognised as ")
    )
    what = "; ".join(notes) or ("triage's own records" if len(rows) and not tools_of(bundle) else "not recognised")
    counts = (
        len(rows),
        rows.count(Outcome.PASSED),
        rows.count(Outcome.FAILED),
        sum(kind is InvalidKind.ERROR for kind in invalid),
        sum(kind is InvalidKind.NOT_SCORED for kind in invalid),
        rows.count(Outcome.NOT_JUDGED),
        len(bundle.unread),
    )
    return f"| `{name}` | {what} | {' | '.join(map(str, counts))} |"


def main(folder: Path) -> None:
    print(HEAD)
    for path in files_of(folder):
        print(line_of(path, folder), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
