"""From the paths of a command line to an examination, and from a case's name to its rows."""

import argparse
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, BinaryIO

from triage.cli.options import Refused

if TYPE_CHECKING:
    from triage.evidence import Limit, Watch
    from triage.examine import Examination

_SEE_ALL = "leave out --row to see all {} rows"


def loader(options: argparse.Namespace, piped: BinaryIO | None = None) -> Callable[..., "Examination"]:
    """The examination of these paths, made when it is called for; what cannot be read is a :class:`Refused`.

    What is called takes the watch of whoever looks on, or nothing.
    """

    def load(watch: "Watch | None" = None) -> "Examination":
        from triage.evidence import EvidenceError
        from triage.examine import examine

        limits = _limits(options)
        stdin = (piped or sys.stdin.buffer) if "-" in options.paths else None
        try:
            return examine(
                options.paths, baseline=options.baseline, teams=options.teams, stdin=stdin, watch=watch, limits=limits
            )
        except EvidenceError as error:
            raise Refused(str(error)) from error

    return load


def _limits(options: argparse.Namespace) -> "dict[str, Limit]":
    """``--minimum METRIC=X`` and ``--maximum METRIC=X``, as often as they were given."""
    from triage.owners.load import limit_of

    found = {}
    for option, most in (("minimum", False), ("maximum", True)):
        for given in getattr(options, option, None) or ():
            metric, _, text = given.rpartition("=")
            limit = limit_of(text, most=most) if metric else None
            if limit is None:
                raise Refused(f"--{option} {given}: it must be METRIC=NUMBER, as in --{option} faithfulness=0.8")
            found[metric] = limit
    return found


def check_paths(options: argparse.Namespace) -> None:
    """Refuse a path that is not there before anything is drawn or read."""
    for path in (*options.paths, options.baseline, options.teams):
        if path not in (None, "-") and not os.path.lexists(path):
            raise Refused(f"{path}: no such file or folder; give the folder, archive or file of a gate run")


def row_numbers(examination: "Examination", name: str, otherwise: str = _SEE_ALL) -> list[int]:
    """Numbers of the rows of this name; Refused, with what can be done instead, when there is none."""
    from triage.handoff.select import rows_named

    if numbers := rows_named(examination.bundle, name):
        return numbers
    raise Refused(f"no row of case {name}; {otherwise.format(len(examination.bundle.rows))}")
