"""One run of the gate: reviewed cases in, one result a row out, and a bundle when one is asked for."""

import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import BinaryIO, Literal, NamedTuple

from triage.evidence import EvidenceError, open_bundle
from triage.gate.bundle import refuse_existing
from triage.gate.inputs import evaluate
from triage.gate.keep import Run, keep
from triage.gate.policy import COVERAGE, OVERRIDE, GateRefused, load_policy
from triage.gate.result import FAIL, INVALID, PASS, Result
from triage.model import Outcome
from triage.verdict import Verdict, judge

STDIN = "-"
_OUTCOMES = {PASS: Outcome.PASSED, FAIL: Outcome.FAILED, INVALID: Outcome.INVALID}


class GateResult(NamedTuple):
    """``rows`` are JSON objects, one per evaluated input and per line that could not be read, in input order.

    ``exit_code`` is 0 green, 1 red, 2 incomplete; always 0 under a report-only policy.  ``words`` are sentences for
    the person who ran the gate.
    """

    rows: tuple[Result, ...]
    exit_code: int
    words: tuple[str, ...]


def run_gate(
    cases: Path | Literal["-"],
    policy: Path,
    out: Path | None,
    environ: Mapping[str, str],
    stdin: BinaryIO | None = None,
) -> GateResult:
    """Evaluate ``cases`` (JSON Lines, a folder of recorded evidence, or ``-``) under the policy file.

    ``MIN_EVIDENCE_COVERAGE`` of ``environ`` overrides the policy's minimum.  With ``out`` the results and the inputs
    of a folder are written there as a bundle, in one step.  ``stdin`` is what ``-`` reads, by default the process's
    own.  GateRefused, one plain sentence, when the gate cannot run; nothing is written then.
    """
    rules = load_policy(policy, environ)
    if out is not None:
        refuse_existing(out)
    try:
        bundle = open_bundle([cases], stdin=stdin or sys.stdin.buffer)
    except EvidenceError as error:
        raise GateRefused(str(error)) from error
    folder = Path(cases) if cases != STDIN and Path(cases).is_dir() else None
    with closing(bundle):
        found = evaluate(bundle, rules, folder is not None)
        planned = max(bundle.manifest.planned_rows or 0, len(found.results))
        run = Run(bundle.manifest, rules, OVERRIDE in environ, planned, found)
        if out is not None:
            keep(out, folder, run)
    verdict = _verdict(found.results, planned)
    return GateResult(found.results, 0 if rules.report_only else verdict.exit_code, _words(run, verdict))


def _verdict(rows: Sequence[Result], planned: int) -> Verdict:
    outcomes = [(_OUTCOMES[row["status"]], row.get("blocking") is not False) for row in rows]
    return judge(outcomes, planned=planned, conflicts=_conflicts(rows))


def _conflicts(rows: Sequence[Result]) -> int:
    """Rows of one case, metric and system without attempt numbers that do not say the same."""
    groups: dict[tuple[object, ...], list[Result]] = {}
    for row in rows:
        if "case_id" in row and "attempt" not in row:
            groups.setdefault((row["case_id"], row["metric"], row.get("system")), []).append(row)
    return sum(len(group) for group in groups.values() if len({repr(sorted(row.items())) for row in group}) > 1)


def _words(run: Run, verdict: Verdict) -> tuple[str, ...]:
    found = [f"{verdict.word}: {'; '.join(verdict.why)}"]
    if run.policy.report_only and verdict.exit_code:
        found.append("the policy is report-only: the exit code is 0 all the same")
    if run.overridden:
        found.append(f"the minimum for {COVERAGE} is {run.policy.minimum[COVERAGE]:g}, set by {OVERRIDE}")
    return (*found, *(f"not read: {unread.place}: {unread.problem}" for unread in run.found.beside))
