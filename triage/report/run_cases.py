"""Test cases that are no rows: what is wrong with a run as a whole, which a list of rows would not show."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from triage.model import Finding
from triage.report.names import RUN_CLASS
from triage.report.xml import ERROR, PASSED, SKIPPED, Case, Kind

if TYPE_CHECKING:
    from triage.examine import Examination

_MOST_PLACES = 50


def run_cases(examination: "Examination") -> Iterator[Case]:
    """Always whether the run is complete, which passes when it is; then what was not read and every run finding.

    What is wrong is an error when the verdict is incomplete, else skipped: it is told and changes nothing.
    """
    verdict = examination.verdict
    incomplete = verdict.word == "incomplete"
    wrong = ERROR if incomplete and verdict.exit_code else SKIPPED
    why = "; ".join(verdict.why)
    yield Case(RUN_CLASS, "the run is complete", wrong if incomplete else PASSED, why, "incomplete")
    unread = (*examination.bundle.unread, *examination.teams.problems)
    if unread:
        places = [f"{one.place}: {one.problem}" for one in unread]
        more = [f"and {len(places) - _MOST_PLACES} more"] if len(places) > _MOST_PLACES else []
        message = f"not read: {len(places)} of them, {places[0]}" if len(places) > 1 else f"not read: {places[0]}"
        body = (*places[:_MOST_PLACES], *more)
        yield Case(RUN_CLASS, "everything was read", wrong, message, "unread", body=body)
    for at, finding in enumerate(examination.findings, start=1):
        yield _finding(finding, at, wrong)


def _finding(finding: Finding, at: int, wrong: Kind) -> Case:
    proofs = [f"- {one.text} ({one.source})" for one in finding.evidence]
    first = f": {finding.evidence[0].text}" if finding.evidence else ""
    named = (("owner", finding.owner.value), ("cause", finding.cause), ("confidence", finding.confidence.value))
    body = (*proofs, f"next look: {finding.next}")
    return Case(RUN_CLASS, f"{finding.cause} [{at}]", wrong, f"{finding.cause}{first}", finding.cause, named, body)
