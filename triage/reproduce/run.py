"""Rows again, all of them at once: what to recompute, what came of it in words, and the exit code."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from triage.evidence.frozen import INPUTS, is_handoff, open_handoff
from triage.model import Evidence, Line, Tone, plain
from triage.reproduce.formulas import recompute
from triage.reproduce.outcome import Recomputed, Verdict, exit_code
from triage.reproduce.through_ragas import Answers, compared, through_ragas
from triage.text import clean, count

if TYPE_CHECKING:
    from triage.examine import Examination

_TONES = {Verdict.EQUAL: Tone.GOOD, Verdict.DIFFERENT: Tone.BAD, Verdict.IMPOSSIBLE: Tone.WARN}


class Reproduced(NamedTuple):
    """The results in the order of the rows, the lines that say so, and every file that is not as it was written."""

    results: tuple[Recomputed, ...]
    lines: tuple[Line, ...]
    faults: tuple[str, ...]

    @property
    def exit_code(self) -> int:
        """As :func:`triage.reproduce.outcome.exit_code`; inputs that were changed make an equal result different."""
        return exit_code(self.results) or (1 if self.faults else 0)


def rows_of(path: str | Path, examination: "Examination") -> list[int]:
    """The rows that a handoff was written for; of a run, or where the handoff does not say, its red rows."""
    places = _places(open_handoff(path).facts) if is_handoff(path) else set()
    bundle = examination.bundle
    rows = ((number, bundle.row(number)) for number in range(len(bundle.rows))) if places else ()
    found = [number for number, row in rows if (row.source.path, row.source.line, row.metric) in places]
    return found or examination.red


def _places(facts: dict[str, object]) -> set[tuple[str, int, str]]:
    """File, line and metric of the rows in the frozen inputs; what is no such place is left out."""
    rows = facts.get("rows")
    found = set()
    for row in rows if isinstance(rows, list) else ():
        frozen = row.get("frozen") if isinstance(row, dict) else None
        if isinstance(frozen, dict) and isinstance(frozen.get("line"), int):
            file = str(frozen.get("file")).removeprefix(f"{INPUTS}/")
            found.add((file, frozen["line"], str(row.get("metric"))))
    return found


def reproduce_rows(evidences: Sequence[Evidence], path: str | Path) -> Reproduced:
    """Recompute the rows through the plain formulas and, in a process of its own, through Ragas."""
    results = [recompute(one) for one in evidences]
    jobs = [one.job for one in results if one.job]
    answers = through_ragas(jobs)
    results = compared(results, answers)
    lines = [_line(evidence, one) for evidence, one in zip(evidences, results, strict=True)]
    if told := _through(answers, len(jobs)):
        lines.append(plain(clean(told), Tone.DIM))
    faults = open_handoff(path).faults if is_handoff(path) else ()
    return Reproduced(tuple(results), tuple(lines), faults)


def _line(evidence: Evidence, result: Recomputed) -> Line:
    row = evidence.row
    of = "".join(f", {name} {value}" for name, value in (("system", row.system), ("attempt", row.attempt)) if value)
    name = clean(f"{row.case_id or row.source}  {row.metric}{of}  ")
    return (name, Tone.KEY), (clean(str(result)), _TONES[result.verdict])


def _through(answers: Answers, jobs: int) -> str:
    if not jobs:
        return "recomputed through triage's own formulas: ragas has none for these metrics"
    if answers.version is None:
        return f"recomputed through triage's own formulas alone: {answers.problem}"
    return f"recomputed through triage and ragas {answers.version}: {count(jobs, 'row')}, offline"
