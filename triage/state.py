"""Where the person's own files of this program are kept; nothing in here is evidence."""

import os
from pathlib import Path


def state_folder() -> Path:
    """The folder for decisions, places and copied texts, by the rules of the platform; it may not exist yet."""
    from platformdirs import user_state_path

    given = os.environ.get("XDG_STATE_HOME")
    return Path(given) / "triage" if given else user_state_path("triage", appauthor=False)


def as_typed(path: Path) -> str:
    """The path as a person types it, below ``~`` where it is."""
    home = os.path.expanduser("~")  # noqa: PTH111 - never raises
    return f"~{str(path).removeprefix(home)}" if str(path).startswith(home + os.sep) else str(path)
