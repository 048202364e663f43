"""The command ``triage``: arguments, standard output and error, exit codes, and nothing else.

Everything that takes time to import is imported by the command that needs it.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from triage.cli.formats import convert, formats
from triage.cli.handing import hand_over, reproduce
from triage.cli.options import (
    Refused,
    convert_parser,
    doctor_parser,
    explain_parser,
    formats_parser,
    gate_parser,
    handoff_parser,
    open_parser,
    report_parser,
    reproduce_parser,
)
from triage.cli.reading import check_paths, loader, row_numbers
from triage.cli.reporting import covered, decided, report
from triage.cli.streams import complain, encoded, flush, on_a_terminal, piped_input, take_keyboard, write

COULD_NOT_RUN = 3
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.  Errors become one sentence on standard error, never a traceback."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return _run(words)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Refused as refusal:
        complain(str(refusal))
        return COULD_NOT_RUN
    except SystemExit as stop:  # argparse, after it has printed its help
        return stop.code if isinstance(stop.code, int) else 0
    except MemoryError:
        complain("there is not enough memory for this input")
        return COULD_NOT_RUN
    except Exception as fault:
        complain(_internal_fault(fault))
        return COULD_NOT_RUN
    finally:
        flush()


def _run(words: list[str]) -> int:
    command = next((one for one in COMMANDS if words and one.name == words[0]), COMMANDS[0])
    rest = words[1:] if words and words[0] == command.name else words
    return command.run(command.parser().parse_intermixed_args(rest))


def _open(options: argparse.Namespace) -> int:
    if options.version:
        write(_versions())
        return 0
    options.paths = options.paths or ["artifacts" if Path("artifacts").is_dir() else "."]
    check_paths(options)
    if options.plain or not on_a_terminal():
        return _open_plain(options)
    if options.follow and "-" in options.paths:
        raise Refused("standard input cannot be followed: name the file or folder that the gate writes")
    load = loader(options, piped_input() if "-" in options.paths else None)
    if not take_keyboard():
        return _open_plain(options)
    from triage.console.app import run
    from triage.ledger import Ledger

    follow = options.paths if options.follow else ()
    ledger = Ledger.open(options.ledger, read_only=options.read_only)
    return run(load, row=options.row, mouse=not options.no_mouse, follow=follow, ledger=ledger)


def _open_plain(options: argparse.Namespace) -> int:
    from triage.report.text import render_text

    examination = covered(options, loader(options)())
    numbers = None if options.row is None else row_numbers(examination, options.row)
    write(encoded(render_text(examination, numbers)))
    if numbers is None:
        write(encoded(decided(options, examination)))
    return examination.verdict.exit_code


def _gate(options: argparse.Namespace) -> int:
    from triage.gate import GateRefused, run_gate
    from triage.report.strict import encode

    cases: Path | Literal["-"] = "-" if options.cases == "-" else Path(options.cases)
    try:
        result = run_gate(cases, Path(options.policy), options.out and Path(options.out), os.environ, sys.stdin.buffer)
    except GateRefused as error:
        raise Refused(str(error)) from error
    write(encode(row, sort_keys=True) + b"\n" for row in result.rows)
    for sentence in result.words:
        complain(sentence)
    return result.exit_code


def _doctor(options: argparse.Namespace) -> int:
    check_paths(options)
    from triage.doctor import EVERY, examine_lines, tool_lines
    from triage.evidence import tools_of

    examination = loader(options)()
    red = examination.red
    numbers = red[:EVERY] or range(min(len(examination.bundle.rows), EVERY))
    write(encoded(examine_lines([examination.evidence(number) for number in numbers], len(red))))
    write(encoded(tool_lines(tools_of(examination.bundle))))
    return 0


def _explain(options: argparse.Namespace) -> int:
    from triage.explain import list_causes, page

    if options.cause is None:
        write(encoded(list_causes()))
        return 0
    try:
        write(encoded(page(options.cause)))
    except KeyError as error:
        raise Refused(str(error.args[0])) from error
    return 0


class Command(NamedTuple):
    """One command: its word, its options, what it does."""

    name: str
    parser: Callable[[], argparse.ArgumentParser]
    run: Callable[[argparse.Namespace], int]


COMMANDS = (
    Command("open", open_parser, _open),
    Command("report", report_parser, report),
    Command("gate", gate_parser, _gate),
    Command("handoff", handoff_parser, hand_over),
    Command("reproduce", reproduce_parser, reproduce),
    Command("convert", convert_parser, convert),
    Command("formats", formats_parser, formats),
    Command("doctor", doctor_parser, _doctor),
    Command("explain", explain_parser, _explain),
)


def _versions() -> Iterator[bytes]:
    from importlib.metadata import PackageNotFoundError, version

    from triage import __version__

    yield f"triage {__version__}\nPython {sys.version.split()[0]}\n".encode()
    for package in ("textual", "rich", "ragas"):
        try:
            yield f"{package} {version(package)}\n".encode()
        except PackageNotFoundError:
            yield f"{package} not installed\n".encode()


def _internal_fault(fault: Exception) -> str:
    """A fault of triage itself in one sentence, with the place that a report of it needs."""
    import traceback

    frame = traceback.extract_tb(fault.__traceback__)[-1]
    where = f"{Path(frame.filename).name}:{frame.lineno}"
    return f"internal fault, please report it: {type(fault).__name__} at {where}: {fault}"
