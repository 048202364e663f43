"""Copying that is honest: a file always, the terminal's clipboard where the terminal takes it."""

import os
from pathlib import Path
from tempfile import gettempdir

from textual.app import App
from textual.driver import Driver

from triage.state import as_typed, state_folder
from triage.text import clean

_LONGEST = 100_000
_OSC_52 = "\x1b]52;"


def copy(app: App[None], text: str, name: str) -> str:
    """Write the text to a file, send it to the terminal (OSC 52), and say in words what was really done."""
    text = "\n".join(clean(line) for line in text.split("\n"))
    try:
        where = kept(text, f"copied-{name}.md")
    except OSError as error:
        app.copy_to_clipboard(text)
        return f"sent to the terminal; no file could be written: {error.strerror or error}"
    if len(text) > _LONGEST:
        return f"too long for a clipboard: written to {where}"
    app.copy_to_clipboard(text)
    return f"sent to the terminal; if paste is empty see {where}"


def through_tmux(driver: type[Driver]) -> type[Driver]:
    """A driver that sends what goes to the clipboard twice: for tmux itself, and wrapped for the terminal around it.

    tmux takes the first where ``set-clipboard`` is on, and passes the second where ``allow-passthrough`` is.
    """

    class ThroughTmux(driver):  # type: ignore[misc, valid-type]
        def write(self, data: str) -> None:
            if data.startswith(_OSC_52):
                data += f"\x1bPtmux;{data.replace(chr(27), chr(27) * 2)}\x1b\\"
            super().write(data)

    return ThroughTmux


def kept(text: str, name: str) -> str:
    """Write clean text into the person's own state folder, and return the path as a person types it.

    The temporary folder stands in where the state folder cannot be written; OSError when neither can.
    """
    safe = "".join(one if one.isascii() and (one.isalnum() or one in "-_.") else "_" for one in name)[-80:]
    folders = (state_folder(), Path(gettempdir()) / f"triage-{os.getuid() if hasattr(os, 'getuid') else 'copied'}")
    try:
        return as_typed(_into(folders[0], safe, text))
    except OSError:
        return as_typed(_into(folders[1], safe, text))


def _into(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if hasattr(os, "getuid") and folder.lstat().st_uid != os.getuid():
        raise PermissionError(f"{folder} belongs to somebody else")
    path = folder / name
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0), 0o600)
    with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(text)
    return path
