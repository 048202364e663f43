"""Schema ``triage.report/1``: the whole examination as one strict JSON document, written row by row.

Keys are public API and never renamed.  A number that does not exist is null; a source is ``file:line`` or
``file#/json/pointer``.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from triage.clues.claim import missing_ids
from triage.model import CannotTell, Diagnosis, Finding, Outcome, RuledOut, Unread
from triage.report.parallel import made, processes_for
from triage.report.strict import encode

if TYPE_CHECKING:
    from triage.examine import Examination
    from triage.verdict import Verdict

SCHEMA = "triage.report/1"
GATE_VALUE = "pass_rate"
STATUS = {Outcome.PASSED: "pass", Outcome.FAILED: "fail", Outcome.INVALID: "invalid", Outcome.NOT_JUDGED: "not-judged"}


def render_json(examination: "Examination", processes: int | None = None) -> Iterator[bytes]:
    """The report as UTF-8 in pieces; together one JSON document of one line that any strict parser reads.

    Control, bidi and invisible characters are JSON escapes, so that printing it to a terminal is safe.
    Rows are in reading order: every row, the passing ones too.  Many rows are diagnosed by several processes.
    """
    head = encode(summary(examination))
    yield head[:-1] + b',"rows":['
    glue = b""
    for batch in made(examination, _rows, processes_for(len(examination.bundle.rows), processes)):
        yield glue + batch
        glue = b","
    yield b"]}\n"


def _rows(examination: "Examination", numbers: range) -> bytes:
    return b",".join(encode(row_record(examination, number)) for number in numbers)


def summary(examination: "Examination") -> dict[str, Any]:
    """Everything of the report but its rows."""
    bundle, baseline = examination.bundle, examination.baseline
    green = {"run_id": baseline.bundle.manifest.run_id, "why": baseline.why} if baseline else None
    unread = (*bundle.unread, *examination.teams.problems)
    return {
        "schema": SCHEMA,
        "bundle": {"paths": list(bundle.paths), "run_id": bundle.manifest.run_id, "baseline": green},
        "gate": gate_record(examination.verdict),
        "aggregates": [dict(entry._asdict()) for entry in examination.aggregates()],
        "delta": [{"step": one.step, "value": one.value, "rows": list(one.rows)} for one in examination.delta],
        "unread": [unread_record(one) for one in unread],
        "findings": [finding_record(finding) for finding in examination.findings],
    }


def gate_record(verdict: "Verdict") -> dict[str, Any]:
    """The verdict; ``failed`` and ``invalid`` are two counts that are never added."""
    counts = ("rows", "passed", "failed", "invalid", "not_blocking")
    bounds = {"metric": GATE_VALUE, "low": verdict.low, "high": verdict.high} if verdict.low is not None else None
    return (
        {"verdict": verdict.word, "exit_code": verdict.exit_code}
        | {count: getattr(verdict, count) for count in counts}
        | {"bounds": bounds, "planned": verdict.planned}
    )


def unread_record(unread: Unread) -> dict[str, Any]:
    """One thing that could not be read; the column, where known, stands in front of the problem."""
    problem = f"column {unread.column}: {unread.problem}" if unread.column else unread.problem
    return {"path": unread.path, "line": unread.line or None, "problem": problem}


def finding_record(finding: Finding) -> dict[str, Any]:
    """One cause that holds, with its evidence."""
    return {
        "cause": finding.cause,
        "stage": finding.stage.value,
        "owner": finding.owner.value,
        "confidence": finding.confidence.value,
        "claim_id": finding.claim_id,
        "secondary": finding.secondary,
        "evidence": [{"text": proof.text, "source": str(proof.source)} for proof in finding.evidence],
        "next": finding.next,
    }


def row_record(examination: "Examination", number: int) -> dict[str, Any]:
    """One row with its diagnosis; a passing row with nothing to say has null for cause, owner and confidence."""
    diagnosis = examination.diagnosis(number)
    row = diagnosis.row
    return {
        "case_id": row.case_id,
        "line": row.line,
        "metric": row.metric,
        "system": row.system,
        "attempt": row.attempt,
        "scenario": row.scenario,
        "status": STATUS[row.outcome],
        "score": row.score,
        "minimum": row.minimum,
        "blocking": row.blocking,
        "missing_claims": list(missing_ids(row)),
        **diagnosis_record(examination, diagnosis),
    }


def diagnosis_record(examination: "Examination", diagnosis: Diagnosis) -> dict[str, Any]:
    """Cause, owner, team and all that was found, ruled out and left open."""
    choice, claims = examination.choice(diagnosis), len(missing_ids(diagnosis.row))
    return {
        "cause": diagnosis.cause,
        "owner": diagnosis.owner.value if diagnosis.owner else None,
        "team": choice.team.name if choice and choice.team else None,
        "confidence": diagnosis.confidence.value if diagnosis.confidence else None,
        "findings": [finding_record(finding) for finding in diagnosis.findings],
        "ruled_out": [_ruled_out_record(entry) for entry in diagnosis.ruled_out],
        "cannot_tell": [_doubt_record(entry, claims) for entry in diagnosis.cannot_tell],
    }


def _ruled_out_record(entry: RuledOut) -> dict[str, str]:
    return {"cause": entry.cause, "because": entry.because, "source": str(entry.source)}


def _doubt_record(entry: CannotTell, claims: int) -> dict[str, str]:
    """With several missing claims it is said which one the doubt is about."""
    named = entry.claim_id is not None and claims > 1
    return {"cause": entry.cause, "needs": f"{entry.claim_id}: {entry.needs}" if named else entry.needs}
