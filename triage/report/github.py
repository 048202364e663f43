"""The examination for a step of GitHub Actions: annotations on standard output, Markdown as the step's summary.

GitHub shows ten errors, ten warnings and ten notices of a step.  So there is one annotation for each group of rows of
one cause, the largest first, and a last notice with the whole counts and with what was not annotated.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from triage.fingerprint import Group
from triage.model import Outcome, Source, Unread
from triage.report.facts import lead, missing_claims, next_look, outcome_words, outcomes, owner_words, row_words
from triage.report.markdown import COMMENT_LIMIT, render_markdown
from triage.report.survey import Survey, survey
from triage.report.workflow import ERROR, NOTICE, WARNING, Annotation, Level, Workspace, command, harmless
from triage.text import count

if TYPE_CHECKING:
    from triage.examine import Examination

STEP_LIMIT = 1 << 20
SMALLEST_SUMMARY = 1 << 15
MOST_SHOWN = 10
_MOST_UNREAD, _NAMED = 4, 6


def render_github(examination: "Examination", environ: Mapping[str, str]) -> Iterator[bytes]:
    """Workflow commands as UTF-8, a line each; the Markdown report goes to the file of ``GITHUB_STEP_SUMMARY``.

    Where that is not set, is full or cannot be written, the Markdown follows the annotations.  Rows that can turn the
    gate red are errors, other failed or invalid rows and places that were not read are warnings, rows that are green
    for the wrong reason are notices.  Under a report-only policy nothing is an error.
    """
    found, summary = survey(examination), environ.get("GITHUB_STEP_SUMMARY")
    problem = _append_summary(examination, found, summary) if summary else None
    workspace = Workspace(examination.bundle.paths, environ.get("GITHUB_WORKSPACE"))
    yield from (command(one) for one in annotations(examination, found, workspace, problem))
    if problem is not None or not summary:
        yield from map(harmless, render_markdown(examination, COMMENT_LIMIT, found))


def _append_summary(examination: "Examination", found: Survey, name: str) -> str | None:
    """Write the summary after what the step has written already; in words why that failed."""
    path = Path(name)
    try:
        with path.open("ab") as file:
            room = STEP_LIMIT - file.tell() - 1
            if room < SMALLEST_SUMMARY:
                return "the step summary is full: the report follows the annotations"
            file.write(b"\n" if file.tell() else b"")
            file.writelines(render_markdown(examination, room, found))
    except OSError as error:
        return f"the step summary cannot be written ({error.strerror}): the report follows the annotations"
    return None


def annotations(
    examination: "Examination", found: Survey, workspace: Workspace, problem: str | None = None
) -> Iterator[Annotation]:
    """At most ten errors, ten warnings and ten notices; the last notice counts everything.

    ``problem`` says why there is no step summary.
    """
    loud, quiet = _by_level(examination, found)
    whole, places = list(_whole_run(examination, problem)), (*examination.bundle.unread, *examination.teams.problems)
    taken = sum(one.level is ERROR for one in whole)
    errors = loud[: MOST_SHOWN - taken]
    told = [one for one in whole if one.level is WARNING]
    told += [_unread(one, workspace) for one in places[:_MOST_UNREAD]]
    warnings, notices = quiet[: MOST_SHOWN - len(told)], found.suspected.sorted()[: MOST_SHOWN - 1]
    yield from (one for one in whole if one.level is ERROR)
    yield from (_group(examination, one, ERROR, workspace) for one in errors)
    yield from told
    yield from (_group(examination, one, WARNING, workspace) for one in warnings)
    yield from (_group(examination, one, NOTICE, workspace) for one in notices)
    left_out = [*loud[len(errors) :], *quiet[len(warnings) :]]
    suspects = found.suspected.sorted()[len(notices) :]
    yield _closing(examination, left_out, suspects, len(places) - len(places[:_MOST_UNREAD]))


def _by_level(examination: "Examination", found: Survey) -> tuple[list[Group], list[Group]]:
    """Groups with a row that can turn the gate red, and all others.

    The first group of every cause comes before the second of any, the larger one first: ten annotations then show as
    many causes as they can.
    """
    rows, report_only = examination.bundle.rows, examination.bundle.manifest.policy.report_only
    blocking = {one.fingerprint: sum(map(rows.blocking, one.numbers)) for one in found.groups.sorted()}
    groups = sorted(found.groups.sorted(), key=lambda one: -blocking[one.fingerprint])
    before, places = Counter[str](), dict[str, int]()
    for one in groups:
        places[one.fingerprint] = before[one.cause]
        before[one.cause] += 1
    groups.sort(key=lambda one: places[one.fingerprint])
    loud = [one for one in groups if blocking[one.fingerprint] and not report_only]
    return loud, [one for one in groups if not blocking[one.fingerprint] or report_only]


def _whole_run(examination: "Examination", problem: str | None) -> Iterator[Annotation]:
    """What no single row can say: the run is incomplete; there is no summary."""
    verdict = examination.verdict
    if verdict.word == "incomplete":
        findings = [f"{one.cause}, owner {one.owner}: next look: {one.next}" for one in examination.findings[:_NAMED]]
        level = ERROR if verdict.exit_code else WARNING
        yield Annotation(level, "RAG gate: the evaluation is incomplete", (*verdict.why, *findings))
    if problem is not None:
        yield Annotation(WARNING, "RAG gate: no step summary", (problem,))


def _unread(one: Unread, workspace: Workspace) -> Annotation:
    return workspace.annotation(WARNING, "not read", [f"{one.place}: {one.problem}"], Source(one.path, one.line))


def _counts(examination: "Examination", groups: Sequence[Group]) -> tuple[int, int]:
    """Failed and invalid rows of these groups."""
    kinds = [examination.bundle.rows.outcome(at) for one in groups for at in one.numbers]
    return kinds.count(Outcome.FAILED), kinds.count(Outcome.INVALID)


def _group(examination: "Examination", group: Group, level: Level, workspace: Workspace) -> Annotation:
    """A group, shown by its first row: one that blocks, where any does."""
    failed, invalid = _counts(examination, [group])
    kind = " and ".join(word for word, amount in (("failed", failed), ("invalid", invalid)) if amount)
    words = f"{count(len(group.numbers), 'row')}, {outcomes(failed, invalid)}" if kind else "green for the wrong reason"
    diagnosis = examination.diagnosis(group.numbers[0])
    asked = [owner_words(examination.choice(examination.diagnosis(at))) for at in group.numbers[:_NAMED]]
    owners = list(dict.fromkeys(asked))
    shown = [row_words(examination.bundle.row(at)) for at in group.numbers[:_NAMED]]
    more = f" and {len(group.numbers) - _NAMED} more" if len(group.numbers) > _NAMED else ""
    confidence = f", {diagnosis.confidence}" if diagnosis.confidence else ""
    lines = [f"{words}: {'; '.join(shown)}{more}", f"{outcome_words(diagnosis.row)}: {group.cause}{confidence}"]
    claims, left = missing_claims(diagnosis.row)
    lines += [f"missing claims: {', '.join(claims)}{f' and {left} more' if left else ''}"] if claims else []
    proof = lead(diagnosis)
    lines += [f"{proof.text} ({proof.source})"] if proof else []
    lines += [f"owner: {'; '.join(owners)}", f"row: {diagnosis.row.source}"]
    lines += [f"next look: {next_look(diagnosis)}"] if next_look(diagnosis) else []
    title = f"{kind or 'green for the wrong reason'}: {group.cause}, {owners[0]}"
    return workspace.annotation(level, title, lines, diagnosis.row.source)


def _closing(
    examination: "Examination", left_out: Sequence[Group], suspects: Sequence[Group], places: int
) -> Annotation:
    """The verdict with its counts, and everything that the limits kept from being annotated."""
    verdict = examination.verdict
    counts = f"failed {verdict.failed}, invalid {verdict.invalid}, passed {verdict.passed}"
    lines = [f"{count(verdict.rows, 'row')}: {counts}, not judged {verdict.not_judged}"]
    if left_out:
        words = outcomes(*_counts(examination, left_out))
        lines.append(f"not annotated: {count(len(left_out), 'more group')} with rows {words}")
    if suspects:
        rows = sum(len(one.numbers) for one in suspects)
        lines.append(f"not annotated: {count(rows, 'more row')} green for the wrong reason")
    if places:
        lines.append(f"not annotated: {count(places, 'more place')} that could not be read")
    return Annotation(NOTICE, f"RAG gate: {verdict.word} (exit code {verdict.exit_code})", tuple(lines))
