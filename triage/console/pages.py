"""Pages about the chosen row: what its cause means, and the row beside its twin in the last green run."""

from triage.console.faults import shown
from triage.console.text_screen import TextScreen
from triage.console.told import Told
from triage.examine import Examination
from triage.explain import page
from triage.model.findings import UNDETERMINED
from triage.views import compare
from triage.views.entry import Entry

MOST_PAIRED = 20_000
NOT_WALKED = "this row has not been walked yet: once more in a moment"


def why_no_cause(told: Told | None) -> str | None:
    """Why there is no cause to explain; None when there is one."""
    if told is None:
        return NOT_WALKED
    if told.diagnosis.cause is None:
        return "this row has no cause: nothing was found to say of it"
    return "no cause is known yet: see what cannot be told" if told.diagnosis.cause == UNDETERMINED else None


def why_no_twin(told: Told | None) -> str | None:
    """Why the row cannot be compared with the last green run; None when it can."""
    return NOT_WALKED if told is None else compare.why_not(told.evidence)


def cause_page(slug: str) -> TextScreen:
    """The documentation of a cause."""
    return TextScreen(f"Cause {slug}", shown(lambda: [Entry(line) for line in page(slug)]))


def compare_page(told: Told) -> TextScreen:
    """The row now and in the last green run."""
    name = told.evidence.row.case_id or "this row"
    return TextScreen(f"{name}: now and in the last green run", shown(lambda: compare.entries(told.evidence)))


def run_page(examination: Examination) -> TextScreen:
    """Everything said of the whole run; systems and metrics against each other where that is quickly paired."""
    from triage.report.text import paired_lines, summary_lines

    few = len(examination.bundle.rows) <= MOST_PAIRED
    pairs = paired_lines(examination) if few else ()
    return TextScreen("The run", shown(lambda: [Entry(line) for line in (*summary_lines(examination), *pairs)]))
