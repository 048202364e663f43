"""Standard input, output and error: what is written where, and what happens when the other end is gone."""

import os
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, BinaryIO

from triage.cli.options import Refused
from triage.text import clean

if TYPE_CHECKING:
    from triage.model import Line


def on_a_terminal() -> bool:
    """Whether a console can be drawn on standard output."""
    return sys.stdout is not None and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def piped_input() -> BinaryIO:
    """What standard input is now, kept readable after the keyboard has taken its place."""
    return os.fdopen(os.dup(sys.stdin.fileno()), "rb")


def take_keyboard() -> bool:
    """Make the terminal our standard input when evidence was piped into it; False when there is no terminal."""
    if sys.stdin is not None and sys.stdin.isatty():
        return True
    try:
        terminal = os.open("/dev/tty", os.O_RDWR)
    except OSError:
        return False
    os.dup2(terminal, 0)
    os.close(terminal)
    return True


def encoded(lines: Iterable["Line"]) -> Iterator[bytes]:
    """The words of clean lines, without tones, as UTF-8."""
    for line in lines:
        yield "".join(text for text, _ in line).rstrip().encode("utf-8", "backslashreplace") + b"\n"


def write(pieces: Iterable[bytes]) -> None:
    """Write to standard output.  A reader that has left (``| head``) is no error and ends the writing."""
    if sys.stdout is None:
        raise Refused("standard output is closed")
    try:
        for piece in pieces:
            sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        _discard_output()
    except OSError as error:
        _discard_output()
        raise Refused(f"cannot write to standard output: {error.strerror}") from error


def flush() -> None:
    """Send what is left; a reader that has left is no error."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        _discard_output()


def _discard_output() -> None:
    """Point standard output at nothing, so that the interpreter's own flush at its end has nothing to complain of."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, sys.stdout.fileno())
    os.close(nothing)


def complain(sentence: str) -> None:
    """One clean sentence on standard error."""
    if sys.stderr is not None:
        sys.stderr.buffer.write(f"triage: {clean(sentence)}\n".encode("utf-8", "backslashreplace"))
        sys.stderr.flush()
