"""The queue in words: what the run says of itself, why the gate is red, one short line per row."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from triage.ledger import Decided
from triage.model import Diagnosis, Evidence, Line, Outcome, Owner, Stage, Tone
from triage.model.lines import Span
from triage.owners import Choice
from triage.text import count, versus
from triage.views import stages, suggestion
from triage.views.columns import cells, fit
from triage.views.decided import short
from triage.views.entry import Entry, blank, entry, line

if TYPE_CHECKING:
    from triage.evidence.table import RowTable
    from triage.examine import Examination

_VERDICTS = {"green": Tone.GOOD, "red": Tone.BAD, "incomplete": Tone.WARN}
_OUTCOMES: dict[Outcome, Span] = {
    Outcome.PASSED: ("ok pass", Tone.GOOD),
    Outcome.FAILED: ("x FAIL", Tone.BAD),
    Outcome.INVALID: ("! INVALID", Tone.WARN),
    Outcome.NOT_JUDGED: ("? no minimum", Tone.DIM),
}
_OUTCOME_WIDTH = 9
_LONGEST_TEXT = 300


class Walked(NamedTuple):
    """What the list keeps of a walked row: enough to group, filter and show it.

    ``text`` is the start of its error or reason; ``known`` says until when an earlier run excused this failure.
    """

    cause: str | None
    owner: Owner | None
    confidence: str | None
    team: str | None
    missing: tuple[str, ...]
    text: str = ""
    known: str = ""


def walked(diagnosis: Diagnosis, choice: Choice | None, *, with_text: bool = True, known: str = "") -> Walked:
    """The short form of a diagnosis."""
    team = choice.team.name if choice and choice.team else None
    claims = (one.claim_id for one in diagnosis.findings if one.claim_id is not None)
    missing = tuple(dict.fromkeys((*diagnosis.missing, *claims)))
    confidence = diagnosis.confidence.value if diagnosis.confidence else None
    row = diagnosis.row
    text = (row.error or row.reason or "")[:_LONGEST_TEXT] if with_text else ""
    return Walked(diagnosis.cause, diagnosis.owner, confidence, team, missing, text, known)


def header(examination: "Examination", *, growing: bool = False) -> list[Line]:
    """Run and verdict; counts, never added; versions and last green; what could not be read.

    The verdict of a run that is still being written holds only so far.
    """
    verdict, manifest = examination.verdict, examination.bundle.manifest
    run = manifest.run_id or examination.bundle.name or "no run id"
    tone = _VERDICTS.get(verdict.word, Tone.PLAIN)
    counts: list[Span | str] = [(f"{verdict.failed} failed", Tone.BAD if verdict.failed else Tone.PLAIN), "  "]
    counts += [(f"{verdict.invalid} invalid", Tone.WARN if verdict.invalid else Tone.PLAIN), "  "]
    counts += [(f"{verdict.passed} passed", Tone.GOOD if verdict.passed else Tone.PLAIN)]
    if verdict.not_judged:
        counts.append(f"  {verdict.not_judged} not judged")
    if verdict.not_blocking:
        counts.append(f"  {verdict.not_blocking} not blocking")
    first = line((verdict.word.upper() + (" SO FAR" if growing else ""), tone), "  ", *counts, "  ", (run, Tone.KEY))
    found = [
        first,
        line(("why     ", Tone.DIM), "; ".join(verdict.why) or "every blocking row passed"),
        _versions(examination),
    ]
    return found + _unread(examination)


def why_red(examination: "Examination") -> list[Line]:
    """The red-delta ledger against the last green run, the steps that moved something first; then what else moved."""
    found = []
    if examination.delta:
        steps = sorted(examination.delta, key=lambda step: not (step.rows or step.value))
        found.append(line(("moved   ", Tone.DIM), "; ".join(step.words for step in steps)))
    if examination.drift:
        more = len(examination.drift) - 1
        also = f"; and {count(more, 'more fact')} (i shows all)" if more else ""
        found.append(line(("also    ", Tone.DIM), f"{examination.drift[0].text}{also}"))
    return found


def _versions(examination: "Examination") -> Line:
    manifest = examination.bundle.manifest
    versions = (("policy", manifest.policy.version), ("contract", manifest.contract_version))
    words = [f"{name} {version}" for name, version in versions if version] or ["no policy or contract version recorded"]
    tools = dict.fromkeys(note.text for note in examination.bundle.notes if note.text.startswith("recognised as "))
    words += [next(iter(tools)) + (f" and {len(tools) - 1} more" if len(tools) > 1 else "")] if tools else []
    words += ["report-only: nothing blocks"] if manifest.policy.report_only else []
    baseline = examination.baseline
    if baseline is not None:
        words.append(f"last green {baseline.bundle.manifest.run_id or baseline.bundle.name} ({baseline.why})")
    else:
        words.append(examination.baseline_refused or "no last green run was given")
    return line(("against ", Tone.DIM), "; ".join(words))


def _unread(examination: "Examination") -> list[Line]:
    unread = examination.bundle.unread
    found = []
    for finding in examination.findings:
        proof = finding.evidence[0].text if finding.evidence else finding.next
        found.append(line(("! run   ", Tone.WARN), (finding.cause, Tone.KEY), f" ({finding.owner.value}): {proof}"))
    if unread:
        first = f"{unread[0].place}: {unread[0].problem}"
        more = f"; and {count(len(unread) - 1, 'more place')}" if len(unread) > 1 else ""
        found.append(line((f"! {count(len(unread), 'place')} not read", Tone.WARN), f"  {first}{more}"))
    return found


def row_line(rows: "RowTable", at: int, told: Walked | None, width: int, *, by_cause: bool, mark: str = "") -> Line:
    """One row of the list in ``width`` cells: outcome, case, value against minimum, and the cause where it fits.

    ``mark`` is what was decided on it; without one, that an earlier run excused it.
    """
    sign, tone = _OUTCOMES[rows.outcome(at)]
    value = _value(rows, at)
    mark = mark or ("known" if told is not None and told.known else "")
    flag = ("" if rows.blocking(at) else " ~") + (f" ={mark}" if mark else "")
    cause = _cause(told) if by_cause and width >= 56 else ""
    cause_width = 26 if cause else 0
    name_width = max(width - _OUTCOME_WIDTH - 1 - cells(value) - cause_width, 6)
    name = fit(_name(rows, at, flag, name_width - 1), name_width - 1) + " "
    parts: list[Span] = [(f"{sign:<{_OUTCOME_WIDTH}} ", tone), (name, Tone.PLAIN), (value, tone)]
    if cause:
        parts.append((" " + fit(cause, cause_width - 1), Tone.DIM))
    return line(*parts)


def _name(rows: "RowTable", at: int, flag: str, width: int) -> str:
    """The case, with system and attempt; the metric only where there is room for it."""
    case = rows.case_id(at)
    if case is None:
        place = rows.line(at)
        case = f"line {place}" if place else "no case id"
    attempt, metric, system = rows.attempt(at), rows.metric(at), rows.system(at)
    extra = f"{f' [{system}]' if system else ''}{f' #{attempt}' if attempt is not None else ''}{flag}"
    longer = f"{case}{extra} {metric}"
    return longer if metric != "evidence_coverage" and len(longer) <= width else f"{case}{extra}"


def _value(rows: "RowTable", at: int) -> str:
    score, minimum = rows.score(at), rows.minimum(at)
    return "no value" if score is None else versus(score, minimum)


def _cause(told: Walked | None) -> str:
    return "..." if told is None else told.cause or "-"


def group_line(title: str, rows: int) -> Line:
    """The head of a group: its name, and how many rows."""
    return line((title, Tone.KEY), f"  {count(rows, 'row')}")


def preview(
    diagnosis: Diagnosis,
    evidence: Evidence,
    choice: Choice | None,
    stage_of_cause: Mapping[str, Stage],
    decided: Decided | None = None,
) -> list[Entry]:
    """The chosen row beside the list: its walk in short, what was decided, then the suggestion."""
    row = evidence.row
    found = suggestion.identity_entries(evidence, short=True)
    speech = row.error or row.reason
    if speech and row.outcome is Outcome.INVALID:
        found.append(entry((_first_line(speech), Tone.WARN), source=row.source))
    marked = stages.marks(diagnosis, evidence, stage_of_cause)
    stop = stages.stop_of(diagnosis, evidence)
    for place, view in enumerate(stages.stages_of(evidence), start=1):
        mark = marked[view.stage]
        words = "the walk stops here" if view.stage is stop else mark.words
        found.append(entry(f"{place} {view.title:<12}", (f"{mark.sign:<3}", mark.tone), words))
    return [*found, blank(), *short(decided), *suggestion.entries(diagnosis, choice)]


def _first_line(text: str) -> str:
    first, *others = text.strip().split("\n")
    return first[:300] + (f"  (+{count(len(others), 'line')})" if others else "")


def nothing_red(examination: "Examination") -> list[Entry]:
    """What the list says when it has no red row, with what to do."""
    verdict, rows = examination.verdict, len(examination.bundle.rows)
    if not rows:
        return [
            entry(("No rows: nothing was evaluated here.", Tone.WARN)),
            entry("An empty run is never green.  Check that this is the folder the gate wrote to;"),
            entry(
                "the run's rows are expected as rows.jsonl, or as lines with case_id, status, score, minimum, reason."
            ),
            *(entry(f"not read  {one.place}: {one.problem}") for one in examination.bundle.unread[:20]),
        ]
    found = [entry((f"Nothing is red: {verdict.passed} passed, none failed, none invalid.", Tone.GOOD))]
    if verdict.word != "green":
        found += [entry((f"The verdict is still {verdict.word}: {'; '.join(verdict.why)}", Tone.WARN))]
    if verdict.not_judged:
        found.append(entry(f"{count(verdict.not_judged, 'row')} had no minimum anywhere, so nothing judged them."))
    return [*found, entry("Press a to walk the passing rows; those that are green for the wrong reason come first.")]
