"""What is left of a console that failed: one sentence on the terminal, the rest in a file.

Textual's own report prints local variables, which hold evidence; nothing of that may reach a terminal uncleaned.
"""

from io import StringIO

from rich.console import Console
from textual.app import App

from triage.console.clipboard import kept
from triage.text import clean

_WIDTH = 120


def catch(app: App[None]) -> StringIO:
    """Where the app's own report goes instead of standard error."""
    report = StringIO()
    app.error_console = Console(file=report, width=_WIDTH, markup=False, highlight=False, color_system=None)
    return report


def sentence(report: str) -> str | None:
    """What to say of a failed console; None when nothing failed."""
    lines = [clean(line) for line in report.rstrip().split("\n")]
    if not report.strip():
        return None
    try:
        where = f"details in {kept(chr(10).join(lines), 'crash.txt')}"
    except OSError:
        where = "its details could not be written"
    return f"triage: internal fault, please report it: {lines[-1].strip()}; {where}"
