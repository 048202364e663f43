"""The examination as linear text: one fact a line, every state in words, nothing drawn.

Made for a pager, a log, a screen reader and a terminal that can do nothing; the console shows the same facts.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from triage.fingerprint import Groups
from triage.metrics.aggregates import Aggregate
from triage.model import Finding, Line, Manifest, Outcome, Tone, plain
from triage.owners import Choice, Rule
from triage.pairing import pairings
from triage.text import clean, count, number, signed
from triage.views.repeats import group_lines, pairing_lines
from triage.views.suggestion import row_lines

if TYPE_CHECKING:
    from triage.examine import Examination
    from triage.verdict import Verdict

_ROWS_NAMED = 12
_TONES = {"green": Tone.GOOD, "red": Tone.BAD, "incomplete": Tone.WARN}


def render_text(examination: "Examination", rows: Iterable[int] | None = None) -> Iterator[Line]:
    """The summary, then every failed or invalid row with its walk, then passing rows with something to say.

    ``rows`` are the numbers of the only rows to show instead, whatever became of them.  All text is cleaned.
    """
    yield from summary_lines(examination)
    if rows is not None:
        for at in rows:
            yield from _row_block(examination, at)
        return
    red = examination.red
    yield plain("")
    yield plain(f"failed and invalid rows: {len(red)}" if red else "no row failed and none is invalid", Tone.KEY)
    groups = Groups()
    for place, at in enumerate(red, start=1):
        yield from _row_block(examination, at, f"{place} of {len(red)}")
        groups.add(at, examination.diagnosis(at))
    yield from _green_for_the_wrong_reason(examination)
    yield from _repeats(examination, groups)
    yield from _teams_file(examination)


def _repeats(examination: "Examination", groups: Groups) -> Iterator[Line]:
    """Rows of one cause together, and systems against each other, after the rows they are made of."""
    if found := groups.sorted():
        yield plain("")
        yield from group_lines(examination, found)
    yield from paired_lines(examination)


def paired_lines(examination: "Examination") -> Iterator[Line]:
    """Two systems, or two metrics, over the same cases; nothing where a run has only one of each."""
    for pairing in pairings(examination.bundle):
        yield plain("")
        yield from pairing_lines(examination, pairing)


def summary_lines(examination: "Examination") -> Iterator[Line]:
    """The whole run: verdict, counts, versions, baseline, what moved, means, what was not read."""
    manifest = examination.bundle.manifest
    yield _line(f"run {manifest.run_id or 'without a run id'}", Tone.KEY)
    paths = ("standard input" if path == "-" else path for path in examination.bundle.paths)
    yield _line(f"read from {', '.join(paths)}")
    yield from _verdict(examination.verdict, examination.bundle.planned)
    yield from _versions(manifest)
    yield from _baseline(examination)
    yield from _drift(examination)
    yield from _aggregates(examination.aggregates())
    yield from _unread(examination)
    yield from (_line(f"note: {note}") for note in examination.notes)
    yield from (_line(f"note: {note.text} ({note.source})") for note in examination.bundle.notes)
    for finding in examination.findings:
        yield from _bundle_finding(finding)
    for doubt in examination.cannot_tell:
        yield _line(f"cannot be told of the whole run: {doubt.cause}, needs {doubt.needs}")


def _line(text: str, tone: Tone = Tone.PLAIN) -> Line:
    return plain(clean(text), tone)


def _verdict(verdict: "Verdict", planned: tuple[int, str] | None) -> Iterator[Line]:
    yield _line(f"verdict: {verdict.word} (exit code {verdict.exit_code})", _TONES[verdict.word])
    yield from (_line(f"  because {why}") for why in verdict.why)
    yield _line(f"rows: {verdict.rows}")
    yield _line(f"failed: {verdict.failed}")
    yield _line(f"invalid (no valid result, which is no failure): {verdict.invalid}")
    yield _line(f"passed: {verdict.passed}")
    if verdict.not_judged:
        yield _line(f"not judged (a score and no threshold anywhere): {verdict.not_judged}")
    yield _line(f"not blocking (reported, never counted by the gate): {verdict.not_blocking}")
    if verdict.conflicts:
        yield _line(f"rows in conflict (same case, metric and system, no attempt number): {verdict.conflicts}")
    if verdict.low is not None and verdict.high is not None:
        low, high = number(verdict.low, verdict.high), number(verdict.high, verdict.low)
        yield _line(f"share of blocking rows that pass: {low} if every invalid row fails, {high} if every one passes")
    if verdict.reading:
        yield _line(verdict.reading, Tone.WARN)
    yield _line(f"planned rows: {planned[0]} ({planned[1]})" if planned else "planned rows: not recorded")


def _versions(manifest: Manifest) -> Iterator[Line]:
    named = (
        ("date", manifest.date),
        ("contract version", manifest.contract_version),
        ("policy version", manifest.policy.version),
        ("rubric version", manifest.rubric_version),
        ("corpus version", manifest.corpus_version),
        ("question set version", manifest.question_set_version),
    )
    yield from (_line(f"{name}: {value or 'not recorded'}") for name, value in named)
    if manifest.policy.report_only:
        yield _line("policy mode: report-only, nothing blocks")


def _baseline(examination: "Examination") -> Iterator[Line]:
    baseline = examination.baseline
    if baseline is None:
        yield _line(f"last green run: none ({examination.baseline_refused or 'not given'})")
        return
    yield _line(f"last green run: {baseline.bundle.manifest.run_id or baseline.bundle.name} ({baseline.why})")
    if not examination.delta:
        return
    yield _line("what moved since, step by step (the steps add up to the whole change):")
    for step in examination.delta:
        yield _line(f"  {step.words}{_named(step.rows)}")
    yield _line(f"  together {signed(sum(step.value for step in examination.delta))}")


def _drift(examination: "Examination") -> Iterator[Line]:
    """What moved around the product; a heading alone would read as a fact."""
    if not examination.drift:
        return
    compared = (
        "compared with the last green run" if examination.baseline else "without a last green run to compare with"
    )
    yield _line(f"what moved around the product, {compared}:")
    for fact in examination.drift:
        place = f" ({fact.source})" if fact.source.path else ""
        yield _line(f"  {fact.text}{place}", Tone.WARN)


def _named(rows: tuple[str, ...]) -> str:
    more = f" and {len(rows) - _ROWS_NAMED} more" if len(rows) > _ROWS_NAMED else ""
    return f": {', '.join(rows[:_ROWS_NAMED])}{more}" if rows else ""


def _aggregates(aggregates: tuple[Aggregate, ...]) -> Iterator[Line]:
    yield from (_line(_aggregate(one)) for one in aggregates)


def _aggregate(one: Aggregate) -> str:
    where = "".join(f", {kind} {name}" for kind, name in (("system", one.system), ("scenario", one.scenario)) if name)
    left_out = f"left out {one.invalid} invalid, {one.not_applicable} not applicable"
    if one.mean is None:
        return f"{one.metric}{where}: nothing has a score; {left_out}"
    if one.pooled and one.pooled[1] == one.n:
        return f"{one.metric}{where}: {number(one.mean)}, {number(one.pooled[0])} of {one.n}; {left_out}"
    pooled = f"; pooled counts {number(one.pooled[0])} of {one.pooled[1]}" if one.pooled else ""
    return f"{one.metric}{where}: macro mean {number(one.mean)} over {count(one.n, 'row')}{pooled}; {left_out}"


def _unread(examination: "Examination") -> Iterator[Line]:
    unread = examination.bundle.unread
    yield _line(f"not read: {count(len(unread), 'place')}" if unread else "not read: nothing, everything could be read")
    yield from (_line(f"  {one.place}: {one.problem}", Tone.WARN) for one in unread)


def _bundle_finding(finding: Finding) -> Iterator[Line]:
    yield _line(f"about the whole run: {finding.cause}, {finding.confidence}, owner {finding.owner}", Tone.BAD)
    yield from (_line(f"  {proof.text} ({proof.source})") for proof in finding.evidence)
    yield _line(f"  next: {finding.next}")


def _row_block(examination: "Examination", at: int, place: str = "") -> Iterator[Line]:
    diagnosis = examination.diagnosis(at)
    yield plain("")
    yield _line(f"row{place and f' {place}'} at {diagnosis.row.source}", Tone.DIM)
    yield from row_lines(diagnosis, examination.evidence(at), examination.choice(diagnosis))


def _green_for_the_wrong_reason(examination: "Examination") -> Iterator[Line]:
    """Rows that did not turn the gate red and still have a primary finding."""
    rows, announced = examination.bundle.rows, False
    for at in range(len(rows)):
        if rows.outcome(at) not in (Outcome.PASSED, Outcome.NOT_JUDGED):
            continue
        if examination.diagnosis(at).cause is None:
            continue
        if not announced:
            announced = True
            yield plain("")
            yield plain("rows that did not fail and still have a finding (green for the wrong reason):", Tone.KEY)
        yield from _row_block(examination, at)


def _teams_file(examination: "Examination") -> Iterator[Line]:
    """Which teams file chose the teams, what is wrong in it, and which rules no red row needed."""
    teams = examination.teams
    yield plain("")
    if not teams.name:
        yield plain("teams file: none found, owners are roles")
        return
    yield _line(f"teams file: {teams.name}, sha256 {teams.digest[:12]}; the last matching rule wins")
    yield from (_line(f"  {one.place}: {one.problem}", Tone.WARN) for one in teams.problems)
    yield from (_line(f"  {_dead(teams.name, rule)}") for rule in teams.unmatched(_choices(examination)))


def _choices(examination: "Examination") -> Iterator[Choice]:
    for at in examination.red:
        if choice := examination.choice(examination.diagnosis(at)):
            yield choice


def _dead(name: str, rule: Rule) -> str:
    return f"{name}:{rule.line}: this rule matched no failed or invalid row ({rule.words} -> {rule.team})"
