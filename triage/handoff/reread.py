"""The frozen rows read as whoever receives them will, before they are handed over."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from triage.evidence.frozen import INPUTS
from triage.handoff.write import HandoffError
from triage.model import Diagnosis


def read_again(files: dict[str, bytes], rows: Sequence[tuple[tuple[str, int], str]]) -> list[Diagnosis | None]:
    """What is said of the rows when the frozen files are read; None for a row that is not found in them.

    ``rows`` are named by file, line and metric.  HandoffError when there is no room for the files.
    """
    try:
        return _read_again(files, rows)
    except OSError as error:
        raise HandoffError(f"the frozen rows cannot be read again to check them ({error.strerror or error})") from error


def _read_again(files: dict[str, bytes], rows: Sequence[tuple[tuple[str, int], str]]) -> list[Diagnosis | None]:
    from triage.examine import examine

    with tempfile.TemporaryDirectory(prefix="triage-") as folder:
        for name, content in files.items():
            path = Path(folder, INPUTS, *name.split("/"))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        again = examine([Path(folder, INPUTS)])
        bundle = again.bundle
        found: dict[tuple[str, int, str], int] = {}
        for number in range(len(bundle.rows)):
            row = bundle.row(number)
            found.setdefault((row.source.path, row.source.line, row.metric), number)
        numbers = [found.get((*place, metric)) for place, metric in rows]
        return [None if number is None else again.diagnosis(number) for number in numbers]


def difference(before: Diagnosis, after: Diagnosis | None) -> str | None:
    """In words what the frozen rows say otherwise; None where they say the same."""
    if after is None:
        return "the row is not found in the frozen inputs"
    pairs = (
        ("outcome", before.row.outcome.word, after.row.outcome.word),
        ("cause", before.cause, after.cause),
        ("owner", before.owner, after.owner),
        ("confidence", before.confidence, after.confidence),
    )
    words = [f"{name} {then or 'none'}, frozen {now or 'none'}" for name, then, now in pairs if then != now]
    return "; ".join(words) or None
