"""What the keys of the handoff do: decide, write, compute again.  Everything slow happens in a thread."""

import os
import shlex
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from textual.app import SuspendNotSupported

from triage.console import desk as desks
from triage.console import marking
from triage.console.preview_screen import Planned, PreviewScreen
from triage.console.told import Told
from triage.ledger import Decision, LedgerError
from triage.text import clean

if TYPE_CHECKING:
    from triage.console.app import TriageApp
    from triage.examine import Examination

OUT = "handoffs"
NO_LEDGER = "the ledger has not been looked up yet: once more in a moment"
Typed = Callable[[str, marking.Desired], "Decision | str"]


def decide(app: "TriageApp", told: Told, typed: Typed, words: str) -> str | None:
    """Keep the decision that was typed; None when it is on its way, else what is wrong with it."""
    if told.decided is None:
        return NO_LEDGER
    made = typed(words, desired(app, told))
    if isinstance(made, str):
        return made
    keep(app, told.number, made)
    return None


def desired(app: "TriageApp", told: Told) -> marking.Desired:
    """Who decides what, now; whoever is handed to is the team of the suggestion, or of the role named instead."""
    assert told.decided is not None
    team = told.choice.team.name if told.choice and told.choice.team else None
    if told.decided.owner is not None and app.examination is not None:
        named = app.examination.teams.teams.get(told.decided.owner.value)
        team = named.name if named else None
    folder = app.session.folders.get(told.number)
    return marking.Desired(desks.now(), desks.who(), told.decided, team, folder)


def keep(app: "TriageApp", number: int, decision: Decision) -> None:
    """Write it to the ledger in a thread, then show the row as it stands."""
    desk, walker = app.session.desk, app.walker
    if desk is None or walker is None:
        app.say(NO_LEDGER)
        return

    def work() -> None:
        try:
            desk.record(decision)
        except LedgerError as error:
            app.call_from_thread(app.say, clean(str(error)))
        else:
            walker.want_row(number)
            app.call_from_thread(app.say, f"kept: {decision.state.replace('-', ' ')}")
            app.call_from_thread(app.queue.rows.refresh)

    app.run_worker(work, thread=True, group="ledger", exit_on_error=False)


def note(app: "TriageApp", told: Told) -> None:
    """Open the person's editor on the note, and keep what they left there."""
    if told.decided is None:
        app.say(NO_LEDGER)
        return
    before = told.decided.standing.decision
    old = before.note if before is not None else ""
    new = _edited(app, old)
    if new is not None and new.strip() != old.strip():
        keep(app, told.number, marking.noted(new, desired(app, told)))
    elif new is not None:
        app.say("the note is as it was")


def _edited(app: "TriageApp", text: str) -> str | None:
    """The text as the person's editor left it; None, with the reason said, when there was no editor."""
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    with TemporaryDirectory(prefix="triage-note-") as folder:
        path = Path(folder) / "note.md"
        path.write_text(text, encoding="utf-8", errors="backslashreplace")
        try:
            with app.suspend():
                ended = subprocess.run([*shlex.split(editor), str(path)], check=False)
            if ended.returncode:
                app.say(f"{clean(editor)} ended with {ended.returncode}: the note is as it was")
                return None
            return path.read_text(encoding="utf-8", errors="backslashreplace")
        except SuspendNotSupported:
            app.say("this terminal cannot be lent to an editor")
        except (OSError, ValueError) as error:
            app.say(f"{clean(editor)}: {clean(str(error))}; set EDITOR to the editor you use")
    return None


def plan(app: "TriageApp", told: Told) -> None:
    """Make the handoff of the row, and of all rows of its fingerprint, in memory; then show it."""
    session = app.session
    if session.walker is None or session.desk is None:
        app.say(NO_LEDGER)
        return
    to = told.decided.owner if told.decided is not None else None
    alike = [number for number, one in session.walker.remembered().items() if one.cause == told.diagnosis.cause]
    redactor, with_text = session.desk.redactor, session.with_text

    def job(examination: "Examination") -> Planned:
        from triage.fingerprint import fingerprint
        from triage.handoff.plan import plan as make

        mark = fingerprint(examination.diagnosis(told.number))
        red = set(examination.red)
        numbers = [one for one in sorted(alike) if one in red and one != told.number]
        same = [one for one in numbers if fingerprint(examination.diagnosis(one)) == mark]
        made = make(examination, [told.number, *same], to=to, with_text=with_text, redactor=redactor)
        return Planned(made, told.number)

    app.say("making the handoff, nothing is written yet")
    session.walker.want(job)


def show(app: "TriageApp", planned: Planned) -> None:
    """What would be written, before anything is."""
    app.say("")
    app.push_screen(PreviewScreen(planned, OUT, partial(write, app, planned)))


def write(app: "TriageApp", planned: Planned) -> None:
    """Write the folder in a thread, and say where it is."""

    def work() -> None:
        from triage.handoff.plan import write as write_plan
        from triage.handoff.write import HandoffError

        try:
            folder = str(write_plan(planned.plan, OUT))
        except HandoffError as error:
            app.call_from_thread(app.say, clean(str(error)))
            return
        app.session.folders.update(dict.fromkeys(planned.plan.numbers, folder))
        app.call_from_thread(_written, app, folder)

    app.run_worker(work, thread=True, group="handoff", exit_on_error=False)


def _written(app: "TriageApp", folder: str) -> None:
    if app.session.told is not None:
        app.show_told(app.session.told)
    app.say(clean(f"written: {folder}; m marks the row as handed off"))


def reproduce(app: "TriageApp", told: Told) -> None:
    """Compute the row's score or order again in a thread, and say what came of it."""
    evidence, path = told.evidence, app.examination.bundle.paths[0] if app.examination is not None else "."

    def work() -> None:
        from triage.reproduce.run import reproduce_rows

        done = reproduce_rows([evidence], path)
        lines = ["".join(text for text, _ in line).strip() for line in done.lines]
        faults = [f"not as it was handed over: {clean(one)}" for one in done.faults]
        app.call_from_thread(app.say, ";  ".join([*lines, *faults]))

    app.say("computing again: triage's own formula, then ragas in a process of its own (a few seconds)")
    app.run_worker(work, thread=True, group="reproduce", exclusive=True, exit_on_error=False)
