"""Writing what a gate run leaves behind: a whole folder or nothing at all."""

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from triage.gate.policy import GateRefused

Contents = Mapping[str, bytes | Path]
"""Path inside the bundle, with forward slashes -> content, or the file to copy."""


def write_bundle(out: Path, contents: Contents) -> None:
    """Write the folder ``out`` in one step: under a temporary name beside it first, then renamed.

    GateRefused when ``out`` exists already, in whatever form, or cannot be written; nothing is left behind then, and
    nothing that exists is ever touched.
    """
    refuse_existing(out)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        unfinished = Path(tempfile.mkdtemp(prefix=f".{out.name}.", suffix=".unfinished", dir=out.parent))
    except OSError as error:
        raise GateRefused(f"{out}: cannot be written: {_why(error)}") from error
    try:
        _fill(unfinished, contents)
        refuse_existing(out)
        unfinished.rename(out)
    except OSError as error:
        raise GateRefused(f"{out}: cannot be written: {_why(error)}") from error
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def refuse_existing(out: Path) -> None:
    """GateRefused when something stands at ``out``, a dangling link included."""
    if os.path.lexists(out):
        raise GateRefused(f"{out}: exists already and is never overwritten; choose another --out")


def _fill(folder: Path, contents: Contents) -> None:
    for name, content in contents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            shutil.copyfile(content, path)
    folder.chmod(0o777 & ~_umask())


def _umask() -> int:
    """The permissions that this process withholds from new files; a temporary folder starts without any for others."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _why(error: OSError) -> str:
    return os.strerror(error.errno) if error.errno else str(error)
