"""The commands ``formats`` and ``convert``: which files can be read, and their records in the native form."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from triage.cli.options import Refused
from triage.cli.reading import check_paths, loader
from triage.cli.streams import complain, encoded, write

if TYPE_CHECKING:
    from triage.model import Line


def formats(_: argparse.Namespace) -> int:
    """List what can be read, and how each is recognised."""
    write(encoded(_lines()))
    return 0


def _lines() -> "Iterator[Line]":
    from triage.adapters.known import in_order, installed
    from triage.model import Tone, plain
    from triage.text import clean

    yield plain("triage's own records, as JSON Lines, JSON or YAML, also in .zip, .tar.gz and .gz", Tone.KEY)
    for adapter in in_order():
        yield plain(clean(f"{adapter.tool}: {adapter.reads}"), Tone.KEY)
        yield plain(clean(f"  recognised by {adapter.by}"))
        if adapter.keep:
            yield plain(clean(f"  to keep more of the walk: {adapter.keep}"))
    yield from (plain(clean(problem), Tone.WARN) for problem in installed()[1])


def convert(options: argparse.Namespace) -> int:
    """Write a run as a native bundle, and say what is in it."""
    from triage.convert import convert as write_native
    from triage.gate import GateRefused

    check_paths(options)
    try:
        said = write_native(loader(options)(), Path(options.out))
    except GateRefused as error:
        raise Refused(str(error)) from error
    except (OSError, ValueError) as error:
        raise Refused(f"a file changed while it was converted: {error}") from error
    for sentence in said:
        complain(sentence)
    return 0
