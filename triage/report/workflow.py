"""Workflow commands of GitHub Actions: how an annotation is written so that nothing in it is a command of its own."""

import re
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from triage.model import Source
from triage.text import clean, shorten

_TITLE_LIMIT, _LINE_LIMIT = 200, 400
_OLD_COMMAND = re.compile(rb"##(?=(?:vso)?\[)")


class Level(StrEnum):
    """How loud an annotation is; the value is the command."""

    ERROR = "error"
    WARNING = "warning"
    NOTICE = "notice"


ERROR, WARNING, NOTICE = Level.ERROR, Level.WARNING, Level.NOTICE


class Annotation(NamedTuple):
    """One annotation; ``file`` is relative to the workspace, ``line`` counts from 1, 0 is unknown."""

    level: Level
    title: str
    lines: tuple[str, ...]
    file: str | None = None
    line: int = 0


def command(one: Annotation) -> bytes:
    """The annotation as one line of output, whatever its texts hold."""
    named = {"file": one.file or "", "line": str(one.line) if one.file and one.line else ""}
    named["title"] = shorten(clean(one.title), _TITLE_LIMIT)
    about = ",".join(f"{name}={_property(value)}" for name, value in named.items() if value)
    message = _data("\n".join(shorten(clean(line), _LINE_LIMIT) for line in one.lines))
    return harmless(f"::{one.level.value} {about}::{message}\n".encode())


def harmless(output: bytes) -> bytes:
    """Output without the older kind of command, which runners obey anywhere in a line: its bracket is escaped."""
    return _OLD_COMMAND.sub(rb"#\\x23", output)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


class Workspace:
    """Finds the file of a source below the checked-out folder; ``root`` None is the working folder."""

    def __init__(self, paths: Sequence[str], root: str | None) -> None:
        self._paths = [Path(path) for path in paths if path != "-"]
        self._root = Path(root) if root else Path.cwd()
        self._find = lru_cache(256)(self._search)

    def annotation(self, level: Level, title: str, lines: Sequence[str], source: Source) -> Annotation:
        """An annotation at a source; without a file where that is not a file of its own below the workspace."""
        return Annotation(level, title, tuple(lines), self._find(source.path), source.line)

    def _search(self, name: str) -> str | None:
        for path in self._paths:
            # Several paths are told apart by their own names in front.
            beside = [path.parent / name] if Path(name).parts[:1] == (path.name,) else []
            for file in (path / name, *beside):
                if name and (found := self._below(file)):
                    return found
        return None

    def _below(self, file: Path) -> str | None:
        """The path from the workspace; None for what is no file, or one elsewhere, or has a name no file can have."""
        try:
            inside = file.is_file() and file.resolve().is_relative_to(self._root.resolve())
            return file.resolve().relative_to(self._root.resolve()).as_posix() if inside else None
        except OSError:
            return None
