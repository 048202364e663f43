"""The examination as Markdown, for a pull request, a wiki or a step summary: the verdict first, rows by owner.

Everything that came from evidence stands in code spans: nothing in it mentions people, links, or breaks a table.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from triage.fingerprint import Group
from triage.handoff.words import code
from triage.metrics.aggregates import Aggregate
from triage.model import Finding, Manifest
from triage.report.facts import cause_words, lead, missing_claims, outcomes, owner_words, reason_words, share_words
from triage.report.sheet import Sheet, header, row_of, said
from triage.report.survey import Share, Survey, survey
from triage.report.text import paired_lines
from triage.text import count, number, signed

if TYPE_CHECKING:
    from triage.examine import Examination

COMMENT_LIMIT = 65_536
_MOST_ROWS, _MOST_OWNERS, _MOST_ENTRIES, _NAMED = 5_000, 20, 40, 8
_ROW_COLUMNS = header("row", "outcome", "probable cause", "missing claims", "first evidence", "stands at")


def render_markdown(
    examination: "Examination", limit: int = COMMENT_LIMIT, found: Survey | None = None
) -> Iterator[bytes]:
    """The report as UTF-8 in pieces, at most ``limit`` bytes together, which must be 32,768 or more.

    The default fits a comment on a pull request.  Rows beyond the limit are left out whole and counted; no owner's rows
    leave another without room.  Nothing beyond the limit is held in memory.  ``found`` is a survey of the same
    examination, where one was made already.
    """
    sheet = Sheet(limit)
    yield from _verdict(sheet, examination)
    found = found or survey(examination)
    sections: tuple[tuple[int, Callable[[Sheet, Examination, Survey], Iterator[bytes]]], ...] = (
        (3, _whole_run),
        (2, _why_red),
        (2, _means),
        (10, _red_rows),
        (3, _suspects),
        (3, _groups),
        (1, _pairings),
        (1, _notes),
    )
    # The largest part is written last, into the room that the others did not need, and all of them stay in order.
    written, left = dict[int, bytes](), sum(weight for weight, _ in sections)
    for at, (weight, section) in sorted(enumerate(sections), key=lambda entry: entry[1][0]):
        sheet.share(weight, left)
        written[at] = b"".join(section(sheet, examination, found))
        left -= weight
    yield from (written[at] for at in range(len(sections)))


def _verdict(sheet: Sheet, examination: "Examination") -> Iterator[bytes]:
    verdict, bundle = examination.verdict, examination.bundle
    yield sheet.write(f"## RAG gate: {verdict.word} (exit code {verdict.exit_code})\n")
    run = code(bundle.manifest.run_id) if bundle.manifest.run_id else "without a run id"
    paths = ["standard input" if path == "-" else code(path) for path in bundle.paths[:3]]
    more = f" and {len(bundle.paths) - 3} more" if len(bundle.paths) > 3 else ""
    yield sheet.write(f"\nrun {run}, read from {', '.join(paths)}{more}\n\n")
    yield sheet.write("".join(f"- because {said(why)}\n" for why in verdict.why))
    counts = {"rows": verdict.rows, "failed": verdict.failed, "invalid": verdict.invalid, "passed": verdict.passed}
    counts |= {"not judged": verdict.not_judged, "not blocking": verdict.not_blocking, "conflicts": verdict.conflicts}
    yield sheet.write("\n" + header(*counts) + row_of(*map(str, counts.values())))
    yield sheet.write("\nAn invalid row has no valid result, which is no failure and no pass.\n")
    if verdict.low is not None and verdict.high is not None:
        yield sheet.write(f"\n{share_words(verdict.low, verdict.high)}\n")
    if verdict.reading:
        yield sheet.write(f"\n{said(verdict.reading)}\n")
    planned = f"{bundle.planned[0]} ({said(bundle.planned[1])})" if bundle.planned else "not recorded"
    yield sheet.write(f"\nplanned rows: {planned}\n")
    yield sheet.write(f"\nversions: {_versions(bundle.manifest)}\n")


def _versions(manifest: Manifest) -> str:
    named = (
        ("date", manifest.date),
        ("contract", manifest.contract_version),
        ("policy", manifest.policy.version),
        ("rubric", manifest.rubric_version),
        ("corpus", manifest.corpus_version),
        ("question set", manifest.question_set_version),
    )
    mode = ["policy mode report-only, nothing blocks"] if manifest.policy.report_only else []
    return ", ".join([*(f"{name} {code(value) if value else 'not recorded'}" for name, value in named), *mode])


def _whole_run(sheet: Sheet, examination: "Examination", _found: Survey) -> Iterator[bytes]:
    """What could not be read, and what holds for the run as a whole."""
    unread = (*examination.bundle.unread, *examination.teams.problems)
    places = (f"- {code(one.place)}: {said(one.problem)}\n" for one in unread)
    yield from sheet.items("### Not read\n", places, len(unread), _MOST_ENTRIES)
    findings = (_finding(one) for one in examination.findings)
    yield from sheet.items("### About the whole run\n", findings, len(examination.findings), _MOST_ENTRIES)
    doubts = (f"- {code(one.cause)} needs {said(one.needs)}\n" for one in examination.cannot_tell)
    yield from sheet.items("### Cannot be told of the whole run\n", doubts, len(examination.cannot_tell), _MOST_ENTRIES)


def _finding(finding: Finding) -> str:
    proofs = "".join(f"  - {said(one.text)} ({code(str(one.source))})\n" for one in finding.evidence[:_NAMED])
    left = len(finding.evidence) - _NAMED
    more = f"  - and {left} more\n" if left > 0 else ""
    head = f"- {code(finding.cause)}, {finding.confidence}, owner {finding.owner}\n"
    return f"{head}{proofs}{more}  - next: {said(finding.next)}\n"


def _why_red(sheet: Sheet, examination: "Examination", _found: Survey) -> Iterator[bytes]:
    """What moved since the last green run, step by step, and what moved around the product."""
    baseline, delta = examination.baseline, examination.delta
    if baseline is None:
        yield sheet.write(f"\nlast green run: none ({said(examination.baseline_refused or 'not given')})\n")
    else:
        name = code(baseline.bundle.manifest.run_id or baseline.bundle.name)
        yield sheet.write(f"\nlast green run: {name} ({said(baseline.why)})\n")
    steps = (row_of(one.step, said(one.words.removeprefix(one.step)), _names(list(one.rows))) for one in delta)
    head = "### Why red\n\n" + header("step", "change of the passing share", "rows")
    yield from sheet.items(head.rstrip("\n"), steps, len(delta), _MOST_ENTRIES)
    if delta:
        yield sheet.write(f"\nThe steps add up to the whole change: {signed(sum(one.value for one in delta))}\n")
    moved = (f"- {said(one.text)}{_place(str(one.source))}\n" for one in examination.drift)
    yield from sheet.items("### What moved around the product\n", moved, len(examination.drift), _MOST_ENTRIES)


def _place(source: str) -> str:
    return f" ({code(source)})" if source else ""


def _names(names: list[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"{', '.join(code(name, 60) for name in names[:_NAMED])}{more}"


def _means(sheet: Sheet, examination: "Examination", _found: Survey) -> Iterator[bytes]:
    means = examination.aggregates()
    columns = ("metric", "value", "formula", "over", "left out as invalid", "left out as not applicable")
    head = "### Means\n\n" + header(*columns).rstrip("\n")
    yield from sheet.items(head, map(_aggregate, means), len(means), _MOST_ENTRIES)


def _aggregate(one: Aggregate) -> str:
    named = (("system", one.system), ("scenario", one.scenario))
    metric = ", ".join([code(one.metric), *(f"{kind} {code(name)}" for kind, name in named if name)])
    formula, over = "sum of the scores / scored rows", count(one.n, "row")
    if one.mean is None:
        formula = "nothing has a score"
    elif one.pooled and one.pooled[1] == one.n:
        formula, over = f"{number(one.pooled[0])} / {one.n}", str(one.n)
    elif one.pooled:
        formula += f"; pooled counts {number(one.pooled[0])} / {one.pooled[1]}"
    return row_of(metric, number(one.mean), formula, over, str(one.invalid), str(one.not_applicable))


def _red_rows(sheet: Sheet, examination: "Examination", found: Survey) -> Iterator[bytes]:
    """A table per owner.  The smallest is written first: what it does not need is shared by the others."""
    if not found.shares:
        yield sheet.write("\n### No row failed and none is invalid\n")
        return
    shown, rest, floor = found.shares[:_MOST_OWNERS], found.shares[_MOST_OWNERS:], sheet.floor
    written = list[bytes]()
    for left, share in zip(range(len(shown), 0, -1), reversed(shown), strict=True):
        sheet.share(1, left, floor)
        rows = (_row(examination, number) for number in share.numbers)
        head = f"{_owner(share)}\n\n{_ROW_COLUMNS}".rstrip("\n")
        written.append(b"".join(sheet.items(head, rows, len(share.numbers), _MOST_ROWS)))
    yield from reversed(written)
    if rest:
        words = outcomes(sum(one.failed for one in rest), sum(one.invalid for one in rest))
        yield sheet.write(f"\nand {len(rest)} more owners, with rows {words}\n")


def _owner(share: Share) -> str:
    choice = share.choice
    words = owner_words(choice)
    if choice is not None and choice.team is not None:
        contact = f" {code(choice.team.contact, 40)}" if choice.team.contact else ""
        words = f"{choice.owner.value}: {code(choice.team.name, 40)}{contact}"
    return f"### {words}: {outcomes(share.failed, share.invalid)}"


def _row(examination: "Examination", number: int) -> str:
    diagnosis = examination.diagnosis(number)
    row, proof = diagnosis.row, lead(diagnosis)
    named = (("system", row.system), ("attempt", str(row.attempt or "")), ("scenario", row.scenario))
    who = [code(row.case_id) if row.case_id else "without a case id", code(row.metric)]
    who += [f"{kind} {code(name)}" for kind, name in named if name]
    named_claims, left = missing_claims(row)
    claims = ", ".join(code(claim, 60) for claim in named_claims) + (f" and {left} more" if left else "")
    outcome = [row.outcome.word, code(reason_words(row), 160), *([] if row.blocking else ["not blocking"])]
    shown = f"{said(proof.text)} ({code(str(proof.source))})" if proof else _needs(examination, number)
    cells = (", ".join(outcome), code(cause_words(diagnosis)), claims, shown, code(str(row.source)))
    return row_of(", ".join(who), *cells)


def _needs(examination: "Examination", number: int) -> str:
    doubts = examination.diagnosis(number).cannot_tell
    return f"none; needs {said(doubts[0].needs)}" if doubts else "none"


def _suspects(sheet: Sheet, examination: "Examination", found: Survey) -> Iterator[bytes]:
    rows = (_row(examination, number) for number in found.suspects)
    head = "### Did not fail and still have a finding (green for the wrong reason)\n\n" + _ROW_COLUMNS.rstrip("\n")
    yield from sheet.items(head, rows, len(found.suspects), _MOST_ROWS)


def _groups(sheet: Sheet, examination: "Examination", found: Survey) -> Iterator[bytes]:
    groups = found.groups.sorted()
    head = "### Rows of one cause together\n\n" + header("rows", "cause", "owner", "about", "cases", "also seen")
    lines = (_group(examination, one) for one in groups)
    yield from sheet.items(head.rstrip("\n"), lines, len(groups), _MOST_ENTRIES)


def _group(examination: "Examination", group: Group) -> str:
    cases = [examination.bundle.rows.case_id(at) or "a row without a case" for at in group.numbers[: _NAMED + 1]]
    more = f" and {len(group.numbers) - _NAMED} more" if len(group.numbers) > _NAMED else ""
    also = ", ".join(f"{code(cause)} on {times}" for cause, times in sorted(group.also.items()))
    named = ", ".join(code(case, 60) for case in cases[:_NAMED]) + more
    owner = group.owner.value if group.owner else "no owner"
    return row_of(str(len(group.numbers)), code(group.cause), owner, _names(list(group.what)), named, also)


def _pairings(sheet: Sheet, examination: "Examination", _found: Survey) -> Iterator[bytes]:
    texts = ("".join(text for text, _ in line).strip() for line in paired_lines(examination))
    lines = (text for text in texts if text)
    first = [f"- {said(line)}\n" for line in islice(lines, _MOST_ENTRIES)]
    total = len(first) + sum(1 for _ in lines)
    yield from sheet.items("### Systems and metrics against each other\n", first, total, _MOST_ENTRIES)


def _notes(sheet: Sheet, examination: "Examination", _found: Survey) -> Iterator[bytes]:
    notes = [said(note) for note in examination.notes]
    notes += [f"{said(note.text)}{_place(str(note.source))}" for note in examination.bundle.notes]
    teams = examination.teams
    named = f"{code(teams.name)}, sha256 {code(teams.digest[:12])}" if teams.name else "none found, owners are roles"
    notes.append(f"teams file: {named}")
    yield from sheet.items("### Notes\n", (f"- {note}\n" for note in notes), len(notes), _MOST_ENTRIES)
