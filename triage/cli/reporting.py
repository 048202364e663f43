"""The command ``report``: the whole diagnosis in one of its formats."""

import argparse
import os
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from triage.cli.options import Refused
from triage.cli.reading import check_paths, loader
from triage.cli.streams import complain, encoded, write

if TYPE_CHECKING:
    from triage.examine import Examination
    from triage.model import Line

Renderer = Callable[["Examination"], Iterable[bytes]]


def report(options: argparse.Namespace) -> int:
    """Write the report; the exit code is the gate's."""
    check_paths(options)
    examination = covered(options, loader(options)())
    write(RENDERERS[options.format](examination))
    if options.format == "text":
        write(encoded(decided(options, examination)))
    return examination.verdict.exit_code


def covered(options: argparse.Namespace, examination: "Examination") -> "Examination":
    """Secrets and personal data masked, unless the person asked for everything and nobody else reads it."""
    if not options.unredacted:
        from triage.cover import CoveredExamination

        return CoveredExamination(examination)
    if getattr(options, "format", "text") == "github":
        raise Refused("--unredacted: a log that others read is always redacted; leave it out for --format github")
    complain("nothing is redacted: secrets and personal data of the run may stand in this output")
    return examination


def decided(options: argparse.Namespace, examination: "Examination") -> Iterable["Line"]:
    """What was decided about the run, which only people read."""
    from triage.ledger import Ledger
    from triage.report.decisions import decision_lines

    return decision_lines(examination, Ledger.open(options.ledger, read_only=True), datetime.now().date())


def _text(examination: "Examination") -> Iterable[bytes]:
    from triage.report.text import render_text

    return encoded(render_text(examination))


def _json(examination: "Examination") -> Iterable[bytes]:
    from triage.report.json import render_json

    return render_json(examination)


def _markdown(examination: "Examination") -> Iterable[bytes]:
    from triage.report.markdown import render_markdown

    return render_markdown(examination)


def _junit(examination: "Examination") -> Iterable[bytes]:
    from triage.report.junit import render_junit

    return render_junit(examination)


def _github(examination: "Examination") -> Iterable[bytes]:
    from triage.report.github import render_github

    return render_github(examination, os.environ)


RENDERERS: Mapping[str, Renderer] = {
    "text": _text,
    "json": _json,
    "markdown": _markdown,
    "junit": _junit,
    "github": _github,
}
