"""The examination as JUnit XML, which Jenkins, GitLab and the readers of GitHub Actions understand.

A blocking failed row is a ``failure``, a blocking invalid row an ``error``.  A row that cannot turn the gate red, a row
that nobody judged, and everything under a report-only policy is ``skipped`` and says why in words: a build that reads
only this file is red exactly when the gate is.  What is wrong with the run as a whole stands in the class
``triage.run``, as errors when the verdict is incomplete, so that an incomplete run never looks green.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from triage.model import Diagnosis, Outcome
from triage.report.facts import cause_words, lead, missing_claims, next_look, outcome_words, owner_words, share_words
from triage.report.names import Names
from triage.report.run_cases import run_cases
from triage.report.xml import ERROR, FAILURE, PASSED, SKIPPED, Case, Kind, attribute, case_element, properties
from triage.text import count

if TYPE_CHECKING:
    from triage.evidence.table import RowTable
    from triage.examine import Examination

_MOST_PROOFS = 12


def render_junit(examination: "Examination") -> Iterator[bytes]:
    """The document as UTF-8, a piece per row; every row is one ``testcase``, in reading order.

    Names are unique within their class.  The counts in the head are those of the elements.
    """
    run = list(run_cases(examination))
    counts = _counts(examination) | {"tests": len(examination.bundle.rows) + len(run)}
    counts["errors"] += sum(case.kind is ERROR for case in run)
    counts["skipped"] += sum(case.kind is SKIPPED for case in run)
    numbers = "".join(f" {name}={attribute(str(amount))}" for name, amount in counts.items())
    name = attribute(examination.bundle.manifest.run_id or examination.bundle.name or "run")
    yield b'<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<testsuites name="triage"{numbers} time="0">\n<testsuite name={name}{numbers} time="0">\n'.encode()
    yield properties(_about(examination)).encode()
    yield from (case_element(case).encode() for case in run)
    names = Names(examination.bundle.rows)
    for number in range(len(examination.bundle.rows)):
        yield case_element(_case(examination, number, names)).encode()
    yield b"</testsuite>\n</testsuites>\n"


def _counts(examination: "Examination") -> dict[str, int]:
    kinds = {FAILURE: 0, ERROR: 0, SKIPPED: 0, PASSED: 0}
    rows, nothing_blocks = examination.bundle.rows, examination.bundle.manifest.policy.report_only
    for number in range(len(rows)):
        kinds[_kind(rows, number, nothing_blocks)] += 1
    return {"tests": 0, "failures": kinds[FAILURE], "errors": kinds[ERROR], "skipped": kinds[SKIPPED]}


def _kind(rows: "RowTable", number: int, nothing_blocks: bool) -> Kind:
    outcome = rows.outcome(number)
    if outcome is Outcome.PASSED:
        return PASSED
    if outcome is Outcome.NOT_JUDGED or nothing_blocks or not rows.blocking(number):
        return SKIPPED
    return FAILURE if outcome is Outcome.FAILED else ERROR


def _about(examination: "Examination") -> Iterator[tuple[str, str | None]]:
    """What the whole run is, and its counts, of which failed and invalid are never added."""
    verdict, manifest = examination.verdict, examination.bundle.manifest
    yield "verdict", verdict.word
    yield "exit_code", str(verdict.exit_code)
    yield from (("because", why) for why in verdict.why)
    for name in ("rows", "failed", "invalid", "passed", "not_judged", "not_blocking"):
        yield name, str(getattr(verdict, name))
    if verdict.low is not None and verdict.high is not None:
        yield "bounds", share_words(verdict.low, verdict.high)
    yield "date", manifest.date
    yield "contract_version", manifest.contract_version
    yield "policy_version", manifest.policy.version
    green = examination.baseline
    yield "last_green_run", (green.bundle.manifest.run_id or green.bundle.name) if green else None
    yield from (("delta", step.words) for step in examination.delta)


def _case(examination: "Examination", number: int, names: Names) -> Case:
    diagnosis, rows = examination.diagnosis(number), examination.bundle.rows
    nothing_blocks = examination.bundle.manifest.policy.report_only
    kind = _kind(rows, number, nothing_blocks)
    source = str(diagnosis.row.source)
    body = () if kind is PASSED and diagnosis.cause is None else tuple(_body(examination, diagnosis))
    return Case(
        classname=names.classname(number),
        name=names.name(number, source),
        kind=kind,
        message=_message(diagnosis, kind, nothing_blocks),
        type=diagnosis.cause or "no-cause",
        properties=tuple(_properties(examination, diagnosis)),
        body=body,
    )


def _message(diagnosis: Diagnosis, kind: Kind, nothing_blocks: bool) -> str:
    row = diagnosis.row
    if row.outcome is Outcome.NOT_JUDGED:
        return "not judged: there is no minimum to hold the score against"
    blocked = " (report-only policy, nothing blocks)" if kind is SKIPPED and nothing_blocks else ""
    return f"{outcome_words(row)}{blocked}: {cause_words(diagnosis)}"


def _properties(examination: "Examination", diagnosis: Diagnosis) -> Iterator[tuple[str, str | None]]:
    row, choice = diagnosis.row, examination.choice(diagnosis)
    yield "owner", diagnosis.owner.value if diagnosis.owner else None
    yield "team", choice.team.name if choice and choice.team else None
    yield "cause", diagnosis.cause
    yield "confidence", diagnosis.confidence.value if diagnosis.confidence else None
    yield "status", row.outcome.word
    yield "score", None if row.score is None else repr(row.score)
    yield "minimum", None if row.minimum is None else repr(row.minimum)
    yield "blocking", "true" if row.blocking else "false"
    yield "source", str(row.source)


def _body(examination: "Examination", diagnosis: Diagnosis) -> Iterator[str]:
    """One fact a line."""
    row, proof = diagnosis.row, lead(diagnosis)
    if row.outcome in (Outcome.PASSED, Outcome.NOT_JUDGED) and diagnosis.cause:
        yield "this row did not fail and still has a finding (green for the wrong reason)"
    yield outcome_words(row)
    yield f"cause: {cause_words(diagnosis)}"
    yield f"owner: {owner_words(examination.choice(diagnosis))}"
    claims, left = missing_claims(row)
    if claims:
        yield f"missing claims: {', '.join(claims)}{f' and {left} more' if left else ''}"
    proofs = [one for finding in diagnosis.findings if not finding.secondary for one in finding.evidence]
    ordered = list(dict.fromkeys(([proof] if proof else []) + proofs))
    yield from (f"- {one.text} ({one.source})" for one in ordered[:_MOST_PROOFS])
    if len(ordered) > _MOST_PROOFS:
        yield f"- and {count(len(ordered) - _MOST_PROOFS, 'more proof', 'more proofs')}"
    if look := next_look(diagnosis):
        yield f"next look: {look}"
    yield from (f"note: {note}" for note in row.notes)
