"""Where a person was in a run when they left it, kept per run in their own state folder."""

import hashlib
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from triage.console.arrange import Grouping, Sorting, Wish
from triage.console.same_row import RowKey
from triage.state import state_folder

if TYPE_CHECKING:
    from triage.evidence import Bundle

_KEPT = 200
_FOLDER = "places"


class Place(NamedTuple):
    """The chosen row, the open stage of its walk (None in the queue), and how the list was shown.

    Letters of a filter are not kept: rows hidden by a filter that nobody remembers would be missed.
    """

    row: RowKey | None
    stage: int | None
    wish: Wish


def recall(bundle: "Bundle") -> Place | None:
    """The place kept for this run; None when there is none, or it cannot be read."""
    try:
        return _from_record(json.loads(_path(bundle).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, KeyError):
        return None


def keep(bundle: "Bundle", place: Place) -> None:
    """Keep the place, whole or not at all.  A state folder that cannot be written is no reason to complain."""
    path = _path(bundle)
    wish = place.wish
    record = {
        "row": place.row,
        "stage": place.stage,
        "grouping": wish.grouping.name,
        "sorting": wish.sorting.name,
        "only_invalid": wish.only_invalid,
        "passing": wish.passing,
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        half = path.with_name(f"{path.name}.{os.getpid()}")
        half.write_text(json.dumps(record), encoding="utf-8")
        half.replace(path)
        _forget_oldest(path.parent)
    except OSError:
        return


def _path(bundle: "Bundle") -> Path:
    """One file per run: its paths in full, and its run id, because tomorrow's run may lie at the same path."""
    where = [str(Path(path).resolve()) for path in bundle.paths]
    written = json.dumps([where, bundle.manifest.run_id])
    return state_folder() / _FOLDER / f"{hashlib.sha256(written.encode()).hexdigest()[:24]}.json"


def _from_record(record: Any) -> Place:
    row, stage = record["row"], record["stage"]
    wish = Wish(
        Grouping[record["grouping"]],
        Sorting[record["sorting"]],
        only_invalid=record["only_invalid"] is True,
        passing=record["passing"] is True,
    )
    return Place(RowKey(*row) if row is not None else None, stage if stage in range(5) else None, wish)


def _forget_oldest(folder: Path) -> None:
    kept = sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime)
    for path in kept[:-_KEPT]:
        path.unlink(missing_ok=True)
