"""What can be asked of each command, and how a question that makes no sense is refused."""

import argparse
from typing import NoReturn

_EPILOG = """\
commands:
  triage [PATH...]             open the console (this command; a folder called like a command is ./report)
  triage report PATH...        the same diagnosis as text, JSON, Markdown, JUnit or for GitHub
  triage gate CASES            run the coverage contract over reviewed cases
  triage handoff PATH CASE...  write a folder that the next team can check
  triage reproduce PATH [CASE] compute a recorded score or order again, from a handoff or a run
  triage convert PATH --out DIR  another tool's results as a native bundle
  triage formats               which files can be read, and how each is recognised
  triage doctor PATH...        which causes these artifacts cannot tell apart, and what to keep
  triage explain [CAUSE]       what a cause means, its look-alikes, owner and measured accuracy
  triage COMMAND --help        the options of a command

exit codes:
  0 green, 1 a valid blocking row is below its minimum, 2 the evaluation is incomplete,
  3 triage itself could not run
"""

_CODES = """\
exit codes:
  0 everything equal, 1 something different or changed since it was handed over,
  2 something that cannot be recomputed (as at the gate, 2 wins over 1), 3 triage itself could not run
"""
FORMATS = ("text", "json", "markdown", "junit", "github")


class Refused(Exception):
    """What was asked cannot be done; the text is one plain sentence for the person who asked."""


class _Parser(argparse.ArgumentParser):
    def __init__(self, prog: str, description: str, epilog: str | None = None) -> None:
        shape = argparse.RawDescriptionHelpFormatter
        super().__init__(prog, description=description, epilog=epilog, formatter_class=shape, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        raise Refused(f"{message}; see {self.prog} --help")


def open_parser() -> argparse.ArgumentParser:
    """Options of the console."""
    parser = _Parser("triage", "Why is the release gate red, and who should look?", _EPILOG)
    parser.add_argument(
        "paths", nargs="*", metavar="PATH", help="folder, archive or file of a gate run; - is standard input"
    )
    _add_reading_options(parser)
    parser.add_argument("--row", metavar="CASE", help="open this row at once (its case id, or file:line)")
    parser.add_argument("--follow", action="store_true", help="read again as the gate writes; the cursor keeps its row")
    add_output_options(parser)
    parser.add_argument("--read-only", action="store_true", help="keep no decision; look only")
    parser.add_argument("--plain", action="store_true", help="linear text instead of the console")
    parser.add_argument("--no-mouse", action="store_true", help="leave the mouse to the terminal")
    parser.add_argument("--version", action="store_true", help="versions of triage and what it stands on")
    return parser


def report_parser() -> argparse.ArgumentParser:
    """Options of the headless diagnosis."""
    parser = _Parser("triage report", "The whole diagnosis on standard output; the exit code is the gate's.")
    parser.add_argument("paths", nargs="+", metavar="PATH", help="as for the console; - is standard input")
    _add_reading_options(parser)
    add_output_options(parser)
    parser.add_argument(
        "--format", choices=FORMATS, default=FORMATS[0], help="text (default), or for machines and pages"
    )
    return parser


def add_output_options(parser: argparse.ArgumentParser) -> None:
    """Where decisions are kept, and what is covered."""
    words = "show secrets and personal data too, in output that only you read"
    parser.add_argument("--unredacted", action="store_true", help=words)
    parser.add_argument("--ledger", metavar="PATH", help="file of kept decisions (default: in your own state folder)")


def _add_reading_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--baseline", metavar="PATH", help="the last green run to compare with")
    for name, what in (("minimum", "least"), ("maximum", "greatest")):
        words = f"the {what} score of a metric that passes, where its tool wrote no threshold; may be given again"
        parser.add_argument(f"--{name}", metavar="METRIC=X", action="append", help=words)
    parser.add_argument("--teams", metavar="FILE", help="maps owner roles to teams (default: the nearest triage.yaml)")


def gate_parser() -> argparse.ArgumentParser:
    """Options of the gate."""
    parser = _Parser("triage gate", "Runs the coverage contract; prints one JSON object a row.")
    parser.add_argument("cases", metavar="CASES", help="JSON Lines of reviewed rows, a folder of cases, or -")
    parser.add_argument("--policy", metavar="FILE", required=True, help="YAML: version, minimum per metric, mode")
    parser.add_argument("--out", metavar="DIR", help="write a bundle into this new folder")
    return parser


def handoff_parser() -> argparse.ArgumentParser:
    """Options of handing over."""
    parser = _Parser("triage handoff", "Writes a folder for every fault and prints its path; nothing is overwritten.")
    parser.add_argument("path", metavar="PATH", help="folder, archive or file of a gate run; - is standard input")
    parser.add_argument(
        "cases", nargs="+", metavar="CASE", help="its id, or file:line; rows of one fault share a folder"
    )
    _add_reading_options(parser)
    parser.add_argument("--to", metavar="ROLE", help="the owner role it goes to, instead of the suggested one")
    parser.add_argument("--out", metavar="DIR", default="handoffs", help="where it is made (default: ./handoffs)")
    parser.add_argument("--with-text", action="store_true", help="keep question, answer and chunk text, redacted")
    return parser


def reproduce_parser() -> argparse.ArgumentParser:
    """Options of recomputing."""
    parser = _Parser("triage reproduce", "Computes a recorded result again, offline: equal or different?", _CODES)
    parser.add_argument("path", metavar="PATH", help="a handoff folder, or a gate run as for the console")
    parser.add_argument(
        "case", nargs="?", metavar="CASE", help="its id, or file:line (default: the handoff's, or all red)"
    )
    parser.set_defaults(baseline=None, teams=None)
    return parser


def convert_parser() -> argparse.ArgumentParser:
    """Options of the conversion."""
    parser = _Parser("triage convert", "Writes another tool's results as a native bundle.")
    parser.add_argument("paths", nargs="+", metavar="PATH", help="as for the console; - is standard input")
    parser.add_argument("--out", metavar="DIR", required=True, help="a new folder")
    _add_reading_options(parser)
    return parser


def formats_parser() -> argparse.ArgumentParser:
    """The list of formats takes no options."""
    return _Parser("triage formats", "Lists which files can be read, and how each is recognised.")


def doctor_parser() -> argparse.ArgumentParser:
    """Options of the look at what is kept."""
    parser = _Parser("triage doctor", "Which causes these artifacts cannot tell apart, and what to keep from now on.")
    parser.add_argument("paths", nargs="+", metavar="PATH", help="as for the console; - is standard input")
    _add_reading_options(parser)
    return parser


def explain_parser() -> argparse.ArgumentParser:
    """Options of the causes' documentation."""
    parser = _Parser("triage explain", "Lists every cause, or explains one.")
    parser.add_argument("cause", nargs="?", metavar="CAUSE", help="the name of a cause; without it all are listed")
    return parser
