"""Where a handoff's evidence came from."""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from triage.examine import Examination


class Origin(NamedTuple):
    """Where the evidence came from: paths as given, the last green run's path, the teams file and its SHA-256."""

    paths: tuple[str, ...]
    baseline: str | None = None
    baseline_run: str | None = None
    teams_name: str = ""
    teams_digest: str = ""


def origin_of(examination: "Examination") -> Origin:
    """The origin of an examination's evidence."""
    green, teams = examination.baseline, examination.teams
    path = _from_here(green.bundle.paths[0]) if green and green.bundle.paths else None
    run = green.bundle.manifest.run_id if green else None
    return Origin(examination.bundle.paths, path, run, teams.name, teams.digest)


def _from_here(path: str) -> str:
    """The path as one would type it in the working folder, where it lies below that."""
    given, here = Path(path), Path.cwd()
    return str(given.relative_to(here)) if given.is_relative_to(here) else path
