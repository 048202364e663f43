"""The commands ``handoff`` and ``reproduce``: what is passed on, and whether what was passed on still holds."""

import argparse
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from triage.cli.options import Refused
from triage.cli.reading import check_paths, loader, row_numbers
from triage.cli.streams import complain, encoded, write

if TYPE_CHECKING:
    from triage.model import Owner

_ANY_ROW = "the run has {} rows, each is named by its case id or file:line"


def hand_over(options: argparse.Namespace) -> int:
    """Write one folder per fingerprint at once, and print where; 0 when everything is written."""
    from triage.handoff.plan import plan_all
    from triage.handoff.plan import write as write_plan
    from triage.handoff.write import HandoffError
    from triage.redaction import BEST_EFFORT

    to = _role(options.to)
    options.paths = [options.path]
    check_paths(options)
    examination = loader(options)()
    red = set(examination.red)
    named = [row_numbers(examination, name, _ANY_ROW) for name in options.cases]
    # Of a case that has red rows the others are no fault to hand over.
    numbers = [number for one in named for number in [at for at in one if at in red] or one]
    try:
        plans = plan_all(examination, numbers, to=to, with_text=options.with_text)
        for plan in plans:
            folder = write_plan(plan, options.out)
            write([os.fsencode(folder) + b"\n"])
            for note in plan.notes:
                complain(f"{folder.name}: {note}")
    except HandoffError as error:
        raise Refused(str(error)) from error
    if options.with_text:
        complain(BEST_EFFORT)
    return 0


def _role(word: str | None) -> "Owner | None":
    from triage.model import Owner

    if word is None:
        return None
    try:
        return Owner(word)
    except ValueError:
        from difflib import get_close_matches

        near = get_close_matches(word, list(Owner), n=1)
        hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(Owner)}"
        raise Refused(f"--to: unknown role {word}, {hint}") from None


def reproduce(options: argparse.Namespace) -> int:
    """Compute recorded results again and say what came of it, a line per row; the exit code is the worst of them."""
    from triage.evidence.frozen import is_handoff, open_handoff
    from triage.reproduce.run import reproduce_rows, rows_of

    options.paths = [options.path]
    check_paths(options)
    examination = loader(options)()
    if options.case is not None:
        numbers = row_numbers(examination, options.case, _ANY_ROW)
    elif not (numbers := rows_of(options.path, examination)):
        # What was taken away or changed is why there is no row, so it is told although nothing is computed.
        _complain_of_changes(open_handoff(options.path).faults if is_handoff(options.path) else ())
        raise Refused(f"{options.path}: no row is red; name the case to be recomputed")
    done = reproduce_rows([examination.evidence(number) for number in numbers], options.path)
    write(encoded(done.lines))
    _complain_of_changes(done.faults)
    return done.exit_code


def _complain_of_changes(faults: Iterable[str]) -> None:
    for fault in faults:
        complain(f"not as it was handed over: {fault}")
